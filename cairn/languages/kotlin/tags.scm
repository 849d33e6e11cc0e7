; Definitions. The earlier pattern wins where two name the same place.

(class_declaration
  "interface"
  (type_identifier) @name
  (type_parameters)? @type.parameter
  (class_body)? @body) @definition.interface

(class_declaration
  "enum"
  (type_identifier) @name
  (enum_class_body)? @body) @definition.enum

(class_declaration
  "class"
  (type_identifier) @name
  (type_parameters)? @type.parameter
  (class_body)? @body) @definition.class

((object_declaration
  (type_identifier) @name
  (class_body)? @body) @definition.class
  (#set! flags "object"))

((companion_object
  (type_identifier) @name
  (class_body)? @body) @definition.class
  (#set! flags "companion"))

((companion_object
  (class_body)? @body @name) @definition.class
  (#set! name "Companion") (#set! flags "companion"))

((object_literal
  (class_body) @body) @definition.class
  (#set! name "anon") (#set! flags "anonymous unbound"))

((enum_entry (class_body) @name @body @definition.class)
  (#set! flags "anonymous unbound enum_constant"))

((function_declaration
  (type_parameters)? @type.parameter
  receiver: (receiver_type (_) @owner)?
  (simple_identifier) @name
  (function_value_parameters) @parameter
  (function_body)? @body) @definition.function
  (#set! flags "overloaded"))

((secondary_constructor
  (function_value_parameters) @parameter @name
  (statements)? @body) @definition.method
  (#set! name "constructor") (#set! flags "overloaded constructor"))

(property_declaration
  receiver: (receiver_type (_) @owner)?
  (variable_declaration (simple_identifier) @name [(user_type) (nullable_type) (function_type)]? @type)) @definition.field

(primary_constructor
  (class_parameter (binding_pattern_kind) (simple_identifier) @name . (_) @type) @definition.field)

((enum_entry (simple_identifier) @name) @definition.field
  (#set! flags "enum_constant"))

(type_alias (type_identifier) @name (type_parameters)? @type.parameter (_) @value .) @definition.type

; Scopes

((lambda_literal) @scope (#set! scope "lambda"))
((anonymous_function) @scope (#set! scope "lambda"))

(control_structure_body) @scope
(for_statement) @scope
(try_expression (statements) @scope)
(catch_block) @scope
(finally_block) @scope
(when_entry) @scope
(getter) @scope
(setter) @scope
(anonymous_initializer (statements) @scope)

((if_expression
  condition: (check_expression (simple_identifier) @name "is" (_) @type)
  consequence: (control_structure_body) @scope)
  (#set! scope "narrow"))

((if_expression
  condition: (conjunction_expression . (check_expression (simple_identifier) @name "is" (_) @type))
  consequence: (control_structure_body) @scope)
  (#set! scope "narrow"))

((if_expression
  condition: (conjunction_expression . (check_expression (simple_identifier) @name "is" (_) @type) (_) @scope .))
  (#set! scope "narrow"))

((when_expression
  (when_subject . (simple_identifier) @name .)
  (when_entry (when_condition (type_test "is" (_) @type)) (control_structure_body) @scope))
  (#set! scope "narrow"))

; Bindings

((class_declaration
  (primary_constructor (class_parameter (simple_identifier) @name . (_) @type))
  (class_body) @at) @binding
  (#set! how "primary"))

((catch_block (simple_identifier) @name (user_type) @type) @binding (#set! how "except"))

((lambda_literal) @name @binding (#set! how "param"))
((anonymous_function) @name @binding (#set! how "param"))

(property_declaration (variable_declaration) @name) @binding
(property_declaration (multi_variable_declaration) @name) @binding
(for_statement [(variable_declaration) (multi_variable_declaration)] @name) @binding

(jump_expression "return" (_) @value) @returns

; Imports

(import_header (identifier) @import.module) @import
(import_header (identifier) @import.module (import_alias (type_identifier) @import.alias)) @import
((import_header (identifier) @import.module (wildcard_import)) @import (#set! name "*"))

; Calls

(call_expression . (simple_identifier) @name (call_suffix) @arguments) @reference.calls
(call_expression
  . (navigation_expression (_) @receiver (navigation_suffix (simple_identifier) @name))
  (call_suffix) @arguments) @reference.calls
(infix_expression . (_) @receiver . (simple_identifier) @name . (_) @arguments) @reference.calls
(constructor_delegation_call ["this" "super"] @name (value_arguments) @arguments) @reference.calls

; Uses of types, annotations, properties and constants

(user_type) @reference.depends_on

(navigation_expression (_) @receiver (navigation_suffix ["." "?."] (simple_identifier) @name)) @reference.depends_on
(navigation_expression (_) (navigation_suffix "::" (simple_identifier))) @reference.depends_on
(callable_reference (_) (simple_identifier)) @reference.depends_on
(callable_reference . "::" (simple_identifier)) @reference.depends_on
(callable_reference . (type_identifier) @reference.depends_on)
(directly_assignable_expression (_) @receiver (navigation_suffix (simple_identifier) @name)) @reference.depends_on

(navigation_expression . (simple_identifier) @reference.depends_on)
(value_argument (simple_identifier) @reference.depends_on .)
(jump_expression (simple_identifier) @reference.depends_on)
(function_body (simple_identifier) @reference.depends_on)
(additive_expression (simple_identifier) @reference.depends_on)
(multiplicative_expression (simple_identifier) @reference.depends_on)
(comparison_expression (simple_identifier) @reference.depends_on)
(equality_expression (simple_identifier) @reference.depends_on)
(conjunction_expression (simple_identifier) @reference.depends_on)
(disjunction_expression (simple_identifier) @reference.depends_on)
(elvis_expression (simple_identifier) @reference.depends_on)
(prefix_expression (simple_identifier) @reference.depends_on)
(postfix_expression (simple_identifier) @reference.depends_on)
(property_declaration (variable_declaration) (simple_identifier) @reference.depends_on)
(assignment (simple_identifier) @reference.depends_on)
(directly_assignable_expression (simple_identifier) @reference.depends_on)
(indexing_expression . (simple_identifier) @reference.depends_on)
(interpolated_identifier) @reference.depends_on
(interpolated_expression (simple_identifier) @reference.depends_on)
(control_structure_body (simple_identifier) @reference.depends_on)
(when_condition (simple_identifier) @reference.depends_on)
(statements (simple_identifier) @reference.depends_on)
(infix_expression (_) (simple_identifier) (simple_identifier) @reference.depends_on)
(for_statement (_) . (simple_identifier) @reference.depends_on)
(infix_expression . (simple_identifier) @reference.depends_on)
(if_expression condition: (simple_identifier) @reference.depends_on)
(while_statement . (simple_identifier) @reference.depends_on)
(do_while_statement (simple_identifier) @reference.depends_on)
(when_subject (simple_identifier) @reference.depends_on)
(range_expression (simple_identifier) @reference.depends_on)
(range_test (simple_identifier) @reference.depends_on)
(as_expression . (simple_identifier) @reference.depends_on)
(check_expression (simple_identifier) @reference.depends_on)
(parenthesized_expression (simple_identifier) @reference.depends_on)
(spread_expression (simple_identifier) @reference.depends_on)
(indexing_suffix (simple_identifier) @reference.depends_on)
(function_value_parameters (simple_identifier) @reference.depends_on)
(class_parameter (_) (simple_identifier) @reference.depends_on .)
(explicit_delegation (_) (simple_identifier) @reference.depends_on)
(property_delegate (simple_identifier) @reference.depends_on)
(collection_literal (simple_identifier) @reference.depends_on)
