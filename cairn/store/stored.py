"""Rows as the read side gets them from a store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class SourceCounts(NamedTuple):
    """How many rows a source has."""

    files: int
    chunks: int
    entities: int
    edges: int


class SourceListing(NamedTuple):
    """A source with the counts of its rows, as of its last run."""

    id: int
    label: str
    kind: str
    location: str
    revision: str | None
    indexed_at: str | None
    counts: SourceCounts
    fingerprint: str = ""  # of what shaped its rows


class Dependence(NamedTuple):
    """That one entity needs another, and the files in which they stand."""

    src: int
    dst: int
    src_file: int
    dst_file: int


class StoredFile(NamedTuple):
    """An indexed file."""

    id: int
    source_id: int
    path: str
    language: str | None
    size: int
    mtime_ns: int
    line_count: int
    role: str


class FileCounts(NamedTuple):
    """A file with what `list --files` tells of it."""

    path: str
    language: str | None
    size: int
    chunks: int
    entities: int
    warnings: list[str]


class StoredChunk(NamedTuple):
    """A searchable span of a file; `entity_id` is the innermost entity around it, if there is one."""

    id: int
    file_id: int
    ordinal: int
    start_line: int
    end_line: int
    entity_id: int | None


class LinkCount(NamedTuple):
    """One source may look into another, and so many edges lead there; both by id."""

    src: int
    dst: int
    edges: int


class StoredEntity(NamedTuple):
    """A node of the graph; `source_id`, `file_id` and `path` are None for an external."""

    id: int
    source_id: int | None
    file_id: int | None
    path: str | None
    parent_id: int | None
    kind: str
    name: str
    qualname: str
    anchor: str
    start_line: int
    end_line: int
    name_line: int
    signature: str
    doc: str
    exported: bool


class StoredEdge(NamedTuple):
    """An edge between two entities, by their ids."""

    kind: str
    src: int
    dst: int
    confidence: float
    via: str
    sites: list[int]


class ChunkName(NamedTuple):
    """A name that is defined in a chunk."""

    chunk_id: int
    entity_id: int
    name: str
    kind: str
    qualname: str
    lines: int  # of the whole definition


class Sketch(NamedTuple):
    """The least that is told of an entity."""

    kind: str
    qualname: str


class StoredReference(NamedTuple):
    """A reference that no definition was found for."""

    kind: str
    entity_id: int
    name: str
    line: int


class UnresolvedCount(NamedTuple):
    """How many references of a name and a kind no definition was found for, in the files of a source in one language."""

    name: str
    source_id: int
    language: str | None
    kind: str
    number: int


class Scope(NamedTuple):
    """Where to look: None means everywhere. `entity_kind` is that of the entity around a chunk.

    A chunk has a tag if it shares lines with an entity that has it.
    """

    file_ids: Sequence[int] | None = None
    entity_kind: str | None = None
    tag: str | None = None


class TaggedSpan(NamedTuple):
    """The lines of an entity that has a tag."""

    file_id: int
    start_line: int
    end_line: int
    entity_id: int


class Phrase(NamedTuple):
    """Words that must follow one another; the last one may go on when `is_prefix`. Empty `columns` are all of them."""

    text: str
    columns: tuple[str, ...] = ()
    is_prefix: bool = False


class WordMatch(NamedTuple):
    """A chunk in which some phrases were found.

    `places` has for each phrase asked for where it stands in each of the five columns (name, path, body, parts,
    context), counted in words; `length` is that of the body, in words.
    """

    chunk: StoredChunk
    length: int
    places: list[list[list[int]]]
