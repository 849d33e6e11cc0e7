"""Connections to a PostgreSQL server, and what its errors mean to a user."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import psycopg
from psycopg import conninfo, errors, pq
from psycopg.adapt import Dumper

from cairn.errors import CairnError, Cancelled, DatabaseRefusedError, EnvironmentFault, NotFoundError, without_logins

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]

# Number of the newest file in migrations/.
SCHEMA_VERSION = 2
_CONNECT_LIMIT_S = 10
# Short statements do not earn back what it costs to compile them, and a search has dozens.
_OPTIONS = "-c search_path=cairn,public -c jit=off -c client_min_messages=warning"

_STATE = "SELECT number, changes FROM format"
_HAS_SCHEMA = "SELECT to_regclass('cairn.format') IS NOT NULL"


class _VectorDumper(Dumper):
    """Sends a tsvector that `lexemes.py` has packed, as it is."""

    format = pq.Format.BINARY
    oid = 3614  # of tsvector: the same in every server

    def dump(self, packed: bytes) -> bytes:
        return packed


class Server:
    """A database of a server, by its URL. `shown` names it without its password."""

    def __init__(self, url: str, password_file: Path | None = None) -> None:
        self._url = url
        self._password_file = password_file
        self.shown = without_logins(url)

    def connect(self) -> Connection:
        """Open a connection that commits each statement by itself, outside of a transaction.

        Raises:
            EnvironmentFault: there is no server, or it lets nobody in.
        """
        with translated(self.shown):
            connection = psycopg.connect(self.parameters(), autocommit=True)
        connection.adapters.register_dumper(None, _VectorDumper)
        return connection

    def parameters(self) -> str:
        """What a connection is opened with."""
        try:
            given = conninfo.conninfo_to_dict(self._url)
        except psycopg.ProgrammingError as exc:
            raise EnvironmentFault(f"{self.shown} is no URL of a PostgreSQL database; use postgresql://USER@HOST/NAME") from exc
        options = f"{given.pop('options', None) or ''} {_OPTIONS}".strip()
        limit = given.pop("connect_timeout", None) or _CONNECT_LIMIT_S
        name = given.pop("application_name", None) or "cairn"
        if self._password_file is not None:
            given["password"] = self._password()
        return conninfo.make_conninfo("", **{**given, "options": options, "connect_timeout": limit, "application_name": name})

    def _password(self) -> str:
        """What the file of the password has, which may be exchanged while a server runs."""
        assert self._password_file is not None
        try:
            return self._password_file.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as exc:
            raise EnvironmentFault(f"CAIRN_DB_PASSWORD_FILE is {self._password_file}, which cannot be read ({exc})") from exc

    def missing(self) -> NotFoundError:
        """Return the error of an index that is not there."""
        return NotFoundError(f"there is no index in {self.shown}; run `cairn add PATH` to make one")

    def has_schema(self, connection: Connection) -> bool:
        """Whether an index was ever begun here."""
        return bool(rows_of(connection, _HAS_SCHEMA)[0][0])

    def check_version(self, number: int) -> None:
        """Raise DatabaseRefusedError unless a schema of this number is the one that this program reads."""
        if number > SCHEMA_VERSION:
            raise DatabaseRefusedError(
                f"{self.shown} was written by a newer Cairn (format {number}, not {SCHEMA_VERSION}); update Cairn"
            )
        if number == 0:
            raise self.missing()
        if number < SCHEMA_VERSION:
            raise DatabaseRefusedError(
                f"{self.shown} was written by an older Cairn (format {number}); run `cairn init` to bring it up to date"
            )

    def changes(self, connection: Connection) -> int:
        """Return the number of the state of the index: it grows with every transaction that was published.

        Raises:
            NotFoundError: there is no index.
            DatabaseRefusedError: it is one of another version.
        """
        try:
            ((number, changes),) = rows_of(connection, _STATE)
        except (errors.UndefinedTable, errors.InvalidSchemaName) as exc:
            raise self.missing() from exc
        self.check_version(number)
        return int(changes)


def rows_of(connection: Connection, statement: str, *values: object, binary: bool = False) -> list[tuple[Any, ...]]:
    """Run a statement and return its rows; none, if it has no result."""
    cursor = connection.execute(statement, values or None, binary=binary)
    return cursor.fetchall() if cursor.description is not None else []


def copy_rows(connection: Connection, target: str, types: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Insert rows by COPY; `target` is a table with its columns, `types` are theirs."""
    if not rows:
        return
    with connection.cursor() as cursor, cursor.copy(f"COPY {target} FROM STDIN (FORMAT BINARY)") as copy:
        copy.set_types(types)
        for row in rows:
            # A text of PostgreSQL holds any character but this one.
            if any(type(value) is str and "\0" in value for value in row):
                row = [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in row]
            copy.write_row(row)


def is_lost(exc: psycopg.Error) -> bool:
    """Whether an error says that the connection is gone, not that the server said no."""
    return isinstance(exc, psycopg.OperationalError) and (
        exc.sqlstate is None or exc.sqlstate[:2] == "08" or exc.sqlstate in ("57P01", "57P02", "57P03")
    )


@contextlib.contextmanager
def translated(shown: str) -> Iterator[None]:
    """Turn errors of PostgreSQL about a database into Cairn's."""
    try:
        yield
    except psycopg.Error as exc:
        raise cairn_error(exc, shown) from exc


def cairn_error(exc: psycopg.Error, shown: str) -> CairnError:
    """Say what an error of PostgreSQL means and what to do about it."""
    detail = without_logins(" ".join(str(exc).split()))
    if isinstance(exc, errors.QueryCanceled):
        return unwanted()
    if isinstance(exc, errors.InvalidPassword | errors.InvalidAuthorizationSpecification):
        return EnvironmentFault(f"{shown} lets this user not in ({detail}); check the user and the password in the URL")
    if isinstance(exc, errors.InsufficientPrivilege):
        return EnvironmentFault(f"{shown} refuses that ({detail}); docs/enterprise.md says what the user must be granted")
    if isinstance(exc, errors.FeatureNotSupported | errors.UndefinedFile) and "vector" in detail:
        return EnvironmentFault(f"{shown} has no pgvector 0.8 or newer ({detail}); install the extension on the server")
    if isinstance(exc, errors.ReadOnlySqlTransaction):
        return EnvironmentFault(f"{shown} is a replica, which cannot be written; name the primary server in --db or CAIRN_DB")
    if isinstance(exc, errors.DiskFull):
        return EnvironmentFault(f"no space is left for {shown}; free some on the server and run the command again")
    if isinstance(exc, errors.TooManyConnections):
        return EnvironmentFault(f"{shown} has no connection left ({detail}); raise max_connections, or run fewer servers")
    if isinstance(exc, errors.DeadlockDetected | errors.SerializationFailure | errors.LockNotAvailable):
        return EnvironmentFault(f"{shown} was written by another command at the same time ({detail}); run the command again")
    if isinstance(exc, errors.UndefinedTable | errors.UndefinedColumn | errors.InvalidSchemaName):
        return DatabaseRefusedError(f"{shown} has another schema `cairn` than an index ({detail}); use another database")
    if isinstance(exc, psycopg.OperationalError | psycopg.InterfaceError):
        return EnvironmentFault(f"{shown} does not answer ({detail}); check that the server runs, and run the command again")
    return DatabaseRefusedError(f"{shown} does not answer as a Cairn index should ({detail}); `cairn verify` tells more")


def unwanted() -> Cancelled:
    """Return the error of a read that nobody waits for any more."""
    return Cancelled("the read was stopped, since nobody waits for it any more; ask again")
