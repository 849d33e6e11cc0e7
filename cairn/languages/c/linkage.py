"""All names of the C family's files: namespaces, linkage, and which prototype belongs to which definition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from cairn.languages.c.imports import Includes
from cairn.languages.c.library import library_headers
from cairn.semantics.evaluation import Evaluation, ProgramView, UnitView
from cairn.semantics.facts import EntityFact
from cairn.semantics.flags import (
    ALTERNATIVE,
    ANNOUNCED,
    CONST,
    FALLBACK,
    FRIEND,
    INLINE,
    INLINE_NAMES,
    NAMELESS,
    OUTLINE,
    PROTOTYPE,
    SCOPED,
    SPECIALIZATION,
    STATIC_STORAGE,
    Flags,
    flags_as_text,
    flags_of_text,
)
from cairn.semantics.kinds import CALLS, CLASS, CLASS_KINDS, CONSTANT, ENUM, FUNCTION, MACRO, METHOD, NAMESPACE, STRUCT, TYPE
from cairn.semantics.questions import Cache
from cairn.semantics.roles import Completion, Redirection, Rows, Survey, Variants

Definition = tuple[int, int]
MANY = 64  # definitions of one name that are compared with each other (guess)
TAG_KINDS = frozenset({STRUCT, ENUM, CLASS})


class _Spread(NamedTuple):
    """The files that some definitions lie in, as bits and each with its own, and those that other files may be linked with."""

    units: int
    by_unit: dict[int, list[Definition]]
    linked: list[Definition]


def _numbers_in(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, smallest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


class Sketch(NamedTuple):
    """What is to be known of a definition to tell which one completes which."""

    name: str
    kind: str
    flags: Flags
    mark: str
    params: range


_TELLING = frozenset({ALTERNATIVE, ANNOUNCED, CONST, PROTOTYPE, STATIC_STORAGE})


class _Said(NamedTuple):
    """What a file says. `_HERE` in a namespace stands for the file: one without a name is that file's alone."""

    includes: list[tuple[str, bool]]  # as written, is it one of the system's
    namespaces: list[tuple[int, str, str, bool, bool]]  # ordinal, path, path around it, has it no name, is it open to that
    definitions: list[_Row]  # outside of classes, and tags
    alternatives: list[tuple[str, int]]
    used: list[tuple[str, str, str]]  # namespace, name, module: by `using`
    friends: list[str]
    announced: list[tuple[int, _Row]]  # class, member
    outside: list[_Row]  # members


# Ordinal, name, namespace (None: in none), name of the template that it specialises, and its sketch.
_Row = tuple[int, str, str | None, str, str, str, str, int]
_HERE = "\0"


def _row(ordinal: int, entity: EntityFact, space: str | None = None, special: str = "") -> _Row:
    sketch = (entity.kind, flags_as_text(entity.flags & _TELLING), entity.mark, len(entity.params))
    return (ordinal, entity.name, space, special, *sketch)


def _sketch_of(row: _Row) -> Sketch:
    kind, flags, mark, count = row[4:]
    return Sketch(row[1], kind, flags_of_text(flags), mark, range(count))


def _unknown(_: object) -> None:
    """Know nothing."""


