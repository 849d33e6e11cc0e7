"""How Kotlin looks names up: packages, imports, companions, extensions, receivers of closures, and overloads."""

from __future__ import annotations

from collections import defaultdict

from cairn.languages.nominal import NominalRules
from cairn.languages.packages import definition_at, with_those_around
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Call
from cairn.semantics.facts import Import
from cairn.semantics.places import Candidate, Found, Place
from cairn.semantics.roles import NOT_MINE, NotMine
from cairn.semantics.values import Base, Definition, Instance, Value

FAMILY = "kotlin"

_PLAIN = frozenset({"Int", "Long", "Short", "Byte", "Double", "Float", "Boolean", "Char", "UInt", "ULong"})
_RANKS = ("Int", "Long", "Float", "Double")


def anchor_of(package: str, name: str = "") -> str:
    """The handle of an external: the package, then the name in it."""
    return f"kotlin/{package}#{name}" if name else f"kotlin/{package}"


def split_name(dotted: str) -> tuple[str, str]:
    """A dotted name as its package and what follows: classes have capital letters, functions stand last."""
    parts = dotted.split(".")
    first = next((i for i, part in enumerate(parts) if part[:1].isupper()), len(parts) - 1)
    return ".".join(parts[:first]), ".".join(parts[first:])


class KotlinRules(NominalRules):
    """Kotlin's own rules."""

    top = "Any"

    def __init__(self) -> None:
        super().__init__()
        self._names: dict[tuple[str, str], Definition] = {}  # classes and properties by package and name
        self._functions: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self._extensions: dict[str, list[tuple[int, int]]] = {}
        self._defined: dict[str, dict[str, set[int]]] = {}  # package -> name -> files
        self._packages: set[str] = set()
        self._parents: set[str] = set()

    # Packages

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._names, self._functions, self._extensions = {}, defaultdict(list), defaultdict(list)
        self._packages, self._parents = set(), set()
        self._defined = defaultdict(lambda: defaultdict(set))
        self.read_prelude(evaluation, family)
        for index in evaluation.program.indexed(family):
            if index.family == family:
                self._read_unit(index, "kotlin" if index.number == self.prelude_unit else index.extra.get("package", ""))
        self._parents |= with_those_around(self._packages)

    def _read_unit(self, index: UnitView, package: str) -> None:
        self._packages.add(package)
        for ordinal, entity in enumerate(index.entities):
            if entity.owner >= 0:
                self._extensions[entity.name].append((index.number, ordinal))
            if ordinal == 0 or entity.parent != 0:
                continue
            self._defined[package][entity.name].add(index.number)
            if "overloaded" not in entity.flags:
                self._names.setdefault((package, entity.name), ("def", index.number, ordinal))
            elif entity.owner < 0:
                self._functions[package, entity.name].append((index.number, ordinal))

    def _named(self, evaluation: Evaluation, dotted: str) -> Definition | None:
        """The class or property of a full name; nested ones are members of their class."""
        return definition_at(evaluation, self._names, dotted)

    def bound_name(self, imported: Import) -> str:
        return imported.module.rpartition(".")[2]

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        found = self._named(evaluation, imported.module)
        if found is not None:
            return found
        package, name = split_name(imported.module)
        last = imported.module.rpartition(".")
        if (last[0], last[2]) in self._functions or last[0] in self._packages or self._named(evaluation, last[0]) is not None:
            return None  # a function: found by `imported`
        return ("ext", anchor_of(package, name))

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        if imported.name == "*":
            return self._used_files(evaluation, unit, imported.module)
        found = self._named(evaluation, imported.module) or self._named(evaluation, imported.module.rpartition(".")[0])
        package, _, name = imported.module.rpartition(".")
        units = {found[1]} if found is not None else {number for number, _ in self._functions.get((package, name), ())}
        units |= {number for number, _ in self._extensions.get(name, ()) if self._package_of(evaluation, number) == package}
        if units:
            return [("mod", number) for number in sorted(units) if number != self.prelude_unit]
        package, name = split_name(imported.module)
        return [("ext", anchor_of(package, name.partition(".")[0]))]

    def _used_files(self, evaluation: Evaluation, unit: int, package: str) -> list[Value]:
        """The files of a package that define what an importing file names."""
        if package not in self._packages:
            found = self._named(evaluation, package)
            return [("mod", found[1])] if found is not None else [("ext", anchor_of(package))]
        return self.files_named(evaluation, unit, self._defined[package])

    @staticmethod
    def _package_of(evaluation: Evaluation, unit: int) -> str:
        return str(evaluation.program.unit(unit).extra.get("package", ""))

    def _visible_packages(self, index: UnitView) -> list[str]:
        stars = [index.imports[number].module for numbers in index.stars.values() for number in numbers]
        return [index.extra.get("package", ""), *stars, "kotlin"]

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        index = evaluation.program.unit(unit)
        named = [
            (i.module, i.module.rpartition(".")[2])
            for i in index.imports
            if i.name != "*" and (i.alias or i.module.rpartition(".")[2]) == name
        ]
        for module, own in named:
            package = module.rpartition(".")[0]
            rows = self._functions.get((package, own), [])
            if rows:
                return tuple(evaluation.overloads.extension(number, ordinal, None, 0) for number, ordinal in rows)
            owner = self._named(evaluation, package)
            if owner is not None:
                return evaluation.overloads.of_class(owner[1], owner[2], own)
        for package in self._visible_packages(index):
            rows = self._functions.get((package, name), [])
            if rows:
                return tuple(evaluation.overloads.extension(number, ordinal, None, 0) for number, ordinal in rows)
        return ()

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        index = evaluation.program.unit(unit)
        for package in self._visible_packages(index):
            found = self._names.get((package, name))
            if found is None and package not in self._packages and (owner := self._named(evaluation, package)) is not None:
                inner = evaluation.members.target(owner, name)
                found = inner if inner is not None and inner[0] == "def" else None
            if found is not None:
                return found
        return ("pkg", name, FAMILY) if name in self._parents else None

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        found = self._names.get((package, name))
        if found is not None:
            return found
        joined = f"{package}.{name}"
        return ("pkg", joined, FAMILY) if joined in self._parents else ("ext", anchor_of(package, name))

    # Receivers

    def implicit_receivers(self, evaluation: Evaluation, place: Place) -> list[Value]:
        """What `this` may be in the closures and extensions around a place, innermost first; classes come by themselves."""
        index = evaluation.program.unit(place.unit)
        found: list[Value] = []
        scope = place.scope
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and index.entities[ordinal].owner >= 0:
                entity = index.entities[ordinal]
                value = evaluation.types.type_of(Place(place.unit, entity.home, entity.pos), entity.owner, (), ordinal)
                if value is not None:
                    found.append(value)
            for entry in index.names[scope].get("this", ()) if scope in index.names else ():
                value = evaluation.scopes.entry_value(place.unit, entry)
                if value is not None:
                    found.append(value)
            scope = index.scopes[scope][1]
        return found

    def self_value(self, evaluation: Evaluation, place: Place) -> Value | None:
        receivers = self.implicit_receivers(evaluation, place)
        return receivers[0] if receivers else super().self_value(evaluation, place)

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        for receiver in self.implicit_receivers(evaluation, place):
            found = evaluation.members.target(receiver, name)
            if found is not None and found[0] == "def":
                return found
        return self.outer_name(evaluation, place.unit, name)

    def unwrapped(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        """The receiver that a closure's type has."""
        if value is not None and value[0] == "inst" and self.prelude_name(evaluation, value) == "With_" and value[3]:
            return value[3][0]
        return None

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> tuple[Candidate, ...]:
        if owner[0] in ("pkg", "ext", "xinst", "super"):
            return ()
        value = ("inst", owner[1], owner[2], ()) if owner[0] == "def" else owner
        found = []
        for unit, ordinal in self._extensions.get(name, ()):
            wanted = self._receiver(evaluation, unit, ordinal)
            if wanted is not None and evaluation.choice.fit(wanted, value, unit) in (0, -1):
                found.append(evaluation.overloads.extension(unit, ordinal, value, 0))
        return tuple(found)

    @staticmethod
    def _receiver(evaluation: Evaluation, unit: int, ordinal: int) -> Value | None:
        entity = evaluation.program.entity(unit, ordinal)
        return evaluation.types.type_of(Place(unit, entity.home, entity.pos), entity.owner, (), ordinal)

    def receiver_type(self, evaluation: Evaluation, candidate: Candidate) -> Value | None:
        entity = evaluation.program.entity(candidate.unit, candidate.ordinal)
        return self._receiver(evaluation, candidate.unit, candidate.ordinal) if entity.owner >= 0 else None

    def late_member(self, evaluation: Evaluation, owner: Instance, name: str, called: bool) -> Found | None:
        """A property that an extension adds, if only one of the name suits."""
        if called:
            return None
        rows = [(u, o) for u, o in self._extensions.get(name, ()) if evaluation.program.entity(u, o).kind == "field"]
        fitting = []
        for unit, ordinal in rows:
            wanted = self._receiver(evaluation, unit, ordinal)
            if wanted is not None and evaluation.choice.fit(wanted, owner, unit) == 0:
                fitting.append((unit, ordinal))
        return Found("entity", fitting[0][0], (fitting[0][1],), ()) if len(fitting) == 1 else None

    # Classes

    def implicit(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[Base | None]:
        index = evaluation.program.unit(unit)
        entity = index.entities[ordinal]
        found: list[Base | None] = []
        for number, other in enumerate(index.entities):
            if other.parent == ordinal and "companion" in other.flags:
                found.append(("cls", unit, number, ()))
        if entity.name == self.top and unit == self.prelude_unit:
            return []
        if unit != self.prelude_unit and entity.kind == "enum":
            found.append(self.prelude_class("Enum", (("inst", unit, ordinal, ()),)))
        if entity.kind != "class" or not self.has_class_above(evaluation, unit, ordinal):
            found.append(self.prelude_class(self.top))
        return found

    def must_be_written(self, evaluation: Evaluation, unit: int, ordinal: int) -> bool:
        entity = evaluation.program.entity(unit, ordinal)
        parent = evaluation.program.entity(unit, entity.parent)
        return bool(parent.kind == "interface" and entity.scope < 0)

    # Values

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        found = evaluation.functions.invocation_value(place, shape[1], tuple(shape[2]))
        if found is not None:
            return found[0]
        callee = evaluation.program.unit(place.unit).exprs[shape[1]]
        if callee[0] == "member":
            return self._of_component(evaluation, evaluation.expressions.eval(place, callee[1]), callee[2])
        return NOT_MINE

    @staticmethod
    def _of_component(evaluation: Evaluation, owner: Value | None, name: str) -> Value | NotMine | None:
        """`component2()` of a data class is its second property; a property that holds a function is called."""
        if owner is None or owner[0] != "inst":
            return NOT_MINE
        if name.startswith("component") and name[9:].isdigit():
            entities = evaluation.program.unit(owner[1]).entities
            parts = [e.name for e in entities if e.parent == owner[2] and "component" in e.flags]
            number = int(name[9:]) - 1
            return evaluation.members.value(owner, parts[number]) if number < len(parts) else None
        return NOT_MINE

    def arithmetic(self, evaluation: Evaluation, left: Value | None, right: Value | None) -> Value | None:
        names = [self.prelude_name(evaluation, value) for value in (left, right)]
        if names[0] in _RANKS and names[1] in _RANKS:
            return left if _RANKS.index(names[0]) >= _RANKS.index(names[1]) else right
        return left

    # Which arguments suit which parameters

    def yields_nothing(self, evaluation: Evaluation, value: Value | None) -> bool:
        return self.prelude_name(evaluation, value) == "Unit"

    def takes(self, evaluation: Evaluation, params: tuple[Value | None, ...], count: int) -> bool:
        has_receiver = self.prelude_name(evaluation, params[0] if params else None) == "With_"
        number = len(params) - has_receiver
        return bool(number == count or (count < 0 and number < 2))  # without parameters it may have `it`

    def is_final(self, flags: str) -> bool:
        return False

    def is_plain(self, name: str) -> bool:
        return name in _PLAIN

    def fit_plain(self, evaluation: Evaluation, wanted: Instance, given: Instance, target: str, name: str) -> int | None:
        if target == name or target == self.top or name == self.null:
            return 0
        if name == "Int" and target in ("Long", "Short", "Byte"):
            return 1  # a literal takes the type that is wanted
        return 0 if name in _PLAIN and evaluation.classes.is_below(given, wanted) else None
