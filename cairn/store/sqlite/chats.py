"""Conversations in a file of their own beside the index, which can be copied, verified and replaced without them."""

from __future__ import annotations

import contextlib
import importlib.resources
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw

from cairn.errors import AmbiguousError, DatabaseRefusedError
from cairn.store.chats import CallRow, RunRow, SaidRow, SnapshotRow
from cairn.store.sqlite.connection import BUSY_TIMEOUT_MS, make_folder, translated

# "CrnC" in ASCII.
_APPLICATION_ID = 0x43726E43


class SqliteChats:
    """`ChatStore` in a file; it is made with the first run.

    `words_of` makes of a text the words under which it is found.
    """

    def __init__(self, path: Path, words_of: Callable[[str], Sequence[str]]) -> None:
        self.path = path
        self._words_of = words_of
        self._lock = threading.Lock()
        self._here = threading.local()
        self._all: list[apsw.Connection] = []

    def begin(self, row: RunRow) -> None:
        """Record a new run."""
        with self._writing() as connection:
            connection.execute(_INSERT_RUN, row)

    def save(self, snapshot: SnapshotRow, title: str) -> bool:
        """Add the next snapshot of a run; False if another process has been faster."""
        with self._writing() as connection:
            newest = connection.execute(_SELECT_NUMBER, (snapshot.run,)).fetchall()
            if newest != [(snapshot.number - 1,)]:
                return False
            if snapshot.number > 1:  # only the newest can be gone on from; the others tell the course
                connection.execute(_EMPTY_OLD, (snapshot.run,))
            connection.execute(_INSERT_SNAPSHOT, snapshot)
            connection.execute(_UPDATE_RUN, (snapshot.state, snapshot.number, snapshot.at, title, snapshot.run))
        return True

    def run(self, run: str, principal: str) -> RunRow | None:
        """Return a run by its id, or by a unique beginning of one.

        Raises:
            AmbiguousError: several begin so.
        """
        rows = self._read(_SELECT_RUNS_LIKE, (run, principal))
        if len(rows) > 1:
            raise AmbiguousError(f"several runs begin with {run!r}: {', '.join(row[0] for row in rows)}; give more of the id")
        return RunRow(*rows[0]) if rows else None

    def runs(self, principal: str, limit: int) -> list[RunRow]:
        """Return runs, the newest first."""
        return [RunRow(*row) for row in self._read(_SELECT_RUNS, (principal, limit))]

    def snapshot(self, run: str) -> SnapshotRow | None:
        """Return the newest snapshot of a run."""
        rows = self._read(f"{_SELECT_SNAPSHOTS} DESC LIMIT 1", (run,))
        return SnapshotRow(*rows[0]) if rows else None

    def snapshots(self, run: str) -> list[SnapshotRow]:
        """Return all snapshots of a run, by number."""
        return [SnapshotRow(*row) for row in self._read(_SELECT_SNAPSHOTS, (run,))]

    def claim(self, call: CallRow) -> CallRow | None:
        """Record that a call begins; the claim that stands if there is one."""
        with self._writing() as connection:
            rows: list[Any] = connection.execute(_SELECT_CALL, (call.run, call.key)).fetchall()
            if rows:
                return CallRow(*rows[0])
            connection.execute(_INSERT_CALL, call)
        return None

    def settle(self, run: str, key: str, result: str) -> None:
        """Record how a claimed call ended."""
        with self._writing() as connection:
            connection.execute(_UPDATE_CALL, (result, run, key))

    def add_said(self, rows: Sequence[SaidRow]) -> None:
        """Keep what was said."""
        with self._writing() as connection:
            for row in rows:
                connection.execute(_INSERT_SAID, (row.run, row.who, row.text, row.at))
                number = connection.last_insert_rowid()
                connection.execute(_INSERT_WORDS, (number, " ".join(self._words_of(row.text))))

    def search(self, words: Sequence[str], principal: str, limit: int) -> list[SaidRow]:
        """Return what was said with any of these words, best first."""
        # Between quotes FTS5 takes a word as it is, whatever signs it has.
        query = " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
        return [SaidRow(*row) for row in self._read(_SEARCH, (query, principal, limit))] if query else []

    def said(self, conversation: str, principal: str) -> list[SaidRow]:
        """Return all that was said in a conversation, in order."""
        return [SaidRow(*row) for row in self._read(_SELECT_SAID, (conversation, principal))]

    def around(self, said: int, principal: str, limit: int) -> list[SaidRow]:
        """Return what was said with an id, and what stands around it."""
        rows = self._read(_SELECT_CONVERSATION, (said,))
        told = self.said(rows[0][0], principal) if rows else []
        place = next((place for place, row in enumerate(told) if row.id == said), None)
        return told[max(place - limit, 0) : place + limit + 1] if place is not None else []

    def forget(self, conversation: str, principal: str) -> int:
        """Delete a conversation with its runs."""
        if not self.path.exists():
            return 0
        with self._writing() as connection:
            connection.execute(_DELETE_WORDS, (conversation, principal))
            connection.execute(_DELETE_RUNS, (conversation, principal))
            return connection.changes()

    def close(self) -> None:
        """Close the file; it is opened again when it is used."""
        with self._lock:
            connections, self._all = self._all, []
            self._here = threading.local()
        for connection in connections:
            connection.close()

    def _read(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """Ask, of a file that is not there nothing."""
        if not self.path.exists():
            return []
        with _told(self.path):
            return self._opened().execute(statement, values).fetchall()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[apsw.Connection]:
        """Hold a transaction that is on the disk when it is over."""
        make_folder(self.path.parent)
        with _told(self.path):
            connection = self._opened()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if not connection.get_autocommit():
                    connection.execute("ROLLBACK")
                raise

    def _opened(self) -> apsw.Connection:
        """The connection of this thread."""
        found: apsw.Connection | None = getattr(self._here, "connection", None)
        if found is not None:
            return found
        connection = apsw.Connection(str(self.path))
        try:
            connection.set_busy_timeout(BUSY_TIMEOUT_MS)
            # What is claimed must stay so: a writing call would be repeated.
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
                connection.execute(f"PRAGMA {pragma}").fetchall()
            self._migrate(connection)
        except BaseException:
            connection.close()
            raise
        with self._lock:
            self._all.append(connection)
            self._here.connection = connection
        return connection

    def _migrate(self, connection: apsw.Connection) -> None:
        scripts = _migrations()
        newest = scripts[-1][0]
        if connection.pragma("user_version") == newest and connection.pragma("application_id") == _APPLICATION_ID:
            return
        connection.execute("BEGIN IMMEDIATE")
        version = connection.pragma("user_version")
        is_foreign = connection.execute("SELECT count(*) FROM sqlite_schema").fetchall() != [(0,)] and (
            connection.pragma("application_id") != _APPLICATION_ID
        )
        if is_foreign or not isinstance(version, int) or version > newest:
            kind = "no file of conversations" if is_foreign else "of a newer Cairn"
            raise DatabaseRefusedError(f"{self.path} is {kind}; move it away, or update Cairn")
        for number, script in scripts:
            if number > version:
                connection.execute(script).fetchall()
                connection.execute(f"PRAGMA user_version = {number}").fetchall()
        connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}").fetchall()
        connection.execute("COMMIT")


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn errors of SQLite into Cairn's; of a file that is damaged it is said that the index is not concerned."""
    with translated(path):
        try:
            yield
        except (apsw.NotADBError, apsw.CorruptError, apsw.SQLError, UnicodeDecodeError) as exc:
            detail = str(exc).partition("\n")[0]
            raise DatabaseRefusedError(
                f"the file of conversations {path} is damaged ({detail}); move it away: `cairn chat` begins a new one, and the "
                "index beside it is whole"
            ) from exc


