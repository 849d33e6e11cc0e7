(module_definition name: (identifier) @name) @definition.namespace
(abstract_definition (type_head . (identifier) @name)) @definition.interface
(abstract_definition (type_head . (binary_expression . (identifier) @name))) @definition.interface
(struct_definition (type_head . (identifier) @name)) @definition.struct
(struct_definition (type_head . (binary_expression . (identifier) @name))) @definition.struct
(struct_definition (type_head . (parametrized_type_expression . (identifier) @name))) @definition.struct
(function_definition (signature (call_expression . (identifier) @name))) @definition.function
(function_definition (signature (_ . (call_expression . (identifier) @name)))) @definition.function
(macro_definition (signature (call_expression . (identifier) @name))) @definition.macro
(assignment . (call_expression . (identifier) @name)) @definition.function
(const_statement (assignment . (identifier) @name)) @definition.constant
