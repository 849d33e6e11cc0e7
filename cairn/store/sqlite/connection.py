"""Connections to the database file, and what SQLite's errors mean to a user."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import stat
import threading
import urllib.parse
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw

from cairn.errors import CairnError, Cancelled, DatabaseRefusedError, EnvironmentFault, NotFoundError

_log = logging.getLogger(__name__)

# "Carn" in ASCII: what tells Cairn's databases from those of other programs.
APPLICATION_ID = 0x4361726E
# Number of the newest file in migrations/.
SCHEMA_VERSION = 2

# 16 KB pages load FTS5 a fifth faster than 4 KB ones, and will hold vectors well (measured, docs/design.md).
PAGE_SIZE = 16384
BUSY_TIMEOUT_MS = 5000
# Negative: KB. A bulk load stays in memory until it is published.
WRITER_CACHE_KB = -131072
READER_CACHE_KB = -16384
# Readers are done in milliseconds: by waiting for those at work the -wal file is emptied even on a busy server.
_CHECKPOINT_WAIT_MS = 500
# Between two looks at whether a read is still wanted: a fraction of a millisecond.
_STEPS_BETWEEN_LOOKS = 10_000
# The -wal file is cut to this when nobody reads from it any more.
JOURNAL_LIMIT_BYTES = 16 * 1024 * 1024

_READ_ONLY_REMEDY = "give a path that can be written with --db or CAIRN_DB"


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn errors of SQLite about the database at `path` into Cairn's."""
    try:
        yield
    except apsw.Error as exc:
        raise cairn_error(exc, path) from exc
    except UnicodeDecodeError as exc:
        raise DatabaseRefusedError(f"{path} is damaged (a text is no UTF-8); `cairn verify --repair` mends what it can") from exc


def cairn_error(exc: apsw.Error, path: Path) -> CairnError:
    """Say what an error of SQLite means and what to do about it."""
    detail = str(exc).split("\n", 1)[0]
    if isinstance(exc, apsw.NotADBError):
        return DatabaseRefusedError(f"{path} is not a Cairn index; name another file with --db or CAIRN_DB")
    if isinstance(exc, apsw.CorruptError):
        return DatabaseRefusedError(f"{path} is damaged ({detail}); move it away and add its sources again")
    if isinstance(exc, apsw.FullError):
        return EnvironmentFault(f"no space is left for {path}; free some and run the command again")
    if isinstance(exc, apsw.BusyError | apsw.LockedError):
        return EnvironmentFault(f"{path} is in use by another program; run the command again when it is done")
    if isinstance(exc, apsw.ReadOnlyError | apsw.PermissionsError):
        return EnvironmentFault(f"{path} or its folder cannot be written ({detail}); {_READ_ONLY_REMEDY}")
    if isinstance(exc, apsw.CantOpenError):
        return EnvironmentFault(f"{path} cannot be opened ({detail}); check the path and the permissions of its folder")
    if isinstance(exc, apsw.IOError):
        return EnvironmentFault(f"the disk failed on {path} ({detail}); check the disk and run the command again")
    if isinstance(exc, apsw.NoMemError):
        return EnvironmentFault(f"memory ran out while {path} was used; free some and run the command again")
    if isinstance(exc, apsw.InterruptError):
        return unwanted()
    return DatabaseRefusedError(f"{path} does not answer as a Cairn index should ({detail}); move it away and `cairn add` again")


def unwanted() -> Cancelled:
    """Return the error of a read that nobody waits for any more."""
    return Cancelled("the read was stopped, since nobody waits for it any more; ask again")


def missing(path: Path) -> NotFoundError:
    """Return the error of an index that is not there."""
    return NotFoundError(f"there is no index at {path}; run `cairn add PATH` to make one")


