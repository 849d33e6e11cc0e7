"""Packages over files, and imports of anything in packages and objects."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.languages.nominal import Prelude, files_named
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.flags import IMPLICIT, OVERLOADED
from cairn.semantics.kinds import CLASS
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import Imports, Modules, Rows, Survey
from cairn.semantics.values import Definition, Value

FAMILY = "scala"


class ScalaPackages(Survey):
    """The packages of a source: their definitions over all files, and what is added to types from outside."""

    def __init__(self, prelude: Prelude) -> None:
        self._prelude = prelude
        self.names: dict[tuple[str, str], list[Definition]] = {}  # by package and name
        self.functions: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self.known: set[str] = set()
        self.extensions: dict[str, list[tuple[int, int]]] = {}
        self.enriching: list[tuple[int, int]] = []  # implicit classes of one parameter, whose members that has, too

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """The package of a file, what is outermost, with whether it may be overloaded, its extensions and enriching classes."""
        entities = list(enumerate(index.entities))
        outermost = [(one.name, ordinal, OVERLOADED in one.flags) for ordinal, one in entities if ordinal and one.parent == 0]
        extensions = [(one.name, ordinal) for ordinal, one in entities if one.owner >= 0]
        enriching = [ordinal for ordinal, one in entities if one.kind == CLASS and IMPLICIT in one.flags and len(one.params) == 1]
        return [index.extra.get("package", ""), outermost, extensions, enriching]

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        self._prelude.read(evaluation, family)
        self.names, self.functions, self.known = {}, {}, set()
        self.extensions, self.enriching = {}, []
        for unit, (package, outermost, extensions, enriching) in rows.items():
            around = package
            while around and around not in self.known:
                self.known.add(around)
                around = around.rpartition(".")[0]
            for name, ordinal, is_overloaded in outermost:
                if is_overloaded:
                    self.functions.setdefault((package, name), []).append((unit, ordinal))
                else:
                    self.names.setdefault((package, name), []).append(("def", unit, ordinal))
            for name, ordinal in extensions:
                self.extensions.setdefault(name, []).append((unit, ordinal))
            self.enriching += [(unit, ordinal) for ordinal in enriching]

    def named(self, evaluation: Evaluation, dotted: str) -> Definition | None:
        """A full name is that of a definition of a package, or of a member of an object: `shop.Cart.total`."""
        package, _, name = dotted.rpartition(".")
        found = self.names.get((package, name))
        if found:
            return found[0] if len({value[1] for value in found}) == 1 else None
        outer = self.named(evaluation, package) if package else None
        inner = evaluation.members.target(evaluation.classes.as_value(outer), name) if outer is not None else None
        return inner if inner is not None and inner[0] == "def" else None

    def package_of(self, evaluation: Evaluation, unit: int, module: str) -> str:
        """A package as it is written in a file: a full name, or one inside of the file's own package."""
        if module in self.known or module.startswith("_root_."):
            return module.removeprefix("_root_.")
        own = evaluation.program.unit(unit).extra.get("package", "")
        while own:
            if f"{own}.{module}" in self.known or self.named(evaluation, f"{own}.{module}") is not None:
                return f"{own}.{module}"
            own = own.rpartition(".")[0]
        return module

    @rule_question
    def visible(self, evaluation: Evaluation, unit: int) -> list[str]:
        """Packages and objects whose names a file sees: its own and those around, and what it imports whole."""
        index = evaluation.program.unit(unit)
        own, found = index.extra.get("package", ""), []
        while own:
            found.append(own)
            own = own.rpartition(".")[0]
        stars = [index.imports[number].module for numbers in index.stars.values() for number in numbers]
        return [*found, *(self.package_of(evaluation, unit, star) for star in stars), ""]


class ScalaImports(Imports):
    """`import shop.Cart.total` binds a member of an object; a package may be named from inside of the file's own."""

    def __init__(self, packages: ScalaPackages) -> None:
        self._packages = packages

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        module = self._packages.package_of(evaluation, unit, imported.module)
        found = self._packages.named(evaluation, f"{module}.{imported.name}")
        if found is not None:
            return found
        full = f"{module}.{imported.name}"
        if full in self._packages.known:
            return ("pkg", full, FAMILY)
        if (
            (module, imported.name) in self._packages.functions
            or module in self._packages.known
            or self._packages.named(evaluation, module) is not None
        ):
            return None
        first = (
            evaluation.program.unit(unit).names[0].get(module.partition(".")[0])
            if 0 in evaluation.program.unit(unit).names
            else None
        )
        return ("ext", f"scala/{module}#{imported.name}") if not first or "." in module else None

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        module = self._packages.package_of(evaluation, unit, imported.module)
        if imported.name == "*":
            return self._used(evaluation, unit, module)
        found = self._packages.named(evaluation, f"{module}.{imported.name}") or self._packages.named(evaluation, module)
        units = (
            {found[1]}
            if found is not None
            else {number for number, _ in self._packages.functions.get((module, imported.name), ())}
        )
        if units:
            return [("mod", number) for number in sorted(units)]
        return [] if module in self._packages.known else [("ext", f"scala/{module}#{imported.name}")]

    def _used(self, evaluation: Evaluation, unit: int, module: str) -> list[Value]:
        if module not in self._packages.known:
            found = self._packages.named(evaluation, module)
            return [("mod", found[1])] if found is not None else [("ext", f"scala/{module}")]
        defined: dict[str, set[int]] = {}
        for (package, name), values in self._packages.names.items():
            if package == module:
                defined[name] = {value[1] for value in values}
        return files_named(evaluation, unit, defined)


class ScalaModules(Modules):
    """`shop.Cart`: what a package holds."""

    def __init__(self, packages: ScalaPackages) -> None:
        self._packages = packages

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        full = f"{package}.{name}"
        return self._packages.named(evaluation, full) or (("pkg", full, FAMILY) if full in self._packages.known else None)
