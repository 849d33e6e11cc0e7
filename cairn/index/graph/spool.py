"""The facts of a source in a file: what a worker needs to resolve a part of it.

A run's facts lie in a transaction that no other process sees. Packed facts stand one after the other; behind them stands where
each file's are, the definitions by name, and the manifests; the last eight bytes tell where that begins.
"""

from __future__ import annotations

import marshal
import struct
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

from cairn.errors import EnvironmentFault
from cairn.extract.extract import extract
from cairn.resolve.keys import key_hash
from cairn.resolve.program import Library
from cairn.resolve.units import Unit
from cairn.semantics.facts import Facts, unpack_facts

_CODES = "QIIB"  # of the columns of `Names`
_TAIL = struct.Struct("<Q")
Definition = tuple[str, int, int, str]  # name, unit, ordinal, kind


class Names(NamedTuple):
    """Definitions by a hash of their names, in 17 bytes each; 64 bits, so that two names of one hash are not to be expected."""

    hashes: array[int]
    units: array[int]
    ordinals: array[int]
    kinds: array[int]
    words: tuple[str, ...]  # the kinds themselves

    @classmethod
    def of(cls, definitions: Iterable[Definition]) -> Names:
        """The table of some definitions."""
        numbers: dict[str, int] = {}
        # One number each, of which the hash is in front: a tuple takes four times the memory while they are sorted.
        rows = [
            ((key_hash(name) << 32 | unit) << 32 | ordinal) << 8 | numbers.setdefault(kind, len(numbers))
            for name, unit, ordinal, kind in definitions
        ]
        rows.sort()
        return cls(
            array("Q", (row >> 72 for row in rows)),
            array("I", (row >> 40 & 0xFFFFFFFF for row in rows)),
            array("I", (row >> 8 & 0xFFFFFFFF for row in rows)),
            array("B", (row & 0xFF for row in rows)),
            tuple(numbers),
        )

    def find(self, name: str) -> Iterator[tuple[int, int, str]]:
        """The definitions of a name, as (unit, ordinal, kind) in this order."""
        wanted = key_hash(name)
        at = bisect_left(self.hashes, wanted)
        while at < len(self.hashes) and self.hashes[at] == wanted:
            yield self.units[at], self.ordinals[at], self.words[self.kinds[at]]
            at += 1


class Shelf(NamedTuple):
    """Files with packed facts, and the manifests among them: the source itself, or one that it may look into."""

    name: str
    files: Iterable[tuple[str, str, bytes]]  # path, language, facts
    manifests: Mapping[str, str]


def write_spool(path: Path, shelves: Iterable[Shelf], names: Names, files: Sequence[int]) -> list[int]:
    """Write a spool, of the source and then of what it may look into; returns the lengths of the source's own facts.

    `files` are those of all units in the store.

    Raises:
        EnvironmentFault: the disk is full, or fails.
    """
    try:
        return _write(path, shelves, names, files)
    except OSError as exc:
        raise EnvironmentFault(f"{path} cannot be written ({exc.strerror}); free space on its disk and run it again") from exc


def _write(path: Path, shelves: Iterable[Shelf], names: Names, files: Sequence[int]) -> list[int]:
    with path.open("wb") as stream:
        rows = []
        for shelf in shelves:
            places = []
            for name, language, facts in shelf.files:
                places.append((name, language, stream.tell(), len(facts)))
                stream.write(facts)
            rows.append((shelf.name, places, dict(shelf.manifests)))
        begin = stream.tell()
        if sum(len(places) for _, places, _ in rows) != len(files):
            raise ValueError("a spool holds other files than were counted")
        marshal.dump((rows, [column.tobytes() for column in names[:-1]], names.words, array("Q", files).tobytes()), stream)
        stream.write(_TAIL.pack(begin))
    return [size for *_, size in rows[0][1]]


class Spool:
    """What `write_spool` wrote, read when it is asked for."""

    def __init__(self, path: Path) -> None:
        self._stream: BinaryIO = path.open("rb")
        self._stream.seek(-_TAIL.size, 2)
        (begin,) = _TAIL.unpack(self._stream.read(_TAIL.size))
        end = self._stream.tell() - _TAIL.size
        shelves, columns, words, files = marshal.loads(self._read(begin, end - begin))  # noqa: S302 - from our own run
        hashes, units, ordinals, kinds = map(_array_of, _CODES, columns)
        self.names = Names(hashes, units, ordinals, kinds, words)
        self.files = _array_of("Q", files)
        own, *others = [Library(name, self._units(places), manifests) for name, places, manifests in shelves]
        self.units, self.manifests = own.units, own.manifests
        self.libraries: list[Library] = others

    def _units(self, places: Iterable[tuple[str, str, int, int]]) -> list[Unit]:
        return [Unit(path, language, partial(self._facts, path, begin, size)) for path, language, begin, size in places]

    def _facts(self, path: str, begin: int, size: int) -> Facts:
        return readable_facts(path, partial(self._read, begin, size))

    def _read(self, begin: int, size: int) -> bytes:
        self._stream.seek(begin)
        return self._stream.read(size)

    def close(self) -> None:
        """Let go of the file, so that it can be deleted on Windows, too."""
        self._stream.close()


def readable_facts(path: str, read: Callable[[], bytes | None]) -> Facts:
    """The facts of a file; where they cannot be read, those of a file that has none."""
    try:
        return unpack_facts(read() or b"")
    except (ValueError, TypeError, zlib.error):
        return bare_facts(path)


def bare_facts(path: str) -> Facts:
    """The facts of a file that has none."""
    return extract(None, path, b"").facts


def _array_of(code: str, data: bytes) -> array[int]:
    found: array[int] = array(code)
    found.frombytes(data)
    return found
