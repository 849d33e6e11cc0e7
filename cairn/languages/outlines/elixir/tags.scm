((call target: (identifier) @_word (arguments . (alias) @name) (do_block) @body) @definition.class
  (#any-of? @_word "defmodule" "defprotocol"))
((call target: (identifier) @_word (arguments . (call target: (identifier) @name))) @definition.function
  (#any-of? @_word "def" "defp" "defdelegate" "defguard" "defguardp"))
((call target: (identifier) @_word (arguments . (identifier) @name)) @definition.function (#any-of? @_word "def" "defp"))
((call target: (identifier) @_word (arguments . (binary_operator left: (call target: (identifier) @name)))) @definition.function
  (#any-of? @_word "def" "defp" "defguard" "defguardp"))
((call target: (identifier) @_word (arguments . (call target: (identifier) @name))) @definition.macro
  (#any-of? @_word "defmacro" "defmacrop"))
((unary_operator operator: "@" operand: (call target: (identifier) @name)) @definition.constant
  (#not-any-of? @name "doc" "moduledoc" "spec" "type" "typep" "impl" "behaviour" "callback" "opaque" "typedoc" "derive" "tag"
    "describetag" "moduletag" "deprecated" "enforce_keys" "compile" "dialyzer" "macrocallback" "optional_callbacks"))
((unary_operator operator: "@" operand: (call target: (identifier) @_word (arguments (binary_operator left: (call target: (identifier) @name)))))
  @definition.type (#any-of? @_word "type" "typep" "opaque"))
