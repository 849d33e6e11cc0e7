(data_type name: (_) @name) @definition.type
(newtype name: (_) @name) @definition.type
(type_synomym name: (_) @name) @definition.type
(class name: (_) @name) @definition.interface
(class_declarations (signature name: (variable) @name) @definition.function)
(declarations (function name: (variable) @name) @definition.function)
(declarations (bind name: (variable) @name) @definition.constant)
(data_constructor (prefix name: (constructor) @name)) @definition.field
(data_constructor (record name: (constructor) @name)) @definition.field
