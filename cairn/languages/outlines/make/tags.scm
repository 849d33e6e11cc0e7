((rule (targets (word) @name)) @definition.function (#not-match? @name "^[.]"))
(variable_assignment name: (word) @name) @definition.constant
(define_directive name: (word) @name) @definition.macro
