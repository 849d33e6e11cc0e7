"""What a change of some files changes for others: the keys whose answers differ, see `cairn.resolve.reads`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass

from cairn.languages.registry import family_of
from cairn.resolve import state
from cairn.resolve.budget import Budget
from cairn.resolve.fingerprints import fingerprints
from cairn.resolve.keys import key_hash
from cairn.resolve.program import NAMED, Program
from cairn.resolve.resolve import Resolver
from cairn.resolve.sayings import Saying
from cairn.resolve.stable import KeyNames, NamedDefinition
from cairn.resolve.units import UnitIndex
from cairn.semantics.kinds import METHOD

_SILENT = Saying()


class Changes:
    """Two states of a program, with the same numbers for units; `changed` are those that differ.

    `said` is what the units said before, definitions by their new numbers; what both say is known to them (`Program.sayings`),
    but for what has to be asked again. `is_said_otherwise`: units that need not be asked say something else.
    """

    def __init__(
        self,
        before: Program,
        after: Program,
        changed: Sequence[int],
        said: Mapping[int, Saying],
        budget: Budget,
        *,
        is_said_otherwise: bool = False,
    ) -> None:
        self._states = (before, after)
        self._changed = changed
        self._budget = budget
        self._names: set[str] = set()  # of definitions that are there, or are not, in one state only
        self._said = said
        self._is_said_otherwise = is_said_otherwise
        self._before: Resolver | None = None
        self._after: Resolver | None = None

    def keys(self) -> set[int]:
        """The hashes of the keys for which the units that changed answer otherwise."""
        keys: set[int] = set()
        for unit in self._changed:
            old, new = (fingerprints(one.unit(unit)) if one.has_rules(unit) else {} for one in self._states)
            keys |= {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
            if not self._states[1].is_library(unit):  # a guess looks into no other source
                defined = [_definitions(one, unit) for one in self._states]
                self._names |= {name for name, *_ in defined[0] ^ defined[1]}
        return keys | self._families()

    def named_keys(self) -> set[int]:
        """The hashes of the keys of guesses by the names of what has come or gone that come out otherwise; asked after `keys`."""
        keys: set[int] = set()
        for name in self._names:
            keys |= self._named(name)
        return keys

    def _families(self) -> set[int]:
        """The keys of which files there are of a family in a source, and of which sources know it."""
        keys: set[int] = set()
        spoken = {
            (one.world_of(unit), one.family_of(unit)) for one in self._states for unit in self._changed if one.has_rules(unit)
        }
        for world, family in spoken:
            files = [[path for _, path in one.seen_by(world).files(family)] for one in self._states]
            if files[0] != files[1]:
                keys.add(key_hash("files", family, world))
            if world and bool(files[0]) != bool(files[1]):
                keys.add(key_hash("outsiders", family))
        return keys

    def prepare(self) -> Resolver:
        """Let the languages look at all files as they are now; returns the resolver of that state, which `close` closes."""
        if self._after is None:
            self._after = Resolver(self._states[1], self._budget)
        return self._after

    def are_sayings_changed(self) -> bool:
        """Whether a unit that was asked again says something else."""
        if self._is_said_otherwise:
            return True
        for unit, saying in self._states[1].sayings.fresh.items():
            if self._states[1].is_prelude(unit):
                continue
            known = self._said.get(unit, _SILENT)
            for old, new in ((known.plain, saying.plain), (known.evaluated, saying.evaluated)):
                if any(old.get(number) != rows for number, rows in new.items()):
                    return True
        return any(self._states[0].has_rules(unit) and not self._states[1].has_rules(unit) for unit in self._changed)

    def early_state_keys(self) -> set[int]:
        """`state_keys` while the languages are looking at all files, of what they found out until now."""
        programs = self._prepared_before().program, self._states[1]
        return self._hashes(self._differences(are_plain_known=False).between(*map(_roles_tables, programs)))

    def state_keys(self) -> set[int]:
        """The hashes of the keys of what the roles of languages found out that differ.

        Raises:
            Unwatchable: what differs is nothing that one could tell who looked at it.
        """
        return self._hashes(self._differences().between(*map(_tables, (self._prepared_before(), self.prepare()))))

    def _differences(self, *, are_plain_known: bool = True) -> state.Differences:
        changed = set(self._changed)
        before, after = (_Spelling(program, changed).spell for program in self._states)
        touched = _Touched(changed).is_touched
        return state.Differences((before, after), touched, are_plain_known=are_plain_known)

    def _hashes(self, keys: Iterable[state.Key]) -> set[int]:
        names = [KeyNames(program) for program in self._states]
        return {one.state_key(key) for key in keys for one in names}

    def completed(self) -> set[tuple[str, int]]:
        """The definitions that another one completes in one of the two states only, as (path, ordinal).

        They are those of units that stay the same.
        """
        before, after = self._prepared_before(), self.prepare()
        rows = set(before.completed) ^ set(after.completed)
        program = after.program
        own = [row for row in rows if row[0] not in self._changed and not program.is_library(row[0])]
        return {(program.path(unit), ordinal) for unit, ordinal in own}

    def close(self) -> None:
        """Let go of what was prepared: its parts know one another, and would stay until a collector finds them."""
        for resolver in (self._before, self._after):
            if resolver is not None:
                resolver.close()

    def _prepared_before(self) -> Resolver:
        if self._before is None:
            self._before = Resolver(self._states[0], self._budget)
        return self._before

    def _named(self, name: str) -> set[int]:
        """The keys of guesses by a name that come out otherwise."""
        keys: set[int] = set()
        old, new = (self._groups(program, name) for program in self._states)
        if {language for language, _ in old} != {language for language, _ in new}:
            keys.add(key_hash("beside", name))
        for group in old.keys() | new.keys():
            rows = old.get(group, frozenset()), new.get(group, frozenset())
            if rows[0] != rows[1] and (min(map(len, rows)) < 2 or self._is_guessed_otherwise(name, *group)):
                keys.add(key_hash("named", name, group[1]))
        return keys

    def _groups(self, program: Program, name: str) -> dict[tuple[str, bool], frozenset[tuple[int, int]]]:
        """The definitions of a name, by their language and whether they are methods."""
        groups: dict[tuple[str, bool], set[tuple[int, int]]] = {}
        for unit, ordinal, kind in program.definitions_named(name):
            row = (unit, program.identity(unit).of_entities[ordinal] if unit in self._changed else ordinal)
            groups.setdefault((program.unit_language(unit), kind == METHOD), set()).add(row)
        return {group: frozenset(rows) for group, rows in groups.items()}

    def _is_guessed_otherwise(self, name: str, language: str, is_member: bool) -> bool:
        found = [
            resolver.guesses.only(family_of(language), name, is_member) for resolver in (self._prepared_before(), self.prepare())
        ]
        told = [
            KeyNames(program).stable(one) if one is not None else "" for program, one in zip(self._states, found, strict=True)
        ]
        return told[0] != told[1]


def _definitions(program: Program, unit: int) -> set[tuple[str, int, str]]:
    """The definitions of a unit that guesses by name know: name, hash and kind."""
    if not program.has_rules(unit):
        return set()
    index = program.unit(unit)
    rows = zip(index.facts.entities, index.identity.of_entities, strict=True)
    return {(entity.name, key, entity.kind) for entity, key in rows if entity.kind in NAMED}


def _tables(resolver: Resolver) -> state.Tables:
    program = resolver.program
    shared = {"members": program.extra_members, "bases": program.extra_bases, "completed": resolver.completed}
    found = _roles_tables(program) | {("state", name): table for name, table in shared.items()}
    found["state", "manifests"] = program.manifests
    return found


def _roles_tables(program: Program) -> state.Tables:
    found: state.Tables = {}
    for space, roles in program.known_roles():
        found |= state.tables_of(roles, space)
    return found


class _Touched:
    """Tells whether something that roles keep may speak of a unit that has changed, whose definitions have other numbers."""

    def __init__(self, changed: set[int]) -> None:
        self._changed = changed

    def is_touched(self, value: object) -> bool:
        """A number that is one of a changed unit is taken for it; so is what is not known to hold no numbers."""
        if type(value) is int:
            return value in self._changed
        if isinstance(value, tuple | list | set | frozenset):
            return any(map(self.is_touched, value))
        if isinstance(value, dict):
            return any(map(self.is_touched, value)) or any(map(self.is_touched, value.values()))
        return not (value is None or isinstance(value, str | bool | float | bytes))


class _Spelling:
    """Spells what roles keep so that it can be compared: definitions of changed units by their names, all else as it is."""

    def __init__(self, program: Program, changed: set[int]) -> None:
        self._program, self._changed = program, changed
        self._names = KeyNames(program)

    def spell(self, value: object) -> Hashable:
        """Something that is equal for equal meaning."""
        if isinstance(value, tuple | list):
            return self._spell_items(value)
        if isinstance(value, Mapping):
            return frozenset((self.spell(key), self.spell(item)) for key, item in value.items())
        if isinstance(value, set | frozenset):
            return frozenset(map(self.spell, value))
        if isinstance(value, UnitIndex):
            return value.number
        if is_dataclass(value) and not isinstance(value, type):
            return tuple(self.spell(getattr(value, field.name)) for field in fields(value))
        return value if value is None or isinstance(value, str | int | float | bytes) else type(value).__qualname__

    def _spell_items(self, value: tuple[object, ...] | list[object]) -> Hashable:
        items: list[Hashable] = []
        at = 0
        while at < len(value):
            item, following = value[at], value[at + 1] if at + 1 < len(value) else None
            if type(item) is int and type(following) is int and item in self._changed and self._program.has_rules(item):
                items.append(NamedDefinition(self._names.named(item, following)))
                at += 1
            else:
                items.append(self.spell(item))
            at += 1
        return tuple(items)
