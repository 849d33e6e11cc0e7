"""Packages over files, and imports of anything in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from cairn.languages.nominal import Prelude, files_named
from cairn.languages.packages import definition_at, with_those_around
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.flags import OVERLOADED
from cairn.semantics.roles import Imports, Modules, Rows, Survey
from cairn.semantics.values import Definition, Value

FAMILY = "kotlin"


def anchor_of(package: str, name: str = "") -> str:
    """The handle of an external: the package, then the name in it."""
    return f"kotlin/{package}#{name}" if name else f"kotlin/{package}"


def split_name(dotted: str) -> tuple[str, str]:
    """A dotted name as its package and what follows: classes have capital letters, functions stand last."""
    parts = dotted.split(".")
    first = next((i for i, part in enumerate(parts) if part[:1].isupper()), len(parts) - 1)
    return ".".join(parts[:first]), ".".join(parts[first:])


class KotlinPackages(Survey):
    """The packages of a source: their classes, properties, functions and extensions over all files."""

    def __init__(self, prelude: Prelude) -> None:
        self._prelude = prelude
        self.names: dict[tuple[str, str], Definition] = {}  # classes and properties by package and name
        self.functions: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self.extensions: dict[str, list[tuple[int, int]]] = {}
        self.defined: dict[str, dict[str, set[int]]] = {}  # package -> name -> files
        self.known: set[str] = set()
        self.around: set[str] = set()

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """The package of a file, its extensions, and what else is outermost, with whether it may be overloaded."""
        extensions = [(entity.name, ordinal) for ordinal, entity in enumerate(index.entities) if entity.owner >= 0]
        outermost = [
            (entity.name, ordinal, OVERLOADED in entity.flags, entity.owner < 0)
            for ordinal, entity in enumerate(index.entities)
            if ordinal and entity.parent == 0
        ]
        return [index.extra.get("package", ""), extensions, outermost]

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        self.names, self.functions, self.extensions = {}, defaultdict(list), defaultdict(list)
        self.known, self.around = set(), set()
        self.defined = defaultdict(lambda: defaultdict(set))
        self._prelude.read(evaluation, family)
        for unit, (said, extensions, outermost) in rows.items():
            package = "kotlin" if unit == self._prelude.unit else said
            self.known.add(package)
            for name, ordinal in extensions:
                self.extensions[name].append((unit, ordinal))
            for name, ordinal, is_overloaded, is_plain in outermost:
                self.defined[package][name].add(unit)
                if not is_overloaded:
                    self.names.setdefault((package, name), ("def", unit, ordinal))
                elif is_plain:
                    self.functions[package, name].append((unit, ordinal))
        self.around |= with_those_around(self.known)

    def named(self, evaluation: Evaluation, dotted: str) -> Definition | None:
        """The class or property of a full name; nested ones are members of their class."""
        return definition_at(evaluation, self.names, dotted)

    @staticmethod
    def package_of(evaluation: Evaluation, unit: int) -> str:
        """The package that a file says it is of."""
        return str(evaluation.program.unit(unit).extra.get("package", ""))

    def visible_packages(self, index: UnitView) -> list[str]:
        """The packages whose names a file sees: its own, those that it imports whole, and `kotlin`."""
        stars = [index.imports[number].module for numbers in index.stars.values() for number in numbers]
        return [index.extra.get("package", ""), *stars, "kotlin"]


class KotlinImports(Imports):
    """`import com.shop.total as sum` binds `sum` to a class, a function or a property."""

    def __init__(self, prelude: Prelude, packages: KotlinPackages) -> None:
        self._prelude = prelude
        self._packages = packages

    def bound_name(self, imported: Import) -> str:
        return imported.module.rpartition(".")[2]

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        found = self._packages.named(evaluation, imported.module)
        if found is not None:
            return found
        package, name = split_name(imported.module)
        last = imported.module.rpartition(".")
        if (
            (last[0], last[2]) in self._packages.functions
            or last[0] in self._packages.known
            or self._packages.named(evaluation, last[0]) is not None
        ):
            return None  # a function: found by `imported`
        return ("ext", anchor_of(package, name))

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        if imported.name == "*":
            return self._used_files(evaluation, unit, imported.module)
        found = self._packages.named(evaluation, imported.module) or self._packages.named(
            evaluation, imported.module.rpartition(".")[0]
        )
        package, _, name = imported.module.rpartition(".")
        units = {found[1]} if found is not None else {number for number, _ in self._packages.functions.get((package, name), ())}
        units |= {
            number
            for number, _ in self._packages.extensions.get(name, ())
            if self._packages.package_of(evaluation, number) == package
        }
        if units:
            return [("mod", number) for number in sorted(units) if number != self._prelude.unit]
        package, name = split_name(imported.module)
        return [("ext", anchor_of(package, name.partition(".")[0]))]

    def _used_files(self, evaluation: Evaluation, unit: int, package: str) -> list[Value]:
        """The files of a package that define what an importing file names."""
        if package not in self._packages.known:
            found = self._packages.named(evaluation, package)
            return [("mod", found[1])] if found is not None else [("ext", anchor_of(package))]
        return files_named(evaluation, unit, self._packages.defined[package])


class KotlinModules(Modules):
    """`com.shop.Cart`: what a package holds."""

    def __init__(self, packages: KotlinPackages) -> None:
        self._packages = packages

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        found = self._packages.names.get((package, name))
        if found is not None:
            return found
        joined = f"{package}.{name}"
        return ("pkg", joined, FAMILY) if joined in self._packages.around else ("ext", anchor_of(package, name))
