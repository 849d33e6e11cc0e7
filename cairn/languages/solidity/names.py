"""Names in Solidity: what a file sees, and the functions that a call may mean."""

from __future__ import annotations

from cairn.languages.nominal import NominalNames
from cairn.languages.solidity.imports import SoliditySources
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.places import Candidate, Place
from cairn.semantics.roles import FunctionsNamed
from cairn.semantics.values import Value


class SolidityNames(NominalNames):
    """A name of a contract is one of the file, or of what it imports."""

    def __init__(self, sources: SoliditySources) -> None:
        self._sources = sources

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        return self._sources.exported(evaluation, unit, name)


class SolidityFunctions(FunctionsNamed):
    """`using Math for uint;` lets `x.sqrt()` call `Math.sqrt(x)`."""

    def __init__(self, sources: SoliditySources) -> None:
        self._sources = sources

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        """Functions outside of contracts: the file's own, and those that it imports."""
        index = evaluation.program.unit(unit)
        for number in self._sources.visible(evaluation, unit):
            found = self._free(evaluation, number, name)
            if found:
                return found
        for imported in index.imports:
            if imported.alias == name and imported.name not in ("", "*"):
                other = self._sources.file(index.path, imported.module)
                if other is not None:
                    return self.imported(evaluation, other, imported.name) if other != unit else ()
        return ()

    @staticmethod
    def _free(evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        numbers = evaluation.program.unit(unit).methods.get(0, {}).get(name, ())
        return tuple(evaluation.overloads.extension(unit, number, None, 0) for number in numbers)

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> tuple[Candidate, ...]:
        """Functions of the libraries that the file attaches to types, and those of a module."""
        if owner[0] == "mod":
            return self._free(evaluation, owner[1], name)
        index, outermost = evaluation.program.unit(place.unit), Place(place.unit, 0, 0)
        for library, kind in index.extra.get("using", ()):
            value = evaluation.scopes.lookup(outermost, kind) if kind.isidentifier() and owner[0] == "inst" else None
            if kind == "*" or (value is not None and value[0] == "def" and value[1:3] == owner[1:3]):
                value = evaluation.scopes.lookup(outermost, library)
                found = evaluation.overloads.of_value(value, name) if value is not None else ()
                if found:
                    return tuple(evaluation.overloads.extension(row.unit, row.ordinal, owner, 1) for row in found)
        return ()
