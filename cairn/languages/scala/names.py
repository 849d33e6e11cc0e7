"""How Scala looks names up: packages, imports of anything, companions, `apply`."""

from __future__ import annotations

from cairn.languages.nominal import NominalRules, fit_loosely
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Call, Matched
from cairn.semantics.facts import EntityFact, Import
from cairn.semantics.places import Candidate, Place
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import NOT_MINE, NotMine
from cairn.semantics.values import Base, Definition, Instance, Value

FAMILY = "scala"

_NUMBERS = frozenset({"Int", "Long", "Short", "Byte", "Double", "Float", "Char", "BigInt", "BigDecimal"})


class ScalaRules(NominalRules):
    """Scala's own rules."""

    def __init__(self) -> None:
        super().__init__()
        self._names: dict[tuple[str, str], list[Definition]] = {}  # by package and name
        self._functions: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self._packages: set[str] = set()
        self._extensions: dict[str, list[tuple[int, int]]] = {}
        self._enriching: list[tuple[int, int]] = []  # implicit classes of one parameter, whose members that has, too

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self.read_prelude(evaluation, family)
        self._names, self._functions, self._packages = {}, {}, set()
        self._extensions, self._enriching = {}, []
        for index in evaluation.program.indexed(family):
            package = index.extra.get("package", "")
            while package and package not in self._packages:
                self._packages.add(package)
                package = package.rpartition(".")[0]
            package = index.extra.get("package", "")
            types: dict[tuple[int, str], int] = {}
            for ordinal, entity in enumerate(index.entities):
                if ordinal and entity.parent == 0:
                    self._add(index.number, package, ordinal, entity)
                if entity.owner >= 0:
                    self._extensions.setdefault(entity.name, []).append((index.number, ordinal))
                if entity.kind == "class" and "implicit" in entity.flags.split() and len(entity.params) == 1:
                    self._enriching.append((index.number, ordinal))
                if ordinal and entity.kind in ("class", "trait", "enum", "type"):
                    self._pair(index, types, ordinal, entity)

    def _add(self, unit: int, package: str, ordinal: int, entity: EntityFact) -> None:
        if "overloaded" in entity.flags:
            self._functions.setdefault((package, entity.name), []).append((unit, ordinal))
        else:
            self._names.setdefault((package, entity.name), []).append(("def", unit, ordinal))

    @staticmethod
    def _pair(index: UnitView, types: dict[tuple[int, str], int], ordinal: int, entity: EntityFact) -> None:
        """A class and its companion: what their name means as a type, and as a value."""
        key = (entity.parent, entity.name)
        other = types.setdefault(key, ordinal)
        if other != ordinal:
            is_object = "object" in entity.flags.split()
            pair = (other, ordinal) if is_object else (ordinal, other)
            index.twins[ordinal] = index.twins[other] = pair

    # Packages

    def _named(self, evaluation: Evaluation, dotted: str) -> Definition | None:
        """What a full name means: a definition of a package, or a member of an object."""
        package, _, name = dotted.rpartition(".")
        found = self._names.get((package, name))
        if found:
            return found[0] if len({value[1] for value in found}) == 1 else None
        outer = self._named(evaluation, package) if package else None
        inner = evaluation.members.target(evaluation.classes.as_value(outer), name) if outer is not None else None
        return inner if inner is not None and inner[0] == "def" else None

    def _package_of(self, evaluation: Evaluation, unit: int, module: str) -> str:
        """A package as it is written in a file: a full name, or one inside of the file's own package."""
        if module in self._packages or module.startswith("_root_."):
            return module.removeprefix("_root_.")
        own = evaluation.program.unit(unit).extra.get("package", "")
        while own:
            if f"{own}.{module}" in self._packages or self._named(evaluation, f"{own}.{module}") is not None:
                return f"{own}.{module}"
            own = own.rpartition(".")[0]
        return module

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        module = self._package_of(evaluation, unit, imported.module)
        found = self._named(evaluation, f"{module}.{imported.name}")
        if found is not None:
            return found
        full = f"{module}.{imported.name}"
        if full in self._packages:
            return ("pkg", full, FAMILY)
        if (module, imported.name) in self._functions or module in self._packages or self._named(evaluation, module) is not None:
            return None
        first = (
            evaluation.program.unit(unit).names[0].get(module.partition(".")[0])
            if 0 in evaluation.program.unit(unit).names
            else None
        )
        return ("ext", f"scala/{module}#{imported.name}") if not first or "." in module else None

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        module = self._package_of(evaluation, unit, imported.module)
        if imported.name == "*":
            return self._used(evaluation, unit, module)
        found = self._named(evaluation, f"{module}.{imported.name}") or self._named(evaluation, module)
        units = {found[1]} if found is not None else {number for number, _ in self._functions.get((module, imported.name), ())}
        if units:
            return [("mod", number) for number in sorted(units)]
        return [] if module in self._packages else [("ext", f"scala/{module}#{imported.name}")]

    def _used(self, evaluation: Evaluation, unit: int, module: str) -> list[Value]:
        if module not in self._packages:
            found = self._named(evaluation, module)
            return [("mod", found[1])] if found is not None else [("ext", f"scala/{module}")]
        defined: dict[str, set[int]] = {}
        for (package, name), values in self._names.items():
            if package == module:
                defined[name] = {value[1] for value in values}
        return self.files_named(evaluation, unit, defined)

    @rule_question
    def _visible(self, evaluation: Evaluation, unit: int) -> list[str]:
        """Packages and objects whose names a file sees: its own and those around, and what it imports whole."""
        index = evaluation.program.unit(unit)
        own, found = index.extra.get("package", ""), []
        while own:
            found.append(own)
            own = own.rpartition(".")[0]
        stars = [index.imports[number].module for numbers in index.stars.values() for number in numbers]
        return [*found, *(self._package_of(evaluation, unit, star) for star in stars), ""]

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        for package in self._visible(evaluation, unit) or ():
            found = self._names.get((package, name))
            if found:
                return found[0] if len({value[1] for value in found}) == 1 else None
            if package and package not in self._packages:
                inner = self._named(evaluation, f"{package}.{name}")
                if inner is not None:
                    return inner
        return ("pkg", name, FAMILY) if name in self._packages else None

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        full = f"{package}.{name}"
        return self._named(evaluation, full) or (("pkg", full, FAMILY) if full in self._packages else None)

    # Functions

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        index = evaluation.program.unit(unit)
        for imported in index.imports:
            if imported.alias == name and imported.name != "*":
                found = self._functions_at(evaluation, self._package_of(evaluation, unit, imported.module), imported.name)
                if found:
                    return found
        for package in self._visible(evaluation, unit) or ():
            found = self._functions_at(evaluation, package, name)
            if found:
                return found
        return self._applied(evaluation, evaluation.scopes.lookup(Place(unit, 0, 1 << 60), name))

    def _functions_at(self, evaluation: Evaluation, module: str, name: str) -> tuple[Candidate, ...]:
        rows = self._functions.get((module, name), ())
        if rows:
            return tuple(evaluation.overloads.extension(number, ordinal, None, 0) for number, ordinal in rows)
        owner = self._named(evaluation, module) if module and module not in self._packages else None
        return evaluation.overloads.of_value(evaluation.classes.as_value(owner), name) if owner is not None else ()

    @staticmethod
    def _applied(evaluation: Evaluation, value: Value | None) -> tuple[Candidate, ...]:
        """`Name(...)` calls `apply` of an object that has one."""
        if value is None or value[0] != "def":
            return ()
        one = evaluation.classes.as_value(value)
        is_object = "object" in evaluation.program.entity(one[1], one[2]).flags.split()
        return evaluation.overloads.of_value(one, "apply") if is_object else ()

    # What is added to types from outside

    def implicit(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[Base | None]:
        """What a trait says that its instances are, too: `self: Other =>`."""
        index = evaluation.program.unit(unit)
        entity = index.entities[ordinal]
        place = Place(unit, entity.home, entity.pos)
        kinds = [kind for pos, kinds in index.extra.get("selves", ()) if pos == entity.pos for kind in kinds]
        found = [evaluation.classes.as_class(place, kind, ordinal) for kind in kinds]
        return [base for base in found if base is not None and base[0] == "cls"]

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> tuple[Candidate, ...]:
        """Functions of an `extension`, or of an implicit class, that a value is called with."""
        value = evaluation.generics.concrete(owner)
        if value is None or value[0] != "inst":
            return ()
        found = []
        for unit, ordinal in self._extensions.get(name, ()):
            wanted = self._receiver(evaluation, unit, ordinal)
            if wanted is not None and evaluation.choice.fit(wanted, value, unit) == 0:
                found.append(evaluation.overloads.extension(unit, ordinal, value, 0))
        for unit, ordinal in () if found else self._enriching:
            wanted = self._enriched(evaluation, unit, ordinal)
            if wanted is not None and evaluation.choice.fit(wanted, value, unit) == 0:
                found += evaluation.overloads.of_value(("inst", unit, ordinal, ()), name)
        return tuple(found)

    @rule_question
    def _enriched(self, evaluation: Evaluation, unit: int, ordinal: int) -> Value | None:
        entity = evaluation.program.entity(unit, ordinal)
        return evaluation.types.type_of(Place(unit, entity.home, entity.pos), entity.params[0][1], (), ordinal)

    @staticmethod
    def _receiver(evaluation: Evaluation, unit: int, ordinal: int) -> Value | None:
        entity = evaluation.program.entity(unit, ordinal)
        return evaluation.types.type_of(Place(unit, entity.home, entity.pos), entity.owner, (), ordinal)

    def receiver_type(self, evaluation: Evaluation, candidate: Candidate) -> Value | None:
        owner = evaluation.program.entity(candidate.unit, candidate.ordinal).owner
        return self._receiver(evaluation, candidate.unit, candidate.ordinal) if owner >= 0 else None

    def named(self, evaluation: Evaluation, place: Place, name: str) -> tuple[tuple[Candidate, ...], str] | None:
        """In an `extension` its other functions are called without what they are called on."""
        index, scope = evaluation.program.unit(place.unit), place.scope
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and index.entities[ordinal].owner >= 0:
                owner = self._receiver(evaluation, place.unit, ordinal)
                rows = [row for row in self._extensions.get(name, ()) if self._receiver(evaluation, *row) == owner]
                return (tuple(evaluation.overloads.extension(*row, owner, 0) for row in rows), "scope") if rows else None
            scope = index.scopes[scope][1]
        return None

    def late_member(self, evaluation: Evaluation, owner: Instance, name: str, called: bool) -> Value | None:
        """What a method without parameters yields that is read like a value."""
        if called:
            return None
        found = evaluation.overloads.of_value(owner, name) or self.extensions(evaluation, Place(owner[1], 0, 0), owner, name)
        if len(found) != 1 or evaluation.program.entity(found[0].unit, found[0].ordinal).params:
            return None
        return evaluation.functions.result(found[0], Place(owner[1], 0, 0), ())

    def taken(self, evaluation: Evaluation, place: Place, shape: Matched) -> Value | None:
        """Item n of what a class's pattern takes apart, by the class's parameters."""
        made = evaluation.types.type_of(place, shape[2])
        if made is None or made[0] != "inst":
            return None
        entity = evaluation.program.entity(made[1], made[2])
        if not isinstance(shape[3], int) or shape[3] >= len(entity.params):
            return None
        kind = entity.params[shape[3]][1]
        return evaluation.types.type_of(Place(made[1], entity.home, entity.pos), kind, (), made[2])

    def signature(self, index: UnitView, ordinal: int) -> tuple[object, ...]:
        return self.spelled_signature(index, ordinal)

    def fit(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        return fit_loosely(self, evaluation, wanted, given, _NUMBERS)

    # Values

    def expanded(self, evaluation: Evaluation, kind: str, target: tuple[int, int], via: str) -> tuple[str, tuple[int, int], str]:
        """`Name(...)` of an object without `apply` makes an instance of the class beside it."""
        twins = evaluation.program.unit(target[0]).twins.get(target[1]) if kind == "calls" else None
        return kind, (target[0], twins[0]) if twins is not None else target, via

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """A method without parameters is named like a value."""
        own = self.self_value(evaluation, place)
        found = evaluation.overloads.of_value(own, name) if own is not None else ()
        if len(found) == 1:
            return evaluation.functions.result(found[0], place, ())
        return self.outer_name(evaluation, place.unit, name)

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        found = evaluation.functions.invocation_value(place, shape[1], tuple(shape[2]))
        if found is not None:
            return found[0]
        callee = evaluation.program.unit(place.unit).exprs[shape[1]]
        value = evaluation.scopes.lookup(place, callee[1]) if callee[0] == "name" else None
        if value is not None and value[0] == "def" and evaluation.classes.is_class(value):
            made = evaluation.classes.as_type(value)
            return ("inst", made[1], made[2], ())
        return NOT_MINE

    def is_property(self, flags: str) -> bool:
        return True

    def iterated(self, evaluation: Evaluation, value: Value) -> Value | NotMine | None:
        return None
