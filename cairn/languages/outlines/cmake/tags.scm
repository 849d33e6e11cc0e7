(function_def (function_command (argument_list . (argument) @name)) (body)? @body) @definition.function
(macro_def (macro_command (argument_list . (argument) @name)) (body)? @body) @definition.macro
((normal_command (identifier) @_word (argument_list . (argument) @name)) @definition.constant
  (#match? @_word "^([sS][eE][tT]|[oO][pP][tT][iI][oO][nN])$"))
((normal_command (identifier) @_word (argument_list . (argument) @name)) @definition.type
  (#any-of? @_word "add_library" "add_executable" "add_custom_target" "ADD_LIBRARY" "ADD_EXECUTABLE" "project"))
