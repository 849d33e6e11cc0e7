"""What files were resolved from, packed for the store: the keys and nodes of one run, and each file's root among them.

A segment is an array of 64-bit hashes of keys, and nodes behind them: node n is made of the numbers
`children[starts[n]:starts[n + 1]]`, each of a key or of an earlier node. The nodes of later runs stand in segments of their own.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from cairn.resolve.reads import Key, Reads

WHOLE = -1  # in the place of an ordinal: all of a file
SAYING = -2  # and those below it: what a file says in survey 0, 1 .. by evaluation (`cairn.resolve.sayings`)
NO_FILE = 0  # in the place of a file: what the roles of all languages read when they looked at the files
_DEFLATE_LEVEL = 1  # as small as 6 to within a tenth, four times as quick (measured)
_HEAD = 4  # numbers in front: how many files, keys, nodes and children there are


class Segment(NamedTuple):
    """What one run read. The root of definition `ordinals[i]` of file `files[i]` is number `roots[i]`, of a key or a node.

    The ordinal `WHOLE` is in front of those of a file all of which was resolved; its root is of what concerns several of them.
    """

    files: array[int]
    ordinals: array[int]
    roots: array[int]
    keys: array[int]
    starts: array[int]
    children: array[int]

    def pack(self) -> bytes:
        """Deflate it for the store."""
        head = array("Q", (len(self.files), len(self.keys), len(self.starts), len(self.children)))
        return zlib.compress(b"".join(part.tobytes() for part in (head, *self)), _DEFLATE_LEVEL)

    @classmethod
    def unpack(cls, blob: bytes) -> Segment:
        """Read what `pack` wrote.

        Raises:
            ValueError, zlib.error: it was not written by `pack`, or on a machine with another order of bytes.
        """
        data = zlib.decompress(blob)
        rows, keys, starts, children = array("Q", data[: _HEAD * 8])
        at = _HEAD * 8

        def take(code: str, count: int) -> array[int]:
            nonlocal at
            begin, at = at, at + count * array(code).itemsize
            return array(code, data[begin:at])

        return cls(take("Q", rows), take("i", rows), take("I", rows), take("Q", keys), take("I", starts), take("I", children))

    def reading(self, changed: Collection[int]) -> set[tuple[int, int]]:
        """The definitions, as (file, ordinal), that read one of the changed keys."""
        first = len(self.keys)
        is_read = bytearray(first + len(self.starts) - 1)
        for number, key in enumerate(self.keys):
            if key in changed:
                is_read[number] = 1
        if not any(is_read):
            return set()
        children, begin = self.children, 0
        for node, end in enumerate(self.starts[1:], first):
            for child in children[begin:end]:
                if is_read[child]:
                    is_read[node] = 1
                    break
            begin = end
        rows = zip(self.files, self.ordinals, self.roots, strict=True)
        return {(file, ordinal) for file, ordinal, root in rows if is_read[root]}


def readers(segments: Sequence[Segment], changed: Collection[int]) -> set[tuple[int, int]]:
    """The definitions, as (file, ordinal), that read one of the changed keys when they were resolved last."""
    found: set[tuple[int, int]] = set()
    for segment in segments:  # in the order of their runs
        if found:
            resolved = set(zip(segment.files, segment.ordinals, strict=True))
            # The roles of a run are those of the languages that it resolved: what others read before holds.
            found = {one for one in found if one[0] == NO_FILE or not _is_renewed(one, resolved)}
        found |= segment.reading(changed)
    return found


def _is_renewed(row: tuple[int, int], resolved: Collection[tuple[int, int]]) -> bool:
    return row in resolved or (row[1] >= WHOLE and (row[0], WHOLE) in resolved)


def make_segment(
    reads: Reads,
    roots: Mapping[int, Mapping[int, int]],
    state: int | None,
    files: Sequence[int],
    name_of: Callable[[Key, int], int],
) -> Segment:
    """The segment of what was read, by unit and ordinal.

    `name_of` gives the hash of a key and its facet, `files` the file of a unit.
    `state` is the root of what the roles of all languages read, None if that is known already. What a unit read of itself alone
    is left out: it is resolved again whenever it changes.
    """
    parts = reads.parts
    alone = _alone(parts)
    tops = {(NO_FILE, WHOLE): _below(parts, state)} if state is not None else {}
    for unit, owned in roots.items():
        for ordinal, root in sorted(owned.items()):
            tops[files[unit], ordinal] = [part for part in _below(parts, root) if alone[part] != unit]
    numbers: dict[int, int] = {0: 0}
    keys, starts, children = array("Q", (0,)), array("I", (0,)), array("I")
    reached = sorted(_reached(parts, [part for top in tops.values() for part in top]))
    for part in reached:
        key = parts[part]
        if not _is_node(key):
            numbers[part] = len(keys)
            keys.append(name_of(key, part - key[3] if key[0] == "entity" else 0))
    known: dict[tuple[int, ...], int] = {(): 0}

    def add(below: tuple[int, ...]) -> int:
        number = below[0] if len(below) == 1 else known.get(below)
        if number is None:
            number = known[below] = len(keys) + len(starts) - 1
            children.extend(below)
            starts.append(len(children))
        return number

    for part in reached:
        if _is_node(parts[part]):
            numbers[part] = add(tuple(sorted({numbers[child] for child in parts[part]})))
    roots_of = array("I", [add(tuple(sorted({numbers[part] for part in top}))) for top in tops.values()])
    owners = array("Q", [file for file, _ in tops]), array("i", [ordinal for _, ordinal in tops])
    return Segment(*owners, roots_of, keys, starts, children)


def merged(segments: Sequence[Segment], files: Collection[int]) -> Segment:
    """One segment of several, in the order of their runs: the latest root counts, and what none reaches is left out."""
    reads = Reads()
    keys: dict[int, int] = {0: 0}
    roots: dict[int, dict[int, int]] = {}
    states: list[int] = []
    for segment in segments:
        numbers: list[int] = []
        for key in segment.keys:
            if key not in keys:
                keys[key] = reads.key(("hash", -1, key))
            numbers.append(keys[key])
        begin = 0
        for end in segment.starts[1:]:
            numbers.append(reads.node(numbers[child] for child in segment.children[begin:end]))
            begin = end
        for file, ordinal, root in zip(segment.files, segment.ordinals, segment.roots, strict=True):
            if file == NO_FILE:
                states.append(numbers[root])
                continue
            if ordinal == WHOLE:
                roots[file] = {one: below for one, below in roots.get(file, {}).items() if one <= SAYING}
            roots.setdefault(file, {})[ordinal] = numbers[root]
    state = reads.node(states) if states else None
    kept = sorted(roots.keys() & set(files))
    rows = {number: roots[file] for number, file in enumerate(kept)}
    return make_segment(reads, rows, state, kept, lambda key, facet: int(key[2]))


def _below(parts: list[Key | tuple[int, ...]], root: int) -> Sequence[int]:
    part = parts[root]
    return part if _is_node(part) else (root,) if root else ()


def _is_node(part: Key | tuple[int, ...]) -> bool:
    return bool(part) and type(part[0]) is int


_MANY = -2


def _alone(parts: list[Key | tuple[int, ...]]) -> array[int]:
    """For each number the only unit that it was read from; of several, or of no unit, `_MANY`."""
    found = array("i", (_MANY,)) * len(parts)
    for number, part in enumerate(parts):
        if not part:
            continue
        if type(part[0]) is not int:
            found[number] = part[1] if type(part[1]) is int else _MANY
        else:
            units = {found[child] for child in part}
            found[number] = units.pop() if len(units) == 1 else _MANY
    return found


def _reached(parts: list[Key | tuple[int, ...]], wanted: Iterable[int]) -> set[int]:
    todo = list(wanted)
    reached = set(todo)
    while todo:
        part = parts[todo.pop()]
        if _is_node(part):
            more = [child for child in part if child not in reached]
            reached.update(more)
            todo += more
    return reached
