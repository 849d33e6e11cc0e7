"""The one writer of a database: rows of a run go in here."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cairn.store.graph_rows import entity_rows
from cairn.store.rows import DefinitionRow, EdgeRow, FileRow, FileStamp, SkipRow, UnresolvedRow
from cairn.store.sqlite.check import delete_strays
from cairn.store.sqlite.connection import checkpoint, translated
from cairn.store.sqlite.graph import GraphWriter
from cairn.store.sqlite.known import KnownRows

if TYPE_CHECKING:
    import apsw

# An index that holds fewer chunks than this times the loaded ones is merged into one FTS segment after a load:
# each chunk is then merged a bounded number of times however many sources are added (guess).
_MERGE_FACTOR = 2
_HASH_SIZE_BYTES = 64 * 1024 * 1024  # one segment for each 64 MB of postings, not for each MB (measured: docs/design.md)
_DEFAULT_HASH_SIZE_BYTES = 1024 * 1024


class SqliteWriter(KnownRows):
    """`StoreWriter` over one connection; used by one thread."""

    def __init__(self, connection: apsw.Connection, path: Path) -> None:
        super().__init__(connection)
        self._path = path
        self._graph = GraphWriter(connection)
        self._put_off: list[tuple[str, str]] = []  # indexes that a load has dropped: table, CREATE statement
        self._chunks_before = 0
        self._file_ids: dict[int, dict[str, int]] = {}
        self._next: dict[str, int] = {}

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Publish what is written inside at its end, durably; take all of it back if it raises."""
        with translated(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            self._forget()
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                # A full disk makes SQLite roll back by itself.
                if not self._connection.get_autocommit():
                    self._connection.execute("ROLLBACK")
                raise
            finally:
                self._forget()
                checkpoint(self._connection)

    def _forget(self) -> None:
        self._file_ids.clear()
        self._next.clear()
        self._graph.forget()
        self._put_off = []

    @contextlib.contextmanager
    def scratch(self) -> Iterator[Path]:
        """Give a path beside the database, for what other processes of this run shall read."""
        path = Path(f"{self._path}-scratch")
        path.unlink(missing_ok=True)  # of a run that died
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)

    # Sources

    def add_source(self, label: str, kind: str, location: str, options: str) -> int:
        """Insert a source without files and return its id."""
        self._all(_INSERT_SOURCE, (label, kind, location, options))
        return self._connection.last_insert_rowid()

    def stamp_source(
        self, source_id: int, *, kind: str, options: str, revision: str | None, indexed_at: str, fingerprint: str
    ) -> None:
        """Record a run. `indexed_at` is when it began to look at the disk."""
        values = (kind, options, revision, indexed_at, fingerprint)
        self._all(_STAMP_SOURCE, (*values, source_id))

    def rename_source(self, source_id: int, label: str) -> None:
        """Give a source another label, which no other has."""
        self._all("UPDATE source SET label = ? WHERE id = ?", (label, source_id))

    def remove_source(self, source_id: int) -> None:
        """Delete all rows of a source, the edges into it, and externals that nothing points at any more."""
        self.delete_files(list(self.paths(source_id).values()))
        self._all("DELETE FROM skip WHERE source_id = ?", (source_id,))
        self.clear_segments(source_id)
        self._all("DELETE FROM link WHERE src = ?1 OR dst = ?1", (source_id,))
        self._all("DELETE FROM source WHERE id = ?", (source_id,))
        self._graph.delete_orphans()

    def count_rows(self, source_id: int) -> None:
        """Count the rows of a source, for `counts` and for readers."""
        counts = [self._all(statement, (source_id,))[0][0] for statement in _COUNT_ROWS]
        self._all(_PUT_COUNTS, (*counts, source_id))

    # Files

    def begin_load(self) -> None:
        """Prepare for many rows, inside a transaction; ends with `finish_load`."""
        self._chunks_before = self._all("SELECT count(*) FROM chunk")[0][0]
        self._configure_words("automerge", 0)
        self._configure_words("hashsize", _HASH_SIZE_BYTES)
        if not self._all("SELECT EXISTS (SELECT 1 FROM entity)")[0][0]:
            for name, table, sql in self._all(_SELECT_INDEXES):
                self._all(f'DROP INDEX "{name}"')
                self._put_off.append((table, sql))

    def finish_load(self) -> None:
        """Build what `begin_load` put off."""
        self._build_put_off("edge", "entity", "unresolved")
        loaded = self._all("SELECT count(*) FROM chunk")[0][0] - self._chunks_before
        if self._chunks_before <= loaded * _MERGE_FACTOR:
            self._all("INSERT INTO chunk_words(chunk_words) VALUES('optimize')")
        self._configure_words("automerge", 4)
        self._configure_words("hashsize", _DEFAULT_HASH_SIZE_BYTES)

    def _build_put_off(self, *tables: str) -> None:
        for table, sql in self._put_off:
            if table in tables:
                self._all(sql)
        self._put_off = [(table, sql) for table, sql in self._put_off if table not in tables]

    def put_files(self, source_id: int, rows: Sequence[FileRow]) -> None:
        """Insert files, or replace those of the same path; entities with an unchanged anchor keep their identity."""
        known = self.paths(source_id)
        entities: list[tuple[Any, ...]] = []
        files, contents, chunks, words = [], [], [], []
        tags: list[tuple[str, int]] = []
        file_id, entity_id, chunk_id = self._next_id("file"), self._next_id("entity"), self._next_id("chunk")
        for row in rows:
            old_id = known.get(row[0])
            if old_id is None:
                this_id, old_entities = file_id, {}
                known[row[0]] = file_id
                file_id += 1
            else:
                this_id, old_entities = old_id, self._clear_file(old_id, row.definitions)
            path, language, size, mtime_ns, inode, digest, line_count, role, warnings, *_ = row
            definitions, spans, own_tags = row.definitions, row.chunks, row.tags
            files.append((this_id, source_id, path, language, size, mtime_ns, inode, digest, line_count, role, _json(warnings)))
            contents.append((this_id, row.text, row.facts, row.mentions))
            ids: list[int] = []
            for definition in definitions:
                kept = old_entities.pop(definition[3], None) if old_entities else None
                if kept is None:
                    kept, entity_id = entity_id, entity_id + 1
                ids.append(kept)
            entities.extend(entity_rows(source_id, this_id, ids, definitions))
            tags.extend((tag, ids[ordinal]) for ordinal, tag in own_tags)
            for ordinal, (start, end, first, last, holder, text_hash, *columns) in enumerate(spans):
                chunks.append((chunk_id, this_id, ordinal, start, end, first, last, ids[max(holder, 0)], text_hash))
                words.append((chunk_id, *columns))
                chunk_id += 1
        self._next.update(file=file_id, entity=entity_id, chunk=chunk_id)
        self._run(_INSERT_FILE, files)
        self._run(_INSERT_CONTENT, contents)
        self._run(_INSERT_ENTITY, entities)
        self._run(_INSERT_CHUNK, chunks)
        self._run(_INSERT_WORDS, words)
        self._run(_INSERT_TAG, tags)

    def put_chunks(self, source_id: int, rows: Sequence[FileRow]) -> None:
        """Replace the chunks of files, and nothing else of them; they have the definitions that the rows have."""
        known = self.paths(source_id)
        chunks, words = [], []
        chunk_id = self._next_id("chunk")
        for row in rows:
            file_id = known[row.path]
            for statement in _CLEAR_CHUNKS:
                self._all(statement, (file_id,))
            ids = dict(self._all(_SELECT_ORDINALS, (file_id, file_id)))
            for ordinal, (start, end, first, last, holder, text_hash, *columns) in enumerate(row.chunks):
                chunks.append((chunk_id, file_id, ordinal, start, end, first, last, ids.get(max(holder, 0)), text_hash))
                words.append((chunk_id, *columns))
                chunk_id += 1
        self._next["chunk"] = chunk_id
        self._run(_INSERT_CHUNK, chunks)
        self._run(_INSERT_WORDS, words)

    def restamp_files(self, stamps: Iterable[FileStamp]) -> None:
        """Update size, time and inode of files whose bytes are the same."""
        self._run(_RESTAMP_FILE, [(stamp.size, stamp.mtime_ns, stamp.inode, stamp.id) for stamp in stamps])

    def delete_files(self, file_ids: Iterable[int]) -> None:
        """Delete files with all that is derived from them."""
        for file_id in file_ids:
            self._clear_file(file_id, ())
            self._file_ids.clear()

    def _clear_file(self, file_id: int, definitions: Sequence[DefinitionRow]) -> dict[str, int]:
        """Delete the rows of a file, and return the ids of those of its entities that it will still define."""
        self._graph.restore_dropped(file_id)
        for statement in _CLEAR_FILE:
            self._all(statement, (file_id,))
        anchors = {definition[3] for definition in definitions}
        kept = {}
        for entity_id, anchor in self._all("DELETE FROM entity WHERE file_id = ? RETURNING id, anchor", (file_id,)):
            if anchor in anchors:
                kept[anchor] = entity_id
            else:
                self._graph.delete_edges(entity_id)
        return kept

    def replace_skips(self, source_id: int, rows: Iterable[SkipRow]) -> None:
        """Make these the skips of a source."""
        self._all("DELETE FROM skip WHERE source_id = ?", (source_id,))
        self._run(_INSERT_SKIP, [(source_id, *row) for row in rows])

    # The graph

    def add_link(self, src: int, dst: int) -> None:
        """Let one source resolve what it lacks in another; one that is there stays."""
        self._all("INSERT OR IGNORE INTO link (src, dst) VALUES (?, ?)", (src, dst))

    def remove_link(self, src: int, dst: int) -> bool:
        """Take a link away; False if there is none."""
        return bool(self._all("DELETE FROM link WHERE src = ? AND dst = ? RETURNING 1", (src, dst)))

    def replace_graph(
        self,
        source_id: int,
        file_ids: Sequence[int],
        edges: Iterable[EdgeRow],
        unresolved: Iterable[UnresolvedRow],
        dropped: Iterable[tuple[int, int]],
    ) -> None:
        """Make these the edges, unresolved references and left-out definitions of a source.

        `file_ids` begin with the source's own files; those of other sources that edges lead into follow.
        """
        self._build_put_off("entity")  # while the edges are still being made, perhaps
        self._next["entity"] = self._graph.replace(source_id, file_ids, edges, unresolved, dropped, self._next_id("entity"))

    # Repairs

    def remove_strays(self) -> None:
        """Delete rows that belong to nothing: chunks without a file, edges without an end, and so on."""
        delete_strays(self._connection)
        self._forget()

    def rebuild_indexes(self) -> None:
        """Build the indexes of all tables again. Not inside a transaction."""
        with translated(self._path):
            self._connection.execute("REINDEX").fetchall()

    def clear_words(self) -> None:
        """Empty the full-text index; `put_chunks` fills it again."""
        self._all("INSERT INTO chunk_words(chunk_words) VALUES('delete-all')")

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
        """Make these the edges and unresolved references of some definitions.

        `only` maps the numbers of units to ordinals, None for all; `file_ids` are those of all units.
        """
        next_id = self._graph.replace_part(source_id, file_ids, only, edges, unresolved, self._next_id("entity"))
        self._next["entity"] = next_id

    def add_segment(self, source_id: int, segment: bytes) -> None:
        """Add what some files of a source were resolved from."""
        self._all("INSERT INTO reads (source_id, segment) VALUES (?, ?)", (source_id, segment))

    def clear_segments(self, source_id: int) -> None:
        """Forget what the files of a source were resolved from."""
        self._all("DELETE FROM reads WHERE source_id = ?", (source_id,))

    def compact(self) -> None:
        """Give the space of deleted rows back to the disk. Not inside a transaction."""
        with self.transaction():
            self._graph.delete_orphans()
            self.vectors.drop_unused()
            self._all("INSERT INTO chunk_words(chunk_words) VALUES('optimize')")
        with translated(self._path):
            self._connection.execute("VACUUM")
            checkpoint(self._connection)

    def _run(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        for _ in self._connection.executemany(sql, rows):
            pass

    def _configure_words(self, option: str, value: int) -> None:
        self._all("INSERT INTO chunk_words(chunk_words, rank) VALUES(?, ?)", (option, value))

    def _next_id(self, table: str) -> int:
        """Return an id above all in a table. There is one writer, so that it can count on by itself."""
        if table not in self._next:
            statement = {"file": _MAX_FILE, "entity": _MAX_ENTITY, "chunk": _MAX_CHUNK}[table]
            self._next[table] = self._all(statement)[0][0] + 1
        return self._next[table]

    def paths(self, source_id: int) -> dict[str, int]:
        """Return the ids of the files of a source by path; read once in a transaction."""
        if source_id not in self._file_ids:
            self._file_ids[source_id] = dict(self._all("SELECT path, id FROM file WHERE source_id = ?", (source_id,)))
        return self._file_ids[source_id]


def _json(value: Sequence[str]) -> str:
    return json.dumps(list(value), ensure_ascii=False) if value else "[]"


_INSERT_SOURCE = """
    INSERT INTO source (label, kind, location, options, fingerprint)
    VALUES (?, ?, ?, ?, '')
"""
_STAMP_SOURCE = """
    UPDATE source
    SET kind = ?, options = ?, revision = ?, indexed_at = ?, fingerprint = ?
    WHERE id = ?
"""
_PUT_COUNTS = """
    UPDATE source
    SET file_count = ?, chunk_count = ?, entity_count = ?, edge_count = ?
    WHERE id = ?
"""
_COUNT_ROWS = (
    "SELECT count(*) FROM file WHERE source_id = ?",
    "SELECT count(*) FROM file JOIN chunk ON chunk.file_id = file.id WHERE file.source_id = ?",
    "SELECT count(*) FROM file JOIN entity ON entity.file_id = file.id WHERE file.source_id = ?",
    """
    SELECT count(*)
    FROM file
    JOIN entity ON entity.file_id = file.id
    JOIN edge ON edge.src = entity.id
    WHERE file.source_id = ?
    """,
)
_SELECT_ORDINALS = "SELECT ordinal, id FROM entity WHERE file_id = ? UNION ALL SELECT ordinal, id FROM dropped WHERE file_id = ?"
_INSERT_SKIP = """
    INSERT OR REPLACE INTO skip (source_id, path, reason, detail, size, mtime_ns, inode)
    VALUES (?, ?, ?, ?, ?, ?, ?)
"""
# Those of `file` and `chunk` belong to constraints (no SQL), and cost little: their keys come nearly in order.
_SELECT_INDEXES = """
    SELECT name, tbl_name, sql
    FROM sqlite_schema
    WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('entity', 'edge', 'unresolved')
"""
# Not INSERT OR REPLACE, here and below: a statement that can be undone by halves makes FTS5 write out what it has
# gathered, which is one segment for each call of put_files instead of one for all (measured: docs/design.md).
_INSERT_FILE = """
    INSERT INTO file
        (id, source_id, path, language, size, mtime_ns, inode, hash, line_count, role, warnings)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_CONTENT = "INSERT INTO content (file_id, text, facts, mentions) VALUES (?, ?, ?, ?)"
_INSERT_ENTITY = """
    INSERT INTO entity
        (id, source_id, file_id, ordinal, parent_id, kind, name, qualname, anchor,
         start_line, end_line, name_line, start_byte, end_byte, signature, doc, exported)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_CHUNK = """
    INSERT INTO chunk (id, file_id, ordinal, start_line, end_line, start_byte, end_byte, entity_id, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_WORDS = "INSERT INTO chunk_words (rowid, name, path, body, parts, context) VALUES (?, ?, ?, ?, ?, ?)"
_INSERT_TAG = "INSERT INTO entity_tag (tag, entity_id) VALUES (?, ?)"
_RESTAMP_FILE = "UPDATE file SET size = ?, mtime_ns = ?, inode = ? WHERE id = ?"
_CLEAR_CHUNKS = (
    "DELETE FROM chunk_words WHERE rowid IN (SELECT id FROM chunk WHERE file_id = ?)",
    "DELETE FROM chunk WHERE file_id = ?",
)
_CLEAR_FILE = (
    *_CLEAR_CHUNKS,
    "DELETE FROM unresolved WHERE entity_id IN (SELECT id FROM entity WHERE file_id = ?)",
    "DELETE FROM entity_tag WHERE entity_id IN (SELECT id FROM entity WHERE file_id = ?)",
    "DELETE FROM content WHERE file_id = ?",
    "DELETE FROM file WHERE id = ?",
)
_MAX_FILE = "SELECT coalesce(max(id), 0) FROM file"
_MAX_CHUNK = "SELECT coalesce(max(id), 0) FROM chunk"
# A definition that is left out keeps its id for when it comes back.
_MAX_ENTITY = "SELECT max(coalesce((SELECT max(id) FROM entity), 0), coalesce((SELECT max(id) FROM dropped), 0))"
