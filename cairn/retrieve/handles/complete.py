"""What the beginning of a handle may become: for a shell's completion, and for the arguments of prompts."""

from __future__ import annotations

from cairn.retrieve.handles.find import dotted, find_entities, last_part, split_label
from cairn.retrieve.view import View, unquote_path
from cairn.store.stored import StoredEntity

_MOST_HOLDERS = 10  # classes and modules of one name whose members are offered: a guess


def complete_handles(view: View, prefix: str, limit: int) -> list[str]:
    """Return handles that start with a prefix, or whose entity's name does: `Rate.ap`, `tax.py#Rate`, `shop:billing/`."""
    label, rest = split_label(view, prefix)
    path, sharp, anchor = rest.partition("#")
    if sharp:
        found = _in_files(view, label, unquote_path(path), anchor)
    elif label is not None:
        found = [*_modules(view, label, unquote_path(path), limit), *_members(view, label, rest)]
    else:
        names = view.reader.names_like(prefix, limit)
        found = [*view.reader.entities_named(names), *_members(view, None, prefix)]
    handles = {view.handle(entity) for entity in found if entity.source_id is not None}
    labels = [f"{name}:" for name in view.labels if label is None and name.startswith(prefix)]
    return sorted({*handles, *labels})[:limit]


def _in_files(view: View, label: str | None, path: str, start: str) -> list[StoredEntity]:
    """List what files define under an anchor that begins like this; without a label the end of their path is enough."""
    if label is None:
        files = view.reader.files_ending(path)
    else:
        file = view.reader.file_at(view.source(label).id, path)
        files = [file] if file else []
    groups = view.reader.entities_of_files([file.id for file in files]).values()
    return [entity for group in groups for entity in group if entity.anchor and entity.anchor.startswith(start)]


def _modules(view: View, label: str, start: str, limit: int) -> list[StoredEntity]:
    """The files of a source whose path begins like this."""
    paths = view.reader.file_paths([view.source(label).id], None)
    chosen = [file_id for file_id, path in paths if path.startswith(start)][:limit]
    return [group[0] for group in view.reader.entities_of_files(chosen).values() if group]


def _members(view: View, label: str | None, typed: str) -> list[StoredEntity]:
    """List the members of the thing before the last dot whose names begin as what stands behind it: `Rate.ap`."""
    # The underscore keeps a dot at the end from being taken off.
    holder, dot, start = dotted(f"{typed}_").rpartition(".")
    if not dot or not last_part(holder):
        return []
    holders = find_entities(view, holder, label)[:_MOST_HOLDERS]
    stems = {(entity.file_id, dotted(f"{entity.qualname}.{start}").removesuffix("_")) for entity in holders}
    files = {entity.file_id for entity in holders if entity.file_id is not None}
    groups = view.reader.entities_of_files(files)
    return [
        entity
        for file_id, group in groups.items()
        for entity in group
        if any(file_id == stem[0] and entity.anchor and dotted(entity.qualname).startswith(stem[1]) for stem in stems)
    ]
