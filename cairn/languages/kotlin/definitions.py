"""Kotlin's definitions, completed: modifiers, parameters, receivers, constructors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cairn.languages.kotlin.syntax import (
    TYPES,
    declared_result,
    function_value,
    property_value,
)
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding, FoundDefinition, FoundReference
from cairn.semantics.expressions import Expr
from cairn.semantics.flags import ANONYMOUS, COMPONENT, ENUM_CONSTANT, INTERNAL, PRIVATE, VARARGS, Flags, flags_in
from cairn.semantics.kinds import CLASS, ENUM, INTERFACE

if TYPE_CHECKING:
    from tree_sitter import Node


_SPACE = re.compile(r"\s+")
_ARGUMENTS = re.compile(r"<[^<>]*>")
_PACKAGE = re.compile(rb"^\s*package\s+([\w.`]+)", re.MULTILINE)
_HOLDERS = frozenset({"class_body", "enum_class_body", "source_file"})

_MODIFIERS = {"private": PRIVATE, "internal": INTERNAL}


def is_exported(name: str, flags: Flags) -> bool:
    """All but `private` definitions can be used by other files."""
    return PRIVATE not in flags and INTERNAL not in flags


def _erase(text: str) -> str:
    """A parameter's type as it is written, without type arguments and spaces."""
    while (shorter := _ARGUMENTS.sub("", text)) != text:
        text = shorter
    return _SPACE.sub("", text)


def _parameter_types(builder: Builder, definition: FoundDefinition) -> str:
    """`(String,Int)`: what tells an overload from the others of its name."""
    holder = next((c for c in definition.node.named_children if c.type == "function_value_parameters"), None)
    types, prefix = [], ""
    for child in holder.named_children if holder is not None else ():
        if child.type == "parameter_modifiers" and "vararg" in builder.text(child):
            prefix = "vararg "
            definition.flags.add(VARARGS)
        elif child.type == "parameter":
            kind = next((c for c in child.named_children if c.type in TYPES), None)
            types.append(prefix + (_erase(builder.text(kind)) if kind is not None else ""))
            prefix = ""
    return f"({','.join(types)})"


def _modifiers(builder: Builder, node: Node) -> list[str]:
    holder = next((child for child in node.named_children if child.type == "modifiers"), None)
    if holder is None:
        return []
    return [builder.text(child) for child in holder.named_children if child.type != "annotation"]


def finish(builder: Builder) -> None:
    """Read modifiers and types that have no field of their own, name what has no name, tell overloads apart."""
    builder.definitions = [d for d in builder.definitions if _is_definition(d)]
    for definition in builder.definitions:
        node = definition.node
        definition.flags |= flags_in(_modifiers(builder, node), _MODIFIERS)
        if definition.kind in (CLASS, INTERFACE, ENUM):
            definition.bases = tuple(builder.expr(c) for c in node.named_children if c.type == "delegation_specifier")
        if node.type in ("function_declaration", "secondary_constructor"):
            definition.anchor_suffix = _parameter_types(builder, definition)
            definition.returns = declared_result(builder, node)
            definition.value = function_value(builder, node) if definition.returns < 0 else -1
            definition.owner_name = _erase(definition.owner_name)
        elif node.type == "property_declaration":
            definition.value = property_value(builder, node) if definition.type < 0 else -1
            definition.owner_name = _erase(definition.owner_name)
            if definition.owner >= 0:
                _bind_receiver(builder, definition)
        elif node.type == "class_parameter":
            definition.flags.add(COMPONENT)
            definition.home_start = _body_start(node)
        elif ENUM_CONSTANT in definition.flags:
            _finish_constant(builder, definition)
        elif ANONYMOUS in definition.flags:
            kind = next((c for c in node.named_children if c.type == "delegation_specifier"), None)
            definition.name = "anon-" + (re.split(r"[^\w.]", builder.text(kind))[0] if kind is not None else "")
        elif definition.kind == CLASS:
            definition.params = _primary(builder, node)
    members = {d.name_pos for d in builder.definitions if d.home_start >= 0}
    builder.bindings = [b for b in builder.bindings if b.how != "primary" or b.pos not in members]
    named = {row.pos for row in builder.imports if row.name or row.alias}
    builder.imports = [row for row in builder.imports if row.name or row.alias or row.pos not in named]
    builder.references = [_flattened(builder, row) for row in builder.references]
    found = _PACKAGE.search(builder.source)
    builder.extra["package"] = found[1].decode("utf-8", "replace") if found else ""


def _bind_receiver(builder: Builder, definition: FoundDefinition) -> None:
    """The getter and setter of `val Cart.total` see the cart as `this`."""
    accessors = [child for child in definition.node.named_children if child.type in ("getter", "setter")]
    after = definition.node.next_named_sibling
    while after is not None and (after.type in ("getter", "setter") or after.type in builder.record.comments):
        accessors.append(after)
        after = after.next_named_sibling
    for accessor in accessors:
        start = accessor.start_byte
        builder.bindings.append(FoundBinding("this", start, definition.owner, -1, "var", start, start))


def _body_start(parameter: Node) -> int:
    """The first byte of the body of the class that a parameter is a property of; -1 if it has none."""
    owner = parameter.parent.parent if parameter.parent is not None else None
    body = next((c for c in owner.named_children if c.type in _HOLDERS), None) if owner is not None else None
    return body.start_byte if body is not None else -1


def _is_definition(definition: FoundDefinition) -> bool:
    """Whether a property is one of a class or file, not a local variable, and a companion is not named otherwise."""
    if definition.node.type == "companion_object" and definition.name == "Companion":
        return not any(child.type == "type_identifier" for child in definition.node.named_children)
    parent = definition.node.parent
    return definition.node.type != "property_declaration" or parent is None or parent.type in _HOLDERS


def _primary(builder: Builder, node: Node) -> tuple[tuple[str, int, int], ...]:
    """The parameters of a primary constructor: name, type, default value."""
    holder = next((c for c in node.named_children if c.type == "primary_constructor"), None)
    rows = []
    for child in holder.named_children if holder is not None else ():
        kinds = [c for c in child.named_children if c.type in TYPES]
        names = [c for c in child.named_children if c.type == "simple_identifier"]
        if kinds and names:
            has_default = child.named_children[-1].id != kinds[-1].id
            rows.append((builder.text(names[0]), builder.expr(kinds[0]), builder.intern(("unknown",)) if has_default else -1))
    return tuple(rows)


def _finish_constant(builder: Builder, definition: FoundDefinition) -> None:
    """An entry of an enum is an instance of it; one with a body of its own is of a class below it."""
    node = definition.node
    while node is not None and node.type != "class_declaration":
        node = node.parent
    names = [c for c in node.named_children if c.type == "type_identifier"] if node is not None else []
    name = builder.text(names[0]) if names else ""
    if ANONYMOUS in definition.flags:
        definition.name = f"anon-{name}"
        definition.bases = (builder.intern(("name", name)),)
    else:
        definition.type = builder.intern(("name", name))


def _flattened(builder: Builder, row: FoundReference) -> FoundReference:
    """A reference whose arguments stand for themselves; one by `::` has the place of its name."""
    taken: Expr = builder.exprs[row.expr] if row.expr >= 0 else ("unknown",)
    if taken[0] == "method_reference":
        name = max(builder.source.find(b"::", row.pos) + 2, row.pos)  # the place of the name: its receiver is a use by itself
        row = row._replace(name=taken[2], pos=name)
    args: list[int] = []
    for arg in row.args:
        shape = builder.exprs[arg]
        args += shape[1] if shape[0] == "arguments" else (arg,)
    return row._replace(args=tuple(args))
