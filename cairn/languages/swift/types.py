"""Types and values in Swift: what extensions add, overloads by labels, cases of enums."""

from __future__ import annotations

from cairn.languages.nominal import NominalOverloads, Prelude, fit_loosely, spelled_signature
from cairn.languages.swift.names import SwiftFunctions
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import UNKNOWN, Matched
from cairn.semantics.flags import CASE
from cairn.semantics.places import Candidate, Found, Place
from cairn.semantics.roles import Bases, NotMine, Operators
from cairn.semantics.values import Base, Value

_NUMBERS = frozenset(
    {"Int", "UInt", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float", "CGFloat"}
)


class SwiftBases(Bases):
    """`extension Cart: Codable` gives Cart a base, in whichever file it stands."""

    def attached(self, evaluation: Evaluation, unit: int, number: int) -> Base | None:
        row = evaluation.program.unit(unit).extra["extending"][number]
        return evaluation.classes.as_class(Place(unit, 0, 0), row[1], -1)

    def stated(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], Value, int]]:
        """Extensions in any file may give a base to the types of a file: an edge belongs to the file of its type."""
        program = evaluation.program
        found: list[tuple[tuple[int, int], Value, int]] = []
        for ordinal, entity in enumerate(program.unit(unit).entities):
            for other, number in program.extra_bases.get((unit, ordinal), ()):
                base = self.attached(evaluation, other, number)
                if base is not None and base[0] == "cls":
                    line = program.unit(other).extra["extending"][number][2] if other == unit else entity.name_line
                    found.append(((unit, ordinal), ("inst", *base[1:]), line))
        return found


class SwiftOverloads(NominalOverloads):
    """`move(to:)` and `move(by:)` are told apart by their labels."""

    def __init__(self, prelude: Prelude, functions: SwiftFunctions) -> None:
        super().__init__(prelude)
        self._functions = functions

    def for_receiver(
        self, evaluation: Evaluation, place: Place, receiver: int, found: tuple[Candidate, ...]
    ) -> tuple[Candidate, ...]:
        owner = evaluation.expressions.eval(place, receiver)
        return self._functions.written(evaluation, place, owner, found) if owner is not None else found

    def signature(self, index: UnitView, ordinal: int) -> tuple[object, ...]:
        labels = tuple(label for label, _, _ in index.entities[ordinal].params)
        return (labels, spelled_signature(index, ordinal))

    def fit(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        return fit_loosely(self._prelude, evaluation, wanted, given, _NUMBERS)

    def for_arguments(
        self, evaluation: Evaluation, place: Place, args: tuple[int, ...], fitting: list[tuple[Candidate, list[int]]]
    ) -> list[tuple[Candidate, list[int]]]:
        """Labels count: an argument without one is for a parameter without one."""
        exprs = evaluation.program.unit(place.unit).exprs
        shapes = [exprs[arg] if arg >= 0 else UNKNOWN for arg in args]
        labels = [shape[1] if shape[0] == "keyword" else "" for shape in shapes]
        kept = []
        for row in fitting:
            params = evaluation.program.entity(row[0].unit, row[0].ordinal).params
            given = [label for label in labels if label != "{"]
            if all(label == name for label, (name, _, _) in zip(given, params, strict=False)) or len(fitting) == 1:
                kept.append(row)
        return kept or fitting


class SwiftOperators(Operators):
    """`case .loaded(let page)` takes the page out of the case; loops are over what the prelude does not tell."""

    def taken(self, evaluation: Evaluation, place: Place, shape: Matched) -> Value | None:
        """A case of an enum holds values in its brackets: `page` of `case .loaded(let page)` is the first."""
        case = evaluation.program.unit(place.unit).exprs[shape[2]]
        if case[0] != "member" or not isinstance(shape[3], int):
            return None
        owner = evaluation.expressions.eval(place, case[1])
        found = evaluation.members.find(owner, case[2]) if owner is not None and owner[0] != "union" else None
        if not isinstance(found, Found) or found.tag != "entity":
            return None
        entity = evaluation.program.entity(found.unit, found.numbers[-1])
        if CASE not in entity.flags or shape[3] >= len(entity.params):
            return None
        home = Place(found.unit, entity.home, entity.pos)
        value: Value | None = evaluation.types.type_of(home, entity.params[shape[3]][1], found.env, found.numbers[-1])
        return value

    def iterated(self, evaluation: Evaluation, value: Value) -> Value | NotMine | None:
        return None
