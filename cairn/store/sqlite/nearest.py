"""What is near a vector: part of SqliteReader. sqlite-vec, which compares vectors, is loaded when it is first needed."""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any

from cairn.store.embedding import Near, Part, StoredModel, VectorsUnavailableError
from cairn.store.sqlite.nearby import array
from cairn.store.sqlite.vectors import SKETCHED_WIDTH, has_vectors, id_range, sketch_of
from cairn.store.stored import Scope

if TYPE_CHECKING:
    import apsw

# Of the nearest by signs so many are compared by their numbers: finds .99 of the 50 nearest among 100,000 (docs/performance.md).
_RESCORED = 800
# One text may stand in many places: of each so many are named.
_PLACES = 4
_WIDTH_BYTES = 4

# Scanning the vectors themselves reads a quarter of the index for narrow ones, and all of it for wide ones, which have signs.
_NARROW = """
SELECT id, vec_distance_L2(value, :value)
FROM vector
WHERE id BETWEEN :first AND :last {scope}
ORDER BY 2, 1
LIMIT :limit
"""
_WIDE = f"""
WITH candidate AS MATERIALIZED (
    SELECT vector_id AS id
    FROM vector_sketch
    WHERE vector_id BETWEEN :first AND :last {{scope}}
    ORDER BY vec_distance_hamming(vec_bit(bits), vec_bit(:bits)), vector_id
    LIMIT {_RESCORED}
)
SELECT id, vec_distance_L2(value, :value)
FROM candidate
CROSS JOIN vector USING (id)
ORDER BY 2, 1
LIMIT :limit
"""  # noqa: S608 - our own constants
_CHUNK_SCOPE = """
AND {id} IN (
    SELECT chunk_vector.vector_id
    FROM chunk
    JOIN chunk_vector ON chunk_vector.chunk_id = chunk.id
    WHERE (:files IS NULL OR chunk.file_id IN (SELECT value FROM json_each(:files)))
        AND (:kind IS NULL OR (SELECT kind FROM entity WHERE entity.id = chunk.entity_id) = :kind)
        AND (:tag IS NULL OR EXISTS (
            SELECT 1
            FROM entity_tag
            JOIN entity ON entity.id = entity_tag.entity_id
            WHERE entity_tag.tag = :tag AND entity.file_id = chunk.file_id
                AND entity.start_line <= chunk.end_line AND entity.end_line >= chunk.start_line)))
"""
_ENTITY_SCOPE = """
AND {id} IN (
    SELECT entity_vector.vector_id
    FROM entity
    JOIN entity_vector ON entity_vector.entity_id = entity.id
    WHERE (:files IS NULL OR entity.file_id IN (SELECT value FROM json_each(:files)))
        AND (:kind IS NULL OR entity.kind = :kind)
        AND (:tag IS NULL OR EXISTS (SELECT 1 FROM entity_tag WHERE tag = :tag AND entity_id = entity.id)))
"""
_SCOPES = {Part.CHUNK: _CHUNK_SCOPE, Part.ENTITY: _ENTITY_SCOPE}
_OWNERS = {
    Part.CHUNK: """
SELECT chunk.id
FROM chunk_vector
JOIN chunk ON chunk.id = chunk_vector.chunk_id
WHERE chunk_vector.vector_id = ?1
    AND (?2 IS NULL OR chunk.file_id IN (SELECT value FROM json_each(?2)))
ORDER BY chunk.id
LIMIT ?3
""",
    Part.ENTITY: """
SELECT entity.id
FROM entity_vector
JOIN entity ON entity.id = entity_vector.entity_id
WHERE entity_vector.vector_id = ?1
    AND (?2 IS NULL OR entity.file_id IN (SELECT value FROM json_each(?2)))
ORDER BY entity.id
LIMIT ?3
""",
}
_MODELS = "SELECT id, name, width, probe FROM embedding_model ORDER BY id DESC"
_COUNTS = """
SELECT file.source_id, count(*)
FROM chunk_vector
JOIN chunk ON chunk.id = chunk_vector.chunk_id
JOIN file ON file.id = chunk.file_id
GROUP BY 1
"""
_COVERAGE = "SELECT source_id, model_id, chunks FROM vector_coverage"

_lock = threading.Lock()
_loaded: weakref.WeakSet[apsw.Connection] = weakref.WeakSet()


class Nearest:
    """Reads of vectors."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def models(self) -> list[StoredModel]:
        """Return the models that gave vectors, the newest first."""
        return [StoredModel(*row) for row in self._if_any(_MODELS)]

    def vector_counts(self) -> dict[int, int]:
        """Return how many chunks of each source, by its id, have a vector."""
        return dict(self._if_any(_COUNTS))

    def coverage(self) -> dict[int, tuple[int, int]]:
        """Return for each source, by its id, the model that its last vectors are of, and how many chunks have one."""
        return {source_id: (model_id, chunks) for source_id, model_id, chunks in self._if_any(_COVERAGE)}

    def nearest(self, part: Part, model: StoredModel, vector: bytes, limit: int, scope: Scope) -> list[Near]:
        """Return the chunks or entities of a scope that are nearest to a vector of the same model, nearest first.

        Raises:
            VectorsUnavailableError: there is no sqlite-vec for this system.
        """
        _load(self._connection)
        value = vector[: model.width * _WIDTH_BYTES]
        is_wide = model.width >= SKETCHED_WIDTH
        is_all = scope.file_ids is None and scope.entity_kind is None and scope.tag is None
        statement = _WIDE if is_wide else _NARROW
        first, last = id_range(model.id, part)
        files = None if scope.file_ids is None else array(scope.file_ids)
        values = {
            "first": first,
            "last": last,
            "value": value,
            "limit": limit,
            "bits": sketch_of(value) if is_wide else None,
            "files": files,
            "kind": scope.entity_kind,
            "tag": scope.tag,
        }
        narrowed = "" if is_all else _SCOPES[part].format(id="vector_id" if is_wide else "id")
        found: list[Near] = []
        rows: list[Any] = self._connection.execute(statement.format(scope=narrowed), values).fetchall()
        for vector_id, distance in rows:
            owners: list[Any] = self._connection.execute(_OWNERS[part], (vector_id, files, _PLACES)).fetchall()
            found.extend(Near(owner, distance) for (owner,) in owners)
        return found[:limit]

    def _if_any(self, statement: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(statement).fetchall() if has_vectors(self._connection) else []


def load_vec(connection: apsw.Connection) -> None:
    """Load sqlite-vec; raises ImportError, OSError, AttributeError or apsw.Error where that cannot be."""
    import sqlite_vec  # type: ignore[import-untyped]  # it has no types

    connection.enable_load_extension(True)
    try:
        connection.load_extension(sqlite_vec.loadable_path())
    finally:
        connection.enable_load_extension(False)


def _load(connection: apsw.Connection) -> None:
    """Give a connection the functions of sqlite-vec."""
    with _lock:
        if connection in _loaded:
            return
    import apsw

    try:
        load_vec(connection)
    except (ImportError, OSError, AttributeError, apsw.Error) as exc:
        raise VectorsUnavailableError(
            f"vectors cannot be compared here, as sqlite-vec does not load ({' '.join(str(exc).split())}): answered from text"
        ) from exc
    with _lock:
        _loaded.add(connection)
