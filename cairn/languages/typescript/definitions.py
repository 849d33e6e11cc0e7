"""Definitions of TypeScript and JavaScript, completed from their nodes when all captures are known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cairn.languages.building import children_of
from cairn.languages.typescript.context import EXPORTS, FUNCTIONS, given_to, nth, prototype_of
from cairn.languages.typescript.syntax import text_of
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundDefinition
from cairn.semantics.expressions import UNKNOWN
from cairn.semantics.flags import ACCESSOR, AMBIENT, ARROW, ASYNC, EXPORTED, GETTER, PRIVATE, PROMOTED, STATIC, UNBOUND, flags_in
from cairn.semantics.kinds import CLASS, CONSTANT, FIELD, FUNCTION, METHOD

if TYPE_CHECKING:
    from tree_sitter import Node

# Calls that give back the function that they are given, or one that stands for it.
_WRAPPERS = re.compile(
    r"(?:^|\.)(?:forwardRef|memo|observer|use[A-Z]\w*Callback|useCallback|useEvent|useEffectEvent|useMemoizedFn"
    r"|debounce|throttle|once|memoize\w*|cache|with[A-Z]\w*|catchAsync|asyncHandler|action)$"
)
# Calls that are given the description of a component, a store or the like, as an object.
_DESCRIBING = re.compile(r"(?:^|\.)(?:define[A-Z]\w*|extend|component|mixin)$")
_MODIFIERS = {"static": STATIC, "get": GETTER, "set": ACCESSOR, "async": ASYNC, "private": PRIVATE}
_SIGNATURES = frozenset({"function_signature", "method_signature", "abstract_method_signature"})
_CLASSES = frozenset({"class_declaration", "abstract_class_declaration", "class"})
_OBJECT_CHAIN = frozenset(
    {"object", "pair", "as_expression", "satisfies_expression", "parenthesized_expression", "spread_element"}
)
_OBJECT_ROOTS = frozenset(
    {
        "variable_declarator",
        "export_statement",
        "assignment_expression",
        "public_field_definition",
        "field_definition",
        "return_statement",
        "arrow_function",
        "class_body",
    }
)
_TYPE_CHAIN = frozenset(
    {"object_type", "property_signature", "type_annotation", "intersection_type", "union_type", "parenthesized_type"}
    | {"readonly_type", "type_arguments", "generic_type", "array_type"}
)
_REQUIRE = re.compile(rb"\s*require\s*\(")


def finish(builder: Builder) -> None:
    """Complete the definitions that the queries name: kind, body, parameters, bases, flags; merge overloads."""
    exported = {e[1] for e in (builder.exprs[x] for x in builder.extra.get("exports", {}).values()) if e[0] == "name"}
    kept: list[FoundDefinition] = []
    for definition in builder.definitions:
        if _complete(builder, definition):
            if definition.name in exported and definition.node.parent is not None:
                definition.flags.add(EXPORTED)
            kept.append(definition)
    builder.definitions = _without_twins(kept)
    _merge_overloads(builder.definitions)
    _drop_bindings(builder)


def _complete(builder: Builder, definition: FoundDefinition) -> bool:
    """Fill a definition in; False if it is none."""
    node = definition.node
    if definition.name[0] in "\"'[" and node.type != "export_statement":
        definition.name = definition.name.strip("\"'")
    if node.type in ("pair", "method_definition"):
        root = _root_of(builder, node)
        if root is None or not (root.type in _OBJECT_ROOTS or given_to(builder, node)):
            return False
        is_exported = root.type in ("assignment_expression", "export_statement") or given_to(builder, node) in EXPORTS
        if definition.kind == METHOD and is_exported:
            definition.kind = FUNCTION  # what a module exports in one object
    if node.type in ("property_signature", "method_signature") and not _is_declared(node):
        return False
    function = _function_of(builder, node)
    is_member = node.type == "assignment_expression" and _is_left(definition) and not _is_outer(node)
    if is_member and b".prototype." not in builder.source[node.start_byte : definition.name_pos]:
        return False  # a member of some object that the function at hand knows
    if definition.name == "exports" and function is not None and function.child_by_field_name("name") is not None:
        return False  # module.exports = function name() {..}
    if node.type == "variable_declarator" and function is None and not _is_class(node) and not _is_outer(node):
        return False
    if definition.node.type in _CLASSES or _is_class(node):
        _complete_class(builder, definition, node if node.type in _CLASSES else _value(node))
    elif function is not None:
        _complete_function(builder, definition, function)
    else:
        _complete_value(builder, definition)
    return not (node.type == "variable_declarator" and _REQUIRE.match(_value_text(builder, node)))


def _is_left(definition: FoundDefinition) -> bool:
    """Whether the name of an assignment is that of what is assigned to."""
    right = definition.node.child_by_field_name("right")
    return right is not None and definition.name_pos < right.start_byte


def _value(node: Node) -> Node | None:
    return node.child_by_field_name("value") or node.child_by_field_name("right") or (node if node.type in _CLASSES else None)


def _value_text(builder: Builder, node: Node) -> bytes:
    value = node.child_by_field_name("value")
    return bytes(builder.source[value.start_byte : value.start_byte + 40]) if value is not None else b""


def _is_class(node: Node) -> bool:
    value = _value(node)
    return value is not None and value.type == "class"


def _root_of(builder: Builder, node: Node) -> Node | None:
    """A member of an object literal belongs to something with a name, to what a function gives back, or to a class's body."""
    above = node.parent
    while above is not None and (above.type in _OBJECT_CHAIN or _is_described(builder, above)):
        above = above.parent
    return above


