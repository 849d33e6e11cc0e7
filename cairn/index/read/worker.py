"""What a worker does to read files: a batch of paths to rows."""

from __future__ import annotations

import logging

from cairn.index.read.disk import FileBytes, Folder, Unread, hash_bytes
from cairn.index.read.messages import CRASHED, Batch, Outcome, Work
from cairn.index.read.parse import parse_file, parse_page
from cairn.model import Skip
from cairn.store.rows import FileStamp, SkipRow

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
