"""Reads of the SQLite backend: every statement seeks in an index, but for those that list or scan a whole source."""

from __future__ import annotations

import contextlib
import json
import threading
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cairn.errors import DatabaseRefusedError
from cairn.store.reading import Bound, Made, StoreReader
from cairn.store.spellings import NameTable
from cairn.store.sqlite.connection import ReadingConnections
from cairn.store.sqlite.factual import FactPlaces
from cairn.store.sqlite.matching import LAST, Kept, Matching
from cairn.store.sqlite.nearby import ENTITY_COLUMNS, Nearby, array, edge_of, entity_of
from cairn.store.sqlite.nearest import Nearest
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
    StoredReference,
    UnresolvedCount,
)

if TYPE_CHECKING:
    import apsw


# Things that are kept of a state: one for each user with rights of their own, and kind of thing.
_MOST_DERIVED = 64
_SOURCES = """
SELECT id, label, kind, location, revision, indexed_at, file_count, chunk_count, entity_count, edge_count,
    fingerprint
FROM source
ORDER BY label
"""
_LINKS = """
SELECT link.src, link.dst,
    (SELECT count(*)
     FROM edge
     JOIN entity ON entity.id = edge.dst
     WHERE edge.source_id = link.src AND entity.source_id = link.dst)
FROM link
ORDER BY link.src, link.dst
"""
_STAMPS = "SELECT path, size, mtime_ns FROM file WHERE source_id = ? ORDER BY path"
_FILE_COUNTS = """
SELECT path, language, size,
    (SELECT count(*) FROM chunk WHERE chunk.file_id = file.id),
    (SELECT count(*) FROM entity WHERE entity.file_id = file.id),
    warnings
FROM file
WHERE source_id = ?
ORDER BY path
"""
_SKIPS = "SELECT path, reason, detail FROM skip WHERE source_id = ? ORDER BY path"
_FILE_PATHS = """
SELECT id, path
FROM file
WHERE source_id IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR language = ?2)
ORDER BY source_id, path
"""
_HAS_PATH = "SELECT EXISTS (SELECT 1 FROM file WHERE source_id = ? AND path >= ? AND path < ?)"
_LANGUAGES = """
SELECT DISTINCT language
FROM file
WHERE source_id IN (SELECT value FROM json_each(?)) AND language IS NOT NULL
ORDER BY language
"""
_FILES = """
SELECT id, source_id, path, language, size, mtime_ns, line_count, role
FROM file
WHERE id IN (SELECT value FROM json_each(?))
"""
_FILE_WARNINGS = "SELECT id, warnings FROM file WHERE id IN (SELECT value FROM json_each(?)) AND warnings <> '[]'"
_FILES_ENDING = """
SELECT id, source_id, path, language, size, mtime_ns, line_count, role
FROM file
WHERE path = ?1 OR substr(path, -length(?1) - 1) = '/' || ?1
ORDER BY source_id, path
"""
_TEXT = "SELECT text FROM content WHERE file_id = ?"
_TEXTS = """
SELECT file.id, content.text
FROM file
JOIN content ON content.file_id = file.id
WHERE file.source_id IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR file.id IN (SELECT value FROM json_each(?2)))
ORDER BY file.source_id, file.path
"""
_CHUNKS = """
SELECT id, file_id, ordinal, start_line, end_line, entity_id
FROM chunk
WHERE id IN (SELECT value FROM json_each(?))
"""
_CHUNK_HASHES = "SELECT id, hash FROM chunk WHERE id IN (SELECT value FROM json_each(?))"
_CHUNKS_OF_FILES = """
SELECT id, file_id, ordinal, start_line, end_line, entity_id
FROM chunk
WHERE file_id IN (SELECT value FROM json_each(?))
ORDER BY file_id, ordinal
"""
_CHUNKS_AT = """
SELECT wanted.value ->> 1, chunk.id, chunk.file_id, chunk.ordinal, chunk.start_line, chunk.end_line, chunk.entity_id
FROM json_each(?) AS wanted
CROSS JOIN chunk ON chunk.file_id = wanted.value ->> 0
    AND chunk.start_line <= wanted.value ->> 1 AND chunk.end_line >= wanted.value ->> 1
ORDER BY chunk.file_id, chunk.ordinal DESC
"""
# As the last runs counted them: ids grow with every refresh, and what a word is worth must not.
_CHUNK_COUNT = "SELECT coalesce(sum(chunk_count), 0) FROM source"
_ENTITIES = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
LEFT JOIN file ON file.id = entity.file_id
WHERE entity.id IN (SELECT value FROM json_each(?))
"""  # noqa: S608 - our own constants
_ENTITIES_NAMED = f"""
SELECT {ENTITY_COLUMNS}
FROM json_each(?) AS wanted
CROSS JOIN entity ON entity.name = wanted.value COLLATE NOCASE
LEFT JOIN file ON file.id = entity.file_id
ORDER BY entity.source_id, file.path, entity.ordinal, entity.anchor
"""  # noqa: S608 - our own constants
_DEFINITIONS_NAMED = f"""
SELECT {ENTITY_COLUMNS}
FROM json_each(?1) AS wanted
CROSS JOIN entity ON entity.name = wanted.value COLLATE NOCASE
JOIN file ON file.id = entity.file_id
WHERE ?3 IS NULL OR file.id IN (SELECT value FROM json_each(?3))
ORDER BY file.role <> 'code', entity.source_id, file.path, entity.ordinal
LIMIT ?2
"""  # noqa: S608 - our own constants
_ENTITIES_OF_FILES = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
JOIN file ON file.id = entity.file_id
WHERE entity.file_id IN (SELECT value FROM json_each(?))
ORDER BY entity.file_id, entity.ordinal
"""  # noqa: S608 - our own constants
_NAMES_IN_CHUNKS = """
SELECT chunk.id, entity.id, entity.name, entity.kind, entity.qualname, entity.end_line - entity.start_line + 1
FROM json_each(?) AS wanted
CROSS JOIN chunk ON chunk.id = wanted.value
CROSS JOIN entity ON entity.file_id = chunk.file_id AND entity.name_line BETWEEN chunk.start_line AND chunk.end_line
"""
_DEFINITIONS_IN_CHUNKS = f"""
SELECT chunk.id, {ENTITY_COLUMNS}
FROM json_each(?) AS wanted
CROSS JOIN chunk ON chunk.id = wanted.value
CROSS JOIN entity ON entity.file_id = chunk.file_id AND entity.name_line BETWEEN chunk.start_line AND chunk.end_line
CROSS JOIN file ON file.id = entity.file_id
"""  # noqa: S608 - our own constants
_EXTERNAL = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
LEFT JOIN file ON file.id = entity.file_id
WHERE entity.file_id IS NULL AND entity.anchor = ?
"""  # noqa: S608 - our own constants
_USED_IN = """
SELECT wanted.value
FROM json_each(?1) AS wanted
WHERE EXISTS (
    SELECT 1
    FROM edge
    WHERE edge.dst = wanted.value AND edge.source_id IN (SELECT value FROM json_each(?2)))
