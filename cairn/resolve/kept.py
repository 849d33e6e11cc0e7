"""Units in memory: those that were asked for last, up to a limit; others are read again when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from cairn.resolve.keys import Identity
from cairn.resolve.units import UnitIndex

# Rows of facts that are kept, 370 bytes each with what they are found by (measured on django; docs/performance.md has others).
MOST_ROWS = 200_000
FEWEST_UNITS = 20  # that are kept, however large: an import leads from file to file (guess)


class KeptUnits(dict[int, UnitIndex]):
    """Units by number. What lies in the dictionary itself was asked for since `begin`: it is looked at a million times a second.

    Only the first question for a unit since then tells that it is in use.
    """

    def __init__(self, read: Callable[[int, Identity | None], UnitIndex], last: int) -> None:
        """`read` makes a unit by its number, and its identity if that is known; those from `last` on stay for good."""
        super().__init__()
        self._read, self._last = read, last
        self._kept: dict[int, UnitIndex] = {}  # the one that was not asked for the longest time first
        self._rows = 0
        self._identities: dict[int, Identity] = {}

    def begin(self) -> None:
        """Begin with another file: what it asks for is in use."""
        self.clear()

    def __missing__(self, number: int) -> UnitIndex:
        index = self._kept.pop(number, None)
        if index is None:
            index = self._read(number, self._identities.get(number))
            self._identities[number] = index.identity
            self._rows += index.rows if number < self._last else 0
        self._kept[number] = self[number] = index
        if self._rows > MOST_ROWS:
            self._drop()
        return index

    def _drop(self) -> None:
        dropped: list[int] = []
        for number in islice(self._kept, max(len(self._kept) - FEWEST_UNITS, 0)):
            if self._rows <= MOST_ROWS:
                break
            if number < self._last:
                self._rows -= self._kept[number].rows
                dropped.append(number)
        for number in dropped:
            del self._kept[number]
            self.pop(number, None)

    def identity(self, number: int) -> Identity:
        """The identity of a unit, which is known once it was read."""
        known = self._identities.get(number)
        return known if known is not None else self[number].identity

    def close(self) -> None:
        """Let go of all units, and those of their roles."""
        for index in self._kept.values():
            del index.roles
        self._kept.clear()
        self.clear()
