"""What Swift's patterns take out of a case of an enum: `case .loaded(let page)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMES = frozenset({"simple_identifier", "pattern"})


def bind_entry(builder: Builder, entry: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """Bind what the patterns of one entry of a `switch` capture."""
    statement = entry.parent
    subject = statement.child_by_field_name("expr") if statement is not None else None
    for pattern in entry.named_children:
        if subject is not None and pattern.type == "switch_pattern" and pattern.named_child_count:
            _take(builder, pattern.named_children[0].children, builder.expr(subject))


def bind_condition(builder: Builder, statement: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """Bind what `if case .loaded(let page) = state` captures; the parts of the condition are children of the statement itself."""
    children = statement.children
    begin = next((number for number, child in enumerate(children) if child.type == "case"), -1)
    end = next((number for number, child in enumerate(children) if child.type == "=" and number > begin), -1)
    if 0 <= begin < end < len(children) - 1:
        _take(builder, children[begin + 1 : end], builder.expr(children[end + 1]))


def _take(builder: Builder, parts: list[Node], subject: int) -> None:
    """Bind the names in the brackets behind `.name`, by what the case of that name holds at their places."""
    dot = next((number for number, child in enumerate(parts) if child.type == "."), -1)
    if dot < 0 or dot + 1 >= len(parts) or parts[dot + 1].type != "simple_identifier":
        return
    case = builder.intern(("a", subject, builder.text(parts[dot + 1])))
    position, is_label = 0, False
    for number, child in enumerate(parts[dot + 2 :], dot + 2):
        if child.type == ",":
            position += 1
        is_label = child.type == "simple_identifier" and number + 1 < len(parts) and parts[number + 1].type == ":"
        name = _bound(child) if child.type in _NAMES and not is_label else None
        if name is not None and builder.text(name) != "_":
            taken = builder.intern(("u", subject, case, position))
            builder.bindings.append((builder.text(name), name.start_byte, -1, taken, "var", -1, name.start_byte))


def _bound(pattern: Node) -> Node | None:
    """The name that a pattern binds by itself."""
    if pattern.type == "simple_identifier":
        return pattern
    name = pattern.child_by_field_name("bound_identifier")
    if name is not None:
        return name
    return (
        pattern.named_children[0] if pattern.named_child_count == 1 and pattern.children[0].type == "simple_identifier" else None
    )
