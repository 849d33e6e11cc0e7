; Definitions. The earlier pattern wins where two name the same place.

(class name: [(constant) (scope_resolution)] @name superclass: (superclass (_) @base)? body: (_)? @body) @definition.class
(module name: [(constant) (scope_resolution)] @name body: (_)? @body) @definition.trait
(method name: (_) @name parameters: (_)? @parameter body: (_)? @body) @definition.function
((singleton_method name: (_) @name parameters: (_)? @parameter body: (_)? @body) @definition.function (#set! flags "static"))
(assignment left: (constant) @name right: (_) @value) @definition.constant
((call !receiver method: (identifier) @_word arguments: (argument_list (simple_symbol) @name @definition.field))
  (#match? @_word "^(attr_(reader|writer|accessor)|cattr_accessor|mattr_accessor)$")
  (#set! flags "attribute"))
((alias name: (identifier) @name) @definition.function)
((call !receiver method: (identifier) @_word arguments: (argument_list . (simple_symbol) @name . (simple_symbol) .))
  @definition.function
  (#eq? @_word "alias_method")
  (#set! flags "symbol"))
((call !receiver method: (identifier) @_word arguments: (argument_list . (simple_symbol) @name)
  block: [(block parameters: (_)? @parameter) (do_block parameters: (_)? @parameter)] @body) @definition.function
  (#any-of? @_word "define_method" "define_singleton_method")
  (#set! flags "symbol"))

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

; Modules that are mixed in from outside: no imports, but told as such

((call receiver: [(constant) (scope_resolution)] @import.module method: (identifier) @_word
  arguments: (argument_list [(constant) (scope_resolution)] @import.name)) @import
  (#any-of? @_word "include" "extend" "prepend")
  (#set! how "mix"))
((call receiver: [(constant) (scope_resolution)] @import.module method: (identifier) @_word
  arguments: (argument_list . (simple_symbol) @_mixing [(constant) (scope_resolution)] @import.name)) @import
  (#any-of? @_word "send" "public_send" "__send__")
  (#any-of? @_mixing ":include" ":extend" ":prepend")
  (#set! how "mix"))

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

; Methods that are named by symbols

((call receiver: (_)? @receiver method: (identifier) @_word arguments: (argument_list . [(simple_symbol) (string)] @name)) @reference.calls
  (#any-of? @_word "send" "public_send" "__send__" "try")
  (#set! symbol "call"))
((call receiver: (_)? @receiver method: (identifier) @_word arguments: (argument_list . (simple_symbol) @name)) @reference.depends_on
  (#any-of? @_word "method" "public_method" "instance_method" "respond_to?")
  (#set! symbol "use"))
((block_argument (simple_symbol) @name) @reference.calls (#set! symbol "any"))
((alias alias: (identifier) @name) @reference.depends_on (#set! symbol "use"))
((call !receiver method: (identifier) @_word arguments: (argument_list . (simple_symbol) . (simple_symbol) @name .))
  @reference.depends_on
  (#eq? @_word "alias_method")
  (#set! symbol "use"))
((call !receiver method: (identifier) @_word arguments: (argument_list (simple_symbol) @name)) @reference.depends_on
  (#match? @_word "^(before|after|around|prepend|append|skip)_[a-z_]+$|^(validate|helper_method|set_callback)$")
  (#set! symbol "use"))
((call !receiver method: (identifier) @_word
  arguments: (argument_list (pair key: (hash_key_symbol) @_key value: (simple_symbol) @name))) @reference.depends_on
  (#any-of? @_key "if" "unless" "with")
  (#match? @_word "^(before|after|around|skip)_[a-z_]+$|^(validate|validates|rescue_from|set_callback)$")
  (#set! symbol "use"))

; Names without receiver or arguments: calls, unless a variable has the name

; Each kind in a pattern of its own took .1 s to compile.
([
  (body_statement) (block_body) (then) (else) (do) (ensure) (argument_list) (binary) (unary) (conditional) (if_modifier)
  (unless_modifier) (array) (interpolation) (element_reference) (while_modifier) (until_modifier) (rescue_modifier)
  (splat_argument) (hash_splat_argument) (block_argument) (range) (parenthesized_statements) (begin)
  (right_assignment_list) (program)
] @reference.calls (#set! children "identifier"))
(assignment right: (identifier) @reference.calls)
(call receiver: (identifier) @reference.calls)
(return (argument_list (identifier) @reference.calls))
(if condition: (identifier) @reference.calls)
(unless condition: (identifier) @reference.calls)
(pair value: (identifier) @reference.calls)
(while condition: (identifier) @reference.calls)
(until condition: (identifier) @reference.calls)
(elsif condition: (identifier) @reference.calls)
(case value: (identifier) @reference.calls)
(case_match value: (identifier) @reference.calls)
(when pattern: (pattern (identifier) @reference.calls))
(if_guard condition: (identifier) @reference.calls)
(unless_guard condition: (identifier) @reference.calls)
(for value: (in (identifier) @reference.calls))
(operator_assignment right: (identifier) @reference.calls)
(optional_parameter value: (identifier) @reference.calls)
(keyword_parameter value: (identifier) @reference.calls)
(pair key: (hash_key_symbol) @reference.calls !value)
(method body: (identifier) @reference.calls)

; Uses of constants and variables of the instance

(scope_resolution) @reference.depends_on
(constant) @reference.depends_on
