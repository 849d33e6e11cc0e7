"""The contract of a store: rows go in through a `StoreWriter`, and come out through a reader.

A backend is what passes `tests/store/test_contract.py`. Rows are plain tuples: one run hands over
some hundred thousand of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol

from cairn.store.concepts import ConceptWriter
from cairn.store.embedding import VectorWriter
from cairn.store.stored import SourceCounts

# (kind, (unit, ordinal), (unit, ordinal) or an external's anchor, site lines, confidence, via); `unit` is a
# place in the `file_ids` that `StoreWriter.replace_graph` gets along with it. An edge may lead into a file of another source.
EdgeRow = tuple[str, tuple[int, int], tuple[int, int] | str, Sequence[int], float, str]
# An edge's kind, (unit, ordinal) of the entity that holds the reference, the name it uses, and the line.
UnresolvedRow = tuple[str, tuple[int, int], str, int]
# The fields of cairn.extract.outline.Definition, in their order.
DefinitionRow = tuple[str, str, str, str, int, int, int, int, int, int, str, str, bool]
# (start line, end line, start byte, end byte, ordinal of the innermost definition around it or -1, hash of the
# text, and the five word columns: name, path, body, parts, context)
ChunkRow = tuple[int, int, int, int, int, bytes, str, str, str, str, str]


class FileRow(NamedTuple):
    """One indexed file with all that is derived from it alone."""

    path: str  # relative to the source, "/" between the parts
    language: str | None
    size: int  # bytes on disk
    mtime_ns: int
    inode: int
    hash: bytes  # of the bytes on disk
    line_count: int
    role: str
    warnings: Sequence[str]
    text: bytes  # UTF-8, deflated
    facts: bytes | None  # cairn.semantics.facts.pack_facts
    mentions: bytes | None  # cairn.resolve.changes.mentions
    definitions: Sequence[DefinitionRow]  # a module first
    chunks: Sequence[ChunkRow]
    tags: Sequence[tuple[int, str]] = ()  # (ordinal of a definition, tag in the spelling of model.tag_of)


class FileStamp(NamedTuple):
    """What tells whether an indexed file is still the one on disk."""

    id: int
    size: int
    mtime_ns: int
    inode: int
    hash: bytes
    language: str | None = None


class SkipRow(NamedTuple):
    """A path that was left out. The last three are those of the file if its content was judged, else None."""

    path: str
    reason: str
    detail: str
    size: int | None
    mtime_ns: int | None
    inode: int | None


class SourceRow(NamedTuple):
    """A source as its writer knows it."""

    id: int
    label: str
    kind: str
    location: str
    options: str  # JSON: what `refresh` needs to walk again as `add` did
    revision: str | None
    indexed_at: str | None
    fingerprint: str  # JSON, cairn/index/fingerprint.py


class StoredText(NamedTuple):
    """An indexed file with its text, UTF-8 and deflated."""

    stamp: FileStamp
    path: str
    warnings: list[str]
    text: bytes | None


class UnitRow(NamedTuple):
    """A file's part of the graph, as `resolve` will read it."""

    file_id: int
    path: str
    language: str
    facts: bytes


class NamedRow(NamedTuple):
    """A definition of a file. `is_dropped`: another definition completes it (`replace_graph`)."""

    name: str
    file_id: int
    ordinal: int
    kind: str
    qualname: str
    exported: bool
    is_dropped: bool


class StoreState(Protocol):
    """What a run has to know of the state that it begins with; to plan one takes no more."""

    @property
    def vectors(self) -> VectorWriter:
        """The vectors of chunks and entities; what writes them belongs inside a transaction of a writer."""
        ...

    def source(self, label: str) -> SourceRow | None:
        """Return the source of that label, None if there is none."""
        ...

    def source_rows(self) -> list[SourceRow]:
        """Return all sources, by label."""
        ...

    def counts(self, source_id: int) -> SourceCounts:
        """Return what `count_rows` counted last."""
        ...

    def stamps(self, source_id: int) -> dict[str, FileStamp]:
        """Return what is known of each file by path."""
        ...

    def skips(self, source_id: int) -> dict[str, SkipRow]:
        """Return what was left out, by path."""
        ...

    def chunk_hashes(self, source_id: int) -> dict[int, list[bytes]]:
        """Return the hashes of the chunks of each file, by its id."""
        ...

    def texts(self, source_id: int, wanted: Iterable[str]) -> dict[str, str]:
        """Return the text of the files at these paths."""
        ...

    def facts(self, file_id: int) -> bytes | None:
        """Return the packed facts of a file, None if it has none."""
        ...


