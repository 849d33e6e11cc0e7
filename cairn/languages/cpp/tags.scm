; Definitions. Declarators are read when all captures are known: the name is somewhere inside @name.

(function_definition declarator: (_) @name body: (_)? @body) @definition.function

(translation_unit (declaration declarator: (_) @name) @definition.constant)
(declaration_list (declaration declarator: (_) @name) @definition.constant)
(linkage_specification body: (declaration declarator: (_) @name) @definition.constant)
(template_declaration (declaration declarator: (_) @name) @definition.constant)
(field_declaration_list (declaration declarator: (_) @name) @definition.constant)
(field_declaration declarator: (_) @name) @definition.field

(class_specifier name: (_) @name (base_class_clause)? @base body: (_) @body) @definition.class
(struct_specifier name: (_) @name (base_class_clause)? @base body: (_) @body) @definition.struct
(union_specifier name: (_) @name body: (_) @body) @definition.struct
(enum_specifier name: (_) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name value: (_)? @value) @definition.constant
(type_definition declarator: (_) @name) @definition.type
(alias_declaration name: (type_identifier) @name type: (_) @value) @definition.type
(namespace_definition name: (_) @name body: (_) @body) @definition.namespace
((namespace_definition !name body: (_) @body) @definition.namespace
  (#set! name "anonymous") (#set! flags "nameless"))
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

; Scopes

(compound_statement) @scope
(for_statement) @scope
(for_range_loop) @scope
(if_statement) @scope
(while_statement) @scope
(switch_statement) @scope
(catch_clause) @scope
((lambda_expression declarator: (lambda_declarator parameters: (parameter_list) @parameter)) @scope (#set! scope "lambda"))
((lambda_expression !declarator) @scope (#set! scope "lambda"))

; Bindings

(declaration declarator: (_) @name) @binding
((for_range_loop declarator: (_) @name) @binding (#set! how "local"))
((catch_clause parameters: (parameter_list (parameter_declaration) @name)) @binding (#set! how "local"))

(return_statement (_) @value) @returns

; Imports

(preproc_include path: (string_literal) @import.module) @import
((preproc_include path: (system_lib_string) @import.module) @import (#set! how "system"))
((using_declaration (_) @import.module) @import (#set! how "using"))
((namespace_alias_definition name: (_) @import.alias (_) @import.module) @import (#set! how "namespace"))

; Calls

(call_expression function: (identifier) @name arguments: (_) @arguments) @reference.calls
(call_expression function: (parenthesized_expression (identifier) @name) arguments: (_) @arguments) @reference.calls
(call_expression function: (qualified_identifier) @name arguments: (_) @arguments) @reference.calls
(call_expression function: (template_function name: (identifier) @name) arguments: (_) @arguments) @reference.calls
(call_expression
  function: (field_expression argument: (_) @receiver operator: "." field: (field_identifier) @name)
  arguments: (_) @arguments) @reference.calls
((call_expression
  function: (field_expression argument: (_) @receiver operator: "->" field: (field_identifier) @name)
  arguments: (_) @arguments) @reference.calls
  (#set! through "pointee"))
(call_expression
  function: (field_expression argument: (_) @receiver operator: "." field: (template_method name: (field_identifier) @name))
  arguments: (_) @arguments) @reference.calls
((call_expression
  function: (field_expression argument: (_) @receiver operator: "->" field: (template_method name: (field_identifier) @name))
  arguments: (_) @arguments) @reference.calls
  (#set! through "pointee"))
((new_expression type: (_) @name) @reference.calls (#set! make "new"))
((field_initializer . [(field_identifier) (template_method) (qualified_identifier)] @name) @reference.calls
  (#set! make "member"))
((declaration type: (_) @name declarator: (init_declarator value: [(argument_list) (initializer_list)])) @reference.calls
  (#set! make "variable"))

; Uses of types, fields, constants and functions as values

(type_identifier) @reference.depends_on
(qualified_identifier) @reference.depends_on

(field_expression argument: (_) @receiver operator: "." field: (field_identifier) @name) @reference.depends_on
((field_expression argument: (_) @receiver operator: "->" field: (field_identifier) @name) @reference.depends_on
  (#set! through "pointee"))

(argument_list (identifier) @reference.depends_on)
(initializer_list (identifier) @reference.depends_on)
(declaration type: (_) @receiver declarator: (init_declarator
  declarator: [(identifier) (pointer_declarator)]
  value: (initializer_list (initializer_pair designator: (field_designator (field_identifier) @name))))) @reference.depends_on
(compound_literal_expression
  type: (_) @receiver
  value: (initializer_list (initializer_pair designator: (field_designator (field_identifier) @name)))) @reference.depends_on
(initializer_pair value: (identifier) @reference.depends_on)
(init_declarator value: (identifier) @reference.depends_on)
(assignment_expression left: (identifier) @reference.depends_on)
(assignment_expression right: (identifier) @reference.depends_on)
(return_statement (identifier) @reference.depends_on)
(binary_expression (identifier) @reference.depends_on)
(unary_expression (identifier) @reference.depends_on)
(update_expression (identifier) @reference.depends_on)
(pointer_expression (identifier) @reference.depends_on)
(conditional_expression (identifier) @reference.depends_on)
(parenthesized_expression (identifier) @reference.depends_on)
(condition_clause value: (identifier) @reference.depends_on)
(cast_expression value: (identifier) @reference.depends_on)
(comma_expression (identifier) @reference.depends_on)
(subscript_expression (identifier) @reference.depends_on)
(subscript_argument_list (identifier) @reference.depends_on)
(field_expression argument: (identifier) @reference.depends_on)
(case_statement value: (identifier) @reference.depends_on)
(array_declarator size: (identifier) @reference.depends_on)
(enumerator value: (identifier) @reference.depends_on)
(bitfield_clause (identifier) @reference.depends_on)
(expression_statement (identifier) @reference.depends_on)
(for_range_loop right: (identifier) @reference.depends_on)
(template_argument_list (type_descriptor type: (type_identifier) @reference.depends_on))
