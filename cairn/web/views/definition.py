"""A definition: its text, and what it is connected with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cairn.answers.certainty import no_callers, unsure_text
from cairn.answers.edges import phrase
from cairn.answers.model.graph import graph_text
from cairn.app import Cairn
from cairn.cards.noted import with_cards
from cairn.model import Edge, Entity, EntityKind, GraphAnswer, UnresolvedSite
from cairn.retrieve.reading import Defined, Reading
from cairn.web.asked import Asked
from cairn.web.draw.column import Group, Node
from cairn.web.draw.neighbourhood import Middle, Scene, Side, draw_narrow, draw_wide
from cairn.web.text.code import Line, coloured
from cairn.web.text.leads import links_of
from cairn.web.urls import at, definition_at, place_of, short_name
from cairn.web.views.beside import File, Known, Sides, Tie, by_file, sides, ties

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_EDGES = 2000  # of a neighbourhood: a guess, more than anyone unfolds
MOST_LINES = 150  # of a text before somebody asks for all of it: keeps the page under 100 KB
_MOST_UNRESOLVED = 60
_CONTAINERS = frozenset({EntityKind.MODULE, EntityKind.NAMESPACE})


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a definition; None of an external. `omitted` lines are left out at its end."""

    lines: list[Line]
    omitted: int
    is_stale: bool


@dataclass(frozen=True, slots=True)
class DefinitionView:
    """All that is told of one definition."""

    entity: Entity
    name: str
    drawing: Markup
    narrow: Markup
    depth: int
    opened: str
    text: Text | None
    callers: list[File]
    callees: list[File]
    bases: list[Tie]
    heirs: list[Tie]
    overrides: list[str]
    overridden_by: list[str]
    members: list[Defined]
    containers: list[str]
    unsure: str
    nothing: str
    unresolved_count: int
    unresolved: list[UnresolvedSite]
    left_out: int
    cards: dict[str, str]
    is_test: bool

    @property
    def doc(self) -> str:
        """The first paragraph of what is said of it; all of it stands in its text."""
        return " ".join(self.entity.doc.strip().partition("\n\n")[0].split())

    @property
    def caller_count(self) -> int:
        """How many use it."""
        return sum(len(file.ties) for file in self.callers)

    @property
    def callee_count(self) -> int:
        """How many it uses."""
        return sum(len(file.ties) for file in self.callees)


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """Several definitions of a name, or the nearest where nothing has it."""

    query: str
    is_nearest: bool
    entities: list[Entity]
    more: int


def definition_view(cairn: Cairn, asked: Asked) -> DefinitionView | ChoiceView:
    """The definition that is asked for, or those of its name.

    Raises:
        NotFoundError: nothing has that name.
    """
    query = asked.needed("handle")
    depth = asked.number("depth", 1, 1, 2)
    answer = cairn.retrieve.graph(query, limit=MOST_EDGES, unresolved=True)
    if answer.nearest or len(answer.matches) != 1:
        entities = {entity.handle: entity for entity in answer.entities}
        return ChoiceView(query, answer.nearest, [entities[handle] for handle in answer.matches], answer.more_matches)
    handle = answer.matches[0]
    entity = next(found for found in answer.entities if found.handle == handle)
    reading = None if entity.file is None else cairn.retrieve.read(handle, most_lines=None if asked.is_on("all") else MOST_LINES)
    known = Known(answer.entities, cairn.retrieve.tests_among(found.handle for found in _inside(answer)))
    found = sides(handle, answer.edges, known, _roundabout(answer))
    further = _further(cairn, handle) if depth > 1 else _NO_FURTHER
    scene = _scene(entity, found, asked.handle("open"), depth, further)
    return _view(cairn, entity, reading, answer, found, scene, depth)


def _view(
    cairn: Cairn, entity: Entity, reading: Reading | None, answer: GraphAnswer, found: Sides, scene: Scene, depth: int
) -> DefinitionView:
    home = place_of(entity.handle)[0]
    return DefinitionView(
        entity=entity,
        name=short_name(entity.handle, entity.kind),
        drawing=draw_wide(scene),
        narrow=draw_narrow(scene),
        depth=depth,
        opened=scene.opened,
        text=None if reading is None else text_of(reading),
        callers=by_file(found.callers, home),
        callees=by_file(found.callees, home),
        bases=found.bases,
        heirs=found.heirs,
        overrides=[*answer.overrides, *answer.stands_for],
        overridden_by=answer.overridden_by,
        members=_members(entity, reading),
        containers=_containers(reading, entity),
        unsure=unsure_text(answer),
        nothing="" if found.callers else no_callers(answer, "both", ()),
        unresolved_count=answer.unresolved_same_name,
        unresolved=answer.same_name[:_MOST_UNRESOLVED],
        left_out=answer.omitted,
        cards=with_cards(cairn.cards, answer).cards,
        is_test=reading is not None and reading.is_test,
    )


