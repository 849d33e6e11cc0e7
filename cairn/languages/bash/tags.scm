; Definitions

(function_definition name: (word) @name body: (_) @body) @definition.function
((declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @definition.constant)
(program (variable_assignment name: (variable_name) @name value: (_)? @value) @definition.constant)
(program (declaration_command ["export" "declare"] (variable_assignment name: (variable_name) @name)) @definition.constant)

; Imports

((command name: (command_name) @_word . argument: (_) @import.module) @import (#any-of? @_word "source" "."))

; Calls

((command name: (command_name (word) @reference.calls)) (#not-any-of? @reference.calls "source" "."))
((command name: (command_name (word) @_word) . argument: (word) @reference.calls)
  (#any-of? @_word "trap" "time" "command" "exec" "sudo" "eval" "nohup" "xargs" "run"))

; Uses of variables of the script

(simple_expansion (variable_name) @reference.depends_on)
(expansion (variable_name) @reference.depends_on)