class Linkage(Survey):
    """The definitions of the family's files that others can mean, by namespace and name."""

    asks_prelude = False

    def __init__(self) -> None:
        self.program: ProgramView  # the source at hand, once it is prepared
        self.includes = Includes({}, {})
        self.spaces: dict[str, dict[str, list[Definition]]] = {}  # namespace -> name -> definitions
        self.tags: dict[str, list[Definition]] = {}
        self.paths: dict[Definition, str] = {}  # the namespace that an entity of kind namespace is
        self.nameless: dict[int, list[str]] = {}  # unit -> namespaces without a name, which are that file's alone
        self.inline: dict[str, list[str]] = {}  # namespace -> those in it whose names it has, too
        self.exported: dict[tuple[str, str], tuple[str, str]] = {}  # what `using` gives to a namespace
        self.friends: list[str] = []
        self.completed: dict[Definition, Definition] = {}
        self.others: dict[Definition, tuple[Definition, ...]] = {}  # definitions beside the one that counts
        self.alternatives: dict[tuple[int, str], list[Definition]] = {}  # unit and name -> definitions for other builds
        self._chosen: Cache[tuple[int, int], Definition | None] = Cache()
        self._spreads: Cache[tuple[int, int], _Spread] = Cache()
        # While tables are made: sketches, and announced members by class and name. No tables, since nobody asks for them later.
        self._sketch: Callable[[Definition], Sketch | None] | None = None
        self._sketches: Callable[[Definition], Sketch | None] = _unknown
        self._announced: Callable[[tuple[int, int, str]], list[Definition] | None] = _unknown

    # Reading

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        spaces: dict[int, str] = {0: ""}
        said = _Said([(one.module, one.how == "system") for one in index.imports], [], [], [], [], [], [], [])
        for ordinal, entity in enumerate(index.entities):
            if ALTERNATIVE in entity.flags:
                said.alternatives.append((entity.name, ordinal))
            if FRIEND in entity.flags and entity.owner < 0:
                said.friends.append(entity.name)
            if ordinal == 0:
                continue
            space = spaces.get(entity.parent)
            if entity.kind == NAMESPACE and space is not None:
                is_nameless = entity.name == "anonymous"
                name = f"anonymous {_HERE}" if is_nameless else entity.name
                spaces[ordinal] = f"{space}.{name}" if space else name
                is_open = INLINE_NAMES in entity.flags or NAMELESS in entity.flags
                said.namespaces.append((ordinal, spaces[ordinal], space, is_nameless, is_open))
            else:
                self._add(said, index, ordinal, spaces)
        for imported in index.imports:
            if imported.how == "using" and imported.name != "*" and index.scopes[imported.scope][0] == "namespace":
                around = spaces.get(index.scope_entity[imported.scope], "")
                said.used.append((around, imported.name, imported.module))
        for owner in [ordinal for ordinal, entity in enumerate(index.entities) if entity.kind in CLASS_KINDS]:
            for table in (index.methods[owner], index.members[owner]):
                members = [(number, index.entities[number]) for numbers in table.values() for number in numbers]
                said.announced.extend((owner, _row(*one)) for one in members if PROTOTYPE in one[1].flags)
        return list(said)

    @staticmethod
    def _add(said: _Said, index: UnitView, ordinal: int, spaces: Mapping[int, str]) -> None:
        """Add a definition, if others can mean it by its name alone, or by a namespace."""
        entity = index.entities[ordinal]
        space = spaces.get(entity.parent)
        if OUTLINE in entity.flags and entity.owner >= 0:
            said.outside.append(_row(ordinal, entity))
        if space is None and entity.kind == CONSTANT and SCOPED not in entity.flags:
            around = index.entities[entity.parent]
            if around.kind == ENUM and SCOPED not in around.flags:
                space = spaces.get(around.parent, "" if index.language == "c" else None)
        if space is None and entity.kind in TAG_KINDS and index.language == "c":
            space = ""
        if entity.owner >= 0:
            space = None
        special = entity.name.partition("<")[0] if space is not None and SPECIALIZATION in entity.flags else ""
        if space is not None or entity.kind in TAG_KINDS:
            said.definitions.append(_row(ordinal, entity, space, special))

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        """Read the names of all files of the family, and which prototype belongs to which definition."""
        self.program = evaluation.program
        paths = {number: path for number, path in evaluation.program.files(family) if number in rows}
        said = {number: _Said(*rows[number]) for number in paths}
        self.includes = Includes(paths, {number: one.includes for number, one in said.items()})
        self.spaces, self.tags, self.inline = defaultdict(dict), defaultdict(list), defaultdict(list)
        self.paths, self.nameless, self.exported, self.completed, self.others = {}, {}, {}, {}, {}
        self.alternatives, self.friends = {}, []
        self.forget()
        special: dict[tuple[str, str], list[Definition]] = defaultdict(list)
        sketches: dict[Definition, Sketch] = {}
        announced: dict[tuple[int, int, str], list[Definition]] = {}
        for number, one in said.items():
            # The number of a file changes when others come.
            here = paths[number].replace(".", " ")
            self._read(number, here, one, special)
            for row in (*one.definitions, *one.outside):
                sketches[number, row[0]] = _sketch_of(row)
            for owner, row in one.announced:
                sketches[number, row[0]] = _sketch_of(row)
                announced.setdefault((number, owner, row[1]), []).append((number, row[0]))
        for (space, name), found in special.items():
            if len(found) == 1:  # of a template that is only declared
                self.spaces[space].setdefault(name, found)
        self._sketches, self._announced = sketches.get, announced.get
        self.begin()
        self.match_functions()
        self._sketch = None

    def begin(self) -> None:
        """Let what is asked of definitions be told by their sketches, until `end`."""
        self._sketch = self._sketches

    def end(self) -> None:
        """Forget the sketches, since all tables are made."""
        self._sketch, self._sketches, self._announced = None, _unknown, _unknown

    def announced(self, unit: int, owner: int, name: str) -> list[Definition]:
        """The members of a name that a class announces."""
        return self._announced((unit, owner, name)) or []

    def _read(self, unit: int, here: str, said: _Said, special: dict[tuple[str, str], list[Definition]]) -> None:
        for ordinal, written, around, is_nameless, is_open in said.namespaces:
            path, outer = written.replace(_HERE, here), around.replace(_HERE, here)
            self.paths[unit, ordinal] = path
            self.spaces[path]  # also one that only holds others
            if is_nameless and path not in self.nameless.setdefault(unit, []):
                self.nameless[unit].append(path)
            if is_open and path not in self.inline[outer]:
                self.inline[outer].append(path)
        for ordinal, name, space, template, kind, *_ in said.definitions:
            if kind in TAG_KINDS:
                self.tags[name].append((unit, ordinal))
            if space is not None:
                where = space.replace(_HERE, here)
                if template:
                    special[where, template].append((unit, ordinal))
                self.spaces[where].setdefault(name, []).append((unit, ordinal))
        for name, ordinal in said.alternatives:
            self.alternatives.setdefault((unit, name), []).append((unit, ordinal))
        for space, name, module in said.used:
            self.exported.setdefault((space.replace(_HERE, here), name), (module, name))
        self.friends += said.friends

    def about(self, one: Definition) -> Sketch | EntityFact:
        """What is known of a definition."""
        sketch = self._sketch(one) if self._sketch is not None else None
        return sketch if sketch is not None else self.program.entity(*one)

    def is_definition(self, one: Definition) -> bool:
        """Whether a definition is more than an announcement of another one: `int f() { .. }`, not `int f();`."""
        return PROTOTYPE not in self.about(one).flags

    def is_static(self, one: Definition) -> bool:
        """Whether nothing outside of the file, and of what includes it, can mean a definition."""
        entity = self.program.entity(*one)
        if entity.kind in (FUNCTION, CONSTANT):
            return STATIC_STORAGE in entity.flags or INLINE in entity.flags
        return True

    # Prototypes

    def match_functions(self) -> None:
        """Tell for each prototype outside of classes the definition that completes it."""
        for space in self.spaces.values():
            for found in space.values():
                if len(found) > 1:
                    self._match([one for one in found if self.about(one).kind in (FUNCTION, CONSTANT)])
                    self._match_types(found)

    def _match(self, found: list[Definition]) -> None:
        announced = [one for one in found if not self.is_definition(one)]
        if not announced:
            return
        real = [one for one in found if self.is_definition(one)]
        here: dict[int, list[Definition]] = defaultdict(list)
        linked: dict[str, list[Definition]] = defaultdict(list)
        for one in real:
            here[one[0]].append(one)
            if not self._is_local(one):
                linked[signature_mark(self.about(one))].append(one)
        first: dict[tuple[str, int], Definition] = {}
        for one in announced:
            fitting = [other for other in here.get(one[0], ()) if self.completes(other, one)]
            mark = signature_mark(self.about(one))
            if not fitting and not self._is_local(one):
                fitting = [other for key in {mark, ""} for other in linked.get(key, [])[:MANY]]
            if not fitting and len(real) <= MANY:
                fitting = [other for other in real if self.completes(other, one)]
            if fitting:
                self.complete(one, fitting)
            elif (key := (mark, one[0] if self._is_local(one) else -1)) in first:
                self.completed[one] = first[key]
            else:
                first[key] = one

    def _is_local(self, one: Definition) -> bool:
        return STATIC_STORAGE in self.about(one).flags

    def complete(self, announced: Definition, real: list[Definition]) -> None:
        """Say which definitions complete an announced one, the nearest of them first."""
        likely = [one for one in real if ALTERNATIVE not in self.about(one).flags] or real
        ordered = sorted(
            likely,
            key=lambda one: (
                one[0] != announced[0],
                not self._sees(one[0], announced[0]),
                self.includes.nearness(announced[0], one[0]),
                one,
            ),
        )
        self.completed[announced] = ordered[0]
        if len(real) > 1:
            self.others[announced] = tuple(ordered[1:]) + tuple(one for one in real if one not in likely)

    def _sees(self, unit: int, other: int) -> bool:
        return bool(self.includes.reach[unit] >> other & 1)

    def completes(self, real: Definition, announced: Definition) -> bool:
        """Whether a definition is the one that another announces, by its kind, its parameters and who sees it."""
        one, other = self.about(real), self.about(announced)
        if one.kind != other.kind and {one.kind, other.kind} != {FUNCTION, METHOD}:
            return False
        is_local = STATIC_STORAGE in one.flags or STATIC_STORAGE in other.flags
        is_near = real[0] == announced[0] or self._sees(announced[0], real[0]) or self._sees(real[0], announced[0])
        return (is_near or not is_local) and same_parameters(one, other)

    def _match_types(self, found: list[Definition]) -> None:
        """`typedef struct x x;` is completed by the struct."""
        for one in found:
            entity = self.about(one)
            if entity.kind == TYPE and ANNOUNCED in entity.flags:
                real = [other for other in self.tags.get(entity.name, ()) if other != one]
                if real:
                    self.complete(one, real)

    def forget(self) -> None:
        """Drop answers that were given before all definitions were in their places."""
        self._chosen.clear()
        self._spreads.clear()

    # Looking up

    def visible(self, unit: int, found: list[Definition]) -> list[Definition]:
        """The definitions, of some, that a file can mean: its own, else what it includes, is compiled with, or is linked with."""
        if unit not in self.includes.reach:
            return found
        spread = self._spread_of(found)
        for reach in (1 << unit, self.includes.reach[unit], self.includes.around[unit]):
            bits = spread.units & reach
            if bits:
                return [one for number in _numbers_in(bits) for one in spread.by_unit[number]]
        return spread.linked

    def _spread_of(self, found: list[Definition]) -> _Spread:
        """The files that some definitions lie in; the list is one of `spaces` or `tags`, and complete."""
        return self._spreads.get((id(found), len(found)), partial(self._find_spread, found))

    def _find_spread(self, found: list[Definition]) -> _Spread:
        by_unit: dict[int, list[Definition]] = {}
        for one in found:
            by_unit.setdefault(one[0], []).append(one)
        units = sum(1 << number for number in by_unit)
        return _Spread(units, by_unit, [one for one in found if not self.is_static(one)])

    def choose(self, unit: int, found: list[Definition]) -> Definition | None:
        """The definition that a name in a file means."""
        return self._chosen.get((unit, id(found)), partial(self._choose, unit, found))

    def _choose(self, unit: int, found: list[Definition]) -> Definition | None:
        seen = self.visible(unit, found)
        if not seen:
            return None
        likely = [one for one in seen if ALTERNATIVE not in self.program.entity(*one).flags] or seen
        real = [one for one in likely if self.is_definition(one)]
        if len(real) > 1:
            real = [one for one in real if self.program.entity(*one).kind != MACRO] or real
        if not real:
            real = [self._real_for(unit, likely[0])]
        return min(
            real,
            key=lambda one: (
                one[0] != unit,
                self.includes.nearness(unit, one[0]) if unit in self.includes.reach else (0, 0),
                one,
            ),
        )

    def _real_for(self, unit: int, announced: Definition) -> Definition:
        """The definition of a prototype that is nearest to a file."""
        first = self.completed.get(announced)
        others = self.others.get(announced, ())
        if first is None or not others or unit not in self.includes.reach:
            return first or announced
        return min((first, *others), key=lambda one: (one[0] != unit, self.includes.nearness(unit, one[0]), one != first, one))


