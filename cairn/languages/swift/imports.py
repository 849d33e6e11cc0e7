"""Swift's modules: a source is one, whose files see one another."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.languages.nominal import Prelude
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.facts import EntityFact, Import
from cairn.semantics.flags import OVERLOADED
from cairn.semantics.places import Place
from cairn.semantics.roles import Imports, Rows, Survey
from cairn.semantics.values import Instance, Value


class SwiftModule(Survey):
    """The one module that a source is: its names, its functions, and what its extensions hold."""

    def __init__(self, prelude: Prelude) -> None:
        self._prelude = prelude
        self.names: dict[str, list[Value]] = {}
        self.functions: dict[str, list[tuple[int, int]]] = {}
        self.extensions: dict[str, list[tuple[int, int]]] = {}
        self.folders: set[str] = set()

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """What extensions hold, functions, and other names of a file."""
        extensions: Rows = []
        functions: Rows = []
        names: Rows = []
        for ordinal, entity in enumerate(index.entities):
            if not ordinal:
                continue
            if entity.owner >= 0:
                extensions.append((entity.name, ordinal))
            elif entity.parent == 0:
                (functions if OVERLOADED in entity.flags else names).append((entity.name, ordinal))
        return [extensions, functions, names]

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        self._prelude.read(evaluation, family)
        self.names, self.functions, self.extensions = {}, {}, {}
        self.folders = {part for _, path in evaluation.program.files(family) for part in path.split("/")[:-1]}
        for unit, (extensions, functions, names) in rows.items():
            for name, ordinal in extensions:
                self.extensions.setdefault(name, []).append((unit, ordinal))
            for name, ordinal in functions:
                self.functions.setdefault(name, []).append((unit, ordinal))
            for name, ordinal in names:
                self.names.setdefault(name, []).append(("def", unit, ordinal))

    @staticmethod
    def owner(evaluation: Evaluation, index: UnitView, entity: EntityFact) -> Instance | None:
        """The type that an extension, of which this is a member, is for."""
        found = evaluation.types.type_of(Place(index.number, 0, 0), entity.owner)
        return found if found is not None and found[0] == "inst" else None


class SwiftExtensions(Survey):
    """Properties and bases that extensions give to their types; functions are found by `SwiftModule.extensions`."""

    is_evaluated = True

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """A type, and the number and name of a property that an extension gives to it, or the number of what states a base."""
        found: Rows = []
        for ordinal, entity in enumerate(index.entities):
            if entity.owner >= 0 and OVERLOADED not in entity.flags:
                owner = SwiftModule.owner(evaluation, index, entity)
                if owner is not None and owner[1:3] != (index.number, entity.parent):
                    found.append((owner[1], owner[2], ordinal, entity.name))
        for number, row in enumerate(index.extra.get("extending", ())):
            extended = evaluation.types.type_of(Place(index.number, 0, 0), row[0])
            if extended is not None and extended[0] == "inst":
                found.append((extended[1], extended[2], number))
        return found

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        program = evaluation.program
        for unit, said in rows.items():
            for holder, target, number, *name in said:
                if name:
                    program.extra_members[holder, target].setdefault(name[0], []).append((unit, number))
                else:
                    program.extra_bases[holder, target].append((unit, number))
        evaluation.memory.forget()


class SwiftImports(Imports):
    """`import Foundation` names a module; one of the name of a folder is the source's own."""

    def __init__(self, module: SwiftModule) -> None:
        self._module = module

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        module = imported.module.partition(".")[0]
        return [] if module in self._module.folders else [("ext", f"swift/{module}")]
