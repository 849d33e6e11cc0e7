(package_statement name: (package) @name) @definition.namespace
(subroutine_declaration_statement name: (bareword) @name body: (_) @body) @definition.function
((use_statement module: (package) @_word (list_expression . (autoquoted_bareword) @name)) @definition.constant
  (#eq? @_word "constant"))
