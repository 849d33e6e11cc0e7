"""The contract of entities and their tags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from cairn.store.stored import ChunkName, Sketch, StoredEntity, TaggedSpan


class EntityReader(Protocol):
    """The entities of one state of an index."""

    def entities(self, ids: Iterable[int]) -> dict[int, StoredEntity]:
        """Return entities by id."""
        ...

    def sketches(self, ids: Iterable[int]) -> dict[int, Sketch]:
        """Return the kind and the qualified name of entities by id."""
        ...

    def entities_named(self, names: Iterable[str]) -> list[StoredEntity]:
        """Return the entities with one of these names, whatever the case of ASCII letters."""
        ...

    def entities_of_files(self, file_ids: Iterable[int]) -> dict[int, list[StoredEntity]]:
        """Return the entities of each file, in order."""
        ...

    def definitions_named(self, names: Iterable[str], limit: int, file_ids: Sequence[int] | None) -> list[StoredEntity]:
        """Return as `entities_named` does, of these files or of all, without externals, at most so many, those in code first."""
        ...

    def names_in_chunks(self, ids: Iterable[int]) -> list[ChunkName]:
        """Return the names whose line lies in one of these chunks."""
        ...

    def definitions_in_chunks(self, ids: Iterable[int]) -> list[tuple[int, StoredEntity]]:
        """Return (chunk, entity) for the entities whose name's line lies in one of these chunks."""
        ...

    def external(self, anchor: str) -> StoredEntity | None:
        """Return the external of that anchor."""
        ...

    def used_in(self, ids: Iterable[int], source_ids: Sequence[int]) -> set[int]:
        """Return those of these entities that an edge from one of these sources leads to."""
        ...

    def members(self, ids: Iterable[int]) -> list[int]:
        """Return the ids of all entities inside these, at any depth."""
        ...

    def members_named(self, parents: Iterable[int], names: Iterable[str]) -> list[StoredEntity]:
        """Return the entities with one of these names, as they are spelled, that lie directly in one of these."""
        ...

    def methods_in_marked(self, names: Iterable[str], mark: str) -> list[StoredEntity]:
        """Return the methods with one of these names, as they are spelled, that stand in a type whose signature has the mark."""
        ...

    def names_near(self, wanted: str, most: int, source_ids: Sequence[int] | None = None) -> Iterable[str]:
        """Return the names, of some sources or of all, that are at most `most` edits (1 or 2) from `wanted` when folded.

        There may be others among them. `wanted` is folded (`cairn.store.spellings`) and has three characters or more.
        """
        ...

    def names_like(self, prefix: str, limit: int, source_ids: Sequence[int] | None = None) -> list[str]:
        """Return distinct names that start with `prefix` (any do when empty), whatever the case, in their order."""
        ...

    def entity_around(self, file_id: int, line: int) -> StoredEntity | None:
        """Return the innermost definition around a line, None outside of all."""
        ...

    def module_of(self, file_id: int) -> StoredEntity | None:
        """Return the module that a file is."""
        ...

    def children(self, ids: Iterable[int], limit: int) -> list[StoredEntity]:
        """Return what is defined directly inside these, in the order of files and lines, at most `limit`."""
        ...

    def tags(self, source_id: int | None) -> list[tuple[str, int]]:
        """Return the tags in use with how many entities have each, most used first."""
        ...

    def tagged(self, tag: str) -> list[TaggedSpan]:
        """Return the lines of all entities with a tag."""
        ...

    def all_entities(self, source_id: int | None) -> Iterator[StoredEntity]:
        """Yield all entities, or those of one source and the externals that it refers to."""
        ...
