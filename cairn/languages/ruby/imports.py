"""Files that `require` names."""

from __future__ import annotations

from cairn.languages.paths import PathTable
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.facts import Import
from cairn.semantics.roles import Imports
from cairn.semantics.values import Value


class RubyImports(Imports):
    """`require "shop/cart"` is looked for in `lib`, `require_relative` beside the file."""

    def __init__(self) -> None:
        self._paths = PathTable()

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        importer = evaluation.program.unit(unit).path
        if imported.how == "relative":
            found = self._paths.find(importer, imported.module, (".rb", ""))
            return [("mod", found)] if found is not None else []
        found = next(
            (n for base in ("lib/", "", "app/") if (n := self._paths.at(f"{base}{imported.module}.rb")) is not None), None
        )
        if found is None:
            found = self._paths.ending_with("lib/" + imported.module, (".rb",))
        return [("mod", found)] if found is not None else [("ext", f"ruby/{imported.module}")]

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        """Look at the paths of all files."""
        self._paths = PathTable(evaluation.program.files(family))
