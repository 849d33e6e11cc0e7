"""A source, and those that it looks into, before and after a change, as two programs with the same numbers for units."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from cairn.extract.preludes import preludes_of
from cairn.index.graph.change import GraphChange
from cairn.index.graph.files import Place, SourceFiles, read_facts
from cairn.index.graph.log import Log
from cairn.languages.registry import family_of, languages
from cairn.resolve.program import Library, Program
from cairn.resolve.sayings import Origin, Saying, Sayings, numbered
from cairn.resolve.segment import NO_FILE
from cairn.resolve.units import Unit
from cairn.semantics.facts import Facts, unpack_facts
from cairn.store.writing import StoreWriter

GONE = ""  # no language: a unit that is not there
FindNamed = Callable[[str], list[tuple[int, int, str]]]


@dataclass(slots=True)
class States:
    """The two programs, and what is known of their units.

    `files` are the units in the store, NO_FILE for those that are gone; `said` is what units said before, by their new numbers,
    those in `moved` with other ordinals than are stored.
    """

    before: Program
    after: Program
    changed: list[int]
    files: list[int]
    sources: list[Library]  # after
    find_named: FindNamed
    said: dict[int, Saying]
    moved: set[int]
    is_said_otherwise: bool  # files of a library, which were asked already

    @property
    def numbers(self) -> dict[Origin, int]:
        """The units of files."""
        return {file_id: number for number, file_id in enumerate(self.files) if file_id != NO_FILE}

    def said_anew(self) -> dict[int, Saying]:
        """What units of the source itself say that is not stored, or by other ordinals."""
        fresh = self.after.sayings.fresh
        own = [unit for unit in {*fresh, *self.moved} if unit < len(self.sources[0].units)]
        found = {unit: Saying() for unit in sorted(own)}
        for unit, saying in found.items():
            for part in (self.after.sayings.known.get(unit) if unit in self.moved else None, fresh.get(unit)):
                if part is not None:
                    saying.plain |= part.plain
                    saying.evaluated |= part.evaluated
        return found

    def as_it_is(self, only: Sequence[int]) -> Program:
        """The program after the change once more, for the languages of some units."""
        own = self.sources[0]
        spoken = {own.units[number].language for number in only}
        known = {**self.after.sayings.known}
        for unit, saying in self.after.sayings.fresh.items():
            old = known.get(unit, Saying())
            known[unit] = Saying(old.plain | saying.plain, old.evaluated | saying.evaluated)
        preludes = preludes_of(spoken)
        return Program(own.units, own.manifests, preludes, self.find_named, self.sources[1:], only, Sayings(known))


def find_states(
    writer: StoreWriter,
    sources: Sequence[SourceFiles],
    logs: Sequence[Log],
    change: GraphChange,
    code: Collection[str],
    *,
    are_manifests_changed: bool,
) -> States:
    """The states of a source and of those that it looks into, around the change of one of them: of files of code, and others."""
    before: list[Library] = []
    after: list[Library] = []
    placed: list[Place] = []
    changed: list[int] = []
    known = {path for files in sources if files.source_id == change.source_id for _, path, _ in files.places}
    for files in sources:
        places, is_changed = files.places, files.source_id == change.source_id
        if is_changed:
            gone: list[Place] = [(NO_FILE, path, GONE) for path in code if path not in known]
            # In the order of their paths, as they are resolved: of several definitions the first may count.
            places = sorted([*places, *gone], key=lambda place: place[1])
            changed = [number for number, (_, path, _) in enumerate(places, len(placed)) if path in set(code)]
        placed += places
        units = [_unit(writer, *place) for place in places]
        after.append(Library(files.name, units, files.manifests))
        before.append(_library_before(after[-1], change) if is_changed else after[-1])
    own = after[0].units
    is_own = sources[0].source_id == change.source_id
    spoken = _spoken(before, after, changed, is_own=is_own, are_manifests_changed=are_manifests_changed)
    # The first unit of a family stands for it: its roles look at all files of it.
    only = sorted({*changed, *_first_of_each(own, set(map(family_of, spoken)))})
    preludes = preludes_of(spoken)
    numbers = {file_id: number for number, (file_id, _, _) in enumerate(placed[: len(own)])}
    now = partial(_find_named, writer, sources[0].source_id, numbers)
    was: FindNamed = now
    if is_own:
        stay = {file_id: number for file_id, number in numbers.items() if number not in set(changed)}
        was = partial(_with_old, partial(_find_named, writer, sources[0].source_id, stay), before[0].units, changed)
    states = States(
        Program(before[0].units, before[0].manifests, preludes, was, before[1:], only),
        Program(own, after[0].manifests, preludes, now, after[1:], only),
        changed,
        [file_id for file_id, _, _ in placed],
        after,
        now,
        {},
        set(),
        is_said_otherwise=bool(change.said) and not is_own,
    )
    _recall(states, logs, change, is_own=is_own)
    return states


def _recall(states: States, logs: Sequence[Log], change: GraphChange, *, is_own: bool) -> None:
    """Let both programs know what files said when they were asked last."""
    said = {file_id: saying for log in logs for file_id, saying in log.said.items()}
    if not said:
        return
    numbers = states.numbers | {states.after.path(number): number for number in states.after.preludes.values()}
    gone: dict[Origin, int] = {
        change.ids[path]: number for number in states.changed if (path := states.after.path(number)) in change.ids
    }
    states.before.sayings.known, _ = numbered(said | change.said, numbers | gone, {})
    moves = {states.files[number]: _moves(states, number) for number in states.changed if states.files[number] != NO_FILE}
    states.said, states.moved = numbered(said, numbers, moves)
    asked_again = states.changed if is_own else ()  # those of a library were asked when that was resolved
    stay = {unit: saying for unit, saying in states.said.items() if unit not in asked_again}
    states.after.sayings.known = {unit: Saying(saying.plain, saying.evaluated) for unit, saying in stay.items()}


def _moves(states: States, number: int) -> dict[int, int]:
    """The ordinals of the definitions of a unit that has changed: what they were, and what they are."""
    if not (states.before.has_rules(number) and states.after.has_rules(number)):
        return {}
    old, new = (program.identity(number).of_entities for program in (states.before, states.after))
    ordinals = {key: ordinal for ordinal, key in enumerate(new)}
    return {ordinal: ordinals[key] for ordinal, key in enumerate(old) if key in ordinals}


def _library_before(after: Library, change: GraphChange) -> Library:
    """The source that has changed, as it was."""
    changed = change.before.keys() | change.after.keys()
    manifests = {path: text for path, text in after.manifests.items() if path not in changed} | change.manifests
    return Library(after.name, [_before(unit, change) for unit in after.units], manifests)


def _before(unit: Unit, change: GraphChange) -> Unit:
    if unit.path not in change.before and unit.path not in change.after:
        return unit
    blob = change.before.get(unit.path)
    if blob is None:
        return Unit(unit.path, GONE, _no_facts)
    return Unit(unit.path, change.languages.get(unit.path, GONE), unpack_facts(blob))


def _spoken(
    before: Sequence[Library], after: Sequence[Library], changed: Sequence[int], *, is_own: bool, are_manifests_changed: bool
) -> set[str]:
    """The languages of the source whose roles may find out something else."""
    states = [[unit for library in state for unit in library.units] for state in (before, after)]
    spoken = {units[number].language for units in states for number in changed} - {GONE}
    own = {unit.language for unit in after[0].units if unit.language in languages()}
    if are_manifests_changed:
        return spoken | own if is_own else own
    families = set(map(family_of, spoken))
    return spoken if is_own else {language for language in own if family_of(language) in families}


def _unit(writer: StoreWriter, file_id: int, path: str, language: str) -> Unit:
    return Unit(path, language, partial(read_facts, writer, file_id) if file_id != NO_FILE else _no_facts)


def _no_facts() -> Facts:
    raise LookupError("a file that is not there has no facts")


def _find_named(writer: StoreWriter, source_id: int, numbers: Mapping[int, int], name: str) -> list[tuple[int, int, str]]:
    """The definitions of a name in those files that have numbers."""
    rows = writer.named(source_id, name)
    return sorted((numbers[file_id], ordinal, kind) for file_id, ordinal, kind in rows if file_id in numbers)


def _with_old(stay: FindNamed, before: Sequence[Unit], changed: Sequence[int], name: str) -> list[tuple[int, int, str]]:
    """The definitions of a name in files that stay the same, and in the others as they were."""
    old = [
        (number, ordinal, entity.kind)
        for number in changed
        if before[number].language != GONE
        for ordinal, entity in enumerate(before[number].read().entities)
        if ordinal and entity.name == name
    ]
    return sorted(stay(name) + old)


def _first_of_each(units: Iterable[Unit], families: Collection[str]) -> list[int]:
    found: dict[str, int] = {}
    for number, unit in enumerate(units):
        family = family_of(unit.language) if unit.language else ""
        if family in families:
            found.setdefault(family, number)
    return list(found.values())
