(module_defn . (identifier) @name) @definition.namespace
(record_type_defn (type_name type_name: (identifier) @name)) @definition.struct
(union_type_defn (type_name type_name: (identifier) @name)) @definition.type
(anon_type_defn (type_name type_name: (identifier) @name)) @definition.class
(record_field . (identifier) @name) @definition.field
(union_type_case . (identifier) @name) @definition.field
(method_or_prop_defn name: (property_or_ident method: (identifier) @name)) @definition.method
(function_or_value_defn (function_declaration_left . (identifier) @name) body: (_) @body) @definition.function
(declaration_expression (function_or_value_defn (value_declaration_left (identifier_pattern) @name)) @definition.constant)
