"""Concepts from prose, as a writer sees them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from cairn.store.concepts import VIA, ConceptRow, ProseFile, StoredConcept, StoredEdge
from cairn.store.postgres.ids import IdBlocks
from cairn.store.postgres.rows import Rows, Session
from cairn.store.postgres.spellings import Spellings


class KnownConcepts(Rows):
    """`ConceptState` over any connection."""

    def stored(self, source_id: int) -> list[StoredConcept]:
        """Return the concepts of a source, by path and place in the file."""
        tags: dict[int, list[str]] = {}
        for entity_id, tag in self._rows(_SELECT_TAGS, source_id):
            tags.setdefault(entity_id, []).append(tag)
        edges: dict[int, list[StoredEdge]] = {}
        for entity_id, *edge in self._rows(_SELECT_EDGES, source_id, VIA):
            edges.setdefault(entity_id, []).append(StoredEdge(*edge))
        rows = self._rows(_SELECT_STORED, source_id)
        return [
            StoredConcept(path, name, anchor, line, doc, tags.get(entity_id, ()), edges.get(entity_id, ()))
            for entity_id, path, name, anchor, line, doc in rows
        ]

    def kept_answers(self, source_id: int) -> dict[bytes, str]:
        """Return all answers of the model that are kept for a source, by the key of what was asked."""
        return dict(self._rows("SELECT key, answer FROM doc_extract WHERE source_id = %s", source_id))


class PostgresConcepts(KnownConcepts):
    """`ConceptWriter` over a writer's connection."""

    def __init__(self, session: Session, ids: IdBlocks, spellings: Spellings) -> None:
        super().__init__(session)
        self._ids = ids
        self._spellings = spellings

    def prose_files(self, source_id: int, languages: Collection[str]) -> list[ProseFile]:
        """Return the files of a source in these languages, by path."""
        return [ProseFile(*row) for row in self._rows(_SELECT_FILES, source_id, list(languages))]

    def answers(self, keys: Iterable[bytes]) -> dict[bytes, str]:
        """Return the model's answers that are known, by the key of what was asked."""
        return dict(self._rows("SELECT key, answer FROM doc_extract WHERE key = ANY(%s::bytea[])", list(keys)))

    def keep_answer(self, source_id: int, key: bytes, answer: str) -> None:
        """Keep an answer for a source."""
        self._rows(_KEEP_ANSWER, key, source_id, answer)

    def drop_answers(self, source_id: int, used: Collection[bytes]) -> None:
        """Forget the answers of a source but these, and those of sources that are gone."""
        self._rows("DELETE FROM doc_extract WHERE source_id = %s AND key <> ALL(%s::bytea[])", source_id, list(used))
        self._rows("DELETE FROM doc_extract WHERE source_id NOT IN (SELECT id FROM source)")

    def named(self, source_id: int, name: str) -> list[int]:
        """Return the definitions of a source with this name or qualified name, and the files at this path; no concepts."""
        last = name.replace("::", ".").rpartition(".")[2]
        return [row[0] for row in self._rows(_SELECT_NAMED, {"source": source_id, "name": name, "last": last})]

    def places(self, source_id: int, paths: Collection[str]) -> dict[tuple[str, str], int]:
        """Return the entities of some files of a source, by path and anchor."""
        rows = self._rows(_SELECT_PLACES, source_id, list(paths))
        return {(path, anchor): entity_id for path, anchor, entity_id in rows}

    def replace(self, source_id: int, rows: Sequence[ConceptRow]) -> None:
        """Make these the concepts of a source; one that stays keeps its identity."""
        old = {(file_id, anchor): entity_id for entity_id, file_id, anchor in self._rows(_SELECT_OLD, source_id)}
        for statement in _CLEAR:
            self._rows(statement, source_id)
        self._spellings.note(source_id, (row.name for row in rows))
        for row in rows:
            entity_id = old.get((row.file_id, row.anchor))
            self._insert(source_id, self._ids.take("entity", 1)[0] if entity_id is None else entity_id, row)

    def _insert(self, source_id: int, entity_id: int, row: ConceptRow) -> None:
        ((ordinal, module_id),) = self._rows(_PLACE, row.file_id)
        values = (entity_id, source_id, row.file_id, ordinal, module_id, row.name, row.name, row.anchor)
        self._rows(_INSERT_CONCEPT, *values, row.line, row.line, row.line, row.doc)
        for tag in dict.fromkeys(row.tags):
            self._rows("INSERT INTO entity_tag (tag, entity_id, source_id) VALUES (%s, %s, %s)", tag, entity_id, source_id)
        for edge in row.edges:
            self._rows(_INSERT_EDGE, source_id, edge.kind, entity_id, edge.confidence, VIA, str(row.line), edge.dst)


