"""Reads of what lies around an entity, of tags, and of the graph as a whole: part of SqliteReader."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cairn.store.stored import Dependence, Sketch, StoredChunk, StoredEdge, StoredEntity, StoredFile, TaggedSpan

if TYPE_CHECKING:
    import apsw

ENTITY_COLUMNS = """
    entity.id, entity.source_id, entity.file_id, file.path, entity.parent_id, entity.kind, entity.name, entity.qualname,
    entity.anchor, entity.start_line, entity.end_line, entity.name_line, entity.signature, entity.doc, entity.exported
"""

_FILE_AT = """
SELECT id, source_id, path, language, size, mtime_ns, line_count, role
FROM file
WHERE source_id = ? AND path = ?
"""
_ENTITY_AROUND = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
JOIN file ON file.id = entity.file_id
WHERE entity.file_id = ?1 AND entity.ordinal > 0 AND entity.start_line <= ?2 AND entity.end_line >= ?2
ORDER BY entity.ordinal DESC
LIMIT 1
"""  # noqa: S608 - the only part put in is the constant above
_MODULE_OF = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
JOIN file ON file.id = entity.file_id
WHERE entity.file_id = ? AND entity.ordinal = 0
"""  # noqa: S608 - our own constants
_SKETCHES = """
SELECT entity.id, entity.kind, entity.qualname
FROM json_each(?) AS wanted
CROSS JOIN entity ON entity.id = wanted.value
"""
_CHUNKS_BESIDE = """
SELECT DISTINCT beside.id, beside.file_id, beside.ordinal, beside.start_line, beside.end_line, beside.entity_id
FROM json_each(?) AS wanted
CROSS JOIN chunk ON chunk.id = wanted.value
CROSS JOIN chunk AS beside ON beside.file_id = chunk.file_id AND beside.ordinal IN (chunk.ordinal - 1, chunk.ordinal + 1)
ORDER BY beside.file_id, beside.ordinal
"""
_CHILDREN = f"""
SELECT {ENTITY_COLUMNS}
FROM json_each(?1) AS wanted
CROSS JOIN entity ON entity.parent_id = wanted.value
JOIN file ON file.id = entity.file_id
ORDER BY entity.file_id, entity.ordinal
LIMIT ?2
"""  # noqa: S608 - our own constants
_NEAREST_OUT = """
SELECT edge.kind, edge.src, edge.dst, edge.confidence, edge.via, edge.sites
FROM json_each(?1) AS wanted
CROSS JOIN edge ON edge.id IN (
    SELECT near.id
    FROM edge AS near
    WHERE near.src = wanted.value AND (?3 IS NULL OR near.kind IN (SELECT value FROM json_each(?3)))
    ORDER BY near.confidence DESC, near.kind, near.dst
    LIMIT ?2
)
ORDER BY edge.src, edge.confidence DESC, edge.kind, edge.dst
"""
_NEAREST_IN = """
SELECT edge.kind, edge.src, edge.dst, edge.confidence, edge.via, edge.sites
FROM json_each(?1) AS wanted
CROSS JOIN edge ON edge.id IN (
    SELECT near.id
    FROM edge AS near
    WHERE near.dst = wanted.value AND (?3 IS NULL OR near.kind IN (SELECT value FROM json_each(?3)))
    ORDER BY near.confidence DESC, near.kind, near.src
    LIMIT ?2
)
ORDER BY edge.dst, edge.confidence DESC, edge.kind, edge.src
"""
_EDGE_COUNTS = """
SELECT wanted.value,
    (SELECT count(*) FROM edge WHERE edge.dst = wanted.value AND (?2 IS NULL OR edge.kind IN (SELECT value FROM json_each(?2))))
FROM json_each(?1) AS wanted
"""
_KIND_COUNTS_OUT = """
SELECT edge.src, edge.kind, count(*)
FROM json_each(?) AS wanted
CROSS JOIN edge ON edge.src = wanted.value
GROUP BY 1, 2
"""
_KIND_COUNTS_IN = """
SELECT edge.dst, edge.kind, count(*)
FROM json_each(?) AS wanted
CROSS JOIN edge ON edge.dst = wanted.value
GROUP BY 1, 2
"""
_TAGS = """
SELECT entity_tag.tag, count(*)
FROM entity_tag
JOIN entity ON entity.id = entity_tag.entity_id
WHERE ?1 IS NULL OR entity.source_id = ?1
GROUP BY entity_tag.tag
ORDER BY count(*) DESC, entity_tag.tag
"""
_TAGGED = """
SELECT entity.file_id, entity.start_line, entity.end_line, entity.id
FROM entity_tag
JOIN entity ON entity.id = entity_tag.entity_id
WHERE entity_tag.tag = ? AND entity.file_id IS NOT NULL
"""
_DEPENDENCES = """
SELECT edge.src, edge.dst, entity.file_id, target.file_id
FROM edge
JOIN entity ON entity.id = edge.src
JOIN file ON file.id = entity.file_id
JOIN entity AS target ON target.id = edge.dst
WHERE (?1 IS NULL OR edge.source_id = ?1) AND edge.confidence >= ?2 AND edge.kind IN ('calls', 'inherits', 'depends_on')
    AND target.file_id IS NOT NULL AND target.kind NOT IN ('module', 'field', 'section') AND edge.src <> edge.dst
    AND (json_array_length(?3) = 0 OR file.role IN (SELECT value FROM json_each(?3)))
