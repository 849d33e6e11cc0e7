; Definitions. The earlier pattern wins where two name the same place.

(class_declaration name: (name) @name (base_clause)? @base (class_interface_clause)? @base body: (_) @body) @definition.class
(interface_declaration name: (name) @name (base_clause)? @base body: (_) @body) @definition.interface
(trait_declaration name: (name) @name body: (_) @body) @definition.trait
(enum_declaration name: (name) @name (class_interface_clause)? @base body: (_) @body) @definition.enum

((anonymous_class (base_clause)? @base (class_interface_clause)? @base body: (_) @body @name) @definition.class
  (#set! name "anon") (#set! flags "anonymous unbound"))

(method_declaration
  name: (name) @name
  parameters: (_) @parameter
  return_type: (_)? @returns
  body: (_)? @body) @definition.method

(function_definition
  name: (name) @name
  parameters: (_) @parameter
  return_type: (_)? @returns
  body: (_) @body) @definition.function

(property_declaration type: (_)? @type
  (property_element name: (variable_name (name) @name) default_value: (_)? @value)) @definition.field
((property_promotion_parameter type: (_)? @type name: (variable_name (name) @name)) @definition.field (#set! flags "promoted"))
(const_declaration (const_element . (name) @name . (_) @value)) @definition.constant
((enum_case name: (name) @name) @definition.field (#set! flags "enum_constant case"))
((function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)) . (argument (_) @value))) @definition.constant
  (#eq? @_define "define") (#match? @name "^[A-Za-z_][A-Za-z0-9_]*$") (#set! flags "global unbound"))

; Scopes

((anonymous_function parameters: (formal_parameters) @parameter) @scope (#set! scope "lambda"))
((arrow_function parameters: (formal_parameters) @parameter) @scope (#set! scope "lambda"))

((if_statement
  condition: (parenthesized_expression (binary_expression left: (variable_name) @name operator: "instanceof" right: (_) @type))
  body: (_) @scope)
  (#set! scope "narrow"))

; Bindings

(assignment_expression left: (variable_name) @name right: (_) @value) @binding
((assignment_expression
  left: (member_access_expression object: (variable_name) @owner name: (name) @name)
  right: (_) @value) @binding
  (#set! how "field"))
((property_promotion_parameter type: (_)? @type name: (variable_name (name) @name)) @binding (#set! how "field"))
((foreach_statement . (_) @value . (variable_name) @name) @binding (#set! how "iter"))
((catch_clause type: (type_list . (_) @type .) name: (variable_name) @name) @binding (#set! how "except"))

(return_statement (_) @value) @returns

; Imports

(namespace_use_declaration
  (namespace_use_clause . [(name) (qualified_name)] @import.module alias: (name)? @import.alias)) @import
((namespace_use_declaration
  (namespace_use_clause type: ["function" "const"] . [(name) (qualified_name)] @import.module alias: (name)? @import.alias)) @import
  (#set! how "function"))
(namespace_use_declaration
  (namespace_name) @import.module
  body: (namespace_use_group (namespace_use_clause . [(name) (qualified_name)] @import.name alias: (name)? @import.alias))) @import
([(require_expression (string) @import.module) (require_once_expression (string) @import.module)
  (include_expression (string) @import.module) (include_once_expression (string) @import.module)] @import
  (#set! how "file"))
([(require_expression (binary_expression right: (string) @import.module))
  (require_once_expression (binary_expression right: (string) @import.module))
  (include_expression (binary_expression right: (string) @import.module))
  (include_once_expression (binary_expression right: (string) @import.module))] @import
  (#set! how "file"))

; Calls

(function_call_expression function: [(name) (qualified_name) (relative_name)] @reference.calls)
(member_call_expression object: (_) @receiver name: (name) @name) @reference.calls
(nullsafe_member_call_expression object: (_) @receiver name: (name) @name) @reference.calls
(scoped_call_expression scope: (_) @receiver name: (name) @name) @reference.calls
(object_creation_expression . [(name) (qualified_name) (relative_name)] @reference.calls)

; Uses of types, properties and constants

(named_type [(name) (qualified_name)] @reference.depends_on)
(binary_expression operator: "instanceof" right: [(name) (qualified_name)] @reference.depends_on)
(member_access_expression object: (_) @receiver name: (name) @name) @reference.depends_on
(nullsafe_member_access_expression object: (_) @receiver name: (name) @name) @reference.depends_on
(scoped_property_access_expression scope: (_) @receiver name: (variable_name (name) @name)) @reference.depends_on
(class_constant_access_expression . (_) @receiver . (name) @name) @reference.depends_on
(class_constant_access_expression . [(name) (qualified_name)] @reference.depends_on)
(scoped_call_expression scope: [(name) (qualified_name)] @reference.depends_on)
(scoped_property_access_expression scope: [(name) (qualified_name)] @reference.depends_on)
(attribute [(name) (qualified_name)] @reference.depends_on)
(argument (name) @reference.depends_on)
(return_statement (name) @reference.depends_on)
(binary_expression (name) @reference.depends_on)
(unary_op_expression (name) @reference.depends_on)
(conditional_expression (name) @reference.depends_on)
(parenthesized_expression (name) @reference.depends_on)
(assignment_expression right: (name) @reference.depends_on)
(augmented_assignment_expression right: (name) @reference.depends_on)
(array_element_initializer (name) @reference.depends_on)
(subscript_expression (name) @reference.depends_on)
(echo_statement (name) @reference.depends_on)
(sequence_expression (name) @reference.depends_on)
(print_intrinsic (name) @reference.depends_on)
(cast_expression value: (name) @reference.depends_on)
(match_condition_list (name) @reference.depends_on)
(match_conditional_expression return_expression: (name) @reference.depends_on)
(match_default_expression return_expression: (name) @reference.depends_on)
(case_statement value: (name) @reference.depends_on)
(arrow_function body: (name) @reference.depends_on)
(const_element (name) (name) @reference.depends_on)
(property_element default_value: (name) @reference.depends_on)
(simple_parameter default_value: (name) @reference.depends_on)
(property_promotion_parameter default_value: (name) @reference.depends_on)

; Methods that are named for others to call: [$this, 'name'], [Type::class, 'name']

((array_creation_expression
  . (array_element_initializer . (variable_name) @receiver .)
  . (array_element_initializer . (string (string_content) @name) .) .) @reference.depends_on
  (#eq? @receiver "$this"))
((array_creation_expression
  . (array_element_initializer . (class_constant_access_expression . (_) @receiver . (name) @_class .) .)
  . (array_element_initializer . (string (string_content) @name) .) .) @reference.depends_on
  (#eq? @_class "class"))
