"""What the write side asks of the rows that there are."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cairn.store.postgres.concepts import KnownConcepts
from cairn.store.postgres.factual import FactRows
from cairn.store.postgres.rows import Session
from cairn.store.postgres.vectors import PostgresVectors
from cairn.store.rows import FileStamp, NamedRow, SkipRow, SourceRow, StoredText, UnitRow
from cairn.store.stored import SourceCounts

# So many files are held at a time where all of a source are read.
_PAGE = 500


class KnownRows(FactRows):
    """The reading half of `StoreWriter`: what a run begins with, and what it compares."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.vectors = PostgresVectors(session)
        self.concepts = KnownConcepts(session)

    def source(self, label: str) -> SourceRow | None:
        """Return the source of that label, None if there is none."""
        rows = self._rows(f"{_SELECT_SOURCE} WHERE label = %s", label)
        return SourceRow(*rows[0]) if rows else None

    def source_rows(self) -> list[SourceRow]:
        """Return all sources, by label."""
        return [SourceRow(*row) for row in self._rows(f"{_SELECT_SOURCE} ORDER BY label")]

    def linked_to(self, source_id: int) -> list[SourceRow]:
        """Return the sources that this one may look into, by label."""
        where = "WHERE id IN (SELECT dst FROM link WHERE src = %s) ORDER BY label"
        return [SourceRow(*row) for row in self._rows(f"{_SELECT_SOURCE} {where}", source_id)]

    def linked_from(self, source_id: int) -> list[SourceRow]:
        """Return the sources that may look into this one, by label."""
        where = "WHERE id IN (SELECT src FROM link WHERE dst = %s) ORDER BY label"
        return [SourceRow(*row) for row in self._rows(f"{_SELECT_SOURCE} {where}", source_id)]

    def count_link(self, src: int, dst: int) -> int:
        """Count the edges that lead from one source into another."""
        return int(self._rows("SELECT count(*) FROM edge WHERE source_id = %s AND dst_source = %s", src, dst)[0][0])

    def counts(self, source_id: int) -> SourceCounts:
        """Return what `count_rows` counted last."""
        return SourceCounts(*self._rows(_SELECT_COUNTS, source_id)[0])

    def roles(self, source_id: int) -> Mapping[tuple[str, bool], int]:
        """Count files by their role and by whether a language is known for them."""
        return {(role, known): count for role, known, count in self._rows(_SELECT_ROLES, source_id)}

    # Files

    def stamps(self, source_id: int) -> dict[str, FileStamp]:
        """Return what is known of each file by path."""
        return {row[0]: FileStamp(*row[1:]) for row in self._rows(_SELECT_STAMPS, source_id)}

    def skips(self, source_id: int) -> dict[str, SkipRow]:
        """Return what was left out, by path."""
        return {row[0]: SkipRow(*row) for row in self._rows(_SELECT_SKIPS, source_id)}

    def chunk_hashes(self, source_id: int) -> dict[int, list[bytes]]:
        """Return the hashes of the chunks of each file, by its id."""
        found: dict[int, list[bytes]] = {}
        for file_id, digest in self._rows(_SELECT_HASHES, source_id):
            found.setdefault(file_id, []).append(digest)
        return found

    # The graph

    def units(self, source_id: int) -> Iterator[UnitRow]:
        """Yield the files that have facts, by path."""
        for row in self._pages(_SELECT_UNITS, source_id):
            yield UnitRow(*row)

    def facts_bytes(self, source_id: int) -> int:
        """Return the length of all packed facts of a source together."""
        return int(self._rows(_SELECT_FACTS_BYTES, source_id)[0][0])

    def mentions(self, source_id: int) -> Iterator[tuple[int, bytes]]:
        """Yield file ids with the mentions of their facts."""
        for file_id, _, mentions in self._pages(_SELECT_MENTIONS, source_id):
            yield file_id, mentions

    def segments(self, source_id: int) -> list[bytes]:
        """Return what the files of a source were resolved from, packed (`cairn.resolve.segment`), in the order of the runs."""
        return [segment for (segment,) in self._rows(_SELECT_SEGMENTS, source_id)]

    def definition_places(self, source_id: int) -> Iterator[tuple[str, int, int, str]]:
        """Yield (name, file id, ordinal, kind) of all definitions of a source, those left out for others included."""
        yield from self._rows(_SELECT_DEFINITION_PLACES, {"source": source_id})

    def definitions_named(self, source_id: int, names: Iterable[str]) -> Iterator[NamedRow]:
        """Yield the source's definitions of these names, by file and ordinal, those left out for others included."""
        for row in self._rows(_SELECT_DEFINITIONS_NAMED, {"source": source_id, "names": list(names)}):
            yield NamedRow._make(row)

    def texts(self, source_id: int, wanted: Iterable[str]) -> dict[str, str]:
        """Return the text of the files at these paths."""
        rows = self._rows(_SELECT_TEXTS, source_id, list(wanted))
        return {path: zlib.decompress(text).decode("utf-8") for path, text in rows}

    def stored_files(self, source_id: int) -> Iterator[StoredText]:
        """Yield the files of a source with their texts, by path; one without a text has None."""
        for file_id, path, warnings, text, *stamp in self._pages(_SELECT_STORED, source_id):
            yield StoredText(FileStamp(file_id, *stamp), path, json.loads(warnings), text)

    def _pages(self, statement: str, source_id: int) -> Iterator[Any]:
        """Yield the rows of a statement that orders by path, which is the second column, a page at a time."""
        last = ""
        while page := self._rows(statement, source_id, last, _PAGE):
            yield from page
            last = page[-1][1]


