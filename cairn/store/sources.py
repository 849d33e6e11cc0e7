"""The contract of sources and links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from cairn.store.rows import SourceRow
from cairn.store.stored import LinkCount, SourceCounts, SourceListing


class SourceReader(Protocol):
    """The sources of one state of an index, and what links them."""

    def sources(self) -> list[SourceListing]:
        """Return all sources by label."""
        ...

    def links(self) -> list[LinkCount]:
        """Return all links."""
        ...

    def linked_from(self, source_id: int) -> list[int]:
        """Return the sources whose references may mean what is defined in this one, besides itself."""
        ...

    def chunk_count(self) -> int:
        """Return how many chunks the index has."""
        ...


class SourceState(Protocol):
    """What a run has to know of the sources that there are."""

    def source(self, label: str) -> SourceRow | None:
        """Return the source of that label, None if there is none."""
        ...

    def source_rows(self) -> list[SourceRow]:
        """Return all sources, by label."""
        ...

    def linked_to(self, source_id: int) -> list[SourceRow]:
        """Return the sources that this one may look into, by label."""
        ...

    def counts(self, source_id: int) -> SourceCounts:
        """Return what `count_rows` counted last."""
        ...


class SourceWriter(Protocol):
    """Sources and links, for a writer."""

    def add_source(self, label: str, kind: str, location: str, options: str) -> int:
        """Insert a source without files and return its id."""
        ...

    def stamp_source(
        self, source_id: int, *, kind: str, options: str, revision: str | None, indexed_at: str, fingerprint: str
    ) -> None:
        """Record a run. `indexed_at` is when it began to look at the disk."""
        ...

    def count_rows(self, source_id: int) -> None:
        """Count the rows of a source, for `counts` and for readers."""
        ...

    def rename_source(self, source_id: int, label: str) -> None:
        """Give a source another label, which no other has."""
        ...

    def remove_source(self, source_id: int) -> None:
        """Delete all rows of a source, the edges into it, and externals that nothing points at any more."""
        ...

    def roles(self, source_id: int) -> Mapping[tuple[str, bool], int]:
        """Count files by their role and by whether a language is known for them."""
        ...

    def add_link(self, src: int, dst: int) -> None:
        """Let one source resolve what it lacks in another; one that is there stays."""
        ...

    def remove_link(self, src: int, dst: int) -> bool:
        """Take a link away; False if there is none."""
        ...

    def linked_to(self, source_id: int) -> list[SourceRow]:
        """Return the sources that this one may look into, by label."""
        ...

    def linked_from(self, source_id: int) -> list[SourceRow]:
        """Return the sources that may look into this one, by label."""
        ...

    def count_link(self, src: int, dst: int) -> int:
        """Count the edges that lead from one source into another."""
        ...
