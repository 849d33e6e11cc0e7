((element (start_tag (attribute (attribute_name) @_name (quoted_attribute_value (attribute_value) @name)))) @definition.section
  (#eq? @_name "id"))
((element (start_tag (tag_name) @_tag) . (text) @name) @definition.section (#any-of? @_tag "h1" "h2" "h3" "title"))
