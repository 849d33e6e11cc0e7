"""Reads of the PostgreSQL backend: every statement seeks in an index, but for those that list or scan a whole source."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, cast

from cairn.store.postgres.factual import FactPlaces
from cairn.store.postgres.matching import Matching
from cairn.store.postgres.nearby import ENTITY_COLUMNS, Nearby
from cairn.store.postgres.nearest import Nearest
from cairn.store.postgres.reading import ReadingPool, Snapshot
from cairn.store.postgres.rows import edge_of, entity_of, external_id, inflated
from cairn.store.postgres.spellings import KEY_CHARACTERS, LAST, Spelled, lowered
from cairn.store.reading import Bound, Made, StoreReader
from cairn.store.stored import (
    ChunkName,
    FileCounts,
    LinkCount,
    SourceCounts,
    SourceListing,
    StoredChunk,
    StoredEdge,
    StoredEntity,
    StoredFile,
)

# Texts are read so many at a time, other rows so many.
_TEXTS_AT_A_TIME, _ROWS_AT_A_TIME = 100, 5000

_SOURCES = """
SELECT id, label, kind, location, revision, indexed_at, file_count, chunk_count, entity_count, edge_count, fingerprint
FROM source
ORDER BY label
"""
_LINKS = """
SELECT link.src, link.dst, (SELECT count(*) FROM edge WHERE edge.source_id = link.src AND edge.dst_source = link.dst)
FROM link
ORDER BY link.src, link.dst
"""
_STAMPS = "SELECT path, size, mtime_ns FROM file WHERE source_id = %s ORDER BY path"
_FILE_COUNTS = """
SELECT path, language, size,
    (SELECT count(*) FROM chunk WHERE chunk.file_id = file.id),
    (SELECT count(*) FROM entity WHERE entity.file_id = file.id),
    warnings
