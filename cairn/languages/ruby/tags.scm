; Definitions. The earlier pattern wins where two name the same place.

(class name: [(constant) (scope_resolution)] @name superclass: (superclass (_) @base)? body: (_)? @body) @definition.class
(module name: [(constant) (scope_resolution)] @name body: (_)? @body) @definition.trait
(method name: (_) @name parameters: (_)? @parameter body: (_)? @body) @definition.function
((singleton_method name: (_) @name parameters: (_)? @parameter body: (_)? @body) @definition.function (#set! flags "static"))
(assignment left: (constant) @name right: (_) @value) @definition.constant
((call !receiver method: (identifier) @_word arguments: (argument_list (simple_symbol) @name @definition.field))
  (#match? @_word "^(attr_(reader|writer|accessor)|cattr_accessor|mattr_accessor)$")
  (#set! flags "attribute"))
((alias name: (identifier) @name) @definition.function (#set! flags "alias"))

; Scopes

((block parameters: (_)? @parameter) @scope (#set! scope "lambda"))
((do_block parameters: (_)? @parameter) @scope (#set! scope "lambda"))
((lambda parameters: (_)? @parameter) @scope (#set! scope "lambda"))
((singleton_class) @scope)

; Bindings

(assignment left: (identifier) @name right: (_) @value) @binding
(assignment left: (left_assignment_list) @name right: (_) @value) @binding
((assignment left: (instance_variable) @name right: (_) @value) @binding (#set! how "field"))
((operator_assignment left: (instance_variable) @name right: (_) @value) @binding (#set! how "field"))
((assignment left: (class_variable) @name right: (_) @value) @binding (#set! how "field"))
(operator_assignment left: (identifier) @name right: (_) @value) @binding
((for pattern: (identifier) @name value: (in (_) @value)) @binding (#set! how "iter"))
((rescue exceptions: (exceptions . (_) @type .) variable: (exception_variable (identifier) @name)) @binding
  (#set! how "except"))
((rescue !exceptions variable: (exception_variable (identifier) @name)) @binding (#set! how "except"))

(return (argument_list . (_) @value @returns .))
(method body: (body_statement (_) @value @returns . (comment)* .))
(singleton_method body: (body_statement (_) @value @returns . (comment)* .))
(method body: (call) @value @returns)

; Imports

((call !receiver method: (identifier) @_word arguments: (argument_list (string (string_content) @import.module))) @import
  (#any-of? @_word "require" "load"))
((call !receiver method: (identifier) @_word arguments: (argument_list (string (string_content) @import.module))) @import
  (#eq? @_word "require_relative")
  (#set! how "relative"))

; Calls

((call receiver: [(constant) (scope_resolution)] @reference.calls method: (identifier) @_word) (#eq? @_word "new"))
((call receiver: (_) @receiver method: (identifier) @name) @reference.calls (#not-eq? @name "new"))
((call !receiver method: (identifier) @reference.calls)
  (#not-any-of? @reference.calls "require" "require_relative" "load" "include" "extend" "prepend" "attr_reader" "attr_writer"
    "attr_accessor" "raise" "lambda" "proc" "puts" "print" "p" "loop" "private" "public" "protected" "module_function" "catch"
    "throw" "format" "sprintf" "private_constant" "alias_method" "define_method" "private_class_method" "block_given?" "warn"
    "abort" "exit" "sleep" "rand" "Integer" "Float" "String" "Array" "Hash" "binding" "caller" "gets" "system" "fork" "freeze"
    "instance_variable_get" "instance_variable_set" "respond_to?" "is_a?" "send" "public_send" "instance_of?" "kind_of?" "tap"
    "instance_eval" "class_eval" "module_eval" "instance_exec" "nil?" "at_exit" "autoload"))
(super) @reference.calls

; Names without receiver or arguments: calls, unless a variable has the name

(body_statement (identifier) @reference.calls)
(block_body (identifier) @reference.calls)
(then (identifier) @reference.calls)
(else (identifier) @reference.calls)
(do (identifier) @reference.calls)
(ensure (identifier) @reference.calls)
(assignment right: (identifier) @reference.calls)
(argument_list (identifier) @reference.calls)
(call receiver: (identifier) @reference.calls)
(return (argument_list (identifier) @reference.calls))
(binary (identifier) @reference.calls)
(unary (identifier) @reference.calls)
(conditional (identifier) @reference.calls)
(if condition: (identifier) @reference.calls)
(unless condition: (identifier) @reference.calls)
(if_modifier (identifier) @reference.calls)
(unless_modifier (identifier) @reference.calls)
(pair value: (identifier) @reference.calls)
(array (identifier) @reference.calls)
(interpolation (identifier) @reference.calls)
(element_reference object: (identifier) @reference.calls)
(method body: (identifier) @reference.calls)

; Uses of constants and variables of the instance

(scope_resolution) @reference.depends_on
(constant) @reference.depends_on
