"""Names that are nearly those that were typed."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cairn.store.reading import StoreReader

# Of shorter names everything is a neighbour.
_SHORTEST = 3
# From so many letters on two slips are looked for, else one: more would find other words (a guess).
_LONG = 5


def closest_names(reader: StoreReader, typed: str, limit: int = 3) -> list[str]:
    """Return the names of entities that are nearest to a typed one, nearest first."""
    wanted = _folded(typed)
    if len(wanted) < _SHORTEST:
        return []
    most = 1 if len(wanted) < _LONG else 2
    tables = reader.derived("names by length", lambda: _by_length(reader.names()))
    found = []
    for length in range(len(wanted) - most, len(wanted) + most + 1):
        for folded, names in _near(tables.get(length), wanted, most):
            distance = edit_distance(wanted, folded, most)
            if distance <= most:
                found += [(distance / max(len(wanted), len(folded)), name) for name in names]
    return [name for _, name in sorted(found)[:limit]]


class _Names(NamedTuple):
    """Names that have the same length when folded: the folded ones in one text without anything between, and all spellings."""

    joined: str
    spellings: dict[str, list[str]]


def _by_length(names: Iterable[str]) -> dict[int, _Names]:
    of_length: dict[int, dict[str, list[str]]] = {}
    for name in names:
        folded = _folded(name)
        of_length.setdefault(len(folded), {}).setdefault(folded, []).append(name)
    return {length: _Names("".join(spellings), spellings) for length, spellings in of_length.items()}


def _near(names: _Names | None, wanted: str, most: int) -> Iterator[tuple[str, list[str]]]:
    """The few folded names, with their spellings, for which counting edits is worth its time: cheap looks come first."""
    if names is None:
        return
    letters = frozenset(wanted)
    pairs = [wanted[i : i + 2] for i in range(len(wanted) - 1)]
    for folded in _with_a_block(names, wanted, most):
        # An edit spoils three pairs of neighbours at most (a swap does).
        is_near = len(letters.symmetric_difference(folded)) <= 2 * most
        if is_near and sum(pair in folded for pair in pairs) >= len(pairs) - 3 * most:
            yield folded, names.spellings[folded]


def _with_a_block(names: _Names, wanted: str, most: int) -> set[str]:
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


def _folded(name: str) -> str:
    return name.replace("_", "").lower()


def edit_distance(a: str, b: str, most: int) -> int:
    """Count insertions, deletions, replacements and swaps of neighbours; more than `most` may be any larger number.

    Source: the optimal string alignment distance, as in any textbook on approximate matching.
    """
    before: list[int] = []
    previous = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        row = [i]
        for j, other in enumerate(b, 1):
            cost = 0 if letter == other else 1
            best = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + cost)
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        if min(row) > most:
            return most + 1
        before, previous = previous, row
    return previous[-1]
