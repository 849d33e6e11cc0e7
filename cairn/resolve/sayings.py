"""What files say when their language looks at all of them (`Survey`), kept so that an edit asks few of them again.

    shop/Cart.java  ->  survey 0: [["Cart", 1, "com.shop"]]

The rows of a survey that is evaluated begin with a definition of whatever file; what they were read from is logged as that of
references is (`cairn.resolve.reads`).
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from cairn.semantics.roles import Rows

_MARK = b"said"  # in front of what is packed: a segment of reads stands beside it in the store
_DEFLATE_LEVEL = 1

Origin = int | str  # what a definition is of: a file in the store, or what a language has built in, `<rust>`


@dataclass(slots=True)
class Saying:
    """What a file says by itself, and what by evaluation: rows by the number of the survey among those of its family."""

    plain: dict[int, Rows] = field(default_factory=dict)
    evaluated: dict[int, Rows] = field(default_factory=dict)


class Sayings:
    """What the units of a program say: what is known of that, and what was found out anew.

    `find_stale` tells, before each survey that is evaluated, which units have to be asked again.
    """

    def __init__(self, known: dict[int, Saying] | None = None) -> None:
        self.known = known if known is not None else {}
        self.find_stale: Callable[[], Iterable[int]] = tuple
        self.fresh: dict[int, Saying] = {}
        self.roots: dict[int, dict[int, int]] = {}  # by unit and the number of a survey that is evaluated: what was read

    def begin_evaluated(self) -> None:
        """Find out which units have to be asked again in the survey that follows, and forget what they said."""
        for unit in self.find_stale():
            if unit in self.known:
                self.known[unit].evaluated = {}

    def get(self, unit: int, number: int, *, is_evaluated: bool) -> Rows | None:
        """The rows of a unit in a survey; None if it has to be asked."""
        saying = self.known.get(unit)
        if saying is None:
            return None
        return (saying.evaluated if is_evaluated else saying.plain).get(number)

    def add(self, unit: int, number: int, rows: Rows, root: int | None) -> Rows:
        """Keep what a unit says, with the node of what it was read from, None if that is the unit alone; returns it as stored."""
        rows = orjson.loads(orjson.dumps(rows))
        saying = self.fresh.setdefault(unit, Saying())
        (saying.plain if root is None else saying.evaluated)[number] = rows
        if root is not None:
            self.roots.setdefault(unit, {})[number] = root
        return rows


def pack_sayings(said: Mapping[int, Saying], origin_of: Callable[[int], Origin]) -> bytes:
    """Deflate sayings for the store; `origin_of` tells what a unit is there."""
    rows = {}
    for unit, saying in said.items():
        evaluated = {number: [[origin_of(row[0]), *row[1:]] for row in some] for number, some in saying.evaluated.items()}
        rows[origin_of(unit)] = (saying.plain, evaluated)
    return _MARK + zlib.compress(orjson.dumps(rows, option=orjson.OPT_NON_STR_KEYS), _DEFLATE_LEVEL)


def are_sayings(blob: bytes) -> bool:
    """Whether something in the store was written by `pack_sayings`."""
    return blob.startswith(_MARK)


def unpack_sayings(blobs: Iterable[bytes]) -> dict[int, Saying]:
    """What files say, by their ids, from what several runs stored; definitions are told by their origins.

    Raises:
        ValueError, zlib.error: it was not written by `pack_sayings`.
    """
    found: dict[int, Saying] = {}
    for blob in blobs:
        for file_id, parts in orjson.loads(zlib.decompress(blob[len(_MARK) :])).items():
            plain, evaluated = ({int(number): rows for number, rows in part.items()} for part in parts)
            known = found.setdefault(int(file_id), Saying())
            known.plain |= plain
            known.evaluated |= evaluated
    return found


def numbered(
    said: Mapping[int, Saying], numbers: Mapping[Origin, int], moved: Mapping[int, Mapping[int, int]]
) -> tuple[dict[int, Saying], set[int]]:
    """Sayings by the numbers of units, and the units of which they are not the same as in the store.

    `moved` has the new ordinals of the definitions of files that have changed. What is about something that is gone is left out.
    """
    found: dict[int, Saying] = {}
    touched: set[int] = set()
    for file_id, saying in said.items():
        unit = numbers.get(file_id)
        if unit is None:
            continue
        evaluated: dict[int, Rows] = {}
        for number, rows in saying.evaluated.items():
            evaluated[number] = [new for row in rows if (new := _numbered_row(row, numbers, moved)) is not None]
            if any(row[0] in moved for row in rows):
                touched.add(unit)
        found[unit] = Saying(saying.plain, evaluated)
    return found, touched


def _numbered_row(row: Sequence[Any], numbers: Mapping[Origin, int], moved: Mapping[int, Mapping[int, int]]) -> list[Any] | None:
    origin, ordinal, *rest = row
    unit = numbers.get(origin)
    if unit is None:
        return None
    if origin in moved:
        ordinal = moved[origin].get(ordinal)
        if ordinal is None:
            return None
    return [unit, ordinal, *rest]