_SELECT_SOURCE = "SELECT id, label, kind, location, options, revision, indexed_at, fingerprint FROM source"
_SELECT_COUNTS = "SELECT file_count, chunk_count, entity_count, edge_count FROM source WHERE id = %s"
_SELECT_ROLES = """
    SELECT role, language IS NOT NULL, count(*)
    FROM file
    WHERE source_id = %s
    GROUP BY 1, 2
"""
_SELECT_STAMPS = "SELECT path, id, size, mtime_ns, inode, hash, language FROM file WHERE source_id = %s"
_SELECT_HASHES = "SELECT chunk.file_id, chunk.hash FROM file JOIN chunk ON chunk.file_id = file.id WHERE file.source_id = %s"
_SELECT_SKIPS = "SELECT path, reason, detail, size, mtime_ns, inode FROM skip WHERE source_id = %s"
_SELECT_STORED = """
    SELECT file.id, file.path, file.warnings, content.text, size, mtime_ns, inode, hash, language
    FROM file
    LEFT JOIN content ON content.file_id = file.id
    WHERE file.source_id = %s AND file.path > %s
    ORDER BY file.path
    LIMIT %s
"""
_SELECT_UNITS = """
    SELECT file.id, file.path, file.language, content.facts
    FROM file
    JOIN content ON content.file_id = file.id
    WHERE file.source_id = %s AND file.path > %s AND file.language IS NOT NULL AND content.facts IS NOT NULL
    ORDER BY file.path
    LIMIT %s
"""
_SELECT_FACTS_BYTES = "SELECT coalesce(sum(length(facts)), 0) FROM content WHERE source_id = %s"
_SELECT_MENTIONS = """
    SELECT file.id, file.path, content.mentions
    FROM file
    JOIN content ON content.file_id = file.id
    WHERE file.source_id = %s AND file.path > %s AND content.mentions IS NOT NULL
    ORDER BY file.path
    LIMIT %s
"""
_SELECT_DEFINITIONS_NAMED = """
    SELECT name, file_id, ordinal, kind, qualname, exported, false
    FROM entity
    WHERE source_id = %(source)s AND name = ANY(%(names)s::text[])
        AND name_key IN (SELECT lower(left(wanted COLLATE "C", 200)) FROM unnest(%(names)s::text[]) AS wanted)
    UNION ALL
    SELECT name, file_id, ordinal, kind, qualname, exported, true
    FROM dropped
    WHERE source_id = %(source)s AND name = ANY(%(names)s::text[])
    ORDER BY 2, 3
"""
_SELECT_DEFINITION_PLACES = """
    SELECT name, file_id, ordinal, kind
    FROM entity
    WHERE file_id IN (SELECT id FROM file WHERE source_id = %(source)s)
    UNION ALL
    SELECT name, file_id, ordinal, kind
    FROM dropped
    WHERE source_id = %(source)s
"""
_SELECT_SEGMENTS = "SELECT segment FROM reads WHERE source_id = %s ORDER BY id"
_SELECT_TEXTS = """
    SELECT file.path, content.text
    FROM file
    JOIN content ON content.file_id = file.id
    WHERE file.source_id = %s AND file.path = ANY(%s::text[])
"""
