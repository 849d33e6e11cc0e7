(class_definition name: (identifier) @name body: (_) @body) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.trait
(extension_declaration name: (identifier) @name body: (_) @body) @definition.class
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.field
(type_alias . (type_identifier) @name) @definition.type
(function_signature name: (identifier) @name) @definition.function
(getter_signature name: (identifier) @name) @definition.function
(setter_signature name: (identifier) @name) @definition.function
(constructor_signature name: (identifier) @name .) @definition.method
(constructor_signature name: (identifier) name: (identifier) @name) @definition.method
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name)) @definition.field)
(static_final_declaration . (identifier) @name) @definition.constant
