"""How Solidity looks names up: imports by path, inherited members, libraries that are attached to types."""

from __future__ import annotations

from cairn.languages.nominal import NominalRules
from cairn.languages.paths import PathTable
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Call
from cairn.semantics.facts import Import
from cairn.semantics.places import Candidate, Place
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import NOT_MINE, NotMine
from cairn.semantics.values import Value

_ROOTS = ("", "lib/", "node_modules/", "contracts/", "src/")


class SolidityRules(NominalRules):
    """Solidity's own rules."""

    def __init__(self) -> None:
        super().__init__()
        self._paths = PathTable()

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._paths = PathTable(evaluation.program.files(family))

    # Imports

    def _file(self, importer: str, module: str) -> int | None:
        if module.startswith("."):
            return self._paths.find(importer, module)
        found = next((n for root in _ROOTS if (n := self._paths.at(root + module)) is not None), None)
        if found is None:
            found = self._paths.ending_with(module)
        return found if found is not None else self._paths.ending_with(module.partition("/")[2]) if "/" in module else None

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        found = self._file(evaluation.program.unit(unit).path, imported.module)
        return [("mod", found)] if found is not None else [("ext", f"solidity/{imported.module}")]

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        found = self._file(evaluation.program.unit(unit).path, imported.module)
        if found is None:
            return ("ext", f"solidity/{imported.module}#{imported.name}" if imported.name else f"solidity/{imported.module}")
        return ("mod", found) if not imported.name else self._exported(evaluation, found, imported.name)

    def _exported(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """What a file gives: its own definitions, and all that it imports."""
        for number in self._visible(evaluation, unit):
            index = evaluation.program.unit(number)
            for entry in index.names[0].get(name, ()) if 0 in index.names else ():
                value = evaluation.scopes.entry_value(number, entry)
                if value is not None:
                    return value
        return None

    def _visible(self, evaluation: Evaluation, unit: int) -> list[int]:
        """A file and those that it imports whole, and those that they import whole."""
        return self._reach(evaluation, unit) or []

    @rule_question
    def _reach(self, evaluation: Evaluation, unit: int) -> list[int]:
        found = [unit]
        for number in found:
            index = evaluation.program.unit(number)
            for imported in index.imports:
                other = self._file(index.path, imported.module) if imported.name == "*" else None
                if other is not None and other not in found:
                    found.append(other)
        return found

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        return self._exported(evaluation, unit, name)

    def behind(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        return self._exported(evaluation, unit, name)

    # Functions

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        """Functions outside of contracts: the file's own, and those that it imports."""
        index = evaluation.program.unit(unit)
        for number in self._visible(evaluation, unit):
            found = self._free(evaluation, number, name)
            if found:
                return found
        for imported in index.imports:
            if imported.alias == name and imported.name not in ("", "*"):
                other = self._file(index.path, imported.module)
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

    def expanded(self, evaluation: Evaluation, kind: str, target: tuple[int, int], via: str) -> tuple[str, tuple[int, int], str]:
        """`Interface(address)` is a conversion, no call."""
        is_cast = kind == "calls" and evaluation.program.entity(*target).kind == "interface"
        return ("depends_on" if is_cast else kind), target, via

    def signature(self, index: UnitView, ordinal: int) -> tuple[object, ...]:
        return self.spelled_signature(index, ordinal)

    # Values

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        found = evaluation.functions.invocation_value(place, shape[1], tuple(shape[2]))
        return found[0] if found is not None else NOT_MINE

    def fit(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        """Numbers convert in many ways: only classes that have nothing to do with each other are told apart."""
        if wanted[0] != "inst" or given[0] != "inst" or wanted[1:3] == given[1:3]:
            return -1 if wanted[0] != "inst" or given[0] != "inst" else 0
        return 0 if evaluation.classes.is_below(given, wanted) else None