FROM file
WHERE source_id = %s
ORDER BY path
"""
_SKIPS = "SELECT path, reason, detail FROM skip WHERE source_id = %s ORDER BY path"
_FILE_PATHS = """
SELECT id, path
FROM file
WHERE source_id = ANY(%(sources)s::bigint[]) AND (%(language)s::text IS NULL OR language = %(language)s)
ORDER BY source_id, path
"""
_HAS_PATH = "SELECT EXISTS (SELECT 1 FROM file WHERE source_id = %s AND path >= %s AND path < %s)"
_LANGUAGES = """
SELECT DISTINCT language
FROM file
WHERE source_id = ANY(%s::bigint[]) AND language IS NOT NULL
ORDER BY language
"""
_FILES = """
SELECT id, source_id, path, language, size, mtime_ns, line_count, role
FROM file
WHERE id = ANY(%s::bigint[])
"""
_FILE_WARNINGS = "SELECT id, warnings FROM file WHERE id = ANY(%s::bigint[]) AND warnings <> '[]'"
_FILES_ENDING = """
SELECT id, source_id, path, language, size, mtime_ns, line_count, role
FROM file
WHERE path = %(path)s OR right(path, length(%(path)s::text) + 1) = '/' || %(path)s::text
ORDER BY source_id, path
"""
_TEXT = "SELECT text FROM content WHERE file_id = %s"
_TEXT_PLACES = """
SELECT id
FROM file
WHERE source_id = ANY(%(sources)s::bigint[]) AND (%(files)s::bigint[] IS NULL OR id IN (SELECT unnest(%(files)s::bigint[])))
ORDER BY source_id, path
"""
_TEXTS = "SELECT file_id, text FROM content WHERE file_id = ANY(%s::bigint[])"
_CHUNKS = """
SELECT id, file_id, ordinal, start_line, end_line, entity_id
FROM chunk
WHERE id = ANY(%s::bigint[])
"""
_CHUNK_HASHES = "SELECT id, hash FROM chunk WHERE id = ANY(%s::bigint[])"
_CHUNKS_OF_FILES = """
SELECT id, file_id, ordinal, start_line, end_line, entity_id
FROM chunk
WHERE file_id = ANY(%s::bigint[])
ORDER BY file_id, ordinal
"""
_CHUNKS_AT = """
SELECT wanted.line, chunk.id, chunk.file_id, chunk.ordinal, chunk.start_line, chunk.end_line, chunk.entity_id
FROM unnest(%s::bigint[], %s::bigint[]) AS wanted (file_id, line)
JOIN chunk ON chunk.file_id = wanted.file_id AND chunk.start_line <= wanted.line AND chunk.end_line >= wanted.line
ORDER BY chunk.file_id, chunk.ordinal DESC
"""
# As the last runs counted them: ids grow with every refresh, and what a word is worth must not.
_CHUNK_COUNT = "SELECT coalesce(sum(chunk_count), 0)::bigint FROM source"
# Of `node`, which has externals, too; its columns are those of `entity`.
_ENTITIES = f"""
SELECT {ENTITY_COLUMNS}
FROM node AS entity
LEFT JOIN file ON file.id = entity.file_id
WHERE entity.id = ANY(%s::bigint[])
"""  # noqa: S608 - our own constants
_NAMED = "entity.name_key = ANY(%(keys)s::text[]) AND lower(entity.name) = ANY(%(names)s::text[])"
_ENTITIES_NAMED = f"""
SELECT {ENTITY_COLUMNS}
FROM node AS entity
LEFT JOIN file ON file.id = entity.file_id
WHERE {_NAMED}
ORDER BY entity.source_id NULLS FIRST, file.path, entity.ordinal, entity.anchor
"""  # noqa: S608 - our own constants
_DEFINITIONS_NAMED = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
JOIN file ON file.id = entity.file_id
WHERE {_NAMED} AND (%(files)s::bigint[] IS NULL OR file.id IN (SELECT unnest(%(files)s::bigint[])))
ORDER BY file.role <> 'code', entity.source_id, file.path, entity.ordinal
LIMIT %(limit)s
"""  # noqa: S608 - our own constants
_ENTITIES_OF_FILES = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
JOIN file ON file.id = entity.file_id
WHERE entity.file_id = ANY(%s::bigint[])
ORDER BY entity.file_id, entity.ordinal
"""  # noqa: S608 - our own constants
_NAMES_IN_CHUNKS = """
SELECT chunk.id, entity.id, entity.name, entity.kind, entity.qualname, entity.end_line - entity.start_line + 1
FROM chunk
JOIN entity ON entity.file_id = chunk.file_id AND entity.name_line BETWEEN chunk.start_line AND chunk.end_line
WHERE chunk.id = ANY(%s::bigint[])
"""
_DEFINITIONS_IN_CHUNKS = f"""
SELECT chunk.id, {ENTITY_COLUMNS}
FROM chunk
JOIN entity ON entity.file_id = chunk.file_id AND entity.name_line BETWEEN chunk.start_line AND chunk.end_line
JOIN file ON file.id = entity.file_id
WHERE chunk.id = ANY(%s::bigint[])
"""  # noqa: S608 - our own constants
_EXTERNAL = f"""
SELECT {ENTITY_COLUMNS}
FROM node AS entity
LEFT JOIN file ON file.id = entity.file_id
WHERE entity.file_id IS NULL AND entity.id = %s AND entity.anchor = %s
"""  # noqa: S608 - our own constants
_USED_IN = "SELECT DISTINCT dst FROM edge WHERE dst = ANY(%s::bigint[]) AND source_id = ANY(%s::bigint[])"
_MEMBERS = """
WITH RECURSIVE inside (id) AS (
    SELECT id FROM entity WHERE parent_id = ANY(%s::bigint[])
    UNION
    SELECT entity.id FROM inside JOIN entity ON entity.parent_id = inside.id
)
SELECT id FROM inside
"""
_MEMBERS_NAMED = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
JOIN file ON file.id = entity.file_id
WHERE entity.parent_id = ANY(%s::bigint[]) AND entity.name = ANY(%s::text[])
ORDER BY entity.parent_id, entity.ordinal
"""  # noqa: S608 - our own constants
_METHODS_IN_MARKED = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
JOIN entity AS owner ON owner.id = entity.parent_id
JOIN file ON file.id = entity.file_id
WHERE entity.name_key = ANY(%(keys)s::text[]) AND entity.name = ANY(%(names)s::text[]) AND entity.kind = 'method'
    AND strpos(owner.signature, %(mark)s) > 0
