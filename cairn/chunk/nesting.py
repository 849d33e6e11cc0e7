"""Which definition encloses what, told by their places alone."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Protocol


class Outlined(Protocol):
    """What the chunker reads of a definition; its place in the list is its ordinal, 0 the module."""

    @property
    def kind(self) -> str: ...
    @property
    def qualname(self) -> str: ...
    @property
    def start_line(self) -> int: ...
    @property
    def end_line(self) -> int: ...
    @property
    def name_line(self) -> int: ...
    @property
    def start_byte(self) -> int: ...
    @property
    def end_byte(self) -> int: ...


class Nesting:
    """The tree of definitions; an ordinal of 0 is the module around all."""

    def __init__(self, definitions: Sequence[Outlined]) -> None:
        self._definitions = definitions
        self._order = sorted(range(1, len(definitions)), key=lambda i: (definitions[i].start_byte, -definitions[i].end_byte, i))
        self._starts = [definitions[i].start_byte for i in self._order]
        self.parents: dict[int, int] = {}
        self.children: dict[int, list[int]] = {}
        self._place()
        named = sorted((definitions[i].name_line, i) for i in self._order)
        self._name_lines = [line for line, _ in named]
        self._named = [i for _, i in named]

    def _place(self) -> None:
        above: list[int] = []
        for ordinal in self._order:
            here = self._definitions[ordinal]
            while above and self._definitions[above[-1]].end_byte < here.end_byte:
                above.pop()
            parent = above[-1] if above else 0
            self.parents[ordinal] = parent
            self.children.setdefault(parent, []).append(ordinal)
            above.append(ordinal)

    def depth(self, ordinal: int) -> int:
        """Return how many definitions enclose this one, itself included; 0 for the module."""
        depth = 0
        while ordinal:
            depth += 1
            ordinal = self.parents[ordinal]
        return depth

    def find_enclosing(self, start_byte: int, end_byte: int) -> int:
        """Return the innermost definition that holds all of the bytes."""
        place = bisect_right(self._starts, start_byte) - 1
        ordinal = self._order[place] if place >= 0 else 0
        while ordinal and self._definitions[ordinal].end_byte < end_byte:
            ordinal = self.parents[ordinal]
        return ordinal

    def list_names(self, start_line: int, end_line: int) -> list[str]:
        """Return the qualified names of the definitions whose name stands on one of the lines, in order."""
        first, last = bisect_left(self._name_lines, start_line), bisect_right(self._name_lines, end_line)
        return [self._definitions[i].qualname for i in self._named[first:last]]

    def list_names_in_bytes(self, start_byte: int, end_byte: int) -> list[str]:
        """Return the qualified names of the definitions that begin within the bytes, in order."""
        first, last = bisect_left(self._starts, start_byte), bisect_left(self._starts, end_byte)
        return [self._definitions[i].qualname for i in self._order[first:last]]
