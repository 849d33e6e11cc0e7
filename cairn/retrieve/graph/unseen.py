"""Where a name stands that nothing is known to use: what "nothing uses it" must be said with."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Sequence

from cairn.ingest.role import is_data
from cairn.languages.registry import languages
from cairn.model import Unseen
from cairn.retrieve.graph.unresolved import sources_asking
from cairn.retrieve.lines import split_lines
from cairn.retrieve.view import View, quote_path
from cairn.store.stored import Phrase, StoredEntity, StoredFile

LISTED = 10  # places of each kind in an answer: one screen
# Guesses. A name that more files or definitions have is a common word, whose mentions tell nothing. Of files that cannot be
# read only so many are looked at; the index of words says that the others mention the name, too.
_MOST_FILES, _MOST_OF_NAME, _MOST_MENTIONS, _MOST_BLIND = 60, 30, 40, 100
_TOLD = 5  # places of a name that nothing has: what an error has room for
_SHORTEST = 3  # letters of a name: a shorter one is mentioned everywhere
_NAME = re.compile(r"\w[\w.-]*")  # also of a setting: `app.retry-limit`
_WORDS = re.compile(r"\w")
PROSE = frozenset({"docs", "changelog", "config"})
# What the warnings of a file whose definitions or uses were not all read speak of.
_UNREAD = re.compile(r"syntax|could not be (?:read|resolved|parsed)|only (?:its|the) text|not read", re.IGNORECASE)


def look_for_unseen(view: View, entities: Sequence[StoredEntity]) -> Unseen:
    """Find the places in which the entities could be used unseen.

    Files that cannot be read for uses have a warning that not all of them was read, or are in a language of which only
    definitions are read (templates, pages), or in one that is not known. Prose, settings and styles are none of them.
    """
    unread: dict[str, int] = {}
    unread_files = 0
    mentions: list[tuple[str, int]] = []
    for name in sorted({entity.name for entity in entities if len(_WORDS.findall(entity.name)) >= _SHORTEST}):
        files = _files(view, name, [entity for entity in entities if entity.name == name])
        blind = _blind(view, files)
        same = view.reader.entities_named([name])
        unreadable = [file for file in files if file.id in blind]
        unread_files += len(unreadable[_MOST_BLIND:])
        for file in unreadable[:_MOST_BLIND]:
            for place, line in _mentions(view, file, name, {e.name_line for e in same if e.file_id == file.id})[:1]:
                unread.setdefault(place, line)
        if len(files) <= _MOST_FILES and len(same) <= _MOST_OF_NAME:
            known = _accounted(view, name, same)
            mentions += (m for file in files if file.id not in blind for m in _mentions(view, file, name, known[file.id]))
    if len(mentions) > _MOST_MENTIONS:
        mentions = []
    return Unseen(
        [f"{place}:{line}" for place, line in sorted(unread.items())[:LISTED]],
        len(unread) + unread_files,
        [f"{place}:{line}" for place, line in mentions[:LISTED]],
        len(mentions),
    )


def standing(view: View, text: str, source: str | None = None) -> Unseen:
    """Find the lines in which a name stands that no definition has: in code before tests and prose. Of common words nothing."""
    name = text.strip()
    if len(_WORDS.findall(name)) < _SHORTEST or not _NAME.fullmatch(name):
        return Unseen()
    files = view.load_files(ids := view.reader.files_matching(Phrase(name, ("body",))))
    wanted = None if source is None else view.source(source).id
    chosen = sorted(
        (files[file_id] for file_id in ids if wanted in (None, files[file_id].source_id)),
        key=lambda file: (file.role in PROSE, file.role != "code", file.source_id, file.path),
    )
    if len(chosen) > _MOST_FILES:
        return Unseen()
    found = [mention for file in chosen for mention in _mentions(view, file, name, ())]
    return Unseen(mentions=[f"{place}:{line}" for place, line in found[:_TOLD]], mention_lines=len(found))


def _files(view: View, name: str, entities: Sequence[StoredEntity]) -> list[StoredFile]:
    """The files of code that have the name and may mean one of the entities, code before tests."""
    near: dict[int, set[int]] = {}
    ids = view.reader.files_matching(Phrase(name, ("body",)))
    files = view.load_files(ids)
    found = []
    for file_id in ids:
        file = files[file_id]
        if file.role in PROSE or is_data(file.path):
            continue
        if any(e.source_id is None or file.source_id in sources_asking(view, e.source_id, near) for e in entities):
            found.append(file)
    return sorted(found, key=lambda file: (file.role != "code", file.source_id, file.path))


def _blind(view: View, files: Sequence[StoredFile]) -> set[int]:
    """Return the files that cannot be read for uses, or not wholly."""
    warned = view.reader.file_warnings(file.id for file in files)
    return {f.id for f in files if not _is_read(f.language) or any(map(_UNREAD.search, warned.get(f.id, ())))}


def _is_read(language: str | None) -> bool:
    """Whether uses are read in files of this language; of prose, which uses nothing, that is so."""
    if language is None:
        return False
    record = languages().get(language)
    return record is None or record.is_prose or record.roles is not None


def _accounted(view: View, name: str, same: Sequence[StoredEntity]) -> dict[int, set[int]]:
    """The lines of each file of which it is known what the name there means, or that it could not be told."""
    known: dict[int, set[int]] = defaultdict(set)
    view.keep(same)
    for entity in same:
        if entity.file_id is not None:
            known[entity.file_id].update(range(entity.start_line, entity.name_line + 1))
    edges = view.reader.edges([entity.id for entity in same], "in", [])
    view.load(edge.src for edge in edges)
    sites = [(edge.src, line) for edge in edges for line in edge.sites]
    for row in view.reader.unresolved_counts([name]):
        found = view.reader.unresolved_named(name, [row.source_id], [row.language], [row.kind], row.number)
        sites += [(reference.entity_id, reference.line) for reference in found]
    view.load(user for user, _ in sites)
    for user_id, line in sites:
        user = view.entity(user_id)
        if user is not None and user.file_id is not None:
            known[user.file_id].add(line)
    return known


def _mentions(view: View, file: StoredFile, name: str, known: Container[int]) -> list[tuple[str, int]]:
    """The lines with the name as a word of its own, but for those that are known, each as (`label:path`, line)."""
    text = view.reader.text(file.id)
    if name not in text:
        return []
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    place = f"{view.label(file)}:{quote_path(file.path)}"
    return [(place, n) for n, line in enumerate(split_lines(text), 1) if n not in known and pattern.search(line)]
