"""Names that the patterns of a `match` statement bind: `case Point(x, y=0):`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding, FoundDefinition

if TYPE_CHECKING:
    from tree_sitter import Node


POSITIONS = "case()"  # the member of a class, with a name that none is written with, that has what positions in a pattern mean
# Types of which a class pattern takes the whole value: `case str(text)`.
_WHOLE = frozenset("bool bytearray bytes dict float frozenset int list set str tuple".split())
_ORDERED = re.compile(r"\b(?:dataclass|define|frozen|mutable|attrs|attr\.s)\b")  # decorators that give a class's fields an order


def nth(node: Node, number: int) -> Node | None:
    """A named child by number; None if there are fewer."""
    return node.named_child(number) if number < node.named_child_count else None


def nth_class(node: Node | None) -> Node | None:
    """The name of the class of a class pattern, also one in brackets or under `as`; None for other patterns."""
    while node is not None and node.type in ("case_pattern", "as_pattern"):
        node = nth(node, 0)
    return nth(node, 0) if node is not None and node.type == "class_pattern" else None


def bind_case(builder: Builder, clause: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """Bind what the patterns of a `case` capture, by what `match` is given."""
    statement = clause.parent
    while statement is not None and statement.type != "match_statement":
        statement = statement.parent
    subjects = statement.children_by_field_name("subject") if statement is not None else []
    whole = builder.expr(subjects[0]) if len(subjects) == 1 else -1
    patterns = [child for child in clause.named_children if child.type == "case_pattern"]
    for number, pattern in enumerate(patterns):
        if len(patterns) == len(subjects):
            _bind(builder, pattern, builder.expr(subjects[number]))
        else:
            _bind(builder, pattern, _item(builder, whole, number) if len(patterns) > 1 else whole)


def _item(builder: Builder, whole: int, number: int) -> int:
    return builder.intern(("item", whole, number)) if whole >= 0 else -1


def _name(builder: Builder, node: Node, value: int) -> None:
    text = builder.text(node)
    if text != "_":
        builder.bindings.append(FoundBinding(text, node.start_byte, -1, value, "var", -1, node.end_byte))


def _bind(builder: Builder, pattern: Node, value: int) -> None:
    """Bind the names of one pattern that a value is held against."""
    inner = nth(pattern, 0) if pattern.type == "case_pattern" else pattern
    if inner is None:
        return
    kind = inner.type
    if kind == "dotted_name":
        if inner.named_child_count == 1:
            _name(builder, inner, value)
    elif kind == "as_pattern":
        whole, alias = nth(inner, 0), inner.named_children[-1]
        classes = nth_class(whole)
        if whole is not None:
            _bind(builder, whole, value)
        _name(builder, alias, builder.intern(("cast", builder.expr(classes))) if classes is not None else value)
    elif kind == "class_pattern":
        _bind_class(builder, inner, value)
    elif kind in ("list_pattern", "tuple_pattern"):
        _bind_items(builder, inner, value)
    elif kind == "dict_pattern":
        _bind_keys(builder, inner, value)
    elif kind == "union_pattern":
        for child in inner.named_children:
            _bind(builder, child, value)
    elif kind == "splat_pattern" and (name := nth(inner, 0)) is not None:
        _name(builder, name, -1)


def _bind_items(builder: Builder, pattern: Node, value: int) -> None:
    is_behind = False  # of a `*rest`: which item it is depends on how many there are
    for number, child in enumerate(pattern.named_children):
        _bind(builder, child, _item(builder, value, number) if not is_behind else _element(builder, value))
        first = nth(child, 0)
        is_behind |= first is not None and first.type == "splat_pattern"


def _element(builder: Builder, value: int) -> int:
    return builder.intern(("element", value)) if value >= 0 else -1


def _bind_keys(builder: Builder, pattern: Node, value: int) -> None:
    """`{"a": x}`: each value is what a subscript of the mapping gives."""
    keys: list[int] = []
    for child in pattern.named_children:
        if child.type == "splat_pattern":
            _bind(builder, child, -1)
        elif child.type == "case_pattern":
            key = keys.pop() if keys else builder.intern(("unknown",))
            _bind(builder, child, builder.intern(("subscript", value, (key,))) if value >= 0 else -1)
        else:
            keys.append(builder.expr(child))


def _bind_class(builder: Builder, pattern: Node, value: int) -> None:
    """`Point(x, y=0)`: by name a member, by position one of the fields that the class has in this order."""
    name = nth(pattern, 0)
    made = builder.intern(("cast", builder.expr(name)))
    position = 0
    for child in pattern.named_children[1:]:
        inner = nth(child, 0)
        if inner is not None and inner.type == "keyword_pattern":
            key, held = nth(inner, 0), nth(inner, 1)
            if key is not None and held is not None:
                _bind(builder, held, builder.intern(("member", made, builder.text(key))))
        else:
            _bind(builder, child, _at(builder, builder.text(name) if name is not None else "", made, position))
            position += 1


def _at(builder: Builder, name: str, made: int, position: int) -> int:
    if name in _WHOLE:
        return int(made) if position == 0 else -1
    return builder.intern(("item", builder.intern(("member", made, POSITIONS)), position))


def note_order(builder: Builder, definition: FoundDefinition) -> None:
    """Bind to a class what positions in a pattern mean: what it says itself, or its fields, where a decorator orders them."""
    fields, said = [], None
    for assigned in definition.body.named_children:
        left = assigned.child_by_field_name("left") if assigned.type == "assignment" else None
        if left is None:
            continue
        kind, right = assigned.child_by_field_name("type"), assigned.child_by_field_name("right")
        if builder.text(left) == "__match_args__" and right is not None:
            said = [builder.text(item).strip("\"'") for item in right.named_children]
        elif kind is not None and not builder.text(kind).startswith(("ClassVar", "typing.ClassVar")):
            fields.append(builder.intern(("cast", builder.expr(kind))))
    value = -1
    if said is not None:
        own = builder.intern(("cast", builder.intern(("name", definition.name))))
        value = builder.intern(("tuple", tuple(builder.intern(("member", own, name)) for name in said)))
    elif fields and _is_ordered(builder, definition):
        value = builder.intern(("tuple", tuple(fields)))
    if value >= 0 or fields:
        where = definition.body.start_byte
        builder.bindings.append(FoundBinding(POSITIONS, where, -1, value, "field", -1, where))


def _is_ordered(builder: Builder, definition: FoundDefinition) -> bool:
    """Whether the fields of a class by themselves are what positions in a pattern mean; those of a base would come first."""
    bases = definition.node.child_by_field_name("superclasses")
    written = builder.text(bases).strip("() \n") if bases is not None else ""
    if written:
        return written in ("NamedTuple", "typing.NamedTuple")
    above = builder.parent(definition.node)
    if above is None or above.type != "decorated_definition":
        return False
    return any(_ORDERED.search(builder.text(c)) for c in above.children if c.type == "decorator")
