"""Answers about a way from one entity to another; where there is none, how far one comes from both ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cairn.model import EntityKind, PathAnswer, PathEnd, Unseen
from cairn.retrieve.graph.unresolved import open_references
from cairn.retrieve.graph.unseen import look_for_unseen
from cairn.retrieve.view import View
from cairn.store.stored import StoredEdge, StoredEntity, StoredReference

_MOST_REACHED = 500  # entities that are looked at from each end: a guess
_MOST_ENDS, _MOST_USERS = 8, 8  # that are told of A's side and of B's: a guess
_MOST_REFERENCES = 5000


def answer_path(view: View, steps: Sequence[StoredEdge]) -> PathAnswer:
    """The answer where there is a way."""
    return PathAnswer(True, view.as_edges(steps), stale=view.stale_around(end for step in steps for end in (step.src, step.dst)))


def answer_no_path(
    view: View, src: StoredEntity, dst: StoredEntity, kinds: Sequence[str], max_depth: int, is_cut: bool
) -> PathAnswer:
    """The answer where there is none: what A leads to at last, with the names that lead on unseen, and who uses B.

    With `is_cut` the search ended at `max_depth` edges.
    """
    starts, goals = ([entity.id, *view.reader.members([entity.id])] for entity in (src, dst))
    reached = _reach(view, starts, "out", kinds, max_depth)
    users = [edge for edge in view.reader.edges(goals, "in", kinds) if edge.src not in goals]
    ends, left = _ends(view, reached, _reach(view, goals, "in", kinds, max_depth), dst)
    unsure = open_references(view, [dst], kinds=kinds)
    unseen = Unseen() if users else look_for_unseen(view, [dst])
    shown = users[:_MOST_USERS]
    return PathAnswer(
        found=False,
        steps=[],
        unresolved_same_name=unsure.number,
        src_ends=ends,
        src_ends_left=left,
        dst_users=view.as_edges(shown),
        dst_users_left=len(users) - len(shown),
        same_name=unsure.sites,
        unseen=unseen,
        truncated=is_cut,
        max_depth=max_depth,
        stale=view.stale_around([src.id, dst.id, *(edge.src for edge in shown)]),
    )


def _reach(view: View, starts: Iterable[int], direction: str, kinds: Sequence[str], max_depth: int) -> dict[int, int]:
    """Return the entities that edges lead to from the starts, with the number of edges; externals are left out."""
    depths = dict.fromkeys(starts, 0)
    frontier = list(depths)
    for depth in range(1, max_depth + 1):
        edges = view.reader.edges(frontier, direction, kinds)
        far = (edge.dst if direction == "out" else edge.src for edge in edges)
        new = list(dict.fromkeys(end for end in far if end not in depths))[: _MOST_REACHED - len(depths)]
        view.load(new)
        frontier = [end for end in new if (entity := view.entity(end)) is not None and entity.file_id is not None]
        depths.update(dict.fromkeys(frontier, depth))
        if not frontier:
            break
    return depths


def _ends(view: View, reached: dict[int, int], towards: dict[int, int], dst: StoredEntity) -> tuple[list[PathEnd], int]:
    """Choose entities with unresolved references: first where one has the name of B or of what leads there, then the furthest."""
    view.load([*reached, *towards])
    names = {entity.name for end in towards if (entity := view.entity(end)) is not None and entity.kind != EntityKind.MODULE}
    open_at: dict[int, list[StoredReference]] = {}
    for reference in view.reader.unresolved(reached, _MOST_REFERENCES):
        open_at.setdefault(reference.entity_id, []).append(reference)

    def order(entity_id: int) -> tuple[bool, bool, int, int]:
        asked = {reference.name for reference in open_at[entity_id]}
        return dst.name not in asked, names.isdisjoint(asked), -reached[entity_id], entity_id

    chosen = sorted(open_at, key=order)
    ends = []
    for entity_id in chosen[:_MOST_ENDS]:
        entity = view.entity(entity_id)
        if entity is not None:
            found = sorted(open_at[entity_id], key=lambda row: (row.name != dst.name, row.name not in names, row.line))
            ends.append(PathEnd(view.handle(entity), [f"{row.name}:{row.line}" for row in found]))
    return ends, len(chosen) - len(ends)
