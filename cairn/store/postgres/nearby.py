"""Reads of what lies around an entity, of tags, of references without an edge, and of the graph: part of PostgresReader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cairn.store.postgres.rows import Rows, edge_of, entity_of
from cairn.store.stored import (
    Dependence,
    Sketch,
    StoredChunk,
    StoredEdge,
    StoredEntity,
    StoredFile,
    StoredReference,
    TaggedSpan,
    UnresolvedCount,
)

ENTITY_COLUMNS = """
    entity.id, entity.source_id, entity.file_id, file.path, entity.parent_id, entity.kind, entity.name, entity.qualname,
    entity.anchor, entity.start_line, entity.end_line, entity.name_line, entity.signature, entity.doc, entity.exported
"""

_FILE_AT = """
SELECT id, source_id, path, language, size, mtime_ns, line_count, role
FROM file
WHERE source_id = %s AND path = %s
"""
_ENTITY_AROUND = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
JOIN file ON file.id = entity.file_id
WHERE entity.file_id = %(file)s AND entity.ordinal > 0 AND entity.start_line <= %(line)s AND entity.end_line >= %(line)s
ORDER BY entity.ordinal DESC
LIMIT 1
"""  # noqa: S608 - the only part put in is the constant above
_MODULE_OF = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
JOIN file ON file.id = entity.file_id
WHERE entity.file_id = %s AND entity.ordinal = 0
"""  # noqa: S608 - our own constants
_SKETCHES = "SELECT id, kind, qualname FROM node WHERE id = ANY(%s::bigint[])"
_CHUNKS_BESIDE = """
SELECT DISTINCT beside.id, beside.file_id, beside.ordinal, beside.start_line, beside.end_line, beside.entity_id
FROM chunk
JOIN chunk AS beside ON beside.file_id = chunk.file_id AND beside.ordinal IN (chunk.ordinal - 1, chunk.ordinal + 1)
WHERE chunk.id = ANY(%s::bigint[])
ORDER BY beside.file_id, beside.ordinal
"""
_CHILDREN = f"""
SELECT {ENTITY_COLUMNS}
FROM entity
JOIN file ON file.id = entity.file_id
WHERE entity.parent_id = ANY(%s::bigint[])
ORDER BY entity.file_id, entity.ordinal
LIMIT %s
"""  # noqa: S608 - our own constants
_NEAREST_OUT = """
SELECT near.kind, near.src, near.dst, near.confidence, near.via, near.sites
FROM unnest(%(ids)s::bigint[]) AS wanted (id)
CROSS JOIN LATERAL (
    SELECT *
    FROM edge
    WHERE edge.src = wanted.id AND (%(kinds)s::text[] IS NULL OR edge.kind = ANY(%(kinds)s::text[]))
    ORDER BY edge.confidence DESC, edge.kind, edge.dst
    LIMIT %(each)s
) AS near
ORDER BY near.src, near.confidence DESC, near.kind, near.dst
"""
_NEAREST_IN = """
SELECT near.kind, near.src, near.dst, near.confidence, near.via, near.sites
FROM unnest(%(ids)s::bigint[]) AS wanted (id)
CROSS JOIN LATERAL (
    SELECT *
    FROM edge
    WHERE edge.dst = wanted.id AND (%(kinds)s::text[] IS NULL OR edge.kind = ANY(%(kinds)s::text[]))
    ORDER BY edge.confidence DESC, edge.kind, edge.src
    LIMIT %(each)s
) AS near
ORDER BY near.dst, near.confidence DESC, near.kind, near.src
"""
_EDGE_COUNTS = """
SELECT wanted.id, (
    SELECT count(*)
    FROM edge
    WHERE edge.dst = wanted.id AND (%(kinds)s::text[] IS NULL OR edge.kind = ANY(%(kinds)s::text[])))
FROM unnest(%(ids)s::bigint[]) AS wanted (id)
"""
_KIND_COUNTS_OUT = "SELECT src, kind, count(*) FROM edge WHERE src = ANY(%s::bigint[]) GROUP BY 1, 2"
_KIND_COUNTS_IN = "SELECT dst, kind, count(*) FROM edge WHERE dst = ANY(%s::bigint[]) GROUP BY 1, 2"
_TAGS = """
SELECT entity_tag.tag, count(*)
FROM entity_tag
JOIN entity ON entity.id = entity_tag.entity_id
WHERE %(source)s::bigint IS NULL OR entity.source_id = %(source)s
GROUP BY entity_tag.tag
ORDER BY count(*) DESC, entity_tag.tag
"""
_TAGGED = """
SELECT entity.file_id, entity.start_line, entity.end_line, entity.id
FROM entity_tag
JOIN entity ON entity.id = entity_tag.entity_id
WHERE entity_tag.tag = %s
"""
_DEPENDENCES = """
SELECT edge.src, edge.dst, entity.file_id, target.file_id
FROM edge
JOIN entity ON entity.id = edge.src
JOIN file ON file.id = entity.file_id
JOIN entity AS target ON target.id = edge.dst
WHERE (%(source)s::bigint IS NULL OR edge.source_id = %(source)s) AND edge.confidence >= %(least)s
    AND edge.kind IN ('calls', 'inherits', 'depends_on')
    AND target.kind NOT IN ('module', 'field', 'section') AND edge.src <> edge.dst
    AND (cardinality(%(roles)s::text[]) = 0 OR file.role = ANY(%(roles)s::text[]))
