"""The contract of a store's write side: rows go in through the one `StoreWriter` that a source has at a time.

A backend is what passes `tests/store/test_contract.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from cairn.store.concepts import ConceptState, ConceptWriter
from cairn.store.edges import GraphWriter
from cairn.store.embedding import VectorWriter
from cairn.store.files import FileState, FileWriter
from cairn.store.rows import RowFault
from cairn.store.sources import SourceState, SourceWriter

# A writer waits so long for another one, of another process, to end.
WAIT_LIMIT_S = 60.0


class StoreState(SourceState, FileState, Protocol):
    """What a run has to know of the state that it begins with; to plan one takes no more."""

    @property
    def vectors(self) -> VectorWriter:
        """The vectors of chunks and entities; what writes them belongs inside a transaction of a writer."""
        ...

    @property
    def concepts(self) -> ConceptState:
        """What doc-extract found."""
        ...


class StoreWriter(StoreState, SourceWriter, FileWriter, GraphWriter, Protocol):
    """Writes what its caller has locked. Nothing is visible to a reader before `transaction` ends without an error."""

    @property
    def concepts(self) -> ConceptWriter:
        """What doc-extract found; written inside a transaction, too."""
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """Publish what is written inside at its end, durably; take all of it back if it raises."""
        ...

    def scratch(self) -> AbstractContextManager[Path]:
        """Give a path for what other processes of this run shall read. The file is gone at the end, or with the next run."""
        ...

    def remove_strays(self) -> None:
        """Delete rows that belong to nothing: chunks without a file, edges without an end, and so on."""
        ...

    def rebuild_indexes(self) -> None:
        """Build the indexes of all tables again. Not inside a transaction."""
        ...

    def clear_words(self) -> None:
        """Empty the full-text index; `put_chunks` fills it again."""
        ...

    def compact(self) -> None:
        """Give the space of deleted rows back to the disk. Not inside a transaction."""
        ...


class WriterStore(Protocol):
    """Where a `StoreWriter` comes from, and the right to use one."""

    def exists(self) -> bool:
        """Whether there is an index; an empty database is none."""
        ...

    def require(self) -> None:
        """Raise NotFoundError if there is no index."""
        ...

    def size_bytes(self) -> int:
        """How much of the disk the index takes."""
        ...

    def copy_to(self, target: Path) -> None:
        """Copy one state of the index to a file of SQLite, which is replaced; the caller needs no lock.

        Raises:
            RefusedError: a backend whose copies are made by other means.
        """
        ...

    def check(self) -> list[RowFault]:
        """Check the database and that its rows agree, in one state; the caller needs no lock."""
        ...

    def state(self) -> AbstractContextManager[StoreState]:
        """Hold one state of an existing index for reading. The caller needs no lock."""
        ...

    def lock(
        self, wanted: Collection[str] | None, on_wait: Callable[[], None], wait_limit_s: float = WAIT_LIMIT_S
    ) -> AbstractContextManager[bool]:
        """Hold the right to write sources with these labels or locations, be they there or not (None: all there is or will be).

        It is lost with its process. A backend may give more than was asked for: the whole index. Yields whether there was
        another writer to wait for. `on_wait` is called again and again meanwhile; what it raises ends the waiting.

        Raises:
            EnvironmentFault: a writer of another process did not end within `wait_limit_s` seconds; the disk, or the network.
        """
        ...

    def is_locked(self, label: str) -> bool:
        """Tell whether some process may write a source now."""
        ...

    def writer(self) -> AbstractContextManager[StoreWriter]:
        """Open for writing, inside of `lock`; creates and migrates the database."""
        ...
