"""The derived index of cards: a small file of its own, which can be deleted at any time.

It opens SQLite by itself and loads nothing else of the store: recall starts anew at every prompt.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import apsw

from cairn.errors import EnvironmentFault

_VERSION = 4
_BUSY_MS = 5000
_WEIGHTS = "2.0, 3.0, 1.0"  # name, summary, body


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Turn errors of SQLite about an index of cards into Cairn's."""
    try:
        yield
    except apsw.Error as exc:
        raise EnvironmentFault(
            f"the index of cards does not answer ({exc}); delete cards-index in CAIRN_HOME, it is made anew"
        ) from exc


class CardRow(NamedTuple):
    """A file of a library as it was indexed; lists are texts with a line each. `fault`: why it is no card, else empty."""

    id: int
    library: int
    path: str
    stamp: str
    hash: str
    since: int
    name: str
    summary: str
    kind: str
    status: str
    expires: str
    verified_at: str
    owner: str
    scope: str
    terms: str
    about: str
    prints: str
    fault: str


class TargetRow(NamedTuple):
    """That a card is about a definition (`relation` is `about`), or about one that this calls or that calls it.

    `about` is the handle as the card has it, `handle` that of the definition now; `state` is `fresh`, `changed`, `gone`, `moved`,
    `unverified`, or `unknown` where no source has the label.
    """

    card: int
    about: str
    handle: str
    relation: str
    state: str
    file: str
    name: str
    dotted: str


class InjectionRow(NamedTuple):
    """A card that was put before an agent; `prompt` is a hash."""

    session: str
    at: str
    prompt: str
    length: int
    card: str
    path: str
    gate: str
    score: float
    coverage: float
    margin: float


