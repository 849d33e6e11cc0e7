"""Which files have to be resolved again after a change of some: those that read what the change changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from cairn.extract.citations import is_document, lines_word
from cairn.index.graph.change import GraphChange
from cairn.index.graph.files import SourceFiles, read_facts
from cairn.index.graph.log import Log
from cairn.index.graph.states import find_states
from cairn.languages.registry import family_of, languages
from cairn.resolve.budget import Budget
from cairn.resolve.changes import Changes
from cairn.resolve.keys import paths_of
from cairn.resolve.manifests import is_manifest
from cairn.resolve.mentions import checksum, is_mentioned, path_words
from cairn.resolve.resolve import Resolver
from cairn.resolve.sayings import Saying
from cairn.resolve.segment import NO_FILE, SAYING, WHOLE, Segment, readers
from cairn.resolve.state import Unwatchable
from cairn.semantics.facts import Facts, unpack_facts
from cairn.semantics.flags import Flag
from cairn.store.writing import StoreWriter

# Files by id, with the ordinals of their definitions whose references may mean something else; None: those of all.
Found = dict[int, set[int] | None]


class Affected:
    """The definitions of a source whose references may mean something else after a change of its files, or of a library's.

    `sources` are that source and those that it looks into, `logs` what each was resolved from. To be closed.
    """

    def __init__(
        self, writer: StoreWriter, sources: Sequence[SourceFiles], logs: Sequence[Log], change: GraphChange, budget: Budget
    ) -> None:
        self._writer = writer
        self._sources, self._logs = sources, logs
        self._source_id = sources[0].source_id
        self._change = change
        self._budget = budget
        self._places = sources[0].places
        self._is_own = change.source_id == self._source_id
        self._families = {family_of(language) for _, _, language in self._places if language in languages()}
        changed = next((files for files in sources if files.source_id == change.source_id), None)
        places = changed.places if changed is not None else ()
        self._ids = {path: file_id for file_id, path, _ in places}  # of the source that has changed
        self._languages = {path: language for _, path, language in places}
        self._changed = change.before.keys() | change.after.keys()
        self._completed: set[tuple[int, int]] = set()  # (file id, ordinal): another definition completes it since, or no more
        self._code = sorted(
            path for path in self._changed if self._is_spoken({self._languages.get(path), change.languages.get(path)})
        )
        self._are_manifests_changed = any(map(is_manifest, self._changed))
        self.states = find_states(writer, sources, logs, change, self._code, are_manifests_changed=self._are_manifests_changed)
        self._changes: Changes | None = None
        self._other: Resolver | None = None
        self.is_state_known = True  # the roles of all languages read nothing else than before when they looked at the files

    def close(self) -> None:
        """Let go of the states of the program."""
        if self._changes is not None:
            self._changes.close()
        if self._other is not None:
            self._other.close()

    def definitions(self) -> Found | None:
        """Which they are; None if all may be."""
        found: Found = {}
        if self._code or self._are_manifests_changed:
            try:
                found = self._readers()
            except Unwatchable:
                return None
        self._add_bereft(found)
        if not self._is_own:
            return found
        whole = [self._ids[path] for path in self._changed if path in self._ids]
        return found | dict.fromkeys((*whole, *self._documents()))

    def resolver_for(self, found: Found) -> Resolver:
        """What resolves definitions, with the units of `states`: what was prepared, unless that knows other languages only."""
        numbers = self.states.numbers
        only = sorted(numbers[file_id] for file_id in found if file_id in numbers)
        if self._changes is not None:
            resolver = self._changes.prepare()
            program = resolver.program
            known = {record.family or record.name for record in program.records()}
            if {program.family_of(number) for number in only if program.has_rules(number)} <= known:
                return resolver
        self._other = Resolver(self.states.as_it_is(only), self._budget)
        return self._other

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

    def _readers(self) -> Found:
        states = self.states
        changes = self._changes = Changes(
            states.before, states.after, states.changed, states.said, self._budget, is_said_otherwise=states.is_said_otherwise
        )
        segments = self._logs[0].segments
        keys = changes.keys()

        def find_stale() -> set[int]:
            """The units that have to be asked again what they say by evaluation."""
            read = readers(segments, keys, Segment.asking)
            if self._is_state_read(read) or changes.are_sayings_changed():
                read |= readers(segments, changes.early_state_keys(), Segment.asking)
            return {states.numbers[file_id] for file_id, ordinal in read if ordinal <= SAYING and file_id in states.numbers}

        states.after.sayings.find_stale = find_stale
        changes.prepare()
        rows = readers(segments, keys | changes.named_keys())
        self.is_state_known = not self._is_state_read(rows)
        if not self.is_state_known or changes.are_sayings_changed():
            own = {path: file_id for file_id, path, _ in self._places}
            self._completed = {(own[path], ordinal) for path, ordinal in changes.completed()}
            rows |= readers(segments, changes.state_keys()) | self._completed
        found: defaultdict[int, set[int]] = defaultdict(set)
        for file_id, ordinal in rows:
            if file_id != NO_FILE and ordinal > SAYING:
                found[file_id].add(ordinal)
        return {file_id: None if WHOLE in ordinals else ordinals for file_id, ordinals in found.items()}

    def _is_state_read(self, rows: Collection[tuple[int, int]]) -> bool:
        """Whether what the roles of languages read when they looked at all files is among what has changed."""
        return (NO_FILE, WHOLE) in rows or self._are_manifests_changed

    def said_anew(self) -> dict[int, Saying]:
        """What the units of the source itself say otherwise than it is stored, or that is stored by other numbers."""
        return self.states.said_anew() if self._changes is not None else {}

    def log_of(self, resolver: Resolver) -> list[Segment]:
        """What a resolver of `resolver_for`, and what was prepared, read."""
        files = self.states.files
        if self._changes is None:
            return [resolver.segment(files, (), is_state_known=True)]
        prepared = self._changes.prepare()
        first = prepared.segment(files, self.states.said_anew(), is_state_known=self.is_state_known)
        return [first] if prepared is resolver else [first, resolver.segment(files, (), is_state_known=True)]

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
