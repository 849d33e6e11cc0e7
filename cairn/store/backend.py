"""The contract of a backend: the doors of one index, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cairn.store.jobs import JobQueue, JobStore
    from cairn.store.reading import BackendStore
    from cairn.store.writing import WriterStore


class Backend(Protocol):
    """One index."""

    @property
    def writing(self) -> WriterStore:
        """What changes it."""
        ...

    @property
    def reading(self) -> BackendStore:
        """What reads it. One for all: what it keeps belongs to connections, of which each thread has its own."""
        ...

    @property
    def jobs(self) -> JobStore:
        """The record of runs."""
        ...

    @property
    def queue(self) -> JobQueue | None:
        """The same record as a queue; None where runs are not handed to other processes."""
        ...

    def may_exist(self) -> bool:
        """Whether there may be an index, as far as can be told without opening one."""
        ...

    def stamp(self) -> str:
        """Return what differs when the index does; empty where there is none that can be read."""
        ...

    def figures(self) -> Mapping[str, int]:
        """Return counts that an operator watches, by name: of connections and locks. None of them takes long."""
        ...

    def until(self, is_unwanted: Callable[[], bool]) -> AbstractContextManager[None]:
        """End what this thread reads inside with Cancelled once it is unwanted."""
        ...

    def close(self) -> None:
        """Close what is open; a later call opens it again."""
        ...
