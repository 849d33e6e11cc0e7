"""The edges around entities, layer by layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cairn.chunk.tokens import count_tokens
from cairn.model import Edge, Entity, GraphAnswer, UnresolvedSite
from cairn.retrieve.view import View
from cairn.store.reading import StoredEdge, StoredEntity

MOST_UNRESOLVED = 200


@dataclass(slots=True)
class Neighbourhood:
    """Edges in the order in which they were met, nearest and surest first; `is_cut` when there were more."""

    starts: list[int]
    edges: list[StoredEdge] = field(default_factory=list)
    is_cut: bool = False


def walk(
    view: View, starts: Sequence[StoredEntity], depth: int, kinds: Sequence[str], direction: str, limit: int
) -> Neighbourhood:
    """Follow edges from the starts: two statements a layer at most."""
    found = Neighbourhood([entity.id for entity in starts])
    known = set(found.starts)
    seen: set[tuple[str, int, int]] = set()
    frontier = list(found.starts)
    for _ in range(depth):
        reached: list[int] = []
        for edge in _layer(view, frontier, kinds, direction):
            key = (edge.kind, edge.src, edge.dst)
            if key in seen:
                continue
            if len(found.edges) >= limit:
                found.is_cut = True
                return found
            seen.add(key)
            found.edges.append(edge)
            reached.extend(end for end in (edge.src, edge.dst) if end not in known)
            known.update((edge.src, edge.dst))
        frontier = reached
        if not frontier:
            break
    return found


def _layer(view: View, frontier: Sequence[int], kinds: Sequence[str], direction: str) -> list[StoredEdge]:
    edges: list[StoredEdge] = []
    if direction in ("in", "both"):
        edges += view.reader.edges(frontier, "in", kinds)
    if direction in ("out", "both"):
        edges += view.reader.edges(frontier, "out", kinds)
    return sorted(edges, key=lambda edge: -edge.confidence)


def answer_graph(
    view: View, starts: Sequence[StoredEntity], found: Neighbourhood, budget_tokens: int | None, unresolved: bool
) -> GraphAnswer:
    """Turn a neighbourhood into an answer within the budget: the starts first, then each edge with its other end."""
    view.keep(starts)
    edges = view.as_edges(found.edges)
    kept_edges: list[Edge] = []
    entities: dict[str, Entity] = {}
    spent = 0
    is_cut = found.is_cut
    for entity in starts:
        entities[view.handle(entity)] = shown = view.as_entity(entity)
        spent += entity_cost(shown)
        if budget_tokens is not None and spent > budget_tokens and len(entities) > 1:
            del entities[view.handle(entity)]
            is_cut = True
            break
    for stored, edge in zip(found.edges, edges, strict=False):
        ends = [(handle, end) for handle, end in ((edge.src, stored.src), (edge.dst, stored.dst)) if handle not in entities]
        added = {handle: view.as_entity(met) for handle, end in ends if (met := view.entity(end)) is not None}
        cost = edge_cost(edge) + sum(map(entity_cost, added.values()))
        if budget_tokens is not None and spent + cost > budget_tokens:
            is_cut = True
            break
        spent += cost
        kept_edges.append(edge)
        entities.update(added)
    return GraphAnswer(
        matches=[view.handle(entity) for entity in starts if view.handle(entity) in entities],
        entities=list(entities.values()),
        edges=kept_edges,
        unresolved_same_name=view.reader.unresolved_count({entity.name for entity in starts}),
        truncated=is_cut,
        unresolved=_unresolved(view, starts) if unresolved else [],
    )


def _unresolved(view: View, starts: Sequence[StoredEntity]) -> list[UnresolvedSite]:
    """The references inside the starts and their members that no definition was found for."""
    ids = [entity.id for entity in starts]
    sites = view.reader.unresolved([*ids, *view.reader.members(ids)], MOST_UNRESOLVED)
    view.load(site.entity_id for site in sites)
    found = []
    for site in sites:
        entity = view.entity(site.entity_id)
        if entity is not None and entity.path is not None:
            found.append(UnresolvedSite(site.kind, site.name, view.handle(entity), entity.path, site.line))
    return found


def entity_cost(entity: Entity) -> int:
    """Tokens of an entity in an answer: handle, kind, signature, lines."""
    return count_tokens(f"{entity.handle} {entity.kind} {entity.signature} {entity.start_line}-{entity.end_line}\n")


def edge_cost(edge: Edge) -> int:
    """Tokens of an edge in an answer."""
    sites = ",".join(map(str, edge.site_lines))
    return count_tokens(f"{edge.src} {edge.kind} {edge.dst} {edge.src_file}:{sites} {edge.confidence} {edge.via}\n")
