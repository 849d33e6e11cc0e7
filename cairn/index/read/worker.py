"""A worker process: batches of paths come in on standard input, rows go out on standard output."""

from __future__ import annotations

import gc
import logging
import marshal
import sys

from cairn.index.read.disk import FileBytes, Folder, Unread, hash_bytes
from cairn.index.read.messages import CRASHED, READY, Batch, Outcome, Work, pack_outcomes, unpack_batch
from cairn.index.read.parse import parse_file, parse_page
from cairn.ingest.child import limit_memory, receive, send
from cairn.model import Skip
from cairn.store.rows import FileStamp, SkipRow

# A parse of a bounded file needs far less; what asks for more has gone astray, and dies alone.
_MEMORY_LIMIT_BYTES = 4 * 1024**3
_COLLECT_EVERY = 64

_log = logging.getLogger(__name__)


def do_work(batch: Batch) -> list[Outcome]:
    """Read and parse files, in the order given: a row each, or a FileStamp if the bytes are the known ones."""
    with Folder(batch.root) as folder:
        return [_do_one(folder, batch.limit_bytes, work) for work in batch.works]


def _do_one(folder: Folder, limit_bytes: int, work: Work) -> Outcome:
    if work.data is None:
        found = folder.read(work.path, limit_bytes)
        if isinstance(found, Unread):
            return SkipRow(work.path, *found)
    else:
        found = FileBytes(work.data, work.size, work.mtime_ns, work.inode)
    digest = hash_bytes(found.data)
    if work.known is not None and work.known[1] == digest:
        return FileStamp(work.known[0], found.size, found.mtime_ns, found.inode, digest)
    try:
        if work.url:
            row = parse_page(work.path, work.url, found, digest, work.fault)
        else:
            row = parse_file(work.path, found, digest, work.is_named, work.fault)
    except Exception as exc:  # noqa: BLE001 - one file that nobody thought of costs itself, not the run
        _log.warning("%s could not be read: %s", work.path, type(exc).__name__, exc_info=_log.isEnabledFor(logging.DEBUG))
        row = Skip(work.path, CRASHED, f"a fault in Cairn ({type(exc).__name__}: {exc})")
    if isinstance(row, Skip):
        return SkipRow(work.path, row.reason, row.detail, found.size, found.mtime_ns, found.inode)
    return row


def main() -> None:
    """Serve until standard input ends: with the process that started this one, at the latest."""
    inward, outward = sys.stdin.buffer, sys.stdout.buffer
    # What a library prints must not end up among the messages.
    sys.stdout = sys.stderr
    limit_memory(_MEMORY_LIMIT_BYTES)
    gc.freeze()
    gc.disable()
    send(outward, marshal.dumps(READY))
    count = 0
    while (message := receive(inward)) is not None:
        send(outward, pack_outcomes(do_work(unpack_batch(message))))
        count += 1
        if count % _COLLECT_EVERY == 0:
            gc.collect()
