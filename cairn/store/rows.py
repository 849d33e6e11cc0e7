"""Rows as they go into a store: plain tuples, as one run hands over some hundred thousand of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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


class RowFault(NamedTuple):
    """Rows that do not agree, or a damage of the file; `check` is one word: see `SqliteWriterStore.check`."""

    check: str
    detail: str
    rows: int
