"""How a shell looks names up: what a script defines, what it sources, and what those define that source it."""

from __future__ import annotations

from cairn.languages.paths import PathTable
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.facts import Import
from cairn.semantics.roles import Rules
from cairn.semantics.values import Value


class BashRules(Rules):
    """The shell's own rules."""

    def __init__(self) -> None:
        self._paths = PathTable()
        self._sources: dict[int, list[int]] = {}
        self._sourced_by: dict[int, list[int]] = {}
        self._defined: dict[str, dict[int, int]] = {}  # name -> file -> ordinal

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._paths = PathTable(evaluation.program.files(family))
        self._sources, self._sourced_by, self._defined = {}, {}, {}
        for index in evaluation.program.indexed(family):
            for imported in index.imports:
                found = self._file(index.path, imported.module)
                if found is not None and found != index.number:
                    self._sources.setdefault(index.number, []).append(found)
                    self._sourced_by.setdefault(found, []).append(index.number)
            for ordinal, entity in enumerate(index.entities):
                if ordinal and entity.parent == 0:
                    self._defined.setdefault(entity.name, {})[index.number] = ordinal

    def _file(self, importer: str, module: str) -> int | None:
        if module.startswith("*/"):
            name = module[2:].lstrip("/")
            return self._paths.find(importer, name) if name else None
        return self._paths.find(importer, module)

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        found = self._file(evaluation.program.unit(unit).path, imported.module)
        return [("mod", found)] if found is not None else []

    @staticmethod
    def _reach(start: set[int], steps: dict[int, list[int]]) -> set[int]:
        found, waiting = set(start), list(start)
        while waiting:
            for other in steps.get(waiting.pop(), ()):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """From the files that are sourced; else from those that source this one, and what they source."""
        known = self._defined.get(name)
        if known is None:
            return None
        own = self._reach({unit}, self._sources)
        around = self._reach(self._reach({unit}, self._sourced_by), self._sources)
        for files in (own, around):
            found = [number for number in known if number in files]
            if found:
                return ("def", found[0], known[found[0]]) if len(found) == 1 else None
        return None
