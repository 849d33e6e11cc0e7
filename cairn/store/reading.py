"""The contract of a store's read side: one state of the index, and the rows that come out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol, TypeVar

from cairn.store.embedding import VectorReader
from cairn.store.facts_reading import FactReader
from cairn.store.stored import (
    ChunkName,
    Dependence,
    FileCounts,
    LinkCount,
    Phrase,
    Scope,
    Sketch,
    SourceListing,
    StoredChunk,
    StoredEdge,
    StoredEntity,
    StoredFile,
    StoredReference,
    TaggedSpan,
    UnresolvedCount,
    WordMatch,
)

Made = TypeVar("Made")


class StoreReader(VectorReader, FactReader, Protocol):
    """One state of the index. Ids mean something inside it only."""

    def sources(self) -> list[SourceListing]:
        """Return all sources by label."""
        ...

    def links(self) -> list[LinkCount]:
        """Return all links."""
        ...

    def stamps(self, source_id: int) -> list[tuple[str, int, int]]:
        """Return (path, size, mtime_ns) of all files of a source."""
        ...

    def file_counts(self, source_id: int) -> list[FileCounts]:
        """Return the files of a source by path."""
        ...

    def skips(self, source_id: int) -> list[tuple[str, str, str]]:
        """Return (path, reason, detail) by path."""
        ...

    def file_paths(self, source_ids: Sequence[int], language: str | None) -> list[tuple[int, str]]:
        """Return (id, path) of the files of these sources, in the given language if one is given."""
        ...

    def has_path(self, source_id: int, prefix: str) -> bool:
        """Return whether a file of a source has a path that begins like this."""
        ...

    def languages(self, source_ids: Sequence[int]) -> list[str]:
        """Return the languages of the files of these sources, by name."""
        ...

    def files(self, ids: Iterable[int]) -> dict[int, StoredFile]:
        """Return files by id."""
        ...

    def file_warnings(self, ids: Iterable[int]) -> dict[int, list[str]]:
        """Return what was said of these files when they were indexed; files of which nothing was said are left out."""
        ...

    def files_ending(self, path: str) -> list[StoredFile]:
        """Return the files whose path is `path` or ends with `/` and `path`."""
        ...

    def text(self, file_id: int) -> str:
        """Return the text of a file."""
        ...

    def texts(self, source_ids: Sequence[int], file_ids: Sequence[int] | None) -> Iterator[tuple[int, str]]:
        """Yield (file id, text) of many files, ordered by source and path."""
        ...

    def chunks(self, ids: Iterable[int]) -> dict[int, StoredChunk]:
        """Return chunks by id."""
        ...

    def chunk_hashes(self, ids: Iterable[int]) -> dict[int, bytes]:
        """Return the hash of each chunk's text."""
        ...

    def chunks_at(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], StoredChunk]:
        """Return the first chunk that has it for each place, (file, line)."""
        ...

    def chunks_of_files(self, file_ids: Iterable[int]) -> dict[int, list[StoredChunk]]:
        """Return the chunks of each file, in order."""
        ...

    def chunks_beside(self, ids: Iterable[int]) -> list[StoredChunk]:
        """Return the chunks right before and right after each of these, in the order of files and lines."""
        ...

    def chunk_count(self) -> int:
        """Return how many chunks the index has."""
        ...

    def word_counts(self, words: Sequence[str]) -> dict[str, int]:
        """Return in how many chunks each word occurs, in any column; a word is in the index's spelling."""
        ...

    def prefix_count(self, start: str) -> int:
        """Return in about how many chunks words with this start occur; a chunk with several of them counts for each."""
        ...

    def match_words(self, phrases: Sequence[Phrase], limit: int, scope: Scope, leads: Sequence[Phrase] = ()) -> list[WordMatch]:
        """Return the chunks in which any of the phrases occurs, best first by BM25 over all columns.

        With `leads` only those chunks in which one of these occurs: ranking all chunks of frequent words takes long.
        """
        ...

    def chunks_matching(self, phrases: Sequence[Phrase], limit: int) -> list[int]:
        """Return the ids of the chunks in which any of the phrases occurs, best first by BM25, where it does not matter why."""
        ...

    def files_matching(self, phrase: Phrase) -> list[int]:
        """Return the ids of the files that have a phrase in some chunk."""
        ...

    def entities(self, ids: Iterable[int]) -> dict[int, StoredEntity]:
        """Return entities by id."""
        ...

    def sketches(self, ids: Iterable[int]) -> dict[int, Sketch]:
        """Return the kind and the qualified name of entities by id."""
        ...

    def entities_named(self, names: Iterable[str]) -> list[StoredEntity]:
        """Return the entities with one of these names, whatever the case of ASCII letters."""
        ...

    def entities_of_files(self, file_ids: Iterable[int]) -> dict[int, list[StoredEntity]]:
        """Return the entities of each file, in order."""
        ...

    def definitions_named(self, names: Iterable[str], limit: int, file_ids: Sequence[int] | None) -> list[StoredEntity]:
        """Return as `entities_named` does, of these files or of all, without externals, at most so many, those in code first."""
        ...

    def names_in_chunks(self, ids: Iterable[int]) -> list[ChunkName]:
        """Return the names whose line lies in one of these chunks."""
        ...

    def definitions_in_chunks(self, ids: Iterable[int]) -> list[tuple[int, StoredEntity]]:
        """Return (chunk, entity) for the entities whose name's line lies in one of these chunks."""
        ...

    def external(self, anchor: str) -> StoredEntity | None:
        """Return the external of that anchor."""
        ...

    def members(self, ids: Iterable[int]) -> list[int]:
        """Return the ids of all entities inside these, at any depth."""
        ...

    def members_named(self, parents: Iterable[int], names: Iterable[str]) -> list[StoredEntity]:
        """Return the entities with one of these names, as they are spelled, that lie directly in one of these."""
        ...

    def methods_in_marked(self, names: Iterable[str], mark: str) -> list[StoredEntity]:
        """Return the methods with one of these names, as they are spelled, that stand in a type whose signature has the mark."""
        ...

    def names(self) -> set[str]:
        """Return all names of entities."""
        ...

    def derived(self, what: str, make: Callable[[], Made]) -> Made:
        """Return what `make` returns, or returned under the same name for this state of the index to an earlier reader."""
        ...

    def names_like(self, prefix: str, limit: int) -> list[str]:
        """Return distinct names that start with `prefix` (any do when empty), whatever the case, in their order."""
        ...

    def edges(self, ids: Iterable[int], direction: str, kinds: Sequence[str]) -> list[StoredEdge]:
        """Return the edges that leave ("out") or reach ("in") these entities, of these kinds or of all, best first."""
        ...

    def nearest_edges(self, ids: Iterable[int], direction: str, each: int, kinds: Sequence[str] = ()) -> list[StoredEdge]:
        """Return the best edges of each entity as `edges` does, at most so many of each."""
        ...

    def edge_counts(self, ids: Iterable[int], kinds: Sequence[str] = ()) -> dict[int, int]:
        """Return how many edges, of these kinds or of all, reach each of these entities."""
        ...

    def kind_counts(self, ids: Iterable[int], direction: str) -> dict[tuple[int, str], int]:
        """Return how many edges of each kind leave ("out") or reach ("in") each of these entities: by (entity, kind)."""
        ...

    def file_at(self, source_id: int, path: str) -> StoredFile | None:
        """Return the file of a source at exactly this path."""
        ...

    def entity_around(self, file_id: int, line: int) -> StoredEntity | None:
        """Return the innermost definition around a line, None outside of all."""
        ...

    def module_of(self, file_id: int) -> StoredEntity | None:
        """Return the module that a file is."""
        ...

    def children(self, ids: Iterable[int], limit: int) -> list[StoredEntity]:
        """Return what is defined directly inside these, in the order of files and lines, at most `limit`."""
        ...

    def tags(self, source_id: int | None) -> list[tuple[str, int]]:
        """Return the tags in use with how many entities have each, most used first."""
        ...

    def tagged(self, tag: str) -> list[TaggedSpan]:
        """Return the lines of all entities with a tag."""
        ...

    def dependences(self, source_id: int | None, roles: Sequence[str], least_confidence: float) -> list[Dependence]:
        """Return the edges that say that one thing needs another (calls, inherits, depends_on), in a fixed order.

        Only edges to definitions that leave files of these roles (of all if there are none), and that are at least so sure.
        """
        ...

    def unresolved_counts(self, names: Iterable[str]) -> list[UnresolvedCount]:
        """Count the unresolved references with one of these names, by where they stand and by kind."""
        ...

    def unresolved_named(
        self, name: str, source_ids: Iterable[int], languages: Iterable[str | None], kinds: Iterable[str], limit: int
    ) -> list[StoredReference]:
        """Return the unresolved references with a name, of these kinds, in files of these sources and languages."""
        ...

    def linked_from(self, source_id: int) -> list[int]:
        """Return the sources whose references may mean what is defined in this one, besides itself."""
        ...

    def unresolved(self, entity_ids: Iterable[int], limit: int) -> list[StoredReference]:
        """Return unresolved references made by these entities."""
        ...

    def all_entities(self, source_id: int | None) -> Iterator[StoredEntity]:
        """Yield all entities, or those of one source and the externals that it refers to."""
        ...

    def all_edges(self, source_id: int | None) -> Iterator[StoredEdge]:
        """Yield all edges, or those that leave one source."""
        ...


class Bound(NamedTuple):
    """Which sources exist for a reader. `fault` is raised where there are sources and none of them does; empty: nothing is."""

    admits: Callable[[SourceListing], bool]
    fault: str = ""


class ReaderStore(Protocol):
    """Where a `StoreReader` comes from."""

    def reader(self) -> AbstractContextManager[StoreReader]:
        """Hold one state of the index for reading, in this thread; may be nested."""
        ...


class BackendStore(Protocol):
    """A backend's `ReaderStore`, whose readers can be bound to some sources."""

    def reader(self, bound: Bound | None = None) -> AbstractContextManager[StoreReader]:
        """Hold one state of the index for reading, in this thread; may be nested.

        With a bound, what comes back is `bounded` (`store/bounded.py`). A backend that can bound a transaction in its database
        does that, too.

        Raises:
            RefusedError: the bound's fault.
        """
        ...
