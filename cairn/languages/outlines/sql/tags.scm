(create_table (object_reference) @name) @definition.struct
(column_definition name: (identifier) @name) @definition.field
(create_view (object_reference) @name) @definition.type
(create_materialized_view (object_reference) @name) @definition.type
(create_function (object_reference) @name) @definition.function
(create_type (object_reference) @name) @definition.type
(create_index column: (identifier) @name) @definition.constant
(create_trigger . (keyword_create) (object_reference) @name) @definition.function
