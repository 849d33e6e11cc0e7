; Definitions. The earlier pattern wins where two name the same place.

(class_definition name: (identifier) @name type_parameters: (_)? @type.parameter body: (_)? @body) @definition.class
(trait_definition name: (identifier) @name type_parameters: (_)? @type.parameter body: (_)? @body) @definition.trait
(enum_definition name: (identifier) @name type_parameters: (_)? @type.parameter body: (_)? @body) @definition.enum
((object_definition name: (identifier) @name body: (_)? @body) @definition.class (#set! flags "object singleton"))
((package_object name: (identifier) @name body: (_)? @body) @definition.class (#set! flags "object singleton"))
(type_definition name: (type_identifier) @name type: (_) @value) @definition.type

((function_definition name: (_) @name type_parameters: (_)? @type.parameter return_type: (_)? @returns body: (_) @body)
  @definition.function (#set! flags "overloaded"))
((function_declaration name: (_) @name type_parameters: (_)? @type.parameter return_type: (_)? @returns) @definition.function
  (#set! flags "overloaded"))

(val_definition pattern: (identifier) @name type: (_)? @type value: (_) @value) @definition.field
(var_definition pattern: (identifier) @name type: (_)? @type value: (_) @value) @definition.field
(val_declaration name: (identifier) @name type: (_)? @type) @definition.field
(var_declaration name: (identifier) @name type: (_)? @type) @definition.field
((given_definition name: (identifier) @name body: (with_template_body) @body) @definition.class
  (#set! flags "object singleton"))
((given_definition name: (identifier) @name return_type: (_)? @type) @definition.field)
(class_parameter name: (identifier) @name type: (_)? @type) @definition.field
((simple_enum_case name: (identifier) @name) @definition.field (#set! flags "enum_constant case"))
((full_enum_case name: (identifier) @name) @definition.class (#set! flags "case"))

; Scopes

(block) @scope
(indented_block) @scope
(case_clause) @scope
(for_expression) @scope
((lambda_expression) @scope (#set! scope "lambda"))

; Bindings

(val_definition pattern: (identifier) @name type: (_)? @type value: (_) @value) @binding
(var_definition pattern: (identifier) @name type: (_)? @type value: (_) @value) @binding
(typed_pattern pattern: (identifier) @name type: (_) @type) @binding
((enumerator . (_) @name . "<-" . (_) @value) @binding (#set! how "iter"))
(enumerator . (_) @name . "=" . (_) @value) @binding
(case_clause) @name @binding
(val_definition pattern: [(tuple_pattern) (case_class_pattern)] @name value: (_) @value) @binding
(lambda_expression parameters: (bindings (binding name: (identifier) @name type: (_)? @type) @binding))
(lambda_expression parameters: (identifier) @name @binding)

(return_expression (_) @value @returns)

; Imports: read by `finish`

(import_declaration) @import

; Calls

(call_expression function: (identifier) @reference.calls arguments: (_) @arguments)
(call_expression function: (field_expression value: (_) @receiver field: (identifier) @name) arguments: (_) @arguments) @reference.calls
(call_expression function: (generic_function function: (identifier) @reference.calls) arguments: (_) @arguments)
(call_expression
  function: (generic_function function: (field_expression value: (_) @receiver field: (identifier) @name))
  arguments: (_) @arguments) @reference.calls
(infix_expression left: (_) @receiver operator: (identifier) @name right: (_) @arguments) @reference.calls
(instance_expression . (type_identifier) @reference.calls)
(instance_expression . (generic_type . (type_identifier) @reference.calls))

; Uses

(type_identifier) @reference.depends_on
(field_expression value: (_) @receiver field: (identifier) @name) @reference.depends_on
(field_expression value: (identifier) @reference.depends_on)
(arguments (identifier) @reference.depends_on)
(infix_expression left: (identifier) @reference.depends_on)
(infix_expression right: (identifier) @reference.depends_on)
(function_definition body: (identifier) @reference.depends_on)
(block (identifier) @reference.depends_on)
(val_definition value: (identifier) @reference.depends_on)
(return_expression (identifier) @reference.depends_on)
(interpolation (identifier) @reference.depends_on)
(lambda_expression (_) (identifier) @reference.depends_on .)
(if_expression consequence: (identifier) @reference.depends_on)
(if_expression alternative: (identifier) @reference.depends_on)
(parenthesized_expression (identifier) @reference.depends_on)
(tuple_expression (identifier) @reference.depends_on)
(prefix_expression (identifier) @reference.depends_on)
(postfix_expression (identifier) @reference.depends_on)
(assignment_expression left: (identifier) @reference.depends_on)
(assignment_expression right: (identifier) @reference.depends_on)
(throw_expression (identifier) @reference.depends_on)
(ascription_expression (identifier) @reference.depends_on)
(match_expression value: (identifier) @reference.depends_on)
(case_clause body: (identifier) @reference.depends_on)
((case_clause pattern: (identifier) @reference.depends_on) (#match? @reference.depends_on "^[A-Z]"))
(case_clause pattern: (stable_identifier) @reference.depends_on)
(guard condition: (identifier) @reference.depends_on)
(enumerator (_) (identifier) @reference.depends_on .)
(for_expression body: (identifier) @reference.depends_on)
(try_expression body: (identifier) @reference.depends_on)
(parameter default_value: (identifier) @reference.depends_on)
(class_parameter default_value: (identifier) @reference.depends_on)
(var_definition value: (identifier) @reference.depends_on)
(indented_block (identifier) @reference.depends_on)
