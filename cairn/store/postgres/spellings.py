"""Names that are nearly others, and how names begin: by a table of names in thirds.

Of a name's thirds one survives two edits, each of which spoils one: so names that share a third, about where it stands, with
what is looked for are compared closely, and no others. A swap of neighbours may spoil two; what is looked for is looked for with
neighbours swapped, too.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from cairn.store.postgres.rows import Rows, Session, external_id
from cairn.store.spellings import folded

# No word, name or path holds this character, which sorts after all that one may hold.
LAST = "\U0010ffff"
# The index of names has so many characters of each.
KEY_CHARACTERS = 200
_THIRDS = 3
# So many characters of a third are compared: an index has no room for more.
_LONGEST = 60
_AT_A_TIME = 10_000
_ASCII_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")

# A name stays in the table when the last thing that has it goes: it is told only where something has it.
_IS_USED = """
    (EXISTS (
        SELECT 1
        FROM entity
        WHERE entity.name_key = spelling.name_key AND entity.source_id = spelling.source_id AND entity.name = spelling.name)
    OR EXISTS (
        SELECT 1
        FROM external
        WHERE external.name_key = spelling.name_key AND external.source_id = spelling.source_id
            AND external.name = spelling.name))
"""
# What has a third is found first: a planner that knows little of the table would ask of each name whether something has it.
_NEAR = f"""
WITH spelling AS MATERIALIZED (
    SELECT name, name_key, source_id
    FROM spelling
    WHERE (head = ANY(%(heads)s::text[]) OR middle = ANY(%(middles)s::text[]) OR tail = ANY(%(tails)s::text[]))
        AND bit_count((letters # %(letters)s::integer)::bit(32)) <= %(most)s
        AND (%(sources)s::bigint[] IS NULL OR source_id = ANY(%(sources)s::bigint[]))
)
SELECT DISTINCT name
FROM spelling
WHERE {_IS_USED}
"""  # noqa: S608 - our own constant, here and below
_LIKE = f"""
SELECT DISTINCT name_key, name
FROM spelling
WHERE name_key >= %(first)s AND name_key < %(last)s AND starts_with(lower(name), %(start)s)
    AND (%(sources)s::bigint[] IS NULL OR source_id = ANY(%(sources)s::bigint[]))
    AND {_IS_USED}
ORDER BY name_key, name
LIMIT %(limit)s
"""  # noqa: S608
_PUT = """
INSERT INTO spelling (id, source_id, name, letters, head, middle, tail)
SELECT id, %s, name, letters, head, middle, tail
FROM unnest(%s::bigint[], %s::text[], %s::integer[], %s::text[], %s::text[], %s::text[])
    AS made (id, name, letters, head, middle, tail)
ON CONFLICT DO NOTHING
"""
_MISSING = """
SELECT source_id, name FROM entity
UNION
SELECT source_id, name FROM external
EXCEPT
SELECT source_id, name FROM spelling
"""
_DROP_UNUSED = f"""
DELETE FROM spelling
WHERE NOT {_IS_USED} AND NOT EXISTS (
    SELECT 1
    FROM dropped
    WHERE dropped.source_id = spelling.source_id AND dropped.name = spelling.name)
"""  # noqa: S608


class Spelled(Rows):
    """Part of PostgresReader; see `cairn.store.reading.StoreReader` for what each call returns."""

    def names_near(self, wanted: str, most: int, source_ids: Sequence[int] | None = None) -> list[str]:
        """Return the names that are so near to a folded one, among others."""
        heads, middles, tails = wanted_thirds(wanted, most)
        values = {
            "heads": heads,
            "middles": middles,
            "tails": tails,
            "letters": letters_of(wanted),
            "most": 2 * most,  # an edit changes two letters at most
            "sources": source_ids,
        }
        return [row[0] for row in self._rows(_NEAR, values)]

    def names_like(self, prefix: str, limit: int, source_ids: Sequence[int] | None = None) -> list[str]:
        """Return distinct names that start with `prefix` (any do when empty), whatever the case, in their order."""
        start = lowered(prefix)
        first = start[:KEY_CHARACTERS]
        values = {"first": first, "last": first + LAST, "start": start, "limit": limit, "sources": source_ids}
        return [row[1] for row in self._rows(_LIKE, values)]


class Spellings(Rows):
    """Keeps the table: names are noted while a transaction writes, and put into it at its end."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._noted: dict[int, set[str]] = {}

    def note(self, source_id: int, names: Iterable[str]) -> None:
        """A source has things of these names."""
        self._noted.setdefault(source_id, set()).update(names)

    def forget(self) -> None:
        """Begin a new transaction."""
        self._noted.clear()

    def write(self) -> None:
        """Put in what was noted."""
        for source_id, names in self._noted.items():
            self._put(source_id, names)
        self._noted.clear()

    def fill(self) -> None:
        """Put in what is missing."""
        rows = sorted(self._rows(_MISSING))
        for source_id, group in itertools.groupby(rows, key=lambda row: int(row[0])):
            self._put(source_id, {name for _, name in group})

    def drop_unused(self) -> None:
        """Take away the names that nothing has."""
        self._rows(_DROP_UNUSED)

    def _put(self, source_id: int, names: Iterable[str]) -> None:
        rows = [_row_of(name.replace("\0", "\ufffd")) for name in sorted(names)]
        for start in range(0, len(rows), _AT_A_TIME):
            self._rows(_PUT, source_id, *map(list, zip(*rows[start : start + _AT_A_TIME], strict=True)))


def _row_of(name: str) -> tuple[int, str, int, str, str, str]:
    plain = folded(name)
    (_, _, head), (_, _, middle), (_, _, tail) = _thirds(len(plain), plain)
    return external_id(name), name, letters_of(plain), head, middle, tail


def letters_of(plain: str) -> int:
    """The letters of a name as bits; what is no letter of ASCII shares some."""
    bits = 0
    for letter in set(plain):
        bits |= 1 << (ord(letter) % 31)
    return bits


def _thirds(length: int, plain: str) -> list[tuple[int, int, str]]:
    """Where the thirds of a name of some length begin and end, and what they are in a name."""
    cuts = [length * number // _THIRDS for number in range(_THIRDS + 1)]
    return [(start, end, _key(length, plain[start:end])) for start, end in itertools.pairwise(cuts)]


def _key(length: int, part: str) -> str:
    return f"{length}:{part[:_LONGEST]}"


def wanted_thirds(wanted: str, most: int) -> tuple[list[str], ...]:
    """The heads, middles and tails of which a name that is at most so many edits away has at least one."""
    found: tuple[set[str], ...] = (set(), set(), set())
    for length in range(len(wanted) - most, len(wanted) + most + 1):
        for number, (start, end, _) in enumerate(_thirds(length, "")):
            found[number].update(_key(length, part) for part in _parts(wanted, start, end, most, abs(length - len(wanted))))
    return tuple(sorted(parts) for parts in found)


def _parts(wanted: str, start: int, end: int, most: int, longer: int) -> Iterator[str]:
    """What a third may be, of a name whose length is `longer` characters from that of what is wanted; none of an empty one."""
    for place, after in _shifted(wanted, start, end, most):
        yield wanted[place:after]
    if longer >= most:  # no edit is left for a swap
        return
    for place, after in _shifted(wanted, start, end, most - 1):
        for left in range(max(place - 1, 0), min(after, len(wanted) - 1, place + _LONGEST)):
            swapped = wanted[:left] + wanted[left + 1] + wanted[left] + wanted[left + 2 :]
            yield swapped[place:after]


def _shifted(wanted: str, start: int, end: int, most: int) -> Iterator[tuple[int, int]]:
    for shift in range(-most, most + 1):
        if 0 <= start + shift < end + shift <= len(wanted):
            yield start + shift, end + shift


def lowered(name: str) -> str:
    """A name as the index of names has it, but for its length."""
    return name.translate(_ASCII_LOWER)
