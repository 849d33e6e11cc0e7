"""The shortest way from one entity to another."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.retrieve.view import View
from cairn.store.reading import StoredEdge, StoredEntity


class _Side:
    """A search that grows from one end: which entities it has reached, and over which edge."""

    def __init__(self, starts: Sequence[int], directions: tuple[str, ...]) -> None:
        self.edge_to: dict[int, StoredEdge | None] = dict.fromkeys(starts)
        self.frontier = list(starts)
        self.directions = directions

    def grow(self, view: View, kinds: Sequence[str]) -> list[int]:
        """Go one edge further and return what is new: one statement, two when edges are followed both ways."""
        inside = set(self.frontier)
        new: dict[int, StoredEdge] = {}
        for direction in self.directions:
            for edge in view.reader.edges(self.frontier, direction, kinds):
                far = edge.dst if direction == "out" and edge.src in inside else edge.src
                if far not in self.edge_to and (far not in new or edge.confidence > new[far].confidence):
                    new[far] = edge
        self.edge_to.update(new)
        self.frontier = list(new)
        return self.frontier

    def trail(self, entity: int) -> list[StoredEdge]:
        """The edges back from an entity to the start of this side, nearest first."""
        edges: list[StoredEdge] = []
        while (edge := self.edge_to[entity]) is not None:
            edges.append(edge)
            entity = edge.src if edge.dst == entity else edge.dst
        return edges


def shortest_path(
    view: View, a: StoredEntity, b: StoredEntity, *, undirected: bool, kinds: Sequence[str], max_depth: int
) -> list[StoredEdge] | None:
    """Return the edges from A to B in order, or None when there is no way of at most `max_depth` edges.

    Both ends include their members. The side with the smaller frontier grows, so that a hub on one side costs little.
    """
    starts, ends = ([entity.id, *view.reader.members([entity.id])] for entity in (a, b))
    if set(starts) & set(ends):
        return []
    forward = _Side(starts, ("out", "in") if undirected else ("out",))
    backward = _Side(ends, ("in", "out") if undirected else ("in",))
    for _ in range(max_depth):
        smaller, other = (forward, backward) if len(forward.frontier) <= len(backward.frontier) else (backward, forward)
        if not smaller.frontier:
            return None
        met = [entity for entity in smaller.grow(view, kinds) if entity in other.edge_to]
        if met:
            return min((_join(forward, backward, entity) for entity in met), key=_worth)
    return None


def _join(forward: _Side, backward: _Side, entity: int) -> list[StoredEdge]:
    return [*reversed(forward.trail(entity)), *backward.trail(entity)]


def _worth(edges: list[StoredEdge]) -> tuple[int, float, list[tuple[int, int]]]:
    """Order ways of equal length by certainty, then by the ids, so that the answer is always the same."""
    return len(edges), -sum(edge.confidence for edge in edges), [(edge.src, edge.dst) for edge in edges]