def open_reader(path: Path) -> apsw.Connection:
    """Open an existing index for reading only.

    Raises:
        NotFoundError: there is no file, or an empty one.
        DatabaseRefusedError: not an index of Cairn, or one of another version.
        EnvironmentFault: the disk or its permissions.
    """
    _require_file(path)
    with translated(path):
        try:
            return _opened_reader(path, "mode=ro")
        except (apsw.ReadOnlyError, apsw.CantOpenError):
            # A database in WAL mode needs its -shm file. Where that cannot be made, one that nobody
            # writes (no -wal beside it) may be read as a file that never changes.
            if _size(Path(f"{path}-wal")):
                raise
            return _opened_reader(path, "mode=ro&immutable=1")


def _open_read_only(path: Path, parameters: str) -> apsw.Connection:
    uri = f"file:{urllib.parse.quote(os.fspath(path))}?{parameters}"
    connection = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    connection.set_busy_timeout(BUSY_TIMEOUT_MS)
    return connection


def _opened_reader(path: Path, parameters: str) -> apsw.Connection:
    connection = _open_read_only(path, parameters)
    try:
        for pragma in ("query_only = 1", f"cache_size = {READER_CACHE_KB}", "temp_store = MEMORY"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        version = check_identity(connection, path)
        if version == 0:
            raise missing(path)
        if version < SCHEMA_VERSION:
            raise DatabaseRefusedError(
                f"{path} was written by an older Cairn (format {version}); run `cairn init` to bring it up to date"
            )
    except BaseException:
        connection.close()
        raise
    return connection


def open_writer(path: Path) -> apsw.Connection:
    """Open for writing, and create the file and its folder where they do not exist.

    The schema is not touched: see migrate.py.

    Raises:
        DatabaseRefusedError: not an index of Cairn, or one of a newer version.
        EnvironmentFault: the disk or its permissions.
    """
    require_regular(path)
    make_folder(path.parent)
    with translated(path):
        connection = apsw.Connection(os.fspath(path))
        try:
            _prepare_writer(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _prepare_writer(connection: apsw.Connection, path: Path) -> None:
    connection.set_busy_timeout(BUSY_TIMEOUT_MS)
    # Before anything else: a file of another program must not even be turned to WAL.
    check_identity(connection, path)
    if connection.readonly("main"):
        raise EnvironmentFault(f"{path} cannot be written; {_READ_ONLY_REMEDY}")
    for pragma in (
        f"page_size = {PAGE_SIZE}",
        "journal_mode = WAL",
        # One publishing transaction a run: it is worth waiting until it is on the disk.
        "synchronous = FULL",
        f"journal_size_limit = {JOURNAL_LIMIT_BYTES}",
        f"cache_size = {WRITER_CACHE_KB}",
        "temp_store = MEMORY",
        "foreign_keys = 0",
        # Checkpoints are made after publishing, not in the middle of it.
        "wal_autocheckpoint = 0",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def check_identity(connection: apsw.Connection, path: Path) -> int:
    """Return the version of the index's schema, 0 for an empty database.

    Raises:
        DatabaseRefusedError: the file belongs to another program, or to a newer Cairn.
    """
    application = connection.pragma("application_id")
    version = connection.pragma("user_version")
    if application == APPLICATION_ID:
        if version > SCHEMA_VERSION:
            raise DatabaseRefusedError(
                f"{path} was written by a newer Cairn (format {version}, not {SCHEMA_VERSION}); update Cairn, or use another --db"
            )
        if version < 0:
            raise DatabaseRefusedError(f"{path} is damaged (format {version}); move it away and add its sources again")
        return int(version)
    is_empty = not connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()[0][0]
    if application == 0 and version == 0 and is_empty:
        return 0
    raise DatabaseRefusedError(f"{path} is a database of another program; name another file with --db or CAIRN_DB")


def checkpoint(connection: apsw.Connection) -> None:
    """Move what was published into the database file, as far as readers allow; the rest follows next time.

    Never fails: what was published is safe where it is.
    """
    try:
        connection.set_busy_timeout(_CHECKPOINT_WAIT_MS)
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except (apsw.BusyError, apsw.LockedError):
        _log.debug("checkpoint put off: the index is being read")
    except apsw.Error as exc:
        _log.warning("checkpoint failed: %s", exc)
    finally:
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)


def make_folder(folder: Path) -> None:
    """Create a folder and those above it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise EnvironmentFault(f"the folder {folder} cannot be made ({exc.strerror}); {_READ_ONLY_REMEDY}") from exc


def require_own(path: Path) -> None:
    """Raise DatabaseRefusedError if a file is no database, or that of another program, or of a newer Cairn."""
    with translated(path), contextlib.suppress(apsw.ReadOnlyError, apsw.CantOpenError):
        connection = _open_read_only(path, "mode=ro")
        try:
            check_identity(connection, path)
        finally:
            connection.close()


def _require_file(path: Path) -> None:
    try:
        found = path.stat()
    except OSError as exc:
        if exc.errno in (errno.ENOENT, errno.ENOTDIR):
            raise missing(path) from exc
        raise EnvironmentFault(f"{path} cannot be read ({exc.strerror}); check its permissions") from exc
    require_regular(path)
    if found.st_size == 0:
        raise missing(path)


def require_regular(path: Path) -> None:
    """Raise DatabaseRefusedError if there is something at the path that is no regular file, as a folder or a device."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return
    if stat.S_ISDIR(mode):
        raise DatabaseRefusedError(f"{path} is a folder, not an index; name a file with --db or CAIRN_DB")
    if not stat.S_ISREG(mode):
        raise DatabaseRefusedError(f"{path} is no regular file, so no index; name another with --db or CAIRN_DB")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


class ReadingConnections:
    """A reading connection for each thread that asks for one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._lock = threading.Lock()
        self._open: weakref.WeakSet[apsw.Connection] = weakref.WeakSet()

    @property
    def path(self) -> Path:
        """The database file."""
        return self._path

    def connection(self) -> apsw.Connection:
        """Return this thread's connection to the file that is at the path now.

        Raises:
            NotFoundError, DatabaseRefusedError, EnvironmentFault: as `open_reader`.
        """
        identity = self._identity()
        held: tuple[apsw.Connection, tuple[int, int]] | None = getattr(self._local, "held", None)
        if held is not None and held[1] == identity and held[0] in self._open:
            return held[0]
        connection = open_reader(self._path)
        with self._lock:
            self._open.add(connection)
        self._local.held = (connection, identity)
        return connection

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[apsw.Connection]:
        """Hold one state of the index while several statements read it; may be nested in one thread."""
        depth: int = getattr(self._local, "depth", 0)
        connection = self._local.held[0] if depth else self._begin()
        self._local.depth = depth + 1
        try:
            with translated(self._path):
                yield connection
        finally:
            self._local.depth = depth
            if not depth:
                connection.set_progress_handler(None)
                if not connection.get_autocommit():
                    connection.execute("ROLLBACK")

    def _begin(self) -> apsw.Connection:
        is_unwanted: Callable[[], bool] | None = getattr(self._local, "is_unwanted", None)
        if is_unwanted is not None and is_unwanted():
            raise unwanted()
        connection = self.connection()
        with translated(self._path):
            connection.execute("BEGIN")
            connection.set_progress_handler(is_unwanted, _STEPS_BETWEEN_LOOKS)
        return connection

    @contextlib.contextmanager
    def until(self, is_unwanted: Callable[[], bool]) -> Iterator[None]:
        """End what this thread reads inside with Cancelled, within milliseconds, once it is unwanted."""
        self._local.is_unwanted = is_unwanted
        try:
            yield
        finally:
            self._local.is_unwanted = None

    def close(self) -> None:
        """Close the connections of all threads; a later call opens again."""
        with self._lock:
            connections = list(self._open)
            self._open.clear()
        for connection in connections:
            connection.close()

    def _identity(self) -> tuple[int, int]:
        try:
            found = self._path.stat()
        except OSError:
            return (0, 0)
        return (found.st_dev, found.st_ino)
