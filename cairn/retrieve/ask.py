"""The one-call answer: hits, what they are part of, and what that is connected with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cairn.model import AskItem, Edge, EdgesLeft, Hit
from cairn.retrieve.graph.constructors import CONSTRUCTS, construct_edges
from cairn.retrieve.graph.neighbourhood import edge_cost, entity_cost
from cairn.retrieve.graph.users import by_nearness
from cairn.retrieve.search.hits import HitMaker, Span, hit_cost
from cairn.retrieve.view import View
from cairn.store.stored import StoredEdge

# Edges of an entity in an answer: enough to choose the next call by (a guess).
_MOST_EDGES = 8
_MOST_LOOKED_AT = 100  # uses of an entity of which the nearest that are no tests are told (a guess)
# A hit's text may take this share of what is left of the budget, and its edges that: so at least three hits have room in
# 2,000 tokens, and the first has most of it.
_SHARE, _EDGE_SHARE = 0.45, 0.25


def answer_items(view: View, spans: Sequence[Span], budget_tokens: int | None, query: str = "") -> tuple[list[AskItem], bool]:
    """Make the items in order until the budget is spent: each hit, then its entity's nearest edges."""
    maker = HitMaker(view, spans, query)
    ids = [span.entity_id for span in spans if span.entity_id is not None]
    made = construct_edges(view, ids)
    edges = _nearest_edges(view, ids, made)
    counts = {is_in: view.reader.kind_counts(ids, "in" if is_in else "out") for is_in in (True, False)}
    counts[True].update(((entity_id, CONSTRUCTS), count) for entity_id, count in Counter(edge.dst for edge in made).items())
    items: list[AskItem] = []
    left = budget_tokens
    is_cut = False
    for span in spans:
        hit, is_short = _fitting(maker, span, left)
        is_cut = is_cut or is_short
        if hit is None:
            break
        stored = None if span.entity_id is None else view.entity(span.entity_id)
        entity = None if stored is None else view.as_entity(stored)
        if left is not None:
            left -= hit_cost(hit) + (entity_cost(entity) if entity else 0)
            if left < 0:
                return items, True
        kept: list[Edge] = []
        room = None if left is None else int(left * _EDGE_SHARE)
        stored_edges = edges.get(span.entity_id or -1, [])
        for edge in view.as_edges(stored_edges):
            cost = edge_cost(edge)
            if room is not None and left is not None:
                if cost > room:
                    is_cut = True
                    break
                room -= cost
                left -= cost
            kept.append(edge)
        items.append(AskItem(hit, entity, kept, _left(counts, span.entity_id, stored_edges[: len(kept)])))
    return items, is_cut


def _left(counts: dict[bool, dict[tuple[int, str], int]], entity_id: int | None, shown: Sequence[StoredEdge]) -> list[EdgesLeft]:
    """How many edges of each kind an entity has besides those that are shown, incoming ones first."""
    left = []
    for is_in in (True, False):
        for (counted_id, kind), count in sorted(counts[is_in].items()):
            here = sum(edge.kind == kind and entity_id == (edge.dst if is_in else edge.src) for edge in shown)
            if counted_id == entity_id and count > here:
                left.append(EdgesLeft(kind, is_in, count - here))
    return left


def _fitting(maker: HitMaker, span: Span, left: int | None) -> tuple[Hit | None, bool]:
    """The hit, or what its share of the budget holds: the lines of its entity first. Also whether lines are missing."""
    hit = maker.hit(span)
    if left is None or hit_cost(hit) <= left * _SHARE:
        return hit, False
    hit = maker.narrowed(span)
    if hit_cost(hit) <= left * _SHARE:
        return hit, True
    return maker.shortened(span, int(left * _SHARE)), True


def _nearest_edges(view: View, ids: Sequence[int], made: Sequence[StoredEdge]) -> dict[int, list[StoredEdge]]:
    """The nearest edges of each entity, tests last, incoming and outgoing ones by turns; `made` are those that are not stored."""
    found: dict[int, list[StoredEdge]] = {}
    for edge in made:
        found.setdefault(edge.dst, []).append(edge)
    for direction in ("in", "out"):
        for edge in view.reader.nearest_edges(ids, direction, _MOST_LOOKED_AT if direction == "in" else _MOST_EDGES):
            found.setdefault(edge.dst if direction == "in" else edge.src, []).append(edge)
    for entity_id, met in found.items():
        edges = by_nearness(view, met, {entity_id})
        incoming = [edge for edge in edges if edge.dst == entity_id]
        outgoing = [edge for edge in edges if edge.dst != entity_id]
        half = _MOST_EDGES // 2
        most_in = max(half, _MOST_EDGES - len(outgoing))
        most_out = _MOST_EDGES - min(len(incoming), most_in)
        found[entity_id] = [*incoming[:most_in], *outgoing[:most_out]]
    view.load(end for edges in found.values() for edge in edges for end in (edge.src, edge.dst))
    return found
