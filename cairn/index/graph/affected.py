"""Which files have to be resolved again after a change of some: those that read what the change changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial

from cairn.extract.citations import is_document, lines_word
from cairn.index.graph.change import GraphChange
from cairn.index.graph.files import Place, SourceFiles, read_facts
from cairn.languages.registry import family_of, languages
from cairn.resolve.changes import Changes
from cairn.resolve.keys import paths_of
from cairn.resolve.manifests import is_manifest
from cairn.resolve.mentions import checksum, is_mentioned, path_words
from cairn.resolve.program import Library, Program
from cairn.resolve.segment import NO_FILE, WHOLE, Segment, readers
from cairn.resolve.state import Unwatchable
from cairn.resolve.units import Unit
from cairn.semantics.facts import Facts, unpack_facts
from cairn.semantics.flags import Flag
from cairn.store.writing import StoreWriter

_GONE = ""  # no language: a unit that is not there


# Files by id, with the ordinals of their definitions whose references may mean something else; None: those of all.
Found = dict[int, set[int] | None]


class Affected:
    """The definitions of a source whose references may mean something else after a change of its files, or of a library's.

    `sources` are that source and those that it looks into.
    """

    def __init__(
        self,
        writer: StoreWriter,
        sources: Sequence[SourceFiles],
        change: GraphChange,
        preludes: Callable[[Iterable[str]], Mapping[str, Facts]],
    ) -> None:
        self._writer = writer
        self._sources = sources
        self._source_id = sources[0].source_id
        self._change = change
        self._places = sources[0].places
        self._preludes = preludes
        self._is_own = change.source_id == self._source_id
        self._families = {family_of(language) for _, _, language in self._places if language in languages()}
        changed = next((files for files in sources if files.source_id == change.source_id), None)
        places = changed.places if changed is not None else ()
        self._ids = {path: file_id for file_id, path, _ in places}  # of the source that has changed
        self._languages = {path: language for _, path, language in places}
        self._changed = change.before.keys() | change.after.keys()
        self._completed: set[tuple[int, int]] = set()  # (file id, ordinal): another definition completes it since, or no more

    def definitions(self, segments: Sequence[Segment]) -> Found | None:
        """Which they are; None if all may be. `segments` are what the files were resolved from."""
        found: Found = {}
        code = sorted(
            path for path in self._changed if self._is_spoken({self._languages.get(path), self._change.languages.get(path)})
        )
        are_manifests_changed = any(map(is_manifest, self._changed))
        if code or are_manifests_changed:
            try:
                found = self._readers(segments, code, are_manifests_changed)
            except Unwatchable:
                return None
        self._add_bereft(found)
        if not self._is_own:
            return found
        whole = [self._ids[path] for path in self._changed if path in self._ids]
        return found | dict.fromkeys((*whole, *self._documents()))

    def _is_spoken(self, spoken: Collection[str | None]) -> bool:
        """Whether one of some languages of a file has rules; of a library's file only if the source has its family, too."""
        known = {language for language in spoken if language is not None and language in languages()}
        return bool(known) and (self._is_own or any(family_of(language) in self._families for language in known))

    def _add_bereft(self, found: Found) -> None:
        """Add what had an edge to a definition that has another anchor now: `add(int)` became `add(long)`."""
        spoken = {file_id: language for file_id, _, language in self._places}
        for file_id, ordinal in self._writer.bereft(self._source_id):
            if spoken.get(file_id) not in languages():
                found[file_id] = None
            elif (known := found.setdefault(file_id, set())) is not None:
                known.add(ordinal)

    def _readers(self, segments: Sequence[Segment], code: Sequence[str], are_manifests_changed: bool) -> Found:
        with closing(self._changes(code, are_manifests_changed)) as changes:
            rows = readers(segments, changes.keys())
            if (NO_FILE, WHOLE) in rows or are_manifests_changed:
                rows |= readers(segments, changes.state_keys())
                own = {path: file_id for file_id, path, _ in self._places}
                self._completed = {(own[path], ordinal) for path, ordinal in changes.completed()}
                rows |= self._completed
        found: defaultdict[int, set[int]] = defaultdict(set)
        for file_id, ordinal in rows - {(NO_FILE, WHOLE)}:
            found[file_id].add(ordinal)
        return {file_id: None if WHOLE in ordinals else ordinals for file_id, ordinals in found.items()}

    def _changes(self, code: Sequence[str], are_manifests_changed: bool) -> Changes:
        """The source, and what it looks into, before and after the change, with the same numbers for units."""
        before: list[Library] = []
        after: list[Library] = []
        numbers: dict[int, int] = {}  # of the source's own files
        changed: list[int] = []
        for files in self._sources:
            places, is_changed = files.places, files.source_id == self._change.source_id
            if is_changed:
                gone: list[Place] = [(NO_FILE, path, _GONE) for path in code if path not in self._ids]
                # In the order of their paths, as they are resolved: of several definitions the first may count.
                places = sorted([*places, *gone], key=lambda place: place[1])
                first = sum(len(library.units) for library in after)
                changed = [number for number, (_, path, _) in enumerate(places, first) if path in set(code)]
            if files is self._sources[0]:
                numbers = {file_id: number for number, (file_id, _, _) in enumerate(places)}
            units = [self._unit(place) for place in places]
            after.append(Library(files.name, units, files.manifests))
            before.append(
                Library(files.name, list(map(self._before, units)), self._old_manifests(files)) if is_changed else after[-1]
            )
        spoken = self._spoken(before, after, changed, are_manifests_changed)
        # The first unit of a family stands for it: its roles look at all files of it.
        only = sorted({*changed, *_first_of_each(after[0].units, set(map(family_of, spoken)))})
        preludes = self._preludes(spoken)
        now = partial(self._find_named, numbers)
        was: Callable[[str], list[tuple[int, int, str]]] = now
        if self._is_own:
            stay = {file_id: number for file_id, number in numbers.items() if number not in set(changed)}
            was = partial(_with_old, partial(self._find_named, stay), before[0].units, changed)
        return Changes(
            Program(before[0].units, before[0].manifests, preludes, was, before[1:], only),
            Program(after[0].units, after[0].manifests, preludes, now, after[1:], only),
            changed,
        )

    def _spoken(
        self, before: Sequence[Library], after: Sequence[Library], changed: Sequence[int], are_manifests_changed: bool
    ) -> set[str]:
        """The languages of the source whose roles may find out something else."""
        states = [[unit for library in state for unit in library.units] for state in (before, after)]
        spoken = {units[number].language for units in states for number in changed} - {_GONE}
        own = {language for _, _, language in self._places if language in languages()}
        if are_manifests_changed:
            return spoken | own if self._is_own else own
        families = set(map(family_of, spoken))
        return spoken if self._is_own else {language for language in own if family_of(language) in families}

    def _unit(self, place: Place) -> Unit:
        file_id, path, language = place
        return Unit(path, language, partial(read_facts, self._writer, file_id) if file_id != NO_FILE else _no_facts)

    def _before(self, unit: Unit) -> Unit:
        """A unit of the source that has changed, as it was."""
        if unit.path not in self._change.before and unit.path not in self._change.after:
            return unit
        blob = self._change.before.get(unit.path)
        language = self._change.languages.get(unit.path, _GONE)
        return Unit(unit.path, language, unpack_facts(blob)) if blob is not None else Unit(unit.path, _GONE, _no_facts)

    def _old_manifests(self, files: SourceFiles) -> dict[str, str]:
        stay = {path: text for path, text in files.manifests.items() if path not in self._changed}
        return stay | self._change.manifests

    def _find_named(self, numbers: Mapping[int, int], name: str) -> list[tuple[int, int, str]]:
        """The definitions of a name in those files that have numbers."""
        rows = self._writer.named(self._source_id, name)
        return [(numbers[file_id], ordinal, kind) for file_id, ordinal, kind in rows if file_id in numbers]

    # Documents

    def _documents(self) -> set[int]:
        """The documents that mention what the change defines otherwise."""
        words: set[str] = set()
        for path in self._changed:
            known = [
                unpack_facts(blob) if blob is not None else None
                for blob in (self._change.before.get(path), self._change.after.get(path))
            ]
            words |= _told_otherwise(path, *known)
        words |= {read_facts(self._writer, file_id).entities[ordinal].name for file_id, ordinal in self._completed}
        if not words:
            return set()
        wanted = {checksum(word) for word in words}
        return {file_id for file_id, blob in self._writer.mentions(self._source_id) if blob and is_mentioned(wanted, blob)}


