(document (object (pair key: (string (string_content) @name)) @definition.section))
