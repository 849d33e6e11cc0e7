; Definitions. The earlier pattern wins where two name the same place.

(namespace_declaration name: (_) @name) @definition.namespace
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace

(class_declaration
  name: (identifier) @name
  (type_parameter_list)? @type.parameter
  (base_list)? @base
  body: (declaration_list) @body) @definition.class

(struct_declaration
  name: (identifier) @name
  (type_parameter_list)? @type.parameter
  (base_list)? @base
  body: (declaration_list) @body) @definition.struct

(record_declaration
  name: (identifier) @name
  (type_parameter_list)? @type.parameter
  (base_list)? @base
  body: (declaration_list)? @body) @definition.class

(interface_declaration
  name: (identifier) @name
  type_parameters: (type_parameter_list)? @type.parameter
  (base_list)? @base
  body: (declaration_list) @body) @definition.interface

(enum_declaration
  name: (identifier) @name
  body: (enum_member_declaration_list) @body) @definition.enum

((delegate_declaration
  type: (_) @returns
  name: (identifier) @name
  type_parameters: (type_parameter_list)? @type.parameter
  parameters: (parameter_list) @parameter) @definition.type
  (#set! flags "delegate"))

((method_declaration
  returns: (_) @returns
  name: (identifier) @name
  type_parameters: (type_parameter_list)? @type.parameter
  parameters: (parameter_list) @parameter
  body: (_)? @body) @definition.method
  (#set! flags "overloaded"))

((constructor_declaration
  name: (identifier) @name
  parameters: (parameter_list) @parameter
  body: (_)? @body) @definition.method
  (#set! flags "overloaded constructor"))

((local_function_statement
  type: (_) @returns
  name: (identifier) @name
  type_parameters: (type_parameter_list)? @type.parameter
  parameters: (parameter_list) @parameter
  body: (_)? @body) @definition.function
  (#set! flags "local"))

((operator_declaration
  type: (_) @returns
  parameters: (parameter_list) @parameter @name
  body: (_)? @body) @definition.method
  (#set! flags "overloaded operator"))

((conversion_operator_declaration
  type: (_) @returns
  parameters: (parameter_list) @parameter @name
  body: (_)? @body) @definition.method
  (#set! flags "overloaded operator"))

((indexer_declaration
  type: (_) @returns
  parameters: (bracketed_parameter_list) @parameter @name) @definition.method
  (#set! name "this") (#set! flags "unbound"))

(property_declaration type: (_) @type name: (identifier) @name) @definition.field

(field_declaration
  (variable_declaration
    type: (_) @type
    (variable_declarator name: (identifier) @name) @definition.field))

(event_field_declaration
  (variable_declaration
    type: (_) @type
    (variable_declarator name: (identifier) @name) @definition.field))

(event_declaration type: (_) @type name: (identifier) @name) @definition.field

((enum_member_declaration name: (identifier) @name) @definition.field
  (#set! flags "enum_constant"))

(record_declaration
  (parameter_list (parameter type: (_) @type name: (identifier) @name) @definition.field))

; Scopes

((lambda_expression parameters: (_) @parameter) @scope (#set! scope "lambda"))
((anonymous_method_expression parameters: (_) @parameter) @scope (#set! scope "lambda"))

(block (block) @scope)
(if_statement consequence: (block) @scope)
(if_statement alternative: (block) @scope)
(while_statement body: (block) @scope)
(do_statement body: (block) @scope)
(for_statement) @scope
(foreach_statement) @scope
(using_statement) @scope
(lock_statement (block) @scope)
(try_statement body: (block) @scope)
(catch_clause) @scope
(finally_clause (block) @scope)
(switch_section) @scope
(switch_expression_arm) @scope
(accessor_declaration body: (_) @scope)
(property_declaration value: (arrow_expression_clause) @scope)

; Bindings

((class_declaration
  (parameter_list (parameter type: (_) @type name: (identifier) @name))
  body: (declaration_list) @at) @binding
  (#set! how "primary"))
((struct_declaration
  (parameter_list (parameter type: (_) @type name: (identifier) @name))
  body: (declaration_list) @at) @binding
  (#set! how "primary"))

((variable_declaration
  type: (_) @type
  (variable_declarator name: (identifier) @name)) @binding
  (#not-match? @type "^var$")
  (#set! how "local"))

((variable_declaration
  type: (implicit_type)
  (variable_declarator name: (identifier) @name (_) @value .)) @binding)

((variable_declaration
  type: (implicit_type)
  (variable_declarator (tuple_pattern) @name (_) @value .)) @binding)

((foreach_statement type: (_) @type left: (_) @name right: (_) @value) @binding
  (#set! how "iter"))

((catch_declaration type: (_) @type name: (identifier) @name) @binding (#set! how "except"))

((declaration_pattern type: (_) @type name: (identifier) @name) @binding (#set! how "pattern"))
((recursive_pattern type: (_) @type name: (identifier) @name) @binding (#set! how "pattern"))
((declaration_expression) @name @binding (#set! how "pattern"))

(return_statement (_) @value) @returns

; Imports

((using_directive . [(identifier) (qualified_name)] @import.module .) @import (#set! name "*"))
(using_directive name: (identifier) @import.alias [(identifier) (qualified_name)] @import.module .) @import

; Calls

(invocation_expression function: (identifier) @name arguments: (_) @arguments) @reference.calls
(invocation_expression function: (generic_name (identifier) @name) arguments: (_) @arguments) @reference.calls
(invocation_expression
  function: (member_access_expression
    expression: [(_) "this" "base"] @receiver
    name: [(identifier) @name (generic_name (identifier) @name)])
  arguments: (_) @arguments) @reference.calls
(invocation_expression
  function: (conditional_access_expression
    condition: (_) @receiver
    (member_binding_expression name: [(identifier) @name (generic_name (identifier) @name)]))
  arguments: (_) @arguments) @reference.calls
(object_creation_expression) @reference.calls
(implicit_object_creation_expression) @reference.calls
; `class P(int n) : C(n)` calls the constructor of C
(base_list [(identifier) (qualified_name) (generic_name)] @name . (argument_list) @arguments) @reference.calls
(constructor_initializer ["base" "this"] @name (argument_list) @arguments) @reference.calls

; Uses of types, attributes, fields and constants

(attribute name: (_) @name) @reference.depends_on

(_ type: [(identifier) (qualified_name)] @reference.depends_on)
(_ type: (generic_name (identifier) @reference.depends_on))
(_ returns: [(identifier) (qualified_name)] @reference.depends_on)
(_ returns: (generic_name (identifier) @reference.depends_on))
(nullable_type [(identifier) (qualified_name)] @reference.depends_on)
(nullable_type (generic_name (identifier) @reference.depends_on))
(type_argument_list [(identifier) (qualified_name)] @reference.depends_on)
(type_argument_list (generic_name (identifier) @reference.depends_on))
(as_expression right: (identifier) @reference.depends_on)
(is_expression right: (identifier) @reference.depends_on)

(member_access_expression expression: [(_) "this" "base"] @receiver name: (identifier) @name) @reference.depends_on
(conditional_access_expression
  condition: (_) @receiver
  (member_binding_expression name: (identifier) @name)) @reference.depends_on

(member_access_expression expression: (identifier) @reference.depends_on)
(conditional_access_expression condition: (identifier) @reference.depends_on)
; Each kind in a pattern of its own took .03 s to compile.
([
  (argument) (return_statement) (arrow_expression_clause) (binary_expression) (prefix_unary_expression)
  (postfix_unary_expression) (conditional_expression) (initializer_expression) (parenthesized_expression)
  (interpolation) (throw_statement) (await_expression)
] @reference.depends_on (#set! children "identifier"))
(assignment_expression left: (identifier) @reference.depends_on)
(assignment_expression right: (identifier) @reference.depends_on)
(variable_declarator name: (_) (identifier) @reference.depends_on)
(element_access_expression expression: (identifier) @reference.depends_on)
(object_creation_expression
  type: (_) @receiver
  initializer: (initializer_expression (assignment_expression left: (identifier) @name))) @reference.depends_on
(with_expression . (_) @receiver (with_initializer . (identifier) @name)) @reference.depends_on
(foreach_statement right: (identifier) @reference.depends_on)
(cast_expression value: (identifier) @reference.depends_on)
(is_pattern_expression expression: (identifier) @reference.depends_on)
(lambda_expression body: (identifier) @reference.depends_on)
(constant_pattern (_) @reference.depends_on)