class CVariants(Variants):
    """`#ifdef` and `#else` may define a function twice: what is not chosen stands for it in other builds."""

    def __init__(self, linkage: Linkage) -> None:
        self._linkage = linkage

    def variants(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[tuple[int, int], ...]:
        return tuple(
            one
            for one in self._linkage.alternatives.get((unit, evaluation.program.entity(unit, ordinal).name), ())
            if one[1] != ordinal
        )


class CCompletion(Completion):
    """`int watts(void);` in a header announces the function that a file defines."""

    def __init__(self, linkage: Linkage) -> None:
        self._linkage = linkage

    def completed(self, evaluation: Evaluation) -> dict[tuple[int, int], tuple[int, int]]:
        return {one: self._last(other) for one, other in self._linkage.completed.items()}

    def _last(self, one: tuple[int, int]) -> tuple[int, int]:
        seen = {one}
        while one in self._linkage.completed and self._linkage.completed[one] not in seen:
            one = self._linkage.completed[one]
            seen.add(one)
        return one


class CRedirection(Redirection):
    """A macro is used, not called; a name for a type stands for the type; a fallback may not be what is compiled."""

    def __init__(self, linkage: Linkage) -> None:
        self._linkage = linkage

    def expanded(self, evaluation: Evaluation, kind: str, target: tuple[int, int], via: str) -> tuple[str, tuple[int, int], str]:
        entity = evaluation.program.entity(*target)
        if kind == CALLS and entity.kind in (MACRO, ENUM, TYPE):
            made = self._aliased(evaluation, target) if entity.kind == TYPE else None
            return ("depends_on", target, via) if made is None else (kind, made, via)
        if FALLBACK in entity.flags and self._steps_in(evaluation.program, entity.name):
            return kind, target, "ambiguous"
        return kind, target, via

    @staticmethod
    def _aliased(evaluation: Evaluation, target: tuple[int, int]) -> tuple[int, int] | None:
        """The class that a name for a type stands for."""
        value = evaluation.types.alias(*target, ())
        if value is None or value[0] != "inst" or evaluation.program.is_prelude(value[1]):
            return None
        return (value[1], value[2]) if evaluation.program.entity(value[1], value[2]).kind in (CLASS, STRUCT) else None

    def _steps_in(self, program: ProgramView, name: str) -> bool:
        """Whether a function that is compiled where its name is not defined may be missing: something else defines the name."""
        found = self._linkage.spaces[""].get(name, ())
        return name in library_headers() or any(program.entity(*one).kind == MACRO for one in found)


def same_parameters(one: Sketch | EntityFact, other: Sketch | EntityFact) -> bool:
    """Whether two functions may be the same by what tells overloads apart; in C all of one name are."""
    left, right = signature_mark(one), signature_mark(other)
    return left == right or not left or not right


def signature_mark(entity: Sketch | EntityFact) -> str:
    """The mark of the parameters' types of a C++ function; "" for others."""
    return entity.mark