class RowFault(NamedTuple):
    """Rows that do not agree, or a damage of the file; `check` is one word: see `SqliteWriterStore.check`."""

    check: str
    detail: str
    rows: int


class StoreWriter(StoreState, Protocol):
    """The one writer of a database. Nothing is visible to a reader before `transaction` ends without an error."""

    @property
    def concepts(self) -> ConceptWriter:
        """What doc-extract found; written inside a transaction, too."""
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """Publish what is written inside at its end, durably; take all of it back if it raises."""
        ...

    def add_source(self, label: str, kind: str, location: str, options: str) -> int:
        """Insert a source without files and return its id."""
        ...

    def stamp_source(
        self, source_id: int, *, kind: str, options: str, revision: str | None, indexed_at: str, fingerprint: str
    ) -> None:
        """Record a run. `indexed_at` is when it began to look at the disk."""
        ...

    def count_rows(self, source_id: int) -> None:
        """Count the rows of a source, for `counts` and for readers."""
        ...

    def rename_source(self, source_id: int, label: str) -> None:
        """Give a source another label, which no other has."""
        ...

    def remove_source(self, source_id: int) -> None:
        """Delete all rows of a source, the edges into it, and externals that nothing points at any more."""
        ...

    def roles(self, source_id: int) -> Mapping[tuple[str, bool], int]:
        """Count files by their role and by whether a language is known for them."""
        ...

    def begin_load(self) -> None:
        """Prepare for many rows, inside a transaction; ends with `finish_load`."""
        ...

    def finish_load(self) -> None:
        """Build what `begin_load` put off."""
        ...

    def put_files(self, source_id: int, rows: Sequence[FileRow]) -> None:
        """Insert files, or replace those of the same path; entities with an unchanged anchor keep their identity."""
        ...

    def put_chunks(self, source_id: int, rows: Sequence[FileRow]) -> None:
        """Replace the chunks of files, and nothing else of them; they have the definitions that the rows have."""
        ...

    def restamp_files(self, stamps: Iterable[FileStamp]) -> None:
        """Update size, time and inode of files whose bytes are the same."""
        ...

    def delete_files(self, file_ids: Iterable[int]) -> None:
        """Delete files with all that is derived from them."""
        ...

    def replace_skips(self, source_id: int, rows: Iterable[SkipRow]) -> None:
        """Make these the skips of a source."""
        ...

    def units(self, source_id: int) -> Iterator[UnitRow]:
        """Yield the files that have facts, by path."""
        ...

    def unit_places(self, source_id: int) -> list[tuple[int, str, str]]:
        """Return (file id, path, language) of the files that have facts, by path."""
        ...

    def mentions(self, source_id: int) -> Iterator[tuple[int, bytes]]:
        """Yield file ids with the mentions of their facts."""
        ...

    def named(self, source_id: int, name: str) -> list[tuple[int, int, str]]:
        """Return the source's definitions of a name as (file id, ordinal, kind), by path and ordinal, those left out included."""
        ...

    def definition_places(self, source_id: int) -> Iterator[tuple[str, int, int, str]]:
        """Yield (name, file id, ordinal, kind) of all definitions of a source, those left out for others included."""
        ...

    def definitions_named(self, source_id: int, names: Iterable[str]) -> Iterator[NamedRow]:
        """Yield the source's definitions of these names, by file and ordinal, those left out for others included."""
        ...

    def segments(self, source_id: int) -> list[bytes]:
        """Return what the files of a source were resolved from, packed (`cairn.resolve.segment`), in the order of the runs."""
        ...

    def add_segment(self, source_id: int, segment: bytes) -> None:
        """Add what some files of a source were resolved from."""
        ...

    def clear_segments(self, source_id: int) -> None:
        """Forget what the files of a source were resolved from."""
        ...

    def add_link(self, src: int, dst: int) -> None:
        """Let one source resolve what it lacks in another; one that is there stays."""
        ...

    def remove_link(self, src: int, dst: int) -> bool:
        """Take a link away; False if there is none."""
        ...

    def linked_to(self, source_id: int) -> list[SourceRow]:
        """Return the sources that this one may look into, by label."""
        ...

    def linked_from(self, source_id: int) -> list[SourceRow]:
        """Return the sources that may look into this one, by label."""
        ...

    def count_link(self, src: int, dst: int) -> int:
        """Count the edges that lead from one source into another."""
        ...

    def replace_graph(
        self,
        source_id: int,
        file_ids: Sequence[int],
        edges: Iterable[EdgeRow],
        unresolved: Iterable[UnresolvedRow],
        dropped: Iterable[tuple[int, int]],
    ) -> None:
        """Make these the edges, unresolved references and left-out definitions of a source.

        `file_ids` begin with the source's own files; those of other sources that edges lead into follow.
        """
        ...

    def remove_strays(self) -> None:
        """Delete rows that belong to nothing: chunks without a file, edges without an end, and so on."""
        ...

    def rebuild_indexes(self) -> None:
        """Build the indexes of all tables again."""
        ...

    def clear_words(self) -> None:
        """Empty the full-text index; `put_chunks` fills it again."""
        ...

    def stored_files(self, source_id: int) -> Iterator[StoredText]:
        """Yield the files of a source with their texts, by path; one without a text has None."""
        ...

    def bereft(self, source_id: int) -> list[tuple[int, int]]:
        """Return the definitions, as (file id, ordinal), that had edges to what is gone since this transaction began."""
        ...

    def leave_out(
        self, file_ids: Sequence[int], only: Mapping[int, Collection[int] | None], dropped: Iterable[tuple[int, int]]
    ) -> None:
        """Make these the left-out definitions among some; see `replace_part` for `only` and `file_ids`."""
        ...

    def replace_part(
        self,
        source_id: int,
        file_ids: Sequence[int],
        only: Mapping[int, Collection[int] | None],
        edges: Iterable[EdgeRow],
        unresolved: Iterable[UnresolvedRow],
    ) -> None:
        """Make these the edges and unresolved references of some definitions.

        `only` maps the numbers of units to ordinals, None for all; `file_ids` are those of all units.
        """
        ...

    def compact(self) -> None:
        """Give the space of deleted rows back to the disk. Not inside a transaction."""
        ...


