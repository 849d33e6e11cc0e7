"""All files of a source as the resolver sees them: their facts, indexed by name."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from cairn.languages.registry import family_of, languages, runtime_of
from cairn.resolve.kept import KeptUnits
from cairn.resolve.keys import Identity, key_hash
from cairn.resolve.reads import Reads
from cairn.resolve.sayings import Sayings
from cairn.resolve.units import Unit, UnitIndex
from cairn.semantics.facts import EntityFact, Facts
from cairn.semantics.kinds import (
    CALLABLE_KINDS,
    CLASS_KINDS,
    METHOD,
    MODULE,
)
from cairn.semantics.language import Language
from cairn.semantics.roles import Roles


class Library(NamedTuple):
    """Another source that may be looked into, but whose own references are not resolved. `name` is that of its folder."""

    name: str
    units: Sequence[Unit]
    manifests: Mapping[str, str]


# Where a library's rules are asked as if a file outside of it did: no source has a file of that path.
_OUTSIDE = "\0/\0"
_MODULE = EntityFact(MODULE, "", -1, 0, 0, 0, 0, (), (), -1, -1, -1, -1, (), ())
_EMPTY = Facts([], [("module", -1, 0, 0, 0)], [_MODULE], [], [], [], {})


def _roles_in(known: dict[str, Roles], record: Language, world: int) -> Roles:
    family = record.family or record.name
    space = f"{family}@{world}" if world else family
    if space not in known:
        known[space] = record.roles(space) if record.roles is not None else Roles()
    return known[space]


def _read_unit(
    given: Sequence[Unit],
    records: Sequence[Language | None],
    worlds: Sequence[int],
    roles: dict[str, Roles],
    reads: Reads,
    watched: int,
    number: int,
    identity: Identity | None,
) -> UnitIndex:
    record, unit, world = records[number], given[number], worlds[number]
    assert record is not None
    log = reads if number < watched else None  # what a language has built in does not change
    return UnitIndex(number, unit, record, _roles_in(roles, record, abs(world)), log, identity or _key_path(unit.path, world))


def _key_path(path: str, world: int) -> str:
    return f"@{world}/{path}" if world > 0 else path


class Program:
    """The units of a source, and of the sources that it may look into.

    Each source is a world of its own, 0 for the one at hand, and from 1 on the libraries: its names are looked up by rules that
    know its units only, so that it means the same whether it is resolved or looked into. What a language has built in all see.

    A unit whose facts are given as a function is read when it is first looked at. `find_named` then tells
    which definitions have a name, as (unit, ordinal, kind) in this order; without it all units are read for that.
    """

    def __init__(
        self,
        units: Sequence[Unit],
        manifests: Mapping[str, str],
        preludes: Mapping[str, Facts],
        find_named: Callable[[str], Iterable[tuple[int, int, str]]] | None = None,
        libraries: Sequence[Library] = (),
        only: Sequence[int] | None = None,
        sayings: Sayings | None = None,
    ) -> None:
        self._only = only
        self.sayings = sayings if sayings is not None else Sayings()
        self.reads = Reads()
        self._keys: dict[tuple[Hashable, ...], int] = {}  # of what concerns no file or table alone
        self.manifests = manifests
        self.name = ""  # of the folder of a library
        self.world: int | None = None  # the one that is seen; None: all
        self._libraries = libraries
        self.extra_members: dict[tuple[int, int], dict[str, list[tuple[int, int]]]] = defaultdict(dict)
        self.extra_bases: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(
            list
        )  # class -> (unit, number of `attached`)
        self.preludes: dict[str, int] = {}  # family -> unit number
        self.own_units = len(units)
        self.source_units = len(units) + sum(len(library.units) for library in libraries)
        self._find_named = find_named
        self._by_name: dict[str, list[tuple[int, int, str]]] | None = None
        known = languages()
        parts = [
            units,
            *(library.units for library in libraries),
            [Unit(f"<{name}>", name, facts) for name, facts in preludes.items()],
        ]
        self._given = [unit for part in parts for unit in part]
        self._worlds = [world % (len(libraries) + 1) for world, part in enumerate(parts) for _ in part]
        self._records = [known.get(unit.language) for unit in self._given]
        self._records = [record if record is not None and record.roles is not None else None for record in self._records]
        self._roles: dict[str, Roles] = {}  # by the source that they know: "go" for the one at hand, "go@2" for a library
        # Knows no Program: millions of values would be in a circle.
        read = partial(_read_unit, self._given, self._records, self._worlds, self._roles, self.reads, self.source_units)
        self._units = KeptUnits(read, self.source_units)
        # A unit whose language has rules, by its number. Asked millions of times: a method would cost as much as the look-up.
        self.unit: Callable[[int], UnitIndex] = self._units.__getitem__
        self.identity: Callable[[int], Identity] = self._units.identity
        self.begin: Callable[[], None] = self._units.begin
        for number, name in enumerate(preludes, self.source_units):
            self.preludes.setdefault(known[name].family or name, number)
        self.outsiders: dict[str, list[tuple[Roles, int]]] = defaultdict(list)  # family -> roles of a library, unit outside of it
        for world in range(1, len(libraries) + 1):
            self._add_outsiders(world)

    def _add_outsiders(self, world: int) -> None:
        seen = self.seen_by(world)
        for record in {record.family or record.name: record for record in seen.records()}.values():
            self.outsiders[record.family or record.name].append((self.roles_in(record, world), len(self._given)))
            self._given.append(Unit(_OUTSIDE, record.name, _EMPTY))
            self._records.append(record)
            self._worlds.append(-world)

    def seen_by(self, world: int) -> Program:
        """The program as one source sees it: with its own units and manifests only."""
        seen = copy.copy(self)
        seen.world = world
        if world:
            seen.name, seen.manifests = self._libraries[world - 1].name, self._libraries[world - 1].manifests
        return seen

    def close(self) -> None:
        """Let go of the roles: they know the program and units, which know them, and all would stay in a circle."""
        self._units.close()
        self.manifests, self.extra_members, self.extra_bases = {}, {}, {}  # which spell keys by the program
        self._roles.clear()
        self.outsiders.clear()

    def worlds(self) -> range:
        """All sources; 0 is the one at hand."""
        return range(len(self._libraries) + 1)

    def roles_in(self, record: Language, world: int) -> Roles:
        """The roles of a language that know one source."""
        return _roles_in(self._roles, record, world)

    def known_roles(self) -> list[tuple[str, Roles]]:
        """The roles that are in use, by the source that they know."""
        return sorted(self._roles.items())

    def roles_of_all(self, family: str) -> list[Roles]:
        """The roles of a family of languages that know one source, for each source."""
        record = next(one for one in languages().values() if (one.family or one.name) == family and one.roles is not None)
        return [self.roles_in(record, world) for world in self.worlds()]

    def roles_at(self, space: str) -> Roles:
        """The roles that a package belongs to."""
        known = self._roles.get(space)
        if known is not None:
            return known
        family, _, world = space.partition("@")
        record = next(one for one in languages().values() if (one.family or one.name) == family and one.roles is not None)
        return self.roles_in(record, int(world or 0))

    def _is_seen(self, number: int) -> bool:
        if self._records[number] is None or self._worlds[number] < 0:
            return False
        return self.world in (None, self._worlds[number]) or number >= self.source_units

    def indexed(self, family: str) -> Iterator[UnitIndex]:
        """The units of a family whose language has rules; reads all of them."""
        self._note("files", family, self.world or 0)
        for number, record in enumerate(self._records):
            if record is not None and (record.family or record.name) == family and self._is_seen(number):
                yield self.unit(number)

    def numbers(self, family: str) -> list[int]:
        """The numbers of the units of a family whose language has rules; reads none of them."""
        self._note("files", family, self.world or 0)
        known = enumerate(self._records)
        return [n for n, one in known if one is not None and (one.family or one.name) == family and self._is_seen(n)]

    def records(self) -> list[Language]:
        """The languages with rules of what is resolved, each once."""
        if self._only is not None:
            only = [record for number in self._only if (record := self._records[number]) is not None]
            if self.world in (None, 0):
                return list({record.name: record for record in only}.values())
            families = {record.family or record.name for record in only}
        seen = {
            record.name: record for number, record in enumerate(self._records) if record is not None and self._is_seen(number)
        }
        return [one for one in seen.values() if self._only is None or (one.family or one.name) in families]

    def files(self, family: str) -> Iterator[tuple[int, str]]:
        """Number and path of the source's own units of a family; reads none of them."""
        self._note("files", family, self.world or 0)
        for number, record in enumerate(self._records[: self.source_units]):
            if record is not None and (record.family or record.name) == family and self._is_seen(number):
                yield number, self._given[number].path

    def has_rules(self, number: int) -> bool:
        """Whether names in a unit can be resolved."""
        return self._records[number] is not None

    def path(self, number: int) -> str:
        """The path of a unit; of a number that is none, the number."""
        return self._given[number].path if 0 <= number < len(self._given) else str(number)

    def key_path(self, number: int) -> str:
        """The path of a unit as keys have it (`cairn.resolve.keys`): those of another source tell which one they are of."""
        return _key_path(self.path(number), self.world_of(number))

    def world_of(self, number: int) -> int:
        """The source that a unit is of: 0 for the one at hand, and what all see."""
        return self._worlds[number] if self.own_units <= number < self.source_units else 0

    @property
    def has_libraries(self) -> bool:
        """Whether there are sources that may be looked into."""
        return bool(self._libraries)

    def outsiders_of(self, family: str) -> Sequence[tuple[Roles, int]]:
        """The roles of each source that is looked into for a family, each with a unit outside of that source."""
        self._note("outsiders", family)
        return self.outsiders.get(family, ())

    def family_of(self, number: int) -> str:
        """The family of the language of a unit that has rules."""
        record = self._records[number]
        assert record is not None
        return record.family or record.name

    def unit_language(self, number: int) -> str:
        """The language of a unit."""
        return self._given[number].language

    def is_unit(self, number: int) -> bool:
        """Whether a number is that of a file of the source, or of one that it looks into, whose language has rules."""
        return 0 <= number < self.source_units and self.has_rules(number)

    def entity(self, number: int, ordinal: int) -> EntityFact:
        """A definition by unit and ordinal."""
        return self.unit(number).entities[ordinal]

    def is_prelude(self, number: int) -> bool:
        """Whether a unit only declares what a language has built in."""
        return number >= self.source_units

    def is_library(self, number: int) -> bool:
        """Whether a unit is of a source that is only looked into."""
        return self.own_units <= number < self.source_units

    def definitions_named(self, name: str) -> list[tuple[int, int, str]]:
        """The source's own functions and types of a name, as (unit, ordinal, kind)."""
        return [row for row in self._definitions_named(name) if row[2] in NAMED and self.has_rules(row[0])]

    def named(self, family: str, name: str, *, is_member: bool) -> list[tuple[int, int]]:
        """The source's own methods, or functions and types, of a name in one family of languages, as (unit, ordinal)."""
        self._note("named", name, is_member)
        return [
            (number, ordinal)
            for number, ordinal, kind in self.definitions_named(name)
            if is_member == (kind == METHOD) and self.family_of(number) == family
        ]

    def is_named_beside(self, family: str, name: str) -> bool:
        """Whether another language of the family's runtime has a function or type of a name in the source."""
        self._note("beside", name)
        spoken = {self.unit_language(number) for number, _, _ in self.definitions_named(name)}
        return any(family_of(one) != family and runtime_of(one) == runtime_of(family) for one in spoken)

    def _note(self, *key: Hashable) -> None:
        number = self._keys.get(key)
        if number is None:
            number = self._keys[key] = self.reads.key(key_hash(*key))
        self.reads.log.append(number)

    def _definitions_named(self, name: str) -> Iterable[tuple[int, int, str]]:
        return self._find_named(name) if self._find_named is not None else self._all_named().get(name, ())

    def _all_named(self) -> dict[str, list[tuple[int, int, str]]]:
        if self._by_name is None:
            self._by_name = {}
            for number in range(self.own_units):
                if self.has_rules(number):
                    for ordinal, entity in enumerate(self.unit(number).facts.entities):
                        self._by_name.setdefault(entity.name, []).append((number, ordinal, entity.kind))
        return self._by_name


NAMED = CALLABLE_KINDS | CLASS_KINDS
