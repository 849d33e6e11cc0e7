(from_instruction as: (image_alias) @name) @definition.section
(arg_instruction name: (_) @name) @definition.constant
(env_pair name: (_) @name) @definition.constant