class WriterStore(Protocol):
    """Where a `StoreWriter` comes from."""

    def exists(self) -> bool:
        """Whether there is an index; a file without a byte is none."""
        ...

    def require(self) -> None:
        """Raise NotFoundError if there is no index."""
        ...

    def size_bytes(self) -> int:
        """How much of the disk the index takes."""
        ...

    def copy_to(self, target: Path) -> None:
        """Copy one state of the index to another file, which is replaced; the caller needs no lock."""
        ...

    def check(self) -> list[RowFault]:
        """Check the file and that its rows agree, in one state; the caller needs no lock."""
        ...

    def state(self) -> AbstractContextManager[StoreState]:
        """Hold one state of an existing index for reading. The caller needs no lock."""
        ...

    def writer(self) -> AbstractContextManager[StoreWriter]:
        """Open for writing; creates and migrates the database. The caller holds the write lock."""
        ...


class JobRow(NamedTuple):
    """A run as its record has it; times are UTC, ISO 8601."""

    id: str
    kind: str
    source: str
    state: str  # "queued", "running", "done", "failed", "cancelled", "stale"
    files_done: int
    files_total: int
    warnings: Sequence[str]
    error: str | None
    started_at: str
    ended_at: str | None
    alive_at: str = ""  # its last sign of life
    order: str = ""  # JSON: what it takes to start it again
    report: str = ""  # JSON: what it did, once it is done


class JobStore(Protocol):
    """Where the state of runs is kept: apart from the index, so that it can be read while a run writes."""

    def begin(self, kind: str, source: str, now: str, order: str = "") -> str:
        """Record a run that waits for its turn; returns its id."""
        ...

    def update(self, job: JobRow, now: str) -> None:
        """Record how far a run is. `now` is its sign of life."""
        ...

    def beat(self, job_id: str, now: str) -> bool:
        """Record a sign of life; returns whether somebody wants the run to stop."""
        ...

    def cancel(self, job_id: str) -> None:
        """Ask a run that has not ended to stop."""
        ...

    def mark_stale(self, now: str, queued_before: str, spared: str | None = None) -> list[JobRow]:
        """Mark runs that ended without a word, and return them: all that are running, and those queued before a time.

        The caller holds the write lock; `spared` is its own run.
        """
        ...

    def jobs(self) -> list[JobRow]:
        """Return the newest first."""
        ...
