"""Chunks of code: a definition that fits is one, tiny neighbours share one, a long one is cut between statements."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cairn.chunk.lines import Lines
from cairn.chunk.nesting import Nesting, Outlined
from cairn.model import EntityKind

# Chosen on 697 public questions (nDCG@10 of loc / nl2code): these .724 / .567; MAX_LINES 40 .724 / not run;
# no groups .725 / .533, with a tenth fewer tokens; TINY_LINES 14 and GROUP_LINES 45 .717 / .555.
MAX_LINES = 60
SLACK_LINES = 10  # what a last piece may have more, rather than be a chunk of a few lines
TINY_LINES = 8  # definitions with fewer lines than that share a chunk with their neighbours ...
GROUP_LINES = 30  # ... up to so many lines
LEAD_LINES = 3  # lines right above a definition that belong to it whatever they are: `impl T {`, `export default`
MAX_LEAD_LINES = 40  # comments above a definition that belong to it
LICENCE_LINES = 4  # of a licence at the head of a file, from which on it is a chunk of its own (a guess)
MAX_LICENCE_LINES = 250  # the longest in use has 202
_LICENCE = re.compile(rb"copyright|\blicen[sc]ed?\b|spdx-|all rights reserved", re.IGNORECASE)
_BLOCKS = ((b"/*", b"*/"), (b"<!--", b"-->"), (b"(*", b"*)"), (b"{-", b"-}"), (b'"""', b'"""'), (b"--[[", b"]]"))
_CALLABLES = frozenset({EntityKind.FUNCTION, EntityKind.METHOD, EntityKind.MACRO})


class Piece(NamedTuple):
    """A range of lines, before tiny ones are joined."""

    start: int
    end: int
    container: int  # ordinal of what it lies in directly
    owner: int  # ordinal of the definition that it is (a part of), else its container
    is_cut: bool = False  # one of several parts, not to be joined with others

    @property
    def size(self) -> int:
        """Return the number of lines."""
        return self.end - self.start + 1


def lay_code(
    lines: Lines, definitions: Sequence[Outlined], nesting: Nesting, breaks: Sequence[int]
) -> Iterator[tuple[int, int, int | None]]:
    """Yield (first line, last line, ordinal of the enclosing definition) of each chunk, in order."""
    layout = _Layout(lines, definitions, nesting, breaks)
    above = find_licence(lines)
    if above:
        layout.pieces.append(Piece(1, above, 0, 0, is_cut=True))
    layout.lay(0, above + 1, lines.count)
    for piece in _join(layout.pieces):
        yield piece.start, piece.end, piece.owner


def find_licence(lines: Lines) -> int:
    """Return the last line of the comment at the head of a file that states its licence, 0 if there is none to speak of.

    It says nothing of the definition below it, whose chunk it would otherwise be a part of.
    """
    first = next((line for line in range(1, min(lines.count, LEAD_LINES) + 1) if not lines.is_blank(line)), 0)
    if not first:
        return 0
    opening = lines.text(first).lstrip()
    ending = next((end for start, end in _BLOCKS if opening.startswith(start)), None)
    last = first - 1
    for line in range(first, min(lines.count, MAX_LICENCE_LINES) + 1):
        if ending is None and not lines.is_comment(line):
            break
        last = line
        if ending is not None and ending in lines.text(line):
            break
    said = b"\n".join(lines.text(line) for line in range(first, last + 1))
    return last if last - first + 1 >= LICENCE_LINES and _LICENCE.search(said) else 0


def _join(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Join tiny neighbours of one container."""
    group: Piece | None = None
    is_open = False  # all of the group's pieces are tiny
    for piece in pieces:
        is_tiny = piece.size < TINY_LINES and not piece.is_cut
        if group is not None and is_open and is_tiny and _fits(group, piece):
            group = Piece(group.start, piece.end, group.container, group.container)
            continue
        if group is not None:
            yield group
        group, is_open = piece, is_tiny
    if group is not None:
        yield group


def _fits(group: Piece, piece: Piece) -> bool:
    return group.container == piece.container and piece.end - group.start < GROUP_LINES


