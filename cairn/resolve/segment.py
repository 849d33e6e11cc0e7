"""What files were resolved from, packed for the store: the keys and nodes of one run, and each file's root among them.

A segment is an array of 64-bit hashes of keys, and nodes behind them: node n is made of the numbers
`children[starts[n]:starts[n + 1]]`, each of a key or of an earlier node. The nodes of later runs stand in segments of their own.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from cairn.resolve.keys import facet_hash
from cairn.resolve.reads import KIND_BITS, KINDS, NODE, Reads

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
        hits = set(changed).intersection(self.keys)
        if not hits:
            return set()
        read = {number for number, key in enumerate(self.keys) if key in hits}
        children, begin = self.children, 0
        for node, end in enumerate(self.starts[1:], first):
            if not read.isdisjoint(children[begin:end]):
                read.add(node)
            begin = end
        rows = zip(self.files, self.ordinals, self.roots, strict=True)
        return {(file, ordinal) for file, ordinal, root in rows if root in read}

    def asking(self, changed: Collection[int]) -> set[tuple[int, int]]:
        """`reading` of what was read before any reference was resolved: by what files say, and by the roles of languages.

        That is little of a segment, and looked through from there.
        """
        first = len(self.keys)
        rows = zip(self.files, self.ordinals, self.roots, strict=True)
        wanted = [(file, ordinal, root) for file, ordinal, root in rows if root and (ordinal <= SAYING or file == NO_FILE)]
        reached = set[int]()
        todo = [root for _, _, root in wanted]
        while todo:
            number = todo.pop()
            if number not in reached:
                reached.add(number)
                todo += self._below(number)
        is_read: dict[int, bool] = {}
        for number in sorted(reached):  # what a node is made of stands in front of it
            is_read[number] = self.keys[number] in changed if number < first else any(map(is_read.get, self._below(number)))
        return {(file, ordinal) for file, ordinal, root in wanted if is_read[root]}

    def _below(self, number: int) -> Sequence[int]:
        node = number - len(self.keys)
        return self.children[self.starts[node] : self.starts[node + 1]] if node >= 0 else ()


Look = Callable[[Segment, Collection[int]], set[tuple[int, int]]]


def readers(segments: Sequence[Segment], changed: Collection[int], look: Look = Segment.reading) -> set[tuple[int, int]]:
    """The definitions, as (file, ordinal), that read one of the changed keys when they were resolved last."""
    found: set[tuple[int, int]] = set()
    for segment in segments:  # in the order of their runs
        if found:
            resolved = set(zip(segment.files, segment.ordinals, strict=True))
            # The roles of a run are those of the languages that it resolved: what others read before holds.
            found = {one for one in found if one[0] == NO_FILE or not _is_renewed(one, resolved)}
        found |= look(segment, changed)
    return found


def _is_renewed(row: tuple[int, int], resolved: Collection[tuple[int, int]]) -> bool:
    return row in resolved or (row[1] >= WHOLE and (row[0], WHOLE) in resolved)


def make_segment(reads: Reads, state: int | None, roots: Iterable[tuple[int, int, int]]) -> Segment:
    """The segment of what was read; what no root reaches is left out.

    `state` is the root of what the roles of all languages read, None if that is known already. `roots` are file, ordinal and root
    of definitions, `WHOLE` before others of a file.
    """
    files, ordinals, tops = array("Q"), array("i"), array("Q")
    for file, ordinal, root in chain([(NO_FILE, WHOLE, state)] if state is not None else [], roots):
        files.append(file)
        ordinals.append(ordinal)
        tops.append(root)
    reached = _reached(reads, tops)
    numbers = array("I", bytes(4 * len(reached)))
    keys, starts, children = array("Q", (0,)), array("I", (0,)), array("I")
    hashes = reads.hashes
    number = reached.find(1, 1)
    while number >= 0:
        if number & NODE != NODE:
            numbers[number] = len(keys)
            keys.append(facet_hash(hashes[number >> KIND_BITS], number & NODE))
        number = reached.find(1, number + 1)
    known: dict[bytes, int] = {}
    begin = 0
    for number, end in zip(range(NODE, len(reached), KINDS), reads.starts[1:], strict=False):
        if reached[number]:
            below = array("I", sorted({numbers[child] for child in reads.children[begin:end]}))
            told = below.tobytes()
            numbers[number] = below[0] if len(below) == 1 else known.get(told, 0)
            if not numbers[number]:
                numbers[number] = known[told] = len(keys) + len(starts) - 1
                children += below
                starts.append(len(children))
        begin = end
    return Segment(files, ordinals, array("I", [numbers[top] for top in tops]), keys, starts, children)


def _reached(reads: Reads, tops: Iterable[int]) -> bytearray:
    """For each number whether a root leads to it, and whether it is a node, which stands behind those that it leads to."""
    reached = bytearray(KINDS * max(len(reads.hashes), len(reads.starts)))
    for top in tops:
        reached[top] = 1
    starts, children = reads.starts, reads.children
    for node in range(len(starts) - 2, -1, -1):
        if reached[node << KIND_BITS | NODE]:
            for child in children[starts[node] : starts[node + 1]]:
                reached[child] = 1
    reached[0] = 0
    return reached


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
                keys[key] = reads.key(key)
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
    kept = sorted(roots.keys() & set(files))
    rows = ((file, ordinal, root) for file in kept for ordinal, root in sorted(roots[file].items()))
    return make_segment(reads, reads.node(states) if states else None, rows)
