"""The files that a script sources."""

from __future__ import annotations

from cairn.languages.paths import PathTable
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.facts import Import
from cairn.semantics.roles import Imports
from cairn.semantics.values import Value


class Scripts:
    """The scripts of a source: what they define, and which of them source which."""

    def __init__(self) -> None:
        self._paths = PathTable()
        self.sources: dict[int, list[int]] = {}
        self.sourced_by: dict[int, list[int]] = {}
        self.defined: dict[str, dict[int, int]] = {}  # name -> file -> ordinal

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._paths = PathTable(evaluation.program.files(family))
        self.sources, self.sourced_by, self.defined = {}, {}, {}
        for index in evaluation.program.indexed(family):
            for imported in index.imports:
                found = self.file(index.path, imported.module)
                if found is not None and found != index.number:
                    self.sources.setdefault(index.number, []).append(found)
                    self.sourced_by.setdefault(found, []).append(index.number)
            for ordinal, entity in enumerate(index.entities):
                if ordinal and entity.parent == 0:
                    self.defined.setdefault(entity.name, {})[index.number] = ordinal

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