class CardRows:
    """One index of cards. Where its file cannot be written it is made anew in memory, and forgets."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._here = threading.local()  # a connection each: transactions of two threads must not meet in one
        self._all: list[apsw.Connection] = []

    @property
    def db(self) -> apsw.Connection:
        """The connection, opened when it is first used; a file that is none of ours, or of another version, is made anew."""
        found: apsw.Connection | None = getattr(self._here, "connection", None)
        if found is None:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                found = self._opened()
            except (OSError, apsw.Error):
                found = _prepared(apsw.Connection(":memory:"))
            self._here.connection = found
            self._all.append(found)
        return found

    def _opened(self) -> apsw.Connection:
        for is_last in (False, True):
            connection = apsw.Connection(os.fspath(self._path))
            try:
                return _prepared(connection)
            except (apsw.NotADBError, apsw.CorruptError, apsw.SQLError, apsw.SchemaChangeError):
                connection.close()
                if is_last:
                    raise
                for suffix in ("", "-wal", "-shm", "-journal"):
                    Path(f"{self._path}{suffix}").unlink(missing_ok=True)
        raise AssertionError

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Hold a transaction that others see when it is over."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    def close(self) -> None:
        """Close the file; it is opened again when it is used."""
        for connection in self._all:
            connection.close()
        self._all.clear()
        self._here = threading.local()

    def meta(self, key: str) -> str:
        """Return what was noted under a key, empty for nothing."""
        return next((value for (value,) in self.db.execute("SELECT value FROM meta WHERE key = ?", (key,))), "")

    def set_meta(self, key: str, value: str) -> None:
        """Note something under a key."""
        self.db.execute("INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, value))

    def cards(self) -> list[CardRow]:
        """Return all rows, by library and path."""
        return [CardRow(*row) for row in self.db.execute("SELECT * FROM card ORDER BY library, path")]

    def card_at(self, library: int, path: str) -> CardRow | None:
        """Return the row of a file."""
        found = self.db.execute("SELECT * FROM card WHERE library = ? AND path = ?", (library, path))
        return next((CardRow(*row) for row in found), None)

    def cards_by_id(self, ids: Sequence[int]) -> dict[int, CardRow]:
        """Return rows by id."""
        marks = ",".join("?" * len(ids))
        statement = f"SELECT * FROM card WHERE id IN ({marks})"  # noqa: S608  # question marks alone
        return {row[0]: CardRow(*row) for row in self.db.execute(statement, tuple(ids))}

    def card_count(self) -> int:
        """Return how many files the full-text index has."""
        return int(next(iter(self.db.execute("SELECT count(*) FROM card WHERE fault = ''")))[0])

    def put(self, row: CardRow, words: tuple[str, str, str] | None) -> int:
        """Add a file, in place of an earlier state of it; `words` are those of name, summary and body. Returns its id."""
        self.drop(row.library, row.path)
        marks = ", ".join("?" * (len(row) - 1))
        self.db.execute(f"INSERT INTO card VALUES (NULL, {marks})", row[1:])  # noqa: S608  # question marks alone
        number = self.db.last_insert_rowid()
        if words is not None:
            self.db.execute("INSERT INTO card_words (rowid, name, summary, body) VALUES (?, ?, ?, ?)", (number, *words))
        return number

    def drop(self, library: int, path: str) -> None:
        """Take a file out."""
        found = list(self.db.execute("SELECT id FROM card WHERE library = ? AND path = ?", (library, path)))
        for (number,) in found:
            self.db.execute("DELETE FROM card_words WHERE rowid = ?", (number,))
            self.db.execute("DELETE FROM target WHERE card = ?", (number,))
            self.db.execute("DELETE FROM card WHERE id = ?", (number,))

    def word_counts(self, words: Sequence[str]) -> dict[str, int]:
        """Return in how many cards each of these words stands; those in none are left out."""
        marks = ",".join("?" * len(words))
        statement = f"SELECT term, doc FROM card_vocabulary WHERE term IN ({marks})"  # noqa: S608  # question marks alone
        return dict(self.db.execute(statement, tuple(words)))

    def match(self, words: Sequence[str], limit: int) -> list[tuple[int, float]]:
        """Return (card, BM25) of the cards with any of these words, best first; higher is better."""
        query = " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
        if not query:
            return []
        statement = (
            f"SELECT rowid, -bm25(card_words, {_WEIGHTS}) AS score FROM card_words WHERE card_words MATCH ?"  # noqa: S608
            " ORDER BY score DESC, rowid LIMIT ?"
        )
        return [(int(card), float(score)) for card, score in self.db.execute(statement, (query, limit))]

    def set_targets(self, card: int, rows: Sequence[TargetRow]) -> None:
        """Say anew what a card is about."""
        self.db.execute("DELETE FROM target WHERE card = ?", (card,))
        self.db.executemany("INSERT INTO target VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def targets_of(self, cards: Sequence[int]) -> list[TargetRow]:
        """Return what some cards are about themselves."""
        marks = ",".join("?" * len(cards))
        statement = f"SELECT * FROM target WHERE relation = 'about' AND card IN ({marks}) ORDER BY rowid"  # noqa: S608  # marks
        return [TargetRow(*row) for row in self.db.execute(statement, tuple(cards))]

    def targets(self, column: str, values: Sequence[str]) -> list[TargetRow]:
        """Return the targets with one of these values of `handle`, `about`, `name` or `file`."""
        assert column in ("handle", "about", "name", "file")
        marks = ",".join("?" * len(values))
        statement = f"SELECT * FROM target WHERE {column} IN ({marks}) ORDER BY rowid"  # noqa: S608  # a known column
        return [TargetRow(*row) for row in self.db.execute(statement, tuple(values))]

    def baseline(self, path: str, handle: str, verified_at: str) -> tuple[str, str] | None:
        """Return (fingerprint, text) of a definition as it was first seen for a card that was verified at a date."""
        where = "path = ? AND handle = ? AND verified_at = ?"
        rows = self.db.execute(f"SELECT print, text FROM baseline WHERE {where}", (path, handle, verified_at))  # noqa: S608
        return next(((mark, text) for mark, text in rows), None)

    def set_baseline(self, path: str, handle: str, verified_at: str, mark: str, text: str) -> None:
        """Remember a definition as a card found it."""
        self.db.execute("INSERT OR REPLACE INTO baseline VALUES (?, ?, ?, ?, ?)", (path, handle, verified_at, mark, text))

    def vector(self, model: str, mark: str) -> bytes | None:
        """Return the vector that a model made of the card with a hash; None if there is none."""
        found = self.db.execute("SELECT value FROM vector WHERE model = ? AND hash = ?", (model, mark))
        return next((value for (value,) in found), None)

    def keep_vector(self, model: str, mark: str, value: bytes, *, is_first: bool = False) -> None:
        """Keep a vector, and forget those of cards that are not there any more; `is_first`: all others."""
        gone = "" if is_first else " WHERE hash <> 'probe' AND hash NOT IN (SELECT hash FROM card)"
        self.db.execute(f"DELETE FROM vector{gone}")  # noqa: S608  # constants
        self.db.execute("INSERT OR REPLACE INTO vector VALUES (?, ?, ?)", (model, mark, value))

    def session(self, name: str) -> int | None:
        """Return the generation of cards that a session began with, None if it is new."""
        return next((number for (number,) in self.db.execute("SELECT generation FROM session WHERE id = ?", (name,))), None)

    def begin_session(self, name: str, generation: int, now: str) -> None:
        """Remember what a session began with."""
        self.db.execute("INSERT OR IGNORE INTO session VALUES (?, ?, ?)", (name, generation, now))

    def recalled(self, session: str) -> set[str]:
        """Return the names of the cards that a session has had."""
        return {name for (name,) in self.db.execute("SELECT DISTINCT card FROM injection WHERE session = ?", (session,))}

    def add_injections(self, rows: Sequence[InjectionRow]) -> None:
        """Remember what was put before an agent."""
        self.db.executemany("INSERT INTO injection VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def injections(self, session: str | None) -> list[InjectionRow]:
        """Return what was put before an agent in a session, or in all, in order."""
        columns = "session, at, prompt, length, card, path, gate, score, coverage, margin"
        where = "" if session is None else " WHERE session = ?"
        rows = self.db.execute(
            f"SELECT {columns} FROM injection{where} ORDER BY number",  # noqa: S608  # constants
            () if session is None else (session,),
        )
        return [InjectionRow(*row) for row in rows]

    def forget(self, before: str) -> None:
        """Forget sessions and injections from before a moment."""
        self.db.execute("DELETE FROM injection WHERE at < ?", (before,))
        self.db.execute("DELETE FROM session WHERE began < ?", (before,))


def _prepared(connection: apsw.Connection) -> apsw.Connection:
    connection.set_busy_timeout(_BUSY_MS)
    version = next(iter(connection.execute("PRAGMA user_version")))[0]
    if version == _VERSION:
        return connection
    if version != 0:
        raise apsw.SchemaChangeError("another version")
    with contextlib.suppress(apsw.BusyError):  # another process does it in this moment
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute("BEGIN IMMEDIATE")
    if next(iter(connection.execute("PRAGMA user_version")))[0] == 0:  # nobody else was quicker
        connection.execute(Path(__file__).with_suffix(".sql").read_text("utf-8")).fetchall()
        connection.execute(f"PRAGMA user_version = {_VERSION}")
    connection.execute("COMMIT")
    return connection
