"""What pack needs of the read side; `app.py` hands it over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Protocol

from cairn.store.reading import StoreReader
from cairn.store.stored import StoredEntity, StoredFile


class Index(Protocol):
    """One state of the index, which keeps what it has read."""

    reader: StoreReader

    def load(self, ids: Iterable[int]) -> None:
        """Read these entities at once."""
        ...

    def keep(self, entities: Iterable[StoredEntity]) -> None:
        """Remember entities that were read by other means."""
        ...

    def entity(self, entity_id: int) -> StoredEntity | None:
        """Return an entity, None if there is none of that id."""
        ...

    def load_files(self, ids: Iterable[int]) -> dict[int, StoredFile]:
        """Read these files at once; returns all that were read."""
        ...

    def file(self, file_id: int) -> StoredFile:
        """Return a file."""
        ...

    def lines(self, file_id: int) -> list[str]:
        """Return the lines of a file's text, with their ends."""
        ...

    def label(self, file: StoredFile) -> str:
        """Return the label of the source that a file is part of."""
        ...

    def handle(self, entity: StoredEntity) -> str:
        """Return the stable name of an entity."""
        ...

    def is_stale(self, file: StoredFile) -> bool:
        """Whether the file on disk is no longer what was indexed."""
        ...


class Place(Protocol):
    """A definition, and the line in it that is meant (None: all of it)."""

    @property
    def file(self) -> StoredFile: ...

    @property
    def entity(self) -> StoredEntity: ...

    @property
    def line(self) -> int | None: ...


Finder = Callable[[str], AbstractContextManager[tuple[Index, Place]]]
