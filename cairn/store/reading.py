"""The contract of a store's read side: one state of the index, and the rows that come out of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol, TypeVar

from cairn.store.edges import EdgeReader
from cairn.store.embedding import VectorReader
from cairn.store.entities import EntityReader
from cairn.store.facts_reading import FactReader
from cairn.store.files import FileReader
from cairn.store.sources import SourceReader
from cairn.store.stored import SourceListing
from cairn.store.words import WordReader

Made = TypeVar("Made")


class StoreReader(SourceReader, FileReader, WordReader, EntityReader, EdgeReader, VectorReader, FactReader, Protocol):
    """One state of the index. Ids mean something inside it only."""

    def derived(self, what: str, make: Callable[[], Made]) -> Made:
        """Return what `make` returns, or returned under the same name for this state of the index to an earlier reader."""
        ...


class Bound(NamedTuple):
    """Which sources exist for a reader. `fault` is raised where there are sources and none of them does; empty: nothing is."""

    admits: Callable[[SourceListing], bool]
    fault: str = ""


class ReaderStore(Protocol):
    """Where a `StoreReader` comes from."""

    def reader(self) -> AbstractContextManager[StoreReader]:
        """Hold one state of the index for reading, in this thread; may be nested."""
        ...


class BackendStore(Protocol):
    """A backend's `ReaderStore`, whose readers can be bound to some sources."""

    def reader(self, bound: Bound | None = None) -> AbstractContextManager[StoreReader]:
        """Hold one state of the index for reading, in this thread; may be nested.

        With a bound, what comes back is `bounded` (`store/bounded.py`). A backend that can bound a transaction in its database
        does that, too.

        Raises:
            RefusedError: the bound's fault.
        """
        ...