def _migrations() -> list[tuple[int, str]]:
    folder = importlib.resources.files("cairn.store.sqlite") / "chat_migrations"
    found = [(int(entry.name[:4]), entry) for entry in folder.iterdir() if entry.name.endswith(".sql")]
    return [(number, entry.read_text("utf-8")) for number, entry in sorted(found, key=lambda script: script[0])]


_RUN = "id, conversation, parent, agent, principal, title, question, state, number, begun_at, changed_at"
_INSERT_RUN = f"""
    INSERT INTO run ({_RUN})
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""  # noqa: S608 - our own constant
_SELECT_NUMBER = "SELECT number FROM run WHERE id = ?"
_EMPTY_OLD = "UPDATE snapshot SET body = '' WHERE run = ? AND body <> ''"
_INSERT_SNAPSHOT = "INSERT INTO snapshot (run, number, state, at, body) VALUES (?, ?, ?, ?, ?)"
_UPDATE_RUN = "UPDATE run SET state = ?, number = ?, changed_at = ?, title = ? WHERE id = ?"
_SELECT_RUNS_LIKE = f"""
    SELECT {_RUN}
    FROM run
    WHERE substr(id, 1, length(?1)) = ?1 AND principal = ?2
    LIMIT 10
"""  # noqa: S608 - our own constant
_SELECT_RUNS = f"""
    SELECT {_RUN}
    FROM run
    WHERE principal = ?
    ORDER BY changed_at DESC, rowid DESC
    LIMIT ?
"""  # noqa: S608 - our own constant
_SELECT_SNAPSHOTS = """
    SELECT run, number, state, at, body
    FROM snapshot
    WHERE run = ?
    ORDER BY number
"""
_SELECT_CALL = "SELECT run, key, tool, begun_at, result FROM call WHERE run = ? AND key = ?"
_INSERT_CALL = "INSERT INTO call (run, key, tool, begun_at, result) VALUES (?, ?, ?, ?, ?)"
_UPDATE_CALL = "UPDATE call SET result = ? WHERE run = ? AND key = ?"
_INSERT_SAID = "INSERT INTO said (run, who, text, at) VALUES (?, ?, ?, ?)"
_INSERT_WORDS = "INSERT INTO said_words (rowid, words) VALUES (?, ?)"
_SAID = "said.id, said.run, run.conversation, run.title, said.who, said.text, said.at"
_SEARCH = f"""
    SELECT {_SAID}
    FROM said_words
    JOIN said ON said.id = said_words.rowid
    JOIN run ON run.id = said.run
    WHERE said_words MATCH ? AND run.principal = ?
    ORDER BY bm25(said_words), said.id
    LIMIT ?
"""  # noqa: S608 - our own constant
_SELECT_SAID = f"""
    SELECT {_SAID}
    FROM run
    JOIN said ON said.run = run.id
    WHERE run.conversation = ? AND run.principal = ?
    ORDER BY said.id
"""  # noqa: S608 - our own constant
_SELECT_CONVERSATION = "SELECT run.conversation FROM said JOIN run ON run.id = said.run WHERE said.id = ?"
_DELETE_WORDS = """
    DELETE FROM said_words
    WHERE rowid IN (
        SELECT said.id FROM said JOIN run ON run.id = said.run WHERE run.conversation = ? AND run.principal = ?
    )
"""
_DELETE_RUNS = "DELETE FROM run WHERE conversation = ? AND principal = ?"