"""
_MEMBERS = """
WITH RECURSIVE inside (id) AS (
    SELECT entity.id FROM json_each(?) AS wanted JOIN entity ON entity.parent_id = wanted.value
    UNION
    SELECT entity.id FROM inside JOIN entity ON entity.parent_id = inside.id
)
SELECT id FROM inside
"""
_MEMBERS_NAMED = f"""
SELECT {ENTITY_COLUMNS}
FROM json_each(?1) AS wanted
CROSS JOIN entity ON entity.parent_id = wanted.value AND entity.name IN (SELECT value FROM json_each(?2))
LEFT JOIN file ON file.id = entity.file_id
ORDER BY entity.parent_id, entity.ordinal
"""  # noqa: S608 - our own constants
_METHODS_IN_MARKED = f"""
SELECT {ENTITY_COLUMNS}
FROM json_each(?1) AS wanted
CROSS JOIN entity ON entity.name = wanted.value COLLATE NOCASE AND entity.name = wanted.value AND entity.kind = 'method'
CROSS JOIN entity AS owner ON owner.id = entity.parent_id AND instr(owner.signature, ?2)
LEFT JOIN file ON file.id = entity.file_id
ORDER BY entity.source_id, file.path, entity.ordinal
"""  # noqa: S608 - our own constants
# Externals are of no source: those that the sources use.
_IN_SOURCES = """
    source_id IN (SELECT value FROM json_each(?4)) OR (source_id IS NULL AND EXISTS (
        SELECT 1
        FROM edge
        WHERE edge.dst = entity.id AND edge.source_id IN (SELECT value FROM json_each(?4))))
