"""Names in Perl: packages, and what modules export without being asked."""

from __future__ import annotations

from cairn.languages.perl.imports import PerlPackages
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.places import Place
from cairn.semantics.roles import Names
from cairn.semantics.values import Value


class PerlNames(Names):
    """`Shop::Cart` is a package; a bare name may be one of `@EXPORT` of a module that the file uses."""

    def __init__(self, packages: PerlPackages) -> None:
        self._packages = packages

    def path_name(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        return self._packages.find(name) or ("ext", f"perl/{name}")

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """A function of the package around, and none of those above it; else a package, or what a module exports."""
        index = evaluation.program.unit(place.unit)
        own = index.members.get(index.class_around(place.scope), {}).get(name)
        if own:
            return ("def", place.unit, own[-1])
        return self.path_name(evaluation, place, name) if "::" in name else self.outer_name(evaluation, place.unit, name)

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        for imported in evaluation.program.unit(unit).imports:
            found = self._packages.find(imported.module) if not imported.name else None
            if found is not None and name in evaluation.program.unit(found[1]).extra["exports"]:
                return evaluation.members.target(found, name)
        return self._packages.find(name)
