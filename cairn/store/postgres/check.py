"""Whether the rows of an index agree with each other, and how those that belong to nothing go away."""

from __future__ import annotations

import hashlib
import zlib

from cairn.store.postgres.connection import Connection, rows_of
from cairn.store.rows import RowFault


def _without(table: str, column: str, other: str, key: str = "id", where: str = "true") -> str:
    """The rows of a table whose column is no key of another one; all names are our own."""
    return f"FROM {table} WHERE {where} AND NOT EXISTS (SELECT 1 FROM {other} WHERE {other}.{key} = {table}.{column})"  # noqa: S608


_OF_ENTITY = "AND NOT EXISTS (SELECT 1 FROM dropped WHERE dropped.id = {0})"
_LOST_TARGET = """
    FROM edge
    WHERE NOT EXISTS (SELECT 1 FROM entity WHERE entity.id = edge.dst)
        AND NOT EXISTS (SELECT 1 FROM external WHERE external.id = edge.dst AND external.source_id = edge.source_id)
"""
_UNUSED_EXTERNALS = """
    FROM external
    WHERE NOT EXISTS (SELECT 1 FROM edge WHERE edge.dst = external.id AND edge.source_id = external.source_id)
"""
# What to find (nothing is right), by (check, what it says).
_FAULTS = (
    ("files", "files of no source", _without("file", "source_id", "source")),
    ("files", "files without a text", _without("file", "id", "content", "file_id")),
    ("files", "texts of no file", _without("content", "file_id", "file")),
    ("files", "skipped paths of no source", _without("skip", "source_id", "source")),
    ("chunks", "chunks of no file", _without("chunk", "file_id", "file")),
    (
        "chunks",
        "chunks whose entity is not there",
        _without("chunk", "entity_id", "entity", where="entity_id IS NOT NULL") + _OF_ENTITY.format("chunk.entity_id"),
    ),
    ("words", "chunks without words", _without("chunk", "id", "chunk_words", "chunk_id")),
    ("words", "words of no chunk", _without("chunk_words", "chunk_id", "chunk")),
    (
        "words",
        "words whose number of chunks is wrong",
        """
        FROM (SELECT term, sum(chunks) AS chunks FROM word GROUP BY term) AS kept
        FULL JOIN (
            SELECT substr(word, 2) AS term, ndoc
            FROM ts_stat('SELECT words FROM cairn.chunk_words')) AS counted USING (term)
        WHERE kept.chunks IS DISTINCT FROM counted.ndoc
        """,
    ),
    ("entities", "entities of no file", _without("entity", "file_id", "file")),
    (
        "entities",
        "files without a module",
        "FROM file WHERE NOT EXISTS (SELECT 1 FROM entity WHERE entity.file_id = file.id AND entity.ordinal = 0)",
    ),
    (
        "entities",
        "entities whose parent is not there",
        """
        FROM entity
        WHERE parent_id IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM entity AS parent WHERE parent.id = entity.parent_id)
            AND NOT EXISTS (SELECT 1 FROM dropped WHERE dropped.id = entity.parent_id)
        """,
    ),
    (
        "entities",
        "names that are not found when they are misspelled",
        """
        FROM (
            SELECT source_id, name FROM entity
            UNION
            SELECT source_id, name FROM external
            EXCEPT
            SELECT source_id, name FROM spelling) AS missing
        """,
    ),
    ("entities", "left-out definitions of no file", _without("dropped", "file_id", "file")),
    ("edges", "edges from no entity", _without("edge", "src", "entity")),
    ("edges", "edges to no entity", _LOST_TARGET),
    (
        "edges",
        "edges of another source than their entity",
        "FROM edge JOIN entity ON entity.id = edge.src WHERE edge.source_id <> entity.source_id",
    ),
    (
        "edges",
        "edges into another source than that of their target",
        "FROM edge JOIN entity ON entity.id = edge.dst WHERE edge.dst_source IS DISTINCT FROM entity.source_id",
    ),
    ("edges", "externals that nothing uses", _UNUSED_EXTERNALS),
    ("references", "unresolved references in no entity", _without("unresolved", "entity_id", "entity")),
    ("tags", "tags of no entity", _without("entity_tag", "entity_id", "entity")),
    (
        "links",
        "links of sources that are not there",
        "FROM link WHERE src NOT IN (SELECT id FROM source) OR dst NOT IN (SELECT id FROM source)",
    ),
    (
        "counts",
        "sources whose counts are not those of their rows",
        """
        FROM source
        WHERE file_count <> (SELECT count(*) FROM file WHERE source_id = source.id)
            OR chunk_count <> (SELECT count(*) FROM chunk WHERE source_id = source.id)
            OR entity_count <> (SELECT count(*) FROM entity WHERE entity.source_id = source.id)
            OR edge_count <> (SELECT count(*) FROM edge WHERE edge.source_id = source.id)
        """,
    ),
    ("vectors", "vectors of chunks that are not there", _without("chunk_vector", "chunk_id", "chunk")),
    ("vectors", "vectors of entities that are not there", _without("entity_vector", "entity_id", "entity")),
    ("vectors", "chunks whose vector is not there", _without("chunk_vector", "vector_id", "vector_value")),
    ("vectors", "entities whose vector is not there", _without("entity_vector", "vector_id", "vector_value")),
    ("vectors", "vectors of no model", _without("vector_value", "model_id", "embedding_model")),
)
_STRAYS = (
    _without("file", "source_id", "source"),
    _without("file", "id", "content", "file_id"),
    _without("content", "file_id", "file"),
    _without("skip", "source_id", "source"),
    _without("chunk", "file_id", "file"),
    _without("chunk_words", "chunk_id", "chunk"),
    _without("dropped", "file_id", "file"),
    _without("entity", "file_id", "file"),
    _without("edge", "src", "entity"),
    _LOST_TARGET,
    _without("unresolved", "entity_id", "entity"),
    _without("entity_tag", "entity_id", "entity"),
    _without("reads", "source_id", "source"),
    _without("spelling", "source_id", "source"),
    "FROM link WHERE src NOT IN (SELECT id FROM source) OR dst NOT IN (SELECT id FROM source)",
    _UNUSED_EXTERNALS,
    # What is deleted here comes back with the next run that embeds.
    _without("vector_value", "model_id", "embedding_model"),
    _without("chunk_vector", "chunk_id", "chunk"),
    _without("entity_vector", "entity_id", "entity"),
    _without("chunk_vector", "vector_id", "vector_value"),
    _without("entity_vector", "vector_id", "vector_value"),
    "FROM vector_coverage",
)
_MEND = (
    "UPDATE edge SET source_id = entity.source_id FROM entity WHERE entity.id = edge.src AND edge.source_id <> entity.source_id",
    """
    UPDATE edge
    SET dst_source = entity.source_id
    FROM entity
    WHERE entity.id = edge.dst AND edge.dst_source IS DISTINCT FROM entity.source_id
    """,
    "DELETE FROM word",
    """
    INSERT INTO word (source_id, term, chunks)
    SELECT source.id, substr(counted.word, 2), counted.ndoc
    FROM source
    CROSS JOIN LATERAL ts_stat('SELECT words FROM cairn.chunk_words WHERE source_id = ' || source.id) AS counted
    """,
)
# The texts of so many files are held at a time.
_PAGE = 200
_TEXTS = """
    SELECT file.id, content.text
    FROM file
    JOIN content ON content.file_id = file.id
    WHERE file.id > %s
    ORDER BY file.id
    LIMIT %s
"""
_CHUNKS = "SELECT file_id, start_byte, end_byte, hash FROM chunk WHERE file_id = ANY(%s::bigint[])"


