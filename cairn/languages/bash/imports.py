"""The files that a script sources."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.languages.paths import PathTable
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.roles import Imports, Rows, Survey
from cairn.semantics.values import Value


class Scripts(Survey):
    """The scripts of a source: what they define, and which of them source which."""

    def __init__(self) -> None:
        self._paths = PathTable()
        self.sources: dict[int, list[int]] = {}
        self.sourced_by: dict[int, list[int]] = {}
        self.defined: dict[str, dict[int, int]] = {}  # name -> file -> ordinal

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """The scripts that a script sources, and what it defines."""
        defined = [(entity.name, ordinal) for ordinal, entity in enumerate(index.entities) if ordinal and entity.parent == 0]
        return [[imported.module for imported in index.imports], defined]

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        paths = dict(evaluation.program.files(family))
        self._paths = PathTable(paths.items())
        self.sources, self.sourced_by, self.defined = {}, {}, {}
        for unit, (sourced, defined) in rows.items():
            for module in sourced:
                found = self.file(paths.get(unit, ""), module)
                if found is not None and found != unit:
                    self.sources.setdefault(unit, []).append(found)
                    self.sourced_by.setdefault(found, []).append(unit)
            for name, ordinal in defined:
                self.defined.setdefault(name, {})[unit] = ordinal

    def file(self, importer: str, module: str) -> int | None:
        """The script that a path names; of one that begins with `*/` only the end is known."""
        if module.startswith("*/"):
            name = module[2:].lstrip("/")
            return self._paths.find(importer, name) if name else None
        return self._paths.find(importer, module)


class BashImports(Imports):
    """`source lib/log.sh` names a file by its path, from a folder that is not told."""

    def __init__(self, scripts: Scripts) -> None:
        self._scripts = scripts

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        found = self._scripts.file(evaluation.program.unit(unit).path, imported.module)
        return [("mod", found)] if found is not None else []
