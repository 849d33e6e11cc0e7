"""Packages over files, and imports of classes and of static members."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping

from cairn.languages.nominal import Prelude, files_named
from cairn.languages.packages import definition_at, with_those_around
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.roles import Imports, Modules, Rows, Sources, Survey
from cairn.semantics.values import Definition, Value


def anchor_of(package: str, name: str = "") -> str:
    """The handle of an external: the package, then the name in it."""
    return f"java/{package}#{name}" if name else f"java/{package}"


def split_name(dotted: str) -> tuple[str, str]:
    """A dotted name as its package and what follows, told by the capital letters of classes."""
    parts = dotted.split(".")
    first = next((i for i, part in enumerate(parts) if part[:1].isupper()), len(parts))
    return ".".join(parts[:first]), ".".join(parts[first:])


class JavaPackages(Survey):
    """The packages of a source, and the classes that they hold over all files."""

    def __init__(self, space: str, prelude: Prelude) -> None:
        self.space = space  # which of several sources these tables know
        self._prelude = prelude
        self.classes: dict[tuple[str, str], Definition] = {}
        self.defined: dict[str, dict[str, set[int]]] = {}  # package -> name of a class -> files of the source
        self.known: set[str] = set()
        self.around: set[str] = set()

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """The packages of a file, and its classes."""
        packages = index.extra.get("packages") or [(0, index.extra.get("package", ""))]
        starts = [start for start, _ in packages]
        classes = [
            (packages[max(bisect_right(starts, entity.pos) - 1, 0)][1], entity.name, ordinal)
            for ordinal, entity in enumerate(index.entities)
            if ordinal and entity.parent == 0
        ]
        return [[name for _, name in packages], classes]

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        self.classes, self.known, self.around = {}, set(), set()
        self.defined = defaultdict(lambda: defaultdict(set))
        self._prelude.read(evaluation, family)
        for unit, (packages, classes) in rows.items():
            is_prelude = evaluation.program.is_prelude(unit)
            self.known.update(packages)
            for package, name, ordinal in classes:
                if not is_prelude:
                    self.defined[package][name].add(unit)
                if not is_prelude or (package, name) not in self.classes:
                    self.classes[package, name] = ("def", unit, ordinal)
        self.around |= with_those_around(self.known)

    def class_at(self, evaluation: Evaluation, dotted: str) -> Definition | None:
        """The class of a full name; nested ones are members of their class."""
        return definition_at(evaluation, self.classes, dotted)

    @staticmethod
    def nested(evaluation: Evaluation, outer: Value, name: str) -> Definition | None:
        """A class or member in another: `Entry` of `Map.Entry`."""
        found = evaluation.members.target(outer, name)
        return found if found is not None and found[0] == "def" else None


class JavaImports(Imports):
    """`import com.shop.Cart;` binds Cart, `import com.shop.*;` leads to the files of which names are used."""

    def __init__(self, packages: JavaPackages) -> None:
        self._packages = packages

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        found = self._packages.class_at(evaluation, f"{imported.module}.{imported.name}")
        if found is not None:
            return found
        if imported.module in self._packages.known and (imported.module, imported.name) not in self._packages.classes:
            return ("ext", anchor_of(imported.module, imported.name))
        if self._packages.class_at(evaluation, imported.module) is not None:  # of a method: found by `imported`
            return None
        package, name = split_name(f"{imported.module}.{imported.name}")
        return ("ext", anchor_of(package, name or imported.name))

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        dotted = imported.module if imported.name == "*" else f"{imported.module}.{imported.name}"
        found = self._packages.class_at(evaluation, dotted) or self._packages.class_at(evaluation, imported.module)
        if found is not None and not evaluation.program.is_prelude(found[1]):
            return [("mod", found[1])]
        if imported.name == "*" and found is None and imported.module in self._packages.defined:
            return files_named(evaluation, unit, self._packages.defined[imported.module])
        package, name = split_name(dotted)
        return [("ext", anchor_of(package, name.partition(".")[0]))] if package else []


class JavaSources(Sources):
    """A source provides the packages that its files declare."""

    def __init__(self, packages: JavaPackages) -> None:
        self._packages = packages

    def provides(self, evaluation: Evaluation, imported: Import) -> bool:
        """A source has the packages that its files declare, and the classes in them."""
        if imported.name == "*":
            return imported.module in self._packages.known or self._packages.class_at(evaluation, imported.module) is not None
        dotted = f"{imported.module}.{imported.name}"
        return any(self._is_own(evaluation, self._packages.class_at(evaluation, one)) for one in (dotted, imported.module))

    @staticmethod
    def _is_own(evaluation: Evaluation, found: Definition | None) -> bool:
        return found is not None and not evaluation.program.is_prelude(found[1])

    def wanted(self, evaluation: Evaluation, unit: int, name: str) -> list[Import]:
        """A name may come from the package of a star import, or from the file's own, which another source may have a part of."""
        index = evaluation.program.unit(unit)
        modules = [index.extra.get("package", ""), *(index.imports[number].module for number in index.stars.get(0, ()))]
        return [Import(0, module, name, "", 0, 0, "") for module in modules if module] if name[:1].isupper() else []


class JavaModules(Modules):
    """`com.shop.Cart`: what a package holds."""

    def __init__(self, packages: JavaPackages) -> None:
        self._packages = packages

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        found = self._packages.classes.get((package, name))
        if found is not None:
            return found
        return ("ext", anchor_of(package, name)) if name[:1].isupper() else ("pkg", f"{package}.{name}", self._packages.space)
