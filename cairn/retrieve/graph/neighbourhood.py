"""The edges around entities, layer by layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cairn.chunk.tokens import count_tokens
from cairn.model import Edge, EdgeKind, Entity, EntityKind, GraphAnswer, Unseen
from cairn.retrieve.graph.constructors import made_by
from cairn.retrieve.graph.interfaces import satisfied, satisfying
from cairn.retrieve.graph.overrides import is_dispatched, overridden, overriding
from cairn.retrieve.graph.unresolved import LISTED, MOST_OF_A_NAME, list_unresolved, open_references
from cairn.retrieve.graph.unseen import PROSE, look_for_unseen, standing
from cairn.retrieve.graph.users import by_nearness, is_test
from cairn.retrieve.view import View
from cairn.store.stored import StoredEdge, StoredEntity

_MOST_HANDLES = 1000  # of overriding methods in an answer: a guess, more than anyone reads


@dataclass(frozen=True, slots=True)
class Request:
    """A request for a graph, apart from where it starts.

    `nearest`: what was named, where the starts are not that but near to it; `more_matches`: so many more have the name.
    """

    depth: int
    kinds: Sequence[str]
    direction: str
    limit: int
    unresolved: bool
    nearest: str = ""
    more_matches: int = 0


@dataclass(slots=True)
class Neighbourhood:
    """Edges as they were met, in each layer tests last, then surest and nearest first; `left_out` of the last are missing."""

    starts: list[int]
    edges: list[StoredEdge] = field(default_factory=list)
    left_out: int = 0


def walk(view: View, starts: Sequence[StoredEntity], request: Request) -> Neighbourhood:
    """Follow edges from the starts: two statements a layer at most. A document stands for its sections, too."""
    found = Neighbourhood([entity.id for entity in starts])
    frontier = [*found.starts, *_sections(view, starts)]
    known = set(frontier)
    seen: set[tuple[str, int, int]] = set()
    for _ in range(request.depth):
        reached: list[int] = []
        for edge in _layer(view, frontier, request.kinds, request.direction):
            key = (edge.kind, edge.src, edge.dst)
            if key in seen:
                continue
            seen.add(key)
            if len(found.edges) >= request.limit:
                found.left_out += 1
                continue
            found.edges.append(edge)
            reached.extend(end for end in (edge.src, edge.dst) if end not in known)
            known.update((edge.src, edge.dst))
        frontier = reached
        if not frontier or found.left_out:
            break
    return found


def _sections(view: View, starts: Sequence[StoredEntity]) -> list[int]:
    """The sections of those starts that are documents: what a document refers to, its sections do."""
    inside = view.reader.members([entity.id for entity in starts if entity.kind == EntityKind.MODULE])
    view.load(inside)
    return [member for member in inside if (entity := view.entity(member)) is not None and entity.kind == EntityKind.SECTION]


def _layer(view: View, frontier: Sequence[int], kinds: Sequence[str], direction: str) -> list[StoredEdge]:
    edges: list[StoredEdge] = []
    if direction in ("in", "both"):
        edges += view.reader.edges(frontier, "in", kinds)
    if direction in ("out", "both"):
        edges += view.reader.edges(frontier, "out", kinds)
    return by_nearness(view, edges, set(frontier))


def answer_graph(
    view: View, starts: Sequence[StoredEntity], found: Neighbourhood, budget_tokens: int | None, request: Request
) -> GraphAnswer:
    """Turn a neighbourhood into an answer within the budget: the starts first, then each edge with its other end."""
    view.keep(starts)
    page = _Page(view, budget_tokens)
    for entity in starts:
        if not page.take_start(entity):
            break
    above, implied = overridden(view, starts), satisfied(view, starts)
    callers = _override_callers(view, starts, (above, implied), request)
    kept_edges, left_out = page.take(found.edges, known_ends=True)
    kept_callers, callers_left_out = page.take(callers[: request.limit], known_ends=False)
    makers = _makers(view, starts, found, request)
    kept_makers, makers_left_out = page.take(makers[: request.limit], known_ends=False)
    left_out += found.left_out + callers_left_out + makers_left_out
    left_out += sum(max(len(edges) - request.limit, 0) for edges in (callers, makers))
    overrides, stands_for = (page.take_handles(_handles(view, starts, way)) for way in (above, implied))
    below = page.take_handles(_handles(view, starts, overriding(view, starts), satisfying(view, starts)))
    is_about_uses = request.direction != "out"
    listed = 0 if not is_about_uses else MOST_OF_A_NAME if request.unresolved else LISTED
    unsure = open_references(view, starts, listed, request.kinds)
    unseen = Unseen()
    if request.nearest:
        unseen = standing(view, request.nearest)
    elif is_about_uses and _is_unused(view, starts, found, [*callers, *makers]):
        unseen = look_for_unseen(view, starts)
    edges = [*found.edges, *callers, *makers]
    return GraphAnswer(
        matches=[view.handle(entity) for entity in starts if view.handle(entity) in page.entities],
        entities=list(page.entities.values()),
        edges=kept_edges,
        unresolved_same_name=unsure.number,
        truncated=page.is_cut or bool(left_out),
        unresolved=list_unresolved(view, starts) if request.unresolved else [],
        same_name=unsure.sites,
        nearest=bool(request.nearest),
        overrides=overrides,
        stands_for=stands_for,
        overridden_by=below,
        override_callers=kept_callers,
        made_by=kept_makers,
        omitted=left_out,
        more_matches=request.more_matches,
        unseen=unseen,
        stale=view.stale_around({*found.starts, *(end for edge in edges for end in (edge.src, edge.dst))}),
    )


def _is_unused(view: View, starts: Sequence[StoredEntity], found: Neighbourhood, callers: Sequence[StoredEdge]) -> bool:
    """Whether no code but tests calls what was asked for, nor uses it in another way: what prose says of it is no use."""
    own = {entity.id for entity in starts}
    view.load(edge.src for edge in found.edges if edge.dst in own)
    users = [user for edge in found.edges if edge.dst in own and (user := view.entity(edge.src)) is not None]
    files = view.load_files(user.file_id for user in users if user.file_id is not None)
    roles = ((user, None if user.file_id is None else files[user.file_id].role) for user in users)
    is_used = any(role not in PROSE and not is_test(view, user) for user, role in roles)
    return not callers and not found.left_out and not is_used


class _Page:
    """Collects what goes into an answer, while the budget lasts."""

    def __init__(self, view: View, budget_tokens: int | None) -> None:
        self._view = view
        self._budget_tokens = budget_tokens
        self._spent = 0
        self.entities: dict[str, Entity] = {}
        self.is_cut = False

    def take_start(self, entity: StoredEntity) -> bool:
        """Take an entity; the first one is always taken."""
        shown = self._view.as_entity(entity)
        self._spent += entity_cost(shown)
        if self.entities and self._is_over(0):
            self.is_cut = True
            return False
        self.entities[shown.handle] = shown
        return True

    def take(self, stored: Sequence[StoredEdge], *, known_ends: bool) -> tuple[list[Edge], int]:
        """Take edges, with their ends if `known_ends`; also return how many are left out."""
        taken: list[Edge] = []
        for row, edge in zip(stored, self._view.as_edges(stored), strict=False):
            ends = ((edge.src, row.src), (edge.dst, row.dst)) if known_ends else ()
            met = {handle: self._view.entity(end) for handle, end in ends if handle not in self.entities}
            added = {handle: self._view.as_entity(entity) for handle, entity in met.items() if entity is not None}
            cost = edge_cost(edge) + sum(map(entity_cost, added.values()))
            if self._is_over(cost):
                return taken, len(stored) - len(taken)
            self._spent += cost
            taken.append(edge)
            self.entities.update(added)
        return taken, 0

    def take_handles(self, handles: Sequence[str]) -> list[str]:
        """Take as many as the budget has room for."""
        for place, handle in enumerate(handles):
            if self._is_over(cost := count_tokens(f"{handle}\n")):
                self.is_cut = True
                return list(handles[:place])
            self._spent += cost
        return list(handles)

    def _is_over(self, cost: int) -> bool:
        return self._budget_tokens is not None and self._spent + cost > self._budget_tokens


def _override_callers(
    view: View, starts: Sequence[StoredEntity], above: Sequence[Mapping[int, Sequence[StoredEntity]]], request: Request
) -> list[StoredEdge]:
    """The calls of what the starts override or stand for, as far as such a call may run the overriding method."""
    if request.direction == "out" or (request.kinds and "calls" not in request.kinds):
        return []
    own = {entity.id for entity in starts}
    ids = {method.id for ways in above for methods in ways.values() for method in methods} - own
    return by_nearness(view, (edge for edge in view.reader.edges(ids, "in", [EdgeKind.CALLS]) if is_dispatched(edge)), ids)


def _makers(view: View, starts: Sequence[StoredEntity], found: Neighbourhood, request: Request) -> list[StoredEdge]:
    """The calls of classes that run those of the starts that are constructors, as far as they are not told anyway."""
    if request.direction == "out" or (request.kinds and "calls" not in request.kinds):
        return []
    told = {(edge.src, edge.dst) for edge in found.edges if edge.kind == EdgeKind.CALLS}
    calls = {(edge.src, edge.dst): edge for edges in made_by(view, starts).values() for edge in edges}
    return by_nearness(view, (edge for ends, edge in calls.items() if ends not in told), {edge.dst for edge in calls.values()})


def _handles(view: View, starts: Sequence[StoredEntity], *related: Mapping[int, Sequence[StoredEntity]]) -> list[str]:
    found = [view.handle(method) for start in starts for way in related for method in way.get(start.id, ())]
    return list(dict.fromkeys(found))[:_MOST_HANDLES]


def entity_cost(entity: Entity) -> int:
    """Tokens of an entity in an answer: handle, kind, signature, lines."""
    return count_tokens(f"{entity.handle} {entity.kind} {entity.signature} {entity.start_line}-{entity.end_line}\n")


def edge_cost(edge: Edge) -> int:
    """Tokens of an edge in an answer."""
    sites = ",".join(map(str, edge.site_lines))
    return count_tokens(f"{edge.src} {edge.kind} {edge.dst} {edge.src_file}:{sites} {edge.confidence} {edge.via}\n")