def _is_described(builder: Builder, node: Node) -> bool:
    """Whether a node is a call that makes something of the object that describes it, or the arguments of one."""
    call = node.parent if node.type == "arguments" else node
    callee = call.child_by_field_name("function") if call is not None and call.type == "call_expression" else None
    return callee is not None and _DESCRIBING.search(builder.text(callee)) is not None


def _is_declared(node: Node) -> bool:
    """Whether a member of a type belongs to one with a name, rather than to that of a parameter or a variable."""
    above = node.parent
    while above is not None and above.type in _TYPE_CHAIN:
        above = above.parent
    return above is not None and above.type in ("type_alias_declaration", "interface_body", "class_body")


def _function_of(builder: Builder, node: Node) -> Node | None:
    """The function that a definition names, through calls that wrap one."""
    if node.child_by_field_name("parameters") is not None or node.type in FUNCTIONS:
        return node
    value = _value(node)
    for _ in range(4):
        if value is None:
            return None
        if value.type in FUNCTIONS:
            return value
        if value.type in ("as_expression", "satisfies_expression", "parenthesized_expression"):
            value = nth(value, 0)
            continue
        callee = value.child_by_field_name("function") if value.type == "call_expression" else None
        if callee is None or not _WRAPPERS.search(builder.text(callee)):
            return None
        arguments = value.child_by_field_name("arguments")
        value = nth(arguments, 0) if arguments is not None else None
    return None


def _complete_class(builder: Builder, definition: FoundDefinition, node: Node | None) -> None:
    if node is None:
        return
    definition.kind = CLASS
    definition.body = node.child_by_field_name("body")
    definition.type_params = _type_params(builder, node)
    heritage = next((c for c in node.named_children if c.type == "class_heritage"), None)
    if heritage is not None:
        bases = [builder.expr(n) for child in heritage.named_children for n in builder.expand(child)]
        definition.bases = tuple(e for e in bases if builder.exprs[e] != ("unknown",))


def _type_params(builder: Builder, node: Node) -> tuple[tuple[str, int], ...]:
    holder = node.child_by_field_name("type_parameters")
    return tuple((name, bound) for name, bound, _ in builder.parameters(holder)) if holder is not None else ()


def _complete_function(builder: Builder, definition: FoundDefinition, function: Node) -> None:
    node = definition.node
    if definition.kind == CONSTANT:
        definition.kind = FUNCTION
    elif definition.kind == FIELD:
        definition.kind = METHOD
    _flag(builder, definition, node)
    if function is not node:
        definition.flags |= flags_in((c.type for c in children_of(function)), {"async": ASYNC})
    if function.type == "arrow_function":
        definition.flags.add(ARROW)
    holder = function.child_by_field_name("parameters") or function.child_by_field_name("parameter")
    definition.params = builder.parameters(holder)
    definition.returns = builder.expr(function.child_by_field_name("return_type"))
    definition.type_params = _type_params(builder, function)
    definition.type = builder.expr(node.child_by_field_name("type")) if node is not function else -1
    definition.body = function.child_by_field_name("body")
    if definition.body is not None and definition.body.type != "statement_block":
        definition.value = builder.expr(definition.body)
    _attach(builder, definition)


def _attach(builder: Builder, definition: FoundDefinition) -> None:
    """`A.prototype.b = function` and `A.b = function` belong to A; `exports.b = function` is the module's."""
    node = definition.node
    left = node.child_by_field_name("left") if node.type == "assignment_expression" else None
    owner = left.child_by_field_name("object") if left is not None else None
    text = builder.text(owner) if owner is not None else ""
    if node.type in ("pair", "method_definition"):
        text = given_to(builder, node) or prototype_of(builder, node)
    if not text:
        return
    definition.owner, definition.owner_name = -1, ""
    if text in ("exports", "module.exports") or text == "module":
        if text == "module":
            return
        definition.flags.add(EXPORTED)
        definition.flags.add(UNBOUND)
        return
    name, _, last = text.rpartition(".")
    definition.flags.add(UNBOUND)
    if last == "prototype":
        definition.owner, definition.owner_name = builder.intern(("name", name)), name
    elif "." not in text and text not in ("this", "window", "globalThis", "global", "self"):
        definition.owner, definition.owner_name = builder.intern(("name", text)), text
        definition.flags.add(STATIC)


