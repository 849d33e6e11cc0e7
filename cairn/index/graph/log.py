"""What a source was resolved from, and what its files say, as it is stored: a few blobs, of one run each."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cairn.resolve.sayings import Origin, Saying, are_sayings, pack_sayings, unpack_sayings
from cairn.resolve.segment import Segment, merged
from cairn.store.writing import StoreWriter

# Blobs of a source that are looked through; each costs some milliseconds (guess). Up to eight workers leave two each.
MOST_BLOBS = 32
_MOST_TOLD_AGAIN = 3  # definitions in all segments together, as a multiple of those that there are (guess)


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
    every = [*log.segments, *new]
    is_told_again = sum(len(segment.files) for segment in every) > _MOST_TOLD_AGAIN * writer.counts(source_id).entities
    if log.blobs + len(new) + len(packed) <= MOST_BLOBS and not is_told_again:
        for blob in (*(segment.pack() for segment in new), *packed):
            writer.add_segment(source_id, blob)
        return
    begin = 0 if is_told_again else _first_of_small(every)
    known = set(files)
    writer.clear_segments(source_id)
    for segment in (*every[:begin], merged(every[begin:], known)):
        writer.add_segment(source_id, segment.pack())
    kept = unpack_sayings([pack_sayings(log.said, _same), *packed])
    writer.add_segment(source_id, pack_sayings({file_id: one for file_id, one in kept.items() if file_id in known}, _same))


def _first_of_small(segments: Sequence[Segment]) -> int:
    """The place behind the last segment that is larger than all behind it: workers leave large ones, edits small ones."""
    sizes = [len(segment.children) for segment in segments]
    begin = max(0, len(sizes) - 2)
    while begin and sizes[begin - 1] <= sum(sizes[begin:]):
        begin -= 1
    return begin


def _same(origin: Origin) -> Origin:
    return origin
