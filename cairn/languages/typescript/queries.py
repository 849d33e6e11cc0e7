"""Patterns that only some of the family's grammars have, beside `tags."""

from __future__ import annotations

TYPED = """
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name) @definition.enum
(enum_body (property_identifier) @name @definition.field)
(enum_body (enum_assignment name: (property_identifier) @name) @definition.field)
(internal_module name: (_) @name) @definition.namespace
(module name: (_) @name) @definition.namespace
(internal_module body: (statement_block [
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)
  (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))]))
(module body: (statement_block [
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)
  (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))]))
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant))
(function_signature name: (identifier) @name) @definition.function
(method_signature name: (_) @name) @definition.method
(abstract_method_signature name: (_) @name) @definition.method
(property_signature name: (_) @name) @definition.field
(public_field_definition name: (_) @name) @definition.field
((required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field (#set! flags "promoted"))
((optional_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field (#set! flags "promoted"))
((required_parameter "readonly" pattern: (identifier) @name) @definition.field (#set! flags "promoted"))
((optional_parameter "readonly" pattern: (identifier) @name) @definition.field (#set! flags "promoted"))

(variable_declarator name: (_) @name type: (_)? @type value: (_)? @value) @binding
((required_parameter (accessibility_modifier) pattern: (identifier) @name type: (_)? @type) @binding (#set! how "field"))
((optional_parameter (accessibility_modifier) pattern: (identifier) @name type: (_)? @type) @binding (#set! how "field"))
((required_parameter "readonly" pattern: (identifier) @name type: (_)? @type) @binding (#set! how "field"))
((catch_clause parameter: (_) @name type: (_)? @type) @binding (#set! how "other"))
((call_signature) @name @type @binding (#set! how "field") (#set! name "()"))
((construct_signature) @name @type @binding (#set! how "field") (#set! name "new()"))
((index_signature) @name @type @binding (#set! how "field") (#set! name "[]"))

((import_statement (import_require_clause (identifier) @import.alias source: (string) @import.module)) @import
  (#set! how "require"))
((import_alias . (identifier) @name (_) @value) @binding)
((export_statement "=" (_) @value) @export (#set! name "="))

(call_expression function: (non_null_expression (identifier) @name) arguments: (_) @arguments) @reference.calls
(call_expression
  function: (non_null_expression (member_expression object: (_) @receiver property: (_) @name))
  arguments: (_) @arguments) @reference.calls

(type_identifier) @name @reference.depends_on
(nested_type_identifier module: (_) @receiver name: (type_identifier) @name) @reference.depends_on
(type_query (identifier) @name) @reference.depends_on
(as_expression (identifier) @name) @reference.depends_on
(satisfies_expression (identifier) @name) @reference.depends_on
(non_null_expression (identifier) @name) @reference.depends_on
(required_parameter value: (identifier) @name) @reference.depends_on
(public_field_definition value: (identifier) @name) @reference.depends_on
(enum_assignment value: (identifier) @name) @reference.depends_on
"""

UNTYPED = """
(field_definition property: (_) @name) @definition.field
(variable_declarator name: (_) @name value: (_)? @value) @binding
((catch_clause parameter: (_) @name) @binding (#set! how "other"))
(field_definition value: (identifier) @name) @reference.depends_on
"""

MARKUP = """
((jsx_opening_element name: (identifier) @name) @reference.calls (#match? @name "^[A-Z_$]"))
((jsx_self_closing_element name: (identifier) @name) @reference.calls (#match? @name "^[A-Z_$]"))
(jsx_opening_element name: (member_expression object: (_) @receiver property: (_) @name)) @reference.calls
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (_) @name)) @reference.calls
(jsx_expression (identifier) @name) @reference.depends_on
"""
