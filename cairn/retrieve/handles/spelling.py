"""Names that are nearly those that were typed."""

from __future__ import annotations

from cairn.store.reading import StoreReader
from cairn.store.spellings import folded

# Of shorter names everything is a neighbour.
_SHORTEST = 3
# From so many letters on two slips are looked for, else one: more would find other words (a guess).
_LONG = 5


def closest_names(reader: StoreReader, typed: str, limit: int = 3) -> list[str]:
    """Return the names of entities that are nearest to a typed one, nearest first."""
    wanted = folded(typed)
    if len(wanted) < _SHORTEST:
        return []
    most = 1 if len(wanted) < _LONG else 2
    found = []
    for name in reader.names_near(wanted, most):
        plain = folded(name)
        distance = edit_distance(wanted, plain, most)
        if distance <= most:
            found.append((distance / max(len(wanted), len(plain)), name))
    return [name for _, name in sorted(found)[:limit]]


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