ORDER BY entity.source_id, file.path, entity.ordinal
"""  # noqa: S608 - our own constants
_EDGES_OUT = """
SELECT kind, src, dst, confidence, via, sites
FROM edge
WHERE src = ANY(%(ids)s::bigint[]) AND (%(kinds)s::text[] IS NULL OR kind = ANY(%(kinds)s::text[]))
ORDER BY confidence DESC, src, kind, dst
"""
_EDGES_IN = """
SELECT kind, src, dst, confidence, via, sites
FROM edge
WHERE dst = ANY(%(ids)s::bigint[]) AND (%(kinds)s::text[] IS NULL OR kind = ANY(%(kinds)s::text[]))
ORDER BY confidence DESC, dst, kind, src
"""
_LINKED_FROM = "SELECT src FROM link WHERE dst = %s ORDER BY src"
_ENTITIES_AFTER = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
LEFT JOIN file ON file.id = entity.file_id
WHERE entity.id > %(last)s
ORDER BY entity.id
LIMIT {_ROWS_AT_A_TIME}
"""  # noqa: S608 - our own constants
# What one source has is found by its files: a walk along all ids would pass those of all sources.
_ENTITIES_OF = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
JOIN file ON file.id = entity.file_id
WHERE entity.file_id = ANY(ARRAY(SELECT id FROM file WHERE source_id = %s))
ORDER BY entity.id
"""  # noqa: S608 - our own constants
_EXTERNALS = f"""
SELECT {ENTITY_COLUMNS}
FROM node AS entity
LEFT JOIN file ON file.id = entity.file_id
WHERE entity.file_id IS NULL
"""  # noqa: S608 - our own constants
_EXTERNALS_OF = f"""
SELECT {ENTITY_COLUMNS}
FROM node AS entity
LEFT JOIN file ON file.id = entity.file_id
WHERE entity.id = ANY(ARRAY(SELECT id FROM external WHERE source_id = %s))
"""  # noqa: S608 - our own constants
_EDGES_AFTER = f"""
SELECT kind, src, dst, confidence, via, sites
FROM edge
WHERE (src, kind, dst) > (%(src)s, %(kind)s, %(dst)s)
ORDER BY src, kind, dst
LIMIT {_ROWS_AT_A_TIME}
"""  # noqa: S608 - a number of ours
_EDGES_OF = "SELECT kind, src, dst, confidence, via, sites FROM edge WHERE source_id = %s ORDER BY src, kind, dst"


class PostgresReaderStore:
    """Hands out readers, one connection for each thread that reads."""

    def __init__(self, pool: ReadingPool) -> None:
        self._pool = pool
        self._lock = threading.Lock()
        self._derived: dict[str, tuple[int, Any]] = {}

    @contextlib.contextmanager
    def reader(self, bound: Bound | None = None) -> Iterator[StoreReader]:
        """Hold one state of the index for reading, in this thread; may be nested.

        Raises:
            NotFoundError, DatabaseRefusedError, EnvironmentFault: there is no index, or none that can be read.
            RefusedError: see `Bound.fault`.
        """
        with self._pool.snapshot() as snapshot:
            reader = PostgresReader(snapshot, self)
            if snapshot.seen is not None:
                from cairn.store.bounded import BoundedReader

                yield cast("StoreReader", BoundedReader(reader, reader.sources()))
                return
            if bound is None:
                yield reader
                return
            from cairn.store.bounded import bounded  # most readers have no bound

            seen = bounded(reader, bound)
            if seen is reader:
                yield reader
                return
            # The reader leaves out what is not to be seen; the server would not show it either.
            with snapshot.restricted([source.id for source in seen.sources()]):
                yield seen

    def derived(self, what: str, state: int, make: Callable[[], Made]) -> Made:
        """Return what was made of a state of the index, or make it; two threads may both do."""
        with self._lock:
            held = self._derived.get(what)
        if held is None or held[0] != state:
            held = (state, make())
            with self._lock:
                self._derived[what] = held
        made: Made = held[1]
        return made


class PostgresReader(Matching, Nearby, Nearest, Spelled, FactPlaces):
    """One state of the index; see `cairn.store.reading.StoreReader` for what each call returns."""

    def __init__(self, snapshot: Snapshot, store: PostgresReaderStore) -> None:
        super().__init__(snapshot)
        self._state = snapshot.changes
        self._store = store

    def sources(self) -> list[SourceListing]:
        """Return all sources by label."""
        return [SourceListing._make((*row[:6], SourceCounts._make(row[6:10]), row[10])) for row in self._rows(_SOURCES)]

    def links(self) -> list[LinkCount]:
        """Return all links."""
        return [LinkCount(*row) for row in self._rows(_LINKS)]

    def stamps(self, source_id: int) -> list[tuple[str, int, int]]:
        """Return (path, size, mtime_ns) of all files of a source."""
        return self._rows(_STAMPS, source_id)

    def file_counts(self, source_id: int) -> list[FileCounts]:
        """Return the files of a source by path."""
        return [FileCounts._make((*row[:5], json.loads(row[5]))) for row in self._rows(_FILE_COUNTS, source_id)]

    def skips(self, source_id: int) -> list[tuple[str, str, str]]:
        """Return (path, reason, detail) by path."""
        return self._rows(_SKIPS, source_id)

    def file_paths(self, source_ids: Sequence[int], language: str | None) -> list[tuple[int, str]]:
        """Return (id, path) of the files of these sources, in the given language if one is given."""
        return self._rows(_FILE_PATHS, {"sources": list(source_ids), "language": language})

    def has_path(self, source_id: int, prefix: str) -> bool:
        """Return whether a file of a source has a path that begins like this."""
        return bool(self._rows(_HAS_PATH, source_id, prefix, prefix + LAST)[0][0])

    def languages(self, source_ids: Sequence[int]) -> list[str]:
        """Return the languages of the files of these sources, by name."""
        return [row[0] for row in self._rows(_LANGUAGES, list(source_ids))]

    def files(self, ids: Iterable[int]) -> dict[int, StoredFile]:
        """Return files by id."""
        return {row[0]: StoredFile(*row) for row in self._rows(_FILES, list(ids))}

    def file_warnings(self, ids: Iterable[int]) -> dict[int, list[str]]:
        """Return what was said of these files when they were indexed; files of which nothing was said are left out."""
        return {file_id: json.loads(warnings) for file_id, warnings in self._rows(_FILE_WARNINGS, list(ids))}

    def files_ending(self, path: str) -> list[StoredFile]:
        """Return the files whose path is `path` or ends with `/` and `path`."""
        return [StoredFile(*row) for row in self._rows(_FILES_ENDING, {"path": path})]

    def text(self, file_id: int) -> str:
        """Return the text of a file."""
        rows = self._rows(_TEXT, file_id)
        return inflated(rows[0][0]) if rows else ""

    def texts(self, source_ids: Sequence[int], file_ids: Sequence[int] | None) -> Iterator[tuple[int, str]]:
        """Yield (file id, text) of many files, ordered by source and path."""
        values = {"sources": list(source_ids), "files": None if file_ids is None else list(file_ids)}
        ids = [row[0] for row in self._rows(_TEXT_PLACES, values)]
        for start in range(0, len(ids), _TEXTS_AT_A_TIME):
            page = ids[start : start + _TEXTS_AT_A_TIME]
            found = dict(self._rows(_TEXTS, page))
            for file_id in page:
                if file_id in found:
                    yield file_id, inflated(found[file_id])

    def chunks(self, ids: Iterable[int]) -> dict[int, StoredChunk]:
        """Return chunks by id."""
        return {row[0]: StoredChunk(*row) for row in self._rows(_CHUNKS, list(ids))}

    def chunk_hashes(self, ids: Iterable[int]) -> dict[int, bytes]:
        """Return the hash of each chunk's text."""
        return dict(self._rows(_CHUNK_HASHES, list(ids)))

    def chunks_at(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], StoredChunk]:
        """Return the first chunk that has it for each place, (file, line)."""
        wanted = list(set(places))
        rows = self._rows(_CHUNKS_AT, [place[0] for place in wanted], [place[1] for place in wanted])
        return {(row[2], row[0]): StoredChunk._make(row[1:]) for row in rows}

    def chunks_of_files(self, file_ids: Iterable[int]) -> dict[int, list[StoredChunk]]:
        """Return the chunks of each file, in order."""
        found: dict[int, list[StoredChunk]] = {}
        for row in self._rows(_CHUNKS_OF_FILES, list(file_ids)):
            found.setdefault(row[1], []).append(StoredChunk(*row))
        return found

    def chunk_count(self) -> int:
        """Return how many chunks the index has."""
        return int(self._rows(_CHUNK_COUNT)[0][0])

    def entities(self, ids: Iterable[int]) -> dict[int, StoredEntity]:
        """Return entities by id."""
        return {row[0]: entity_of(row) for row in self._rows(_ENTITIES, list(ids))}

    def entities_named(self, names: Iterable[str]) -> list[StoredEntity]:
        """Return the entities with one of these names, whatever the case of ASCII letters."""
        return [entity_of(row) for row in self._rows(_ENTITIES_NAMED, _keyed(names))]

    def entities_of_files(self, file_ids: Iterable[int]) -> dict[int, list[StoredEntity]]:
        """Return the entities of each file, in order."""
        found: dict[int, list[StoredEntity]] = {}
        for row in self._rows(_ENTITIES_OF_FILES, list(file_ids)):
            found.setdefault(row[2], []).append(entity_of(row))
        return found

    def definitions_named(self, names: Iterable[str], limit: int, file_ids: Sequence[int] | None) -> list[StoredEntity]:
        """Return as `entities_named` does, of these files or of all, without externals, at most so many, those in code first."""
        values = {**_keyed(names), "limit": limit, "files": None if file_ids is None else list(file_ids)}
        return [entity_of(row) for row in self._rows(_DEFINITIONS_NAMED, values)]

    def names_in_chunks(self, ids: Iterable[int]) -> list[ChunkName]:
        """Return the names whose line lies in one of these chunks."""
        return [ChunkName(*row) for row in self._rows(_NAMES_IN_CHUNKS, list(ids))]

    def definitions_in_chunks(self, ids: Iterable[int]) -> list[tuple[int, StoredEntity]]:
        """Return (chunk, entity) for the entities whose name's line lies in one of these chunks."""
        return [(row[0], entity_of(row[1:])) for row in self._rows(_DEFINITIONS_IN_CHUNKS, list(ids))]

    def external(self, anchor: str) -> StoredEntity | None:
        """Return the external of that anchor."""
        rows = self._rows(_EXTERNAL, external_id(anchor), anchor)
        return entity_of(rows[0]) if rows else None

    def used_in(self, ids: Iterable[int], source_ids: Sequence[int]) -> set[int]:
        """Return those of these entities that an edge from one of these sources leads to."""
        return {row[0] for row in self._rows(_USED_IN, list(ids), list(source_ids))}

    def members(self, ids: Iterable[int]) -> list[int]:
        """Return the ids of all entities inside these, at any depth."""
        return [row[0] for row in self._rows(_MEMBERS, list(ids))]

    def members_named(self, parents: Iterable[int], names: Iterable[str]) -> list[StoredEntity]:
        """Return the entities with one of these names, as they are spelled, that lie directly in one of these."""
        return [entity_of(row) for row in self._rows(_MEMBERS_NAMED, list(parents), list(names))]

    def methods_in_marked(self, names: Iterable[str], mark: str) -> list[StoredEntity]:
        """Return the methods with one of these names, as they are spelled, that stand in a type whose signature has the mark."""
        wanted = list(set(names))
        values = {"keys": _keyed(wanted)["keys"], "names": wanted, "mark": mark}
        return [entity_of(row) for row in self._rows(_METHODS_IN_MARKED, values)]

    def derived(self, what: str, make: Callable[[], Made]) -> Made:
        """Return what `make` returns, or returned under the same name for this state of the index to an earlier reader."""
        return self._store.derived(what, self._state, make)

    def edges(self, ids: Iterable[int], direction: str, kinds: Sequence[str]) -> list[StoredEdge]:
        """Return the edges that leave ("out") or reach ("in") these entities, of these kinds or of all, best first."""
        statement = _EDGES_OUT if direction == "out" else _EDGES_IN
        return [edge_of(row) for row in self._rows(statement, {"ids": list(ids), "kinds": list(kinds) or None})]

    def linked_from(self, source_id: int) -> list[int]:
        """Return the sources whose references may mean what is defined in this one, besides itself."""
        return [row[0] for row in self._rows(_LINKED_FROM, source_id)]

    def all_entities(self, source_id: int | None) -> Iterator[StoredEntity]:
        """Yield all entities, or those of one source and the externals that it refers to."""
        if source_id is not None:
            yield from map(entity_of, self._rows(_ENTITIES_OF, source_id))
            yield from map(entity_of, self._rows(_EXTERNALS_OF, source_id))
            return
        last = 0
        while page := self._rows(_ENTITIES_AFTER, {"last": last}):
            yield from map(entity_of, page)
            last = page[-1][0]
        yield from map(entity_of, self._rows(_EXTERNALS))

    def all_edges(self, source_id: int | None) -> Iterator[StoredEdge]:
        """Yield all edges, or those that leave one source."""
        if source_id is not None:
            yield from map(edge_of, self._rows(_EDGES_OF, source_id))
            return
        last = {"src": -1, "kind": "", "dst": 0}
        while page := self._rows(_EDGES_AFTER, last):
            yield from map(edge_of, page)
            kind, src, dst, *_ = page[-1]
            last = {"src": src, "kind": kind, "dst": dst}


def _keyed(names: Iterable[str]) -> dict[str, object]:
    wanted = list({lowered(name) for name in names})
    return {"names": wanted, "keys": list({name[:KEY_CHARACTERS] for name in wanted})}
