"""References that no definition was found for, and how many of them could mean an entity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cairn.languages.registry import runtime_of
from cairn.model import EdgeKind, UnresolvedSite
from cairn.retrieve.graph.users import shared_folders
from cairn.retrieve.view import View
from cairn.store.stored import StoredEntity, StoredReference, UnresolvedCount

MOST_UNRESOLVED = 10_000  # inside of an entity, where they are asked for: more than any file has (a guess)
LISTED = 10  # of the references that could mean an entity, in every answer about it: issue-sized, one screen
MOST_OF_A_NAME = 1000  # of these where they are asked for: a guess, more than anyone reads


class OpenReferences(NamedTuple):
    """The unresolved references that could mean an entity: how many, and some of them, calls first."""

    number: int
    sites: list[UnresolvedSite]


def open_references(
    view: View, entities: Sequence[StoredEntity], limit: int = LISTED, kinds: Sequence[str] = ()
) -> OpenReferences:
    """Find what could mean an entity: by its name, in languages of its runtime, in its source or a linked one.

    Only references of these kinds, or of all; at most `limit` are listed.
    """
    groups = [row for row in _groups(view, entities) if not kinds or row.kind in kinds]
    asked: dict[str, tuple[set[int], set[str | None], set[str]]] = {}
    for row in groups:
        sources, spoken, found = asked.setdefault(row.name, (set(), set(), set()))
        sources.add(row.source_id)
        spoken.add(row.language)
        found.add(row.kind)
    sites: list[StoredReference] = []
    # Calls first: they are what is asked for most.
    for kind in sorted({row.kind for row in groups}, key=lambda kind: (kind != EdgeKind.CALLS, kind)) if limit else ():
        room = limit - len(sites)
        met = [
            site
            for name, (sources, spoken, found) in asked.items()
            if room > 0 and kind in found
            for site in view.reader.unresolved_named(name, sources, spoken, [kind], MOST_OF_A_NAME)
        ]
        sites += _nearest(view, met, entities)[: max(room, 0)]
    return OpenReferences(sum(row.number for row in groups), _as_sites(view, sites))


def _nearest(view: View, sites: list[StoredReference], entities: Sequence[StoredEntity]) -> list[StoredReference]:
    """The references that are likeliest to mean an entity: in code before tests, in its file, then in the folders around it."""
    view.load(site.entity_id for site in sites)
    users = {site.entity_id: view.entity(site.entity_id) for site in sites}
    files = view.load_files(user.file_id for user in users.values() if user is not None and user.file_id is not None)
    homes = {(entity.source_id, entity.path or "") for entity in entities}

    def order(site: StoredReference) -> tuple[bool, int]:
        user = users[site.entity_id]
        if user is None or user.file_id is None:
            return True, 0
        shared = max((shared_folders(path, user.path or "") for source, path in homes if source == user.source_id), default=-1)
        return files[user.file_id].role != "code", -shared

    return sorted(sites, key=order)


def list_unresolved(view: View, starts: Sequence[StoredEntity]) -> list[UnresolvedSite]:
    """Return the references inside the starts and their members that no definition was found for."""
    ids = [entity.id for entity in starts]
    return _as_sites(view, view.reader.unresolved([*ids, *view.reader.members(ids)], MOST_UNRESOLVED))


def _groups(view: View, entities: Sequence[StoredEntity]) -> list[UnresolvedCount]:
    """The unresolved references that could mean one of the entities, by where they stand."""
    rows = view.reader.unresolved_counts({entity.name for entity in entities})
    if not rows:
        return []
    near: dict[int, set[int]] = {}
    counted: dict[UnresolvedCount, None] = {}
    for entity in entities:
        # An external's anchor begins with its language.
        language = entity.anchor.partition("/")[0] if entity.file_id is None else view.file(entity.file_id).language
        for row in rows:
            is_near = entity.source_id is None or row.source_id in sources_asking(view, entity.source_id, near)
            is_spoken = row.language == language or runtime_of(row.language) == runtime_of(language)
            if is_near and is_spoken and row.name == entity.name:
                counted[row] = None
    return list(counted)


def sources_asking(view: View, source_id: int, known: dict[int, set[int]]) -> set[int]:
    """The sources whose references may mean a definition of this one; `known` keeps what was found before."""
    if source_id not in known:
        known[source_id] = {source_id, *view.reader.linked_from(source_id)}
    return known[source_id]


def _as_sites(view: View, references: Iterable[StoredReference]) -> list[UnresolvedSite]:
    given = list(references)
    view.load(site.entity_id for site in given)
    found = []
    for site in given:
        entity = view.entity(site.entity_id)
        if entity is not None and entity.path is not None:
            found.append(UnresolvedSite(site.kind, site.name, view.handle(entity), entity.path, site.line))
    return found
