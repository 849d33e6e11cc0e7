"""The shortest way from one entity to another."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.retrieve.graph.constructors import construct_edges, constructed
from cairn.retrieve.graph.overrides import OVERRIDDEN_BY, is_dispatched, override_edges
from cairn.retrieve.view import View
from cairn.store.stored import StoredEdge, StoredEntity


class _Side:
    """A search that grows from one end: which entities it has reached, and over which edge."""

    def __init__(self, starts: Sequence[int], directions: tuple[str, ...], crosses: bool) -> None:
        self.edge_to: dict[int, StoredEdge | None] = dict.fromkeys(starts)
        self.frontier = list(starts)
        self.directions = directions
        self._crosses = crosses

    def grow(self, view: View, kinds: Sequence[str]) -> list[int]:
        """Go one edge further and return what is new: one statement, two when edges are followed both ways."""
        inside = set(self.frontier)
        new: dict[int, StoredEdge] = {}
        for direction in self.directions:
            for edge in self._edges(view, direction, kinds):
                is_onward = direction == "out" and edge.src in inside
                near, far = (edge.src, edge.dst) if is_onward else (edge.dst, edge.src)
                if far not in self.edge_to and (far not in new or edge.confidence > new[far].confidence):
                    before = self.edge_to[near]
                    if before is None or _may_meet(before, edge):
                        new[far] = edge
        self.edge_to.update(new)
        self.frontier = list(new)
        return self.frontier

    def _edges(self, view: View, direction: str, kinds: Sequence[str]) -> list[StoredEdge]:
        edges = view.reader.edges(self.frontier, direction, kinds)
        if not self._crosses:
            return edges
        made = construct_edges(view, self.frontier) if direction == "in" else constructed(view, edges)
        return [*edges, *override_edges(view, self.frontier, direction == "in"), *made]

    def trail(self, entity: int) -> list[StoredEdge]:
        """The edges back from an entity to the start of this side, nearest first."""
        edges: list[StoredEdge] = []
        while (edge := self.edge_to[entity]) is not None:
            edges.append(edge)
            entity = edge.src if edge.dst == entity else edge.dst
        return edges


def shortest_path(
    view: View, a: StoredEntity, b: StoredEntity, *, undirected: bool, kinds: Sequence[str], max_depth: int
) -> tuple[list[StoredEdge] | None, bool]:
    """Return the edges from A to B in order, None when there is no way of at most `max_depth` edges; and whether a longer may be.

    Both ends include their members. What may be is asked only where nothing else leads there: the way then also goes
    from methods to those that override them, and from who makes a class to the constructor that this runs.
    """
    ends = [[entity.id, *view.reader.members([entity.id])] for entity in (a, b)]
    if set(ends[0]) & set(ends[1]):
        return [], False
    steps, is_cut = _search(view, ends[0], ends[1], undirected, kinds, max_depth, crosses=False)
    if steps is None and (not kinds or "calls" in kinds):
        steps, is_cut = _search(view, ends[0], ends[1], undirected, kinds, max_depth, crosses=True)
    return steps, is_cut


def _search(
    view: View,
    starts: Sequence[int],
    ends: Sequence[int],
    undirected: bool,
    kinds: Sequence[str],
    max_depth: int,
    *,
    crosses: bool,
) -> tuple[list[StoredEdge] | None, bool]:
    """Search from both ends; the side with the smaller frontier grows, so that a hub on one side costs little.

    Also returns whether the search ended before everything was reached from one of the ends.
    """
    forward = _Side(starts, ("out", "in") if undirected else ("out",), crosses)
    backward = _Side(ends, ("in", "out") if undirected else ("in",), crosses)
    for _ in range(max_depth):
        smaller, other = (forward, backward) if len(forward.frontier) <= len(backward.frontier) else (backward, forward)
        if not smaller.frontier:
            return None, False
        met = [entity for entity in smaller.grow(view, kinds) if entity in other.edge_to]
        ways = [way for entity in met if (way := _join(forward, backward, entity)) is not None]
        if ways:
            return min(ways, key=_worth), False
    return None, bool(forward.frontier and backward.frontier)


def _join(forward: _Side, backward: _Side, entity: int) -> list[StoredEdge] | None:
    before, after = forward.edge_to[entity], backward.edge_to[entity]
    if before is not None and after is not None and not _may_meet(before, after):
        return None
    return [*reversed(forward.trail(entity)), *backward.trail(entity)]


def _may_meet(one: StoredEdge, other: StoredEdge) -> bool:
    """Whether two edges may follow one another: a call of the base's own method runs no override of it."""
    override, call = (one, other) if one.kind == OVERRIDDEN_BY else (other, one)
    return override.kind != OVERRIDDEN_BY or is_dispatched(call) or call.dst != override.src


def _worth(edges: list[StoredEdge]) -> tuple[int, float, list[tuple[int, int]]]:
    """Order ways of equal length by certainty, then by the ids, so that the answer is always the same."""
    return len(edges), -sum(edge.confidence for edge in edges), [(edge.src, edge.dst) for edge in edges]
