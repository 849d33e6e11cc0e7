"""Types, what is above and below them, and their members."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from cairn.languages.registry import languages
from cairn.model import EdgeKind, EntityKind
from cairn.retrieve.view import View
from cairn.semantics.language import Language
from cairn.store.stored import StoredEntity

_SURE = 0.5  # an `inherits` edge below that is a guess by name
UNSAID = "structural"  # the `via` of an interface that a type only satisfies: nothing is inherited by it, see `satisfy`
# Bounds of a look at a hierarchy (guesses; Django's largest has 600 types and 6 layers).
_MOST_LAYERS = 20
_MOST_TYPES = 2000
_MOST_MEMBERS = 20_000

Members = dict[str, list[StoredEntity]]


def language_of(view: View, entity: StoredEntity) -> Language | None:
    """The record of the language that a definition is written in; None for an external."""
    return None if entity.file_id is None else languages().get(view.file(entity.file_id).language or "")


def related_types(view: View, types: Iterable[int], direction: str) -> dict[int, list[int]]:
    """The types above ("out") or below ("in") each of these, nearest first."""
    near: dict[int, list[int]] = {}
    frontier = sorted(set(types))
    starts = list(frontier)
    for _ in range(_MOST_LAYERS):
        if not frontier or len(near) > _MOST_TYPES:
            break
        near.update((type_id, []) for type_id in frontier)
        for edge in view.reader.edges(frontier, direction, [EdgeKind.INHERITS]):
            if edge.confidence >= _SURE and edge.via != UNSAID:
                here, there = (edge.src, edge.dst) if direction == "out" else (edge.dst, edge.src)
                near[here].append(there)
        frontier = sorted({there for here in frontier for there in near[here]} - near.keys())
    return {start: _reached(near, start) for start in starts}


def _reached(near: Mapping[int, Sequence[int]], start: int) -> list[int]:
    seen = {start: None}
    layer = [start]
    while layer:
        layer = sorted({there for here in layer for there in near.get(here, ())} - seen.keys())
        seen.update(dict.fromkeys(layer))
    return list(seen)[1:]


def owners(view: View, methods: Sequence[StoredEntity]) -> dict[int, int]:
    """The type of each method, by their ids: what it stands in, or else what it names as its receiver."""
    view.load(method.parent_id for method in methods if method.parent_id is not None)
    found: dict[int, int] = {}
    apart: dict[int, StoredEntity] = {}
    for method in methods:
        parent = view.entity(method.parent_id) if method.parent_id is not None else None
        if parent is not None and parent.kind != EntityKind.MODULE:
            found[method.id] = parent.id
        elif parent is not None:
            apart[method.id] = method
    if apart:
        edges = view.reader.edges(apart, "out", [EdgeKind.DEPENDS_ON])
        view.load(edge.dst for edge in edges)
        for edge in edges:
            if _is_receiver(view.entity(edge.dst), apart[edge.src]):
                found.setdefault(edge.src, edge.dst)
    return found


def members(view: View, types: Iterable[int]) -> dict[int, Members]:
    """Return the members that each type itself defines, by name."""
    ids = sorted(set(types))
    found: dict[int, Members] = {type_id: defaultdict(list) for type_id in ids}
    for member in view.reader.children(ids, _MOST_MEMBERS):
        if member.parent_id in found:
            found[member.parent_id][member.name].append(member)
    for type_id, method in methods_apart(view, ids):
        found[type_id][method.name].append(method)
    return found


def methods_apart(view: View, types: Sequence[int]) -> list[tuple[int, StoredEntity]]:
    """The methods of types that stand in other files of their packages, each with its type."""
    view.load(types)
    split = [type_id for type_id in types if (owner := view.entity(type_id)) is not None and _is_split(view, owner)]
    edges = view.reader.edges(split, "in", [EdgeKind.DEPENDS_ON]) if split else []
    view.load(edge.src for edge in edges)
    found = []
    for edge in edges:
        method, receiver = view.entity(edge.src), view.entity(edge.dst)
        if (
            method is not None
            and method.kind == EntityKind.METHOD
            and method.parent_id != edge.dst
            and _is_receiver(receiver, method)
        ):
            found.append((edge.dst, method))
    return found


def folder(entity: StoredEntity) -> tuple[int | None, str]:
    """Where a definition stands: its source, and the folder in that."""
    return entity.source_id, (entity.path or "").rpartition("/")[0]


def _is_split(view: View, entity: StoredEntity) -> bool:
    record = language_of(view, entity)
    return record is not None and record.structural is not None and record.structural.by_package


def _is_receiver(owner: StoredEntity | None, method: StoredEntity) -> bool:
    return owner is not None and method.qualname == f"{owner.qualname}.{method.name}" and folder(owner) == folder(method)
