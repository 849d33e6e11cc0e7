"""What could go into a pack, role by role, best first: each a few indexed seeks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cairn.complete.cut import field_lines, import_ranges, statement, statement_end
from cairn.complete.index import Index, Place
from cairn.model import EdgeKind, EntityKind
from cairn.store.stored import StoredEdge, StoredEntity, StoredFile

# Edges, callers, siblings and fields that are looked at: more than a usual budget holds (guesses).
_MOST_EDGES, _MOST_CHILDREN, _MOST_FIELDS, _MOST_TYPES, _MOST_MEMBERS = 80, 200, 30, 12, 60
# A signature seldom costs fewer tokens, and a call, each in a file to be read, is worth no more of a budget than this.
_LEAST_SIGNATURE, _LEAST_CALL = 12, 120
_MOST_CALL_LINES = 4
# Edges below are ambiguous (docs/graph.md): what they lead to would mislead.
_LEAST_CONFIDENCE = 0.5
_TYPES = frozenset(
    {EntityKind.CLASS, EntityKind.STRUCT, EntityKind.ENUM, EntityKind.INTERFACE, EntityKind.TRAIT, EntityKind.TYPE}
)
_CALLABLES = frozenset({EntityKind.FUNCTION, EntityKind.METHOD, EntityKind.MACRO})
_VALUES = frozenset({EntityKind.CONSTANT, EntityKind.FIELD})
# Names of constructors besides that of the class, by custom of several languages.
_CONSTRUCTORS = frozenset({"__init__", "constructor", "new", "init"})


class Draft(NamedTuple):
    """A snippet that could be in a pack. `group` is what its text stands under; `elided` lines are left out after it."""

    role: str
    entity: StoredEntity
    file: StoredFile
    start_line: int
    end_line: int
    text: str
    group: str
    elided: int = 0


class Gathered(NamedTuple):
    """Drafts by role, best first, and how many more there are of those that were not even read."""

    callees: list[Draft]
    types: list[Draft]
    callers: list[Draft]
    siblings: list[Draft]
    imports: list[Draft]
    unread: int


def gather(index: Index, place: Place, budget_tokens: int) -> Gathered:
    """Find everything around a definition that a budget could hold."""
    target = place.entity
    inside = {target.id} if target.kind == EntityKind.MODULE else {target.id, *_members(index, target)}
    uses = _uses(index, place, inside)
    holder = index.entity(target.parent_id) if target.parent_id is not None else None
    callees, types = _sort_uses(index, uses, inside, holder)
    callers, unread = _callers(index, place, inside, budget_tokens // _LEAST_CALL + 1)
    beside = _siblings(index, place, [*callees, *types[:_MOST_TYPES]])
    siblings = [_signature(index, "sibling", entity) for entity in beside[: budget_tokens // _LEAST_SIGNATURE + 1]]
    drafts = [_signature(index, "callee", entity) for entity in callees]
    return Gathered(
        drafts,
        _type_drafts(index, types[:_MOST_TYPES]),
        callers,
        siblings,
        _imports(index, place),
        unread + max(len(types) - _MOST_TYPES, 0) + len(beside) - len(siblings),
    )


def _members(index: Index, target: StoredEntity) -> list[int]:
    return index.reader.members([target.id])[:_MOST_MEMBERS]


def _uses(index: Index, place: Place, inside: set[int]) -> list[tuple[StoredEdge, StoredEntity]]:
    """What the target uses, nearest to the cursor first; without a cursor in the order of the lines."""
    edges = index.reader.nearest_edges(inside, "out", _MOST_EDGES, (EdgeKind.CALLS, EdgeKind.DEPENDS_ON, EdgeKind.INHERITS))
    kept = [edge for edge in edges if edge.confidence >= _LEAST_CONFIDENCE and edge.dst not in inside]
    index.load(edge.dst for edge in kept)
    found = []
    for edge in kept:
        entity = index.entity(edge.dst)
        if entity is not None and entity.file_id is not None and edge.sites:
            nearest = min(abs(site - place.line) for site in edge.sites) if place.line else edge.sites[0]
            found.append((nearest, edge.dst, edge.kind, edge, entity))
    return [(edge, entity) for _, _, _, edge, entity in sorted(found, key=lambda item: item[:3])]


def _sort_uses(
    index: Index, uses: Iterable[tuple[StoredEdge, StoredEntity]], inside: set[int], holder: StoredEntity | None
) -> tuple[list[StoredEntity], list[StoredEntity]]:
    """What is used as a call or a value, and the types: those that are named, the container's, then those of the callees."""
    callees: dict[int, StoredEntity] = {}
    named: dict[int, StoredEntity] = {}
    owners: list[int] = []
    for _, entity in uses:
        if entity.kind in _TYPES:
            named[entity.id] = entity
        elif entity.kind in _CALLABLES | _VALUES:
            if entity.kind != EntityKind.FIELD:
                callees.setdefault(entity.id, entity)
            if entity.parent_id is not None:
                owners.append(entity.parent_id)
    index.load(owners)
    types = dict(named)
    for candidate in (holder, *map(index.entity, owners)):
        if candidate is not None and candidate.kind in _TYPES and candidate.id not in inside:
            types.setdefault(candidate.id, candidate)
    return list(callees.values()), list(types.values())


def _signature(index: Index, role: str, entity: StoredEntity) -> Draft:
    text = _value_text(index, entity) if entity.kind in _VALUES else " ".join(entity.signature.split()) or entity.qualname
    return _draft(index, role, entity, entity.start_line, entity.end_line, text)


