"""Names that are nearly those that were typed."""

from __future__ import annotations

from cairn.store.base import StoreReader

# Names that share their first letters are looked at first; there are seldom more than some hundred.
_SHARED_LETTERS = 2
_MOST_NAMES = 500_000
# A name may be this far from the typed one, in edits for each letter: `Rate.aply` is one in four (a guess).
_FAR = 0.34


def closest_names(reader: StoreReader, typed: str, limit: int = 3) -> list[str]:
    """Return the names of entities that are nearest to a typed one, nearest first."""
    wanted = _folded(typed)
    if len(wanted) < 3:
        return []
    near = _near(reader.names_like(typed[:_SHARED_LETTERS], _MOST_NAMES), wanted)
    if not near or near[0][0] > 0.2:
        near = sorted({*near, *_near(reader.names_like("", _MOST_NAMES), wanted)})
    return [name for _, name in near[:limit]]


def _near(names: list[str], wanted: str) -> list[tuple[float, str]]:
    most = max(1, int(len(wanted) * _FAR))
    letters = sorted(set(wanted))
    found = []
    for name in names:
        if abs(len(name) - len(wanted)) > most + name.count("_"):
            continue
        folded = _folded(name)
        # Each edit changes the set of letters by two at most: most names need no table.
        if sum(letter not in folded for letter in letters) > most or abs(len(folded) - len(wanted)) > most:
            continue
        distance = edit_distance(wanted, folded, most)
        if distance <= most:
            found.append((distance / max(len(wanted), len(folded)), name))
    return sorted(found)


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
