"""Why an edge is there, or is not: the references of an entity resolved once more, and the way to each answer told."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cairn.errors import NotFoundError, UsageError
from cairn.languages.registry import family_of, languages
from cairn.model import EdgeKind, EntityKind
from cairn.report import WhyAnswer, WhySite, WhyStep, WhyTarget
from cairn.resolve.budget import Budget, Overtime
from cairn.resolve.collector import collector_off
from cairn.resolve.trace.trace import MOST_SITES, Goal, Trace, Traced, trace
from cairn.retrieve.graph.facts import StoredProgram
from cairn.retrieve.graph.unresolved import open_references
from cairn.retrieve.handles.find import find_entities, find_entity, last_part
from cairn.retrieve.handles.spelling import edit_distance
from cairn.retrieve.view import EXTERNAL, View
from cairn.store.stored import StoredEdge, StoredEntity

_MOST_S = 20.0  # of CPU time to resolve one file, as a run allows it
_MOST_FILES = 8  # that the members of one entity stand in, which are resolved (a guess)
_MOST_ASKED = 20  # definitions that the other end may mean (a guess, as many as `graph` shows)
_MOST_CODE = 200  # characters of a line of code: of one that is minified, the beginning (a guess)
_MOST_NEAR = 12  # names that read like the one asked for (a guess)

Definition = tuple[int, int]


def answer_why(view: View, query: str, other: str, source: str | None = None) -> WhyAnswer:
    """Explain what the references inside an entity that lead to another one, or name it, were resolved to.

    The other one need not exist: then the references with its last name are explained.

    Raises:
        NotFoundError, AmbiguousError: the first is not, or not uniquely, named.
        UsageError: it is an external, in which nothing refers to anything.
    """
    src = find_entity(view, query, source)
    if src.source_id is None or src.file_id is None:
        raise UsageError(f"{view.handle(src)!r} is no definition of an indexed source; name one that refers to something")
    asked = _asked(view, src.source_id, other)
    notes = _notes(view, src, other, asked)
    inside = [src.id, *view.reader.members([src.id])]
    traced = _trace(view, src, inside, asked, other, notes)
    sites = [site for found in traced for site in found.sites]
    found_edges, backwards = _between(view, inside, asked)
    told = {target.handle for site in sites for target in site.targets if target.kind == EdgeKind.INHERITS}
    stated = {edge.dst for edge in view.as_edges(found_edges) if edge.kind == EdgeKind.INHERITS}
    if not stated <= told and not any(found.omitted for found in traced):
        notes.append("what it inherits and no site explains is stated in another file: by an `impl` or an extension there")
    names = list(dict.fromkeys(name for found in traced for name in found.names))
    return WhyAnswer(
        matches=[view.handle(src)],
        entities=[view.as_entity(entity) for entity in [src, *asked]],
        edges=view.as_edges(found_edges),
        unresolved_same_name=open_references(view, asked, 0).number if asked else 0,
        truncated=False,
        stale=view.stale_around([src.id]),
        query=other,
        asked=[view.handle(entity) for entity in asked],
        sites=sites[:MOST_SITES],
        more_sites=sum(found.omitted for found in traced) + len(sites[MOST_SITES:]),
        backwards=view.as_edges(backwards),
        near_names=[] if sites else _near(last_part(other), names),
        notes=notes,
    )


def _asked(view: View, source_id: int, other: str) -> list[StoredEntity]:
    """Find the entities that the other end may mean, if possible those that the source can look into; there may be none."""
    try:
        found = find_entities(view, other)
    except NotFoundError:
        return []
    readable = {None, source_id, *view.reader.linked_to(source_id)}
    return ([entity for entity in found if entity.source_id in readable] or found)[:_MOST_ASKED]


def _notes(view: View, src: StoredEntity, other: str, asked: Sequence[StoredEntity]) -> list[str]:
    """Say what keeps one from ever leading to the other: no link between their sources, a language without rules."""
    assert src.source_id is not None
    own = view.sources[src.source_id]
    if not asked:
        return [f"nothing indexed is named {other!r}: what is told is about the name `{last_part(other)}`"]
    notes: list[str] = []
    readable = {own.id, *view.reader.linked_to(own.id)}
    homes = {entity.source_id for entity in asked if entity.source_id is not None}
    for home in sorted(homes - readable):
        label = view.sources[home].label
        if homes.isdisjoint(readable):
            notes.append(f"{own.label} does not look into {label}: `cairn link {own.label} {label}` lets it")
    files = view.load_files(entity.file_id for entity in [src, *asked] if entity.file_id is not None)
    families = {family_of(files[entity.file_id].language) for entity in asked if entity.file_id is not None}
    own_language = files[src.file_id].language if src.file_id is not None else None
    spoken = family_of(own_language)
    if families and spoken not in families and _has_rules(own_language):
        notes.append(f"{spoken} does not name definitions of {', '.join(sorted(filter(None, families))) or 'text'}")
    return notes


class _Found(NamedTuple):
    """The findings in one file, with handles in place of numbers."""

    sites: list[WhySite]
    omitted: int
    names: list[str]


@collector_off()
def _trace(
    view: View, src: StoredEntity, inside: Sequence[int], asked: Sequence[StoredEntity], other: str, notes: list[str]
) -> list[_Found]:
    assert src.source_id is not None
    places = view.reader.ordinals(inside)
    ordinals: dict[int, set[int]] = {}
    for file_id, ordinal in places.values():
        ordinals.setdefault(file_id, set()).add(ordinal)
    stored = StoredProgram(view, src.source_id)
    goal = _goal(view, stored, asked, other)
    found: list[_Found] = []
    for file_id in sorted(ordinals, key=lambda one: one != src.file_id)[:_MOST_FILES]:
        number = stored.number_of(file_id)
        if number is None or not _has_rules(view.file(file_id).language):
            notes.append(_no_rules(view, file_id))
            continue
        program = stored.program_for(number)
        traced = trace(program, Budget(_Deadline().look), stored.where, number, ordinals[file_id], goal)
        if traced.fault:
            notes.append(f"{view.label(view.file(file_id))}:{view.file(file_id).path}: {traced.fault}")
        found.append(_as_found(view, stored, file_id, traced, goal))
    return found


def _has_rules(language: str | None) -> bool:
    record = languages().get(language or "")
    return record is not None and record.roles is not None


def _no_rules(view: View, file_id: int) -> str:
    file = view.file(file_id)
    name = f"{view.label(file)}:{file.path}"
    if file.language is None:
        return f"{name} is in no language that Cairn resolves names in"
    return f"{name} is {file.language}: its edges come from its links, and from definitions that it cites by name"


class _Deadline:
    """Ends the work on a file that takes too long."""

    def __init__(self) -> None:
        self._end_s = time.thread_time() + _MOST_S

    def look(self) -> None:
        """Raise Overtime if it has taken too long already."""
        if time.thread_time() > self._end_s:
            self._end_s += _MOST_S
            raise Overtime(f"resolving took over {_MOST_S:.0f} s")


def _goal(view: View, stored: StoredProgram, asked: Sequence[StoredEntity], other: str) -> Goal:
    places = view.reader.ordinals(entity.id for entity in asked if entity.file_id is not None)
    ends: set[Definition | str] = {entity.anchor for entity in asked if entity.source_id is None}
    for file_id, ordinal in places.values():
        number = stored.number_of(file_id)
        if number is not None:
            ends.add((number, ordinal))
    names = {_name_of(entity) for entity in asked} or {last_part(other)}
    return Goal(frozenset(ends), frozenset(names))


def _name_of(entity: StoredEntity) -> str:
    """The name by which code speaks of an entity: of a file, the last part of its path without the ending."""
    if entity.kind != EntityKind.MODULE or entity.path is None:
        return entity.name
    stem = entity.path.rpartition("/")[2].partition(".")[0]
    folder = entity.path.rpartition("/")[0].rpartition("/")[2]
    return folder if stem in ("__init__", "index", "mod", "lib") and folder else stem


def _as_found(view: View, stored: StoredProgram, file_id: int, traced: Traced, goal: Goal) -> _Found:
    places = [(file_id, found.entity) for found in traced.traces]
    ends = {landing.dst for found in traced.traces for landing in found.landings if not isinstance(landing.dst, str)}
    files = {end: stored.file_of(end[0]) for end in ends}
    places += [(file, end[1]) for end, file in files.items() if file is not None]
    entities = view.reader.entities_at(places)
    handles = {place: view.handle(entity) for place, entity in entities.items()}
    lines = view.lines(file_id)
    file = view.file(file_id)

    def end_of(dst: Definition | str) -> str:
        if isinstance(dst, str):
            return f"{EXTERNAL}:{dst}"
        in_file = files[dst]
        return handles.get((in_file, dst[1]), stored.where.file(dst[0])) if in_file is not None else "built in"

    def as_site(found: Trace) -> WhySite:
        first = found.lines[0] if found.lines else 0
        targets = [WhyTarget(one.kind, end_of(one.dst), one.via, one.confidence, one.dst in goal.ends) for one in found.landings]
        return WhySite(
            kind=found.kind,
            src=handles.get((file_id, found.entity), ""),
            file=file.path,
            lines=list(found.lines),
            code=_shortened(lines[first - 1].strip()) if 0 < first <= len(lines) else "",
            expression=found.text,
            steps=[WhyStep(*step) for step in found.steps],
            targets=targets,
            outcome=found.outcome,
        )

    return _Found([as_site(one) for one in traced.traces], traced.omitted, traced.names)


def _shortened(line: str) -> str:
    return line if len(line) <= _MOST_CODE else f"{line[:_MOST_CODE]}…"


def _between(view: View, inside: Sequence[int], asked: Iterable[StoredEntity]) -> tuple[list[StoredEdge], list[StoredEdge]]:
    """The edges of the index from one side to the other, and back."""
    others = {entity.id for entity in asked}
    own = set(inside)
    if not others:
        return [], []
    forth = [edge for edge in view.reader.edges(others, "in", ()) if edge.src in own]
    back = [edge for edge in view.reader.edges(others, "out", ()) if edge.dst in own and edge.src not in own]
    return forth, back


def _near(wanted: str, names: Sequence[str]) -> list[str]:
    """The names that read most like the one asked for."""
    plain = wanted.lower()
    graded = []
    for name in names:
        folded = name.lower()
        if plain in folded or folded in plain:
            graded.append((0, name))
        elif (distance := edit_distance(plain, folded, 3)) <= min(3, len(plain) // 2):
            graded.append((distance, name))
    return [name for _, name in sorted(graded)[:_MOST_NEAR]] or list(names)[:_MOST_NEAR]
