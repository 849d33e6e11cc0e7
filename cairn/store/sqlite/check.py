"""Whether the rows of an index agree with each other, and how those that belong to nothing go away."""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path

import apsw

from cairn.store.rows import RowFault
from cairn.store.sqlite.vectors import SKETCHED_WIDTH, has_vectors

_MOST_MESSAGES = 20

# What to count (0 is right), by (check, what it says). Every statement counts rows.
_COUNTS = (
    ("files", "files of no source", "SELECT count(*) FROM file WHERE source_id NOT IN (SELECT id FROM source)"),
    ("files", "files without a text", "SELECT count(*) FROM file WHERE id NOT IN (SELECT file_id FROM content)"),
    ("files", "texts of no file", "SELECT count(*) FROM content WHERE file_id NOT IN (SELECT id FROM file)"),
    ("files", "skipped paths of no source", "SELECT count(*) FROM skip WHERE source_id NOT IN (SELECT id FROM source)"),
    ("chunks", "chunks of no file", "SELECT count(*) FROM chunk WHERE file_id NOT IN (SELECT id FROM file)"),
    (
        "chunks",
        "chunks whose entity is not there",
        """
        SELECT count(*)
        FROM chunk
        WHERE entity_id IS NOT NULL
            AND entity_id NOT IN (SELECT id FROM entity)
            AND entity_id NOT IN (SELECT id FROM dropped)
        """,
    ),
    ("words", "chunks without words", "SELECT count(*) FROM chunk WHERE id NOT IN (SELECT id FROM chunk_words_docsize)"),
    ("words", "words of no chunk", "SELECT count(*) FROM chunk_words_docsize WHERE id NOT IN (SELECT id FROM chunk)"),
    (
        "entities",
        "entities of no file",
        "SELECT count(*) FROM entity WHERE file_id IS NOT NULL AND file_id NOT IN (SELECT id FROM file)",
    ),
    (
        "entities",
        "files without a module",
        "SELECT count(*) FROM file WHERE id NOT IN (SELECT file_id FROM entity WHERE ordinal = 0 AND file_id IS NOT NULL)",
    ),
    (
        "entities",
        "entities whose parent is not there",
        """
        SELECT count(*)
        FROM entity
        WHERE parent_id IS NOT NULL
            AND parent_id NOT IN (SELECT id FROM entity)
            AND parent_id NOT IN (SELECT id FROM dropped)
        """,
    ),
    ("entities", "left-out definitions of no file", "SELECT count(*) FROM dropped WHERE file_id NOT IN (SELECT id FROM file)"),
    ("edges", "edges from no entity", "SELECT count(*) FROM edge WHERE src NOT IN (SELECT id FROM entity)"),
    ("edges", "edges to no entity", "SELECT count(*) FROM edge WHERE dst NOT IN (SELECT id FROM entity)"),
    (
        "edges",
        "edges of another source than their entity",
        "SELECT count(*) FROM edge JOIN entity ON entity.id = edge.src WHERE edge.source_id IS NOT entity.source_id",
    ),
    (
        "edges",
        "externals that nothing uses",
        "SELECT count(*) FROM entity WHERE file_id IS NULL AND NOT EXISTS (SELECT 1 FROM edge WHERE edge.dst = entity.id)",
    ),
    (
        "references",
        "unresolved references in no entity",
        "SELECT count(*) FROM unresolved WHERE entity_id NOT IN (SELECT id FROM entity)",
    ),
    ("tags", "tags of no entity", "SELECT count(*) FROM entity_tag WHERE entity_id NOT IN (SELECT id FROM entity)"),
    (
        "links",
        "links of sources that are not there",
        "SELECT count(*) FROM link WHERE src NOT IN (SELECT id FROM source) OR dst NOT IN (SELECT id FROM source)",
    ),
    (
        "counts",
        "sources whose counts are not those of their rows",
        """
        SELECT count(*)
        FROM source
        WHERE file_count != (SELECT count(*) FROM file WHERE source_id = source.id)
            OR chunk_count != (SELECT count(*) FROM chunk JOIN file ON file.id = chunk.file_id WHERE file.source_id = source.id)
            OR entity_count != (SELECT count(*) FROM entity WHERE entity.source_id = source.id AND file_id IS NOT NULL)
            OR edge_count != (SELECT count(*) FROM edge WHERE edge.source_id = source.id)
        """,
    ),
)