class _Layout:
    def __init__(self, lines: Lines, definitions: Sequence[Outlined], nesting: Nesting, breaks: Sequence[int]) -> None:
        self._lines = lines
        self._definitions = definitions
        self._nesting = nesting
        self._breaks = breaks
        self.pieces: list[Piece] = []

    def lay(self, container: int, start: int, end: int) -> None:
        """Add the pieces of the lines start..end, which lie in `container`."""
        # The stack holds what is left of the containers around; a deep nesting must not end in a RecursionError.
        stack = [(container, start, end, 0)]
        while stack:
            container, start, end, place = stack.pop()
            children = self._nesting.children.get(container, [])
            if place == len(children):
                self._lay_rest(container, start, end)
                continue
            child = self._definitions[children[place]]
            first, last = max(child.start_line, start), min(child.end_line, end)
            if last < first:
                self._share(container, child.start_line)
                stack.append((container, start, end, place + 1))
                continue
            top = self._reach_up(start, first)
            self._lay_rest(container, start, top - 1)
            stack.append((container, last + 1, end, place + 1))
            if last - top >= MAX_LINES and child.kind not in _CALLABLES and children[place] in self._nesting.children:
                stack.append((children[place], top, last, 0))
            else:
                self._lay_definition(container, children[place], top, last)

    def _share(self, container: int, line: int) -> None:
        """A definition begins on a line that is already in a piece: that is no longer the piece of one definition alone."""
        if self.pieces and self.pieces[-1].end >= line and self.pieces[-1].container == container:
            self.pieces[-1] = self.pieces[-1]._replace(owner=container)

    def _reach_up(self, floor: int, line: int) -> int:
        """Return the first line of what belongs to a definition at `line` and stands right above it, not above `floor`."""
        top = line
        while top > floor and line - top < MAX_LEAD_LINES and self._lines.is_comment(top - 1):
            top -= 1
        above = top
        while (
            above > floor
            and top - above <= LEAD_LINES
            and not self._lines.is_blank(above - 1)
            and not self._lines.is_closing(above - 1)
        ):
            above -= 1
        return above if top - above <= LEAD_LINES else top

    def _lay_rest(self, container: int, start: int, end: int) -> None:
        """Add what stands between definitions: closing brackets to what they close, the rest as pieces of its own."""
        while start <= end and self.pieces and self.pieces[-1].end == start - 1 and self._lines.is_closing(start):
            self.pieces[-1] = self.pieces[-1]._replace(end=start)
            start += 1
        start, end = self._lines.trim(start, end)
        if start > end:
            return
        if end - start < MAX_LINES + SLACK_LINES:
            self.pieces.append(Piece(start, end, container, container))
            return
        paragraphs = [
            line for line in range(start + 1, end + 1) if self._lines.is_blank(line - 1) and not self._lines.is_blank(line)
        ]
        inner = self._breaks[bisect_left(self._breaks, start) : bisect_right(self._breaks, end)]
        self._cut(start, end, sorted({*paragraphs, *inner}), container, container)

    def _lay_definition(self, container: int, ordinal: int, start: int, end: int) -> None:
        if end - start < MAX_LINES + SLACK_LINES:
            self.pieces.append(Piece(start, end, container, ordinal))
            return
        inner = self._breaks[bisect_left(self._breaks, start) : bisect_right(self._breaks, end)]
        children = [self._definitions[i] for i in self._nesting.children.get(ordinal, [])]
        whole = [(child.start_line, child.end_line) for child in children if child.end_line - child.start_line < MAX_LINES]
        allowed = list(_list_outside(inner, whole))
        if not allowed:
            allowed = [
                line for line in range(start + 1, end + 1) if self._lines.is_blank(line - 1) and not self._lines.is_blank(line)
            ]
        self._cut(start, end, allowed, container, ordinal)

    def _cut(self, start: int, end: int, allowed: Sequence[int], container: int, owner: int) -> None:
        """Add parts of equal length, as nearly as the lines allow at which one may begin."""
        while end - start >= MAX_LINES + SLACK_LINES:
            left = end - start + 1
            target = start + left // -(-left // MAX_LINES)
            line = _find_nearest(allowed, target, start + MAX_LINES // 3, start + MAX_LINES + SLACK_LINES)
            self.pieces.append(Piece(start, line - 1, container, owner, is_cut=True))
            start = line
        self.pieces.append(Piece(start, end, container, owner, is_cut=True))


def _list_outside(candidates: Sequence[int], ranges: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yield the lines that do not lie within one of the ranges; a range's first line does not lie within it."""
    place = 0
    for line in candidates:
        while place < len(ranges) and ranges[place][1] < line:
            place += 1
        if place == len(ranges) or line <= ranges[place][0]:
            yield line


def _find_nearest(allowed: Sequence[int], target: int, low: int, high: int) -> int:
    """Return the line of `allowed` in low..high that is nearest to `target`, or `target` if there is none."""
    place = bisect_left(allowed, target)
    near = [line for line in allowed[max(place - 1, 0) : place + 1] if low <= line <= high]
    return min(near, key=lambda line: abs(line - target)) if near else target
