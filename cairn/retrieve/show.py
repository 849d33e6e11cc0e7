"""The text of an entity, a file or some of its lines, from the index."""

from __future__ import annotations

import re

from cairn.errors import NotFoundError, UsageError
from cairn.model import Excerpt
from cairn.retrieve.handles.find import find_entity, find_named
from cairn.retrieve.lines import fit_lines
from cairn.retrieve.view import View, unquote_path
from cairn.store.stored import StoredEntity, StoredFile

_LINES = re.compile(r"(?P<file>.+):L?(?P<first>\d{1,9})(?:-L?(?P<last>\d{1,9}))?", re.DOTALL)


def show(view: View, target: str, context_lines: int, budget_tokens: int | None) -> Excerpt:
    """Find what the target names and cut its text out.

    Raises:
        NotFoundError, AmbiguousError: nothing, or several things, have that name.
        UsageError: lines from 0, or that end before they begin.
    """
    target = _as_indexed(view, target)
    found = _LINES.fullmatch(target.strip())
    file = _file(view, found["file"]) if found and _file(view, target.strip()) is None else None
    if found and file is not None:
        first, last = int(found["first"]), int(found["last"] or found["first"])
        if not 1 <= first <= last:
            raise UsageError(f"there are no lines {first}-{last}; lines count from 1, and the first comes first")
        return _excerpt(view, file, first, last, None, context_lines, budget_tokens)
    entity = find_entity(view, target)
    if entity.file_id is None:
        raise NotFoundError(
            f"{view.handle(entity)!r} is outside of all sources, so there is no text of it; `cairn graph` shows its uses"
        )
    return _excerpt(view, view.file(entity.file_id), entity.start_line, entity.end_line, entity, context_lines, budget_tokens)


def _as_indexed(view: View, target: str) -> str:
    """A path of this machine, or of another system, as `label:path`, with its lines; all else as it is."""
    found = _LINES.fullmatch(target.strip())
    if find_named(view, target) or (found and _file(view, found["file"]) is not None):
        return target
    from cairn.retrieve.handles.spoken import spoken_file  # most texts do without

    return spoken_file(view, target) or target


def _file(view: View, text: str) -> StoredFile | None:
    """The file that `label:path`, or the unique end of a path, names."""
    label, colon, path = text.partition(":")
    if not colon or label not in view.labels:
        label, path = "", text
    files = [f for f in view.reader.files_ending(unquote_path(path)) if not label or view.label(f) == label]
    exact = [f for f in files if f.path == unquote_path(path)]
    chosen = exact or files
    return chosen[0] if len(chosen) == 1 else None


def _excerpt(
    view: View,
    file: StoredFile,
    first: int,
    last: int,
    entity: StoredEntity | None,
    context_lines: int,
    budget_tokens: int | None,
) -> Excerpt:
    lines = view.lines(file.id)
    if first > max(len(lines), 1):
        raise NotFoundError(
            f"{view.label(file)}:{file.path} has {len(lines)} lines, so there is no line {first}; name earlier ones"
        )
    start = max(first - context_lines, 1)
    end = min(last + context_lines, len(lines))
    kept, is_cut = fit_lines(lines[start - 1 : end], budget_tokens)
    return Excerpt(
        source=view.label(file),
        file=file.path,
        start_line=start,
        end_line=max(start + len(kept) - 1, start),
        handle=None if entity is None else view.handle(entity),
        text="".join(kept),
        stale=view.is_stale(file),
        truncated=is_cut,
        lang=file.language,
        omitted=end - start + 1 - len(kept),
    )
