(stylesheet (rule_set (selectors) @name (block) @body) @definition.section)
(media_statement (block (rule_set (selectors) @name (block) @body) @definition.section))
(keyframes_statement (keyframes_name) @name) @definition.section
((declaration (property_name) @name) @definition.constant (#match? @name "^--"))
