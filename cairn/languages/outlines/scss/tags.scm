(stylesheet (rule_set (selectors) @name (block) @body) @definition.section)
(rule_set (block (rule_set (selectors) @name (block) @body) @definition.section))
(mixin_statement name: (_) @name (block) @body) @definition.function
(function_statement name: (_) @name (block) @body) @definition.function
(stylesheet (declaration (property_name) @name) @definition.constant)
