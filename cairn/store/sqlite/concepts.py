"""Concepts from prose, as the one writer sees them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cairn.store.concepts import VIA, ConceptRow, ProseFile, StoredConcept, StoredEdge

if TYPE_CHECKING:
    import apsw


class SqliteConcepts:
    """`ConceptWriter` over the writer's connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def stored(self, source_id: int) -> list[StoredConcept]:
        """Return the concepts of a source, by path and place in the file."""
        tags: dict[int, list[str]] = {}
        for entity_id, tag in self._all(_SELECT_TAGS, (source_id,)):
            tags.setdefault(entity_id, []).append(tag)
        edges: dict[int, list[StoredEdge]] = {}
        for entity_id, *edge in self._all(_SELECT_EDGES, (source_id, VIA)):
            edges.setdefault(entity_id, []).append(StoredEdge(*edge))
        rows = self._all(_SELECT_STORED, (source_id,))
        return [
            StoredConcept(path, name, anchor, line, doc, tags.get(entity_id, ()), edges.get(entity_id, ()))
            for entity_id, path, name, anchor, line, doc in rows
        ]

    def kept_answers(self, source_id: int) -> dict[bytes, str]:
        """Return all answers of the model that are kept for a source, by the key of what was asked."""
        if not self._has_answers():
            return {}
        return dict(self._all("SELECT key, answer FROM doc_extract WHERE source_id = ?", (source_id,)))

    def places(self, source_id: int, paths: Collection[str]) -> dict[tuple[str, str], int]:
        """Return the entities of some files of a source, by path and anchor."""
        rows = self._all(_SELECT_PLACES, (source_id, json.dumps(sorted(paths))))
        return {(path, anchor): entity_id for path, anchor, entity_id in rows}

    def prose_files(self, source_id: int, languages: Collection[str]) -> list[ProseFile]:
        """Return the files of a source in these languages, by path."""
        return [ProseFile(*row) for row in self._all(_SELECT_FILES, (source_id, json.dumps(sorted(languages))))]

    def answers(self, keys: Iterable[bytes]) -> dict[bytes, str]:
        """Return the model's answers that are known, by the key of what was asked."""
        if not self._has_answers():
            return {}
        return {key: answer for key in keys for (answer,) in self._all(_SELECT_ANSWER, (key,))}

    def keep_answer(self, source_id: int, key: bytes, answer: str) -> None:
        """Keep an answer for a source; the first one makes the table, as an index in other tiers needs none."""
        self._all(_CREATE_ANSWERS)
        self._all("INSERT OR REPLACE INTO doc_extract (key, source_id, answer) VALUES (?, ?, ?)", (key, source_id, answer))

    def drop_answers(self, source_id: int, used: Collection[bytes]) -> None:
        """Forget the answers of a source but these, and those of sources that are gone."""
        if self._has_answers():
            kept = {*used}
            for (key,) in self._all("SELECT key FROM doc_extract WHERE source_id = ?", (source_id,)):
                if key not in kept:
                    self._all("DELETE FROM doc_extract WHERE key = ? AND source_id = ?", (key, source_id))
            self._all("DELETE FROM doc_extract WHERE source_id NOT IN (SELECT id FROM source)")

    def named(self, source_id: int, name: str) -> list[int]:
        """Return the definitions of a source with this name or qualified name, and the files at this path; no concepts."""
        last = name.replace("::", ".").rpartition(".")[2]
        return [row[0] for row in self._all(_SELECT_NAMED, (source_id, name, last))]

    def replace(self, source_id: int, rows: Sequence[ConceptRow]) -> None:
        """Make these the concepts of a source; one that stays keeps its identity."""
        old = {(file_id, anchor): entity_id for entity_id, file_id, anchor in self._all(_SELECT_OLD, (source_id,))}
        for statement in _CLEAR:
            self._all(statement, (source_id,))
        ((next_id,),) = self._all(_NEXT_ID)
        for row in rows:
            entity_id = old.get((row.file_id, row.anchor))
            if entity_id is None:
                entity_id, next_id = next_id, next_id + 1
            self._insert(source_id, entity_id, row)

    def _insert(self, source_id: int, entity_id: int, row: ConceptRow) -> None:
        ((ordinal, module_id),) = self._all(_PLACE, (row.file_id,))
        values = (entity_id, source_id, row.file_id, ordinal, module_id, row.name, row.name, row.anchor)
        self._all(_INSERT_CONCEPT, (*values, row.line, row.line, row.line, row.doc))
        for tag in dict.fromkeys(row.tags):
            self._all("INSERT INTO entity_tag (tag, entity_id) VALUES (?, ?)", (tag, entity_id))
        for edge in row.edges:
            self._all(_INSERT_EDGE, (source_id, edge.kind, entity_id, edge.dst, edge.confidence, VIA, str(row.line)))

    def _has_answers(self) -> bool:
        return self._connection.table_exists("main", "doc_extract")

    def _all(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()


_SELECT_STORED = """
    SELECT entity.id, file.path, entity.name, entity.anchor, entity.start_line, entity.doc
    FROM entity
    JOIN file ON file.id = entity.file_id
    WHERE entity.source_id = ? AND entity.kind = 'concept'
    ORDER BY file.path, entity.ordinal
"""
_SELECT_TAGS = """
    SELECT entity.id, entity_tag.tag
    FROM entity
    JOIN entity_tag ON entity_tag.entity_id = entity.id
    WHERE entity.source_id = ? AND entity.kind = 'concept'
    ORDER BY entity_tag.tag
"""
_SELECT_EDGES = """
    SELECT edge.src, edge.kind, file.path, target.anchor, edge.confidence
    FROM entity
    JOIN edge ON edge.src = entity.id
    JOIN entity AS target ON target.id = edge.dst
    JOIN file ON file.id = target.file_id
    WHERE entity.source_id = ? AND entity.kind = 'concept' AND edge.via = ?
    ORDER BY edge.kind, file.path, target.ordinal
"""
_SELECT_PLACES = """
    SELECT file.path, entity.anchor, entity.id
    FROM file
    JOIN entity ON entity.file_id = file.id
    WHERE file.source_id = ? AND file.path IN (SELECT value FROM json_each(?))
"""
_CREATE_ANSWERS = """
    CREATE TABLE IF NOT EXISTS doc_extract (
        key BLOB NOT NULL,                   -- of the model, the instructions and the text
        source_id INTEGER NOT NULL,
        answer TEXT NOT NULL,                -- JSON
        PRIMARY KEY (key, source_id)
    ) WITHOUT ROWID
"""
_SELECT_ANSWER = "SELECT answer FROM doc_extract WHERE key = ? LIMIT 1"
_SELECT_FILES = """
    SELECT id, path
    FROM file
    WHERE source_id = ? AND language IN (SELECT value FROM json_each(?))
    ORDER BY path
"""
_SELECT_NAMED = """
    SELECT entity.id
    FROM entity
    JOIN file ON file.id = entity.file_id
    WHERE entity.source_id = ?1 AND entity.kind NOT IN ('concept', 'section')
        AND ((entity.name = ?3 COLLATE NOCASE AND (entity.name = ?2 OR entity.qualname = ?2 OR entity.anchor = ?2))
            OR (entity.ordinal = 0 AND file.path = ?2))
    ORDER BY entity.id
"""
_SELECT_OLD = "SELECT id, file_id, anchor FROM entity WHERE source_id = ? AND kind = 'concept'"
_CONCEPTS = "SELECT id FROM entity WHERE source_id = ? AND kind = 'concept'"
_CLEAR = (
    f"DELETE FROM edge WHERE src IN ({_CONCEPTS})",  # noqa: S608 - our own constant, here and below
    f"DELETE FROM edge WHERE dst IN ({_CONCEPTS})",  # noqa: S608
    f"DELETE FROM entity_tag WHERE entity_id IN ({_CONCEPTS})",  # noqa: S608
    "DELETE FROM entity WHERE source_id = ? AND kind = 'concept'",
)
_NEXT_ID = "SELECT 1 + max(coalesce((SELECT max(id) FROM entity), 0), coalesce((SELECT max(id) FROM dropped), 0))"
_PLACE = "SELECT max(ordinal) + 1, min(CASE WHEN ordinal = 0 THEN id END) FROM entity WHERE file_id = ?"
_INSERT_CONCEPT = """
    INSERT INTO entity
        (id, source_id, file_id, ordinal, parent_id, kind, name, qualname, anchor,
         start_line, end_line, name_line, start_byte, end_byte, signature, doc, exported)
    VALUES (?, ?, ?, ?, ?, 'concept', ?, ?, ?, ?, ?, ?, 0, 0, '', ?, 1)
"""
_INSERT_EDGE = """
    INSERT OR IGNORE INTO edge (source_id, kind, src, dst, confidence, via, sites)
    VALUES (?, ?, ?, ?, ?, ?, ?)
"""
