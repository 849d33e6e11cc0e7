"""The edges at a definition, sorted to the sides of a drawing and of the lists below it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cairn.model import Edge, EdgeKind, Entity, EntityKind
from cairn.web.draw.column import Group, Node
from cairn.web.urls import is_external, short_name

RESOLVED, INFERRED = 0.8, 0.5
_SHORT = {
    EdgeKind.CALLS: "calls",
    EdgeKind.IMPORTS: "imports",
    EdgeKind.INHERITS: "inherits",
    EdgeKind.DEPENDS_ON: "uses",
    "overridden_by": "overrides",
    "constructs": "makes",
}
# How an edge is told under the heading of its side, before the lines in which it is seen.
_USERS = {
    EdgeKind.CALLS: "calls it",
    EdgeKind.IMPORTS: "imports it",
    EdgeKind.INHERITS: "inherits from it",
    EdgeKind.DEPENDS_ON: "uses it",
    EdgeKind.REFERENCES: "refers to it",
    EdgeKind.MITIGATES: "mitigates it",
    EdgeKind.VERIFIES: "verifies it",
}
_USED = {
    EdgeKind.CALLS: "called",
    EdgeKind.IMPORTS: "imported",
    EdgeKind.INHERITS: "inherited from",
    EdgeKind.DEPENDS_ON: "used",
    EdgeKind.REFERENCES: "referred to",
    EdgeKind.MITIGATES: "mitigated",
    EdgeKind.VERIFIES: "verified",
}
_MOST_SITES = 8  # lines of an edge that are links: a guess


def band_of(confidence: float) -> str:
    """`resolved`, `inferred` or `ambiguous`."""
    return "resolved" if confidence >= RESOLVED else "inferred" if confidence >= INFERRED else "ambiguous"


@dataclass(frozen=True, slots=True)
class Tie:
    """Edges between the middle and one other end, told as one. `sites` are lines of `file`, of which `more` are left out."""

    node: Node
    said: str
    file: str
    sites: list[int]
    more: int
    confidence: float
    via: str


@dataclass(frozen=True, slots=True)
class File:
    """The ties to what stands in one file; `group` is the same for a drawing."""

    name: str
    label: str
    ties: list[Tie]
    group: Group


class Known:
    """What an answer tells of the entities in it."""

    def __init__(self, entities: Iterable[Entity], tests: set[str]) -> None:
        self._entities = {entity.handle: entity for entity in entities}
        self._tests = tests

    def kind(self, handle: str) -> str:
        """The kind of an entity; of one that the answer does not tell of, what its handle shows."""
        found = self._entities.get(handle)
        if found is not None:
            return found.kind
        return EntityKind.EXTERNAL if is_external(handle) else EntityKind.FUNCTION if "#" in handle else EntityKind.MODULE

    def node(self, handle: str, said: str, confidence: float, title: str) -> Node:
        """An entity as it is drawn."""
        kind = self.kind(handle)
        return Node(
            handle,
            short_name(handle, kind),
            kind,
            said,
            band_of(confidence),
            title,
            handle in self._tests,
            is_external(handle),
        )


def ties(edges: Sequence[Edge], known: Known, *, is_incoming: bool) -> list[Tie]:
    """The edges as ties, one for each other end, in the order in which the answer has them."""
    grouped: dict[str, list[Edge]] = {}
    for edge in edges:
        grouped.setdefault(edge.src if is_incoming else edge.dst, []).append(edge)
    return [_tie(handle, found, known, is_incoming=is_incoming) for handle, found in grouped.items()]


def _tie(handle: str, edges: Sequence[Edge], known: Known, *, is_incoming: bool) -> Tie:
    best = max(edges, key=lambda edge: edge.confidence)
    kinds = list(dict.fromkeys(edge.kind for edge in edges))
    words = _USERS if is_incoming else _USED
    sites = sorted({line for edge in edges for line in edge.site_lines})
    said = ", ".join(words[EdgeKind(kind)] for kind in kinds)
    lines = f" in line {', '.join(map(str, sites[:_MOST_SITES]))}" if sites else ""
    title = f"{handle}: {said}{lines} ({band_of(best.confidence)}, {best.via})"
    short = ", ".join(_SHORT.get(kind, kind) for kind in kinds[:2])
    node = known.node(handle, short, best.confidence, title)
    return Tie(node, said, best.src_file or "", sites[:_MOST_SITES], len(sites[_MOST_SITES:]), best.confidence, best.via)


def by_file(found: Iterable[Tie], home: str) -> list[File]:
    """Ties under the files of their other ends; what stands in the file `home` comes first, documents come after code, and
    what is outside last.
    """
    files: dict[str, list[Tie]] = {}
    for tie in found:
        files.setdefault(_file_of(tie.node.handle), []).append(tie)
    order = sorted(files, key=lambda name: (name != home, is_external(name), _is_document(files[name])))
    return [_file(name, files[name], home) for name in order]


def _is_document(found: Iterable[Tie]) -> bool:
    return all(tie.node.kind == EntityKind.SECTION for tie in found)


def _file_of(handle: str) -> str:
    """`label:path`, or of an external its package."""
    return handle.partition("#")[0] if not is_external(handle) else "external:" + handle.partition(":")[2].partition("#")[0]


def _file(name: str, found: list[Tie], home: str) -> File:
    label, _, path = name.partition(":")
    is_same = label == home.partition(":")[0]
    shown = f"outside: {path}" if is_external(name) else path if is_same else name
    group = Group(shown, name, tuple(tie.node for tie in found))
    return File(shown, label, found, group)


@dataclass(frozen=True, slots=True)
class Sides:
    """The edges at one definition by where they are drawn."""

    callers: list[Tie]
    callees: list[Tie]
    bases: list[Tie]
    heirs: list[Tie]


def sides(handle: str, edges: Sequence[Edge], known: Known, more_in: Mapping[str, Sequence[Edge]]) -> Sides:
    """Sort the edges; `more_in` are edges that reach it in a roundabout way, by what is said of them."""
    inherits = EdgeKind.INHERITS
    incoming = [edge for edge in edges if edge.dst == handle]
    outgoing = [edge for edge in edges if edge.src == handle and edge.dst != handle]
    callers = ties([edge for edge in incoming if edge.kind != inherits], known, is_incoming=True)
    for said, found in more_in.items():
        met = {tie.node.handle for tie in callers}
        ways = ties([edge for edge in found if edge.src not in met], known, is_incoming=True)
        callers += [replace(tie, said=said, node=replace(tie.node, said=said)) for tie in ways]
    return Sides(
        callers,
        ties([edge for edge in outgoing if edge.kind != inherits], known, is_incoming=False),
        ties([edge for edge in outgoing if edge.kind == inherits], known, is_incoming=False),
        ties([edge for edge in incoming if edge.kind == inherits], known, is_incoming=True),
    )
