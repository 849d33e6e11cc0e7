"""Steps that the shapes of several languages take alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder

if TYPE_CHECKING:
    from tree_sitter import Node

# A row of `Builder.references`: kind, expression, name, line, first byte, arguments.
ReferenceRow = tuple[str, int, str, int, int, tuple[int, ...]]
# A row of `Builder.imports`: module, name, alias, line, first byte, how.
ImportRow = tuple[str, str, str, int, int, str]


def field_value(builder: Builder, node: Node, name: str) -> int:
    """The expression in a field of a node; -1 if the field is empty."""
    return builder.expr(node.child_by_field_name(name))
