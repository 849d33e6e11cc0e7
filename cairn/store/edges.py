"""The contract of edges, of references without one, and of what both are made from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from cairn.store.rows import EdgeRow, NamedRow, UnitRow, UnresolvedRow
from cairn.store.stored import Dependence, StoredEdge, StoredReference, UnresolvedCount


class EdgeReader(Protocol):
    """The edges of one state of an index, and the references that became none."""

    def edges(self, ids: Iterable[int], direction: str, kinds: Sequence[str]) -> list[StoredEdge]:
        """Return the edges that leave ("out") or reach ("in") these entities, of these kinds or of all, best first."""
        ...

    def nearest_edges(self, ids: Iterable[int], direction: str, each: int, kinds: Sequence[str] = ()) -> list[StoredEdge]:
        """Return the best edges of each entity as `edges` does, at most so many of each."""
        ...

    def edge_counts(self, ids: Iterable[int], kinds: Sequence[str] = ()) -> dict[int, int]:
        """Return how many edges, of these kinds or of all, reach each of these entities."""
        ...

    def kind_counts(self, ids: Iterable[int], direction: str) -> dict[tuple[int, str], int]:
        """Return how many edges of each kind leave ("out") or reach ("in") each of these entities: by (entity, kind)."""
        ...

    def dependences(self, source_id: int | None, roles: Sequence[str], least_confidence: float) -> list[Dependence]:
        """Return the edges that say that one thing needs another (calls, inherits, depends_on), in a fixed order.

        Only edges to definitions that leave files of these roles (of all if there are none), and that are at least so sure.
        """
        ...

    def unresolved_counts(self, names: Iterable[str]) -> list[UnresolvedCount]:
        """Count the unresolved references with one of these names, by where they stand and by kind."""
        ...

    def unresolved_named(
        self, name: str, source_ids: Iterable[int], languages: Iterable[str | None], kinds: Iterable[str], limit: int
    ) -> list[StoredReference]:
        """Return the unresolved references with a name, of these kinds, in files of these sources and languages."""
        ...

    def unresolved(self, entity_ids: Iterable[int], limit: int) -> list[StoredReference]:
        """Return unresolved references made by these entities."""
        ...

    def all_edges(self, source_id: int | None) -> Iterator[StoredEdge]:
        """Yield all edges, or those that leave one source."""
        ...


class GraphWriter(Protocol):
    """The graph, for a writer."""

    def units(self, source_id: int) -> Iterator[UnitRow]:
        """Yield the files that have facts, by path."""
        ...

    def unit_places(self, source_id: int) -> list[tuple[int, str, str]]:
        """Return (file id, path, language) of the files that have facts, by path."""
        ...

    def facts_bytes(self, source_id: int) -> int:
        """Return the length of all packed facts of a source together."""
        ...

    def mentions(self, source_id: int) -> Iterator[tuple[int, bytes]]:
        """Yield file ids with the mentions of their facts."""
        ...

    def named(self, source_id: int, name: str) -> list[tuple[int, int, str]]:
        """Return the source's definitions of a name as (file id, ordinal, kind), by path and ordinal, those left out included."""
        ...

    def definition_places(self, source_id: int) -> Iterator[tuple[str, int, int, str]]:
        """Yield (name, file id, ordinal, kind) of all definitions of a source, those left out for others included."""
        ...

    def definitions_named(self, source_id: int, names: Iterable[str]) -> Iterator[NamedRow]:
        """Yield the source's definitions of these names, by file and ordinal, those left out for others included."""
        ...

    def segments(self, source_id: int) -> list[bytes]:
        """Return what the files of a source were resolved from, packed (`cairn.resolve.segment`), in the order of the runs."""
        ...

    def add_segment(self, source_id: int, segment: bytes) -> None:
        """Add what some files of a source were resolved from."""
        ...

    def clear_segments(self, source_id: int) -> None:
        """Forget what the files of a source were resolved from."""
        ...

    def replace_graph(
        self,
        source_id: int,
        file_ids: Sequence[int],
        edges: Iterable[EdgeRow],
        unresolved: Iterable[UnresolvedRow],
        dropped: Iterable[tuple[int, int]],
    ) -> None:
        """Make these the edges, unresolved references and left-out definitions of a source.

        `file_ids` begin with the source's own files; those of other sources that edges lead into follow.
        """
        ...

    def bereft(self, source_id: int) -> list[tuple[int, int]]:
        """Return the definitions, as (file id, ordinal), that had edges to what is gone since this transaction began."""
        ...

    def leave_out(
        self, file_ids: Sequence[int], only: Mapping[int, Collection[int] | None], dropped: Iterable[tuple[int, int]]
    ) -> None:
        """Make these the left-out definitions among some; see `replace_part` for `only` and `file_ids`."""
        ...

    def replace_part(
        self,
        source_id: int,
        file_ids: Sequence[int],
        only: Mapping[int, Collection[int] | None],
        edges: Iterable[EdgeRow],
        unresolved: Iterable[UnresolvedRow],
    ) -> None:
        """Make these the edges and unresolved references of some definitions.

        `only` maps the numbers of units to ordinals, None for all; `file_ids` are those of all units.
        """
        ...
