; Definitions. The earlier pattern wins where two name the same place.

(class_declaration
  name: (identifier) @name
  type_parameters: (type_parameters)? @type.parameter
  superclass: (superclass (_) @base)?
  interfaces: (super_interfaces (type_list) @base)?
  body: (class_body) @body) @definition.class

(interface_declaration
  name: (identifier) @name
  type_parameters: (type_parameters)? @type.parameter
  (extends_interfaces (type_list) @base)?
  body: (interface_body) @body) @definition.interface

(enum_declaration
  name: (identifier) @name
  interfaces: (super_interfaces (type_list) @base)?
  body: (enum_body) @body) @definition.enum

(record_declaration
  name: (identifier) @name
  type_parameters: (type_parameters)? @type.parameter
  interfaces: (super_interfaces (type_list) @base)?
  body: (class_body) @body) @definition.class

(annotation_type_declaration
  name: (identifier) @name
  body: (annotation_type_body) @body) @definition.interface

((object_creation_expression
  type: (_) @name @base
  (class_body) @body) @definition.class
  (#set! flags "anonymous unbound"))

((enum_constant (class_body) @name @body @definition.class)
  (#set! flags "anonymous unbound enum_constant"))

((method_declaration
  type_parameters: (type_parameters)? @type.parameter
  type: (_) @returns
  name: (identifier) @name
  parameters: (formal_parameters) @parameter
  body: (block)? @body) @definition.method
  (#set! flags "overloaded"))

((constructor_declaration
  type_parameters: (type_parameters)? @type.parameter
  name: (identifier) @name
  parameters: (formal_parameters) @parameter
  body: (constructor_body) @body) @definition.method
  (#set! flags "overloaded constructor"))

((compact_constructor_declaration
  name: (identifier) @name
  body: (block) @body) @definition.method
  (#set! flags "overloaded constructor compact"))

((annotation_type_element_declaration
  type: (_) @returns
  name: (identifier) @name) @definition.method
  (#set! flags "overloaded"))

(field_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name) @definition.field)

(constant_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name) @definition.field)

((enum_constant name: (identifier) @name) @definition.field
  (#set! flags "enum_constant"))

(record_declaration
  parameters: (formal_parameters
    (formal_parameter type: (_) @type name: (identifier) @name) @definition.field))

; Scopes

((lambda_expression parameters: (_) @parameter) @scope (#set! scope "lambda"))

(block (block) @scope)
(if_statement consequence: (block) @scope)
(if_statement alternative: (block) @scope)
(while_statement body: (block) @scope)
(do_statement body: (block) @scope)
(for_statement) @scope
(enhanced_for_statement) @scope
(try_statement body: (block) @scope)
(try_with_resources_statement) @scope
(catch_clause) @scope
(finally_clause (block) @scope)
(synchronized_statement body: (block) @scope)
(switch_block) @scope
(switch_rule) @scope
(switch_rule (block) @scope)
(static_initializer (block) @scope)
(class_body (block) @scope)
(enum_body_declarations (block) @scope)

; Bindings

((local_variable_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name)) @binding
  (#not-eq? @type "var"))

((local_variable_declaration
  type: (type_identifier) @_type
  declarator: (variable_declarator name: (identifier) @name value: (_) @value)) @binding
  (#eq? @_type "var"))

((enhanced_for_statement type: (_) @type name: (identifier) @name value: (_) @value) @binding
  (#set! how "iter"))

((resource type: (_) @type name: (identifier) @name value: (_) @value) @binding (#set! how "resource"))

((catch_formal_parameter (catch_type) @type name: (identifier) @name) @binding (#set! how "except"))

((instanceof_expression right: (_) @type name: (identifier) @name) @binding (#set! how "pattern"))
((type_pattern (_) @type (identifier) @name) @binding (#set! how "pattern"))
((record_pattern_component (_) @type (identifier) @name) @binding (#set! how "pattern"))

(return_statement (_) @value) @returns

; Imports

(import_declaration
  (scoped_identifier scope: (_) @import.module name: (identifier) @import.name) .) @import

((import_declaration (_) @import.module (asterisk)) @import (#set! name "*"))

; Calls

(method_invocation !object name: (identifier) @name arguments: (_) @arguments) @reference.calls
(method_invocation object: (_) @receiver name: (identifier) @name arguments: (_) @arguments) @reference.calls
(object_creation_expression) @reference.calls
(explicit_constructor_invocation constructor: (_) @name arguments: (_) @arguments) @reference.calls

; Uses of types, annotations, fields and constants

(type_identifier) @reference.depends_on
(scoped_type_identifier) @reference.depends_on
(annotation name: (_) @name) @reference.depends_on
(marker_annotation name: (_) @name) @reference.depends_on

(field_access object: (_) @receiver field: (identifier) @name) @reference.depends_on
(method_reference . (_) @receiver (identifier) @name .) @reference.depends_on

(field_access object: (identifier) @reference.depends_on)
(method_invocation object: (identifier) @reference.depends_on)
(method_reference . (identifier) @reference.depends_on)
(argument_list (identifier) @reference.depends_on)
(return_statement (identifier) @reference.depends_on)
(binary_expression (identifier) @reference.depends_on)
(unary_expression (identifier) @reference.depends_on)
(update_expression (identifier) @reference.depends_on)
(ternary_expression (identifier) @reference.depends_on)
(assignment_expression left: (identifier) @reference.depends_on)
(assignment_expression right: (identifier) @reference.depends_on)
(variable_declarator value: (identifier) @reference.depends_on)
(array_access (identifier) @reference.depends_on)
(array_initializer (identifier) @reference.depends_on)
(enhanced_for_statement value: (identifier) @reference.depends_on)
(parenthesized_expression (identifier) @reference.depends_on)
(cast_expression value: (identifier) @reference.depends_on)
(instanceof_expression left: (identifier) @reference.depends_on)
(lambda_expression body: (identifier) @reference.depends_on)
((switch_expression
  condition: (parenthesized_expression (_) @receiver)
  body: (switch_block
    [(switch_block_statement_group (switch_label (identifier) @name))
     (switch_rule (switch_label (identifier) @name))])) @reference.depends_on
  (#set! or_name "constant"))
(element_value_pair value: (identifier) @reference.depends_on)
(annotation_argument_list (identifier) @reference.depends_on)
(throw_statement (identifier) @reference.depends_on)
(dimensions_expr (identifier) @reference.depends_on)
