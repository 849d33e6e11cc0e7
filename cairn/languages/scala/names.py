"""Names in Scala: of packages and objects, companions, `apply`, extensions."""

from __future__ import annotations

from cairn.languages.nominal import NominalNames
from cairn.languages.scala.imports import FAMILY, ScalaPackages
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.flags import OBJECT
from cairn.semantics.places import Candidate, Place
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import FunctionsNamed
from cairn.semantics.values import Value


class ScalaNames(NominalNames):
    """A name is one of the packages around or of a star import; a method without parameters is named like a value."""

    def __init__(self, packages: ScalaPackages) -> None:
        self._packages = packages

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        for package in self._packages.visible(evaluation, unit) or ():
            found = self._packages.names.get((package, name))
            if found:
                return found[0] if len({value[1] for value in found}) == 1 else None
            if package and package not in self._packages.known:
                inner = self._packages.named(evaluation, f"{package}.{name}")
                if inner is not None:
                    return inner
        return ("pkg", name, FAMILY) if name in self._packages.known else None

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """A method without parameters is named like a value."""
        own = self.self_value(evaluation, place)
        found = evaluation.overloads.of_value(own, name) if own is not None else ()
        if len(found) == 1:
            return evaluation.functions.result(found[0], place, ())
        return self.outer_name(evaluation, place.unit, name)


class ScalaFunctions(FunctionsNamed):
    """`Cart(1)` calls `apply` of the object; `extension (s: String) def shout` may be called on any String."""

    def __init__(self, packages: ScalaPackages) -> None:
        self._packages = packages

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        index = evaluation.program.unit(unit)
        for imported in index.imports:
            if imported.alias == name and imported.name != "*":
                found = self._functions_at(
                    evaluation, self._packages.package_of(evaluation, unit, imported.module), imported.name
                )
                if found:
                    return found
        for package in self._packages.visible(evaluation, unit) or ():
            found = self._functions_at(evaluation, package, name)
            if found:
                return found
        return self._applied(evaluation, evaluation.scopes.lookup(Place(unit, 0, 1 << 60), name))

    def _functions_at(self, evaluation: Evaluation, module: str, name: str) -> tuple[Candidate, ...]:
        rows = self._packages.functions.get((module, name), ())
        if rows:
            return tuple(evaluation.overloads.extension(number, ordinal, None, 0) for number, ordinal in rows)
        owner = self._packages.named(evaluation, module) if module and module not in self._packages.known else None
        return evaluation.overloads.of_value(evaluation.classes.as_value(owner), name) if owner is not None else ()

    @staticmethod
    def _applied(evaluation: Evaluation, value: Value | None) -> tuple[Candidate, ...]:
        """`Name(...)` calls `apply` of an object that has one."""
        if value is None or value[0] != "def":
            return ()
        one = evaluation.classes.as_value(value)
        is_object = OBJECT in evaluation.program.entity(one[1], one[2]).flags
        return evaluation.overloads.of_value(one, "apply") if is_object else ()

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> tuple[Candidate, ...]:
        """Functions of an `extension`, or of an implicit class, that a value is called with."""
        value = evaluation.generics.concrete(owner)
        if value is None or value[0] != "inst":
            return ()
        found = []
        for unit, ordinal in self._packages.extensions.get(name, ()):
            wanted = self._receiver(evaluation, unit, ordinal)
            if wanted is not None and evaluation.choice.fit(wanted, value, unit) == 0:
                found.append(evaluation.overloads.extension(unit, ordinal, value, 0))
        for unit, ordinal in () if found else self._packages.enriching:
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
        """The functions of an `extension` call each other without what they are called on."""
        index, scope = evaluation.program.unit(place.unit), place.scope
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and index.entities[ordinal].owner >= 0:
                owner = self._receiver(evaluation, place.unit, ordinal)
                rows = [row for row in self._packages.extensions.get(name, ()) if self._receiver(evaluation, *row) == owner]
                return (tuple(evaluation.overloads.extension(*row, owner, 0) for row in rows), "scope") if rows else None
            scope = index.scopes[scope][1]
        return None
