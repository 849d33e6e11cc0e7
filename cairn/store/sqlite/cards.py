"""The derived index of cards: a small file of its own, which can be deleted at any time.

It opens SQLite by itself and loads nothing else of the store: recall starts anew at every prompt.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import apsw

from cairn.errors import EnvironmentFault

T = TypeVar("T")

_VERSION = 5
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


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a lock on a file of its own, which the system takes away when the process dies. Where none can be made there is none.

    Raises:
        EnvironmentFault: another process holds it for longer than five seconds.
    """
    connection = None
    try:
        with contextlib.suppress(OSError, apsw.CantOpenError, apsw.ReadOnlyError, apsw.FullError, apsw.IOError, apsw.NotADBError):
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = apsw.Connection(os.fspath(path))
            connection.set_busy_timeout(_BUSY_MS)
            connection.execute("BEGIN EXCLUSIVE")
        yield
    except apsw.BusyError as exc:
        raise EnvironmentFault("another command is writing cards; try again when it is done") from exc
    finally:
        if connection is not None:
            connection.close()


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
    """That a card is about a definition (`relation` is `about`), or about one that this calls or that calls it; `former` has the
    name of one that has moved.

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


class Wanted(NamedTuple):
    """Who asks, when and where: which cards could be let in at all.

    `generation`: only cards up to it; None: all.
    """

    principal: str
    today: str
    scope: str
    generation: int | None


class CardRows:
    """One index of cards, and what the sessions of one principal had. Where its file cannot be written it is made anew in memory,
    and forgets.
    """

    def __init__(self, path: Path, principal: str = "") -> None:
        self._path = path
        self._principal = principal
        self._is_in_memory = False
        self._here = threading.local()  # a connection each: transactions of two threads must not meet in one
        self._all: list[apsw.Connection] = []

    @property
    def whole(self) -> CardRows:
        """All rows, where these are those of a user."""
        return self

    @property
    def db(self) -> apsw.Connection:
        """The connection, opened when it is first used; a file that is none of ours, or of another version, is made anew."""
        found: apsw.Connection | None = getattr(self._here, "connection", None)
        if found is None:
            try:
                if self._is_in_memory:
                    raise apsw.CantOpenError
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
                self._delete()
        raise AssertionError

    def _delete(self) -> None:
        for suffix in ("", "-wal", "-shm", "-journal"):
            Path(f"{self._path}{suffix}").unlink(missing_ok=True)

    def mended(self, run: Callable[[], T]) -> T:
        """Run what uses the index; once more with a new one, if it is broken, or with one in memory, if it cannot be written."""
        try:
            return run()
        except (apsw.NotADBError, apsw.CorruptError, apsw.SQLError):
            with contextlib.suppress(OSError):
                self._delete()
        except (apsw.FullError, apsw.ReadOnlyError, apsw.IOError, apsw.CantOpenError):
            self._is_in_memory = True
        self._here = threading.local()  # what other threads have open is closed at the end
        return run()

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Hold a transaction that others see when it is over."""
        connection = self.db
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            # A full disk has taken the transaction back already, and what is told is why.
            with contextlib.suppress(apsw.Error):
                connection.execute("ROLLBACK")
            raise

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
        statement = f"SELECT * FROM card WHERE id {_IN_LIST}"  # noqa: S608  # a constant
        return {row[0]: CardRow(*row) for row in self.db.execute(statement, (json.dumps(list(ids)),))}

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
        statement = f"SELECT term, doc FROM card_vocabulary WHERE term {_IN_LIST}"  # noqa: S608  # a constant
        return dict(self.db.execute(statement, (json.dumps(list(words)),)))

    def match(self, words: Sequence[str], limit: int, wanted: Wanted | None = None) -> list[int]:
        """Return the cards with any of these words, best first; only those that could be let in, where it is said who asks."""
        query = " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
        if not query:
            return []
        if wanted is None:
            return [int(card) for (card,) in self.db.execute(_MATCH.format(join="", where=""), {"query": query, "limit": limit})]
        statement = _MATCH.format(join=" CROSS JOIN card ON card.id = card_words.rowid", where=_COULD_BE_LET_IN)
        return [int(card) for (card,) in self.db.execute(statement, {"query": query, "limit": limit, **wanted._asdict()})]

    def set_targets(self, card: int, rows: Sequence[TargetRow]) -> None:
        """Say anew what a card is about."""
        self.db.execute("DELETE FROM target WHERE card = ?", (card,))
        self.db.executemany("INSERT INTO target VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def targets_of(self, cards: Sequence[int]) -> list[TargetRow]:
        """Return what some cards are about themselves."""
        statement = f"SELECT * FROM target WHERE relation = 'about' AND card {_IN_LIST} ORDER BY rowid"  # noqa: S608  # a constant
        return [TargetRow(*row) for row in self.db.execute(statement, (json.dumps(list(cards)),))]

    def targets(self, column: str, values: Sequence[str]) -> list[TargetRow]:
        """Return the targets with one of these values of `handle`, `about`, `name` or `file`."""
        assert column in ("handle", "about", "name", "file")
        statement = f"SELECT * FROM target WHERE {column} {_IN_LIST} ORDER BY rowid"  # noqa: S608  # a known column
        return [TargetRow(*row) for row in self.db.execute(statement, (json.dumps(list(values)),))]

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
        found = self.db.execute("SELECT generation FROM session WHERE id = ? AND principal = ?", (name, self._principal))
        return next((number for (number,) in found), None)

    def begin_session(self, name: str, generation: int, now: str) -> None:
        """Remember what a session began with."""
        self.db.execute("INSERT OR IGNORE INTO session VALUES (?, ?, ?, ?)", (name, self._principal, generation, now))

    def recalled(self, session: str) -> set[str]:
        """Return the names of the cards that a session has had."""
        statement = "SELECT DISTINCT card FROM injection WHERE session = ? AND principal = ?"
        return {name for (name,) in self.db.execute(statement, (session, self._principal))}

    def add_injections(self, rows: Sequence[InjectionRow]) -> None:
        """Remember what was put before an agent."""
        self.db.executemany(
            "INSERT INTO injection VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [(self._principal, *row) for row in rows]
        )

    def injections(self, session: str | None) -> list[InjectionRow]:
        """Return what was put before an agent in a session, or in all, in order."""
        columns = "session, at, prompt, length, card, path, gate, score, coverage, margin"
        where = "" if session is None else " AND session = ?"
        rows = self.db.execute(
            f"SELECT {columns} FROM injection WHERE principal = ?{where} ORDER BY number",  # noqa: S608  # constants
            (self._principal, *([] if session is None else [session])),
        )
        return [InjectionRow(*row) for row in rows]

    def forget(self, before: str) -> None:
        """Forget sessions and injections from before a moment."""
        self.db.execute("DELETE FROM injection WHERE at < ?", (before,))
        self.db.execute("DELETE FROM session WHERE began < ?", (before,))


# One value for a list of any length: a statement takes some 30,000 question marks.
_IN_LIST = "IN (SELECT value FROM json_each(?))"
_MATCH = (
    f"SELECT card_words.rowid FROM card_words{{join}} WHERE card_words MATCH :query{{where}}"  # noqa: S608  # constants
    f" ORDER BY bm25(card_words, {_WEIGHTS}), card_words.rowid LIMIT :limit"
)
_COULD_BE_LET_IN = (
    " AND (card.kind != 'card' OR card.status = 'approved') AND card.owner IN ('', :principal)"
    " AND (card.expires = '' OR card.expires >= :today) AND (:generation IS NULL OR card.since <= :generation)"
    " AND (:scope = '' OR card.scope = '' OR instr(char(10) || card.scope || char(10), char(10) || :scope || char(10)))"
)


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
