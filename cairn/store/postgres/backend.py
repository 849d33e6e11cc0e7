"""An index in a PostgreSQL database."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from cairn.errors import CairnError, UsageError

try:
    import psycopg_pool  # noqa: F401 - what is missing is said at once
except ImportError as exc:
    raise UsageError(
        f'an index in PostgreSQL needs the extra `postgres` ({exc}); run `pip install "cairn-index[postgres]"`'
    ) from exc

from cairn.store.postgres.connection import Server
from cairn.store.postgres.database import PostgresWriterStore
from cairn.store.postgres.jobs import PostgresQueue
from cairn.store.postgres.reader import PostgresReaderStore
from cairn.store.postgres.reading import ReadingPool


class PostgresBackend:
    """See `cairn.store.backend.Backend`. What only reads may ask another server, that follows the first."""

    def __init__(self, url: str, reading_url: str | None = None, password_file: Path | None = None) -> None:
        self._server = Server(url, password_file)
        self._pool = ReadingPool(Server(reading_url or url, password_file))

    @functools.cached_property
    def writing(self) -> PostgresWriterStore:
        return PostgresWriterStore(self._server)

    @functools.cached_property
    def reading(self) -> PostgresReaderStore:
        return PostgresReaderStore(self._pool)

    @functools.cached_property
    def jobs(self) -> PostgresQueue:
        return PostgresQueue(self._server)

    @property
    def queue(self) -> PostgresQueue:
        return self.jobs

    def may_exist(self) -> bool:
        """Return that it may: only the server knows."""
        return True

    def stamp(self) -> str:
        try:
            with self._pool.snapshot() as snapshot:
                return str(snapshot.changes)
        except CairnError:
            return ""

    def figures(self) -> Mapping[str, int]:
        return {**self._pool.stats(), **self.jobs.figures()}

    def until(self, is_unwanted: Callable[[], bool]) -> AbstractContextManager[None]:
        return self._pool.until(is_unwanted)

    def close(self) -> None:
        self._pool.close()
        if "jobs" in self.__dict__:
            self.jobs.close()
