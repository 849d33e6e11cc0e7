"""References that no definition was found for, and how many of them could mean an entity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cairn.languages.registry import runtime_of
from cairn.model import UnresolvedSite
from cairn.retrieve.view import View
from cairn.store.reading import StoredEntity, StoredReference, UnresolvedCount

MOST_UNRESOLVED = 200
MOST_OF_A_NAME = 50  # of the references that could mean an entity: a guess, enough to look at


def count_unresolved(view: View, entities: Sequence[StoredEntity]) -> int:
    """Count the references that could mean an entity: by its name, in languages of its runtime, in its source or a linked one."""
    return sum(row.number for row in _groups(view, entities))


def list_same_name(view: View, entities: Sequence[StoredEntity]) -> list[UnresolvedSite]:
    """Return those that `count_unresolved` counts, at most so many of each name."""
    asked: dict[str, tuple[set[int], set[str | None]]] = {}
    for row in _groups(view, entities):
        sources, spoken = asked.setdefault(row.name, (set(), set()))
        sources.add(row.source_id)
        spoken.add(row.language)
    sites: list[StoredReference] = []
    for name, (sources, spoken) in asked.items():
        sites += view.reader.unresolved_named(name, sources, spoken, MOST_OF_A_NAME)
    return _as_sites(view, sites)


def list_unresolved(view: View, starts: Sequence[StoredEntity]) -> list[UnresolvedSite]:
    """Return the references inside the starts and their members that no definition was found for."""
    ids = [entity.id for entity in starts]
    return _as_sites(view, view.reader.unresolved([*ids, *view.reader.members(ids)], MOST_UNRESOLVED))


def _groups(view: View, entities: Sequence[StoredEntity]) -> list[UnresolvedCount]:
    """The unresolved references that could mean one of the entities, by where they stand."""
    rows = view.reader.unresolved_counts({entity.name for entity in entities})
    if not rows:
        return []
    asking: dict[int | None, set[int]] = {}
    counted: dict[UnresolvedCount, None] = {}
    for entity in entities:
        if entity.source_id is not None and entity.source_id not in asking:
            asking[entity.source_id] = {entity.source_id, *view.reader.linked_from(entity.source_id)}
        language = _language(view, entity)
        for row in rows:
            is_near = entity.source_id is None or row.source_id in asking[entity.source_id]
            if is_near and row.name == entity.name and _may_name(row.language, language):
                counted[row] = None
    return list(counted)


def _language(view: View, entity: StoredEntity) -> str | None:
    # An external's anchor begins with its language.
    return entity.anchor.partition("/")[0] if entity.file_id is None else view.file(entity.file_id).language


def _may_name(one: str | None, other: str | None) -> bool:
    return one == other or runtime_of(one) == runtime_of(other)


def _as_sites(view: View, references: Iterable[StoredReference]) -> list[UnresolvedSite]:
    given = list(references)
    view.load(site.entity_id for site in given)
    found = []
    for site in given:
        entity = view.entity(site.entity_id)
        if entity is not None and entity.path is not None:
            found.append(UnresolvedSite(site.kind, site.name, view.handle(entity), entity.path, site.line))
    return found