# These only where the index has vectors.
_VECTOR_COUNTS = (
    (
        "vectors",
        "vectors of chunks that are not there",
        "SELECT count(*) FROM chunk_vector WHERE chunk_id NOT IN (SELECT id FROM chunk)",
    ),
    (
        "vectors",
        "vectors of entities that are not there",
        "SELECT count(*) FROM entity_vector WHERE entity_id NOT IN (SELECT id FROM entity)",
    ),
    (
        "vectors",
        "chunks and entities whose vector is not there",
        """
        SELECT (SELECT count(*) FROM chunk_vector WHERE vector_id NOT IN (SELECT id FROM vector))
            + (SELECT count(*) FROM entity_vector WHERE vector_id NOT IN (SELECT id FROM vector))
        """,
    ),
    (
        "vectors",
        "vectors of another size than their model's, or of no model",
        """
        SELECT count(*)
        FROM vector
        LEFT JOIN embedding_model ON embedding_model.id = vector.id >> 48
        WHERE length(value) IS NOT 4 * width
        """,
    ),
    (
        "vectors",
        "wide vectors without their signs, or signs of no vector",
        f"""
        SELECT (SELECT count(*) FROM vector_sketch WHERE vector_id NOT IN (SELECT id FROM vector))
            + (SELECT count(*)
               FROM vector
               WHERE length(value) >= {4 * SKETCHED_WIDTH} AND id NOT IN (SELECT vector_id FROM vector_sketch))
        """,  # noqa: S608 - the only part put in is our own constant
    ),
)

_STRAYS = (
    "DELETE FROM file WHERE source_id NOT IN (SELECT id FROM source)",
    "DELETE FROM file WHERE id NOT IN (SELECT file_id FROM content)",
    "DELETE FROM content WHERE file_id NOT IN (SELECT id FROM file)",
    "DELETE FROM skip WHERE source_id NOT IN (SELECT id FROM source)",
    "DELETE FROM chunk WHERE file_id NOT IN (SELECT id FROM file)",
    "DELETE FROM chunk_words WHERE rowid IN (SELECT id FROM chunk_words_docsize WHERE id NOT IN (SELECT id FROM chunk))",
    "DELETE FROM dropped WHERE file_id NOT IN (SELECT id FROM file)",
    "DELETE FROM entity WHERE file_id IS NOT NULL AND file_id NOT IN (SELECT id FROM file)",
    "DELETE FROM edge WHERE src NOT IN (SELECT id FROM entity) OR dst NOT IN (SELECT id FROM entity)",
    "UPDATE edge SET source_id = (SELECT source_id FROM entity WHERE entity.id = edge.src)",
    "DELETE FROM unresolved WHERE entity_id NOT IN (SELECT id FROM entity)",
    "DELETE FROM entity_tag WHERE entity_id NOT IN (SELECT id FROM entity)",
    "DELETE FROM reads WHERE source_id NOT IN (SELECT id FROM source)",
    "DELETE FROM link WHERE src NOT IN (SELECT id FROM source) OR dst NOT IN (SELECT id FROM source)",
    "DELETE FROM entity WHERE file_id IS NULL AND NOT EXISTS (SELECT 1 FROM edge WHERE edge.dst = entity.id)",
)
# What is deleted here comes back with the next run that embeds.
_VECTOR_STRAYS = (
    """
    DELETE FROM vector
    WHERE length(value) IS NOT (SELECT 4 * width FROM embedding_model WHERE embedding_model.id = vector.id >> 48)
    """,
    f"""
    DELETE FROM vector
    WHERE length(value) >= {4 * SKETCHED_WIDTH} AND id NOT IN (SELECT vector_id FROM vector_sketch)
    """,  # noqa: S608 - likewise
    "DELETE FROM vector_sketch WHERE vector_id NOT IN (SELECT id FROM vector)",
    "DELETE FROM chunk_vector WHERE chunk_id NOT IN (SELECT id FROM chunk) OR vector_id NOT IN (SELECT id FROM vector)",
    "DELETE FROM entity_vector WHERE entity_id NOT IN (SELECT id FROM entity) OR vector_id NOT IN (SELECT id FROM vector)",
    "DELETE FROM vector_coverage",
)
# (check, table, its texts): our own names.
_TEXTS = (
    ("entities", "entity", ("kind", "name", "qualname", "anchor", "signature", "doc")),
    ("entities", "dropped", ("kind", "name", "qualname", "anchor", "signature", "doc")),
    ("edges", "edge", ("kind", "via", "sites")),
    ("references", "unresolved", ("kind", "name")),
)
_CHUNKS = """
    SELECT content.text, chunk.start_byte, chunk.end_byte, chunk.hash, file.id
    FROM file
    JOIN content ON content.file_id = file.id
    LEFT JOIN chunk ON chunk.file_id = file.id
    ORDER BY file.id
"""


