"""How much depends on each file of a source, and on each definition of a file: uses from other files, tests left out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cairn.retrieve.graph.map import LEAST_CONFIDENCE, ROLES
from cairn.retrieve.view import View
from cairn.store.stored import SourceListing


@dataclass(frozen=True, slots=True)
class Weight:
    """A file, or with `handle` a definition of it. `uses` counts the edges from other files that need it, or what is in it."""

    path: str
    name: str
    kind: str
    handle: str
    uses: int


@dataclass(frozen=True, slots=True)
class _Uses:
    by_file: Counter[int]
    by_entity: Counter[int]


def file_weights(view: View, source: SourceListing) -> list[Weight]:
    """Return all files of a source by path."""
    uses = _uses(view, source)
    rows = sorted(view.reader.file_paths([source.id], None), key=lambda row: row[1])
    return [Weight(path, path.rpartition("/")[2], "file", "", uses.by_file[file_id]) for file_id, path in rows]


def definition_weights(view: View, source: SourceListing, path: str) -> list[Weight]:
    """Return what is defined in a file, in order; none for a path that no file of the source has."""
    file = view.reader.file_at(source.id, path)
    if file is None:
        return []
    uses = _uses(view, source).by_entity
    entities = view.reader.entities_of_files([file.id]).get(file.id, [])
    return [Weight(path, entity.qualname, entity.kind, view.handle(entity), uses[entity.id]) for entity in entities]


def _uses(view: View, source: SourceListing) -> _Uses:
    """The same for every call until the index changes."""

    def count() -> _Uses:
        rows = [row for row in view.reader.dependences(source.id, ROLES, LEAST_CONFIDENCE) if row.src_file != row.dst_file]
        return _Uses(Counter(row.dst_file for row in rows), Counter(row.dst for row in rows))

    return view.reader.derived(f"weights of {source.id}", count)