"""
_NAMES_FROM = """
SELECT DISTINCT name
FROM entity
WHERE name >= ?1 COLLATE NOCASE AND name < ?2 COLLATE NOCASE AND (?4 IS NULL OR IN_SOURCES)
ORDER BY name COLLATE NOCASE, name
LIMIT ?3
""".replace("IN_SOURCES", _IN_SOURCES)
_ALL_NAMES = "SELECT name FROM entity"
_EDGES_OUT = """
SELECT edge.kind, edge.src, edge.dst, edge.confidence, edge.via, edge.sites
FROM json_each(?1) AS wanted
CROSS JOIN edge ON edge.src = wanted.value
WHERE ?2 IS NULL OR edge.kind IN (SELECT value FROM json_each(?2))
ORDER BY edge.confidence DESC, edge.src, edge.kind, edge.dst
"""
_EDGES_IN = """
SELECT edge.kind, edge.src, edge.dst, edge.confidence, edge.via, edge.sites
FROM json_each(?1) AS wanted
CROSS JOIN edge ON edge.dst = wanted.value
WHERE ?2 IS NULL OR edge.kind IN (SELECT value FROM json_each(?2))
ORDER BY edge.confidence DESC, edge.dst, edge.kind, edge.src
"""
_UNRESOLVED_COUNTS = """
SELECT unresolved.name, file.source_id, file.language, unresolved.kind, count(*)
FROM json_each(?) AS wanted
CROSS JOIN unresolved ON unresolved.name = wanted.value
CROSS JOIN entity ON entity.id = unresolved.entity_id
CROSS JOIN file ON file.id = entity.file_id
GROUP BY 1, 2, 3, 4
"""
_UNRESOLVED_NAMED = """
SELECT unresolved.kind, unresolved.entity_id, unresolved.name, unresolved.line
FROM unresolved
CROSS JOIN entity ON entity.id = unresolved.entity_id
CROSS JOIN file ON file.id = entity.file_id
WHERE unresolved.name = ?1 AND file.source_id IN (SELECT value FROM json_each(?2))
AND ifnull(file.language, '') IN (SELECT value FROM json_each(?3))
AND unresolved.kind IN (SELECT value FROM json_each(?4))
ORDER BY file.source_id, file.path, unresolved.line, unresolved.entity_id, unresolved.kind
LIMIT ?5
"""
_LINKED_FROM = "SELECT src FROM link WHERE dst = ? ORDER BY src"
_UNRESOLVED = """
SELECT unresolved.kind, unresolved.entity_id, unresolved.name, unresolved.line
FROM json_each(?1) AS wanted
CROSS JOIN unresolved ON unresolved.entity_id = wanted.value
ORDER BY unresolved.entity_id, unresolved.line, unresolved.name, unresolved.kind
LIMIT ?2
"""
_ALL_ENTITIES = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
LEFT JOIN file ON file.id = entity.file_id
WHERE ?1 IS NULL OR entity.source_id = ?1
    OR (entity.source_id IS NULL
        AND EXISTS (SELECT 1 FROM edge WHERE edge.dst = entity.id AND edge.source_id = ?1))
"""  # noqa: S608 - our own constants
_ALL_EDGES = "SELECT kind, src, dst, confidence, via, sites FROM edge WHERE ?1 IS NULL OR source_id = ?1"


