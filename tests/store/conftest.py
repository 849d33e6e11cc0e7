"""The backends that the contract is tested against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from cairn.store.jobs import JobStore
from cairn.store.reading import BackendStore
from cairn.store.sqlite.connection import ReadingConnections
from cairn.store.sqlite.database import SqliteWriterStore
from cairn.store.sqlite.jobs import SqliteJobs
from cairn.store.sqlite.reader import SqliteReaderStore
from cairn.store.writing import WriterStore


class Backend(NamedTuple):
    """The three doors of one index."""

    writing: WriterStore
    reading: BackendStore
    jobs: JobStore


@pytest.fixture(params=["sqlite", "postgres"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    if request.param == "postgres":
        yield from _postgres(request.getfixturevalue("postgres_database"))
        return
    path = tmp_path / "cairn.db"
    connections = ReadingConnections(path)
    yield Backend(SqliteWriterStore(path), SqliteReaderStore(connections), SqliteJobs(path))
    connections.close()


def _postgres(url: str) -> Iterator[Backend]:
    from cairn.store.postgres.connection import Server
    from cairn.store.postgres.database import PostgresWriterStore
    from cairn.store.postgres.jobs import PostgresJobs
    from cairn.store.postgres.reader import PostgresReaderStore
    from cairn.store.postgres.reading import ReadingPool

    pool, jobs = ReadingPool(Server(url)), PostgresJobs(Server(url))
    yield Backend(PostgresWriterStore(Server(url)), PostgresReaderStore(pool), jobs)
    pool.close()
    jobs.close()