ORDER BY edge.dst, edge.src
"""


class Nearby:
    """Seeks by file, line, container and edge; see `cairn.store.reading.StoreReader` for what each call returns."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def file_at(self, source_id: int, path: str) -> StoredFile | None:
        """Return the file of a source at exactly this path."""
        rows = self._rows(_FILE_AT, source_id, path)
        return StoredFile(*rows[0]) if rows else None

    def entity_around(self, file_id: int, line: int) -> StoredEntity | None:
        """Return the innermost definition around a line, None outside of all."""
        rows = self._rows(_ENTITY_AROUND, file_id, line)
        return entity_of(rows[0]) if rows else None

    def module_of(self, file_id: int) -> StoredEntity | None:
        """Return the module that a file is."""
        rows = self._rows(_MODULE_OF, file_id)
        return entity_of(rows[0]) if rows else None

    def sketches(self, ids: Iterable[int]) -> dict[int, Sketch]:
        """Return the kind and the qualified name of entities by id."""
        return {entity_id: Sketch(*rest) for entity_id, *rest in self._rows(_SKETCHES, array(ids))}

    def chunks_beside(self, ids: Iterable[int]) -> list[StoredChunk]:
        """Return the chunks right before and right after each of these, in the order of files and lines."""
        return [StoredChunk(*row) for row in self._rows(_CHUNKS_BESIDE, array(ids))]

    def children(self, ids: Iterable[int], limit: int) -> list[StoredEntity]:
        """Return what is defined directly inside these, in the order of files and lines, at most `limit`."""
        return [entity_of(row) for row in self._rows(_CHILDREN, array(ids), limit)]

    def nearest_edges(self, ids: Iterable[int], direction: str, each: int, kinds: Sequence[str] = ()) -> list[StoredEdge]:
        """Return the best edges of each entity as `edges` does, at most so many of each."""
        statement = _NEAREST_OUT if direction == "out" else _NEAREST_IN
        return [edge_of(row) for row in self._rows(statement, array(ids), each, _kinds(kinds))]

    def edge_counts(self, ids: Iterable[int], kinds: Sequence[str] = ()) -> dict[int, int]:
        """Return how many edges, of these kinds or of all, reach each of these entities."""
        return dict(self._rows(_EDGE_COUNTS, array(ids), _kinds(kinds)))

    def kind_counts(self, ids: Iterable[int], direction: str) -> dict[tuple[int, str], int]:
        """Return how many edges of each kind leave ("out") or reach ("in") each of these entities: by (entity, kind)."""
        statement = _KIND_COUNTS_OUT if direction == "out" else _KIND_COUNTS_IN
        return {(entity_id, kind): count for entity_id, kind, count in self._rows(statement, array(ids))}

    def tags(self, source_id: int | None) -> list[tuple[str, int]]:
        """Return the tags in use with how many entities have each, most used first."""
        return self._rows(_TAGS, source_id)

    def tagged(self, tag: str) -> list[TaggedSpan]:
        """Return the lines of all entities with a tag."""
        return [TaggedSpan(*row) for row in self._rows(_TAGGED, tag)]

    def dependences(self, source_id: int | None, roles: Sequence[str], least_confidence: float) -> list[Dependence]:
        """Return the edges that say that one thing needs another, in a fixed order."""
        return [Dependence(*row) for row in self._rows(_DEPENDENCES, source_id, least_confidence, json.dumps(list(roles)))]

    def _rows(self, statement: str, *values: object) -> list[Any]:
        return self._connection.execute(statement, values).fetchall()


def array(ids: Iterable[int]) -> str:
    """Numbers as one value that a statement takes apart."""
    return json.dumps(sorted(set(ids)))


def entity_of(row: tuple[Any, ...]) -> StoredEntity:
    """The entity in a row of ENTITY_COLUMNS."""
    return StoredEntity._make((*row[:-1], bool(row[-1])))


def edge_of(row: tuple[Any, ...]) -> StoredEdge:
    """The edge in a row."""
    return StoredEdge._make((*row[:-1], [int(site) for site in row[-1].split(",") if site]))


def _kinds(kinds: Sequence[str]) -> str | None:
    return json.dumps(list(kinds)) if kinds else None
