; Definitions. The earlier pattern wins where two name the same place.

(function_declaration
  name: (dot_index_expression table: (identifier) @owner field: (identifier) @name)
  parameters: (_) @parameter body: (_)? @body) @definition.function
((function_declaration
  name: (method_index_expression table: (identifier) @owner method: (identifier) @name)
  parameters: (_) @parameter body: (_)? @body) @definition.function
  (#set! flags "colon"))
(function_declaration name: (identifier) @name parameters: (_) @parameter body: (_)? @body) @definition.function

(assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @owner field: (identifier) @name) .)
  (expression_list . value: (function_definition parameters: (_) @parameter body: (_)? @body) .)) @definition.function
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition parameters: (_) @parameter body: (_)? @body) .))) @definition.function
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition parameters: (_) @parameter body: (_)? @body) .)) @definition.function
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .) (expression_list . value: (_) @value .))) @definition.constant)
(chunk (assignment_statement
  (variable_list . name: (identifier) @name .) (expression_list . value: (_) @value .)) @definition.constant)
(chunk (assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @owner field: (identifier) @name) .)
  (expression_list . value: (_) @value .)) @definition.constant)
(chunk (variable_declaration (assignment_statement
  (expression_list . value: (table_constructor (field name: (identifier) @name
    value: (function_definition parameters: (_) @parameter body: (_)? @body)) @definition.function)))))
(chunk (assignment_statement
  (expression_list . value: (table_constructor (field name: (identifier) @name
    value: (function_definition parameters: (_) @parameter body: (_)? @body)) @definition.function))))
(chunk (return_statement
  (expression_list . (table_constructor (field name: (identifier) @name
    value: (function_definition parameters: (_) @parameter body: (_)? @body)) @definition.function))))

; Scopes

((function_definition parameters: (_) @parameter) @scope (#set! scope "lambda"))
(do_statement) @scope
(while_statement) @scope
(repeat_statement) @scope
(if_statement consequence: (block) @scope)
(else_statement) @scope
(elseif_statement) @scope
(for_statement) @scope

; Bindings

(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name) (expression_list . value: (_) @value))) @binding
(variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @binding
(variable_declaration (variable_list name: (identifier) @name)) @binding
((assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (_) @value .)) @binding
  (#set! how "assign"))
((assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @owner field: (identifier) @name) .)
  (expression_list . value: (_) @value .)) @binding
  (#set! how "field"))
(for_generic_clause (variable_list name: (identifier) @name)) @binding
(for_numeric_clause name: (identifier) @name) @binding

(return_statement (expression_list . (_) @value)) @returns

; Imports

((function_call name: (identifier) @_word arguments: (arguments . (string content: (string_content) @import.module) .)) @import
  (#eq? @_word "require"))

; Calls

((function_call name: (identifier) @reference.calls arguments: (_) @arguments) (#not-eq? @reference.calls "require"))
(function_call name: (dot_index_expression table: (_) @receiver field: (identifier) @name)) @reference.calls
(function_call name: (method_index_expression table: (_) @receiver method: (identifier) @name)) @reference.calls

; Uses

(dot_index_expression table: (_) @receiver field: (identifier) @name) @reference.depends_on
(dot_index_expression table: (identifier) @reference.depends_on)
(method_index_expression table: (identifier) @reference.depends_on)
(arguments (identifier) @reference.depends_on)
(expression_list (identifier) @reference.depends_on)
(field value: (identifier) @reference.depends_on)
(binary_expression (identifier) @reference.depends_on)
(unary_expression (identifier) @reference.depends_on)