class SqliteReaderStore:
    """Hands out readers, one connection for each thread."""

    def __init__(self, connections: ReadingConnections) -> None:
        self._connections = connections
        self._lock = threading.Lock()
        self._kept: weakref.WeakKeyDictionary[apsw.Connection, Kept] = weakref.WeakKeyDictionary()

    @contextlib.contextmanager
    def reader(self, bound: Bound | None = None) -> Iterator[StoreReader]:
        """Hold one state of the index for reading, in this thread; may be nested.

        Raises:
            NotFoundError, DatabaseRefusedError, EnvironmentFault: there is no index, or none that can be read.
            RefusedError: see `Bound.fault`.
        """
        with self._connections.snapshot() as connection:
            reader = SqliteReader(connection, self._kept_of(connection))
            if bound is None:
                yield reader
            else:
                from cairn.store.bounded import bounded  # most readers have no bound

                yield bounded(reader, bound)

    def _kept_of(self, connection: apsw.Connection) -> Kept:
        with self._lock:
            kept = self._kept.get(connection)
            if kept is None:
                kept = self._kept[connection] = Kept()
                connection.register_fts5_function("evidence", kept.collect)
            return kept


class SqliteReader(Matching, Nearby, Nearest, FactPlaces):
    """One state of the index; see `cairn.store.reading.StoreReader` for what each call returns."""

    def __init__(self, connection: apsw.Connection, kept: Kept) -> None:
        super().__init__(connection, kept)

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
        return self._rows(_FILE_PATHS, json.dumps(list(source_ids)), language)

    def has_path(self, source_id: int, prefix: str) -> bool:
        """Return whether a file of a source has a path that begins like this."""
        return bool(self._rows(_HAS_PATH, source_id, prefix, prefix + LAST)[0][0])

    def languages(self, source_ids: Sequence[int]) -> list[str]:
        """Return the languages of the files of these sources, by name."""
        return [row[0] for row in self._rows(_LANGUAGES, json.dumps(list(source_ids)))]

    def files(self, ids: Iterable[int]) -> dict[int, StoredFile]:
        """Return files by id."""
        return {row[0]: StoredFile(*row) for row in self._rows(_FILES, array(ids))}

    def file_warnings(self, ids: Iterable[int]) -> dict[int, list[str]]:
        """Return what was said of these files when they were indexed; files of which nothing was said are left out."""
        return {file_id: json.loads(warnings) for file_id, warnings in self._rows(_FILE_WARNINGS, array(ids))}

    def files_ending(self, path: str) -> list[StoredFile]:
        """Return the files whose path is `path` or ends with `/` and `path`."""
        return [StoredFile(*row) for row in self._rows(_FILES_ENDING, path)]

    def text(self, file_id: int) -> str:
        """Return the text of a file."""
        rows = self._rows(_TEXT, file_id)
        return _inflated(rows[0][0]) if rows else ""

    def texts(self, source_ids: Sequence[int], file_ids: Sequence[int] | None) -> Iterator[tuple[int, str]]:
        """Yield (file id, text) of many files, ordered by source and path."""
        chosen = None if file_ids is None else array(file_ids)
        for file_id, text in self._connection.execute(_TEXTS, (array(source_ids), chosen)):
            yield file_id, _inflated(text)

    def chunks(self, ids: Iterable[int]) -> dict[int, StoredChunk]:
        """Return chunks by id."""
        return {row[0]: StoredChunk(*row) for row in self._rows(_CHUNKS, array(ids))}

    def chunk_hashes(self, ids: Iterable[int]) -> dict[int, bytes]:
        """Return the hash of each chunk's text."""
        return dict(self._rows(_CHUNK_HASHES, array(ids)))

    def chunks_at(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], StoredChunk]:
        """Return the first chunk that has it for each place, (file, line)."""
        rows = self._rows(_CHUNKS_AT, json.dumps(sorted(set(places))))
        return {(row[2], row[0]): StoredChunk._make(row[1:]) for row in rows}

    def chunks_of_files(self, file_ids: Iterable[int]) -> dict[int, list[StoredChunk]]:
        """Return the chunks of each file, in order."""
        found: dict[int, list[StoredChunk]] = {}
        for row in self._rows(_CHUNKS_OF_FILES, array(file_ids)):
            found.setdefault(row[1], []).append(StoredChunk(*row))
        return found

    def chunk_count(self) -> int:
        """Return how many chunks the index has."""
        return int(self._rows(_CHUNK_COUNT)[0][0])

    def entities(self, ids: Iterable[int]) -> dict[int, StoredEntity]:
        """Return entities by id."""
        return {row[0]: entity_of(row) for row in self._rows(_ENTITIES, array(ids))}

    def entities_named(self, names: Iterable[str]) -> list[StoredEntity]:
        """Return the entities with one of these names, whatever the case of ASCII letters."""
        return [entity_of(row) for row in self._rows(_ENTITIES_NAMED, json.dumps(sorted(set(names))))]

    def entities_of_files(self, file_ids: Iterable[int]) -> dict[int, list[StoredEntity]]:
        """Return the entities of each file, in order."""
        found: dict[int, list[StoredEntity]] = {}
        for row in self._rows(_ENTITIES_OF_FILES, array(file_ids)):
            found.setdefault(row[2], []).append(entity_of(row))
        return found

    def definitions_named(self, names: Iterable[str], limit: int, file_ids: Sequence[int] | None) -> list[StoredEntity]:
        """Return as `entities_named` does, of these files or of all, without externals, at most so many, those in code first."""
        chosen = None if file_ids is None else array(file_ids)
        return [entity_of(row) for row in self._rows(_DEFINITIONS_NAMED, json.dumps(sorted(set(names))), limit, chosen)]

    def names_in_chunks(self, ids: Iterable[int]) -> list[ChunkName]:
        """Return the names whose line lies in one of these chunks."""
        return [ChunkName(*row) for row in self._rows(_NAMES_IN_CHUNKS, array(ids))]

    def definitions_in_chunks(self, ids: Iterable[int]) -> list[tuple[int, StoredEntity]]:
        """Return (chunk, entity) for the entities whose name's line lies in one of these chunks."""
        return [(row[0], entity_of(row[1:])) for row in self._rows(_DEFINITIONS_IN_CHUNKS, array(ids))]

    def external(self, anchor: str) -> StoredEntity | None:
        """Return the external of that anchor."""
        rows = self._rows(_EXTERNAL, anchor)
        return entity_of(rows[0]) if rows else None

    def used_in(self, ids: Iterable[int], source_ids: Sequence[int]) -> set[int]:
        """Return those of these entities that an edge from one of these sources leads to."""
        return {row[0] for row in self._rows(_USED_IN, array(ids), array(source_ids))}

    def members(self, ids: Iterable[int]) -> list[int]:
        """Return the ids of all entities inside these, at any depth."""
        return [row[0] for row in self._rows(_MEMBERS, array(ids))]

    def members_named(self, parents: Iterable[int], names: Iterable[str]) -> list[StoredEntity]:
        """Return the entities with one of these names, as they are spelled, that lie directly in one of these."""
        return [entity_of(row) for row in self._rows(_MEMBERS_NAMED, array(parents), json.dumps(sorted(set(names))))]

    def methods_in_marked(self, names: Iterable[str], mark: str) -> list[StoredEntity]:
        """Return the methods with one of these names, as they are spelled, that stand in a type whose signature has the mark."""
        return [entity_of(row) for row in self._rows(_METHODS_IN_MARKED, json.dumps(sorted(set(names))), mark)]

    def names_near(self, wanted: str, most: int, source_ids: Sequence[int] | None = None) -> Iterable[str]:
        """Return the names that are so near to a folded one, among others."""
        return self.derived(
            f"names of {'all' if source_ids is None else source_ids}", lambda: NameTable(self._names(source_ids))
        ).near(wanted, most)

    def _names(self, source_ids: Sequence[int] | None) -> set[str]:
        if source_ids is None:
            return {row[0] for row in self._connection.execute(_ALL_NAMES)}
        return {entity.name for source_id in source_ids for entity in self.all_entities(source_id)}

    def derived(self, what: str, make: Callable[[], Made]) -> Made:
        """Return what `make` returns, or returned under the same name for this state of the index to an earlier reader."""
        # Changes whenever another connection has written; this one never does.
        version: int = self._connection.pragma("data_version")
        held = self._kept.derived
        if what not in held or held[what][0] != version:
            held[what] = (version, make())
        if len(held) > _MOST_DERIVED:
            del held[next(name for name in held if name != what)]
        made: Made = held[what][1]
        return made

    def names_like(self, prefix: str, limit: int, source_ids: Sequence[int] | None = None) -> list[str]:
        """Return distinct names that start with `prefix` (any do when empty), whatever the case, in their order."""
        within = None if source_ids is None else array(source_ids)
        return [row[0] for row in self._rows(_NAMES_FROM, prefix, prefix + LAST, limit, within)]

    def edges(self, ids: Iterable[int], direction: str, kinds: Sequence[str]) -> list[StoredEdge]:
        """Return the edges that leave ("out") or reach ("in") these entities, of these kinds or of all, best first."""
        statement = _EDGES_OUT if direction == "out" else _EDGES_IN
        return [edge_of(row) for row in self._rows(statement, array(ids), json.dumps(list(kinds)) if kinds else None)]

    def unresolved_counts(self, names: Iterable[str]) -> list[UnresolvedCount]:
        """Count the unresolved references with one of these names, by where they stand and by kind."""
        return [UnresolvedCount(*row) for row in self._rows(_UNRESOLVED_COUNTS, json.dumps(sorted(set(names))))]

    def unresolved_named(
        self, name: str, source_ids: Iterable[int], languages: Iterable[str | None], kinds: Iterable[str], limit: int
    ) -> list[StoredReference]:
        """Return the unresolved references with a name, of these kinds, in files of these sources and languages."""
        spoken = json.dumps(sorted({language or "" for language in languages}))
        values = (name, array(source_ids), spoken, json.dumps(sorted(kinds)), limit)
        return [StoredReference(*row) for row in self._rows(_UNRESOLVED_NAMED, *values)]

    def linked_from(self, source_id: int) -> list[int]:
        """Return the sources whose references may mean what is defined in this one, besides itself."""
        return [row[0] for row in self._rows(_LINKED_FROM, source_id)]

    def unresolved(self, entity_ids: Iterable[int], limit: int) -> list[StoredReference]:
        """Return unresolved references made by these entities."""
        return [StoredReference(*row) for row in self._rows(_UNRESOLVED, array(entity_ids), limit)]

    def all_entities(self, source_id: int | None) -> Iterator[StoredEntity]:
        """Yield all entities, or those of one source and the externals that it refers to."""
        return map(entity_of, self._connection.execute(_ALL_ENTITIES, (source_id,)))

    def all_edges(self, source_id: int | None) -> Iterator[StoredEdge]:
        """Yield all edges, or those that leave one source."""
        return map(edge_of, self._connection.execute(_ALL_EDGES, (source_id,)))


def _inflated(blob: bytes) -> str:
    try:
        return zlib.decompress(blob).decode("utf-8", "replace")
    except zlib.error as exc:
        raise DatabaseRefusedError("a text in the index is damaged; `cairn verify --repair` mends what it can") from exc
