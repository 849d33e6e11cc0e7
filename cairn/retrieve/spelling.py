"""Names that are nearly those that were typed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from cairn.store.reading import StoreReader

# Of shorter names everything is a neighbour.
_SHORTEST = 3
# So many underscores more than typed ones a name may have.
_SPARE = 4
# From so many letters on two slips are looked for, else one: more would find other words (a guess).
_LONG = 5


def closest_names(reader: StoreReader, typed: str, limit: int = 3) -> list[str]:
    """Return the names of entities that are nearest to a typed one, nearest first."""
    wanted = _folded(typed)
    if len(wanted) < _SHORTEST:
        return []
    most = 1 if len(wanted) < _LONG else 2
    # Underscores do not count, and a name may have some that were not typed.
    names = reader.names_of_length(len(wanted) - most, len(typed) + most + _SPARE)
    found = []
    for name, folded in _near(names, wanted, most):
        distance = edit_distance(wanted, folded, most)
        if distance <= most:
            found.append((distance / max(len(wanted), len(folded)), name))
    return [name for _, name in sorted(found)[:limit]]


def _near(names: list[str], wanted: str, most: int) -> Iterator[tuple[str, str]]:
    """The few names, with their folded forms, for which counting edits is worth its time: cheap looks first, for all at once."""
    least, longest = len(wanted) - most, len(wanted) + most
    has_block = re.compile("|".join(map(re.escape, _blocks(wanted, 2 * most + 1)))).search
    letters = frozenset(wanted)
    pairs = [wanted[i : i + 2] for i in range(len(wanted) - 1)]
    # No name holds a line break, but for those that some languages quote: these are left out.
    plain = [name for name in names if "\n" not in name] if any("\n" in name for name in names) else names
    if not plain:
        return
    for name, folded in zip(plain, _folded("\n".join(plain)).split("\n"), strict=True):
        is_near = least <= len(folded) <= longest and has_block(folded) and len(letters.symmetric_difference(folded)) <= 2 * most
        # An edit spoils three pairs of neighbours at most (a swap does).
        if is_near and sum(pair in folded for pair in pairs) >= len(pairs) - 3 * most:
            yield name, folded


def _blocks(text: str, count: int) -> list[str]:
    """Cut a text into blocks of about the same length.

    An edit spoils two neighbouring blocks at most (a swap at their border does): one of 2n + 1 survives n edits.
    """
    cuts = [len(text) * i // count for i in range(count + 1)]
    return [text[a:b] for a, b in itertools.pairwise(cuts)]


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
