"""Whether an index is in order, and how what is derived is built again where it is not."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from cairn.report import Fault, VerifyReport
from cairn.store.rows import FileRow, SourceRow, StoredText
from cairn.store.writing import StoreWriter, WriterStore

_BATCH_FILES = 50
_WORDS = ("words", "integrity")


def verify_index(store: WriterStore) -> VerifyReport:
    """Check an index; nothing is written."""
    faults = [Fault(*fault) for fault in store.check()]
    with store.state() as state:
        rows = state.source_rows()
        counts = [state.counts(row.id) for row in rows]
    sums = [sum(column) for column in zip(*counts, strict=True)] or [0, 0, 0, 0]
    return VerifyReport(not faults, faults, len(rows), *sums)


def repair_index(writer: StoreWriter, faults: Sequence[Fault]) -> None:
    """Delete what belongs to nothing, and build chunks, words and edges again from texts and facts.

    Texts are the one thing that nothing here can replace: a file whose text is gone or damaged goes, and the next refresh reads
    it from the disk.
    """
    checks = {fault.check for fault in faults}
    if "integrity" in checks:
        writer.rebuild_indexes()
    with writer.transaction():
        if checks & set(_WORDS):
            writer.clear_words()
        writer.remove_strays()
        for row in writer.source_rows():
            _repair_source(writer, row, checks)
    if "integrity" in checks:
        writer.compact()


def _repair_source(writer: StoreWriter, row: SourceRow, checks: set[str]) -> None:
    # Loads the parser, and all languages.
    from cairn.index.graph.build import rebuild_graph

    if checks & {*_WORDS, "chunks", "entities", "files"}:
        damaged: list[int] = []
        batch: list[FileRow] = []
        for stored in list(writer.stored_files(row.id)):
            made = derive(stored)
            if made is None:
                damaged.append(stored.stamp.id)
            else:
                batch.append(made)
            if len(batch) >= _BATCH_FILES:
                _put(writer, row.id, batch, checks)
                batch = []
        _put(writer, row.id, batch, checks)
        writer.delete_files(damaged)
    rebuild_graph(writer, row.id)
    writer.count_rows(row.id)


def _put(writer: StoreWriter, source_id: int, batch: list[FileRow], checks: set[str]) -> None:
    if not batch:
        return
    if "entities" in checks or "chunks" in checks or "integrity" in checks:
        writer.put_files(source_id, batch)
    else:
        writer.put_chunks(source_id, batch)


def derive(stored: StoredText) -> FileRow | None:
    """Make the rows of a file from its stored text; None if that is damaged."""
    from cairn.index.read.disk import FileBytes
    from cairn.index.read.parse import parse_text
    from cairn.ingest.documents.form import document_form

    try:
        text = zlib.decompress(stored.text or b"").decode("utf-8")
    except (zlib.error, UnicodeDecodeError, TypeError):
        return None
    stamp = stored.stamp
    found = FileBytes(b"", stamp.size, stamp.mtime_ns, stamp.inode)
    form = document_form(stored.path, stamp.language)
    return parse_text(stored.path, text, found, stamp.hash, stored.warnings, form=form)
