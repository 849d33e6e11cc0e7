"""The entities that a graph starts at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.chunk.words import well_formed
from cairn.errors import NotFoundError
from cairn.model import tag_of
from cairn.retrieve.filters import Filters, scope_of
from cairn.retrieve.handles.find import find_entities, is_handle, not_found
from cairn.retrieve.handles.spoken import asked_name
from cairn.retrieve.search.find import find
from cairn.retrieve.search.pointing import near_by_name
from cairn.retrieve.view import View
from cairn.store.stored import StoredEntity

if TYPE_CHECKING:
    from cairn.retrieve.search.vectors import VectorArm

_NEAREST = 5


def find_starts(
    view: View, query: str, source: str | None, tag: str | None, arm: VectorArm | None
) -> tuple[list[StoredEntity], bool]:
    """Find the entities that a graph starts at: of a handle or its end, else all of that name, else the nearest (then also True).

    Nearest is by words and, where there is an `arm`, by vectors.
    """
    if not query.strip():
        return [], False
    named = find_entities(view, query, source)
    if named and tag:
        carriers = {span.entity_id for span in view.reader.tagged(tag_of(well_formed(tag)))}
        named = [entity for entity in named if entity.id in carriers]
        if not named:
            raise NotFoundError(f"nothing named {query!r} has the tag {tag!r}; `cairn tags` lists the tags in use")
    if named:
        return named, False
    query = asked_name(query) or query
    if is_handle(view, query):
        raise not_found(view, query, source)
    scope = scope_of(view, Filters((source,) if source else (), tag=tag or ""))
    asked = arm.ask(query) if arm is not None else None
    spans = find(view, query, _NEAREST * 2, scope, None).spans
    nearest = near_by_name(view, query, dict.fromkeys(span.entity_id for span in spans if span.entity_id is not None))
    if asked is not None:
        from cairn.retrieve.search.fuse import add_entities

        nearest = add_entities(view.reader, nearest, asked(), scope)
    view.load(nearest)
    entities = [entity for entity_id in nearest if (entity := view.entity(entity_id)) is not None]
    if not entities:
        raise not_found(view, query, source)
    return entities[:_NEAREST], True
