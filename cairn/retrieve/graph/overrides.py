"""Methods that stand in for each other: those of one name in a type and in the types that it inherits from.

Nothing of this is stored: the `inherits` edges and the members of types tell it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from cairn.model import EntityKind
from cairn.retrieve.graph.hierarchy import language_of, methods_apart, owners, related_types
from cairn.retrieve.graph.implementations import Stated
from cairn.retrieve.graph.interfaces import satisfied, satisfying
from cairn.retrieve.view import View
from cairn.store.stored import StoredEdge, StoredEntity

OVERRIDDEN_BY = "overridden_by"
# Of a call whose receiver may be of the inheriting type: evidence, no more (the band "inferred").
_CONFIDENCE = 0.7
_MOST_METHODS = 2000  # that are asked about at once (a guess)


def overridden(view: View, entities: Iterable[StoredEntity]) -> dict[int, list[StoredEntity]]:
    """Return what each of these methods overrides or implements, nearest first; none for those that do not."""
    return _related(view, entities, "out")


def overriding(view: View, entities: Iterable[StoredEntity]) -> dict[int, list[StoredEntity]]:
    """Return what overrides or implements each of these methods, nearest first; none for those that nothing does."""
    return _related(view, entities, "in")


def override_edges(view: View, ids: Sequence[int], is_up: bool) -> list[StoredEdge]:
    """Return the steps to overriding methods, and to those that stand for an interface's, that touch these entities."""
    view.load(ids)
    entities = [entity for entity_id in ids if (entity := view.entity(entity_id)) is not None]
    edges = []
    for related in (overridden, satisfied) if is_up else (overriding, satisfying):
        for entity_id, others in related(view, entities).items():
            for other in others:
                src, dst = (other.id, entity_id) if is_up else (entity_id, other.id)
                edges.append(StoredEdge(OVERRIDDEN_BY, src, dst, _CONFIDENCE, "override", []))
    return edges


def is_dispatched(edge: StoredEdge) -> bool:
    """Whether what is called may turn out to be an override; `super` means the base's own."""
    return edge.via != "super"


def _related(view: View, entities: Iterable[StoredEntity], direction: str) -> dict[int, list[StoredEntity]]:
    methods = _overriders(view, entities)
    owner = owners(view, methods) if methods else {}
    types = related_types(view, owner.values(), direction) if owner else {}
    named = members_named(view, {other for others in types.values() for other in others}, {method.name for method in methods})
    found, stated, is_up = {}, Stated(view), direction == "out"
    for method in methods:
        above = types.get(owner.get(method.id, -1), [])
        related = [member for type_id in above for member in _fitting(method, named.get((type_id, method.name), ()))]
        related = [other for other in related if stated.allows(*((method, other) if is_up else (other, method)))]
        if related:
            found[method.id] = related
            view.keep(related)
    return found


def _overriders(view: View, entities: Iterable[StoredEntity]) -> list[StoredEntity]:
    """The methods among them; no constructors: making a base never runs that of an inheriting class."""
    methods = [entity for entity in entities if entity.kind == EntityKind.METHOD][:_MOST_METHODS]
    view.load_files(method.file_id for method in methods if method.file_id is not None)
    records = ((method, language_of(view, method)) for method in methods)
    return [method for method, record in records if record is None or method.name not in record.constructors]


def members_named(view: View, types: set[int], names: set[str]) -> dict[tuple[int, str], list[StoredEntity]]:
    """The methods of these names, by type and name."""
    named: dict[tuple[int, str], list[StoredEntity]] = defaultdict(list)
    if not types:
        return named
    for member in view.reader.members_named(types, names):
        if member.kind == EntityKind.METHOD and member.parent_id is not None:
            named[member.parent_id, member.name].append(member)
    for type_id, method in methods_apart(view, sorted(types)):
        if method.name in names:
            named[type_id, method.name].append(method)
    return named


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
