"""What a source was resolved from, and what its files say, as it is stored: a few blobs, of one run each."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cairn.resolve.sayings import Origin, Saying, are_sayings, pack_sayings, unpack_sayings
from cairn.resolve.segment import Segment, merged
from cairn.store.writing import StoreWriter

# Blobs of a source that are looked through; each costs some milliseconds (guess).
MOST_BLOBS = 16


class Log(NamedTuple):
    """The segments of a source in the order of the runs, and what its files say by their ids, definitions by their origins."""

    segments: list[Segment]
    said: dict[int, Saying]
    blobs: int


def read_log(writer: StoreWriter, source_id: int) -> Log:
    """What is stored of a source; without segments if nothing is, or if it cannot be read."""
    blobs = writer.segments(source_id)
    try:
        segments = [Segment.unpack(blob) for blob in blobs if not are_sayings(blob)]
        return Log(segments, unpack_sayings(filter(are_sayings, blobs)), len(blobs))
    except (ValueError, zlib.error):
        return Log([], {}, 0)


def add_to_log(
    writer: StoreWriter,
    source_id: int,
    log: Log,
    new: Sequence[Segment],
    said: dict[int, Saying],
    origin_of: Callable[[int], Origin],
    files: Sequence[int],
) -> None:
    """Keep what a run read, and what some units said: `origin_of` tells what they are in the store, `files` are the source's.

    What small runs kept is put together when there is much of it.
    """
    packed = [pack_sayings(said, origin_of)] if said else []
    size = sum(len(segment.children) for segment in (*log.segments[1:], *new))
    is_large = size >= 2 * len(log.segments[0].children)
    if log.blobs + len(new) + len(packed) <= MOST_BLOBS and not is_large:
        for blob in (*(segment.pack() for segment in new), *packed):
            writer.add_segment(source_id, blob)
        return
    base, rest = ([], log.segments) if is_large else (log.segments[:1], log.segments[1:])
    known = set(files)
    writer.clear_segments(source_id)
    for segment in (*base, merged([*rest, *new], known)):
        writer.add_segment(source_id, segment.pack())
    kept = unpack_sayings([pack_sayings(log.said, _same), *packed])
    writer.add_segment(source_id, pack_sayings({file_id: one for file_id, one in kept.items() if file_id in known}, _same))


def _same(origin: Origin) -> Origin:
    return origin
