"""Packages over files, and what `use` takes from them."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.languages.paths import PathTable
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.kinds import CLASS
from cairn.semantics.roles import Imports, Rows, Survey
from cairn.semantics.values import Definition, Value


def path_of(package: str) -> str:
    """The file in which Perl looks for a package, from a folder of `@INC` on."""
    return package.replace("::", "/") + ".pm"


class PerlPackages(Survey):
    """The packages of a source by name, and its files by path."""

    def __init__(self) -> None:
        self._paths = PathTable()
        self._defined: dict[str, list[Definition]] = {}

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """The packages of a file."""
        return [(entity.name, ordinal) for ordinal, entity in enumerate(index.entities) if ordinal and entity.kind == CLASS]

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        self._paths, self._defined = PathTable(evaluation.program.files(family)), {}
        for unit, said in rows.items():
            for name, ordinal in said:
                self._defined.setdefault(name, []).append(("def", unit, ordinal))

    def find(self, package: str) -> Definition | None:
        """A package: of several definitions, that in the file which has its name."""
        found = self._defined.get(package, [])
        if len(found) == 1:
            return found[0]
        named = [value for value in found if value[1] == self.file(package)]
        return named[0] if named else None

    def file(self, package: str) -> int | None:
        """The file of a package, `lib/Shop/Cart.pm` of `Shop::Cart`; None if no indexed one has its name."""
        return self._paths.ending_with(path_of(package))


class PerlImports(Imports):
    """`use Shop::Log qw(notice)` binds `notice`; `use Shop::Log` binds what that exports, see `PerlNames`."""

    def __init__(self, packages: PerlPackages) -> None:
        self._packages = packages

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        found = self._packages.find(imported.module)
        if found is not None:
            return evaluation.members.target(found, imported.name) if imported.name else found
        return ("ext", f"perl/{imported.module}#{imported.name}" if imported.name else f"perl/{imported.module}")

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        file, found = self._packages.file(imported.module), self._packages.find(imported.module)
        if file is None and found is not None:
            file = found[1]
        return [("mod", file)] if file is not None else [("ext", f"perl/{imported.module}")]
