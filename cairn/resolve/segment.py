"""What files were read from, packed for the store: the keys and nodes of one run, and each file's root among them.

A segment is an array of 64-bit hashes of keys, and nodes behind them: node n is made of the numbers
`children[starts[n]:starts[n + 1]]`, each of a key or of an earlier node.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from cairn.resolve.reads import Key, Reads

_DEFLATE_LEVEL = 1


class Segment(NamedTuple):
    """What one run read; `roots` of the run's files are numbers of keys or nodes."""

    keys: array[int]
    starts: array[int]
    children: array[int]

    def pack(self) -> bytes:
        """Deflate it for the store."""
        head = array("I", (len(self.keys), len(self.starts)))
        return zlib.compress(b"".join(part.tobytes() for part in (head, self.keys, self.starts, self.children)), _DEFLATE_LEVEL)

    @classmethod
    def unpack(cls, blob: bytes) -> Segment:
        """Read what `pack` wrote."""
        data = zlib.decompress(blob)
        keys, starts, children = array("Q"), array("I"), array("I")
        head = array("I", data[:8])
        at = 8 + head[0] * 8
        keys.frombytes(data[8:at])
        starts.frombytes(data[at : at + head[1] * 4])
        children.frombytes(data[at + head[1] * 4 :])
        return cls(keys, starts, children)

    def reading(self, changed: Collection[int]) -> bytearray:
        """For each number, whether one of the changed keys is read below it."""
        count = len(self.keys)
        is_read = bytearray(count + len(self.starts) - 1)
        for number, key in enumerate(self.keys):
            if key in changed:
                is_read[number] = 1
        if not any(is_read):
            return is_read
        starts, children = self.starts, self.children
        begin = 0
        for node in range(1, len(starts)):
            end = starts[node]
            for child in children[begin:end]:
                if is_read[child]:
                    is_read[count + node - 1] = 1
                    break
            begin = end
        return is_read


def make_segment(reads: Reads, roots: Mapping[int, int], name_of: Callable[[Key, int], int]) -> tuple[Segment, dict[int, int]]:
    """The segment of what was read by units, and each unit's root in it; `name_of` gives the hash of a key and facet.

    What a unit read of itself alone is left out: it is resolved again whenever it changes.
    """
    parts = reads.parts
    alone = _alone(parts)
    wanted: set[int] = set()
    tops: dict[int, list[int]] = {}
    for unit, root in roots.items():
        below = parts[root] if _is_node(parts[root]) else (root,) if root else ()
        tops[unit] = [part for part in below if part and alone[part] != unit]
        wanted.update(tops[unit])
    reached = _reached(parts, wanted)
    numbers: dict[int, int] = {}
    keys, starts, children = array("Q"), array("I", (0,)), array("I")
    for part in sorted(part for part in reached if not _is_node(parts[part])):
        key = parts[part]
        numbers[part] = len(keys)
        keys.append(name_of(key, part - key[3] if key[0] == "entity" else 0))
    for part in sorted(part for part in reached if _is_node(parts[part])):
        numbers[part] = len(keys) + len(starts) - 1
        children.extend(numbers[child] for child in parts[part] if child)
        starts.append(len(children))
    found: dict[int, int] = {}
    known: dict[tuple[int, ...], int] = {}
    for unit, top in tops.items():
        below = tuple(numbers[part] for part in top)
        if below not in known:
            known[below] = len(keys) + len(starts) - 1
            children.extend(below)
            starts.append(len(children))
        found[unit] = known[below]
    return Segment(keys, starts, children), found


def _is_node(part: Key | tuple[int, ...]) -> bool:
    return bool(part) and type(part[0]) is int


_MANY = -2


def _alone(parts: list[Key | tuple[int, ...]]) -> array[int]:
    """For each number the only unit that it was read from; several are `_MANY`, and 0, that was read from nothing, is -1."""
    found = array("i", bytes(4 * len(parts)))
    found[0] = -1
    for number, part in enumerate(parts):
        if not part:
            continue
        if type(part[0]) is not int:
            found[number] = part[1] if type(part[1]) is int else _MANY
            continue
        units = {found[child] for child in part if child}
        found[number] = units.pop() if len(units) == 1 else _MANY
    return found


def _reached(parts: list[Key | tuple[int, ...]], wanted: Iterable[int]) -> set[int]:
    reached, todo = set(wanted), list(wanted)
    while todo:
        part = parts[todo.pop()]
        if _is_node(part):
            more = [child for child in part if child and child not in reached]
            reached.update(more)
            todo += more
    return reached
