"""What Scala's patterns bind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder

if TYPE_CHECKING:
    from tree_sitter import Node


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
            _bind(builder, child, builder.intern(("u", value, made, number)))
    elif kind == "tuple_pattern":
        for number, child in enumerate(pattern.named_children):
            _bind(builder, child, builder.intern(("r", value, number)) if value >= 0 else -1)


def _bind_captured(builder: Builder, pattern: Node, value: int) -> None:
    """`name @ Pattern(..)` is of the class that the pattern names."""
    name, inner = pattern.child_by_field_name("name"), pattern.child_by_field_name("pattern")
    kind = inner.child_by_field_name("type") if inner is not None else None
    if name is not None:
        _name(builder, name, builder.intern(("k", builder.expr(kind))) if kind is not None else value)
    if inner is not None:
        _bind(builder, inner, value)


def _name(builder: Builder, node: Node, value: int) -> None:
    builder.bindings.append((builder.text(node), node.start_byte, -1, value, "var", -1, node.start_byte))
