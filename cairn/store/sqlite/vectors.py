"""Vectors, as the one writer sees them. Nothing here needs sqlite-vec: only searching does."""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cairn.store.embedding import ChunkPlace, EntityText, Part, StoredModel

if TYPE_CHECKING:
    import apsw

# From this width on signs tell enough for a first choice; narrower vectors are read whole, which costs no more.
SKETCHED_WIDTH = 768
_BYTES = 4
_FULL_BYTES = 1024 * _BYTES
_MODEL_SHIFT, _PART_SHIFT = 48, 40


def id_range(model_id: int, part: Part) -> tuple[int, int]:
    """The least and the greatest id that a vector of a model and a part may have."""
    first = (model_id << _MODEL_SHIFT) + (part << _PART_SHIFT)
    return first, first + (1 << _PART_SHIFT) - 1


def sketch_of(value: bytes) -> bytes:
    """The signs of a vector, the first in the lowest bit, as sqlite-vec compares them."""
    signs = "".join(["1" if number > 0 else "0" for number in reversed(array("f", value))])
    return int(signs, 2).to_bytes(len(signs) // 8, "little")


def has_vectors(connection: apsw.Connection) -> bool:
    """Whether an index ever had a vector."""
    return connection.table_exists("main", "vector")


class SqliteVectors:
    """`VectorWriter` over the writer's connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def models(self) -> list[StoredModel]:
        """Return the models that gave vectors, the newest first."""
        if not has_vectors(self._connection):
            return []
        return [StoredModel(*row) for row in self._all(_SELECT_MODELS)]

    def add_model(self, name: str, width: int, probe: bytes) -> StoredModel:
        """Record a model; the first one makes the tables."""
        if not has_vectors(self._connection):
            import importlib.resources  # takes longer than a search

            script = importlib.resources.files("cairn.store.sqlite") / "vectors.sql"
            self._all(script.read_text("utf-8"))
        ((model_id,),) = self._all(_INSERT_MODEL, (name, width, probe))
        return StoredModel(model_id, name, width, probe)

    def missing_chunks(self, source_id: int, model_id: int | None) -> list[ChunkPlace]:
        """Return the chunks of a source without a vector of a model (of None: all), by file."""
        first, last = (1, 0) if model_id is None else id_range(model_id, Part.CHUNK)
        statement = _MISSING_CHUNKS if has_vectors(self._connection) else _ALL_CHUNKS
        return [ChunkPlace(*row) for row in self._all(statement, (source_id, first, last))]

    def missing_entities(self, source_id: int, model_id: int | None, kinds: Sequence[str]) -> list[EntityText]:
        """Return the entities of these kinds without a vector of a model (of None: all), by file."""
        first, last = (1, 0) if model_id is None else id_range(model_id, Part.ENTITY)
        statement = _MISSING_ENTITIES if has_vectors(self._connection) else _ALL_ENTITIES
        return [EntityText(*row) for row in self._all(statement, (source_id, first, last, json.dumps(list(kinds))))]

    def file_text(self, file_id: int) -> tuple[str, bytes]:
        """Return the path and the text, in UTF-8, of a file."""
        for path, text in self._all(_SELECT_TEXT, (file_id,)):
            return path, zlib.decompress(text)
        return "", b""

    def known(self, keys: Iterable[bytes]) -> dict[bytes, int]:
        """Return the ids of the vectors with these keys, where there are such."""
        found: dict[bytes, int] = {}
        for key in keys:
            for (vector_id,) in self._all(_SELECT_KEY, (key,)):
                found[key] = vector_id
        return found

    def values(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the vectors with these keys, where there are such; each of 1024 numbers."""
        if not has_vectors(self._connection):
            return {}
        return {key: value.ljust(_FULL_BYTES, b"\0") for key in keys for (value,) in self._all(_SELECT_VALUE, (key,))}

    def put(self, model: StoredModel, part: Part, rows: Sequence[tuple[bytes, bytes]]) -> dict[bytes, int]:
        """Store vectors by key; returns their ids."""
        first, last = id_range(model.id, part)
        ((newest,),) = self._all(_MAX_VECTOR, (first, last))
        ids = dict(zip((key for key, _ in rows), range((newest or first) + 1, last), strict=False))
        size = model.width * _BYTES
        values = [(ids[key], key, value[:size]) for key, value in rows]
        self._run(_INSERT_VECTOR, values)
        if model.width >= SKETCHED_WIDTH:
            self._run(_INSERT_SKETCH, [(vector_id, sketch_of(value)) for vector_id, _, value in values])
        return ids

    def assign(self, part: Part, rows: Iterable[tuple[int, int]]) -> None:
        """Give chunks or entities (id, id of a vector) their vectors."""
        self._run(_ASSIGN[part], list(rows))

    def cover(self, source_id: int, model_id: int) -> int:
        """Record how many chunks of a source have a vector of a model; returns it."""
        ((count,),) = self._all(_COUNT_COVERED, (source_id, *id_range(model_id, Part.CHUNK)))
        self._all(_PUT_COVERAGE, (source_id, model_id, count))
        return int(count)

    def drop_unused(self) -> None:
        """Delete the vectors that no chunk and no entity has, and models without vectors."""
        if has_vectors(self._connection):
            for statement in _DROP_UNUSED:
                self._all(statement)

    def _all(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()

    def _run(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        for _ in self._connection.executemany(sql, rows):
            pass


_SELECT_MODELS = "SELECT id, name, width, probe FROM embedding_model ORDER BY id DESC"
_INSERT_MODEL = "INSERT INTO embedding_model (name, width, probe) VALUES (?, ?, ?) RETURNING id"
_CHUNK_COLUMNS = """
    SELECT chunk.id, chunk.file_id, chunk.start_byte, chunk.end_byte, coalesce(entity.qualname, ''), coalesce((
        SELECT group_concat(name, ' ')
        FROM (
            SELECT name
            FROM entity AS own
            WHERE own.file_id = chunk.file_id AND own.kind != 'concept'
                AND own.name_line BETWEEN chunk.start_line AND chunk.end_line
            ORDER BY own.ordinal
        )
    ), '')
    FROM file
    JOIN chunk ON chunk.file_id = file.id
    LEFT JOIN entity ON entity.id = chunk.entity_id
"""
# `?2` and `?3` are the range of the model's ids; without the tables they are only named, so that both take the same values.
_ALL_CHUNKS = f"{_CHUNK_COLUMNS} WHERE file.source_id = ?1 AND ?2 = ?2 AND ?3 = ?3 ORDER BY file.path, chunk.ordinal"
_MISSING_CHUNKS = f"""
    {_CHUNK_COLUMNS}
    LEFT JOIN chunk_vector ON chunk_vector.chunk_id = chunk.id
    WHERE file.source_id = ?1 AND coalesce(chunk_vector.vector_id NOT BETWEEN ?2 AND ?3, 1)
    ORDER BY file.path, chunk.ordinal
"""
_ENTITY_COLUMNS = """
    SELECT entity.id, entity.kind, entity.qualname, entity.signature, entity.doc, file.path
    FROM file
    JOIN entity ON entity.file_id = file.id
"""
_ALL_ENTITIES = f"""
    {_ENTITY_COLUMNS}
    WHERE file.source_id = ?1 AND ?2 = ?2 AND ?3 = ?3 AND entity.kind IN (SELECT value FROM json_each(?4))
    ORDER BY file.path, entity.ordinal
"""  # noqa: S608 - our own constants
_MISSING_ENTITIES = f"""
    {_ENTITY_COLUMNS}
    LEFT JOIN entity_vector ON entity_vector.entity_id = entity.id
    WHERE file.source_id = ?1 AND entity.kind IN (SELECT value FROM json_each(?4))
        AND coalesce(entity_vector.vector_id NOT BETWEEN ?2 AND ?3, 1)
    ORDER BY file.path, entity.ordinal
"""  # noqa: S608 - our own constants
_SELECT_TEXT = "SELECT file.path, content.text FROM file JOIN content ON content.file_id = file.id WHERE file.id = ?"
_SELECT_VALUE = "SELECT value FROM vector WHERE key = ?"
_SELECT_KEY = "SELECT id FROM vector WHERE key = ?"
_MAX_VECTOR = "SELECT max(id) FROM vector WHERE id BETWEEN ? AND ?"
_INSERT_VECTOR = "INSERT INTO vector (id, key, value) VALUES (?, ?, ?)"
_INSERT_SKETCH = "INSERT INTO vector_sketch (vector_id, bits) VALUES (?, ?)"
_ASSIGN = {
    Part.CHUNK: "INSERT OR REPLACE INTO chunk_vector (chunk_id, vector_id) VALUES (?, ?)",
    Part.ENTITY: "INSERT OR REPLACE INTO entity_vector (entity_id, vector_id) VALUES (?, ?)",
}
_COUNT_COVERED = """
    SELECT count(*)
    FROM file
    JOIN chunk ON chunk.file_id = file.id
    JOIN chunk_vector ON chunk_vector.chunk_id = chunk.id
    WHERE file.source_id = ? AND chunk_vector.vector_id BETWEEN ? AND ?
"""
_PUT_COVERAGE = "INSERT OR REPLACE INTO vector_coverage (source_id, model_id, chunks) VALUES (?, ?, ?)"
_DROP_UNUSED = (
    """
    DELETE FROM vector
    WHERE NOT EXISTS (SELECT 1 FROM chunk_vector WHERE vector_id = vector.id)
        AND NOT EXISTS (SELECT 1 FROM entity_vector WHERE vector_id = vector.id)
    """,
    """
    DELETE FROM embedding_model
    WHERE NOT EXISTS (SELECT 1 FROM vector WHERE id BETWEEN embedding_model.id << 48 AND (embedding_model.id + 1 << 48) - 1)
    """,
)
