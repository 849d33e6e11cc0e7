"""One index in a PostgreSQL server as the write side sees it: whether it is there, who may write, and what opens it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from cairn.errors import RefusedError
from cairn.store.postgres.check import check_rows
from cairn.store.postgres.connection import Connection, Server, rows_of, translated
from cairn.store.postgres.lock import held, is_held
from cairn.store.postgres.migrate import migrate
from cairn.store.postgres.writer import PostgresWriter
from cairn.store.rows import RowFault
from cairn.store.writing import WAIT_LIMIT_S

_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_SIZE = """
    SELECT coalesce(sum(pg_total_relation_size(oid)), 0)
    FROM pg_class
    WHERE relnamespace = to_regnamespace('cairn') AND relkind = 'r'
"""


class PostgresWriterStore:
    """Opens writers of one index. Whoever has locked writes over the connection that holds the locks: both end together."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._local = threading.local()

    def exists(self) -> bool:
        """Whether there is an index; a database without the schema is none."""
        with self._connected() as connection:
            if not self._server.has_schema(connection):
                return False
            ((number,),) = rows_of(connection, "SELECT number FROM format")
            if number:
                self._server.check_version(number)
            return bool(number)

    def require(self) -> None:
        """Raise NotFoundError if there is no index."""
        if not self.exists():
            raise self._server.missing()

    def size_bytes(self) -> int:
        """How much of the server's disk the index takes."""
        with self._connected() as connection:
            return int(rows_of(connection, _SIZE)[0][0])

    def copy_to(self, target: Path) -> None:
        """Refuse: the server's own means make copies."""
        raise RefusedError(f"{self._server.shown} is no file to be copied to {target}; use pg_dump, or `cairn copy`")

    def check(self) -> list[RowFault]:
        """Check that the rows agree, in one state; the caller needs no lock."""
        with self._snapshot() as connection:
            return check_rows(connection)

    @contextlib.contextmanager
    def state(self) -> Iterator[PostgresWriter]:
        """Hold one state of an existing index for reading. The caller needs no lock."""
        with self._snapshot() as connection:
            yield PostgresWriter(connection, self._server.shown)

    @contextlib.contextmanager
    def _snapshot(self) -> Iterator[Connection]:
        with contextlib.closing(self._server.connect()) as connection, translated(self._server.shown):
            connection.execute(_SNAPSHOT)
            self._server.changes(connection)
            yield connection

    @contextlib.contextmanager
    def lock(
        self, wanted: Collection[str] | None, on_wait: Callable[[], None], wait_limit_s: float = WAIT_LIMIT_S
    ) -> Iterator[bool]:
        """Hold the right to write sources with these labels or locations, and those linked with them."""
        shown = self._server.shown
        with (
            contextlib.closing(self._server.connect()) as connection,
            translated(shown),
            held(connection, wanted, on_wait, wait_limit_s, shown) as has_waited,
        ):
            self._local.connection = connection
            try:
                yield has_waited
            finally:
                self._local.connection = None

    def is_locked(self, label: str) -> bool:
        """Tell whether some session may write a source now."""
        with self._connected() as connection:
            return is_held(connection, label)

    @contextlib.contextmanager
    def writer(self) -> Iterator[PostgresWriter]:
        """Open for writing, inside of `lock`; creates and migrates the schema."""
        with self._connected() as connection:
            migrate(connection, self._server)
            yield PostgresWriter(connection, self._server.shown)

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Connection]:
        """The connection by which the thread holds locks, or one for the call."""
        own: Connection | None = getattr(self._local, "connection", None)
        with translated(self._server.shown):
            if own is not None:
                yield own
            else:
                with contextlib.closing(self._server.connect()) as connection:
                    yield connection