def check_rows(connection: apsw.Connection) -> list[RowFault]:
    """Return what does not hold: of the file (`integrity`), and of the rows."""
    faults = [RowFault("integrity", message, 1) for message in _integrity(connection)]
    for check, what, statement in (*_COUNTS, *(_VECTOR_COUNTS if has_vectors(connection) else ())):
        try:
            ((count,),) = connection.execute(statement).fetchall()
        except apsw.Error as exc:
            faults.append(RowFault("integrity", str(exc).split("\n", 1)[0], 1))
            continue
        if isinstance(count, int) and count:
            faults.append(RowFault(check, what, count))
    return [*dict.fromkeys(faults), *_check_characters(connection), *_check_texts(connection)]


def _check_characters(connection: apsw.Connection) -> list[RowFault]:
    """Find rows of the graph with a text that is no UTF-8, which no answer could show."""
    faults = []
    for check, table, columns in _TEXTS:
        casts = ", ".join(f"CAST({column} AS BLOB)" for column in columns)
        try:
            wrong = sum(not _is_utf8(row) for row in connection.execute(f"SELECT {casts} FROM {table}"))  # noqa: S608
        except apsw.Error as exc:
            faults.append(RowFault("integrity", str(exc).split("\n", 1)[0], 1))
            continue
        if wrong:
            faults.append(RowFault(check, f"rows of {table} with a text that is no UTF-8", wrong))
    return faults


def _is_utf8(row: tuple[object, ...]) -> bool:
    try:
        b"\0".join(value for value in row if isinstance(value, bytes)).decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _integrity(connection: apsw.Connection) -> list[str]:
    try:
        rows = connection.execute(f"PRAGMA integrity_check({_MOST_MESSAGES})").fetchall()
    except apsw.Error as exc:
        return [str(exc).split("\n", 1)[0]]
    return [line for (text,) in rows for line in str(text).split("\n") if line and line != "ok"]


def _check_texts(connection: apsw.Connection) -> list[RowFault]:
    """Compare each chunk with the part of the text that it stands for."""
    damaged, wrong, bare = 0, 0, 0
    last, text = -1, b""
    try:
        for packed, start, end, digest, file_id in connection.execute(_CHUNKS):
            if file_id != last:
                last = file_id
                try:
                    text = zlib.decompress(packed)
                except (zlib.error, TypeError):
                    text = b""
                    damaged += 1
            if digest is None:
                bare += bool(text.strip())
            elif hashlib.blake2b(text[start:end], digest_size=16).digest() != digest:
                wrong += 1
    except apsw.Error as exc:
        return [RowFault("integrity", str(exc).split("\n", 1)[0], 1)]
    found = (
        RowFault("files", "texts that cannot be unpacked", damaged),
        RowFault("chunks", "chunks that are not what stands in their lines", wrong),
        RowFault("chunks", "files with a text and no chunk", bare),
    )
    return [fault for fault in found if fault.rows]


def delete_strays(connection: apsw.Connection) -> None:
    """Delete rows that belong to nothing; files without a text go, so that the next refresh reads them again."""
    for statement in (*_STRAYS, *(_VECTOR_STRAYS if has_vectors(connection) else ())):
        connection.execute(statement).fetchall()


def copy_database(connection: apsw.Connection, target: Path) -> None:
    """Copy what the connection sees to another file, which appears when it is whole."""
    part = Path(f"{target}.part")
    part.unlink(missing_ok=True)
    try:
        copy = apsw.Connection(str(part))
        try:
            # All pages in one step: a run that ends meanwhile would make it begin again.
            with copy.backup("main", connection, "main") as backup:
                backup.step()
            # A copy that nobody writes needs no other files beside it.
            copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        finally:
            copy.close()
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
