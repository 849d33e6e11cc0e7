"""The writer of some sources: rows of a run go in here."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from cairn.store.graph_rows import entity_rows
from cairn.store.postgres.check import delete_strays
from cairn.store.postgres.concepts import PostgresConcepts
from cairn.store.postgres.connection import Connection, copy_rows, rows_of, translated
from cairn.store.postgres.graph import GraphWriter
from cairn.store.postgres.ids import IdBlocks
from cairn.store.postgres.known import KnownRows
from cairn.store.postgres.lexemes import MARK, pack
from cairn.store.postgres.rows import WriterSession
from cairn.store.postgres.spellings import Spellings
from cairn.store.rows import DefinitionRow, EdgeRow, FileRow, FileStamp, SkipRow, UnresolvedRow

# GIN gathers what is new in a list, which searches read from end to end: more of it makes a load cheaper, and searches dearer
# meanwhile (measured: docs/enterprise.md).
_LOAD_SETTINGS = "SET LOCAL gin_pending_list_limit = '64MB'; SET LOCAL maintenance_work_mem = '256MB'"
_COUNTED_AT_A_TIME = 20_000
# Not of the words, of which there are too many kinds.
_ANALYZE = (
    "ANALYZE file, content (file_id), chunk, chunk_words (chunk_id, file_id), entity, external, edge, unresolved, "
    "spelling, word (term)"
)
# (table with its columns, their types)
_FILE = (
    "file (id, source_id, path, language, size, mtime_ns, inode, hash, line_count, role, warnings)",
    "int8 int8 text text int8 int8 int8 bytea int8 text text".split(),
)
_CONTENT = ("content (file_id, source_id, text, facts, mentions)", "int8 int8 bytea bytea bytea".split())
_ENTITY = (
    """entity (id, source_id, file_id, ordinal, parent_id, kind, name, qualname, anchor, start_line, end_line, name_line,
    start_byte, end_byte, signature, doc, exported)""",
    "int8 int8 int8 int8 int8 text text text text int8 int8 int8 int8 int8 text text bool".split(),
)
_CHUNK = (
    "chunk (id, source_id, file_id, ordinal, start_line, end_line, start_byte, end_byte, entity_id, hash)",
    "int8 int8 int8 int4 int8 int8 int8 int8 int8 bytea".split(),
)
_WORDS = ("chunk_words (chunk_id, source_id, file_id, everything, body, words)", "int8 int8 int8 int4 int4 tsvector".split())
_TAG = ("entity_tag (tag, entity_id, source_id)", "text int8 int8".split())
_SKIP = ("skip (source_id, path, reason, detail, size, mtime_ns, inode)", "int8 text text text int8 int8 int8".split())


class PostgresWriter(KnownRows):
    """`StoreWriter` over one connection; used by one thread."""

    def __init__(self, connection: Connection, shown: str) -> None:
        session = WriterSession(connection)
        super().__init__(session)
        self._connection = connection
        self._shown = shown
        self._ids = IdBlocks(session)
        self._spellings = Spellings(session)
        self._graph = GraphWriter(session, connection, self._spellings)
        self.concepts: PostgresConcepts = PostgresConcepts(session, self._ids, self._spellings)
        self._file_ids: dict[int, dict[str, int]] = {}
        # How many more chunks have a word, by source.
        self._more: dict[int, Counter[bytes]] = {}
        self._has_loaded = False

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Publish what is written inside at its end, durably; take all of it back if it raises."""
        with translated(self._shown):
            self._forget()
            try:
                with self._connection.transaction():
                    yield
                    self._count_words()
                    self._spellings.write()
                    self._rows("UPDATE format SET changes = changes + 1")
                if self._has_loaded:
                    # Until the server has looked at new rows by itself, a minute later, it would plan as if there were none.
                    self._rows(_ANALYZE)
            finally:
                self._forget()

    def _forget(self) -> None:
        self._file_ids.clear()
        self._more.clear()
        self._graph.forget()
        self._spellings.forget()
        self._has_loaded = False

    @contextlib.contextmanager
    def scratch(self) -> Iterator[Path]:
        """Give a path in a folder of its own on this machine, for what other processes of this run shall read."""
        with tempfile.TemporaryDirectory(prefix="cairn-") as folder:
            yield Path(folder, "scratch")

    # Sources

    def add_source(self, label: str, kind: str, location: str, options: str) -> int:
        """Insert a source without files and return its id."""
        return int(self._rows(_INSERT_SOURCE, label, kind, location, options)[0][0])

    def stamp_source(
        self, source_id: int, *, kind: str, options: str, revision: str | None, indexed_at: str, fingerprint: str
    ) -> None:
        """Record a run. `indexed_at` is when it began to look at the disk."""
        self._rows(_STAMP_SOURCE, kind, options, revision, indexed_at, fingerprint, source_id)

    def rename_source(self, source_id: int, label: str) -> None:
        """Give a source another label, which no other has."""
        self._rows("UPDATE source SET label = %s WHERE id = %s", label, source_id)

    def remove_source(self, source_id: int) -> None:
        """Delete all rows of a source, and the edges into it."""
        self.delete_files(list(self.paths(source_id).values()))
        for table in ("skip", "reads", "external", "spelling", "vector_coverage"):
            self._rows(f"DELETE FROM {table} WHERE source_id = %s", source_id)  # noqa: S608 - our own names
        self._rows("DELETE FROM link WHERE src = %s OR dst = %s", source_id, source_id)
        self._rows("DELETE FROM source WHERE id = %s", source_id)

    def count_rows(self, source_id: int) -> None:
        """Count the rows of a source, for `counts` and for readers."""
        self._rows(_PUT_COUNTS, {"source": source_id})

    # Files

    def begin_load(self) -> None:
        """Prepare for many rows, inside a transaction; ends with `finish_load`."""
        rows_of(self._connection, _LOAD_SETTINGS)
        self._has_loaded = True

    def finish_load(self) -> None:
        """Put what a load has gathered into the index of words."""
        self._rows("SELECT gin_clean_pending_list('chunk_words_by_word')")

    def put_files(self, source_id: int, rows: Sequence[FileRow]) -> None:
        """Insert files, or replace those of the same path; entities with an unchanged anchor keep their identity."""
        known = self.paths(source_id)
        kept = self._clear_files({known[row.path]: row.definitions for row in rows if row.path in known})
        new_files = iter(self._ids.take("file", sum(row.path not in known for row in rows)))
        files, contents = [], []
        tags: list[tuple[str, int, int]] = []
        entities: list[tuple[object, ...]] = []
        owned: list[tuple[int, Mapping[int, int], FileRow]] = []
        for row in rows:
            file_id = known[row.path] if row.path in known else next(new_files)
            known[row.path] = file_id
            path, language, size, mtime_ns, inode, digest, line_count, role, warnings, *_ = row
            files.append((file_id, source_id, path, language, size, mtime_ns, inode, digest, line_count, role, _json(warnings)))
            contents.append((file_id, source_id, row.text, row.facts, row.mentions))
            ids = self._entity_ids(kept.get(file_id, {}), row.definitions)
            entities.extend(entity_rows(source_id, file_id, ids, row.definitions))
            tags.extend((tag, ids[ordinal], source_id) for ordinal, tag in row.tags)
            self._spellings.note(source_id, (definition[1] for definition in row.definitions))
            owned.append((file_id, dict(enumerate(ids)), row))
        copy_rows(self._connection, *_FILE, files)
        copy_rows(self._connection, *_CONTENT, contents)
        copy_rows(self._connection, *_ENTITY, entities)
        copy_rows(self._connection, *_TAG, tags)
        self._insert_chunks(source_id, owned)

    def _entity_ids(self, kept: dict[str, int], definitions: Sequence[DefinitionRow]) -> list[int]:
        """The ids of a file's definitions: those that had one under the same anchor keep it."""
        found = [kept.pop(definition[3], None) for definition in definitions] if kept else [None] * len(definitions)
        new = iter(self._ids.take("entity", found.count(None)))
        return [next(new) if entity_id is None else entity_id for entity_id in found]

    def put_chunks(self, source_id: int, rows: Sequence[FileRow]) -> None:
        """Replace the chunks of files, and nothing else of them; they have the definitions that the rows have."""
        known = self.paths(source_id)
        self._clear_chunks([known[row.path] for row in rows])
        ordinals: dict[int, dict[int, int]] = {}
        for file_id, ordinal, entity_id in self._rows(_SELECT_ORDINALS, {"files": [known[row.path] for row in rows]}):
            ordinals.setdefault(file_id, {})[ordinal] = entity_id
        self._insert_chunks(source_id, [(known[row.path], ordinals.get(known[row.path], {}), row) for row in rows])

    def _insert_chunks(self, source_id: int, rows: Sequence[tuple[int, Mapping[int, int], FileRow]]) -> None:
        new_chunks = iter(self._ids.take("chunk", sum(len(row.chunks) for _, _, row in rows)))
        more = self._more.setdefault(source_id, Counter())
        chunks, words = [], []
        for file_id, ids, row in rows:
            for ordinal, (start, end, first, last, holder, text_hash, *columns) in enumerate(row.chunks):
                chunk_id = next(new_chunks)
                packed = pack(columns)
                more.update(packed.terms)
                holder_id = ids.get(max(holder, 0))
                chunks.append((chunk_id, source_id, file_id, ordinal, start, end, first, last, holder_id, text_hash))
                words.append((chunk_id, source_id, file_id, packed.everything, packed.body, packed.vector))
        copy_rows(self._connection, *_CHUNK, chunks)
        copy_rows(self._connection, *_WORDS, words)

    def restamp_files(self, stamps: Iterable[FileStamp]) -> None:
        """Update size, time and inode of files whose bytes are the same."""
        for stamp in stamps:
            self._rows(_RESTAMP_FILE, stamp.size, stamp.mtime_ns, stamp.inode, stamp.id)

    def delete_files(self, file_ids: Iterable[int]) -> None:
        """Delete files with all that is derived from them."""
        self._clear_files(dict.fromkeys(file_ids, ()))
        self._file_ids.clear()

    def _clear_files(self, files: Mapping[int, Sequence[DefinitionRow]]) -> dict[int, dict[str, int]]:
        """Delete the rows of files, and return the ids of those of their entities that each will still define, by anchor."""
        if not files:
            return {}
        ids = list(files)
        self._graph.restore_dropped(ids)
        self._clear_chunks(ids)
        for statement in _CLEAR_FILES:
            self._rows(statement, ids)
        anchors = {file_id: {definition[3] for definition in definitions} for file_id, definitions in files.items()}
        kept: dict[int, dict[str, int]] = {}
        gone = []
        for entity_id, file_id, anchor in self._rows(_CLEAR_ENTITIES, ids):
            if anchor in anchors[file_id]:
                kept.setdefault(file_id, {})[anchor] = entity_id
            else:
                gone.append(entity_id)
        self._graph.delete_edges(gone)
        return kept

    def _clear_chunks(self, file_ids: Sequence[int]) -> None:
        # `ts_stat` takes a statement as a text: numbers alone are put in.
        numbers = ",".join(map(str, map(int, file_ids)))
        for (source_id,) in self._rows(_SELECT_SOURCES, list(file_ids)):
            less = self._more.setdefault(source_id, Counter())
            asked = f"SELECT words FROM cairn.chunk_words WHERE file_id IN ({numbers}) AND source_id = {int(source_id)}"  # noqa: S608
            for lexeme, chunks in self._rows("SELECT word, ndoc FROM ts_stat(%s)", asked):
                less[lexeme.removeprefix(MARK).encode()] -= chunks
        for statement in _CLEAR_CHUNKS:
            self._rows(statement, list(file_ids))

    def _count_words(self) -> None:
        """Keep the table of how many chunks have a word."""
        for source_id, more in self._more.items():
            # In the order of words, which is that of the index.
            changes = sorted((term.decode("utf-8", "replace"), number) for term, number in more.items() if number)
            for start in range(0, len(changes), _COUNTED_AT_A_TIME):
                terms, numbers = map(list, zip(*changes[start : start + _COUNTED_AT_A_TIME], strict=True))
                self._rows(_COUNT_WORDS, source_id, terms, numbers)
                if min(numbers) < 0:
                    self._rows(_DROP_WORDS, source_id, terms)
        self._more.clear()

    def replace_skips(self, source_id: int, rows: Iterable[SkipRow]) -> None:
        """Make these the skips of a source."""
        self._rows("DELETE FROM skip WHERE source_id = %s", source_id)
        copy_rows(self._connection, *_SKIP, [(source_id, *row) for row in {row.path: row for row in rows}.values()])

    # The graph

    def add_link(self, src: int, dst: int) -> None:
        """Let one source resolve what it lacks in another; one that is there stays."""
        self._rows("INSERT INTO link (src, dst) VALUES (%s, %s) ON CONFLICT DO NOTHING", src, dst)

    def remove_link(self, src: int, dst: int) -> bool:
        """Take a link away; False if there is none."""
        return bool(self._rows("DELETE FROM link WHERE src = %s AND dst = %s RETURNING 1", src, dst))

    def replace_graph(
        self,
        source_id: int,
        file_ids: Sequence[int],
        edges: Iterable[EdgeRow],
        unresolved: Iterable[UnresolvedRow],
        dropped: Iterable[tuple[int, int]],
    ) -> None:
        """Make these the edges, unresolved references and left-out definitions of a source."""
        self._graph.replace(source_id, file_ids, edges, unresolved, dropped)

    def bereft(self, source_id: int) -> list[tuple[int, int]]:
        """Return the definitions, as (file id, ordinal), that had edges to what is gone since this transaction began."""
        return self._graph.bereft(source_id)

    def leave_out(
        self, file_ids: Sequence[int], only: Mapping[int, Collection[int] | None], dropped: Iterable[tuple[int, int]]
    ) -> None:
        """Make these the left-out definitions among some; see `replace_part` for `only` and `file_ids`."""
        self._graph.leave_out(file_ids, only, dropped)

    def replace_part(
        self,
        source_id: int,
        file_ids: Sequence[int],
        only: Mapping[int, Collection[int] | None],
        edges: Iterable[EdgeRow],
        unresolved: Iterable[UnresolvedRow],
    ) -> None:
        """Make these the edges and unresolved references of some definitions, by the numbers of units."""
        self._graph.replace_part(source_id, file_ids, only, edges, unresolved)

    def add_segment(self, source_id: int, segment: bytes) -> None:
        """Add what some files of a source were resolved from."""
        self._rows("INSERT INTO reads (source_id, segment) VALUES (%s, %s)", source_id, segment)

    def clear_segments(self, source_id: int) -> None:
        """Forget what the files of a source were resolved from."""
        self._rows("DELETE FROM reads WHERE source_id = %s", source_id)

    # Repairs

    def remove_strays(self) -> None:
        """Delete rows that belong to nothing: chunks without a file, edges without an end, and so on."""
        delete_strays(self._connection)
        self._spellings.fill()
        self._forget()

    def rebuild_indexes(self) -> None:
        """Build the indexes of all tables again. Not inside a transaction."""
        with translated(self._shown):
            self._rows("REINDEX SCHEMA cairn")

    def clear_words(self) -> None:
        """Empty the full-text index; `put_chunks` fills it again."""
        self._rows("DELETE FROM chunk_words")
        self._rows("DELETE FROM word")

    def compact(self) -> None:
        """Give the space of deleted rows to new ones; the server keeps it. Not inside a transaction."""
        with self.transaction():
            for row in self.source_rows():
                self._graph.delete_orphans(row.id)
            self.vectors.drop_unused()
            self._spellings.drop_unused()
        with translated(self._shown):
            for (table,) in self._rows("SELECT tablename FROM pg_tables WHERE schemaname = 'cairn'"):
                self._rows(f'VACUUM (ANALYZE) cairn."{table}"')

    def paths(self, source_id: int) -> dict[str, int]:
        """Return the ids of the files of a source by path; read once in a transaction."""
        if source_id not in self._file_ids:
            self._file_ids[source_id] = dict(self._rows("SELECT path, id FROM file WHERE source_id = %s", source_id))
        return self._file_ids[source_id]


