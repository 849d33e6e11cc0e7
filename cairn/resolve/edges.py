"""Edges as they are gathered: one for each kind and pair of definitions, with all its sites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cairn.resolve.program import Program
from cairn.semantics.kinds import DEPENDS_ON

# Confidence by how a reference was resolved. Resolved is .8 and more, inferred .5 to .8, ambiguous below.
# The words are the closed list of `via`: docs/graph.md explains them, docs/quality.md tells how often each is right.
CONFIDENCE = {
    "scope": 0.95,  # the definition stands in an enclosing scope of the same file
    "import": 0.95,  # through imports and re-exports
    "self": 0.95,  # a member of the class that the code is in
    "super": 0.95,
    "type": 0.9,  # a member of the receiver's declared or constructed type
    "base": 0.95,  # a base class
    "structural": 0.75,  # an interface that a type satisfies by its methods, without naming it
    "link": 0.9,  # a definition of a linked source; its edges keep the confidence of how it was found, from .8 on
    "external": 0.9,  # a name that no indexed source defines
    "inferred": 0.7,  # a member of a type that a function's body or a default value tells
    "document-link": 0.95,  # a link in a document to a file, or to a section of one
    "qualified-name": 0.75,  # the only definition whose qualified name a document cites
    "exported-name": 0.6,  # the only definition of a name that a document cites, and exported
    "union": 0.6,  # one of the types that the receiver may have
    "unique-name": 0.4,  # the only definition of that name
    "ambiguous": 0.3,  # one of a few definitions of that name
}
RESOLVED = 0.8


class ResolvedEdge(NamedTuple):
    """One edge for each (kind, src, dst); an external `dst` is its anchor."""

    kind: str
    src: tuple[int, int]
    dst: tuple[int, int] | str
    sites: tuple[int, ...]
    confidence: float
    via: str


class Edges:
    """The edges found so far; `completed` maps definitions that only announce another one (prototypes) to that one."""

    def __init__(self, program: Program, completed: Mapping[tuple[int, int], tuple[int, int]]) -> None:
        self._program, self._completed = program, completed
        self._can_complete = any(roles.completion is not None for _, roles in program.known_roles())
        self._has_libraries = program.source_units > program.own_units
        # `via`, then the lines of the sites: most edges have one, and a set for it takes four times the room of a list.
        self._rows: dict[tuple[str, tuple[int, int], tuple[int, int] | str], list[Any]] = {}

    def rows(self) -> list[ResolvedEdge]:
        """All edges, in a stable order."""
        rows = [
            ResolvedEdge(kind, src, dst, tuple(sorted({*lines})), CONFIDENCE[via], self.word(dst, via))
            for (kind, src, dst), (via, *lines) in self._rows.items()
            if kind != DEPENDS_ON or ("inherits", src, dst) not in self._rows  # naming a base is not a second use
        ]
        rows.sort(key=lambda e: (e.src, e.kind, (1, e.dst, 0) if isinstance(e.dst, str) else (0, "", e.dst)))
        return rows

    def clear(self) -> None:
        """Forget the edges found so far."""
        self._rows.clear()

    def word(self, dst: tuple[int, int] | str, via: str) -> str:
        """The `via` of an edge: that it leads into a library, unless it is in doubt for another reason."""
        is_sure = CONFIDENCE[via] >= RESOLVED
        return "link" if is_sure and not isinstance(dst, str) and self._program.is_library(dst[0]) else via

    def add(self, kind: str, src: tuple[int, int], dst: tuple[int, int] | str, line: int, via: str) -> None:
        """Add one site; of several ways in which an edge was resolved, the surest counts."""
        if self._can_complete:
            if src in self._completed:
                return
            dst = self._completed.get(dst, dst) if not isinstance(dst, str) else dst
        if self._has_libraries and self._program.is_library(src[0]):
            return  # what a source states of another's definitions is not told as theirs
        key = (kind, src, dst)
        known = self._rows.get(key)
        if known is None:
            self._rows[key] = [via, line]
            return
        known.append(line)
        if CONFIDENCE[via] > CONFIDENCE[known[0]]:
            known[0] = via
