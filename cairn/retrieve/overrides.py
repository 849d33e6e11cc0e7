"""Methods that stand in for each other: those of one name in a type and in the types that it inherits from.

Nothing of this is stored: the `inherits` edges and the members of types tell it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from cairn.retrieve.view import View
from cairn.store.reading import StoredEdge, StoredEntity

OVERRIDDEN_BY = "overridden_by"
# Of a call whose receiver may be of the inheriting type: evidence, no more (the band "inferred").
_CONFIDENCE = 0.7
_SURE = 0.5  # an `inherits` edge below that is a guess by name
# Bounds of a look at a hierarchy (guesses; Django's largest has 600 types and 6 layers).
_MOST_LAYERS = 20
_MOST_TYPES = 2000
_MOST_METHODS = 2000


def overridden(view: View, entities: Iterable[StoredEntity]) -> dict[int, list[StoredEntity]]:
    """Return what each of these methods overrides or implements, nearest first; none for those that do not."""
    return _related(view, entities, "out")


def overriding(view: View, entities: Iterable[StoredEntity]) -> dict[int, list[StoredEntity]]:
    """Return what overrides or implements each of these methods, nearest first; none for those that nothing does."""
    return _related(view, entities, "in")


def override_edges(view: View, ids: Sequence[int], is_up: bool) -> list[StoredEdge]:
    """Return the steps from overridden methods to overriding ones that touch these entities."""
    view.load(ids)
    entities = [entity for entity_id in ids if (entity := view.entity(entity_id)) is not None]
    edges = []
    for entity_id, others in (overridden if is_up else overriding)(view, entities).items():
        for other in others:
            src, dst = (other.id, entity_id) if is_up else (entity_id, other.id)
            edges.append(StoredEdge(OVERRIDDEN_BY, src, dst, _CONFIDENCE, "override", []))
    return edges


def is_dispatched(edge: StoredEdge) -> bool:
    """Whether what is called may turn out to be an override; `super` means the base's own."""
    return edge.via != "super"


def _related(view: View, entities: Iterable[StoredEntity], direction: str) -> dict[int, list[StoredEntity]]:
    methods = [entity for entity in entities if entity.kind == "method" and entity.parent_id is not None][:_MOST_METHODS]
    if not methods:
        return {}
    types = _types(view, {method.parent_id for method in methods if method.parent_id is not None}, direction)
    wanted = {other for others in types.values() for other in others}
    named: dict[tuple[int | None, str], list[StoredEntity]] = defaultdict(list)
    if wanted:
        for member in view.reader.members_named(wanted, {method.name for method in methods}):
            if member.kind == "method":
                named[member.parent_id, member.name].append(member)
    found = {}
    for method in methods:
        owners = types.get(method.parent_id or -1, [])
        related = [member for owner in owners for member in _fitting(method, named.get((owner, method.name), ()))]
        if related:
            found[method.id] = related
            view.keep(related)
    return found


def _types(view: View, owners: Iterable[int], direction: str) -> dict[int, list[int]]:
    """The types above ("out") or below ("in") each owner, nearest first."""
    near: dict[int, list[int]] = {}
    frontier = sorted(owners)
    starts = list(frontier)
    for _ in range(_MOST_LAYERS):
        if not frontier or len(near) > _MOST_TYPES:
            break
        near.update((type_id, []) for type_id in frontier)
        for edge in view.reader.edges(frontier, direction, ["inherits"]):
            if edge.confidence >= _SURE:
                here, there = (edge.src, edge.dst) if direction == "out" else (edge.dst, edge.src)
                near[here].append(there)
        frontier = sorted({there for here in frontier for there in near[here]} - near.keys())
    return {owner: _reached(near, owner) for owner in starts}


def _reached(near: Mapping[int, Sequence[int]], owner: int) -> list[int]:
    seen = {owner: None}
    layer = [owner]
    while layer:
        layer = sorted({there for here in layer for there in near.get(here, ())} - seen.keys())
        seen.update(dict.fromkeys(layer))
    return list(seen)[1:]


def _fitting(method: StoredEntity, members: Sequence[StoredEntity]) -> Sequence[StoredEntity]:
    """Of overloads those with the very parameter types, else those with as many parameters."""
    mine = _parameters(method)
    if len(members) < 2 and (not members or mine is None or _parameters(members[0]) is None):
        return members
    same = [member for member in members if _parameters(member) == mine]
    if same or mine is None:
        return same or members
    return [member for member in members if (theirs := _parameters(member)) is None or len(theirs) == len(mine)]


def _parameters(method: StoredEntity) -> tuple[str, ...] | None:
    """The parameter types that the anchor carries, None where the language tells no overloads apart."""
    _, opening, rest = method.anchor.partition("(")
    if not opening:
        return None
    depth = 0
    types = [""]
    for letter in rest.rpartition(")")[0]:
        depth += (letter in "<([") - (letter in ">)]")
        if letter == "," and depth == 0:
            types.append("")
        else:
            types[-1] += letter
    return tuple(types) if types != [""] else ()
