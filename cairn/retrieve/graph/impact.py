"""What a change of some definitions can reach: the edges to them backwards, layer by layer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from cairn.chunk.tokens import count_tokens
from cairn.ingest.documents.form import document_form
from cairn.ingest.gitdiff import Range, changed_lines
from cairn.model import EdgeKind, EntityKind, ImpactAnswer, ImpactNode, Unseen
from cairn.retrieve.graph.constructors import construct_edges
from cairn.retrieve.graph.overrides import override_edges
from cairn.retrieve.graph.unresolved import open_references
from cairn.retrieve.graph.unseen import look_for_unseen
from cairn.retrieve.graph.users import is_test
from cairn.retrieve.view import View
from cairn.store.stored import SourceListing, StoredEdge, StoredEntity

MOST_COUNTED = 5000  # entities that are looked at for the sums, however few are listed: a guess, some tenths of a second
_KINDS = (EdgeKind.CALLS, EdgeKind.INHERITS, EdgeKind.DEPENDS_ON)
_SURE = 0.5  # what only a guess by name leads to is told, but not followed
_RUNS = frozenset({EntityKind.FUNCTION, EntityKind.METHOD, EntityKind.MODULE})  # what can be an entry point


@dataclass(slots=True)
class Closure:
    """Layers of entities with the edge that leads on to the layer before; `is_cut` when there were more."""

    layers: list[dict[int, StoredEdge]] = field(default_factory=list)
    overriding: set[int] = field(default_factory=set)  # methods that a call of another method, or of a class, may run
    is_cut: bool = False


def reverse_closure(view: View, starts: Sequence[int], depth: int | None, limit: int) -> Closure:
    """Go from the starts against the edges, one statement or three a layer, to at most `limit` entities.

    A call of an overridden method may run the one that overrides it, so that from each method the way leads to those
    that it overrides; from the starts also to those that override them. Who makes a class runs its constructor.
    """
    found = Closure()
    known = set(starts)
    frontier = list(dict.fromkeys(starts))
    count = 0
    while frontier and (depth is None or len(found.layers) < depth):
        layer: dict[int, StoredEdge] = {}
        for edge, far in _steps(view, frontier, found, is_first=not found.layers):
            if far not in known:
                layer.setdefault(far, edge)
        if count + len(layer) > limit:
            layer = dict(list(layer.items())[: limit - count])
            found.is_cut = True
        count += len(layer)
        known |= layer.keys()
        if layer:
            found.layers.append(layer)
        frontier = [] if found.is_cut else [entity for entity, edge in layer.items() if edge.confidence >= _SURE]
    return found


def _steps(view: View, frontier: Sequence[int], found: Closure, is_first: bool) -> Iterable[tuple[StoredEdge, int]]:
    """Each edge with its farther end, the surest first."""
    for edge in view.reader.edges(frontier, "in", _KINDS):
        yield edge, edge.src
    for edge in construct_edges(view, frontier):
        found.overriding.add(edge.dst)
        yield edge, edge.src
    for edge in override_edges(view, frontier, is_up=True):
        found.overriding.add(edge.dst)
        yield edge, edge.src
    for edge in override_edges(view, frontier, is_up=False) if is_first else ():
        found.overriding.add(edge.dst)
        yield edge, edge.dst


def answer_impact(
    view: View, starts: Sequence[StoredEntity], found: Closure, limit: int, budget_tokens: int | None
) -> ImpactAnswer:
    """Turn a closure into an answer of at most `limit` entities within the budget, the nearest layers first.

    The sums are those of the whole closure.
    """
    view.keep(starts)
    reached = [entity_id for layer in found.layers for entity_id in layer]
    view.load(reached)
    marks = _marks(view, reached, found.overriding)
    room = _Room(limit, budget_tokens)
    layers: list[list[ImpactNode]] = []
    for layer in found.layers:
        nodes = sorted(_nodes(view, layer, marks), key=lambda node: (-node.via_edge.confidence, node.handle))
        kept = room.take(nodes)
        layers += [kept] if kept else []
        if len(kept) < len(nodes):
            break
    shown = [node for nodes in layers for node in nodes]
    unsure = open_references(view, starts)
    unseen = Unseen() if reached else look_for_unseen(view, starts)
    return ImpactAnswer(
        targets=[view.handle(entity) for entity in starts],
        layers=layers,
        entry_points=[node.handle for node in shown if node.entry],
        tests=[node.handle for node in shown if node.test],
        reached=len(reached),
        unresolved_same_name=unsure.number,
        truncated=found.is_cut or len(shown) < len(reached),
        test_count=sum(mark.is_test for mark in marks.values()),
        entry_count=sum(mark.is_entry for mark in marks.values()),
        is_capped=found.is_cut,
        same_name=unsure.sites,
        unseen=unseen,
        stale=view.stale_around([*(entity.id for entity in starts), *reached]),
    )


@dataclass(slots=True)
class _Room:
    """The room that a list of entities has left, in entities and in tokens."""

    left: int
    tokens: int | None  # None: no bound

    def take(self, nodes: Sequence[ImpactNode]) -> list[ImpactNode]:
        """Take as many of the first as there is room for."""
        kept = list(nodes[: self.left])
        self.left -= len(kept)
        for place, node in enumerate(kept) if self.tokens is not None else ():
            cost = count_tokens(f"{node.handle} {node.via_edge.kind} {node.via_edge.dst} {node.via_edge.site_lines}\n")
            if self.tokens is None or cost > self.tokens:
                return kept[:place]
            self.tokens -= cost
        return kept


class _Mark(NamedTuple):
    """The marks of an entity that is reached."""

    is_test: bool
    is_entry: bool


def _marks(view: View, reached: Sequence[int], overriding: set[int]) -> dict[int, _Mark]:
    """Tell tests, and what runs and is used by nothing; a method that a call of something else may run is used by that."""
    users = view.reader.edge_counts([entity_id for entity_id in reached if entity_id not in overriding])
    entities = {entity_id: entity for entity_id in reached if (entity := view.entity(entity_id)) is not None}
    view.load_files(entity.file_id for entity in entities.values() if entity.file_id is not None)
    marks = {}
    for entity_id, entity in entities.items():
        is_part = is_test(view, entity)
        marks[entity_id] = _Mark(is_part, not is_part and entity.kind in _RUNS and users.get(entity_id) == 0)
    return marks


def _nodes(view: View, layer: dict[int, StoredEdge], marks: dict[int, _Mark]) -> Iterable[ImpactNode]:
    met = [(entity_id, entity) for entity_id in layer if (entity := view.entity(entity_id)) is not None]
    for (entity_id, entity), edge in zip(met, view.as_edges(layer[entity_id] for entity_id, _ in met), strict=True):
        yield ImpactNode(view.handle(entity), *marks[entity_id], edge)


# Where a change begins


def with_members(view: View, entities: Sequence[StoredEntity]) -> list[int]:
    """The entities and all that is inside them: who uses a member uses a part of its class or module."""
    ids = [entity.id for entity in entities]
    return [*ids, *view.reader.members(ids)]


def touched(view: View, source: SourceListing, revision: str) -> list[StoredEntity]:
    """The innermost definitions around the lines of a source that differ from a revision.

    Raises:
        UsageError, NotFoundError, EnvironmentFault: see `changed_lines`.
    """
    place = Path(source.location)
    changes = {change.path: change for change in changed_lines(place.parent if place.is_file() else place, revision)}
    ids = [file_id for file_id, path in view.reader.file_paths([source.id], None) if path in changes]
    files = view.load_files(ids)
    found: list[StoredEntity] = []
    for file_id, entities in view.reader.entities_of_files(ids).items():
        change = changes[files[file_id].path]
        if document_form(files[file_id].path, files[file_id].language):
            found.append(entities[0])  # its lines are not those of the file
            continue
        # A file that has changed since it was indexed still has its lines from before the change.
        ranges = change.old if view.is_stale(files[file_id]) and ".." not in revision else change.new
        found += _around(view.lines(file_id), entities, ranges)
    view.keep(found)
    return sorted(found, key=view.handle)


def _around(lines: Sequence[str], entities: Sequence[StoredEntity], ranges: Iterable[Range]) -> list[StoredEntity]:
    """The innermost definition around each line, or gap between lines; `entities` begins with the module."""
    inwards = sorted(entities[1:], key=lambda entity: (entity.start_line, -entity.end_line))
    innermost = [entities[0]] * (len(lines) + 1)
    for entity in inwards:
        for line in range(entity.start_line, min(entity.end_line, len(lines)) + 1):
            innermost[line] = entity
    met: dict[int, StoredEntity] = {}
    for found in ranges:
        if found.is_gap:
            around = next((entity for entity in reversed(inwards) if _is_around(lines, entity, found)), entities[0])
            met.setdefault(around.id, around)
        for line in range(found.start, min(found.end, len(lines)) + 1):
            if lines[line - 1].strip():
                met.setdefault(innermost[line].id, innermost[line])
    return list(met.values())


def _is_around(lines: Sequence[str], entity: StoredEntity, gap: Range) -> bool:
    """Whether a gap is inside a definition, or at the end of one that lines of such an indent go on with."""
    if entity.start_line > gap.end:
        return False
    if entity.end_line >= gap.start:
        return True
    head = lines[entity.start_line - 1]
    is_at_end = not "".join(lines[entity.end_line : gap.end]).strip()
    return is_at_end and gap.indent > len(head) - len(head.lstrip())
