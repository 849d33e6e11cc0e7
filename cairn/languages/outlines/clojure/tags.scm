((list_lit . (sym_lit name: (sym_name) @_word) . (sym_lit name: (sym_name) @name)) @definition.function
  (#any-of? @_word "defn" "defn-" "defmulti" "deftest"))
((list_lit . (sym_lit name: (sym_name) @_word) . (sym_lit name: (sym_name) @name)) @definition.macro (#eq? @_word "defmacro"))
((list_lit . (sym_lit name: (sym_name) @_word) . (sym_lit name: (sym_name) @name)) @definition.constant
  (#any-of? @_word "def" "defonce"))
((list_lit . (sym_lit name: (sym_name) @_word) . (sym_lit name: (sym_name) @name)) @definition.interface (#eq? @_word "defprotocol"))
((list_lit . (sym_lit name: (sym_name) @_word) . (sym_lit name: (sym_name) @name)) @definition.struct
  (#any-of? @_word "defrecord" "deftype"))
((list_lit . (sym_lit name: (sym_name) @_word) (list_lit . (sym_lit name: (sym_name) @name) @definition.function))
  (#eq? @_word "defprotocol"))
