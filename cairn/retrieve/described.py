"""What cards ask of the index: definitions with their fingerprints and neighbours, what is at a place, what a diff touched.

The fingerprint of a definition knows its text without the lines it stands on, its depth of indentation, empty lines and spaces at
the ends of lines; its shape does not know its own name either, so that what was only renamed is found again.
"""

from __future__ import annotations

import hashlib
import os
import re
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from cairn.chunk.words import well_formed
from cairn.errors import CairnError, NotFoundError
from cairn.model import EdgeKind
from cairn.retrieve.handles.find import find_entities, find_entity
from cairn.retrieve.view import EXTERNAL, View, unquote_path
from cairn.store.reading import ReaderStore
from cairn.store.stored import StoredEntity, StoredFile

_NEIGHBOURS = 30  # callers, and callees, of one definition: a guess; beyond it everything is near
_LEAST_SURE = 0.5
_DIGITS = 12
_LEAST_SHAPE = 40  # characters of a text that is found again by its shape: shorter ones are alike by chance


class Described(NamedTuple):
    """A definition; see `cards.graph.Definition`, whose fields these are."""

    handle: str
    file: str
    name_line: int
    mark: str
    shape: str
    text: str
    callers: list[str]
    callees: list[str]


class Describer:
    """Answers what cards ask of one index."""

    def __init__(self, store: ReaderStore) -> None:
        self._store = store

    def definitions(self, handles: Iterable[str]) -> dict[str, Described | None]:
        """Return the definition that each handle names; a handle in a source that is not in the index is left out."""
        found: dict[str, Described | None] = {}
        with self._store.reader() as reader:
            view = View(reader)
            named: dict[str, StoredEntity] = {}
            for handle in handles:
                entity, is_known = _named(view, handle)
                if entity is not None:
                    named[handle] = entity
                if is_known:
                    found[handle] = None
            next_to = _neighbours(view, [entity.id for entity in named.values()])
            for handle, entity in named.items():
                found[handle] = _described(view, entity, *next_to.get(entity.id, ([], [])))
        return found

    def successors(self, handle: str, shape: str) -> list[Described]:
        """Return what could be the definition that a gone handle named: of its shape, in its file or of its name elsewhere."""
        label, _, rest = handle.partition(":")
        path, _, anchor = rest.partition("#")
        name = re.split(r"[.#/(~]|::", anchor)[-1] if anchor else ""
        with self._store.reader() as reader:
            view = View(reader)
            listing = view.labels.get(label)
            if listing is None or not shape:
                return []
            named = [name] if name else [unquote_path(path).rpartition("/")[2].partition(".")[0]]
            near = [entity for entity in reader.entities_named(named) if entity.source_id == listing.id]
            file = reader.file_at(listing.id, unquote_path(path))
            if file is not None:
                near += reader.entities_of_files([file.id]).get(file.id, [])[1:]
            near = list({entity.id: entity for entity in near if entity.file_id is not None}.values())
            view.keep(near)
            kept = [made for entity in near if (made := _described(view, entity, [], [])).shape == shape]
            return [made for made in kept if len(made.text) >= _LEAST_SHAPE]

    def around(self, place: str) -> list[str]:
        """Return the handles around FILE:LINE or FILE:FIRST-LAST, innermost first and the file last; those of all in FILE.

        The lines are those of the file as it is now, also if it was edited since it was indexed.
        """
        from cairn.retrieve.handles.place import indexed_line  # most of what cards ask has no lines

        found = re.fullmatch(r"(.+?)(?::L?(\d{1,9})(?:-L?(\d{1,9}))?(?:[:-].*)?)?", place.strip(), re.DOTALL)
        if found is None or "\0" in place:
            return []
        with self._store.reader() as reader:
            view = View(reader)
            file = self._file(view, found[1])
            if file is None:
                return []
            entities = reader.entities_of_files([file.id]).get(file.id, [])
            if found[2] is None:
                return [view.handle(entity) for entity in entities]
            first, last = (indexed_line(view, file, int(line)) for line in (found[2], found[3] or found[2]))
            inside = [entity for entity in entities[1:] if entity.start_line <= last and first <= entity.end_line]
            inside.sort(key=lambda entity: entity.end_line - entity.start_line)
            return [view.handle(entity) for entity in (*inside, *entities[:1])]

    @staticmethod
    def _file(view: View, text: str) -> StoredFile | None:
        """The file that a path on disk, `label:path`, or the unique end of a path names."""
        label, colon, path = text.partition(":")
        if colon and label in view.labels:
            return view.reader.file_at(view.labels[label].id, unquote_path(path))
        real = os.path.realpath(text)
        for listing in sorted(view.sources.values(), key=lambda source: -len(source.location)):
            root = os.path.realpath(listing.location)
            if real.startswith(root + os.sep):
                file = view.reader.file_at(listing.id, Path(real[len(root) + 1 :]).as_posix())
                if file is not None:
                    return file
        ending = view.reader.files_ending(text.replace("\\", "/"))
        return ending[0] if len(ending) == 1 else None

    def touched(self, revision: str, folder: str) -> list[str]:
        """Return the handles of what differs from a revision in the source around a folder, with all that contains it.

        Raises:
            NotFoundError: the folder is part of no source.
            UsageError, EnvironmentFault: see `retrieve.impact.touched`.
        """
        from cairn.retrieve.graph.impact import touched

        with self._store.reader() as reader:
            view = View(reader)
            real = Path(folder).resolve()
            around = [s for s in view.sources.values() if real.is_relative_to(Path(s.location).resolve())]
            if not around:
                raise NotFoundError(f"{folder} is part of no source; add it, as in `cairn add {folder}`")
            handles: dict[str, None] = {}
            for entity in touched(view, max(around, key=lambda source: len(source.location)), revision):
                within: StoredEntity | None = entity
                while within is not None:
                    handles.setdefault(view.handle(within))
                    within = view.entity(within.parent_id) if within.parent_id is not None else None
            return list(handles)

    def locations(self) -> dict[str, str]:
        """Return where the sources lie that may be told, by label."""
        with self._store.reader() as reader:
            return {source.label: source.location for source in reader.sources()}


