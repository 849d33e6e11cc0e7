(message (message_name (identifier) @name)) @definition.struct
(field (identifier) @name) @definition.field
(oneof_field (identifier) @name) @definition.field
(map_field (identifier) @name) @definition.field
(enum (enum_name (identifier) @name)) @definition.enum
(enum_field . (identifier) @name) @definition.field
(service (service_name (identifier) @name)) @definition.interface
(rpc (rpc_name (identifier) @name)) @definition.method
