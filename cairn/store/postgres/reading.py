"""Reading connections: a pool of them, of which a thread holds one while it reads one state of the index."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import psycopg
from psycopg import errors
from psycopg_pool import ConnectionPool, PoolTimeout

from cairn.errors import EnvironmentFault
from cairn.store.postgres.connection import Connection, Server, is_lost, translated, unwanted
from cairn.store.postgres.migrate import READER
from cairn.store.postgres.rows import Values

# More than serve has threads that read (`serve/work.py`): a thread that waits for a connection would be a thread too many.
MOST_CONNECTIONS = 16
_WAIT_S = 10.0
_LOOK_EVERY_S = 0.05
_BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


class Snapshot:
    """One state of the index, read over one connection at a time.

    A connection that is lost is exchanged once for another, if the index is in the same state there: who reads does not notice.
    """

    def __init__(self, pool: ReadingPool) -> None:
        self._pool = pool
        self.connection = pool.take()
        self.seen: tuple[int, ...] | None = None  # the sources that a restricted read sees; None: all
        self.changes = self._begin()
        self._may_retry = True

    def _begin(self) -> int:
        self.connection.execute(_BEGIN)
        changes = self._pool.server.changes(self.connection)
        if self.seen is not None:
            self._restrict(self.seen)
        return changes

    @contextlib.contextmanager
    def restricted(self, seen: Sequence[int]) -> Iterator[None]:
        """Have the server show the rows of these sources alone.

        Raises:
            EnvironmentFault: the server has no role for it, or this user may not take it.
        """
        self._restrict(seen)
        self.seen = tuple(seen)
        try:
            yield
        finally:
            self.seen = None
            # A connection that is broken, or whose transaction is, is not used on.
            with contextlib.suppress(psycopg.Error):
                self.connection.execute("RESET ROLE")

    def _restrict(self, seen: Sequence[int]) -> None:
        self.connection.execute("SELECT set_config('cairn.sources', %s, true)", ["{" + ",".join(map(str, seen)) + "}"])
        try:
            self.connection.execute(f"SET LOCAL ROLE {READER}")
        except (errors.InsufficientPrivilege, errors.InvalidParameterValue, errors.UndefinedObject) as exc:
            raise EnvironmentFault(
                f"{self._pool.server.shown} has no role {READER} that this user may take, which rights of users need; "
                f"run `CREATE ROLE {READER}` and grant it to the user, then `cairn init`"
            ) from exc

    def rows(self, statement: str, values: Values, *, binary: bool = False) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows."""
        try:
            return self._run(statement, values, binary=binary)
        except psycopg.Error as exc:
            if not is_lost(exc) or not self._may_retry:
                raise
            self._may_retry = False
            self._renew(exc)
        return self._run(statement, values, binary=binary)

    def _run(self, statement: str, values: Values, *, binary: bool) -> list[tuple[Any, ...]]:
        self._pool.check_wanted()
        cursor = self.connection.execute(statement, values, binary=binary)
        return cursor.fetchall() if cursor.description is not None else []

    def _renew(self, exc: psycopg.Error) -> None:
        self._pool.give(self.connection)
        self.connection = self._pool.take()
        if self._begin() != self.changes:
            raise EnvironmentFault(
                f"the connection to {self._pool.server.shown} was lost, and the index has changed since; ask again"
            ) from exc

    def end(self) -> None:
        """Give the connection back."""
        with contextlib.suppress(psycopg.Error):
            self.connection.rollback()
        self._pool.give(self.connection)


class ReadingPool:
    """Connections for reading; opened when they are first needed."""

    def __init__(self, server: Server, most: int = MOST_CONNECTIONS) -> None:
        self.server = server
        self._most = most
        self._lock = threading.Lock()
        self._pool: ConnectionPool[Connection] | None = None
        self._local = threading.local()
        self._watch = _Watch()

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """Hold one state of the index while several statements read it; may be nested in one thread."""
        held: Snapshot | None = getattr(self._local, "held", None)
        if held is not None:
            yield held
            return
        with translated(self.server.shown):
            self.check_wanted()
            snapshot = self._local.held = self._begin()
            try:
                with self._watch.over(snapshot, getattr(self._local, "is_unwanted", None)):
                    yield snapshot
            finally:
                self._local.held = None
                snapshot.end()

    def _begin(self) -> Snapshot:
        """A connection may have been lost while nobody used it: another one is tried."""
        try:
            return Snapshot(self)
        except psycopg.Error as exc:
            if not is_lost(exc):
                raise
        return Snapshot(self)

    def check_wanted(self) -> None:
        """Raise Cancelled if nobody waits for what this thread reads."""
        is_unwanted: Callable[[], bool] | None = getattr(self._local, "is_unwanted", None)
        if is_unwanted is not None and is_unwanted():
            raise unwanted()

    @contextlib.contextmanager
    def until(self, is_unwanted: Callable[[], bool]) -> Iterator[None]:
        """End what this thread reads inside with Cancelled, soon, once it is unwanted."""
        self._local.is_unwanted = is_unwanted
        try:
            yield
        finally:
            self._local.is_unwanted = None

    def take(self) -> Connection:
        """Return a connection that nobody else uses."""
        with self._lock:
            if self._pool is None:
                # The first connection is made here: a pool would try for a long time to reach a server that is not there.
                self.server.connect().close()
                parameters, most = self.server.parameters(), self._most
                self._pool = ConnectionPool(
                    parameters, kwargs={"autocommit": True}, min_size=0, max_size=most, open=True, timeout=_WAIT_S
                )
        try:
            return self._pool.getconn()
        except PoolTimeout as exc:
            raise EnvironmentFault(
                f"{self.server.shown} gave no connection within {_WAIT_S:g} s; see that it runs and has max_connections enough"
            ) from exc

    def give(self, connection: Connection) -> None:
        """Return a connection; a broken one is dropped."""
        if self._pool is not None:
            self._pool.putconn(connection)

    def stats(self) -> dict[str, int]:
        """Counts of connections and of those who wait, as psycopg's pool names them; none before the first read."""
        return dict(self._pool.get_stats()) if self._pool is not None else {}

    def close(self) -> None:
        """Close all connections; a later call opens again."""
        with self._lock:
            if self._pool is not None:
                self._pool.close()
                self._pool = None


class _Watch:
    """Has the server stop reads that are not wanted any more: a thread that looks, while there are any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reads: dict[Snapshot, Callable[[], bool]] = {}
        self._thread: threading.Thread | None = None
        self._pause = threading.Event()

    @contextlib.contextmanager
    def over(self, snapshot: Snapshot, is_unwanted: Callable[[], bool] | None) -> Iterator[None]:
        """Watch over a read."""
        if is_unwanted is None:
            yield
            return
        with self._lock:
            self._reads[snapshot] = is_unwanted
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="cairn-watch-reads", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._reads.pop(snapshot, None)

    def _run(self) -> None:
        while True:
            self._pause.wait(_LOOK_EVERY_S)
            with self._lock:
                if not self._reads:
                    self._thread = None
                    return
                unwanted_reads = [snapshot for snapshot, is_unwanted in self._reads.items() if is_unwanted()]
                # Under the lock: a read that has ended must not have the next one of its connection stopped.
                for snapshot in unwanted_reads:
                    with contextlib.suppress(psycopg.Error):
                        snapshot.connection.cancel_safe(timeout=1.0)
                    del self._reads[snapshot]
