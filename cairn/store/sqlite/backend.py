"""An index in one file."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cairn.store.jobs import JobQueue, JobStore
    from cairn.store.reading import BackendStore
    from cairn.store.sqlite.connection import ReadingConnections
    from cairn.store.writing import WriterStore


class SqliteBackend:
    """See `cairn.store.backend.Backend`. What reads loads nothing of what writes."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @functools.cached_property
    def writing(self) -> WriterStore:
        from cairn.store.sqlite.database import SqliteWriterStore

        return SqliteWriterStore(self._path)

    @functools.cached_property
    def reading(self) -> BackendStore:
        from cairn.store.sqlite.reader import SqliteReaderStore

        return SqliteReaderStore(self._connections)

    @functools.cached_property
    def jobs(self) -> JobStore:
        from cairn.store.sqlite.jobs import SqliteJobs

        return SqliteJobs(self._path)

    @functools.cached_property
    def _connections(self) -> ReadingConnections:
        from cairn.store.sqlite.connection import ReadingConnections

        return ReadingConnections(self._path)

    @property
    def queue(self) -> JobQueue | None:
        """Return none: the file is of one machine."""
        return None

    def may_exist(self) -> bool:
        return self._path.exists()

    def stamp(self) -> str:
        """Return times and sizes; nothing is opened."""
        parts = []
        for place in (os.fspath(self._path), f"{self._path}-wal"):
            try:
                stat = os.stat(place)  # noqa: PTH116  # asked at every prompt
            except OSError:
                parts.append("")
                continue
            parts.append(f"{stat.st_mtime_ns}.{stat.st_size}" if stat.st_size else "")
        return "/".join(parts) if parts[0] else ""

    def figures(self) -> Mapping[str, int]:
        """Return none: there is nothing to run out of."""
        return {}

    def until(self, is_unwanted: Callable[[], bool]) -> AbstractContextManager[None]:
        return self._connections.until(is_unwanted)

    def close(self) -> None:
        if "_connections" in self.__dict__:
            self._connections.close()
