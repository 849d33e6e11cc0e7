"""Names by their spelling: what is compared when one is looked for that is nearly another."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple


def folded(name: str) -> str:
    """A name as spellings of it are compared: without underscores and case."""
    return name.replace("_", "").lower()


class _OfLength(NamedTuple):
    """Names that have the same length when folded: the folded ones in one text without anything between, and all spellings."""

    joined: str
    spellings: dict[str, list[str]]


class NameTable:
    """All names of an index, in memory: for a backend that reads them faster than it could seek among them."""

    def __init__(self, names: Iterable[str]) -> None:
        of_length: dict[int, dict[str, list[str]]] = {}
        for name in names:
            plain = folded(name)
            of_length.setdefault(len(plain), {}).setdefault(plain, []).append(name)
        self._tables = {length: _OfLength("".join(spellings), spellings) for length, spellings in of_length.items()}

    def near(self, wanted: str, most: int) -> Iterator[str]:
        """Yield the names that are at most so many edits from a folded one, and some that are not: see `names_near`."""
        for length in range(len(wanted) - most, len(wanted) + most + 1):
            yield from _near(self._tables.get(length), wanted, most)


def _near(names: _OfLength | None, wanted: str, most: int) -> Iterator[str]:
    """The few names for which counting edits is worth its time: cheap looks come first."""
    if names is None:
        return
    letters = frozenset(wanted)
    pairs = [wanted[i : i + 2] for i in range(len(wanted) - 1)]
    for plain in _with_a_block(names, wanted, most):
        # An edit spoils three pairs of neighbours at most (a swap does).
        is_near = len(letters.symmetric_difference(plain)) <= 2 * most
        if is_near and sum(pair in plain for pair in pairs) >= len(pairs) - 3 * most:
            yield from names.spellings[plain]


def _with_a_block(names: _OfLength, wanted: str, most: int) -> set[str]:
    """The names with a block of the wanted one about where it stands there.

    Cut into 2n + 1 blocks, one of them survives n edits: an edit spoils two neighbours at most (a swap at their border does).
    """
    length = len(next(iter(names.spellings)))
    cuts = [len(wanted) * i // (2 * most + 1) for i in range(2 * most + 2)]
    found = set()
    for start, end in itertools.pairwise(cuts):
        block = wanted[start:end]
        at = names.joined.find(block)
        while at >= 0:
            row, column = divmod(at, length)
            if abs(column - start) <= most and column + len(block) <= length:
                found.add(names.joined[row * length : (row + 1) * length])
                at = names.joined.find(block, (row + 1) * length)
            else:
                at = names.joined.find(block, at + 1)
    return found
