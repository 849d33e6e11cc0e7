"""Namespaces over files, `use`, and files that are required."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.languages.paths import PathTable
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.flags import GLOBAL
from cairn.semantics.kinds import CLASS_KINDS
from cairn.semantics.places import Place
from cairn.semantics.roles import Imports, Rows, Survey
from cairn.semantics.values import Definition, Value


def anchor_of(full: str) -> str:
    """The handle of an external: its namespace, then its name."""
    namespace, _, name = full.rpartition("\\")
    return f"php/{namespace}#{name}" if namespace else f"php/{name}"


class PhpNamespaces(Survey):
    r"""All definitions of a source by their full names: `Shop\Cart`."""

    def __init__(self) -> None:
        self.defined: dict[str, list[Definition]] = {}  # full name -> definitions
        self.spaces: set[str] = set()
        self.paths = PathTable()

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """The namespace of a file, and its definitions by their full names."""
        space = index.extra.get("namespace", "")
        defined = []
        for ordinal, entity in enumerate(index.entities):
            is_global = GLOBAL in entity.flags  # of `define`
            if ordinal and (entity.parent == 0 or is_global):
                defined.append((f"{space}\\{entity.name}" if space and not is_global else entity.name, ordinal))
        return [space, defined]

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        self.defined, self.spaces = {}, set()
        self.paths = PathTable(evaluation.program.files(family))
        for unit, (space, defined) in rows.items():
            self.spaces.add(space)
            for full, ordinal in defined:
                self.defined.setdefault(full, []).append(("def", unit, ordinal))

    def definition(self, full: str) -> Value | None:
        """The definition of a full name; None if several files define it and none is the one."""
        found = self.defined.get(full, ())
        return found[0] if len(found) == 1 else None


class PhpAdaptations(Survey):
    """The methods of traits that classes have under the names, and from the traits, that their `use` says."""

    is_evaluated = True

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """A method of a trait, the class that has it, and the name that this has for it."""
        rows: Rows = []
        for name, trait, method, alias in index.extra.get("adapted", ()):
            owners = [ordinal for ordinal, entity in enumerate(index.entities) if ordinal and entity.name == name]
            owners = [ordinal for ordinal in owners if index.entities[ordinal].kind in CLASS_KINDS]
            if len(owners) != 1 or alias in index.members.get(owners[0], ()):
                continue
            here = index.entities[owners[0]]
            value = evaluation.scopes.lookup(Place(index.number, here.home, here.pos), trait) if trait else None
            used = [value] if trait else evaluation.classes.bases(index.number, owners[0])
            for base in used:
                if base is None or not evaluation.classes.is_class(base):
                    continue
                found = evaluation.members.of_class(base[1], base[2], method, (), ("inst", base[1], base[2], ()), called=True)
                if found is not None and found.tag == "entity":
                    rows.append((found.unit, found.numbers[-1], owners[0], alias))
                    break
        return rows

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        for unit, said in rows.items():
            for holder, method, owner, alias in said:
                evaluation.program.extra_members[unit, owner].setdefault(alias, []).append((holder, method))
        evaluation.memory.forget()


class PhpImports(Imports):
    r"""`use Shop\Cart;` binds `Cart`; `require "cart.php";` names a file."""

    def __init__(self, namespaces: PhpNamespaces) -> None:
        self._namespaces = namespaces

    def bound_name(self, imported: Import) -> str:
        return imported.module.rpartition("\\")[2] if imported.how != "file" else ""

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        if imported.module in self._namespaces.defined:
            return self._namespaces.definition(imported.module)
        return ("ext", anchor_of(imported.module))

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        if imported.how == "file":
            importer = evaluation.program.unit(unit).path
            found = self._namespaces.paths.find(importer, imported.module.lstrip("/"))
            return [("mod", found)] if found is not None else []
        known = self._namespaces.defined.get(imported.module)
        if known is not None:
            return [("mod", number) for number in sorted({value[1] for value in known})]
        prefix = imported.module + "\\"
        return [] if any(name.startswith(prefix) for name in self._namespaces.spaces) else [("ext", anchor_of(imported.module))]
