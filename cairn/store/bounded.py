"""An index of which only some sources may be told: a reader that knows nothing of the others.

All that answers reads through it, so no call has to ask for itself. What is counted is counted within the bound, words too; only
the order in which a backend offers the best matches of a question of several words knows how common these are elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from typing import cast

from cairn.errors import RefusedError
from cairn.store.embedding import Near, Part, StoredModel
from cairn.store.reading import BackendStore, Bound, Made, StoreReader
from cairn.store.stored import (
    Dependence,
    LinkCount,
    Phrase,
    Scope,
    SourceListing,
    StoredEdge,
    StoredEntity,
    StoredFile,
    StoredReference,
    TaggedSpan,
    UnresolvedCount,
    WordMatch,
)

# What is asked by the id of a source, a file, a chunk or an entity, which whoever asks has from here, or is no row.
PASSED_ON = frozenset(
    """stamps file_counts skips has_path files file_at file_warnings text chunks chunk_hashes chunks_at chunks_of_files
    chunks_beside sketches names_in_chunks definitions_in_chunks entities_of_files entity_around module_of members
    members_named children unresolved used_in models unit_places facts named ordinals
    entities_at""".split()
)


class BoundedStore:
    """Reads of a store that are bound to some of its sources."""

    def __init__(self, store: BackendStore, bound: Bound) -> None:
        self._store = store
        self._bound = bound

    def reader(self) -> AbstractContextManager[StoreReader]:
        """Hold one state of the index.

        Raises:
            RefusedError: see `Bound.fault`.
        """
        return self._store.reader(self._bound)


def bounded(reader: StoreReader, bound: Bound) -> StoreReader:
    """Return a reader of the same state to which only the sources within the bound exist.

    Raises:
        RefusedError: see `Bound.fault`.
    """
    sources = reader.sources()
    admitted = [source for source in sources if bound.admits(source)]
    if sources and not admitted and bound.fault:
        raise RefusedError(bound.fault)
    return reader if len(admitted) == len(sources) else cast("StoreReader", BoundedReader(reader, admitted))


class BoundedReader:
    """One state of an index, with some of its sources: a `StoreReader`, of which this has what needs a bound."""

    def __init__(self, reader: StoreReader, sources: Sequence[SourceListing]) -> None:
        self._reader = reader
        self._given = list(sources)
        self._ids = {source.id for source in sources}
        self._told: dict[int, bool] = {}  # entities, by id

    def __getattr__(self, name: str) -> object:
        if name not in PASSED_ON:  # a call that nobody has looked at tells nothing
            raise AttributeError(name)
        return getattr(self._reader, name)

    @cached_property
    def _sources(self) -> list[SourceListing]:
        """The sources; edges that lead into one that is not there are not counted."""
        return self.derived("sources", lambda: [_without_edges(source, self._edges_beyond[source.id]) for source in self._given])

    @cached_property
    def _edges_beyond(self) -> Counter[int]:
        counts: Counter[int] = Counter()
        for link in self._reader.links():
            counts[link.src] += 0 if link.dst in self._ids else link.edges
        return counts

    @cached_property
    def _files(self) -> list[int]:
        return self.derived("files", lambda: [file_id for file_id, _ in self._reader.file_paths(sorted(self._ids), None)])

    @cached_property
    def _file_set(self) -> frozenset[int]:
        return self.derived("file set", lambda: frozenset(self._files))

    def _bound(self, scope: Scope) -> Scope:
        return scope._replace(file_ids=self._files) if scope.file_ids is None else scope

    def _kept(self, entities: Iterable[StoredEntity]) -> list[StoredEntity]:
        """Those of the sources, and the externals that these use."""
        given = list(entities)
        used = self._reader.used_in([entity.id for entity in given if entity.source_id is None], sorted(self._ids))
        return [entity for entity in given if (entity.id in used if entity.source_id is None else entity.source_id in self._ids)]

    def _kept_edges(self, edges: Iterable[StoredEdge]) -> list[StoredEdge]:
        given = list(edges)
        missing = {end for edge in given for end in (edge.src, edge.dst)} - self._told.keys()
        found = self._reader.entities(missing)
        for entity_id in missing:
            entity = found.get(entity_id)
            # An external is there where its edge comes from what is there.
            self._told[entity_id] = entity is not None and (entity.source_id is None or entity.source_id in self._ids)
        return [edge for edge in given if self._told[edge.src] and self._told[edge.dst]]

    def sources(self) -> list[SourceListing]:
        """See `StoreReader`, as for all that follows."""
        return self._sources

    def links(self) -> list[LinkCount]:
        return [link for link in self._reader.links() if link.src in self._ids and link.dst in self._ids]

    def linked_from(self, source_id: int) -> list[int]:
        return [found for found in self._reader.linked_from(source_id) if found in self._ids]

    def linked_to(self, source_id: int) -> list[int]:
        return [found for found in self._reader.linked_to(source_id) if found in self._ids]

    def file_paths(self, source_ids: Sequence[int], language: str | None) -> list[tuple[int, str]]:
        return self._reader.file_paths([source_id for source_id in source_ids if source_id in self._ids], language)

    def languages(self, source_ids: Sequence[int]) -> list[str]:
        return self._reader.languages([source_id for source_id in source_ids if source_id in self._ids])

    def texts(self, source_ids: Sequence[int], file_ids: Sequence[int] | None) -> Iterator[tuple[int, str]]:
        return self._reader.texts([source_id for source_id in source_ids if source_id in self._ids], file_ids)

    def files_ending(self, path: str) -> list[StoredFile]:
        return [file for file in self._reader.files_ending(path) if file.source_id in self._ids]

    def files_matching(self, phrase: Phrase) -> list[int]:
        return [file_id for file_id in self._reader.files_matching(phrase) if file_id in self._file_set]

    def chunk_count(self) -> int:
        return sum(source.counts.chunks for source in self._sources)

    def word_counts(self, words: Sequence[str], source_ids: Sequence[int] | None = None) -> dict[str, int]:
        return self._reader.word_counts(words, sorted(self._within(source_ids)))

    def prefix_count(self, start: str, source_ids: Sequence[int] | None = None) -> int:
        return self._reader.prefix_count(start, sorted(self._within(source_ids)))

    def _within(self, source_ids: Sequence[int] | None) -> set[int]:
        return self._ids if source_ids is None else self._ids & set(source_ids)

    def match_words(self, phrases: Sequence[Phrase], limit: int, scope: Scope, leads: Sequence[Phrase] = ()) -> list[WordMatch]:
        return self._reader.match_words(phrases, limit, self._bound(scope), leads)

    def chunks_matching(self, phrases: Sequence[Phrase], limit: int) -> list[int]:
        return [match.chunk.id for match in self.match_words(phrases, limit, Scope())]

    def nearest(self, part: Part, model: StoredModel, vector: bytes, limit: int, scope: Scope) -> list[Near]:
        return self._reader.nearest(part, model, vector, limit, self._bound(scope))

    def vector_counts(self) -> dict[int, int]:
        return {source_id: count for source_id, count in self._reader.vector_counts().items() if source_id in self._ids}

    def coverage(self) -> dict[int, tuple[int, int]]:
        return {source_id: covered for source_id, covered in self._reader.coverage().items() if source_id in self._ids}

    def entities(self, ids: Iterable[int]) -> dict[int, StoredEntity]:
        return {entity.id: entity for entity in self._kept(self._reader.entities(ids).values())}

    def entities_named(self, names: Iterable[str]) -> list[StoredEntity]:
        return self._kept(self._reader.entities_named(names))

    def external(self, anchor: str) -> StoredEntity | None:
        found = self._reader.external(anchor)
        return next(iter(self._kept([found])), None) if found is not None else None

    def definitions_named(self, names: Iterable[str], limit: int, file_ids: Sequence[int] | None) -> list[StoredEntity]:
        return self._reader.definitions_named(names, limit, self._files if file_ids is None else file_ids)

    def methods_in_marked(self, names: Iterable[str], mark: str) -> list[StoredEntity]:
        return self._kept(self._reader.methods_in_marked(names, mark))

    def names_near(self, wanted: str, most: int, source_ids: Sequence[int] | None = None) -> Iterable[str]:
        return self._reader.names_near(wanted, most, sorted(self._within(source_ids)))

    def names_like(self, prefix: str, limit: int, source_ids: Sequence[int] | None = None) -> list[str]:
        return self._reader.names_like(prefix, limit, sorted(self._within(source_ids)))

    def derived(self, what: str, make: Callable[[], Made]) -> Made:
        return self._reader.derived(f"{what} of {sorted(self._ids)}", make)

    def edges(self, ids: Iterable[int], direction: str, kinds: Sequence[str]) -> list[StoredEdge]:
        return self._kept_edges(self._reader.edges(ids, direction, kinds))

    def nearest_edges(self, ids: Iterable[int], direction: str, each: int, kinds: Sequence[str] = ()) -> list[StoredEdge]:
        near = _END[direction]
        of: dict[int, list[StoredEdge]] = {}
        for edge in self.edges(ids, direction, kinds):
            of.setdefault(near(edge), []).append(edge)
        return [edge for entity_id in sorted(of) for edge in of[entity_id][:each]]

    def edge_counts(self, ids: Iterable[int], kinds: Sequence[str] = ()) -> dict[int, int]:
        asked = list(ids)
        counts = Counter(edge.dst for edge in self.edges(asked, "in", kinds))
        return {entity_id: counts[entity_id] for entity_id in asked}

    def kind_counts(self, ids: Iterable[int], direction: str) -> dict[tuple[int, str], int]:
        near = _END[direction]
        return dict(Counter((near(edge), edge.kind) for edge in self.edges(ids, direction, ())))

    def dependences(self, source_id: int | None, roles: Sequence[str], least_confidence: float) -> list[Dependence]:
        found = self._reader.dependences(source_id, roles, least_confidence)
        return [row for row in found if row.src_file in self._file_set and row.dst_file in self._file_set]

    def tags(self, source_id: int | None) -> list[tuple[str, int]]:
        if source_id is not None:
            return self._reader.tags(source_id)
        counts: Counter[str] = Counter()
        for known in self._ids:
            counts.update(dict(self._reader.tags(known)))
        return sorted(counts.items(), key=lambda row: (-row[1], row[0]))

    def tagged(self, tag: str) -> list[TaggedSpan]:
        return [span for span in self._reader.tagged(tag) if span.file_id in self._file_set]

    def unresolved_counts(self, names: Iterable[str]) -> list[UnresolvedCount]:
        return [count for count in self._reader.unresolved_counts(names) if count.source_id in self._ids]

    def unresolved_named(
        self, name: str, source_ids: Iterable[int], languages: Iterable[str | None], kinds: Iterable[str], limit: int
    ) -> list[StoredReference]:
        return self._reader.unresolved_named(name, set(source_ids) & self._ids, languages, kinds, limit)

    def all_entities(self, source_id: int | None) -> Iterator[StoredEntity]:
        """Return the entities of all sources in the order of their labels, an external once."""
        seen: set[int] = set()
        for known in self._wanted(source_id):
            for entity in self._reader.all_entities(known):
                if entity.id not in seen:
                    seen.add(entity.id)
                    yield entity

    def all_edges(self, source_id: int | None) -> Iterator[StoredEdge]:
        for known in self._wanted(source_id):
            yield from self._kept_edges(self._reader.all_edges(known))

    def _wanted(self, source_id: int | None) -> list[int]:
        return [source.id for source in self._sources] if source_id is None else [source_id]


def _without_edges(source: SourceListing, number: int) -> SourceListing:
    return source._replace(counts=source.counts._replace(edges=source.counts.edges - number)) if number else source


_END: dict[str, Callable[[StoredEdge], int]] = {"out": lambda edge: edge.src, "in": lambda edge: edge.dst}
