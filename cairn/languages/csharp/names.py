"""Names in C#: of namespaces, of usings, and the functions that a call may mean."""

from __future__ import annotations

from cairn.languages.csharp.imports import CSharpNamespaces
from cairn.languages.nominal import NominalNames, Prelude
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.places import Candidate, Place
from cairn.semantics.roles import FunctionsNamed
from cairn.semantics.values import Definition, Value


class CSharpNames(NominalNames):
    """A type without its namespace is one of the namespaces around, or of a using."""

    def __init__(self, prelude: Prelude, namespaces: CSharpNamespaces) -> None:
        self._prelude = prelude
        self._namespaces = namespaces

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        index = evaluation.program.unit(unit)
        if unit == self._prelude.unit:
            return ("def", unit, self._prelude.classes[name]) if name in self._prelude.classes else None
        found = self._type_named(evaluation, index, name)
        if found is not None:
            return found
        if name in self._prelude.classes:
            return ("def", self._prelude.unit, self._prelude.classes[name])
        return ("pkg", name, self._namespaces.space) if name in self._namespaces.spaces or name == "System" else None

    def _type_named(self, evaluation: Evaluation, index: UnitView, name: str) -> Definition | None:
        for space in self._namespaces.spaces_of(index):
            found = self._namespaces.class_at(evaluation, space, name)
            if found is not None:
                return found
        for module in self._namespaces.usings(index):
            found = self._namespaces.class_at(evaluation, module, name)
            if found is None and (owner := self._namespaces.dotted(evaluation, module)) is not None:
                inner = evaluation.members.target(owner, name)
                found = inner if inner is not None and inner[0] == "def" else None
            if found is not None:
                return found
        return None


class CSharpFunctions(FunctionsNamed):
    """`static int Twice(this int n)` may be called on any int; `using static` brings functions in."""

    def __init__(self, namespaces: CSharpNamespaces) -> None:
        self._namespaces = namespaces

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        found: tuple[Candidate, ...] = ()
        for module in self._namespaces.usings(evaluation.program.unit(unit)):
            owner = self._namespaces.dotted(evaluation, module)
            if owner is not None:
                found += evaluation.overloads.of_class(owner[1], owner[2], name)
        return found

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> tuple[Candidate, ...]:
        if owner[0] in ("def", "cls", "pkg", "ext", "xinst", "super"):
            return ()
        found = []
        for unit, ordinal in self._namespaces.extensions.get(name, ()):
            kinds = evaluation.overloads.parameter_types(unit, ordinal)
            if kinds and evaluation.choice.fit(kinds[0], owner, unit) == 0:
                found.append(evaluation.overloads.extension(unit, ordinal, owner, 1))
        return tuple(found)

    def receiver_type(self, evaluation: Evaluation, candidate: Candidate) -> Value | None:
        return evaluation.overloads.parameter_types(candidate.unit, candidate.ordinal)[0]
