"""Which of many nested byte ranges lies innermost around a position."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence


class Nesting:
    """Properly nested ranges (start, end), in order of (start, -end), each known by its index."""

    def __init__(self, ranges: Sequence[tuple[int, int]]) -> None:
        self._starts = [start for start, _ in ranges]
        self._ends = [end for _, end in ranges]
        self.parents: list[int] = []
        stack: list[int] = []
        for index, (start, _) in enumerate(ranges):
            while stack and self._ends[stack[-1]] <= start:
                stack.pop()
            self.parents.append(stack[-1] if stack else -1)
            stack.append(index)

    def innermost(self, position: int) -> int:
        """The index of the smallest range that holds the byte at `position`; -1 if none does."""
        index = bisect_right(self._starts, position) - 1
        while index >= 0 and self._ends[index] <= position:
            index = self.parents[index]
        return index

    def innermost_of_each(self, positions: Sequence[int]) -> list[int]:
        """`innermost` of many positions, which ascend."""
        starts, ends, parents = self._starts, self._ends, self.parents
        found: list[int] = []
        passed, last = 0, len(starts)
        inner = -1
        for position in positions:
            while passed < last and starts[passed] <= position:
                inner = passed
                passed += 1
            while inner >= 0 and ends[inner] <= position:
                inner = parents[inner]
            found.append(inner)
        return found
