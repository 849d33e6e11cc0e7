"""The words of a chunk as PostgreSQL keeps them: one tsvector, in whose positions and weights the five columns can be told apart.

Words are those that SQLite's tokenizer makes of the same text (letters, digits, `_`; cases and marks on Latin letters folded),
so that both backends have the same evidence.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

# A tsvector has positions of 14 bits, and four weights. Each column has a range of positions; a gap of one before each keeps
# phrases from running across. The weights are for `ts_rank`: D 0, C 1, B 2, A 3. The ranges are laid so that no position,
# as two bytes, begins with a byte that an ASCII word may have (0x30-39, 0x5F, 0x61-7A): `Evidence` relies on it.
_BODY, _CONTEXT, _PARTS, _NAME, _PATH = (1, 6143), (6145, 7167), (7169, 12287), (12289, 14335), (14337, 16383)
_WEIGHTS = {_BODY: 1, _CONTEXT: 0, _PARTS: 0, _NAME: 3, _PATH: 2}
# In the order of the columns: name, path, body, parts, context.
_RANGES = (_NAME, _PATH, _BODY, _PARTS, _CONTEXT)
# The letter of the weight that a column's words have.
LETTERS = {"name": "A", "path": "B", "body": "C", "parts": "D", "context": "D"}
_STARTS = [first for first, _ in sorted(_RANGES)]
# A lexeme has at most 2,046 bytes and 255 positions.
_LONGEST = 1000
_MOST_PLACES = 255
_POSITION_MASK = 0x3FFF
# Begins each lexeme, and is in no word: in the bytes of a tsvector it tells where one begins.
MARK = "="

_WORD = re.compile(r"\w+")
_FOLDED_BYTES = bytes(ord(chr(code).lower()) if re.match(r"\w", chr(code), re.ASCII) else 32 for code in range(128)) + bytes(
    range(128, 256)
)
Places = list[list[int]]
NOWHERE: Places = [[], [], [], [], []]


class _Folded(dict[int, str]):
    """What each character counts as, made when it is first met: as SQLite's `remove_diacritics 2` has it."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        base = unicodedata.normalize("NFD", char)[0]
        is_mark = 0x300 <= code <= 0x331
        whole = char.casefold()
        self[code] = "" if is_mark else base.lower() if base.isascii() else whole if len(whole) == 1 else char
        return self[code]


_folded = _Folded()


def words_of(text: str) -> list[bytes]:
    """The words of a text, in order."""
    if text.isascii():
        return text.encode("ascii").translate(_FOLDED_BYTES).split()
    return [word.encode("utf-8", "replace") for word in _WORD.findall(text.translate(_folded))]


class Packed(NamedTuple):
    """A chunk's words: its tsvector in the form of the binary protocol, what is in it, and how many words there were."""

    vector: bytes
    terms: Iterable[bytes]
    everything: int
    body: int


def pack(columns: Sequence[str]) -> Packed:
    """Make the tsvector of a chunk from its five columns."""
    found: dict[bytes, list[int]] = {}
    everything = body = 0
    for text, bounds in sorted(zip(columns, _RANGES, strict=True), key=lambda column: column[1]):
        words = words_of(text) if text else []
        first, last = bounds
        weight = _WEIGHTS[bounds] << 14
        everything += len(words)
        if bounds is _BODY:
            body = len(words)
        for position, word in enumerate(words[: last - first + 1], weight + first):
            places = found.get(word)
            if places is None:
                found[word] = [position]
            else:
                places.append(position)
    # A word is data where it is that long. What counts it has it as the index does: neither takes longer ones.
    if any(len(word) > _LONGEST for word in found):
        found = {word[:_LONGEST].decode("utf-8", "ignore").encode(): places for word, places in found.items()}
    return Packed(_vector_of(found), found.keys(), everything, body)


def _vector_of(found: dict[bytes, list[int]]) -> bytes:
    parts = [struct.pack(">I", len(found))]
    for word, places in found.items():
        if len(places) == 1:
            parts.append(b"=%b\0\0\1%b" % (word, places[0].to_bytes(2, "big")))
        else:
            kept = places[:_MOST_PLACES]
            parts.append(struct.pack(f">c{len(word)}sxH{len(kept)}H", b"=", word, len(kept), *kept))
    return b"".join(parts)


class Evidence:
    """Where words stand in one chunk, read from its tsvector in the binary protocol's form."""

    def __init__(self, vector: bytes) -> None:
        self._vector = vector[4:]
        self._known: dict[bytes, Places] = {}
        self._all: dict[bytes, Places] | None = None

    def places_of(self, words: Sequence[bytes], *, is_prefix: bool = False) -> Places:
        """Where a phrase begins, in each of the five columns; the last of its words may go on if `is_prefix`."""
        if not words:
            return NOWHERE
        last = self._prefixed(words[-1]) if is_prefix else self._word(words[-1])
        if len(words) == 1:
            return last
        every = [*map(self._word, words[:-1]), last]
        if not all(map(any, every)):
            return NOWHERE
        found: Places = []
        for column in range(5):
            starts = set(every[0][column])
            for distance, places in enumerate(every[1:], 1):
                starts &= {place - distance for place in places[column]}
            found.append(sorted(starts))
        return found

    def _word(self, word: bytes) -> Places:
        places = self._known.get(word)
        if places is None:
            word = word if len(word) <= _LONGEST else word[:_LONGEST].decode("utf-8", "ignore").encode()
            places = self._known[word] = self._sought(word) if word.isascii() else self._parsed().get(word, NOWHERE)
        return places

    def _sought(self, word: bytes) -> Places:
        # No position begins with a byte of a word (see above), so that these bytes can only be the word itself.
        at = self._vector.find(b"=%b\0" % word)
        if at < 0:
            return NOWHERE
        return _columns_of(self._vector, at + len(word) + 2)

    def _prefixed(self, start: bytes) -> Places:
        merged: Places = [[], [], [], [], []]
        for word, places in self._parsed().items():
            if word.startswith(start):
                for column, more in zip(merged, places, strict=True):
                    column.extend(more)
        return [sorted(column) for column in merged]

    def _parsed(self) -> dict[bytes, Places]:
        if self._all is None:
            self._all = {}
            at, vector = 0, self._vector
            while at < len(vector):
                end = vector.index(b"\0", at)
                self._all[vector[at + 1 : end]] = _columns_of(vector, end + 1)
                at = end + 3 + 2 * int.from_bytes(vector[end + 1 : end + 3], "big")
        return self._all


def _columns_of(vector: bytes, at: int) -> Places:
    """The positions that begin with their number at a byte, by column, each counted from 0."""
    count = (vector[at] << 8) + vector[at + 1]
    if count == 1:
        position = ((vector[at + 2] & 0x3F) << 8) + vector[at + 3]
        for column, (first, last) in enumerate(_RANGES):
            if first <= position <= last:
                found: Places = [[], [], [], [], []]
                found[column] = [position - first]
                return found
    numbers = array("H", vector[at + 2 : at + 2 + 2 * count])
    if _IS_LITTLE:
        numbers.byteswap()
    positions = [number & _POSITION_MASK for number in numbers]
    cuts = [bisect_left(positions, start) for start in _STARTS]
    by_start = dict(zip(_STARTS, zip(cuts, [*cuts[1:], count], strict=True), strict=True))
    return [[place - first for place in positions[slice(*by_start[first])]] for first, _ in _RANGES]


_IS_LITTLE = struct.pack("=H", 1) == b"\1\0"