def _complete_value(builder: Builder, definition: FoundDefinition) -> None:
    node = definition.node
    if node.type in ("internal_module", "module", "enum_declaration", "interface_declaration"):
        definition.body = node.child_by_field_name("body")
        definition.type_params = _type_params(builder, node)
        extends = next((c for c in node.named_children if c.type == "extends_type_clause"), None)
        if extends is not None:
            bases = [builder.expr(c) for c in builder.expand(extends)]
            definition.bases = tuple(e for e in bases if builder.exprs[e] != ("unknown",))
        if node.type == "module":
            definition.flags.add(AMBIENT)
        return
    definition.type = builder.expr(node.child_by_field_name("type"))
    value = node.child_by_field_name("value")
    definition.value = builder.expr(value)
    definition.type_params = _type_params(builder, node)
    if node.type == "type_alias_declaration" and value is not None and value.type == "object_type":
        definition.body = value
    _flag(builder, definition, node)


def _flag(builder: Builder, definition: FoundDefinition, node: Node) -> None:
    """The words in front of a member's name, and that a member of an object is bound by no scope."""
    words = [builder.text(child) for child in children_of(node) if child.start_byte < definition.name_pos]
    definition.flags |= flags_in(words, _MODIFIERS)
    parent = node.parent
    if parent is not None and parent.type in ("object", "object_type"):
        definition.flags.add(UNBOUND)
    is_member = parent is not None and parent.type in ("class_body", "interface_body", "object_type", "enum_body", "object")
    if PROMOTED in definition.flags:
        definition.flags.add(UNBOUND)
        is_member = True
    if is_member and PRIVATE not in definition.flags and definition.name[:1] != "#":
        definition.flags.add(EXPORTED)


def _without_twins(definitions: list[FoundDefinition]) -> list[FoundDefinition]:
    """A named function that a variable names, too, is one definition."""
    by_body: dict[int, FoundDefinition] = {}
    for definition in definitions:
        if definition.body is not None:
            known = by_body.setdefault(definition.body.id, definition)
            if known is not definition:
                first, second = sorted((known, definition), key=lambda d: (d.node.type == "function_expression", d.name_pos))
                if first.name_pos != second.name_pos:
                    second.merged_into = first
                by_body[definition.body.id] = first
    return definitions


def _merge_overloads(definitions: list[FoundDefinition]) -> None:
    """Signatures belong to the implementation that follows them, else to the first of their name."""
    groups: dict[tuple[int, str, bool], list[FoundDefinition]] = {}
    for definition in definitions:
        if definition.kind not in (FUNCTION, METHOD) or definition.node.type in (
            "variable_declarator",
            "assignment_expression",
            "pair",
        ):
            continue
        holder = definition.node.parent
        while holder is not None and holder.type in ("export_statement", "ambient_declaration"):
            holder = holder.parent
        key = (holder.id if holder is not None else 0, definition.name, STATIC in definition.flags)
        groups.setdefault(key, []).append(definition)
    for group in groups.values():
        if len(group) > 1:
            _merge(group)


def _merge(group: list[FoundDefinition]) -> None:
    group.sort(key=lambda d: d.start)
    signatures = [d for d in group if d.node.type in _SIGNATURES]
    whole = next((d for d in group if d.node.type not in _SIGNATURES), signatures[0] if signatures else None)
    for signature in signatures:
        if whole is None or signature is whole:
            continue
        signature.merged_into = whole
        if whole.returns < 0:
            whole.returns, whole.type_params, whole.params = signature.returns, signature.type_params, signature.params


def _drop_bindings(builder: Builder) -> None:
    """A definition is not a variable as well."""
    places = {d.name_pos for d in builder.definitions if d.node.type == "variable_declarator"}
    places |= {i.pos for i in builder.imports if i.how == "require"}
    builder.bindings = [
        b
        for b in builder.bindings
        if b.how in ("assign", "field") or (b.pos not in places and not _is_required(builder, b.value))
    ]


def _is_required(builder: Builder, value: int) -> bool:
    """Whether a variable takes its value from a member of `require(..)`, which is an import."""
    shape = builder.exprs[value] if value >= 0 else UNKNOWN
    return shape[0] == "member" and shape[1] >= 0 and builder.exprs[shape[1]][0] == "module"


def _is_outer(node: Node) -> bool:
    """Whether a variable is declared outside of any function: it is kept as a constant."""
    above = node.parent
    while above is not None:
        if above.child_by_field_name("parameters") is not None or above.type in FUNCTIONS:
            return False
        if above.type == "class_static_block":
            return False
        above = above.parent
    return True


__all__ = ["finish", "text_of"]
