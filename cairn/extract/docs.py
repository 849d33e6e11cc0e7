"""The documentation of a definition: the string at the head of its body, or the comment above it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cairn.extract.builder import FileBuilder

if TYPE_CHECKING:
    from tree_sitter import Node

DOC_LIMIT = 2_000  # characters
MAX_COMMENTS = 200  # line comments above one definition

_OPENING = re.compile(r"""^[A-Za-z]{0,2}(\"\"\"|'''|"|')""")
_MARKERS = re.compile(r"^\s*(?:///|//!|//|/\*\*|/\*!|/\*|\*(?!/)|#+!?|--+|;+)?[ \t]?|\s*\*/\s*$", re.MULTILINE)


def clean_doc(text: str) -> str:
    """A comment or docstring without its marks, cut to `DOC_LIMIT` characters."""
    opening = _OPENING.match(text)
    if opening:
        inner = text[opening.end() : -len(opening[1])] if text.endswith(opening[1]) else text[opening.end() :]
        lines = [line.strip() for line in inner.splitlines()]
    else:
        lines = [_MARKERS.sub("", line).rstrip() for line in text.splitlines()]
    return "\n".join(lines).strip()[:DOC_LIMIT]


def docstring(builder: FileBuilder, body: Node | None) -> str:
    """The string that a body begins with, with its marks; "" if it begins with something else."""
    if body is None:
        return ""
    for place in range(min(body.named_child_count, 3)):
        child = body.named_child(place)
        if child.type in builder.record.comments:
            continue
        inner = next(iter(child.named_children), None) if child.type == "expression_statement" else child
        return builder.text(inner) if inner is not None and inner.type in ("string", "concatenated_string") else ""
    return ""


def inner_doc(builder: FileBuilder, body: Node | None) -> str:
    """The comments at the head of a file or module that document it."""
    lines: list[str] = []
    for child in body.children[: MAX_COMMENTS + 1] if body is not None and builder.record.inner_docs else ():
        if child.type in builder.record.comments:
            text = builder.text(child)
            if text.startswith(builder.record.inner_docs):
                lines.append(text.rstrip("\n"))
        elif child.is_named and child.type != "inner_attribute_item":
            break
    return "\n".join(lines)


def comment_above(builder: FileBuilder, node: Node) -> str:
    """The comments that end on the line above a definition, without a gap."""
    if _stands_apart(builder.source, node.start_byte):
        return ""
    lines: list[str] = []
    row, above = node.start_point[0], builder.before(node)
    while above is not None and len(lines) < MAX_COMMENTS and above.type in _ABOVE | builder.record.comments:
        last = above.end_point[0] - (1 if above.end_point[1] == 0 else 0)
        if above.type in builder.record.comments:
            if last < row - 1 or _trails(builder, above):
                break
            lines.append(builder.text(above).rstrip("\n"))
        row, above = above.start_point[0], builder.before(above)
    return "\n".join(reversed(lines))


_ABOVE = frozenset({"attribute_item", "annotation", "marker_annotation", "decorator"})


def _stands_apart(source: bytes, start: int) -> bool:
    """Whether a blank line, or nothing, is above a place: then no comment belongs to it, and no node has to be looked at."""
    before = start - 1
    while before >= 0 and source[before] in b" \t\r\n":
        before -= 1
    return before < 0 or (source.count(b"\n", before, start) > 1 and source[before] not in b")]")


def _trails(builder: FileBuilder, comment: Node) -> bool:
    """Whether a comment stands behind code on its line and so belongs to that."""
    start = comment.start_byte
    line_start = builder.source.rfind(b"\n", 0, start) + 1
    return bool(builder.source[line_start:start].strip())
