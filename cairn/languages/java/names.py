"""Names in Java: of the package, imported, of `java.lang`, and static functions."""

from __future__ import annotations

from cairn.languages.java.imports import JavaPackages
from cairn.languages.nominal import NominalNames, Prelude
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.facts import Import
from cairn.semantics.places import Candidate
from cairn.semantics.roles import FunctionsNamed
from cairn.semantics.values import Value

_TOP_PACKAGES = frozenset({"java", "javax", "jakarta", "com", "org", "net", "edu", "gov", "kotlin", "scala"})


class JavaNames(NominalNames):
    """A class without an import is one of the package, of a star import, or of `java.lang`."""

    def __init__(self, prelude: Prelude, packages: JavaPackages) -> None:
        self._prelude = prelude
        self._packages = packages

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        index = evaluation.program.unit(unit)
        if unit == self._prelude.unit:
            return ("def", unit, self._prelude.classes[name]) if name in self._prelude.classes else None
        found = self._packages.classes.get((index.extra.get("package", ""), name))
        if found is not None:
            return found
        for number in index.stars.get(0, ()):
            module = index.imports[number].module
            found = self._packages.classes.get((module, name))
            if found is None and (owner := self._packages.class_at(evaluation, module)) is not None:
                found = self._packages.nested(evaluation, owner, name)
            if found is not None:
                return found
        found = self._packages.classes.get(("java.lang", name))
        if found is not None:
            return found
        if name in self._packages.around or name in _TOP_PACKAGES:
            return ("pkg", name, self._packages.space)
        return None


class JavaFunctions(FunctionsNamed):
    """`import static java.lang.Math.max;` lets a call name `max` alone."""

    def __init__(self, packages: JavaPackages) -> None:
        self._packages = packages

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        index = evaluation.program.unit(unit)
        found: tuple[Candidate, ...] = ()
        for entry in index.names[0].get(name, ()) if 0 in index.names else ():
            if entry.tag == "import":
                found += self._functions_in(evaluation, unit, index.imports[entry.number].module, name)
        for number in index.stars.get(0, ()) if not found else ():
            found += self._functions_in(evaluation, unit, index.imports[number].module, name)
        return found

    @staticmethod
    def _as_import(dotted: str) -> Import:
        module, _, name = dotted.rpartition(".")
        return Import(0, module, name, "", 0, 0, "")

    def _functions_in(self, evaluation: Evaluation, unit: int, dotted: str, name: str) -> tuple[Candidate, ...]:
        owner = self._packages.class_at(evaluation, dotted) or evaluation.scopes.library_value(unit, self._as_import(dotted))
        return evaluation.overloads.of_class(owner[1], owner[2], name) if owner is not None and owner[0] == "def" else ()
