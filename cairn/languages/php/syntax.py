"""PHP as facts: expressions, modifiers, traits that a class uses, the namespace of a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundDefinition, FoundImport, FoundReference
from cairn.semantics.flags import CASE, PRIVATE, STATIC, flags_in
from cairn.semantics.kinds import CLASS, DEPENDS_ON, ENUM, FIELD, TRAIT

if TYPE_CHECKING:
    from tree_sitter import Node


_NAMESPACE = re.compile(rb"^\s*namespace\s+([\w\\]+)\s*[;{]", re.MULTILINE)
# Functions of PHP itself that are in most programs; others stay unresolved, which does no harm.
BUILTINS = frozenset(
    """
    abs array_combine array_column array_diff array_fill array_filter array_flip array_intersect array_key_exists array_keys
    array_map array_merge array_pop array_push array_reduce array_reverse array_search array_shift array_slice array_sort
    array_splice array_sum array_unique array_unshift array_values array_walk basename call_user_func call_user_func_array ceil
    class_exists compact constant count current date define defined dirname end explode file_exists file_get_contents
    file_put_contents floor func_get_args function_exists get_class gettype implode in_array intdiv interface_exists intval
    is_a is_array is_bool is_callable is_dir is_file is_float is_int is_iterable is_null is_numeric is_object is_resource
    is_string is_subclass_of iterator_to_array json_decode json_encode key ksort lcfirst ltrim max mb_strlen mb_strtolower
    mb_substr md5 method_exists microtime min next number_format ob_get_clean ob_start parse_str parse_url preg_match
    preg_match_all preg_quote preg_replace preg_replace_callback preg_split print_r printf property_exists random_int range
    realpath reset round rtrim serialize sha1 sort spl_object_hash spl_object_id sprintf str_contains str_ends_with str_pad
    str_repeat str_replace str_split str_starts_with strcmp stripos strlen strpos strrpos strtolower strtoupper strtr strval
    substr substr_count sys_get_temp_dir time trigger_error trim ucfirst ucwords uniqid unlink unserialize urlencode usleep usort
    var_dump var_export version_compare vsprintf null true false
    """.split()
)
_MODIFIERS = {"private": PRIVATE, "static": STATIC}


def _name(builder: Builder, node: Node) -> int:
    """A name of a class or function; `self` and `static` are the class around, `parent` the one above."""
    text = builder.text(node)
    if text in ("self", "static"):
        return builder.intern(("own_type",))
    return builder.intern(("super",) if text == "parent" else ("name", text))


def _variable(builder: Builder, node: Node) -> int:
    text = builder.text(node)
    return builder.intern(("self",) if text == "$this" else ("name", text))


def _call(builder: Builder, node: Node) -> int:
    """`$object->name(...)` and `Type::name(...)`."""
    owner = builder.expr(node.child_by_field_name("object") or node.child_by_field_name("scope"))
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if name is None or name.type != "name":
        return builder.intern(("unknown",))
    return builder.intern(("call", builder.intern(("member", owner, builder.text(name))), builder.arguments(arguments)))


def _property(builder: Builder, node: Node) -> int:
    """`Type::$name`: a property's name has no mark where it is a member."""
    name = node.child_by_field_name("name")
    owner = builder.expr(node.child_by_field_name("scope"))
    return builder.intern(("member", owner, builder.text(name).lstrip("$") if name is not None else ""))


def _new(builder: Builder, node: Node) -> int:
    kind = next(iter(node.named_children), None)
    if kind is None or kind.type == "anonymous_class":
        return builder.intern(("unknown",))
    return builder.intern(("new", builder.expr(kind), ()))


def _binary(builder: Builder, node: Node) -> int:
    operator = node.child_by_field_name("operator")
    if operator is None or operator.type not in ("??", "?:"):
        return builder.intern(("unknown",))
    sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    return builder.intern(("choice", tuple(builder.expr(side) for side in sides)))


