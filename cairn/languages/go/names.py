"""Names in Go: of the package, of imports without an alias, built in."""

from __future__ import annotations

from cairn.languages.go.imports import FAMILY, GoPackages
from cairn.semantics import values
from cairn.semantics.evaluation import Evaluation, ProgramView
from cairn.semantics.roles import Names
from cairn.semantics.values import Value


class GoNames(Names):
    """A name of a file is one of its package, of an import, or built in."""

    def __init__(self, packages: GoPackages) -> None:
        self._packages = packages

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        program = evaluation.program
        found = self._packages.in_package(program, unit, self._packages.package_of.get(unit, ""), name)
        if found is not None:
            return found
        number = self._packages.imports.get(unit, {}).get(name)
        if number is not None:
            return evaluation.scopes.import_value(unit, number)
        for star in program.unit(unit).stars.get(0, ()):
            package = self._packages.locate(program.unit(unit).path, program.unit(unit).imports[star].module)
            found = (
                self._packages.in_package(program, unit, package, name) if package is not None and name[:1].isupper() else None
            )
            if found is not None:
                return found
        return self.in_prelude(program, name) if "__" not in name else None

    @staticmethod
    def in_prelude(program: ProgramView, name: str) -> values.Definition | None:
        """The definition of a built-in name: `error`, `len`."""
        number = program.preludes.get(FAMILY)
        if number is None:
            return None
        entries = program.unit(number).names[0].get(name)
        return ("def", number, entries[-1].number) if entries else None
