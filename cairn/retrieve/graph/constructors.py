"""Constructors, and who runs them: making an instance is an edge to the class, and it runs the class's constructor.

Nothing of this is stored: the calls of classes, what they inherit from, and the names that a language gives its constructors
tell it. A class without a constructor of its own is made by that of the nearest type above it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from cairn.model import EdgeKind, EntityKind
from cairn.retrieve.graph.hierarchy import language_of, owners, related_types
from cairn.retrieve.graph.overrides import members_named
from cairn.retrieve.view import View
from cairn.store.stored import StoredEdge, StoredEntity

CONSTRUCTS = "constructs"
# A call of a class with one constructor runs it; which of several it runs, and whether one from above, is less sure.
_OWN, _OF_SEVERAL = 0.9, 0.7
_MOST_CONSTRUCTORS = 2000  # that are asked about at once (a guess)


def made_by(view: View, entities: Iterable[StoredEntity]) -> dict[int, list[StoredEdge]]:
    """Return the calls of classes that run each of these constructors; none for what is no constructor or runs for nobody."""
    owner = _constructors(view, entities)
    below = related_types(view, owner.values(), "in") if owner else {}
    run = _run_by(view, {*owner.values(), *(other for others in below.values() for other in others)})
    calls: dict[int, list[StoredEdge]] = defaultdict(list)
    for edge in view.reader.edges(run, "in", [EdgeKind.CALLS]) if run else ():
        calls[edge.dst].append(edge)
    found: dict[int, list[StoredEdge]] = defaultdict(list)
    for type_id, methods in run.items():
        for method in methods:
            if method.id in owner:
                found[method.id] += [edge for edge in calls[type_id] if edge.src != method.id]
    return {method_id: edges for method_id, edges in found.items() if edges}


def construct_edges(view: View, ids: Sequence[int]) -> list[StoredEdge]:
    """Return the steps to these constructors from those who make their classes."""
    view.load(ids)
    made = made_by(view, [entity for entity_id in ids if (entity := view.entity(entity_id)) is not None])
    run = _run_by(view, {edge.dst for edges in made.values() for edge in edges})
    steps = [_step(edge, method_id, run.get(edge.dst, ())) for method_id, edges in made.items() for edge in edges]
    return sorted(steps, key=lambda edge: -edge.confidence)


def constructed(view: View, edges: Iterable[StoredEdge]) -> list[StoredEdge]:
    """Return the steps from those who make classes by these edges to the constructors that run then."""
    calls = [edge for edge in edges if edge.kind == EdgeKind.CALLS]
    run = _run_by(view, {edge.dst for edge in calls})
    return [_step(edge, method.id, run[edge.dst]) for edge in calls for method in run.get(edge.dst, ()) if method.id != edge.src]


def _step(call: StoredEdge, method_id: int, all_run: Sequence[StoredEntity]) -> StoredEdge:
    confidence = min(call.confidence, _OWN if len(all_run) == 1 else _OF_SEVERAL)
    return StoredEdge(CONSTRUCTS, call.src, method_id, confidence, "constructor", call.sites)


def _constructors(view: View, entities: Iterable[StoredEntity]) -> dict[int, int]:
    """The type of each of these that is a constructor, by their ids."""
    methods = [entity for entity in entities if entity.kind == EntityKind.METHOD]
    view.load_files(method.file_id for method in methods if method.file_id is not None)
    likely = []
    for method in methods:
        names = _names(view, method)
        if method.name in names or "" in names:
            likely.append(method)
    owner = owners(view, likely[:_MOST_CONSTRUCTORS]) if likely else {}
    view.load(owner.values())
    return {
        method.id: owner[method.id]
        for method in likely
        if method.id in owner and (method.name in _names(view, method) or method.name == _name(view, owner[method.id]))
    }


def _run_by(view: View, types: Iterable[int]) -> dict[int, list[StoredEntity]]:
    """The constructors that run when each of these types is made: its own, or else those of the nearest type that has some."""
    view.load(types)
    entities = {one: entity for one in types if (entity := view.entity(one)) is not None and entity.file_id is not None}
    view.load_files(entity.file_id for entity in entities.values() if entity.file_id is not None)
    names = {one: named for one, entity in entities.items() if (named := _names(view, entity)) and _is_class(view, entity)}
    if not names:
        return {}
    above = related_types(view, names, "out")
    holders = {*names, *(other for others in above.values() for other in others)}
    view.load(holders)
    wanted = {_name(view, one) for one in holders}.union(*names.values())
    members = members_named(view, holders, wanted - {""})
    found = {}
    for one, asked in names.items():
        run = [method for name in sorted(asked) for method in _nearest(view, members, [one, *above[one]], name)]
        if run:
            found[one] = run
            view.keep(run)
    return found


def _nearest(
    view: View, named: dict[tuple[int, str], list[StoredEntity]], holders: Sequence[int], name: str
) -> Sequence[StoredEntity]:
    """The constructors of that name, or of the type's own, in the first of the types that has some."""
    return next((methods for one in holders if (methods := named.get((one, name or _name(view, one))))), ())


def _names(view: View, entity: StoredEntity) -> frozenset[str]:
    record = language_of(view, entity)
    return record.constructors if record is not None else frozenset()


def _is_class(view: View, entity: StoredEntity) -> bool:
    record = language_of(view, entity)
    return record is not None and entity.kind in record.class_kinds


def _name(view: View, entity_id: int) -> str:
    entity = view.entity(entity_id)
    return entity.name if entity is not None else ""
