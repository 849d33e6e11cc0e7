"""References that no definition was found for, and how many of them could mean an entity."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.languages.registry import family_of
from cairn.model import UnresolvedSite
from cairn.retrieve.view import View
from cairn.store.reading import StoredEntity

MOST_UNRESOLVED = 200


def count_unresolved(view: View, entities: Sequence[StoredEntity]) -> int:
    """Count the references of an entity's name that could mean it: in its language family, and in its source or a linked one."""
    rows = view.reader.unresolved_counts({entity.name for entity in entities})
    if not rows:
        return 0
    asking: dict[int | None, set[int]] = {}
    counted = set()
    for entity in entities:
        if entity.source_id is not None and entity.source_id not in asking:
            asking[entity.source_id] = {entity.source_id, *view.reader.linked_from(entity.source_id)}
        language = _language(view, entity)
        for row in rows:
            is_near = entity.source_id is None or row.source_id in asking[entity.source_id]
            if is_near and row.name == entity.name and _may_name(row.language, language):
                counted.add(row)
    return sum(row.number for row in counted)


def _language(view: View, entity: StoredEntity) -> str | None:
    # An external's anchor begins with its language.
    return entity.anchor.partition("/")[0] if entity.file_id is None else view.file(entity.file_id).language


def _may_name(one: str | None, other: str | None) -> bool:
    return one == other or family_of(one) == family_of(other)


def list_unresolved(view: View, starts: Sequence[StoredEntity]) -> list[UnresolvedSite]:
    """Return the references inside the starts and their members that no definition was found for."""
    ids = [entity.id for entity in starts]
    sites = view.reader.unresolved([*ids, *view.reader.members(ids)], MOST_UNRESOLVED)
    view.load(site.entity_id for site in sites)
    found = []
    for site in sites:
        entity = view.entity(site.entity_id)
        if entity is not None and entity.path is not None:
            found.append(UnresolvedSite(site.kind, site.name, view.handle(entity), entity.path, site.line))
    return found
