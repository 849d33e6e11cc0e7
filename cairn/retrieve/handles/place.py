"""Where a cursor stands: the definition around a line, also in a file that was edited after indexing."""

from __future__ import annotations

import contextlib
import difflib
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cairn.chunk.words import well_formed
from cairn.errors import AmbiguousError, NotFoundError
from cairn.ingest.documents.form import document_form
from cairn.model import EntityKind
from cairn.retrieve.handles.find import find_entities, find_entity, find_named
from cairn.retrieve.lines import split_lines
from cairn.retrieve.view import View, unquote_path
from cairn.store.reading import ReaderStore
from cairn.store.stored import StoredEntity, StoredFile

_CURSOR = re.compile(r"(?P<file>.+?):L?(?P<line>\d{1,9})(?:[:-]L?(?P<more>\d{1,9}))?", re.DOTALL)
# What is meant as one: a name with a suffix, and anything behind the last colon.
_PLACE = re.compile(r"(?P<file>(?:[^:#\s]+:)?[^:#\s]*\.\w+):(?P<line>[^:]*(?::\d+)?)")
# What is part of a definition rather than one to be completed by itself.
_PARTS = frozenset({EntityKind.FIELD, EntityKind.CONSTANT})
_LISTED = 10
_MOST_INDENT = 1000
# What a line begins with that goes on with the head of a definition above it.
_GOES_ON = (")", "]", "}", "{", "where", "->", ":", "throws")
_MOST_BYTES = 8_000_000
# Finding what two texts share takes the square of their lines in the worst case: more changed lines are matched by place.
_MOST_COMPARED = 4000


class Place(NamedTuple):
    """A definition, or the module where there is none around the line; `line` is one of the indexed text, None for a handle."""

    file: StoredFile
    entity: StoredEntity
    line: int | None


class _Match(NamedTuple):
    """A line of the indexed text, and whether the line of the edited text that it stands for was put in below it."""

    line: int
    is_new: bool = False


@contextlib.contextmanager
def at_place(store: ReaderStore, target: str) -> Iterator[tuple[View, Place]]:
    """Hold one state of the index, and say where in it a handle, or FILE:LINE[:COL], is.

    Raises:
        NotFoundError, AmbiguousError: nothing, or several things, have that name; the file has no such line.
    """
    with store.reader() as reader:
        view = View(reader)
        yield view, find_place(view, well_formed(target))


def find_place(view: View, target: str) -> Place:
    """Find a handle, the unique end of one, or FILE:LINE[:COL], where FILE is `label:path` or a unique end of a path."""
    cursor = _CURSOR.fullmatch(target.strip())
    file = _file(view, cursor["file"]) if cursor else None
    if file is None and not find_named(view, target):
        from cairn.retrieve.handles.spoken import spoken_file  # most texts do without

        cursor = _CURSOR.fullmatch(spoken_file(view, target) or "") or cursor
        file = _file(view, cursor["file"]) if cursor else None
    if cursor and file is not None:
        return _at_line(view, file, int(cursor["line"]), int(cursor["more"] or 0))
    if not find_entities(view, target):
        _refuse_place(view, target.strip())
    entity = find_entity(view, target)
    if entity.file_id is None:
        raise NotFoundError(f"{view.handle(entity)!r} is outside of all sources, so there is nothing to pack; name what uses it")
    return Place(view.file(entity.file_id), entity, None)


def indexed_line(view: View, file: StoredFile, line: int) -> int:
    """The line of the indexed text that a line of the file as it is now stands for: the same, unless it was edited since."""
    now = _edited_lines(view, file)
    return line if now is None or not 1 <= line <= len(now) else _match(view.lines(file.id), now, line).line


def _at_line(view: View, file: StoredFile, line: int, column: int) -> Place:
    """The definition at a line of the file as it is now."""
    now = _edited_lines(view, file)
    if now is None or not 1 <= line <= max(len(now), 1):
        known = view.lines(file.id)
        if not 1 <= line <= len(known) + 1:
            name = f"{view.label(file)}:{file.path}"
            raise NotFoundError(f"{name} has {len(known)} lines, so there is no line {line}; name another")
        here = max(min(line, len(known)), 1)
        return Place(file, _around(view, file, here, column), here)
    found = _match(view.lines(file.id), now, line)
    entity = _around(view, file, found.line, column)
    if found.is_new:
        entity = _holding(view, entity, now, line)
    return Place(file, entity, found.line)


def _holding(view: View, entity: StoredEntity, now: Sequence[str], line: int) -> StoredEntity:
    """A definition, or what it lies in: the innermost whose name stands in the heads around a line of the text as it is now."""
    heads = "".join(_heads(now, line))
    while entity.kind != EntityKind.MODULE and not re.search(rf"(?<!\w){re.escape(entity.name)}(?!\w)", heads):
        parent = None if entity.parent_id is None else view.entity(entity.parent_id)
        if parent is None:
            break
        entity = parent
    return entity


