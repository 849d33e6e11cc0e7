; Definitions

((package_statement name: (package) @name (block)? @body) @definition.class)
((class_statement name: (package) @name (block)? @body) @definition.class)
(subroutine_declaration_statement name: (bareword) @name body: (block) @body) @definition.function
(method_declaration_statement name: (bareword) @name body: (block) @body) @definition.function
((use_statement module: (package) @_word (list_expression . (_) @name . (_) @value)) @definition.constant
  (#eq? @_word "constant"))
((use_statement module: (package) @_word (anonymous_hash_expression (list_expression (autoquoted_bareword) @name))) @definition.constant
  (#eq? @_word "constant"))

; Scopes and variables

((anonymous_subroutine_expression body: (block) @scope) (#set! scope "lambda"))
(block) @scope

(for_statement variable: (scalar) @name) @binding
((assignment_expression left: (hash_element_expression . (scalar) @_self key: (autoquoted_bareword) @name) right: (_) @value)
  @binding (#eq? @_self "$self") (#set! how "field"))
(assignment_expression left: (variable_declaration variable: (_) @name) right: (_) @value) @binding
(variable_declaration variable: (_) @name) @binding
(variable_declaration variables: [(scalar) (array) (hash)] @name) @binding
((assignment_expression left: (scalar) @name right: (_) @value) @binding (#set! how "assign"))
(return_expression (_) @value) @returns

; Imports; `@ISA = ...`, `@EXPORT = ...` and `extends ...` are read as such, too, and sorted out in `finish`

(use_statement module: (package) @import.module (_ content: (string_content) @import.name)) @import
(use_statement module: (package) @import.module (list_expression (_ content: (string_content) @import.name))) @import
(use_statement module: (package) @import.module) @import
(require_expression (bareword) @import.module) @import
((assignment_expression left: [(array) (variable_declaration variable: (array))] @import.module
  (_ content: (string_content) @import.name)) @import (#match? @import.module "@(ISA|EXPORT)$"))
((assignment_expression left: [(array) (variable_declaration variable: (array))] @import.module
  (list_expression (_ content: (string_content) @import.name))) @import (#match? @import.module "@(ISA|EXPORT)$"))
((_ function: (function) @import.module arguments: (_ content: (string_content) @import.name)) @import
  (#any-of? @import.module "extends" "with"))

; Uses

(function_call_expression function: (function) @reference.calls)
(ambiguous_function_call_expression function: (function) @reference.calls)
(method_call_expression invocant: (_) @receiver method: (method) @name) @reference.calls
(expression_statement (bareword) @reference.calls)
(refgen_expression (function) @reference.depends_on)
(bareword) @reference.depends_on
