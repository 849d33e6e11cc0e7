"""The text of a file to its tree, within a time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cairn.extract.signals import signals_held

if TYPE_CHECKING:
    from tree_sitter import Parser, Tree

PARSE_LIMIT_S = 10.0
WATCHED_BYTES = 300_000  # a smaller text is parsed without a watchdog: at the measured worst of 4 us a byte it ends in 1.2 s
# What the parser is handed at once. The binding keeps each piece for good, and Perl's grammar asks again for every token: 64 KiB
# at a time leave 1,954 MiB of a file of 217 KiB, 1 KiB at a time 49. Other grammars parse as fast with either (all measured).
PIECE_BYTES = 1024


def parse(parser: Parser, source: bytes) -> Tree | None:
    """Parse a text; None if that took longer than `PARSE_LIMIT_S`."""
    if len(source) < WATCHED_BYTES:
        return parser.parse(source)
    end = time.monotonic() + PARSE_LIMIT_S
    try:
        with signals_held():
            tree = parser.parse(
                lambda offset, _: source[offset : offset + PIECE_BYTES],
                progress_callback=lambda *_: time.monotonic() > end,
            )
    except ValueError:
        parser.reset()
        return None
    # Parsed again on top of itself, which takes no time: a tree asks whoever gave it its text, and that would be the function.
    return parser.parse(source, tree)


def parse_piece(parser: Parser, source: bytes, start: int, end: int, row: int) -> Tree | None:
    """Parse the bytes from `start` to `end`, the first of which is on line `row` (0-based), as if nothing stood around them."""
    import tree_sitter

    first = tree_sitter.Point(row, start - (source.rfind(b"\n", 0, start) + 1))
    last = tree_sitter.Point(row + source.count(b"\n", start, end), end - (source.rfind(b"\n", 0, end) + 1))
    parser.included_ranges = [tree_sitter.Range(first, last, start, end)]
    try:
        return parse(parser, source)
    finally:
        parser.included_ranges = []
