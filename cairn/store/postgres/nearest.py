"""What is near a vector: part of PostgresReader."""

from __future__ import annotations

from cairn.store.embedding import Near, Part, StoredModel
from cairn.store.postgres.rows import Rows
from cairn.store.postgres.vectors import halves
from cairn.store.stored import Scope

# One text may stand in many places: of each so many are named.
_PLACES = 4
_WIDTH_BYTES = 4
# So many are looked at in the index, at least: what that finds of the 50 nearest, and in what time, is in docs/enterprise.md.
# More are needed where only some may be seen. What comes a little out of order is put in order below: to leave it out, as
# `strict_order` does, costs a tenth of what is found.
_LOOKED_AT, _LOOKED_AT_IN_SOME = 120, 400
_SETTINGS = "SET LOCAL hnsw.ef_search = {looked_at}; SET LOCAL hnsw.iterative_scan = relaxed_order"

# The numbers of the model and of the part are put in: an index for some rows alone is used where a statement names them.
_NEAREST = """
SELECT owner.id, near.distance
FROM (
    SELECT id, value <-> %(value)s::halfvec AS distance
    FROM vector_value
    WHERE model_id = {model} AND part = {part} {scope}
    ORDER BY value <-> %(value)s::halfvec
    LIMIT %(limit)s
) AS near
CROSS JOIN LATERAL ({owners}) AS owner
ORDER BY near.distance, near.id, owner.id
LIMIT %(limit)s
"""
_CHUNKS = """
    SELECT chunk.id
    FROM chunk_vector
    JOIN chunk ON chunk.id = chunk_vector.chunk_id
    WHERE chunk_vector.vector_id = {vector} {scope}
"""
_CHUNK_SCOPE = """
    AND (%(files)s::bigint[] IS NULL OR chunk.file_id IN (SELECT unnest(%(files)s::bigint[])))
    AND (%(kind)s::text IS NULL OR (SELECT kind FROM entity WHERE entity.id = chunk.entity_id) = %(kind)s)
    AND (%(tag)s::text IS NULL OR EXISTS (
        SELECT 1
        FROM entity_tag
        JOIN entity ON entity.id = entity_tag.entity_id
        WHERE entity_tag.tag = %(tag)s AND entity.file_id = chunk.file_id
            AND entity.start_line <= chunk.end_line AND entity.end_line >= chunk.start_line))
"""
_ENTITIES = """
    SELECT entity.id
    FROM entity_vector
    JOIN entity ON entity.id = entity_vector.entity_id
    WHERE entity_vector.vector_id = {vector} {scope}
"""
_ENTITY_SCOPE = """
    AND (%(files)s::bigint[] IS NULL OR entity.file_id IN (SELECT unnest(%(files)s::bigint[])))
    AND (%(kind)s::text IS NULL OR entity.kind = %(kind)s)
    AND (%(tag)s::text IS NULL OR EXISTS (SELECT 1 FROM entity_tag WHERE tag = %(tag)s AND entity_id = entity.id))
"""
_OWNERS = {Part.CHUNK: (_CHUNKS, _CHUNK_SCOPE), Part.ENTITY: (_ENTITIES, _ENTITY_SCOPE)}
_MODELS = "SELECT id, name, width, probe FROM embedding_model ORDER BY id DESC"
_COUNTS = """
SELECT chunk.source_id, count(*)
FROM chunk_vector
JOIN chunk ON chunk.id = chunk_vector.chunk_id
GROUP BY 1
"""
_COVERAGE = "SELECT source_id, model_id, chunks FROM vector_coverage"


class Nearest(Rows):
    """Reads of vectors."""

    def models(self) -> list[StoredModel]:
        """Return the models that gave vectors, the newest first."""
        return [StoredModel(*row) for row in self._rows(_MODELS)]

    def vector_counts(self) -> dict[int, int]:
        """Return how many chunks of each source, by its id, have a vector."""
        return dict(self._rows(_COUNTS))

    def coverage(self) -> dict[int, tuple[int, int]]:
        """Return for each source, by its id, the model that its last vectors are of, and how many chunks have one."""
        return {source_id: (model_id, chunks) for source_id, model_id, chunks in self._rows(_COVERAGE)}

    def nearest(self, part: Part, model: StoredModel, vector: bytes, limit: int, scope: Scope) -> list[Near]:
        """Return the chunks or entities of a scope that are nearest to a vector of the same model, nearest first."""
        owners, narrowed = _OWNERS[part]
        is_all = scope.file_ids is None and scope.entity_kind is None and scope.tag is None
        inside = "" if is_all else f"AND EXISTS ({owners.format(vector='vector_value.id', scope=narrowed)})"
        places = owners.format(vector="near.id", scope="" if is_all else narrowed) + f" ORDER BY 1 LIMIT {_PLACES}"
        values = {
            "value": halves(vector[: model.width * _WIDTH_BYTES]),
            "limit": limit,
            "files": None if scope.file_ids is None else list(scope.file_ids),
            "kind": scope.entity_kind,
            "tag": scope.tag,
        }
        self._rows(_SETTINGS.format(looked_at=_LOOKED_AT if is_all else _LOOKED_AT_IN_SOME))
        statement = _NEAREST.format(model=int(model.id), part=int(part), scope=inside, owners=places)
        return [Near(*row) for row in self._rows(statement, values)]
