"""Files that mention a name, but in which no use of it could have been read: what "nothing uses it" must be said with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cairn.ingest.role import is_data
from cairn.languages.registry import languages
from cairn.retrieve.lines import split_lines
from cairn.retrieve.unresolved import sources_asking
from cairn.retrieve.view import View, quote_path
from cairn.store.reading import Phrase, StoredEntity, StoredFile

LISTED = 5  # mentions in an answer: a guess
_MOST_FILES = 300  # whose texts are looked at for the line: a guess; the index of words says that the others mention it, too
_SHORTEST = 3  # letters of a name: a shorter one is mentioned everywhere
_WORDS = re.compile(r"\w")
_PROSE = frozenset({"docs", "changelog", "config"})
# What the warnings of a file whose definitions or uses were not all read speak of.
_UNREAD = re.compile(r"syntax|could not be (?:read|resolved|parsed)|only (?:its|the) text|not read", re.IGNORECASE)


class Unread(NamedTuple):
    """How many files mention a name and cannot be read for uses, and the first mentions, as `label:path:LINE`."""

    number: int
    mentions: list[str]


def unread_mentions(view: View, entities: Sequence[StoredEntity]) -> Unread:
    """Find the files in which the entities could be used unseen.

    These are files with a warning that not all of them was read, files in languages of which only definitions are read
    (templates, pages), and files of code in a language that is not known. Prose, settings and styles are none of them.
    """
    found: dict[int, tuple[str, int]] = {}
    near: dict[int, set[int]] = {}
    for name in sorted({entity.name for entity in entities if len(_WORDS.findall(entity.name)) >= _SHORTEST}):
        same = [entity for entity in entities if entity.name == name]
        files = list(_unread(view, view.reader.files_matching(Phrase(name, ("body",)))))
        for place, file in enumerate(files):
            if not any(e.source_id is None or file.source_id in sources_asking(view, e.source_id, near) for e in same):
                continue
            own = {e.name_line for e in same if e.file_id == file.id}
            if line := _mention(view, file, name, own) if place < _MOST_FILES else 1:
                found.setdefault(file.id, (f"{view.label(file)}:{quote_path(file.path)}", line))
    return Unread(len(found), [f"{place}:{line}" for place, line in sorted(found.values())[:LISTED]])


def _unread(view: View, ids: Iterable[int]) -> Iterator[StoredFile]:
    wanted = sorted(set(ids))
    files = view.load_files(wanted)
    warned = view.reader.file_warnings(wanted)
    for file_id in wanted:
        file = files[file_id]
        if file.role in _PROSE or is_data(file.path):
            continue
        if not _is_read(file.language) or any(map(_UNREAD.search, warned.get(file_id, ()))):
            yield file


def _is_read(language: str | None) -> bool:
    """Whether uses are read in files of this language; of prose, which uses nothing, that is so."""
    if language is None:
        return False
    record = languages().get(language)
    return record is None or record.is_prose or record.rules is not None


def _mention(view: View, file: StoredFile, name: str, own: set[int]) -> int:
    """The first line with the name as a word of its own, other than those that define it; 0 for none."""
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    for number, line in enumerate(split_lines(view.reader.text(file.id)), 1):
        if number not in own and pattern.search(line):
            return number
    return 0