def _heads(now: Sequence[str], line: int) -> Iterator[str]:
    """The line and those above it that are indented less and less; of a head of several lines all."""
    most = _indent(now[line - 1]) if now[line - 1].strip() else _MOST_INDENT
    yield now[line - 1]
    is_open = False
    for text in reversed(now[: line - 1]):
        indent = _indent(text)
        if text.strip() and (indent < most or (is_open and indent == most)):
            yield text
            most, is_open = indent, text.lstrip().startswith(_GOES_ON)


def _refuse_place(view: View, target: str) -> None:
    """Say what is wrong with FILE:LINE where that is what is meant.

    Raises:
        NotFoundError: there is no such file, or what stands behind it is no line.
    """
    meant = _PLACE.fullmatch(target)
    if meant is None or meant["file"] in view.labels:
        return
    if _file(view, meant["file"]) is None:
        raise NotFoundError(f"no file {meant['file']!r} in any source; `cairn list SOURCE --files` names them")
    raise NotFoundError(f"{meant['line']!r} is no line of {meant['file']!r}; name its number, as {meant['file']}:12")


def _file(view: View, text: str) -> StoredFile | None:
    label, colon, path = text.partition(":")
    is_labelled = bool(colon) and label in view.labels
    labels = [label] if is_labelled else list(view.labels)
    path = unquote_path(path if is_labelled else text)
    exact = [view.reader.file_at(view.labels[name].id, path) for name in labels]
    found = [file for file in exact if file is not None]
    if not found and not is_labelled:
        found = view.reader.files_ending(path)
    if len(found) > 1:
        names = ", ".join(repr(f"{view.label(file)}:{file.path}") for file in found[:_LISTED])
        raise AmbiguousError(f"{path!r} is the end of {len(found)} paths; say which: {names}")
    if is_labelled and not found:
        raise NotFoundError(f"no file {path!r} in source {label!r}; `cairn list {label} --files` names them")
    return found[0] if found else None


def _around(view: View, file: StoredFile, line: int, column: int) -> StoredEntity:
    """The innermost definition around a line; on an empty line below one, that one if the column is inside of it."""
    found = view.reader.entity_around(file.id, line)
    lines = view.lines(file.id)
    if (
        column > 1
        and (found is None or found.kind in (EntityKind.CLASS, EntityKind.NAMESPACE))
        and not "".join(lines[line - 1 : line]).strip()
    ):
        last = next((n for n in range(min(line, len(lines)), 0, -1) if lines[n - 1].strip()), 0)
        above = view.reader.entity_around(file.id, last) if last else None
        if above is not None and column - 1 > _indent(lines[above.start_line - 1]):
            found = above
    while found is not None and found.kind in _PARTS and found.parent_id is not None:
        holder = view.entity(found.parent_id)
        if holder is None or holder.kind == EntityKind.MODULE:
            break
        found = holder
    if found is not None:
        return found
    module = view.reader.module_of(file.id)
    if module is None:
        raise NotFoundError(f"{view.label(file)}:{file.path} has no definitions in the index; `cairn refresh` reads it again")
    return module


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _edited_lines(view: View, file: StoredFile) -> list[str] | None:
    """The lines of a file that has changed since it was indexed, as it is on the disk now; None of any other."""
    if not view.is_stale(file) or document_form(file.path, file.language):
        return None
    now = _read_lines(view.sources[file.source_id].location, file.path)
    return None if now == view.lines(file.id) else now


def _match(known: Sequence[str], now: Sequence[str], line: int) -> _Match:
    """The line of `known` for a line of `now` (both from 1): the same text, else the place in what it replaces.

    A line that was put in is where the line above it is.
    """
    most = min(len(known), len(now))
    head = next((n for n in range(most) if known[n] != now[n]), most)
    if line <= head:
        return _Match(line)
    tail = next((n for n in range(most - head) if known[-1 - n] != now[-1 - n]), most - head)
    if line > len(now) - tail:
        return _Match(len(known) - (len(now) - line))
    old, new = known[head : len(known) - tail], now[head : len(now) - tail]
    place = line - 1 - head
    if not old:
        return _Match(max(head, 1), is_new=True)
    if len(old) + len(new) > _MOST_COMPARED:
        return _Match(head + 1 + min(place, len(old) - 1))
    for _, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if j1 <= place < j2:
            here = i1 + min(place - j1, i2 - i1 - 1) + 1 if i2 > i1 else i1
            return _Match(max(head + here, 1), is_new=place - j1 >= i2 - i1)
    return _Match(max(head + len(old), 1), is_new=True)


def _read_lines(location: str, path: str) -> list[str] | None:
    """The lines of a file of a source as it is now; None if it is gone, is a link, or lies behind one."""
    from cairn.ingest.read import read_text  # only for what was edited
    from cairn.model import Skip

    root = Path(location)
    place = root if root.is_file() else root / path
    try:
        if place.is_symlink() or not place.is_file() or not place.resolve().is_relative_to(root.resolve()):
            return None
        if place.stat().st_size > _MOST_BYTES:
            return None
        read = read_text(place.read_bytes(), os.fspath(path), is_named=True)
    except (OSError, ValueError):
        return None
    return None if isinstance(read, Skip) else split_lines(read.text)
