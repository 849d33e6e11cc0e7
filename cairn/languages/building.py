"""Steps that the shapes of several languages take alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder

if TYPE_CHECKING:
    from tree_sitter import Node


def field_value(builder: Builder, node: Node, name: str) -> int:
    """The expression in a field of a node; -1 if the field is empty."""
    return builder.expr(node.child_by_field_name(name))
