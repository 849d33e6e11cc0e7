(body (block (identifier) @_word . (string_lit) . (string_lit (template_literal) @name) .  (block_start)) @definition.type
  (#any-of? @_word "resource" "data"))
(body (block (identifier) @_word . (string_lit (template_literal) @name) . (block_start)) @definition.constant
  (#any-of? @_word "variable" "output"))
(body (block (identifier) @_word . (string_lit (template_literal) @name) . (block_start)) @definition.namespace
  (#not-any-of? @_word "variable" "output"))
((block (identifier) @_word (body (attribute (identifier) @name) @definition.constant)) (#eq? @_word "locals"))
(config_file (body (attribute (identifier) @name) @definition.constant))
