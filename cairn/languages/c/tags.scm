; Definitions. Declarators are read when all captures are known: the name is somewhere inside @name.

(function_definition declarator: (_) @name body: (_) @body) @definition.function

(translation_unit (declaration declarator: (_) @name) @definition.constant)
(declaration_list (declaration declarator: (_) @name) @definition.constant)
(linkage_specification body: (declaration declarator: (_) @name) @definition.constant)

(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name value: (_)? @value) @definition.constant
(field_declaration declarator: (_) @name) @definition.field
(type_definition declarator: (_) @name) @definition.type
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

; Scopes

(compound_statement) @scope
(for_statement) @scope

; Bindings

(declaration declarator: (_) @name) @binding

(return_statement (_) @value) @returns

; Imports

(preproc_include path: (string_literal) @import.module) @import
((preproc_include path: (system_lib_string) @import.module) @import (#set! how "system"))

; Calls

(call_expression function: (identifier) @name arguments: (_) @arguments) @reference.calls
(call_expression function: (parenthesized_expression (identifier) @name) arguments: (_) @arguments) @reference.calls
(call_expression
  function: (field_expression argument: (_) @receiver operator: "." field: (field_identifier) @name)
  arguments: (_) @arguments) @reference.calls
((call_expression
  function: (field_expression argument: (_) @receiver operator: "->" field: (field_identifier) @name)
  arguments: (_) @arguments) @reference.calls
  (#set! through "pointee"))

; Uses of types, fields, constants and functions as values

(type_identifier) @reference.depends_on

(field_expression argument: (_) @receiver operator: "." field: (field_identifier) @name) @reference.depends_on
((field_expression argument: (_) @receiver operator: "->" field: (field_identifier) @name) @reference.depends_on
  (#set! through "pointee"))

(argument_list (identifier) @reference.depends_on)
(initializer_list (identifier) @reference.depends_on)
(declaration type: (_) @receiver declarator: (init_declarator
  declarator: [(identifier) (pointer_declarator)]
  value: (initializer_list (initializer_pair designator: (field_designator (field_identifier) @name))))) @reference.depends_on
(compound_literal_expression
  type: (type_descriptor type: (_)) @receiver
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
(cast_expression value: (identifier) @reference.depends_on)
(comma_expression (identifier) @reference.depends_on)
(subscript_expression (identifier) @reference.depends_on)
(field_expression argument: (identifier) @reference.depends_on)
(case_statement value: (identifier) @reference.depends_on)
(array_declarator size: (identifier) @reference.depends_on)
(enumerator value: (identifier) @reference.depends_on)
(bitfield_clause (identifier) @reference.depends_on)
(expression_statement (identifier) @reference.depends_on)
