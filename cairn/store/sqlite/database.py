"""One database file as the write side sees it: whether it is there, and what opens it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from cairn.errors import EnvironmentFault
from cairn.store.rows import RowFault
from cairn.store.sqlite.check import check_rows, copy_database
from cairn.store.sqlite.connection import missing, open_reader, open_writer, require_own, require_regular, translated
from cairn.store.sqlite.lock import is_write_locked, write_lock
from cairn.store.sqlite.migrate import add_indexes, migrate
from cairn.store.sqlite.writer import SqliteWriter
from cairn.store.writing import WAIT_LIMIT_S

if TYPE_CHECKING:
    import apsw


class SqliteWriterStore:
    """Opens writers of one database file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def exists(self) -> bool:
        """Whether there is an index; a file without a byte is none.

        Raises:
            DatabaseRefusedError: what is there is no index of Cairn's, and nothing may be put beside it.
        """
        require_regular(self._path)
        try:
            has_bytes = self._path.stat().st_size > 0
        except OSError:
            return False
        if has_bytes:
            require_own(self._path)
        return has_bytes

    def require(self) -> None:
        """Raise NotFoundError if there is no index."""
        if not self.exists():
            raise missing(self._path)

    def size_bytes(self) -> int:
        """How much of the disk the index takes."""
        files = (self._path, Path(f"{self._path}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def copy_to(self, target: Path) -> None:
        """Copy one state of the index to another file, which is replaced; the caller needs no lock."""
        with self._reading() as connection, translated(target):
            try:
                copy_database(connection, target)
            except OSError as exc:
                raise EnvironmentFault(f"{target} cannot be written ({exc.strerror}); check its folder and permissions") from exc

    def check(self) -> list[RowFault]:
        """Check the file and that its rows agree, in one state; the caller needs no lock."""
        with self._reading() as connection:
            connection.execute("BEGIN")
            return check_rows(connection)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        connection = open_reader(self._path)
        try:
            with translated(self._path):
                yield connection
        finally:
            connection.close()

    @contextlib.contextmanager
    def state(self) -> Iterator[SqliteWriter]:
        """Hold one state of an existing index for reading. The caller needs no lock."""
        with self._reading() as connection:
            connection.execute("BEGIN")
            yield SqliteWriter(connection, self._path)

    def lock(
        self, _wanted: Collection[str] | None, on_wait: Callable[[], None], wait_limit_s: float = WAIT_LIMIT_S
    ) -> AbstractContextManager[bool]:
        """Hold the right to write: the whole file has one writer."""
        return write_lock(self._path, on_wait, wait_limit_s)

    def is_locked(self, _label: str) -> bool:
        """Tell whether some process writes now."""
        return is_write_locked(self._path)

    @contextlib.contextmanager
    def writer(self) -> Iterator[SqliteWriter]:
        """Open for writing; creates and migrates the database. The caller holds the write lock."""
        connection = open_writer(self._path)
        try:
            migrate(connection, self._path)
            add_indexes(connection, self._path)
            yield SqliteWriter(connection, self._path)
        finally:
            connection.close()
