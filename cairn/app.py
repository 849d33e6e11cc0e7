"""The composition root: the one place where the parts of Cairn are put together."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from cairn.config import Config, absolute_path
from cairn.errors import UsageError, no_source
from cairn.report import Job, WatchEvent

if TYPE_CHECKING:
    from cairn.complete.pack import Complete
    from cairn.index.ingest import Ingest
    from cairn.retrieve.retrieve import Retrieve
    from cairn.store.sqlite.connection import ReadingConnections
    from cairn.store.sqlite.reader import SqliteReaderStore


def create_cairn(db: str | Path | None = None, *, config: Config | None = None, inference: object = None) -> Cairn:
    """Put a Cairn together; nothing is opened, read or written before it is used.

    `db` is the file of the index and goes before `config`, which defaults to the settings of the environment.

    Raises:
        UsageError: a setting with a value that is not allowed, or a `db` that cannot be a path.
    """
    if inference is not None:
        raise UsageError("this version has no inference endpoints; leave `inference` out")
    settings = Config.from_environment() if config is None else config
    return Cairn(settings, settings.database() if db is None else absolute_path(db, "the database"))


class Cairn:
    """An index and what can be done with it. Its parts are made when they are first asked for: a reader loads no parser."""

    def __init__(self, config: Config, database: Path) -> None:
        self.config = config
        self.database = database

    @functools.cached_property
    def ingest(self) -> Ingest:
        """What changes the index."""
        from cairn.index.ingest import Ingest
        from cairn.index.survey import Limits
        from cairn.store.sqlite.database import SqliteWriterStore
        from cairn.store.sqlite.jobs import SqliteJobs

        limits = Limits(
            self.config.max_ingest_files,
            self.config.max_ingest_bytes,
            self.config.max_file_bytes,
            self.config.allowed_roots,
            refused_locations=(Path.home().resolve(),),
        )
        return Ingest(self.database, SqliteWriterStore(self.database), SqliteJobs(self.database), limits)

    @functools.cached_property
    def retrieve(self) -> Retrieve:
        """What answers from the index."""
        from cairn.index.fingerprint import is_outdated
        from cairn.retrieve.retrieve import Retrieve

        return Retrieve(self._reader, is_outdated)

    @functools.cached_property
    def complete(self) -> Complete:
        """What gives a completion its context."""
        from cairn.complete.pack import Complete
        from cairn.retrieve.place import at_place

        return Complete(functools.partial(at_place, self._reader))

    @functools.cached_property
    def _reader(self) -> SqliteReaderStore:
        # One for all: what it registers belongs to the connections, of which each thread has one.
        from cairn.store.sqlite.reader import SqliteReaderStore

        return SqliteReaderStore(self._connections)

    @functools.cached_property
    def _connections(self) -> ReadingConnections:
        from cairn.store.sqlite.connection import ReadingConnections

        return ReadingConnections(self.database)

    def watch(
        self,
        label: str | None,
        on_event: Callable[[WatchEvent], None],
        stop: threading.Event,
        *,
        is_polling: bool = False,
        allow_delete: bool = False,
    ) -> None:
        """Refresh a source, or with None all there are and will be, whenever its files change, until `stop` is set.

        `on_event` is called from other threads. `is_polling`: do not ask the system for its events.

        Raises:
            NotFoundError: there is no index, or no source of that label.
        """
        from cairn.index.watch import Watch

        def locations() -> dict[str, str]:
            found = self.retrieve.locations()
            return found if label is None else {name: place for name, place in found.items() if name == label}

        if label is not None and not locations():
            raise no_source(label, self.retrieve.locations())
        watch = Watch(self.ingest, self.database, locations, on_event, is_polling=is_polling, allow_delete=allow_delete)
        watch.run(stop)

    def start(self) -> list[Job]:
        """Find runs that ended without a word; returns them, marked as stale."""
        return self.ingest.find_stale()

    def close(self) -> None:
        """Close what is open; a later call opens it again."""
        if "_connections" in self.__dict__:
            self._connections.close()

    def __enter__(self) -> Cairn:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
    def until(self, is_unwanted: Callable[[], bool]) -> AbstractContextManager[None]:
        """End what this thread reads inside with Cancelled once it is unwanted, as when a client has gone away."""
        return self._connections.until(is_unwanted)

