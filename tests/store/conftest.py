"""The backends that the contract is tested against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from cairn.store.jobs import JobStore
from cairn.store.reading import ReaderStore
from cairn.store.sqlite.connection import ReadingConnections
from cairn.store.sqlite.database import SqliteWriterStore
from cairn.store.sqlite.jobs import SqliteJobs
from cairn.store.sqlite.reader import SqliteReaderStore
from cairn.store.writing import WriterStore


class Backend(NamedTuple):
    """The three doors of one index."""

    writing: WriterStore
    reading: ReaderStore
    jobs: JobStore


@pytest.fixture(params=["sqlite"])
def backend(tmp_path: Path) -> Iterator[Backend]:
    path = tmp_path / "cairn.db"
    connections = ReadingConnections(path)
    yield Backend(SqliteWriterStore(path), SqliteReaderStore(connections), SqliteJobs(path))
    connections.close()