def _draft(index: Index, role: str, entity: StoredEntity, start: int, end: int, text: str) -> Draft:
    assert entity.file_id is not None
    file = index.file(entity.file_id)
    holder = index.entity(entity.parent_id) if entity.parent_id is not None else None
    return Draft(role, entity, file, start, end, text, index.handle(holder or entity))


def _type_drafts(index: Index, types: list[StoredEntity]) -> list[Draft]:
    members: dict[int, list[StoredEntity]] = {}
    for child in index.reader.children((entity.id for entity in types), _MOST_CHILDREN * 2):
        members.setdefault(child.parent_id or 0, []).append(child)
    return [
        _draft(index, "type", entity, entity.start_line, entity.end_line, _type_text(index, entity, members.get(entity.id, [])))
        for entity in types
    ]


def _type_text(index: Index, entity: StoredEntity, members: list[StoredEntity]) -> str:
    """The head of a type with its fields and its constructors, one a line."""
    fields = list(dict.fromkeys(_value_text(index, member) for member in members if member.kind in _VALUES))
    makers = [
        " ".join(member.signature.split())
        for member in members
        if member.kind in _CALLABLES and (member.name in _CONSTRUCTORS or member.name == entity.name)
    ]
    if not fields and entity.file_id is not None and entity.end_line - entity.start_line > 1 and entity.kind != EntityKind.TYPE:
        fields = field_lines(index.lines(entity.file_id), entity.name_line, entity.end_line, _MOST_FIELDS)
    shown = [*fields[:_MOST_FIELDS], *makers[:3]]
    more = ["..."] if len(fields) > _MOST_FIELDS else []
    head = " ".join(entity.signature.split()) or entity.qualname
    return "\n    ".join([head, *shown, *more])


def _value_text(index: Index, value: StoredEntity) -> str:
    """The signature of a field or constant; its statement where the signature is no more than the name and the value."""
    text = " ".join(value.signature.split()) or value.name
    is_bare = re.fullmatch(re.escape(value.name) + r"(?:\s*=.*)?", text) is not None
    lines = index.lines(value.file_id) if is_bare and value.file_id is not None else []
    whole = statement(lines, value.name_line) if 0 < value.name_line <= len(lines) else ""
    return whole if value.name in whole else text


def _callers(index: Index, place: Place, inside: set[int], most: int) -> tuple[list[Draft], int]:
    """The lines that call the target: those in code before those in tests, the surest first; and how many were not read."""
    target = place.entity
    if target.kind == EntityKind.MODULE:
        return [], 0
    edges = index.reader.nearest_edges([target.id], "in", most, (EdgeKind.CALLS,))
    total = index.reader.edge_counts([target.id], (EdgeKind.CALLS,)).get(target.id, 0)
    index.load(edge.src for edge in edges)
    callers = [(edge, entity) for edge in edges if (entity := index.entity(edge.src)) is not None and edge.src not in inside]
    files = index.load_files(entity.file_id for _, entity in callers if entity.file_id is not None)
    ranked = sorted(
        ((edge, entity, files[entity.file_id]) for edge, entity in callers if entity.file_id is not None),
        key=lambda item: (item[2].role != "code", -item[0].confidence, item[2].source_id, item[2].path, item[1].start_line),
    )
    drafts = [draft for edge, entity, file in ranked if (draft := _call(index, edge, entity, file)) is not None]
    return drafts, max(total - len(edges), 0)


def _call(index: Index, edge: StoredEdge, entity: StoredEntity, file: StoredFile) -> Draft | None:
    lines = index.lines(file.id)
    if not edge.sites or edge.sites[0] > len(lines):
        return None
    start = edge.sites[0]
    end = statement_end(lines, start, _MOST_CALL_LINES)
    text = "".join(lines[start - 1 : end]).rstrip()
    return Draft("caller", entity, file, start, end, text, index.handle(entity))


def _siblings(index: Index, place: Place, shown: Iterable[StoredEntity]) -> list[StoredEntity]:
    """What is defined beside the target and is not shown yet, nearest first; of a module what is defined in it."""
    target = place.entity
    parent = target.id if target.kind == EntityKind.MODULE else target.parent_id
    if parent is None:
        return []
    line = place.line or target.start_line
    known = {target.id, *(entity.id for entity in shown)}
    found = [e for e in index.reader.children([parent], _MOST_CHILDREN) if e.id not in known and e.kind in _CALLABLES | _TYPES]
    return sorted(found, key=lambda e: (min(abs(e.start_line - line), abs(e.end_line - line)), e.start_line))


def _imports(index: Index, place: Place) -> list[Draft]:
    module = index.reader.module_of(place.file.id)
    if module is None:
        return []
    lines = index.lines(place.file.id)
    edges = index.reader.edges([module.id], "out", (EdgeKind.IMPORTS,))
    sites = {site for edge in edges for site in edge.sites} | _unresolved_imports(index, module)
    first, last = place.entity.start_line, place.entity.end_line
    is_whole = place.entity.kind == EntityKind.MODULE
    drafts = []
    for start, end in import_ranges(lines, sites):
        if is_whole or end < first or start > last:
            text = "".join(lines[start - 1 : end]).rstrip()
            drafts.append(Draft("imports", module, place.file, start, end, text, index.handle(module)))
    return drafts


def _unresolved_imports(index: Index, module: StoredEntity) -> set[int]:
    return {site.line for site in index.reader.unresolved([module.id], _MOST_CHILDREN) if site.kind == EdgeKind.IMPORTS}


def by_role(gathered: Gathered) -> Iterator[tuple[str, list[Draft]]]:
    """The roles in the order in which they take what others leave."""
    yield "callee", gathered.callees
    yield "type", gathered.types
    yield "caller", gathered.callers
    yield "imports", gathered.imports
    yield "sibling", gathered.siblings
