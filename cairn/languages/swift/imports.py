"""Swift's modules: a source is one, whose files see one another."""

from __future__ import annotations

from cairn.languages.nominal import Prelude
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.facts import EntityFact, Import
from cairn.semantics.flags import OVERLOADED
from cairn.semantics.places import Place
from cairn.semantics.roles import Imports
from cairn.semantics.values import Instance, Value


class SwiftModule:
    """The one module that a source is: its names, its functions, and what its extensions hold."""

    def __init__(self, prelude: Prelude) -> None:
        self._prelude = prelude
        self.names: dict[str, list[Value]] = {}
        self.functions: dict[str, list[tuple[int, int]]] = {}
        self.extensions: dict[str, list[tuple[int, int]]] = {}
        self.folders: set[str] = set()

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._prelude.read(evaluation, family)
        self.names, self.functions, self.extensions = {}, {}, {}
        self.folders = {part for _, path in evaluation.program.files(family) for part in path.split("/")[:-1]}
        program = evaluation.program
        for index in program.indexed(family):
            for ordinal, entity in enumerate(index.entities):
                if not ordinal:
                    continue
                if entity.owner >= 0:
                    self.extensions.setdefault(entity.name, []).append((index.number, ordinal))
                elif entity.parent == 0 and OVERLOADED in entity.flags:
                    self.functions.setdefault(entity.name, []).append((index.number, ordinal))
                elif entity.parent == 0:
                    self.names.setdefault(entity.name, []).append(("def", index.number, ordinal))
        for index in list(program.indexed(family)):
            self._attach(evaluation, index)
        evaluation.memory.forget()

    def _attach(self, evaluation: Evaluation, index: UnitView) -> None:
        """Properties and bases that extensions give to their types; functions are found by `extensions`."""
        for ordinal, entity in enumerate(index.entities):
            if entity.owner >= 0 and OVERLOADED not in entity.flags:
                owner = self.owner(evaluation, index, entity)
                if owner is not None and owner[1:3] != (index.number, entity.parent):
                    members = evaluation.program.extra_members[owner[1:3]]
                    members.setdefault(entity.name, []).append((index.number, ordinal))
        for number, row in enumerate(index.extra.get("extending", ())):
            extended = evaluation.types.type_of(Place(index.number, 0, 0), row[0])
            if extended is not None and extended[0] == "inst":
                evaluation.program.extra_bases[extended[1:3]].append((index.number, number))

    @staticmethod
    def owner(evaluation: Evaluation, index: UnitView, entity: EntityFact) -> Instance | None:
        """The type that an extension, of which this is a member, is for."""
        found = evaluation.types.type_of(Place(index.number, 0, 0), entity.owner)
        return found if found is not None and found[0] == "inst" else None


class SwiftImports(Imports):
    """`import Foundation` names a module; one of the name of a folder is the source's own."""

    def __init__(self, module: SwiftModule) -> None:
        self._module = module

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        module = imported.module.partition(".")[0]
        return [] if module in self._module.folders else [("ext", f"swift/{module}")]