def check_rows(connection: Connection) -> list[RowFault]:
    """Return what does not hold. That the pages of the database are sound is the server's business (`pg_amcheck`)."""
    faults = []
    for check, what, rows in _FAULTS:
        ((count,),) = rows_of(connection, f"SELECT count(*) {rows}")
        if count:
            faults.append(RowFault(check, what, count))
    return [*faults, *_check_texts(connection)]


def _check_texts(connection: Connection) -> list[RowFault]:
    """Compare each chunk with the part of the text that it stands for."""
    damaged = wrong = bare = 0
    last = 0
    while page := rows_of(connection, _TEXTS, last, _PAGE):
        last = page[-1][0]
        chunks: dict[int, list[tuple[int, int, bytes]]] = {}
        for file_id, start, end, digest in rows_of(connection, _CHUNKS, [file_id for file_id, _ in page]):
            chunks.setdefault(file_id, []).append((start, end, digest))
        for file_id, packed in page:
            try:
                text = zlib.decompress(packed)
            except zlib.error:
                text = b""
                damaged += 1
            bare += file_id not in chunks and bool(text.strip())
            spans = chunks.get(file_id, ())
            wrong += sum(hashlib.blake2b(text[start:end], digest_size=16).digest() != digest for start, end, digest in spans)
    found = (
        RowFault("files", "texts that cannot be unpacked", damaged),
        RowFault("chunks", "chunks that are not what stands in their lines", wrong),
        RowFault("chunks", "files with a text and no chunk", bare),
    )
    return [fault for fault in found if fault.rows]


def delete_strays(connection: Connection) -> None:
    """Delete rows that belong to nothing; files without a text go, so that the next refresh reads them again."""
    for rows in _STRAYS:
        rows_of(connection, f"DELETE {rows}")
    for statement in _MEND:
        rows_of(connection, statement)
