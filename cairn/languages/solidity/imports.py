"""Imports by path, and what a file passes on: all that it imports."""

from __future__ import annotations

from cairn.languages.paths import PathTable
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.facts import Import
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import Imports, Modules
from cairn.semantics.values import Value

_ROOTS = ("", "lib/", "node_modules/", "contracts/", "src/")


class SoliditySources:
    """The files of a source, and what is seen in each."""

    def __init__(self) -> None:
        self._paths = PathTable()

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._paths = PathTable(evaluation.program.files(family))

    def file(self, importer: str, module: str) -> int | None:
        """The file that an import names: beside the importer, in a usual folder, or the only one of that path."""
        if module.startswith("."):
            return self._paths.find(importer, module)
        found = next((n for root in _ROOTS if (n := self._paths.at(root + module)) is not None), None)
        if found is None:
            found = self._paths.ending_with(module)
        return found if found is not None else self._paths.ending_with(module.partition("/")[2]) if "/" in module else None

    def exported(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """A file gives its own definitions, and all that it imports."""
        for number in self.visible(evaluation, unit):
            index = evaluation.program.unit(number)
            for entry in index.names[0].get(name, ()) if 0 in index.names else ():
                value = evaluation.scopes.entry_value(number, entry)
                if value is not None:
                    return value
        return None

    def visible(self, evaluation: Evaluation, unit: int) -> list[int]:
        """A file and those that it imports whole, and those that they import whole."""
        return self._reach(evaluation, unit) or []

    @rule_question
    def _reach(self, evaluation: Evaluation, unit: int) -> list[int]:
        found = [unit]
        for number in found:
            index = evaluation.program.unit(number)
            for imported in index.imports:
                other = self.file(index.path, imported.module) if imported.name == "*" else None
                if other is not None and other not in found:
                    found.append(other)
        return found


class SolidityImports(Imports):
    """`import {Rate} from "./Rate.sol";` binds Rate, `import "./Rate.sol";` all that the file gives."""

    def __init__(self, sources: SoliditySources) -> None:
        self._sources = sources

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        found = self._sources.file(evaluation.program.unit(unit).path, imported.module)
        return [("mod", found)] if found is not None else [("ext", f"solidity/{imported.module}")]

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        found = self._sources.file(evaluation.program.unit(unit).path, imported.module)
        if found is None:
            return ("ext", f"solidity/{imported.module}#{imported.name}" if imported.name else f"solidity/{imported.module}")
        return ("mod", found) if not imported.name else self._sources.exported(evaluation, found, imported.name)


class SolidityModules(Modules):
    """`import "./Rate.sol" as rates;` gives what the file defines, and what it imports."""

    def __init__(self, sources: SoliditySources) -> None:
        self._sources = sources

    def behind(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        return self._sources.exported(evaluation, unit, name)
