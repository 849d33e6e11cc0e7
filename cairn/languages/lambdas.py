"""The parameters of closures, as their place tells them: `Predicate<String> p = s -> s.isEmpty();` says that s is a String."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder

if TYPE_CHECKING:
    from tree_sitter import Node


def expected(
    builder: Builder,
    closure: Node,
    number: int,
    around: frozenset[str],
    lists: frozenset[str],
    declared: Callable[[Builder, Node], int],
) -> int:
    """The type of a closure's parameter, as an expression of what the closure is given to; -1 if nothing tells it.

    `around` are the node types that a value passes through, `lists` those of argument lists; `declared`
    gives the type that any other place wants, as an expression that evaluates to it, or -1.
    """
    inner, place = closure, closure.parent
    while place is not None and place.type in around:
        inner, place = place, place.parent
    if place is None:
        return -1
    if place.type in lists and place.parent is not None:
        siblings = [child.id for child in place.named_children if child.type not in builder.record.comments]
        position = siblings.index(inner.id) if inner.id in siblings else 0
        wanted = wanted_of(builder, place.parent, around, lists, declared) if number >= 0 else -1
        return builder.intern(("expected_parameter", builder.expr(place.parent), position, number, wanted))
    kind = declared(builder, place)
    return builder.intern(("expected_parameter", kind, -1, number, -1)) if kind >= 0 else -1


def wanted_of(
    builder: Builder, call: Node, around: frozenset[str], lists: frozenset[str], declared: Callable[[Builder, Node], int]
) -> int:
    """The type that the place of a call wants, for type parameters that the arguments do not tell; -1 if nothing does."""
    place = call.parent
    while place is not None and place.type in around:
        place = place.parent
    if place is None:
        return -1
    return expected(builder, call, -1, around, lists, declared) if place.type in lists else declared(builder, place)


def yields(body: Node | None, block: str, calls: frozenset[str], inner: frozenset[str]) -> str:
    """The results that the body of a closure can give: "value", "void", or "any" of both.

    `block` is the node type of a body with statements, `calls` are expressions that may stand as a statement,
    `inner` the node types that hold other functions.
    """
    if body is None or body.type != block:
        return "any" if body is not None and body.type in calls else "value"
    stack, ends = list(body.named_children), False
    while stack:
        node = stack.pop()
        if node.type == "return_statement":
            return "value" if node.named_child_count else "void"
        if node.type not in inner:
            stack.extend(node.named_children)
        ends = ends or (node.type == "throw_statement" and node.parent is not None and node.parent.id == body.id)
    return "any" if ends else "void"
