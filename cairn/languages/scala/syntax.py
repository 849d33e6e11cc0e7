"""Scala as facts: expressions, parameters, extensions, patterns, imports."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding, FoundDefinition, FoundImport
from cairn.semantics.flags import FINAL, IMPLICIT, PRIVATE, VARARGS, flags_in
from cairn.semantics.kinds import CLASS, FUNCTION, METHOD

if TYPE_CHECKING:
    from tree_sitter import Node


_SPACE = re.compile(r"\s+")
_PACKAGE = re.compile(rb"^\s*package\s+(?!object\b)([\w.]+)", re.MULTILINE)
_ARGUMENTS = re.compile(r"\[[^\[\]]*\]")
_MEMBERS = frozenset({"template_body", "compilation_unit", "enum_body", "with_template_body", "package_clause"})
_LOCALS = frozenset({"val_definition", "var_definition"})
_TYPES = frozenset(
    {"class_definition", "trait_definition", "object_definition", "enum_definition", "package_object", "full_enum_case"}
)


def _identifier(builder: Builder, node: Node) -> int:
    text = builder.text(node)
    return builder.intern(("self",) if text == "this" else ("super",) if text == "super" else ("name", text))


def _type(builder: Builder, node: Node) -> int:
    """A name where a type stands: the class, not its companion."""
    return builder.intern(("name", builder.text(node), "type"))


def _generic(builder: Builder, node: Node) -> int:
    kind, args = node.child_by_field_name("type"), node.child_by_field_name("type_arguments")
    found = tuple(builder.expr(child) for child in args.named_children) if args is not None else ()
    return builder.intern(("subscript", builder.expr(kind), found))


def _new(builder: Builder, node: Node) -> int:
    kind = next(iter(node.named_children), None)
    if kind is None or kind.type == "template_body":
        return builder.intern(("unknown",))
    return builder.intern(("new", builder.expr(kind), builder.arguments(node.child_by_field_name("arguments"))))


def _call(builder: Builder, node: Node) -> int:
    callee = node.child_by_field_name("function")
    if callee is not None and callee.type == "generic_function":
        callee = callee.child_by_field_name("function")
    return builder.intern(("call", builder.expr(callee), builder.arguments(node.child_by_field_name("arguments"))))


def _infix(builder: Builder, node: Node) -> int:
    left, operator = builder.expr(node.child_by_field_name("left")), node.child_by_field_name("operator")
    if operator is None or operator.type != "identifier":
        return builder.intern(("unknown",))
    right = builder.expr(node.child_by_field_name("right"))
    return builder.intern(("call", builder.intern(("member", left, builder.text(operator))), (right,)))


def _block(builder: Builder, node: Node) -> int:
    return int(builder.expr(node.named_children[-1]) if node.named_child_count else builder.intern(("unknown",)))


def _parameters(builder: Builder, definition: FoundDefinition) -> None:
    """The first list of parameters of a function, and names and types of all."""
    groups = [child for child in definition.node.named_children if child.type in ("parameters", "class_parameters")]
    texts, rows = [], []
    for number, group in enumerate(groups):
        for child in group.named_children:
            if child.type not in ("parameter", "class_parameter"):
                continue
            name, kind = child.child_by_field_name("name"), child.child_by_field_name("type")
            told = builder.expr(kind)
            default = child.child_by_field_name("default_value")
            if number == 0:
                rows.append((builder.text(name), told, builder.intern(("unknown",)) if default is not None else -1))
                texts.append(_SPACE.sub("", builder.text(kind)) if kind is not None else "")
                if kind is not None and kind.type == "repeated_parameter_type":
                    definition.flags.add(VARARGS)
            if definition.body is not None and name is not None and definition.kind == FUNCTION:
                at = definition.body.start_byte
                builder.bindings.append(FoundBinding(builder.text(name), name.start_byte, told, -1, "param", at, at))
    definition.params = tuple(rows)
    if definition.kind in (FUNCTION, METHOD):
        definition.anchor_suffix = f"({','.join(texts)})"


def _bases(builder: Builder, node: Node) -> tuple[int, ...]:
    extends = node.child_by_field_name("extend")
    kinds = [c for c in extends.named_children if c.type != "arguments"] if extends is not None else []
    derived = next((child for child in node.named_children if child.type == "derives_clause"), None)
    return tuple(builder.expr(c) for c in kinds if derived is None or c.id != derived.id)


_MODIFIERS = {"private": PRIVATE, "implicit": IMPLICIT, "final": FINAL}


def finish(builder: Builder) -> None:
    """Leave out local values, read modifiers, bases, parameters, and imports."""
    builder.definitions = [d for d in builder.definitions if d.node.type not in _LOCALS or _is_member(d.node)]
    places = {d.name_pos for d in builder.definitions}
    builder.bindings = [row for row in builder.bindings if row.pos not in places]
    for definition in builder.definitions:
        node = definition.node
        modifiers = next((child for child in node.named_children if child.type == "modifiers"), None)
        if modifiers is not None:
            words = builder.text(modifiers).replace("[", " ").replace("]", " ").split()
            definition.flags |= flags_in(words, _MODIFIERS)
        if node.type in _TYPES:
            definition.bases = _bases(builder, node)
        if node.type in ("function_definition", "function_declaration", "class_definition"):
            _parameters(builder, definition)
        if node.type == "function_definition" and definition.returns < 0:
            definition.value = builder.expr(definition.body)
        _extend(builder, definition)
        if node.type == "given_definition":
            kind = node.child_by_field_name("return_type")
            definition.bases = (builder.expr(kind),) if kind is not None and definition.kind == CLASS else ()
        _note_self(builder, definition)
        if node.type == "simple_enum_case":
            definition.type = builder.intern(("own_type",))
    builder.imports = [row for old in builder.imports for row in _imported(builder, old)]
    builder.extra["package"] = ".".join(m.decode("utf-8", "replace") for m in _PACKAGE.findall(builder.source))


def _extend(builder: Builder, definition: FoundDefinition) -> None:
    """A function of an `extension` belongs to the type that it extends, and sees the name of what it is called on."""
    around = definition.node.parent
    if around is None or around.type != "extension_definition":
        return
    holder = around.child_by_field_name("parameters")
    receiver = next((c for c in holder.named_children if c.type == "parameter"), None) if holder is not None else None
    name = receiver.child_by_field_name("name") if receiver is not None else None
    kind = receiver.child_by_field_name("type") if receiver is not None else None
    if name is None or kind is None:
        return
    definition.owner, definition.owner_name = builder.expr(kind), _ARGUMENTS.sub("", builder.text(kind)).strip()
    types = around.child_by_field_name("type_parameters")
    own = [c for c in types.named_children if c.type == "identifier"] if types is not None else []
    definition.type_params = (*definition.type_params, *((builder.text(c), -1) for c in own))
    if definition.body is not None:
        at = definition.body.start_byte
        builder.bindings.append(FoundBinding(builder.text(name), name.start_byte, definition.owner, -1, "param", at, at))


def _note_self(builder: Builder, definition: FoundDefinition) -> None:
    """`self: Other =>` names the instance, and says what else it is."""
    body = definition.body
    own = next((c for c in body.named_children if c.type == "self_type"), None) if body is not None else None
    if own is None or not own.named_children:
        return
    name, *kinds = own.named_children
    if builder.text(name) != "this":
        at = body.start_byte
        builder.bindings.append(FoundBinding(builder.text(name), name.start_byte, -1, builder.intern(("self",)), "var", at, at))
    parts = [part for kind in kinds for part in (kind.named_children if kind.type == "compound_type" else [kind])]
    if parts:
        builder.extra.setdefault("selves", []).append([definition.name_pos, [builder.expr(part) for part in parts]])


def _is_member(node: Node) -> bool:
    return node.parent is not None and node.parent.type in _MEMBERS


def _imported(builder: Builder, row: FoundImport) -> list[FoundImport]:
    """`a.b.{C, D => E, _}`: one import a name."""
    text = _statement(builder.source[row.pos :]).decode("utf-8", "replace").removeprefix("import").strip()
    found = []
    for part in re.split(r",(?![^{]*\})", text):
        path, brace, inside = part.strip().partition("{")
        path = _SPACE.sub("", path)
        names = inside.partition("}")[0].split(",") if brace else [path.rpartition(".")[2]]
        module = path.rstrip(".") if brace else path.rpartition(".")[0]
        for name in names:
            own, _, alias = (word.strip() for word in re.sub(r"\s+as\s+|=>", "=>", name).partition("=>"))
            if own in ("_", "*", "given"):
                found.append(FoundImport(module, "*", "", row.line, row.pos, ""))
            elif own and alias != "_" and module:
                found.append(FoundImport(module, own, alias or own, row.line, row.pos, ""))
    return found


def _statement(text: bytes) -> bytes:
    """An import to its end: that of its line, or behind its braces."""
    end = text.find(b"\n")
    line = text if end < 0 else text[:end]
    if line.count(b"{") > line.count(b"}"):
        return text[: text.find(b"}") + 1]
    return line.partition(b"//")[0].partition(b";")[0]


# Patterns


def bind_case(builder: Builder, clause: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """Bind what the pattern of a `case` captures, by what is matched."""
    pattern = clause.child_by_field_name("pattern")
    block = clause.parent
    statement = block.parent if block is not None else None
    subject = statement.child_by_field_name("value") if statement is not None and statement.type == "match_expression" else None
    if pattern is not None:
        _bind(builder, pattern, builder.expr(subject) if subject is not None else -1)


def bind_pattern(builder: Builder, pattern: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """Bind what `val User(name, box) = value` takes apart."""
    _bind(builder, pattern, value)


def _bind(builder: Builder, pattern: Node, value: int) -> None:
    kind = pattern.type
    if kind == "identifier":
        text = builder.text(pattern)
        if not text[:1].isupper():  # else it is a value that is compared
            _name(builder, pattern, value)
    elif kind == "capture_pattern":
        _bind_captured(builder, pattern, value)
    elif kind == "case_class_pattern":
        made = builder.expr(pattern.child_by_field_name("type"))
        for number, child in enumerate(pattern.children_by_field_name("pattern")):
            _bind(builder, child, builder.intern(("matched", value, made, number)))
    elif kind == "tuple_pattern":
        for number, child in enumerate(pattern.named_children):
            _bind(builder, child, builder.intern(("item", value, number)) if value >= 0 else -1)


def _bind_captured(builder: Builder, pattern: Node, value: int) -> None:
    """`name @ Pattern(..)` is of the class that the pattern names."""
    name, inner = pattern.child_by_field_name("name"), pattern.child_by_field_name("pattern")
    kind = inner.child_by_field_name("type") if inner is not None else None
    if name is not None:
        _name(builder, name, builder.intern(("cast", builder.expr(kind))) if kind is not None else value)
    if inner is not None:
        _bind(builder, inner, value)


def _name(builder: Builder, node: Node, value: int) -> None:
    builder.bindings.append(FoundBinding(builder.text(node), node.start_byte, -1, value, "var", -1, node.start_byte))


EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "identifier": (_identifier,),
    "operator_identifier": ("name",),
    "type_identifier": (_type,),
    "stable_type_identifier": ("member", 0, 1),
    "stable_identifier": ("member", 0, 1),
    "generic_type": (_generic,),
    "field_expression": ("member", "value", "field"),
    "call_expression": (_call,),
    "infix_expression": (_infix,),
    "instance_expression": (_new,),
    "parenthesized_expression": ("pass", 0),
    "ascription_expression": ("cast", 1),
    "block": (_block,),
    "if_expression": ("choice", "consequence", "alternative"),
    "string": ("literal", "String"),
    "interpolated_string_expression": ("literal", "String"),
    "integer_literal": ("literal", "Int"),
    "floating_point_literal": ("literal", "Double"),
    "boolean_literal": ("literal", "Boolean"),
    "character_literal": ("literal", "Char"),
    "lambda_expression": ("closure", 1),
}


PATTERNS: Mapping[str, object] = {
    "identifier": "name",
    "case_clause": bind_case,
    "case_class_pattern": bind_pattern,
    "tuple_pattern": bind_pattern,
}
