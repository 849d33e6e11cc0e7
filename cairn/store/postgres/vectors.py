"""Vectors, as a writer sees them: numbers of 16 bits, with an index for each model."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Sequence

from cairn.store.embedding import ChunkPlace, EntityText, Part, StoredModel
from cairn.store.postgres.rows import Rows

_NUMBERS = 1024
_BYTES = 4
# pgvector's defaults for building; recall and time of a search are in docs/enterprise.md.
_LINKS, _CONSTRUCTION = 16, 64


def halves(value: bytes) -> str:
    """A vector of 32-bit numbers as the text of a `halfvec`, with zeros at its end where there are fewer."""
    numbers = array("f", value)
    numbers.extend([0.0] * (_NUMBERS - len(numbers)))
    return "[" + ",".join([f"{number:.7g}" for number in numbers]) + "]"


class PostgresVectors(Rows):
    """`VectorWriter` over a writer's connection."""

    def models(self) -> list[StoredModel]:
        """Return the models that gave vectors, the newest first."""
        return [StoredModel(*row) for row in self._rows(_SELECT_MODELS)]

    def add_model(self, name: str, width: int, probe: bytes) -> StoredModel:
        """Record a model, and make the indexes of its vectors."""
        ((model_id,),) = self._rows(_INSERT_MODEL, name, width, probe)
        for part in Part:
            self._rows(_CREATE_INDEX.format(model=int(model_id), part=int(part)))
        return StoredModel(model_id, name, width, probe)

    def missing_chunks(self, source_id: int, model_id: int | None) -> list[ChunkPlace]:
        """Return the chunks of a source without a vector of a model (of None: all), by file."""
        return [ChunkPlace(*row) for row in self._rows(_MISSING_CHUNKS, source_id, model_id)]

    def missing_entities(self, source_id: int, model_id: int | None, kinds: Sequence[str]) -> list[EntityText]:
        """Return the entities of these kinds without a vector of a model (of None: all), by file."""
        return [EntityText(*row) for row in self._rows(_MISSING_ENTITIES, source_id, list(kinds), model_id)]

    def file_text(self, file_id: int) -> tuple[str, bytes]:
        """Return the path and the text, in UTF-8, of a file."""
        for path, text in self._rows(_SELECT_TEXT, file_id):
            return path, zlib.decompress(text)
        return "", b""

    def known(self, keys: Iterable[bytes]) -> dict[bytes, int]:
        """Return the ids of the vectors with these keys, where there are such."""
        return dict(self._rows(_SELECT_KEYS, list(keys)))

    def values(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the vectors with these keys, where there are such; each of 1024 numbers, which had 16 bits."""
        return {key: array("f", value).tobytes() for key, value in self._rows(_SELECT_VALUES, list(keys))}

    def put(self, model: StoredModel, part: Part, rows: Sequence[tuple[bytes, bytes]]) -> dict[bytes, int]:
        """Store vectors by key; returns their ids. Another writer may have stored some of them meanwhile."""
        size = model.width * _BYTES
        # In the order of keys, so that two writers with the same texts wait for each other instead of blocking each other.
        ordered = sorted(dict(rows).items())
        keys, values = [key for key, _ in ordered], [halves(value[:size]) for _, value in ordered]
        return dict(self._rows(_INSERT_VECTORS, model.id, int(part), keys, values))

    def assign(self, part: Part, rows: Iterable[tuple[int, int]]) -> None:
        """Give chunks or entities (id, id of a vector) their vectors."""
        wanted = dict(rows)
        self._rows(_ASSIGN[part], list(wanted), list(wanted.values()))

    def cover(self, source_id: int, model_id: int) -> int:
        """Record how many chunks of a source have a vector of a model; returns it."""
        ((count,),) = self._rows(_COVER, {"source": source_id, "model": model_id})
        return int(count)

    def drop_unused(self) -> None:
        """Delete the vectors that no chunk and no entity has, and models without vectors."""
        for statement in _DROP_UNUSED:
            self._rows(statement)
        for (model_id,) in self._rows(_DROP_MODELS):
            for part in Part:
                self._rows(f"DROP INDEX IF EXISTS {_INDEX.format(model=int(model_id), part=int(part))}")


_SELECT_MODELS = "SELECT id, name, width, probe FROM embedding_model ORDER BY id DESC"
_INSERT_MODEL = "INSERT INTO embedding_model (name, width, probe) VALUES (%s, %s, %s) RETURNING id"
_INDEX = "vector_of_{model}_{part}"
_CREATE_INDEX = f"""
    CREATE INDEX {_INDEX} ON vector_value USING hnsw (value halfvec_l2_ops) WITH (m = {_LINKS}, ef_construction = {_CONSTRUCTION})
    WHERE model_id = {{model}} AND part = {{part}}
"""
_MISSING_CHUNKS = """
    SELECT chunk.id, chunk.file_id, chunk.start_byte, chunk.end_byte, coalesce(entity.qualname, ''), coalesce((
        SELECT string_agg(own.name, ' ' ORDER BY own.ordinal)
        FROM entity AS own
        WHERE own.file_id = chunk.file_id AND own.kind <> 'concept' AND own.name_line BETWEEN chunk.start_line AND chunk.end_line
    ), '')
    FROM file
    JOIN chunk ON chunk.file_id = file.id
    LEFT JOIN entity ON entity.id = chunk.entity_id
    WHERE file.source_id = %s AND NOT EXISTS (
        SELECT 1
        FROM chunk_vector
        JOIN vector_value ON vector_value.id = chunk_vector.vector_id
        WHERE chunk_vector.chunk_id = chunk.id AND vector_value.model_id = %s::bigint
    )
    ORDER BY file.path, chunk.ordinal
"""
_MISSING_ENTITIES = """
    SELECT entity.id, entity.kind, entity.qualname, entity.signature, entity.doc, file.path
    FROM file
    JOIN entity ON entity.file_id = file.id
    WHERE file.source_id = %s AND entity.kind = ANY(%s::text[]) AND NOT EXISTS (
        SELECT 1
        FROM entity_vector
        JOIN vector_value ON vector_value.id = entity_vector.vector_id
        WHERE entity_vector.entity_id = entity.id AND vector_value.model_id = %s::bigint
    )
    ORDER BY file.path, entity.ordinal
"""
_SELECT_TEXT = "SELECT file.path, content.text FROM file JOIN content ON content.file_id = file.id WHERE file.id = %s"
_SELECT_VALUES = "SELECT key, value::float4[] FROM vector_value WHERE key = ANY(%s::bytea[])"
_SELECT_KEYS = "SELECT key, id FROM vector_value WHERE key = ANY(%s::bytea[])"
_INSERT_VECTORS = """
    INSERT INTO vector_value (model_id, part, key, value)
    SELECT %s, %s, key, value::halfvec
    FROM unnest(%s::bytea[], %s::text[]) AS made (key, value)
    ON CONFLICT (key) DO UPDATE SET key = excluded.key
    RETURNING key, id
"""
# What was removed meanwhile gets nothing; the next run gives it what it lacks.
_ASSIGN = {
    Part.CHUNK: """
    INSERT INTO chunk_vector (chunk_id, source_id, vector_id)
    SELECT chunk.id, chunk.source_id, vector_value.id
    FROM unnest(%s::bigint[], %s::bigint[]) AS given (owner, vector_id)
    JOIN chunk ON chunk.id = given.owner
    JOIN vector_value ON vector_value.id = given.vector_id
    ON CONFLICT (chunk_id) DO UPDATE SET vector_id = excluded.vector_id
""",
    Part.ENTITY: """
    INSERT INTO entity_vector (entity_id, source_id, vector_id)
    SELECT entity.id, entity.source_id, vector_value.id
    FROM unnest(%s::bigint[], %s::bigint[]) AS given (owner, vector_id)
    JOIN entity ON entity.id = given.owner
    JOIN vector_value ON vector_value.id = given.vector_id
    ON CONFLICT (entity_id) DO UPDATE SET vector_id = excluded.vector_id
""",
}
_COVER = """
    INSERT INTO vector_coverage (source_id, model_id, chunks)
    SELECT %(source)s, %(model)s, count(*)
    FROM chunk_vector
    JOIN chunk ON chunk.id = chunk_vector.chunk_id
    JOIN vector_value ON vector_value.id = chunk_vector.vector_id
    WHERE chunk.source_id = %(source)s AND vector_value.model_id = %(model)s
    ON CONFLICT (source_id) DO UPDATE SET model_id = excluded.model_id, chunks = excluded.chunks
    RETURNING chunks
"""
_DROP_UNUSED = (
    "DELETE FROM chunk_vector WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.id = chunk_vector.chunk_id)",
    "DELETE FROM entity_vector WHERE NOT EXISTS (SELECT 1 FROM entity WHERE entity.id = entity_vector.entity_id)",
    """
    DELETE FROM vector_value
    WHERE NOT EXISTS (SELECT 1 FROM chunk_vector WHERE vector_id = vector_value.id)
        AND NOT EXISTS (SELECT 1 FROM entity_vector WHERE vector_id = vector_value.id)
    """,
)
_DROP_MODELS = """
    DELETE FROM embedding_model
    WHERE NOT EXISTS (SELECT 1 FROM vector_value WHERE model_id = embedding_model.id)
    RETURNING id
"""
