"""The contract of what a read side needs to resolve a reference again: facts, and where definitions lie in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cairn.store.stored import StoredEntity


class FactReader(Protocol):
    """The facts of one state of the index, and the rows of what they define; an ordinal is a definition's place in them."""

    def unit_places(self, source_id: int) -> list[tuple[int, str, str]]:
        """Return (file id, path, language) of the files that have facts, by path."""
        ...

    def facts(self, file_id: int) -> bytes | None:
        """Return the packed facts of a file, None if it has none."""
        ...

    def named(self, source_id: int, name: str) -> list[tuple[int, int, str]]:
        """Return the source's definitions of a name as (file id, ordinal, kind), by path and ordinal, those left out included."""
        ...

    def linked_to(self, source_id: int) -> list[int]:
        """Return the sources that this one may look into, by label."""
        ...

    def ordinals(self, ids: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Return (file id, ordinal) of each of these entities; externals and concepts have none."""
        ...

    def entities_at(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], StoredEntity]:
        """Return the entities at these (file id, ordinal)."""
        ...