def _with_old(
    stay: Callable[[str], list[tuple[int, int, str]]], before: Sequence[Unit], changed: Sequence[int], name: str
) -> list[tuple[int, int, str]]:
    """The definitions of a name in files that stay the same, and in the others as they were."""
    old = [
        (number, ordinal, entity.kind)
        for number in changed
        if before[number].language != _GONE
        for ordinal, entity in enumerate(before[number].read().entities)
        if ordinal and entity.name == name
    ]
    return sorted(stay(name) + old)


def _first_of_each(units: Sequence[Unit], families: Collection[str]) -> list[int]:
    found: dict[str, int] = {}
    for number, unit in enumerate(units):
        family = family_of(unit.language) if unit.language else ""
        if family in families:
            found.setdefault(family, number)
    return list(found.values())


def _no_facts() -> Facts:
    raise LookupError("a file that is not there has no facts")


def _told_otherwise(path: str, before: Facts | None, after: Facts | None) -> set[str]:
    """The words by which documents name what is there in one of two states only, or has moved."""
    if before is None or after is None:
        return path_words(path) | {entity.name for facts in (before, after) if facts is not None for entity in facts.entities}
    if before.extra != after.extra:  # among it, what is exported
        return path_words(path) | {lines_word(path)} | {entity.name for entity in (*before.entities, *after.entities)}
    words = {name for name, *_ in _outline(before) ^ _outline(after)}
    if words and (is_document(before) or is_document(after)):
        words |= path_words(path)
    is_moved = [entity.name_line for entity in before.entities] != [entity.name_line for entity in after.entities]
    return words | {lines_word(path)} if is_moved else words


def _outline(facts: Facts) -> set[tuple[str, str, str, frozenset[Flag]]]:
    paths = paths_of(facts.entities)
    return {(entity.name, path, entity.kind, entity.flags) for path, entity in zip(paths, facts.entities, strict=True)}
