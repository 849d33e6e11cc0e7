"""All that an index says of its sources, without the numbers of rows, so that two of them can be compared."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import apsw

from cairn import Cairn, Config, create_cairn

_CHUNKS = """
    SELECT source.label, file.path, file.language, file.role, file.line_count, file.warnings, chunk.id, start_line, end_line,
        start_byte, end_byte, chunk.hash,
        (SELECT qualname FROM entity WHERE entity.id = chunk.entity_id)
    FROM source
    JOIN file ON file.source_id = source.id
    LEFT JOIN chunk ON chunk.file_id = file.id
    ORDER BY 1, 2, chunk.ordinal
"""
_UNRESOLVED = """
    SELECT source.label, file.path, entity.anchor, unresolved.kind, unresolved.name, unresolved.line
    FROM unresolved
    JOIN entity ON entity.id = unresolved.entity_id
    JOIN file ON file.id = entity.file_id
    JOIN source ON source.id = file.source_id
    ORDER BY 1, 2, 3, 4, 5, 6
"""
_TEXTS = """
    SELECT source.label, file.path, content.text, content.facts
    FROM source
    JOIN file ON file.source_id = source.id
    JOIN content ON content.file_id = file.id
    ORDER BY 1, 2
"""
_SKIPS = "SELECT source.label, path, reason, detail FROM skip JOIN source ON source.id = skip.source_id ORDER BY 1, 2"
_WORDS = (
    "SELECT doc, group_concat(col || ' ' || offset || ' ' || term, char(10) ORDER BY col, offset, term) FROM words GROUP BY doc"
)


def state_of(cairn: Cairn) -> list[str]:
    """One line for each thing: entities and edges as exported, chunks with all their words, texts, facts, skips, references."""
    lines = [json.dumps(row, sort_keys=True, ensure_ascii=False) for row in cairn.retrieve.export()]
    connection = apsw.Connection(str(cairn.database), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        connection.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, chunk_words, instance)")
        words = {row[0]: row[1] for row in connection.execute(_WORDS)}
        lines.extend(repr((*row[:6], *row[7:], words.get(row[6]))) for row in connection.execute(_CHUNKS))
        for label, path, text, facts in connection.execute(_TEXTS):
            lines.append(repr((label, path, zlib.decompress(text), facts and zlib.decompress(facts))))
        for statement in (_UNRESOLVED, _SKIPS):
            lines.extend(map(repr, connection.execute(statement)))
    finally:
        connection.close()
    return lines


def state_of_new(folder: Path, database: Path) -> list[str]:
    """What a new index of a folder says."""
    with create_cairn(database, config=Config()) as fresh:
        fresh.ingest.add(folder)
        return state_of(fresh)
