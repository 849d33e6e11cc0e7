"""Who uses a definition: whether that is a test, and how near it stands."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable

from cairn.model import EntityKind
from cairn.retrieve.graph.hierarchy import language_of
from cairn.retrieve.view import View
from cairn.store.stored import StoredEdge, StoredEntity

_RESOLVED, _SURE = 0.8, 0.5  # bounds of the bands of certainty
_PARTS = re.compile(r"::|\.")


def is_test(view: View, entity: StoredEntity) -> bool:
    """Whether a definition is a part of the tests: by its file, or in one of code by where it stands or how it is marked."""
    if entity.file_id is None:
        return False
    if view.file(entity.file_id).role == "test":
        return True
    record = language_of(view, entity)
    if record is None or not (record.test_spaces or record.test_mark):
        return False
    around = _PARTS.split(entity.qualname)
    if not record.test_spaces.isdisjoint(around if entity.kind == EntityKind.NAMESPACE else around[:-1]):
        return True
    return bool(record.test_mark) and _is_marked(view, entity, record.test_mark)


def _is_marked(view: View, entity: StoredEntity, mark: str) -> bool:
    """Whether what stands above a definition and belongs to it has the mark; then that of what it stands in."""
    if entity.file_id is None or entity.kind == EntityKind.MODULE:
        return False
    head = view.lines(entity.file_id)[max(entity.start_line, 1) - 1 : entity.name_line]
    if any(re.search(mark, line) for line in head):
        return True
    parent = view.entity(entity.parent_id) if entity.parent_id is not None else None
    return parent is not None and _is_marked(view, parent, mark)


def by_nearness(view: View, edges: Iterable[StoredEdge], here: Collection[int]) -> list[StoredEdge]:
    """Put edges in the order in which they are told: uses by tests last, what is sure first, then what is near to `here`.

    So a cut list never leaves out the one use that is no test for tests of the same.
    """
    given = list(edges)
    view.load([*here, *(end for edge in given for end in (edge.src, edge.dst))])
    homes = {(entity.source_id, entity.path or "") for one in here if (entity := view.entity(one)) is not None}
    view.load_files(entity.file_id for end in {edge.src for edge in given} if (entity := view.entity(end)) and entity.file_id)
    places: dict[int, tuple[bool, int]] = {}

    def place(entity_id: int, is_user: bool) -> tuple[bool, int]:
        if entity_id not in places:
            entity = view.entity(entity_id)
            path = "" if entity is None or entity.path is None else entity.path
            shared = max(
                (shared_folders(path, home) for source, home in homes if entity and source == entity.source_id), default=-1
            )
            places[entity_id] = (is_user and entity is not None and is_test(view, entity), -shared)
        return places[entity_id]

    def order(edge: StoredEdge) -> tuple[bool, int, int, float]:
        is_user = edge.dst in here
        is_of_test, distance = place(edge.src if is_user else edge.dst, is_user)
        return is_of_test, (edge.confidence < _RESOLVED) + (edge.confidence < _SURE), distance, -edge.confidence

    return sorted(given, key=order)


def shared_folders(one: str, other: str) -> int:
    """How many folders two paths share from the root on; more than any if they are one."""
    if one == other:
        return len(one)
    pairs = zip(one.split("/")[:-1], other.split("/")[:-1], strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
