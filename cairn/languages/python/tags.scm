; Definitions. The earlier pattern wins where two name the same place.

(class_definition
  name: (identifier) @name
  type_parameters: (type_parameter)? @type.parameter
  superclasses: (argument_list)? @base
  body: (block) @body) @definition.class

(function_definition
  name: (identifier) @name
  type_parameters: (type_parameter)? @type.parameter
  parameters: (parameters) @parameter
  return_type: (type)? @returns
  body: (block) @body) @definition.function

(module
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @definition.constant)

(module (_ (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @definition.constant)))

(class_definition body: (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @definition.constant))

(type_alias_statement left: (type (identifier) @name) right: (type) @value) @definition.type
(type_alias_statement
  left: (type (generic_type (identifier) @name (type_parameter) @type.parameter)) right: (type) @value) @definition.type

; Scopes

((lambda parameters: (lambda_parameters)? @parameter) @scope
  (#set! scope "lambda"))

([(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope
  (#set! scope "comprehension"))

((if_statement
  condition: (call
    function: (identifier) @_function
    arguments: (argument_list . (identifier) @name . (_) @type .))
  consequence: (block) @scope)
  (#eq? @_function "isinstance")
  (#set! scope "narrow"))

((if_statement
  condition: (boolean_operator
    left: (call
      function: (identifier) @_function
      arguments: (argument_list . (identifier) @name . (_) @type .)))
  consequence: (block) @scope)
  (#eq? @_function "isinstance")
  (#set! scope "narrow"))

((match_statement
  subject: (identifier) @name
  body: (block (case_clause
    (case_pattern [
      (class_pattern (dotted_name) @type)
      (as_pattern (case_pattern (class_pattern (dotted_name) @type)))
      (union_pattern) @type])
    consequence: (block) @scope)))
  (#set! scope "narrow"))

; Bindings

(case_clause) @name @binding

(assignment left: (_) @name type: (type)? @type right: (_)? @value) @binding

(named_expression name: (identifier) @name value: (_) @value) @binding

((assignment
  left: (attribute object: (identifier) @owner attribute: (identifier) @name)
  type: (type)? @type
  right: (_)? @value) @binding
  (#set! how "field"))

((for_statement left: (_) @name right: (_) @value) @binding (#set! how "iter"))
((for_in_clause left: (_) @name right: (_) @value) @binding (#set! how "iter"))

((with_item value: (as_pattern (_) @value alias: (as_pattern_target (_) @name))) @binding
  (#set! how "with"))

((except_clause (as_pattern (_) @type alias: (as_pattern_target (identifier) @name))) @binding
  (#set! how "except"))

((assert_statement (call
  function: (identifier) @_function
  arguments: (argument_list . (identifier) @name . (_) @type .))) @binding
  (#eq? @_function "isinstance")
  (#set! how "narrow")
  (#set! since "end"))

(return_statement (_) @value) @returns
((yield (_) @value) @returns (#set! how "yield"))

; Imports

((import_statement name: (dotted_name) @import.module) @import)
((import_statement name: (aliased_import name: (dotted_name) @import.module alias: (identifier) @import.alias)) @import)

((import_from_statement module_name: (_) @import.module name: (dotted_name) @import.name) @import)
((import_from_statement module_name: (_) @import.module
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias)) @import)
((import_from_statement module_name: (_) @import.module (wildcard_import)) @import (#set! name "*"))

; Calls

(call function: (identifier) @reference.calls)
(call function: (attribute attribute: (identifier) @name) @reference.calls)

(class_pattern (dotted_name) @reference.depends_on)
(case_pattern (dotted_name (identifier) (identifier)) @reference.depends_on)
(class_pattern (dotted_name) @receiver (case_pattern (keyword_pattern . (identifier) @name))) @reference.depends_on
(union_pattern (dotted_name (identifier) (identifier)) @reference.depends_on)
(keyword_pattern (dotted_name (identifier) (identifier)) @reference.depends_on)

; Uses of types, values and decorators. A name that is only a local variable is left out later.

(attribute attribute: (identifier) @name) @reference.depends_on

(decorator (identifier) @reference.depends_on)
(type (identifier) @reference.depends_on)
(type (string) @reference.depends_on)
(generic_type (identifier) @reference.depends_on)
(argument_list (identifier) @reference.depends_on)
(keyword_argument value: (identifier) @reference.depends_on)
(assignment right: (identifier) @reference.depends_on)
(return_statement (identifier) @reference.depends_on)
(list (identifier) @reference.depends_on)
(tuple (identifier) @reference.depends_on)
(set (identifier) @reference.depends_on)
(expression_list (identifier) @reference.depends_on)
(pair value: (identifier) @reference.depends_on)
(comparison_operator (identifier) @reference.depends_on)
(boolean_operator (identifier) @reference.depends_on)
(binary_operator (identifier) @reference.depends_on)
(not_operator (identifier) @reference.depends_on)
(conditional_expression (identifier) @reference.depends_on)
(default_parameter value: (identifier) @reference.depends_on)
(typed_default_parameter value: (identifier) @reference.depends_on)
(subscript value: (identifier) @reference.depends_on)
(subscript subscript: (identifier) @reference.depends_on)
(for_statement right: (identifier) @reference.depends_on)
(for_in_clause right: (identifier) @reference.depends_on)
(except_clause (identifier) @reference.depends_on)
(except_clause (as_pattern (identifier) @reference.depends_on))
(raise_statement (identifier) @reference.depends_on)
(yield (identifier) @reference.depends_on)
(if_statement condition: (identifier) @reference.depends_on)
(interpolation (identifier) @reference.depends_on)
(dictionary_splat (identifier) @reference.depends_on)
(attribute object: (identifier) @reference.depends_on)
(list_splat (identifier) @reference.depends_on)
(slice (identifier) @reference.depends_on)
(assert_statement (identifier) @reference.depends_on)
(while_statement condition: (identifier) @reference.depends_on)
(elif_clause condition: (identifier) @reference.depends_on)
(lambda body: (identifier) @reference.depends_on)
(unary_operator argument: (identifier) @reference.depends_on)
(augmented_assignment (identifier) @reference.depends_on)
(named_expression value: (identifier) @reference.depends_on)
(pair key: (identifier) @reference.depends_on)
(block (identifier) @reference.depends_on)
(module (identifier) @reference.depends_on)
(parenthesized_expression (identifier) @reference.depends_on)
(with_item value: (identifier) @reference.depends_on)
(as_pattern . (identifier) @reference.depends_on)
(delete_statement (identifier) @reference.depends_on)
(match_statement subject: (identifier) @reference.depends_on)
(if_clause (identifier) @reference.depends_on)
(list_comprehension body: (identifier) @reference.depends_on)
(set_comprehension body: (identifier) @reference.depends_on)
(generator_expression body: (identifier) @reference.depends_on)
(await (identifier) @reference.depends_on)