_SELECT_STORED = """
    SELECT entity.id, file.path, entity.name, entity.anchor, entity.start_line, entity.doc
    FROM entity
    JOIN file ON file.id = entity.file_id
    WHERE entity.source_id = %s AND entity.kind = 'concept'
    ORDER BY file.path, entity.ordinal
"""
_SELECT_TAGS = """
    SELECT entity.id, entity_tag.tag
    FROM entity
    JOIN entity_tag ON entity_tag.entity_id = entity.id
    WHERE entity.source_id = %s AND entity.kind = 'concept'
    ORDER BY entity_tag.tag
"""
_SELECT_EDGES = """
    SELECT edge.src, edge.kind, file.path, target.anchor, edge.confidence
    FROM entity
    JOIN edge ON edge.src = entity.id
    JOIN entity AS target ON target.id = edge.dst
    JOIN file ON file.id = target.file_id
    WHERE entity.source_id = %s AND entity.kind = 'concept' AND edge.via = %s
    ORDER BY edge.kind, file.path, target.ordinal
"""
_SELECT_PLACES = """
    SELECT file.path, entity.anchor, entity.id
    FROM file
    JOIN entity ON entity.file_id = file.id
    WHERE file.source_id = %s AND file.path = ANY(%s::text[])
"""
_KEEP_ANSWER = """
    INSERT INTO doc_extract (key, source_id, answer)
    VALUES (%s, %s, %s)
    ON CONFLICT (key, source_id) DO UPDATE SET answer = excluded.answer
"""
_SELECT_FILES = "SELECT id, path FROM file WHERE source_id = %s AND language = ANY(%s::text[]) ORDER BY path"
_SELECT_NAMED = """
    SELECT entity.id
    FROM entity
    JOIN file ON file.id = entity.file_id
    WHERE entity.source_id = %(source)s AND entity.kind NOT IN ('concept', 'section')
        AND ((entity.name_key = lower(left(%(last)s::text COLLATE "C", 200))
                AND (entity.name = %(name)s OR entity.qualname = %(name)s OR entity.anchor = %(name)s))
            OR (entity.ordinal = 0 AND file.path = %(name)s))
    ORDER BY entity.id
"""
_SELECT_OLD = "SELECT id, file_id, anchor FROM entity WHERE source_id = %s AND kind = 'concept'"
_CONCEPTS = "SELECT id FROM entity WHERE source_id = %s AND kind = 'concept'"
_CLEAR = (
    f"DELETE FROM edge WHERE src IN ({_CONCEPTS})",  # noqa: S608 - our own constant, here and below
    f"DELETE FROM edge WHERE dst IN ({_CONCEPTS})",  # noqa: S608
    f"DELETE FROM entity_tag WHERE entity_id IN ({_CONCEPTS})",  # noqa: S608
    "DELETE FROM entity WHERE source_id = %s AND kind = 'concept'",
)
_PLACE = "SELECT max(ordinal) + 1, min(CASE WHEN ordinal = 0 THEN id END) FROM entity WHERE file_id = %s"
_INSERT_CONCEPT = """
    INSERT INTO entity
        (id, source_id, file_id, ordinal, parent_id, kind, name, qualname, anchor,
         start_line, end_line, name_line, start_byte, end_byte, signature, doc, exported)
    VALUES (%s, %s, %s, %s, %s, 'concept', %s, %s, %s, %s, %s, %s, 0, 0, '', %s, true)
"""
_INSERT_EDGE = """
    INSERT INTO edge (source_id, kind, src, confidence, via, sites, dst, dst_source)
    SELECT %s, %s, %s, %s, %s, %s, entity.id, entity.source_id
    FROM entity
    WHERE id = %s
    ON CONFLICT (src, kind, dst) DO NOTHING
"""
