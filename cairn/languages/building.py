"""Steps that the shapes of several languages take alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder

if TYPE_CHECKING:
    from tree_sitter import Node

WIDE = 200  # children of a node from which on looking for them one by one is felt (guess)


def field_value(builder: Builder, node: Node, name: str) -> int:
    """The expression in a field of a node; -1 if the field is empty."""
    return builder.expr(node.child_by_field_name(name))


def children_of(node: Node) -> Iterable[Node]:
    """The children of a node, which itself would keep them as long as it lives."""
    count = node.child_count
    return node.children if count > WIDE else filter(None, map(node.child, range(count)))
