"""What passes between a run and its worker processes.

Messages are in `marshal`: as quick as `pickle` here, and nothing but plain values can be in it; both ends are the same
interpreter. Imports no parser: a run that finds nothing to read never loads one.
"""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from typing import Any, NamedTuple

from cairn.store.rows import FileRow, FileStamp, SkipRow

READ = "read"  # the order to read a batch; a worker takes others, too
# The reason of a Skip: the file ended its worker, took too long, or met a fault in Cairn.
CRASHED = "worker_crashed"
# How the warning ends of a file whose definitions ended a worker.
TEXT_ONLY = "so only its text is indexed"


class Work(NamedTuple):
    """A file to read. `known` is its row's id and hash if it was indexed before and shall only be parsed if its bytes changed.

    `data` are the bytes of what lies nowhere: a text or, with the `url` it came from, a page of the web.
    """

    path: str
    known: tuple[int, bytes] | None
    is_named: bool  # this and what follows: see ingest.walk.Candidate
    size: int
    mtime_ns: int
    inode: int
    fault: str = ""  # what befell a worker that read its definitions: this time only the text is read
    data: bytes | None = None
    url: str = ""


class Batch(NamedTuple):
    """Files that one worker reads in a row."""

    root: str
    limit_bytes: int
    works: tuple[Work, ...]


Outcome = FileRow | SkipRow | FileStamp


_KINDS: tuple[type[FileRow] | type[SkipRow] | type[FileStamp], ...] = (FileRow, SkipRow, FileStamp)


def pack_batch(batch: Batch) -> bytes:
    """Turn a batch into a message."""
    return marshal.dumps((READ, batch.root, batch.limit_bytes, tuple(tuple(work) for work in batch.works)), 2)


def unpack_batch(order: tuple[str, str, int, Sequence[Sequence[Any]]]) -> Batch:
    """Read what `pack_batch` wrote."""
    _, root, limit_bytes, works = order
    return Batch(root, limit_bytes, tuple(Work(*work) for work in works))


def pack_outcomes(outcomes: list[Outcome]) -> bytes:
    """Turn outcomes into a message."""
    return marshal.dumps([(_KINDS.index(type(outcome)), tuple(outcome)) for outcome in outcomes], 2)


def unpack_outcomes(message: bytes) -> list[Outcome]:
    """Read what `pack_outcomes` wrote."""
    return [_KINDS[kind]._make(row) for kind, row in marshal.loads(message)]  # noqa: S302 - from our own worker
