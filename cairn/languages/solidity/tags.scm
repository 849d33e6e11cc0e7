; Definitions. The earlier pattern wins where two name the same place.

(contract_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
((library_declaration name: (identifier) @name body: (_) @body) @definition.class)
(struct_declaration name: (identifier) @name body: (_) @body) @definition.struct
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(event_definition name: (identifier) @name) @definition.type
(error_declaration name: (identifier) @name) @definition.type
(user_defined_type_definition name: (identifier) @name) @definition.type

((function_definition name: (identifier) @name return_type: (return_type_definition (parameter type: (_) @returns))? body: (_)? @body)
  @definition.function (#set! flags "overloaded"))
((modifier_definition name: (identifier) @name body: (_)? @body) @definition.method)
((constructor_definition "constructor" @name body: (_) @body) @definition.method (#set! flags "constructor"))
((fallback_receive_definition ["receive" "fallback"] @name body: (_)? @body) @definition.method (#set! flags "unbound"))

(state_variable_declaration type: (_) @type name: (identifier) @name) @definition.field
(constant_variable_declaration type: (_) @type name: (identifier) @name) @definition.constant
(struct_member type: (_) @type name: (identifier) @name) @definition.field
((enum_value) @name @definition.field (#set! flags "enum_constant"))

; Scopes

(block_statement) @scope
(for_statement) @scope
(catch_clause) @scope

; Bindings

(function_definition (parameter type: (_) @type name: (identifier) @name @binding) body: (_) @at)
(modifier_definition (parameter type: (_) @type name: (identifier) @name @binding) body: (_) @at)
(constructor_definition (parameter type: (_) @type name: (identifier) @name @binding) body: (_) @at)
(return_type_definition (parameter type: (_) @type name: (identifier) @name @binding))
(variable_declaration type: (_) @type name: (identifier) @name) @binding

(return_statement (_) @value) @returns

; Imports

((import_directive !import_name !alias source: (string) @import.module) @import (#set! name "*"))
(import_directive source: (string) @import.module) @import

; Calls

(call_expression function: (expression (identifier) @reference.calls)) @arguments
(call_expression function: (expression (member_expression object: (_) @receiver property: (identifier) @name)))
  @reference.calls @arguments
(call_expression function: (expression (struct_expression type: (expression (member_expression object: (_) @receiver property: (identifier) @name)))))
  @reference.calls @arguments
(new_expression name: (type_name (user_defined_type . (identifier) @reference.calls .)))
(emit_statement name: (expression (identifier) @reference.calls))
(emit_statement name: (expression (member_expression object: (_) @receiver property: (identifier) @name))) @reference.calls
(revert_statement error: (expression (identifier) @reference.calls))
(revert_statement error: (expression (member_expression object: (_) @receiver property: (identifier) @name))) @reference.calls
(modifier_invocation . (identifier) @reference.calls)

; Uses

(user_defined_type . (identifier) @reference.depends_on .)
(using_directive (type_alias . (identifier) @reference.depends_on .))
(member_expression object: (_) @receiver property: (identifier) @name) @reference.depends_on
(member_expression object: (identifier) @reference.depends_on)
(expression . (identifier) @reference.depends_on .)