def _json(value: Sequence[str]) -> str:
    return json.dumps(list(value), ensure_ascii=False) if value else "[]"


_INSERT_SOURCE = """
    INSERT INTO source (label, kind, location, options, fingerprint)
    VALUES (%s, %s, %s, %s, '')
    RETURNING id
"""
_STAMP_SOURCE = """
    UPDATE source
    SET kind = %s, options = %s, revision = %s, indexed_at = %s, fingerprint = %s
    WHERE id = %s
"""
_PUT_COUNTS = """
    UPDATE source
    SET file_count = (SELECT count(*) FROM file WHERE source_id = %(source)s),
        chunk_count = (SELECT count(*) FROM chunk JOIN file ON file.id = chunk.file_id WHERE file.source_id = %(source)s),
        entity_count = (SELECT count(*) FROM entity JOIN file ON file.id = entity.file_id WHERE file.source_id = %(source)s),
        edge_count = (SELECT count(*) FROM edge WHERE source_id = %(source)s),
        word_count = (
            SELECT coalesce(sum(chunk_words.everything), 0)
            FROM file
            JOIN chunk_words ON chunk_words.file_id = file.id
            WHERE file.source_id = %(source)s)
    WHERE id = %(source)s
"""
_SELECT_ORDINALS = """
    SELECT file_id, ordinal, id
    FROM entity
    WHERE file_id = ANY(%(files)s::bigint[])
    UNION ALL
    SELECT file_id, ordinal, id
    FROM dropped
    WHERE file_id = ANY(%(files)s::bigint[])
"""
_RESTAMP_FILE = "UPDATE file SET size = %s, mtime_ns = %s, inode = %s WHERE id = %s"
_SELECT_SOURCES = "SELECT DISTINCT source_id FROM file WHERE id = ANY(%s::bigint[])"
_CLEAR_CHUNKS = (
    "DELETE FROM chunk_vector WHERE chunk_id IN (SELECT id FROM chunk WHERE file_id = ANY(%s::bigint[]))",
    "DELETE FROM chunk_words WHERE file_id = ANY(%s::bigint[])",
    "DELETE FROM chunk WHERE file_id = ANY(%s::bigint[])",
)
_OWN = "SELECT id FROM entity WHERE file_id = ANY(%s::bigint[])"
_CLEAR_FILES = (
    f"DELETE FROM unresolved WHERE entity_id IN ({_OWN})",  # noqa: S608 - our own constant, here and below
    f"DELETE FROM entity_tag WHERE entity_id IN ({_OWN})",  # noqa: S608
    f"DELETE FROM entity_vector WHERE entity_id IN ({_OWN})",  # noqa: S608
    "DELETE FROM content WHERE file_id = ANY(%s::bigint[])",
    "DELETE FROM file WHERE id = ANY(%s::bigint[])",
)
_CLEAR_ENTITIES = "DELETE FROM entity WHERE file_id = ANY(%s::bigint[]) RETURNING id, file_id, anchor"
_COUNT_WORDS = """
    INSERT INTO word (source_id, term, chunks)
    SELECT %s, term, chunks
    FROM unnest(%s::text[], %s::bigint[]) AS more (term, chunks)
    ON CONFLICT (term, source_id) DO UPDATE SET chunks = word.chunks + excluded.chunks
"""
_DROP_WORDS = "DELETE FROM word WHERE source_id = %s AND term = ANY(%s::text[]) AND chunks <= 0"
