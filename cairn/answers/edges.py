"""Edges in words, for a model and for a terminal: headings, lines of sites, doubts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cairn.answers.words import counted
from cairn.model import (
    Edge,
    EdgeKind,
    EdgesLeft,
    EntityKind,
    GraphAnswer,
    PathAnswer,
)

RESOLVED = 0.8  # from here on an edge is resolved, and its confidence is not worth a token
MOST_SITES = 12  # lines of one edge: a guess; the text that they stand in tells the others
_MOST_NAMES = 6  # unresolved names of one end of a way: a guess
VALUES = frozenset({EntityKind.CONSTANT, EntityKind.FIELD})
OUTGOING = {
    "calls": "calls",
    "imports": "imports",
    "inherits": "inherits from",
    "depends_on": "depends on",
    "constructs": "makes an instance by",
}
INCOMING = {
    "calls": "called by",
    "imports": "imported by",
    "inherits": "inherited by",
    "depends_on": "depended on by",
    "constructs": "run by making its class in",
}


def phrase(kind: str, is_incoming: bool, entity_kind: str = "") -> str:
    """How the edges of a kind are headed, seen from one of their ends, which is of `entity_kind`.

    Whether a value is read or set is not told apart.
    """
    if is_incoming and kind == EdgeKind.DEPENDS_ON and entity_kind in VALUES:
        return "used by (read or set)"
    if is_incoming:
        return INCOMING.get(kind, f"{kind} (from)")
    return OUTGOING.get(kind, kind)


def doubt(edge: Edge) -> str:
    """` (0.45 unique-name)` for an edge that is not certain, else nothing."""
    return f" ({edge.confidence:.2g} {edge.via})" if edge.confidence < RESOLVED else ""


def site_lines(edge: Edge, limit: int = MOST_SITES) -> str:
    """`12,40`: the lines in the file of `src` where the edge is seen; `12 +1` where one more is."""
    more = len(edge.site_lines) - limit
    return ",".join(map(str, edge.site_lines[:limit])) + (f" +{more}" if more > 0 else "")


def site(edge: Edge, limit: int = MOST_SITES) -> str:
    """`app.py:12,40`."""
    lines = site_lines(edge, limit)
    return f"{edge.src_file or ''}:{lines}" if lines else edge.src_file or ""


def groups(handle: str, edges: Iterable[Edge], entity_kind: str = "") -> dict[str, list[Edge]]:
    """The edges at a handle by their headings, incoming ones first, each list as it came."""
    mine = [edge for edge in edges if handle in (edge.src, edge.dst)]
    found: dict[str, list[Edge]] = {}
    for is_incoming in (True, False):
        for edge in mine:
            if handle == (edge.dst if is_incoming else edge.src):
                found.setdefault(phrase(edge.kind, is_incoming, entity_kind), []).append(edge)
    return found


def other_end(edge: Edge, handle: str) -> str:
    """The end of an edge that is not `handle`."""
    return edge.src if edge.dst == handle else edge.dst


def left_text(left: Sequence[EdgesLeft], kind: str = "") -> str:
    """`4 more called by, 2 more calls`."""
    return ", ".join(f"{row.count} more {phrase(row.kind, row.incoming, kind)}" for row in left)


def override_heads(answer: GraphAnswer, direction: str, kinds: Sequence[str]) -> list[tuple[str, list[Edge]]]:
    """Head the calls of each method that is overridden or stood for with a sentence; then those of a constructor's classes."""
    calls: dict[str, list[Edge]] = {handle: [] for handle in (*answer.overrides, *answer.stands_for)}
    for edge in answer.override_callers:
        calls.setdefault(edge.dst, []).append(edge)
    asked = direction != "out" and (not kinds or "calls" in kinds)
    heads = []
    for handle, edges in calls.items():
        word = "may run for calls of" if handle in answer.stands_for else "overrides"
        # Of a cut answer nobody knows whether there are more.
        number = f"{'at least ' if answer.truncated else ''}{counted(len(edges), 'call')} of that" if edges else ""
        none = "" if answer.truncated else "no calls of that are known"
        heads.append((f"{word} {handle}" + (f"; {number or none}" if asked and (number or none) else ""), edges))
    made: dict[str, list[Edge]] = {}
    for edge in answer.made_by:
        made.setdefault(edge.dst, []).append(edge)
    least = "at least " if answer.truncated else ""
    return [*heads, *((f"called by making {handle} ({least}{len(edges)})", edges) for handle, edges in made.items())]


def walked(steps: Sequence[Edge]) -> list[str]:
    """The ends in the order in which a way comes by them; its first step may be walked backwards."""
    first = steps[0]
    start = first.src
    if len(steps) > 1 and first.src in (steps[1].src, steps[1].dst) and first.dst not in (steps[1].src, steps[1].dst):
        start = first.dst
    places = [start]
    for edge in steps:
        places.append(other_end(edge, places[-1]))
    return places


def names_text(names: Sequence[str]) -> str:
    """`append:3, pop:9, +2`: the first of some names."""
    more = [f"+{len(names) - _MOST_NAMES}"] if len(names) > _MOST_NAMES else []
    return ", ".join([*names[:_MOST_NAMES], *more])


def within_text(answer: PathAnswer, option: str) -> str:
    """` of at most 12 steps, where the search ended: a larger `depth` looks further`, if it did end there."""
    return (
        f" of at most {answer.max_depth} steps, where the search ended: a larger {option} looks further"
        if answer.truncated
        else ""
    )