def finish(builder: Builder) -> None:
    """Read modifiers, traits that a class uses, and the namespace."""
    for definition in builder.definitions:
        node = definition.node
        definition.flags |= flags_in(map(builder.text, node.children), _MODIFIERS)
        if definition.kind in (CLASS, TRAIT, ENUM) and definition.body is not None:
            used = [child for child in definition.body.named_children if child.type == "use_declaration"]
            traits = [builder.expr(name) for child in used for name in child.named_children if name.type != "use_list"]
            definition.bases = (*traits, *definition.bases)
            for child in used:
                _read_adaptations(builder, definition, child)
        elif definition.kind == FIELD and CASE in definition.flags:
            definition.type = builder.intern(("own_type",))
    builder.imports = [_named(row) for row in builder.imports]
    found = _NAMESPACE.search(builder.source)
    builder.extra["namespace"] = found[1].decode("utf-8", "replace") if found else ""


def _read_adaptations(builder: Builder, definition: FoundDefinition, used: Node) -> None:
    """`A::note insteadof B; B::note as shout;`: which methods of traits a class has, and under which names."""
    for clause in (clause for held in used.named_children if held.type == "use_list" for clause in held.named_children):
        parts = [part for part in clause.named_children if part.type not in ("visibility_modifier", "comment")]
        if clause.type not in ("use_as_clause", "use_instead_of_clause") or not parts:
            continue
        trait = method = parts[0]
        if parts[0].type == "class_constant_access_expression":
            trait, method = parts[0].named_children[0], parts[0].named_children[-1]
        else:
            expr = builder.intern(("member", builder.intern(("own_type",)), builder.text(method)))
            builder.references.append(FoundReference(DEPENDS_ON, expr, builder.text(method), method.start_byte))
        alias = builder.text(parts[1]) if clause.type == "use_as_clause" and len(parts) > 1 else builder.text(method)
        if clause.type == "use_instead_of_clause" or len(parts) > 1:
            row = (definition.name, builder.text(trait) if trait is not method else "", builder.text(method), alias)
            builder.extra.setdefault("adapted", []).append(row)


def _named(row: FoundImport) -> FoundImport:
    """An import as its full name; a part of a group is joined with what stands before the group."""
    if row.how == "file":
        return row
    full = (f"{row.module}\\{row.name}" if row.name else row.module).lstrip("\\")
    return row._replace(module=full, name="", alias=row.alias or full.rpartition("\\")[2])


EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "name": (_name,),
    "qualified_name": (_name,),
    "relative_name": (_name,),
    "relative_scope": (_name,),
    "namespace_name": (_name,),
    "named_type": ("pass", 0),
    "optional_type": ("pass", 0),
    "union_type": ("choice",),
    "variable_name": (_variable,),
    "member_access_expression": ("member", "object", "name"),
    "nullsafe_member_access_expression": ("member", "object", "name"),
    "scoped_property_access_expression": (_property,),
    "class_constant_access_expression": ("member", 0, 1),
    "function_call_expression": ("call", "function", "arguments"),
    "member_call_expression": (_call,),
    "nullsafe_member_call_expression": (_call,),
    "scoped_call_expression": (_call,),
    "object_creation_expression": (_new,),
    "assignment_expression": ("pass", "right"),
    "parenthesized_expression": ("pass", 0),
    "clone_expression": ("pass", 0),
    "conditional_expression": ("choice", "body", "alternative"),
    "binary_expression": (_binary,),
    "anonymous_function": ("closure", "body"),
    "arrow_function": ("closure", "body"),
}


PATTERNS: Mapping[str, object] = {"variable_name": "name", "name": "name", "simple_parameter": ("pass", "name")}


PARAMETERS: Mapping[str, tuple[object, ...]] = {
    "simple_parameter": ("name", "type", "default_value"),
    "property_promotion_parameter": ("name", "type", "default_value"),
    "variadic_parameter": ("name", None, None),
}