def _named(view: View, handle: str) -> tuple[StoredEntity | None, bool]:
    """The definition that a handle names, and whether its source is in the index.

    A whole handle names nothing else when its definition is gone; the end of one must be unique.
    """
    handle = well_formed(handle)
    label, colon, rest = handle.partition(":")
    if colon and not rest.startswith(":"):
        listing = view.labels.get(label)
        if listing is None:
            return None, False
        path, _, anchor = rest.partition("#")
        file = view.reader.file_at(listing.id, unquote_path(path))
        if file is not None:
            entities = view.reader.entities_of_files([file.id]).get(file.id, [])
            entity = next((found for found in entities if found.anchor == anchor), None)
            if entity is not None:
                view.keep([entity])
                return entity, True
        if "/" in path or "." in path or file is not None:
            return None, True
        found = find_entities(view, rest, label)
        return (found[0] if len(found) == 1 else None), True
    try:
        entity = find_entity(view, handle)
    except CairnError:
        return None, False
    return (entity, True) if entity.file_id is not None else (None, False)


def _neighbours(view: View, ids: list[int]) -> dict[int, tuple[list[str], list[str]]]:
    found: dict[int, tuple[list[str], list[str]]] = {entity_id: ([], []) for entity_id in ids}
    for side, direction in enumerate(("in", "out")):
        edges = [
            edge
            for edge in view.reader.nearest_edges(
                ids, direction, _NEIGHBOURS, (EdgeKind.CALLS, EdgeKind.INHERITS, EdgeKind.DEPENDS_ON)
            )
            if edge.confidence >= _LEAST_SURE
        ]
        view.load(end for edge in edges for end in (edge.src, edge.dst))
        for edge in edges:
            here, there = (edge.dst, edge.src) if direction == "in" else (edge.src, edge.dst)
            entity = view.entity(there)
            if here in found and entity is not None and not view.handle(entity).startswith(f"{EXTERNAL}:"):
                found[here][side].append(view.handle(entity))
    return found


def _described(view: View, entity: StoredEntity, callers: list[str], callees: list[str]) -> Described:
    assert entity.file_id is not None
    lines = view.lines(entity.file_id)
    is_module = not entity.anchor
    text = plain_text("".join(lines if is_module else lines[entity.start_line - 1 : entity.end_line]))
    name = "" if is_module else re.escape(entity.name)
    shape = re.sub(rf"(?<!\w){name}(?!\w)", "\0", text) if name else text
    return Described(
        view.handle(entity), entity.path or "", entity.name_line, _digest(text), _digest(shape), text, callers, callees
    )


def plain_text(text: str) -> str:
    """A definition without what moves when the lines around it do."""
    return textwrap.dedent("\n".join(kept for line in text.expandtabs().splitlines() if (kept := line.rstrip())))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=_DIGITS).hexdigest()[:_DIGITS]
