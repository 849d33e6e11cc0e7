"""Chunks of prose: about 2,000 characters, begun at headings, else at paragraphs; a fenced block stays whole where it fits.

Where a section is longer than a chunk, its own words say where the next one begins: at the paragraph whose first words have the
lowest hash among those that are neither too near nor too far. So the boundaries behind an edit are soon those from before it,
and the chunks there are the same (measured: docs/quality.md). Source: N. Bjorner, A. Blass, Y. Gurevich, "Content-dependent
chunking for differential compression, the local maximum approach", J. Comput. Syst. Sci. 76, 2010.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cairn.chunk.lines import Lines
from cairn.chunk.nesting import Nesting, Outlined

TARGET_CHARS = 2_000  # issue 2: what a chunk has on average, between LEAST_CHARS and MOST_CHARS
LEAST_CHARS = 1_300
MOST_CHARS = 2_700
MARK_WORDS = 8  # that the hash of a place is made of (guess)
MAX_CHARS = 2_600  # a paragraph or list may reach that ...
MAX_FENCE_CHARS = 4_000  # ... and a fenced block that
# A section that is shorter goes on with the next one; guess.
SECTION_CHARS = 500
TOP_SECTION_CHARS = 250
_ATX = re.compile(rb"#{1,6}(?:\s|\Z)")
_FENCE = re.compile(rb" {0,3}(`{3,}|~{3,})")


class _Block(NamedTuple):
    """A paragraph or a fenced block, with the headings right above it. `level` is 0 without a heading."""

    start: int
    end: int
    chars: int
    level: int
    mark: int  # the hash of the words that it begins with


def lay_prose(text: str, lines: Lines, definitions: Sequence[Outlined], nesting: Nesting) -> Iterator[tuple[int, int]]:
    """Yield (first line, last line) of each chunk, in order."""
    lengths = [len(line) + 1 for line in text.split("\n")]
    levels = {definitions[i].start_line: nesting.depth(i) for i in range(1, len(definitions))}
    section: list[_Block] = []
    chars = 0
    for block in _read_blocks(lines, lengths, levels):
        if block.level and chars >= (TOP_SECTION_CHARS if block.level == 1 else SECTION_CHARS):
            yield from _cut_section(section)
            section, chars = [], 0
        section.append(block)
        chars += block.chars
    yield from _cut_section(section)


def _cut_section(blocks: Sequence[_Block]) -> Iterator[tuple[int, int]]:
    first, left = 0, sum(block.chars for block in blocks)
    while left > MOST_CHARS:
        chars, places, last = 0, list[int](), first
        for place in range(first, len(blocks) - 1):
            chars += blocks[place].chars
            if chars > MOST_CHARS and place > first:
                break
            last = place + 1
            if chars >= LEAST_CHARS and left - chars >= SECTION_CHARS:
                places.append(place + 1)
        following = min(places, key=lambda place: (not blocks[place].level, blocks[place].mark), default=last)
        if following == first:
            break
        yield blocks[first].start, blocks[following - 1].end
        left -= sum(block.chars for block in blocks[first:following])
        first = following
    if first < len(blocks):
        yield blocks[first].start, blocks[-1].end


def _mark(lines: Lines, first: int, last: int) -> int:
    words: list[bytes] = []
    for line in range(first, last + 1):
        words += lines.text(line).lower().split()
        if len(words) >= MARK_WORDS:
            break
    return zlib.crc32(b" ".join(words[:MARK_WORDS]))


def _read_blocks(lines: Lines, lengths: Sequence[int], levels: dict[int, int]) -> Iterator[_Block]:
    start, chars, level = 0, 0, 0
    for first, last, is_heading in _read_paragraphs(lines, levels):
        size = sum(lengths[first - 1 : last])
        if not start:
            start, level = first, levels.get(first, 0)
        chars += size
        if is_heading and chars < TARGET_CHARS:
            continue
        if size > (MAX_FENCE_CHARS if _FENCE.match(lines.text(first)) else MAX_CHARS):
            yield from _cut_block(lines, start, last, lengths, level)
        else:
            yield _Block(start, last, chars, level, _mark(lines, start, last))
        start, chars, level = 0, 0, 0
    if start:
        yield _Block(start, lines.count, chars, level, _mark(lines, start, lines.count))


def _cut_block(lines: Lines, first: int, last: int, lengths: Sequence[int], level: int) -> Iterator[_Block]:
    """Take a paragraph that is too long apart into its lines."""
    for line in range(first, last + 1):
        yield _Block(line, line, lengths[line - 1], level if line == first else 0, _mark(lines, line, line))


def _read_paragraphs(lines: Lines, levels: dict[int, int]) -> Iterator[tuple[int, int, bool]]:
    """Yield (first line, last line, is nothing but a heading) of what blank lines, headings and fences part."""
    start = 0
    fence = b""
    rules = _list_rules(lines, levels)
    for line in range(1, lines.count + 1):
        found = None if line in rules else _FENCE.match(lines.text(line))
        if fence:
            if found and found[1].startswith(fence) and not lines.text(line)[found.end() :].strip():
                fence = b""
            continue
        begins = line in levels or found is not None
        if start and (begins or lines.is_blank(line)) and not (found and line - 1 == start and start in levels):
            yield start, line - 1, _is_heading(lines, start, line - 1, levels)
            start = 0
        if found:
            fence = found[1]
        if not start and not lines.is_blank(line):
            start = line
    if start:
        yield start, lines.count, _is_heading(lines, start, lines.count, levels)


def _list_rules(lines: Lines, levels: dict[int, int]) -> set[int]:
    """Return the lines under and over headings, which may look like fences."""
    rules: set[int] = set()
    for line in levels:
        words = lines.text(line).strip()
        if not _ATX.match(words):
            rules |= {line, line + 2} if len(set(words)) == 1 else {line + 1}
    return rules


def _is_heading(lines: Lines, start: int, end: int, levels: dict[int, int]) -> bool:
    """A heading is one line, or a line over (and under) which a rule is drawn."""
    if start not in levels or end - start > 2:
        return False
    return start == end or all(
        len(set(lines.text(line).strip())) == 1
        for line in range(start, end + 1)
        if line not in (start, start + (end - start) // 2)
    )
