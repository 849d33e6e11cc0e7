(document (pair . (_) @name) @definition.section)
(table . (_) @name) @definition.section
(table_array_element . (_) @name) @definition.section
(table (pair . (_) @name) @definition.section)