ORDER BY edge.dst, edge.src
"""
# What has the name is found first: where the planner begins with the files of a language it reads all entities.
_UNRESOLVED_COUNTS = """
WITH found AS MATERIALIZED (SELECT name, kind, entity_id FROM unresolved WHERE name = ANY(%s::text[]))
SELECT found.name, file.source_id, file.language, found.kind, count(*)
FROM found
JOIN entity ON entity.id = found.entity_id
JOIN file ON file.id = entity.file_id
GROUP BY 1, 2, 3, 4
"""
_UNRESOLVED_NAMED = """
WITH found AS MATERIALIZED (
    SELECT kind, entity_id, name, line
    FROM unresolved
    WHERE name = %(name)s AND kind = ANY(%(kinds)s::text[])
)
SELECT found.kind, found.entity_id, found.name, found.line
FROM found
JOIN entity ON entity.id = found.entity_id
JOIN file ON file.id = entity.file_id
WHERE file.source_id = ANY(%(sources)s::bigint[]) AND coalesce(file.language, '') = ANY(%(languages)s::text[])
ORDER BY file.source_id, file.path, found.line, found.entity_id, found.kind
LIMIT %(limit)s
"""
_UNRESOLVED = """
SELECT kind, entity_id, name, line
FROM unresolved
WHERE entity_id = ANY(%s::bigint[])
ORDER BY entity_id, line, name, kind
LIMIT %s
"""


class Nearby(Rows):
    """Seeks by file, line, container and edge; see `cairn.store.reading.StoreReader` for what each call returns."""

    def file_at(self, source_id: int, path: str) -> StoredFile | None:
        """Return the file of a source at exactly this path."""
        rows = self._rows(_FILE_AT, source_id, path)
        return StoredFile(*rows[0]) if rows else None

    def entity_around(self, file_id: int, line: int) -> StoredEntity | None:
        """Return the innermost definition around a line, None outside of all."""
        rows = self._rows(_ENTITY_AROUND, {"file": file_id, "line": line})
        return entity_of(rows[0]) if rows else None

    def module_of(self, file_id: int) -> StoredEntity | None:
        """Return the module that a file is."""
        rows = self._rows(_MODULE_OF, file_id)
        return entity_of(rows[0]) if rows else None

    def sketches(self, ids: Iterable[int]) -> dict[int, Sketch]:
        """Return the kind and the qualified name of entities by id."""
        return {entity_id: Sketch(*rest) for entity_id, *rest in self._rows(_SKETCHES, list(ids))}

    def chunks_beside(self, ids: Iterable[int]) -> list[StoredChunk]:
        """Return the chunks right before and right after each of these, in the order of files and lines."""
        return [StoredChunk(*row) for row in self._rows(_CHUNKS_BESIDE, list(ids))]

    def children(self, ids: Iterable[int], limit: int) -> list[StoredEntity]:
        """Return what is defined directly inside these, in the order of files and lines, at most `limit`."""
        return [entity_of(row) for row in self._rows(_CHILDREN, list(ids), limit)]

    def nearest_edges(self, ids: Iterable[int], direction: str, each: int, kinds: Sequence[str] = ()) -> list[StoredEdge]:
        """Return the best edges of each entity as `edges` does, at most so many of each."""
        statement = _NEAREST_OUT if direction == "out" else _NEAREST_IN
        values = {"ids": list(set(ids)), "each": each, "kinds": list(kinds) or None}
        return [edge_of(row) for row in self._rows(statement, values)]

    def edge_counts(self, ids: Iterable[int], kinds: Sequence[str] = ()) -> dict[int, int]:
        """Return how many edges, of these kinds or of all, reach each of these entities."""
        return dict(self._rows(_EDGE_COUNTS, {"ids": list(set(ids)), "kinds": list(kinds) or None}))

    def kind_counts(self, ids: Iterable[int], direction: str) -> dict[tuple[int, str], int]:
        """Return how many edges of each kind leave ("out") or reach ("in") each of these entities: by (entity, kind)."""
        statement = _KIND_COUNTS_OUT if direction == "out" else _KIND_COUNTS_IN
        return {(entity_id, kind): count for entity_id, kind, count in self._rows(statement, list(ids))}

    def tags(self, source_id: int | None) -> list[tuple[str, int]]:
        """Return the tags in use with how many entities have each, most used first."""
        return self._rows(_TAGS, {"source": source_id})

    def tagged(self, tag: str) -> list[TaggedSpan]:
        """Return the lines of all entities with a tag."""
        return [TaggedSpan(*row) for row in self._rows(_TAGGED, tag)]

    def dependences(self, source_id: int | None, roles: Sequence[str], least_confidence: float) -> list[Dependence]:
        """Return the edges that say that one thing needs another, in a fixed order."""
        values = {"source": source_id, "least": least_confidence, "roles": list(roles)}
        return [Dependence(*row) for row in self._rows(_DEPENDENCES, values)]

    def unresolved_counts(self, names: Iterable[str]) -> list[UnresolvedCount]:
        """Count the unresolved references with one of these names, by where they stand and by kind."""
        return [UnresolvedCount(*row) for row in self._rows(_UNRESOLVED_COUNTS, list(set(names)))]

    def unresolved_named(
        self, name: str, source_ids: Iterable[int], languages: Iterable[str | None], kinds: Iterable[str], limit: int
    ) -> list[StoredReference]:
        """Return the unresolved references with a name, of these kinds, in files of these sources and languages."""
        spoken = [language or "" for language in languages]
        values = {"name": name, "sources": list(source_ids), "languages": spoken, "kinds": list(kinds), "limit": limit}
        return [StoredReference(*row) for row in self._rows(_UNRESOLVED_NAMED, values)]

    def unresolved(self, entity_ids: Iterable[int], limit: int) -> list[StoredReference]:
        """Return unresolved references made by these entities."""
        return [StoredReference(*row) for row in self._rows(_UNRESOLVED, list(entity_ids), limit)]
