; Definitions. What stands in an `impl` gets its owner when all captures are read.

(function_item
  (visibility_modifier)? @modifier
  (function_modifiers)? @modifier
  name: (identifier) @name
  type_parameters: (type_parameters)? @type.parameter
  parameters: (parameters) @parameter
  return_type: (_)? @returns
  (where_clause)? @type.parameter
  body: (block) @body) @definition.function

(function_signature_item
  (visibility_modifier)? @modifier
  (function_modifiers)? @modifier
  name: (identifier) @name
  type_parameters: (type_parameters)? @type.parameter
  parameters: (parameters) @parameter
  return_type: (_)? @returns
  (where_clause)? @type.parameter) @definition.function

(struct_item
  (visibility_modifier)? @modifier
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type.parameter
  (where_clause)? @type.parameter
  body: (field_declaration_list) @body) @definition.struct

(struct_item
  (visibility_modifier)? @modifier
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type.parameter
  body: (ordered_field_declaration_list) @parameter
  (where_clause)? @type.parameter) @definition.struct

((struct_item
  (visibility_modifier)? @modifier
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type.parameter
  (where_clause)? @type.parameter
  !body) @definition.struct
  (#set! flags "singleton"))

(union_item
  (visibility_modifier)? @modifier
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type.parameter
  (where_clause)? @type.parameter
  body: (field_declaration_list) @body) @definition.struct

(enum_item
  (visibility_modifier)? @modifier
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type.parameter
  (where_clause)? @type.parameter
  body: (enum_variant_list) @body) @definition.enum

((enum_variant
  name: (identifier) @name
  body: (ordered_field_declaration_list)? @parameter) @definition.constant
  (#set! flags "variant unbound public"))

((field_declaration
  (visibility_modifier)? @modifier
  name: (field_identifier) @name
  type: (_) @type) @definition.field
  (#set! flags "unbound"))

(trait_item
  (visibility_modifier)? @modifier
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type.parameter
  bounds: (trait_bounds)? @base
  (where_clause)? @type.parameter
  body: (declaration_list) @body) @definition.trait

(associated_type
  name: (type_identifier) @name
  bounds: (trait_bounds)? @type) @definition.type

(type_item
  (visibility_modifier)? @modifier
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type.parameter
  type: (_) @value) @definition.type

(const_item
  (visibility_modifier)? @modifier
  name: (identifier) @name
  type: (_)? @type
  value: (_)? @value) @definition.constant

(static_item
  (visibility_modifier)? @modifier
  name: (identifier) @name
  type: (_)? @type
  value: (_)? @value) @definition.constant

(macro_definition name: (identifier) @name) @definition.macro

(mod_item
  (visibility_modifier)? @modifier
  name: (identifier) @name
  body: (declaration_list) @body) @definition.namespace

(impl_item
  type_parameters: (type_parameters)? @type.parameter
  trait: (_)? @base
  type: (_) @name @owner
  (where_clause)? @type.parameter
  body: (declaration_list) @body) @definition.impl

; Scopes

((closure_expression parameters: (closure_parameters) @parameter) @scope
  (#set! scope "lambda"))

(expression_statement (block) @scope)
(unsafe_block (block) @scope)
(async_block (block) @scope)
(let_declaration [value: (block) @scope alternative: (block) @scope])
(if_expression consequence: (block) @scope)
(else_clause (block) @scope)
(while_expression body: (block) @scope)
(for_expression body: (block) @scope)
(loop_expression body: (block) @scope)
(match_arm) @scope
(let_chain) @scope
(match_arm value: (block) @scope)
(closure_expression body: (block) @scope)

; Bindings

(let_declaration pattern: (_) @name type: (_)? @type value: (_)? @value) @binding

((if_expression
  condition: [
    (let_condition pattern: (_) @name value: (_) @value)
    (let_chain (let_condition pattern: (_) @name value: (_) @value))]
  consequence: (block) @at) @binding
  (#set! how "local"))

((while_expression
  condition: [
    (let_condition pattern: (_) @name value: (_) @value)
    (let_chain (let_condition pattern: (_) @name value: (_) @value))]
  body: (block) @at) @binding
  (#set! how "local"))

((let_chain (let_condition pattern: (_) @name value: (_) @value)) @binding
  (#set! how "local"))

((match_expression
  value: (_) @value
  body: (match_block (match_arm pattern: (match_pattern . (_) @name)) @at)) @binding
  (#set! how "local"))

((match_arm
  pattern: (match_pattern
    condition: [
      (let_condition pattern: (_) @name value: (_) @value)
      (let_chain (let_condition pattern: (_) @name value: (_) @value))])) @at @binding
  (#set! how "local"))

((for_expression pattern: (_) @name value: (_) @value body: (block) @at) @binding
  (#set! how "iter"))

((function_item
  parameters: (parameters (parameter
    pattern: [(tuple_pattern) (tuple_struct_pattern) (struct_pattern) (reference_pattern) (slice_pattern) (mut_pattern)] @name
    type: (_) @type))
  body: (block) @at) @binding
  (#set! how "local"))

; Imports

((use_declaration argument: (_) @import.module) @import (#set! how "use"))

((mod_item name: (identifier) @import.alias !body) @import (#set! how "mod"))

((attribute_item (attribute (identifier) @_word value: (string_literal) @import.module))
  .
  [(line_comment) (block_comment) (attribute_item)]*
  .
  (mod_item name: (identifier) @import.alias !body) @import
  (#eq? @_word "path")
  (#set! how "mod"))

((extern_crate_declaration name: (identifier) @import.name alias: (identifier)? @import.alias) @import
  (#set! how "crate"))

; Calls

(call_expression function: (identifier) @name arguments: (_) @arguments) @reference.calls

((call_expression
  function: (scoped_identifier path: (_) @receiver name: (identifier) @name)
  arguments: (_) @arguments) @reference.calls (#set! path "::"))

(call_expression
  function: (field_expression value: (_) @receiver field: (field_identifier) @name)
  arguments: (_) @arguments) @reference.calls

(call_expression
  function: (generic_function function: (identifier) @name)
  arguments: (_) @arguments) @reference.calls

((call_expression
  function: (generic_function function: (scoped_identifier path: (_) @receiver name: (identifier) @name))
  arguments: (_) @arguments) @reference.calls (#set! path "::"))

(call_expression
  function: (generic_function function: (field_expression value: (_) @receiver field: (field_identifier) @name))
  arguments: (_) @arguments) @reference.calls

(macro_rule right: (token_tree) @scope)

; Uses of macros, types and values

((macro_invocation macro: (identifier) @name) @reference.depends_on (#set! suffix "!"))
((macro_invocation macro: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.depends_on
  (#set! suffix "!") (#set! path "::"))

(attribute (identifier) @name) @reference.depends_on
((attribute (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.depends_on (#set! path "::"))
((attribute (identifier) @_word arguments: (token_tree (identifier) @name)) @reference.depends_on (#eq? @_word "derive"))

(type_identifier) @name @reference.depends_on
((scoped_type_identifier path: (_) @receiver name: (type_identifier) @name) @reference.depends_on (#set! path "::"))
((scoped_identifier path: (_) @receiver name: (identifier) @name) @reference.depends_on (#set! path "::"))
(field_expression value: (_) @receiver field: (field_identifier) @name) @reference.depends_on
(struct_expression
  name: (_) @receiver
  body: (field_initializer_list [
    (field_initializer field: (field_identifier) @name)
    (shorthand_field_initializer (identifier) @name)])) @reference.depends_on
(struct_pattern
  type: (_) @receiver
  (field_pattern name: [(field_identifier) (shorthand_field_identifier)] @name)) @reference.depends_on

(arguments (identifier) @name) @reference.depends_on
(arguments (reference_expression value: (identifier) @name)) @reference.depends_on
(field_initializer value: (identifier) @name) @reference.depends_on
(let_declaration value: (identifier) @name) @reference.depends_on
(binary_expression (identifier) @name) @reference.depends_on
(unary_expression (identifier) @name) @reference.depends_on
(range_expression (identifier) @name) @reference.depends_on
(array_expression (identifier) @name) @reference.depends_on
(tuple_expression (identifier) @name) @reference.depends_on
(index_expression (identifier) @name) @reference.depends_on
(type_cast_expression value: (identifier) @name) @reference.depends_on
(return_expression (identifier) @name) @reference.depends_on
(expression_statement (identifier) @name) @reference.depends_on
(block (identifier) @name) @reference.depends_on
(match_arm value: (identifier) @name) @reference.depends_on
(match_expression value: (identifier) @name) @reference.depends_on
(match_pattern (identifier) @name) @reference.depends_on
(or_pattern (identifier) @name) @reference.depends_on
(tuple_struct_pattern type: (identifier) @name) @reference.depends_on
(tuple_struct_pattern (identifier) @name) @reference.depends_on
(range_pattern (identifier) @name) @reference.depends_on
(const_item value: (identifier) @name) @reference.depends_on
(static_item value: (identifier) @name) @reference.depends_on
(array_type length: (identifier) @name) @reference.depends_on
(closure_expression body: (identifier) @name) @reference.depends_on
(assignment_expression right: (identifier) @name) @reference.depends_on
