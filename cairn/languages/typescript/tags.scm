; Patterns that the grammars of TypeScript, TSX and JavaScript share. What a definition is made of
; (parameters, types, body) is read from its node, see definitions.py.
;
; An inner node is written `_` where its place and its fields leave no other kind than the one that is meant
; (`(_ object: ..)` is a member_expression): each kind that is named above a child costs a millisecond to compile.

; Definitions

(class_declaration name: (_) @name) @definition.class
(class name: (_) @name) @definition.class
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(function_expression name: (identifier) @name) @definition.function
(method_definition name: (_) @name) @definition.method
(program [
  (lexical_declaration (_ name: (identifier) @name) @definition.constant)
  (variable_declaration (_ name: (identifier) @name) @definition.constant)
  (export_statement [
    (lexical_declaration (_ name: (identifier) @name) @definition.constant)
    (variable_declaration (_ name: (identifier) @name) @definition.constant)])])
(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function) (class)]) @definition.constant
(variable_declarator
  name: (identifier) @name
  value: (call_expression
    arguments: (_ . [(arrow_function) (function_expression) (call_expression)]))) @definition.constant
(pair
  key: [(property_identifier) (string)] @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.method
(pair
  key: (property_identifier) @name
  value: (_ [(method_definition) (pair value: [(arrow_function) (function_expression)])])) @definition.field
(assignment_expression
  left: (_ object: (_) @owner property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.function
((assignment_expression
  left: (_ object: (identifier) @_module property: (property_identifier) @_exports)
  right: (function_expression name: (identifier) @name)) @definition.function
  (#eq? @_module "module") (#eq? @_exports "exports"))
((export_statement
  value: [(arrow_function) (function_expression !name) (generator_function !name) (class !name)]) @definition.function
  (#set! name "default"))

; Scopes

((function_declaration parameters: (_) @parameter body: (_) @scope) (#set! scope "function"))
((generator_function_declaration parameters: (_) @parameter body: (_) @scope) (#set! scope "function"))
((function_expression parameters: (_) @parameter body: (_) @scope) (#set! scope "function"))
((generator_function parameters: (_) @parameter body: (_) @scope) (#set! scope "function"))
((method_definition parameters: (_) @parameter body: (_) @scope) (#set! scope "function"))
((arrow_function parameters: (_) @parameter body: (_) @scope) (#set! scope "lambda"))
((arrow_function parameter: (_) @parameter body: (_) @scope) (#set! scope "lambda"))
(if_statement consequence: (statement_block) @scope)
(else_clause (statement_block) @scope)
(for_statement) @scope
(for_in_statement) @scope
(while_statement body: (statement_block) @scope)
(do_statement body: (statement_block) @scope)
(try_statement body: (statement_block) @scope)
(catch_clause) @scope
(finally_clause body: (statement_block) @scope)
(switch_body) @scope

((if_statement
  condition: (_
    (_ left: (identifier) @name operator: "instanceof" right: (_) @type))
  consequence: (_) @scope) (#set! scope "narrow"))
((if_statement
  condition: (_ (_
    left: (_ left: (identifier) @name operator: "instanceof" right: (_) @type)
    operator: "&&"))
  consequence: (_) @scope) (#set! scope "narrow"))
((ternary_expression
  condition: [
    (_ left: (identifier) @name operator: "instanceof" right: (_) @type)
    (parenthesized_expression (_ left: (identifier) @name operator: "instanceof" right: (_) @type))]
  consequence: (_) @scope) (#set! scope "narrow"))
((binary_expression
  left: (_ left: (identifier) @name operator: "instanceof" right: (_) @type)
  operator: "&&"
  right: (_) @scope) (#set! scope "narrow"))
((if_statement
  condition: (_
    (_ function: (_) @value arguments: (_ . (identifier) @name)))
  consequence: (_) @scope) (#set! scope "narrow") (#set! how "guard"))
((if_statement
  condition: (_ (_
    left: (_ function: (_) @value arguments: (_ . (identifier) @name))
    operator: "&&"))
  consequence: (_) @scope) (#set! scope "narrow") (#set! how "guard"))
((ternary_expression
  condition: (_ function: (_) @value arguments: (_ . (identifier) @name))
  consequence: (_) @scope) (#set! scope "narrow") (#set! how "guard"))
((binary_expression
  left: (_ function: (_) @value arguments: (_ . (identifier) @name))
  operator: "&&"
  right: (_) @scope) (#set! scope "narrow") (#set! how "guard"))

; Bindings

((assignment_expression left: (identifier) @name right: (_) @value) @binding (#set! how "assign"))
((assignment_expression
  left: (_ object: (this) @owner property: (_) @name)
  right: (_) @value) @binding (#set! how "field"))
((for_in_statement left: (_) @name operator: "of" right: (_) @value) @binding (#set! how "iter"))
((for_in_statement left: (_) @name operator: "in") @binding (#set! how "other"))

(return_statement (_) @value) @returns
((yield_expression (_) @value) @returns (#set! how "yield"))

; Imports

(import_statement . source: (string) @import.module) @import
((import_statement (import_clause (identifier) @import.alias) source: (string) @import.module) @import
  (#set! name "default"))
(import_statement (import_clause (namespace_import (identifier) @import.alias)) source: (string) @import.module) @import
(import_statement
  (import_clause (named_imports (_ name: (_) @import.name alias: (_)? @import.alias)))
  source: (string) @import.module) @import

((export_statement (export_clause (_ name: _ @import.name alias: _? @import.alias)) source: (string) @import.module) @import
  (#set! how "export"))
((export_statement "*" source: (string) @import.module) @import (#set! how "export") (#set! name "*"))
((export_statement (namespace_export (_) @import.alias) source: (string) @import.module) @import (#set! how "export"))

((call_expression function: (identifier) @_require arguments: (_ . (string) @import.module .)) @import
  (#eq? @_require "require") (#set! how "require"))
((call_expression function: (import) arguments: (_ . (string) @import.module)) @import (#set! how "require"))
((variable_declarator
  name: (identifier) @import.alias
  value: (_ function: (identifier) @_require arguments: (_ . (string) @import.module .))) @import
  (#eq? @_require "require") (#set! how "require"))
((variable_declarator
  name: (_ (shorthand_property_identifier_pattern) @import.name)
  value: (_ function: (identifier) @_require arguments: (_ . (string) @import.module .))) @import
  (#eq? @_require "require") (#set! how "require"))
((variable_declarator
  name: (_ (_ key: (property_identifier) @import.name value: (identifier) @import.alias))
  value: (_ function: (identifier) @_require arguments: (_ . (string) @import.module .))) @import
  (#eq? @_require "require") (#set! how "require"))
((variable_declarator
  name: (identifier) @import.alias
  value: (_
    object: (_ function: (identifier) @_require arguments: (_ . (string) @import.module .))
    property: (property_identifier) @import.name)) @import
  (#eq? @_require "require") (#set! how "require"))

; Exports

((export_statement value: (_) @value) @export (#set! name "default"))
((export_statement "default" declaration: (_ name: (_) @value)) @export (#set! name "default"))
(export_statement !source (export_clause (_ name: (_) @value alias: _ @export.name))) @export
(export_statement !source (export_clause (export_specifier name: (_) @value @export.name !alias))) @export
((assignment_expression
  left: (_ object: (identifier) @_exports property: (property_identifier) @export.name)
  right: (_) @value) @export (#eq? @_exports "exports"))
((assignment_expression
  left: (_
    object: (_ object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @export.name)
  right: (_) @value) @export (#eq? @_module "module") (#eq? @_exports "exports"))
((assignment_expression
  left: (_ object: (identifier) @_module property: (property_identifier) @_exports)
  right: (_) @value) @export (#eq? @_module "module") (#eq? @_exports "exports") (#set! name "="))

((call_expression
  function: (_ object: (identifier) @_object property: (property_identifier) @_assign)
  arguments: (_ . [(identifier) (member_expression)] @_exports)) @value @export
  (#eq? @_object "Object") (#eq? @_assign "assign") (#any-of? @_exports "exports" "module.exports") (#set! name "*"))
((call_expression
  function: (_ object: (identifier) @_object property: (property_identifier) @_define)
  arguments: (_
    . [(identifier) (member_expression)] @_exports
    . (string) @export.name
    . (object (pair key: (property_identifier) @_key value: [
        (function_expression body: (_ (return_statement (_) @value)))
        (arrow_function body: (_ (return_statement (_) @value)))
        (_ body: (identifier) @value)])))) @export
  (#eq? @_object "Object") (#eq? @_define "defineProperty") (#any-of? @_exports "exports" "module.exports") (#eq? @_key "get"))
((call_expression
  function: (_ object: (identifier) @_object property: (property_identifier) @_define)
  arguments: (_
    . [(identifier) (member_expression)] @_exports
    . (string) @export.name
    . (object (_ name: (property_identifier) @_key body: (statement_block (return_statement (_) @value)))))) @export
  (#eq? @_object "Object") (#eq? @_define "defineProperty") (#any-of? @_exports "exports" "module.exports") (#eq? @_key "get"))
((call_expression
  function: (_ object: (identifier) @_object property: (property_identifier) @_define)
  arguments: (_
    . [(identifier) (member_expression)] @_exports
    . (string) @export.name
    . (object (pair key: (property_identifier) @_key value: (_) @value)))) @export
  (#eq? @_object "Object") (#eq? @_define "defineProperty") (#any-of? @_exports "exports" "module.exports") (#eq? @_key "value"))
((call_expression
  function: (_) @_star
  arguments: (_
    . (_ function: (identifier) @_require arguments: (_ . (string) @import.module .))
    . (identifier) @_exports)) @import
  (#match? @_star "__exportStar$") (#eq? @_require "require") (#eq? @_exports "exports") (#set! how "export") (#set! name "*"))

; Calls

(call_expression function: (identifier) @name arguments: (_) @arguments) @reference.calls
(call_expression
  function: (_ object: (_) @receiver property: (_) @name)
  arguments: (_) @arguments) @reference.calls
(call_expression function: (super) @name arguments: (_) @arguments) @reference.calls
(new_expression constructor: (identifier) @name arguments: (_)? @arguments) @reference.calls
(new_expression
  constructor: (_ object: (_) @receiver property: (_) @name)
  arguments: (_)? @arguments) @reference.calls

; Uses of values

(member_expression property: (_) @name) @reference.depends_on
(member_expression object: (identifier) @name @reference.depends_on)
(arguments (identifier) @name) @reference.depends_on
(variable_declarator value: (identifier) @name) @reference.depends_on
(assignment_expression right: (identifier) @name) @reference.depends_on
(return_statement (identifier) @name) @reference.depends_on
(arrow_function body: (identifier) @name) @reference.depends_on
(array (identifier) @name) @reference.depends_on
(pair value: (identifier) @name) @reference.depends_on
(object (shorthand_property_identifier) @name) @reference.depends_on
(spread_element (identifier) @name) @reference.depends_on
(binary_expression (identifier) @name) @reference.depends_on
(unary_expression (identifier) @name) @reference.depends_on
(ternary_expression (identifier) @name) @reference.depends_on
(parenthesized_expression (identifier) @name) @reference.depends_on
(template_substitution (identifier) @name) @reference.depends_on
(subscript_expression (identifier) @name) @reference.depends_on
(await_expression (identifier) @name) @reference.depends_on
(yield_expression (identifier) @name) @reference.depends_on
(for_in_statement right: (identifier) @name) @reference.depends_on
(throw_statement (identifier) @name) @reference.depends_on
(assignment_pattern right: (identifier) @name) @reference.depends_on
(computed_property_name (identifier) @name) @reference.depends_on
(expression_statement (identifier) @name) @reference.depends_on
(augmented_assignment_expression (identifier) @name) @reference.depends_on
(update_expression (identifier) @name) @reference.depends_on
(sequence_expression (identifier) @name) @reference.depends_on
(object_assignment_pattern right: (identifier) @name) @reference.depends_on
