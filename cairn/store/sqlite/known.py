"""What the write side asks of the rows that there are."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cairn.store.rows import FileStamp, NamedRow, SkipRow, SourceRow, StoredText, UnitRow
from cairn.store.sqlite.concepts import SqliteConcepts
from cairn.store.sqlite.factual import FactRows
from cairn.store.sqlite.vectors import SqliteVectors
from cairn.store.stored import SourceCounts

if TYPE_CHECKING:
    import apsw


class KnownRows(FactRows):
    """The reading half of `StoreWriter`: what a run begins with, and what it compares."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self.vectors = SqliteVectors(connection)
        self.concepts = SqliteConcepts(connection)

    def source(self, label: str) -> SourceRow | None:
        """Return the source of that label, None if there is none."""
        rows = self._all(f"{_SELECT_SOURCE} WHERE label = ?", (label,))
        return SourceRow(*rows[0]) if rows else None

    def source_rows(self) -> list[SourceRow]:
        """Return all sources, by label."""
        return [SourceRow(*row) for row in self._all(f"{_SELECT_SOURCE} ORDER BY label")]

    def linked_to(self, source_id: int) -> list[SourceRow]:
        """Return the sources that this one may look into, by label."""
        where = "WHERE id IN (SELECT dst FROM link WHERE src = ?) ORDER BY label"
        return [SourceRow(*row) for row in self._all(f"{_SELECT_SOURCE} {where}", (source_id,))]

    def linked_from(self, source_id: int) -> list[SourceRow]:
        """Return the sources that may look into this one, by label."""
        where = "WHERE id IN (SELECT src FROM link WHERE dst = ?) ORDER BY label"
        return [SourceRow(*row) for row in self._all(f"{_SELECT_SOURCE} {where}", (source_id,))]

    def count_link(self, src: int, dst: int) -> int:
        """Count the edges that lead from one source into another."""
        return int(self._all(_COUNT_LINK, (src, dst))[0][0])

    def counts(self, source_id: int) -> SourceCounts:
        """Return what `count_rows` counted last."""
        return SourceCounts(*self._all(_SELECT_COUNTS, (source_id,))[0])

    def roles(self, source_id: int) -> Mapping[tuple[str, bool], int]:
        """Count files by their role and by whether a language is known for them."""
        return {(role, bool(known)): count for role, known, count in self._all(_SELECT_ROLES, (source_id,))}

    # Files

    def stamps(self, source_id: int) -> dict[str, FileStamp]:
        """Return what is known of each file by path."""
        return {row[0]: FileStamp(*row[1:]) for row in self._all(_SELECT_STAMPS, (source_id,))}

    def skips(self, source_id: int) -> dict[str, SkipRow]:
        """Return what was left out, by path."""
        return {row[0]: SkipRow(*row) for row in self._all(_SELECT_SKIPS, (source_id,))}

    def chunk_hashes(self, source_id: int) -> dict[int, list[bytes]]:
        """Return the hashes of the chunks of each file, by its id."""
        found: dict[int, list[bytes]] = {}
        for file_id, digest in self._connection.execute(_SELECT_HASHES, (source_id,)):
            found.setdefault(file_id, []).append(digest)
        return found

    # The graph

    def units(self, source_id: int) -> Iterator[UnitRow]:
        """Yield the files that have facts, by path."""
        for row in self._connection.execute(_SELECT_UNITS, (source_id,)):
            yield UnitRow(*row)

    def facts_bytes(self, source_id: int) -> int:
        """Return the length of all packed facts of a source together."""
        return int(self._all(_SELECT_FACTS_BYTES, (source_id,))[0][0])

    def mentions(self, source_id: int) -> Iterator[tuple[int, bytes]]:
        """Yield file ids with the mentions of their facts."""
        yield from self._connection.execute(_SELECT_MENTIONS, (source_id,))

    def segments(self, source_id: int) -> list[bytes]:
        """Return what the files of a source were resolved from, packed (`cairn.resolve.segment`), in the order of the runs."""
        return [segment for (segment,) in self._all(_SELECT_SEGMENTS, (source_id,))]

    def definition_places(self, source_id: int) -> Iterator[tuple[str, int, int, str]]:
        """Yield (name, file id, ordinal, kind) of all definitions of a source, those left out for others included."""
        yield from self._connection.execute(_SELECT_DEFINITION_PLACES, (source_id,))

    def definitions_named(self, source_id: int, names: Iterable[str]) -> Iterator[NamedRow]:
        """Yield the source's definitions of these names, by file and ordinal, those left out for others included."""
        # One look at all rows: while a load is on, there is no index of names yet.
        wanted = json.dumps(sorted(names))
        for row in self._connection.execute(_SELECT_DEFINITIONS_NAMED, (source_id, wanted)):
            yield NamedRow._make(row)

    def texts(self, source_id: int, wanted: Iterable[str]) -> dict[str, str]:
        """Return the text of the files at these paths."""
        found = {}
        for path in wanted:
            for (text,) in self._all(_SELECT_TEXT, (source_id, path)):
                found[path] = zlib.decompress(text).decode("utf-8")
        return found

    def stored_files(self, source_id: int) -> Iterator[StoredText]:
        """Yield the files of a source with their texts, by path; one without a text has None."""
        for path, warnings, text, *stamp in self._connection.execute(_SELECT_STORED, (source_id,)):
            yield StoredText(FileStamp(*stamp), path, json.loads(warnings), text)

    def _all(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()


_SELECT_SOURCE = "SELECT id, label, kind, location, options, revision, indexed_at, fingerprint FROM source"
_COUNT_LINK = """
    SELECT count(*)
    FROM edge
    JOIN entity ON entity.id = edge.dst
    WHERE edge.source_id = ? AND entity.source_id = ?
"""
_SELECT_COUNTS = "SELECT file_count, chunk_count, entity_count, edge_count FROM source WHERE id = ?"
_SELECT_ROLES = """
    SELECT role, language IS NOT NULL, count(*)
    FROM file
    WHERE source_id = ?
    GROUP BY 1, 2
"""
_SELECT_STAMPS = "SELECT path, id, size, mtime_ns, inode, hash, language FROM file WHERE source_id = ?"
_SELECT_STORED = """
    SELECT file.path, file.warnings, content.text, file.id, size, mtime_ns, inode, hash, language
    FROM file
    LEFT JOIN content ON content.file_id = file.id
    WHERE file.source_id = ?
    ORDER BY file.path
"""
_SELECT_HASHES = "SELECT file.id, chunk.hash FROM file JOIN chunk ON chunk.file_id = file.id WHERE file.source_id = ?"
_SELECT_SKIPS = "SELECT path, reason, detail, size, mtime_ns, inode FROM skip WHERE source_id = ?"
_SELECT_UNITS = """
    SELECT file.id, file.path, file.language, content.facts
    FROM file
    JOIN content ON content.file_id = file.id
    WHERE file.source_id = ? AND file.language IS NOT NULL AND content.facts IS NOT NULL
    ORDER BY file.path
"""
_SELECT_FACTS_BYTES = """
    SELECT coalesce(sum(length(content.facts)), 0)
    FROM file
    JOIN content ON content.file_id = file.id
    WHERE file.source_id = ?
"""
_SELECT_MENTIONS = """
    SELECT file.id, content.mentions
    FROM file
    JOIN content ON content.file_id = file.id
    WHERE file.source_id = ? AND content.mentions IS NOT NULL
"""
_SELECT_DEFINITIONS_NAMED = """
    SELECT name, file_id, ordinal, kind, qualname, exported, 0
    FROM entity
    WHERE source_id = ?1 AND name IN (SELECT value FROM json_each(?2))
    UNION ALL
    SELECT name, file_id, ordinal, kind, qualname, exported, 1
    FROM dropped
    WHERE source_id = ?1 AND name IN (SELECT value FROM json_each(?2))
    ORDER BY 2, 3
"""
_SELECT_DEFINITION_PLACES = """
    SELECT name, file_id, ordinal, kind
    FROM entity
    WHERE source_id = ?1 AND file_id IS NOT NULL
    UNION ALL
    SELECT name, file_id, ordinal, kind
    FROM dropped
    WHERE source_id = ?1
"""
_SELECT_SEGMENTS = "SELECT segment FROM reads WHERE source_id = ? ORDER BY id"
_SELECT_TEXT = """
    SELECT content.text
    FROM file
    JOIN content ON content.file_id = file.id
    WHERE file.source_id = ? AND file.path = ?
"""
