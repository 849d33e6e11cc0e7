; The package clause; the record's `finish` takes it from the imports.

((package_clause (package_identifier) @import.module) @import (#set! how "package"))

; Definitions. The earlier pattern wins where two name the same place.

(function_declaration
  name: (identifier) @name
  type_parameters: (type_parameter_list)? @type.parameter
  parameters: (parameter_list) @parameter
  result: (_)? @returns
  body: (block)? @body) @definition.function

(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (pointer_type (type_identifier) @owner)
    (generic_type type: (type_identifier) @owner)
    (pointer_type (generic_type type: (type_identifier) @owner))
    (parenthesized_type (type_identifier) @owner)
    (parenthesized_type (pointer_type (type_identifier) @owner))]))
  name: (field_identifier) @name
  parameters: (parameter_list) @parameter
  result: (_)? @returns
  body: (block)? @body) @definition.function

(type_spec
  name: (type_identifier) @name
  type_parameters: (type_parameter_list)? @type.parameter
  type: (struct_type (field_declaration_list) @body)) @definition.struct

(type_spec
  name: (type_identifier) @name
  type_parameters: (type_parameter_list)? @type.parameter
  type: (interface_type) @body) @definition.interface

((type_spec
  name: (type_identifier) @name
  type_parameters: (type_parameter_list)? @type.parameter
  type: [
    (type_identifier) (qualified_type) (generic_type) (pointer_type) (slice_type) (array_type) (map_type)
    (channel_type) (function_type) (parenthesized_type)] @value) @definition.type
  (#set! flags "distinct"))

(type_alias
  name: (type_identifier) @name
  type_parameters: (type_parameter_list)? @type.parameter
  type: (_) @value) @definition.type

((type_spec type: (interface_type (method_elem
  name: (field_identifier) @name
  parameters: (parameter_list) @parameter
  result: (_)? @returns) @definition.method))
  (#set! flags "unbound"))

((type_spec type: (struct_type (field_declaration_list
  (field_declaration name: (field_identifier) @name type: (_) @type) @definition.field)))
  (#set! flags "unbound"))

(source_file (const_declaration
  (const_spec name: (identifier) @name type: (_)? @type value: (expression_list)? @value) @definition.constant))

(source_file (var_declaration
  (var_spec name: (identifier) @name type: (_)? @type value: (expression_list)? @value) @definition.constant))

(source_file (var_declaration (var_spec_list
  (var_spec name: (identifier) @name type: (_)? @type value: (expression_list)? @value) @definition.constant)))

; Scopes

((func_literal parameters: (parameter_list) @parameter) @scope
  (#set! scope "lambda"))

[(if_statement) (for_statement) (expression_switch_statement)
 (expression_case) (default_case) (communication_case)] @scope
(if_statement consequence: (block) @scope)
(if_statement alternative: (block) @scope)
(statement_list (block) @scope)

(type_switch_statement) @scope @name
(type_case) @scope @name

; Bindings

(short_var_declaration left: (expression_list) @name right: (expression_list) @value) @binding
(statement_list (var_declaration (var_spec) @name @binding))
(statement_list (var_declaration (var_spec_list (var_spec) @name @binding)))
(statement_list (const_declaration (const_spec) @name @binding))

((range_clause left: (expression_list) @name ":=" right: (_) @value) @binding (#set! how "iter") (#set! since "end"))
(receive_statement left: (expression_list) @name ":=" right: (_) @value) @binding

((method_declaration
  receiver: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type))
  body: (block) @at) @binding
  (#set! how "param"))
((function_declaration
  result: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type))
  body: (block) @at) @binding
  (#set! how "param"))
((method_declaration
  result: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type))
  body: (block) @at) @binding
  (#set! how "param"))
((func_literal
  result: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type))) @binding @at
  (#set! how "param"))

((type_spec type: (struct_type (field_declaration_list (field_declaration !name type: [
  (type_identifier) @name
  (qualified_type name: (type_identifier) @name)
  (generic_type type: (type_identifier) @name)
  (generic_type type: (qualified_type name: (type_identifier) @name))] @type)))) @binding
  (#set! how "field"))

; Imports

(import_spec !name path: (_) @import.module) @import
(import_spec name: (package_identifier) @import.alias path: (_) @import.module) @import
(import_spec name: (blank_identifier) @import.alias path: (_) @import.module) @import
((import_spec name: (dot) path: (_) @import.module) @import (#set! name "*"))

; Calls, and conversions to a type

(call_expression function: (identifier) @name arguments: (_) @arguments) @reference.calls
(call_expression
  function: (selector_expression operand: (_) @receiver field: (field_identifier) @name)
  arguments: (_) @arguments) @reference.calls
(call_expression function: (index_expression operand: (identifier) @name) arguments: (_) @arguments) @reference.calls
(call_expression
  function: (index_expression operand: (selector_expression operand: (_) @receiver field: (field_identifier) @name))
  arguments: (_) @arguments) @reference.calls
(call_expression function: (parenthesized_expression (identifier) @name) arguments: (_) @arguments) @reference.calls
(call_expression
  function: (parenthesized_expression (selector_expression operand: (_) @receiver field: (field_identifier) @name))
  arguments: (_) @arguments) @reference.calls
(type_conversion_expression type: (generic_type type: (type_identifier) @name)) @reference.calls
(type_conversion_expression type: (generic_type
  type: (qualified_type package: (_) @receiver name: (type_identifier) @name))) @reference.calls

; Uses of types and values

(type_identifier) @reference.depends_on
(qualified_type package: (_) @receiver name: (type_identifier) @name) @reference.depends_on
(selector_expression operand: (_) @receiver field: (field_identifier) @name) @reference.depends_on

(selector_expression operand: (identifier) @reference.depends_on)
(argument_list (identifier) @reference.depends_on)
(expression_list (identifier) @reference.depends_on)
(literal_element (identifier) @reference.depends_on)
(literal_value (keyed_element . (literal_element (identifier) @name))) @receiver @reference.depends_on
(binary_expression (identifier) @reference.depends_on)
(unary_expression operand: (identifier) @reference.depends_on)
(parenthesized_expression (identifier) @reference.depends_on)
(index_expression (identifier) @reference.depends_on)
(slice_expression (identifier) @reference.depends_on)
(type_assertion_expression operand: (identifier) @reference.depends_on)
(range_clause right: (identifier) @reference.depends_on)
(expression_switch_statement value: (identifier) @reference.depends_on)
(send_statement (identifier) @reference.depends_on)
(inc_statement (identifier) @reference.depends_on)
(dec_statement (identifier) @reference.depends_on)
(if_statement condition: (identifier) @reference.depends_on)
(array_type length: (identifier) @reference.depends_on)
(variadic_argument (identifier) @reference.depends_on)
