"""Names in Swift: of the source, of the type that an extension is for, and functions by their labels."""

from __future__ import annotations

from cairn.languages.nominal import NominalNames
from cairn.languages.swift.imports import SwiftModule
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.kinds import INTERFACE
from cairn.semantics.places import Candidate, Place
from cairn.semantics.roles import FunctionsNamed
from cairn.semantics.values import Value


class SwiftNames(NominalNames):
    """In `extension Cart { .. }` the names of Cart are seen, and `self` is a Cart."""

    def __init__(self, module: SwiftModule) -> None:
        self._module = module

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        found = self._module.names.get(name, ())
        return found[0] if len(found) == 1 else None

    def extended(self, evaluation: Evaluation, place: Place) -> Value | None:
        """The type that the extension around a place is for."""
        index, scope = evaluation.program.unit(place.unit), place.scope
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and index.entities[ordinal].owner >= 0:
                return self._module.owner(evaluation, index, index.entities[ordinal])
            scope = index.scopes[scope][1]
        return None

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        extended = self.extended(evaluation, place)
        found = evaluation.members.target(extended, name) if extended is not None else None
        return found if found is not None else self.outer_name(evaluation, place.unit, name)

    def self_value(self, evaluation: Evaluation, place: Place) -> Value | None:
        return self.extended(evaluation, place) or super().self_value(evaluation, place)


class SwiftFunctions(FunctionsNamed):
    """A bare name calls a method of `self`, one of an extension of its type, or a function of the source."""

    def __init__(self, module: SwiftModule, names: SwiftNames) -> None:
        self._module = module
        self._names = names

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        return tuple(
            evaluation.overloads.extension(number, ordinal, None, 0) for number, ordinal in self._module.functions.get(name, ())
        )

    def implicit_receivers(self, evaluation: Evaluation, place: Place) -> list[Value]:
        extended = self._names.extended(evaluation, place)
        if extended is not None:
            return [extended]
        own = self._names.self_value(evaluation, place)
        return [own] if own is not None and self._module.extensions else []

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> tuple[Candidate, ...]:
        known = evaluation.generics.concrete(owner)
        if (
            known is None
            or known[0] not in ("inst", "cls", "def")
            or (known[0] == "def" and not evaluation.classes.is_class(known))
        ):
            return ()
        above = {(unit, ordinal) for unit, ordinal, _ in evaluation.classes.mro(known[1], known[2])[0]}
        found = []
        for number, ordinal in self._module.extensions.get(name, ()):
            index = evaluation.program.unit(number)
            extended = self._module.owner(evaluation, index, index.entities[ordinal])
            if extended is not None and extended[1:3] in above:
                found.append(evaluation.overloads.extension(number, ordinal, None, 0))
        return tuple(found)

    def named(self, evaluation: Evaluation, place: Place, name: str) -> tuple[tuple[Candidate, ...], str] | None:
        own = self._names.self_value(evaluation, place)
        found = self.written(evaluation, place, own, evaluation.overloads.of_value(own, name)) if own is not None else ()
        return (found, "self") if found else None

    def written(self, evaluation: Evaluation, place: Place, owner: Value, found: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        """A function that an extension of a type writes counts before one that a protocol of the type only asks for."""
        program = evaluation.program
        known = evaluation.generics.concrete(owner)
        if not found or known is None or known[0] not in ("inst", "cls", "def"):
            return found
        kinds = {program.entity(row.unit, program.entity(row.unit, row.ordinal).parent).kind for row in found}
        if kinds != {"interface"} or program.entity(known[1], known[2]).kind == INTERFACE:
            return found
        return self.extensions(evaluation, place, owner, program.entity(found[0].unit, found[0].ordinal).name) or found
