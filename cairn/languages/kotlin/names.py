"""Names in Kotlin: of packages, of receivers, and the functions that a call may mean."""

from __future__ import annotations

from cairn.languages.kotlin.imports import FAMILY, KotlinPackages
from cairn.languages.nominal import NominalNames
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.places import Candidate, Place
from cairn.semantics.roles import FunctionsNamed
from cairn.semantics.values import Value


class KotlinNames(NominalNames):
    """In `with(cart) { total }` the names of the receiver are seen, the innermost first."""

    def __init__(self, packages: KotlinPackages) -> None:
        self._packages = packages

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        index = evaluation.program.unit(unit)
        for package in self._packages.visible_packages(index):
            found = self._packages.names.get((package, name))
            if (
                found is None
                and package not in self._packages.known
                and (owner := self._packages.named(evaluation, package)) is not None
            ):
                inner = evaluation.members.target(owner, name)
                found = inner if inner is not None and inner[0] == "def" else None
            if found is not None:
                return found
        return ("pkg", name, FAMILY) if name in self._packages.around else None

    def implicit_receivers(self, evaluation: Evaluation, place: Place) -> list[Value]:
        """The closures and extensions around a place each have a `this`, innermost first; classes come by themselves."""
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


class KotlinFunctions(FunctionsNamed):
    """`fun String.shout()` may be called on any String, and on `this` without a receiver."""

    def __init__(self, names: KotlinNames, packages: KotlinPackages) -> None:
        self._names = names
        self._packages = packages

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        index = evaluation.program.unit(unit)
        named = [
            (i.module, i.module.rpartition(".")[2])
            for i in index.imports
            if i.name != "*" and (i.alias or i.module.rpartition(".")[2]) == name
        ]
        for module, own in named:
            package = module.rpartition(".")[0]
            rows = self._packages.functions.get((package, own), [])
            if rows:
                return tuple(evaluation.overloads.extension(number, ordinal, None, 0) for number, ordinal in rows)
            owner = self._packages.named(evaluation, package)
            if owner is not None:
                return evaluation.overloads.of_class(owner[1], owner[2], own)
        for package in self._packages.visible_packages(index):
            rows = self._packages.functions.get((package, name), [])
            if rows:
                return tuple(evaluation.overloads.extension(number, ordinal, None, 0) for number, ordinal in rows)
        return ()

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> tuple[Candidate, ...]:
        if owner[0] in ("pkg", "ext", "xinst", "super"):
            return ()
        value = ("inst", owner[1], owner[2], ()) if owner[0] == "def" else owner
        found = []
        for unit, ordinal in self._packages.extensions.get(name, ()):
            wanted = self.receiver(evaluation, unit, ordinal)
            if wanted is not None and evaluation.choice.fit(wanted, value, unit) in (0, -1):
                found.append(evaluation.overloads.extension(unit, ordinal, value, 0))
        return tuple(found)

    @staticmethod
    def receiver(evaluation: Evaluation, unit: int, ordinal: int) -> Value | None:
        entity = evaluation.program.entity(unit, ordinal)
        return evaluation.types.type_of(Place(unit, entity.home, entity.pos), entity.owner, (), ordinal)

    def receiver_type(self, evaluation: Evaluation, candidate: Candidate) -> Value | None:
        entity = evaluation.program.entity(candidate.unit, candidate.ordinal)
        return self.receiver(evaluation, candidate.unit, candidate.ordinal) if entity.owner >= 0 else None

    def implicit_receivers(self, evaluation: Evaluation, place: Place) -> list[Value]:
        return self._names.implicit_receivers(evaluation, place)
