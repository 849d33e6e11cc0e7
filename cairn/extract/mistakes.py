"""Places of a text that its grammar cannot read: mistakes of who wrote it, or what the grammar does not know yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

# How the warning of a file with such places begins.
UNREAD_SYNTAX = "syntax that could not be read"
_MOST = 1_000  # places that are counted
# A macro where the grammar knows of none, with its arguments, or a type or signs among such arguments: what stands around it is
# read. A statement's word is none.
_MACRO = re.compile(
    rb"(?!(?:if|else|for|while|do|switch|case|default|return|break|continue|goto)\b)[-\w\s*,&+/%|^<>=!]++(?:\([^(){};]*+\)[\s*]*+)?"
)
_LONGEST_MACRO = 200  # bytes: a guess


def unread_syntax(tree: Tree, source: bytes, *, has_macros: bool) -> list[str]:
    """Return a warning with the number of places that could not be read and the line of the first; none if all was read.

    `has_macros`: words of their own and statements without an end, as unknown macros are, are no such places.
    """
    number = first = 0
    for node in _faults(tree.root_node):
        if has_macros and _is_macro(node, source):
            continue
        number += 1
        line = node.start_point[0] + 1
        first = min(first, line) if first else line
        if number == _MOST:
            break
    if not number:
        return []
    if number == 1:
        return [f"{UNREAD_SYNTAX} on line {first}"]
    return [f"{UNREAD_SYNTAX} in {number}{'+' if number == _MOST else ''} places, the first on line {first}"]


def _faults(root: Node) -> Iterator[Node]:
    """The outermost nodes that are errors, and those that are missing, in the order of the text."""
    waiting = [root] if root.has_error else []
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            yield node
        else:
            waiting.extend(child for child in reversed(node.children) if child.has_error or child.is_missing)


def _is_macro(node: Node, source: bytes) -> bool:
    if node.is_missing:
        return node.type in (";", "identifier", "type_identifier") and source[: node.start_byte].rstrip()[-1:] in (b")", b"")
    if node.end_byte - node.start_byte > _LONGEST_MACRO:
        return False
    return _MACRO.fullmatch(source, node.start_byte, node.end_byte) is not None
