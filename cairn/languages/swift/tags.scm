; Definitions. The earlier pattern wins where two name the same place.

((class_declaration declaration_kind: "class" name: (type_identifier) @name (type_parameters)? @type.parameter body: (_) @body)
  @definition.class)
((class_declaration declaration_kind: "actor" name: (type_identifier) @name (type_parameters)? @type.parameter body: (_) @body)
  @definition.class)
((class_declaration declaration_kind: "struct" name: (type_identifier) @name (type_parameters)? @type.parameter body: (_) @body)
  @definition.struct)
((class_declaration declaration_kind: "enum" name: (type_identifier) @name (type_parameters)? @type.parameter body: (_) @body)
  @definition.enum)
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(typealias_declaration name: (type_identifier) @name name: (_) @value) @definition.type

((function_declaration name: (simple_identifier) @name (type_parameters)? @type.parameter body: (_)? @body) @definition.function
  (#set! flags "overloaded"))
((protocol_function_declaration name: (simple_identifier) @name) @definition.function (#set! flags "overloaded"))
((init_declaration "init" @name body: (_)? @body) @definition.method (#set! flags "overloaded constructor"))

((deinit_declaration "deinit" @name body: (_) @body) @definition.method (#set! flags "overloaded"))
((subscript_declaration "subscript" @name (computed_property) @body) @definition.method (#set! flags "overloaded"))

(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field
((enum_entry name: (simple_identifier) @name) @definition.field (#set! flags "enum_constant case variant"))

; Scopes

((lambda_literal) @scope (#set! scope "lambda"))
(if_statement) @scope
(for_statement) @scope
(while_statement) @scope
(switch_entry) @scope
(catch_block) @scope
(computed_property) @scope
(do_statement) @scope

; Bindings

(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation (_) @type)? value: (_)? @value) @binding
(if_statement condition: (value_binding_pattern) . bound_identifier: (simple_identifier) @name . condition: (_) @value) @binding
(guard_statement condition: (value_binding_pattern) . bound_identifier: (simple_identifier) @name . condition: (_) @value) @binding
(switch_entry) @name @binding
(if_statement "case") @name @binding
(guard_statement "case") @name @binding
((for_statement item: (pattern bound_identifier: (simple_identifier) @name) collection: (_) @value) @binding (#set! how "iter"))
((lambda_parameter name: (simple_identifier) @name) @binding (#set! how "param"))

(control_transfer_statement "return" result: (_) @value @returns)

; Imports

(import_declaration (identifier) @import.module) @import

; Calls

(call_expression
  . (simple_identifier) @name
  (call_suffix [(value_arguments . "(") (lambda_literal)]) @arguments) @reference.calls
(call_expression
  . (navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @name))
  (call_suffix [(value_arguments . "(") (lambda_literal)]) @arguments) @reference.calls
(call_expression
  . (prefix_expression . "." (simple_identifier)) @name
  (call_suffix [(value_arguments . "(") (lambda_literal)]) @arguments) @reference.calls

; Uses

(user_type) @reference.depends_on
(navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @name)) @reference.depends_on
(navigation_expression target: (simple_identifier) @reference.depends_on)
(value_argument value: (simple_identifier) @reference.depends_on)
(control_transfer_statement result: (simple_identifier) @reference.depends_on)
; Each kind in a pattern of its own took .2 s to compile.
([
  (additive_expression) (multiplicative_expression) (comparison_expression) (equality_expression)
  (conjunction_expression) (disjunction_expression) (assignment) (directly_assignable_expression)
  (interpolated_expression) (statements) (ternary_expression) (nil_coalescing_expression) (array_literal)
  (dictionary_literal) (range_expression) (control_transfer_statement) (await_expression) (selector_expression)
] @reference.depends_on (#set! children "simple_identifier"))
(property_declaration value: (simple_identifier) @reference.depends_on)
(prefix_expression . "." (simple_identifier)) @reference.depends_on
(switch_statement
  expr: (_) @receiver
  (switch_entry (switch_pattern (pattern . "." . (simple_identifier) @name)))) @reference.depends_on
(call_expression . (simple_identifier) @reference.depends_on (call_suffix (value_arguments . "[")))
(if_statement condition: (simple_identifier) @reference.depends_on)
(while_statement condition: (simple_identifier) @reference.depends_on)
(guard_statement condition: (simple_identifier) @reference.depends_on)
(switch_statement expr: (simple_identifier) @reference.depends_on)
(for_statement collection: (simple_identifier) @reference.depends_on)
(try_expression expr: (simple_identifier) @reference.depends_on)
(as_expression expr: (simple_identifier) @reference.depends_on)
(tuple_expression value: (simple_identifier) @reference.depends_on)
(prefix_expression . ["-" "!" "+" "~" (bang)] target: (simple_identifier) @reference.depends_on)
(postfix_expression target: (simple_identifier) @reference.depends_on)
