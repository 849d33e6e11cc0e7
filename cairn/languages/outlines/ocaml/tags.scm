(exception_definition (constructor_declaration . (constructor_name) @name)) @definition.type
(module_definition (module_binding (module_name) @name)) @definition.namespace
(module_type_definition (module_type_name) @name) @definition.interface
(type_definition (type_binding name: (type_constructor) @name)) @definition.type
(constructor_declaration . (constructor_name) @name) @definition.field
(value_specification (value_name) @name) @definition.function
(class_definition (class_binding (class_name) @name)) @definition.class
(method_definition (method_name) @name) @definition.method
(value_definition (let_binding pattern: (value_name) @name (parameter) body: (_) @body) @definition.function)
(value_definition (let_binding pattern: (value_name) @name body: (fun_expression) @body) @definition.function)
(value_definition (let_binding pattern: (value_name) @name body: (function_expression) @body) @definition.function)
(compilation_unit (value_definition (let_binding pattern: (value_name) @name . body: (_)) @definition.constant))
(structure (value_definition (let_binding pattern: (value_name) @name . body: (_)) @definition.constant))