def definition_text(cairn: Cairn, asked: Asked) -> str:
    """What an agent would be told of it."""
    answer = cairn.retrieve.graph(asked.needed("handle"), limit=MOST_EDGES, depth=asked.number("depth", 1, 1, 2))
    return graph_text(answer, "both", ())


def text_of(reading: Reading) -> Text:
    """The text of a reading, in which what it leads to is linked."""
    excerpt = reading.excerpt
    lines = coloured(excerpt.text, excerpt.lang, excerpt.start_line, links_of(reading.leads))
    return Text(lines, excerpt.omitted, excerpt.stale)


def _inside(answer: GraphAnswer) -> list[Entity]:
    return [entity for entity in answer.entities if entity.file is not None]


def _roundabout(answer: GraphAnswer) -> dict[str, Sequence[Edge]]:
    return {"by an override": answer.override_callers, phrase("constructs", True): answer.made_by}


@dataclass(frozen=True, slots=True)
class _Further:
    """What uses the users, what is used by the used, and the edges there, each from the further end to the nearer one."""

    left: list[File]
    right: list[File]
    beyond: tuple[tuple[str, str], ...]


_NO_FURTHER = _Further([], [], ())


def _further(cairn: Cairn, handle: str) -> _Further:
    found: list[list[File]] = []
    beyond: list[tuple[str, str]] = []
    for direction, is_incoming in (("in", True), ("out", False)):
        answer = cairn.retrieve.graph(handle, depth=2, direction=direction, limit=MOST_EDGES)
        ways = [(edge, *((edge.src, edge.dst) if is_incoming else (edge.dst, edge.src))) for edge in answer.edges]
        near = {far for _, far, end in ways if end == handle} | {handle}
        kept = [(edge, far, end) for edge, far, end in ways if far not in near]
        tests = cairn.retrieve.tests_among(entity.handle for entity in _inside(answer))
        known = Known(answer.entities, tests)
        found.append(by_file(ties([edge for edge, _, _ in kept], known, is_incoming=is_incoming), place_of(handle)[0]))
        beyond += [(far, end) for _, far, end in kept]
    return _Further(found[0], found[1], tuple(beyond))


def _scene(entity: Entity, found: Sides, opened: str, depth: int, further: _Further) -> Scene:
    home = place_of(entity.handle)[0]
    more = {"depth": depth} if depth > 1 else {}

    def side(heading: str, near: list[Tie], far: list[File], anchor: str) -> Side:
        layers = (_groups(by_file(near, home)), _groups(far))
        return Side(heading, layers if far else layers[:1], anchor)

    def why_at(node: Node, is_incoming: bool) -> str:
        ends = (node.handle, entity.handle) if is_incoming else (entity.handle, node.handle)
        return at("/why", from_=ends[0], to=ends[1])

    where = f"{entity.source}:{entity.file}:{entity.start_line}" if entity.file else "outside of all sources"
    name = short_name(entity.handle, entity.kind)
    return Scene(
        Middle(entity.handle, name, entity.kind, " ".join(entity.signature.split()), where, definition_at(entity.handle)),
        side("used by", found.callers, further.left, "callers"),
        side("uses", found.callees, further.right, "callees"),
        tuple(tie.node for tie in found.bases),
        tuple(tie.node for tie in found.heirs),
        opened,
        lambda node: definition_at(node.handle, **more),
        why_at,
        lambda group: definition_at(entity.handle, open="" if group.name == opened else group.name, **more),
        further.beyond,
    )


def _groups(files: Sequence[File]) -> tuple[Group, ...]:
    return tuple(file.group for file in files)


def _members(entity: Entity, reading: Reading | None) -> list[Defined]:
    """What is defined in it: of a file all, of another definition what its lines hold."""
    if reading is None:
        return []
    if entity.kind in _CONTAINERS and "#" not in entity.handle:
        return reading.definitions
    start = next((place for place, row in enumerate(reading.definitions) if row.entity.handle == entity.handle), None)
    if start is None:
        return []
    depth = reading.definitions[start].depth
    inside = []
    for row in reading.definitions[start + 1 :]:
        if row.depth <= depth:
            break
        inside.append(row)
    return inside


def _containers(reading: Reading | None, entity: Entity) -> list[str]:
    """The handles of what it stands in, the file first."""
    if reading is None or "#" not in entity.handle:
        return []
    chain: list[Defined] = []
    for row in reading.definitions:
        if row.entity.handle == entity.handle:
            break
        del chain[row.depth :]
        chain.append(row)
    depth = next((row.depth for row in reading.definitions if row.entity.handle == entity.handle), 0)
    return [place_of(entity.handle)[0], *(row.entity.handle for row in chain[:depth])]
