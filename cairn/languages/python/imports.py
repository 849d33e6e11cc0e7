"""Modules and packages over files, and which of them an import means."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator

from cairn.languages.python.roots import USUAL, find_roots, is_aside
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.facts import Import
from cairn.semantics.places import Found
from cairn.semantics.roles import Imports, Sources
from cairn.semantics.values import Module, Package, Value

FAMILY = "python"
# Names at the root of many sources, by which no other source means them.
_PRIVATE = frozenset("tests test testing docs doc examples example scripts tools benchmarks setup conftest noxfile tasks".split())
# A folder that has more modules of the standard library than this is the library itself (guess).
_LIBRARY_MODULES = 20


def _is_inside(folder: str, outer: str) -> bool:
    """Whether a folder is another, or lies in it."""
    return outer == "" or folder == outer or folder.startswith(outer + "/")


def anchor_of(module: str, name: str = "") -> str:
    """The handle of an external: top package, then all that follows it."""
    package, _, rest = module.partition(".")
    tail = ".".join(part for part in (rest, name) if part)
    return f"python/{package}#{tail}" if tail else f"python/{package}"


class PythonModules:
    """The modules and packages of a source by their paths, and the folders that code is found from."""

    def __init__(self, space: str) -> None:
        self.space = space
        self.files: dict[str, int] = {}
        self._packages: set[str] = set()
        self._folders: set[str] = set()
        self.prefixes: dict[str, list[str]] = {}
        self.root_package = ""  # the name of a source whose outermost folder is a package
        self._projects: set[str] = set()  # folders with a manifest
        self._roots: set[str] = set()  # folders that projects put on the path
        self._libraries: set[str] = set()  # folders that are Python's own library

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self.files, self._packages, self._folders = {}, set(), {""}
        paths = [path for _, path in evaluation.program.files(FAMILY)]
        self._projects, self._roots = find_roots(evaluation.program.manifests, paths)
        prefixes: dict[str, set[str]] = defaultdict(set)
        for number, path in evaluation.program.files(FAMILY):
            stem = path.rpartition(".")[0]
            folder, _, name = stem.rpartition("/")
            if name == "__init__":
                self._packages.add(folder)
                stem = folder
            if stem not in self.files or path.endswith(".py"):
                self.files[stem] = number
            while folder and folder not in self._folders:
                self._folders.add(folder)
                folder = folder.rpartition("/")[0]
        for path in [*self.files, *self._folders]:
            prefix, _, name = path.rpartition("/")
            if prefix not in self._packages:
                prefixes[name].add(prefix)
        self.root_package = evaluation.program.name if "" in self._packages and "" in self.files else ""
        self.prefixes = {name: sorted(found, key=lambda p: (p.count("/"), p)) for name, found in prefixes.items()}
        own = Counter(prefix for name in sys.stdlib_module_names for prefix in self.prefixes.get(name, ()))
        self._libraries = {prefix for prefix, count in own.items() if count > _LIBRARY_MODULES}

    def is_root(self, prefix: str) -> bool:
        """Whether code is found from a folder: a usual one, or one that a project puts on the path."""
        return prefix in USUAL or prefix in self._roots

    def at_path(self, path: str) -> Module | Package | None:
        """The module or package at a path without its ending."""
        if path in self.files:
            return ("mod", self.files[path])
        return ("pkg", path, self.space) if path in self._folders and path else None

    def find(self, importer: str, module: str) -> Module | Package | None:
        """The module or package that a dotted name means in the file `importer`."""
        folder = importer.rpartition("/")[0]
        if module.startswith("."):
            level = len(module) - len(module.lstrip("."))
            for _ in range(level - 1):
                folder = folder.rpartition("/")[0]
            tail = module[level:].replace(".", "/")
            path = "/".join(part for part in (folder, tail) if part)
            return self.at_path(path)
        tail = module.replace(".", "/")
        top, _, rest = tail.partition("/")
        for prefixes in self._search_order(folder, top):
            found = [at for p in prefixes if (at := self.at_path(f"{p}/{tail}" if p else tail)) is not None]
            if found:
                return found[0] if len(found) == 1 else None
        if top != self.root_package or not top:
            return None
        return self.at_path(rest) if rest else ("mod", self.files[""])

    def _search_order(self, folder: str, top: str) -> Iterator[list[str]]:
        """Folders that may hold a top-level package, those that are tried together in one list.

        Those above the importer come first, the nearest before all; then the roots of the projects that it is part of, then
        those of the source, then those of other projects, of which only one may have it. That a folder has the name says
        nothing by itself: nothing need put what it lies in on the path.
        """
        prefixes = self.prefixes.get(top, [])
        if top in sys.stdlib_module_names:
            yield from ([prefix] for prefix in prefixes if self._hides_library(folder, prefix, top))
            return
        above = [p for p in prefixes if _is_inside(folder, p)]
        yield from ([prefix] for prefix in reversed(above))
        rooted = [p for p in prefixes if p not in above and self.is_root(p)]
        for project in sorted(self._projects, key=len, reverse=True):
            if _is_inside(folder, project):
                yield [p for p in rooted if _is_inside(p, project)]
        yield from ([prefix] for prefix in rooted if prefix in USUAL)
        yield [prefix for prefix in rooted if prefix not in USUAL and not is_aside(prefix)]

    def _hides_library(self, folder: str, prefix: str, top: str) -> bool:
        """Whether a module in the folder `prefix` is found before the standard library's.

        It is in the folder that a script is run from, which is that of the importer or of the package that it is part of.
        """
        if (f"{prefix}/{top}" if prefix else top) not in self.files:
            return False
        if prefix in self._libraries:
            return _is_inside(folder, prefix)
        while folder in self._packages:
            folder = folder.rpartition("/")[0]
        return prefix == folder

    def submodule(self, evaluation: Evaluation, module: Module | Package, name: str) -> Module | Package | None:
        """The module or package of a name in another: `shop.cart` in `shop`."""
        if module[0] == "pkg":
            return self.at_path(f"{module[1]}/{name}")
        path = evaluation.program.unit(module[1]).path
        folder, _, file = path.rpartition("/")
        if file.partition(".")[0] != "__init__":
            return None
        return self.at_path(f"{folder}/{name}" if folder else name)


class PythonImports(Imports):
    """`import os.path` binds `os`; `from shop import cart` binds what `shop` defines, or the module `shop.cart`."""

    def __init__(self, modules: PythonModules) -> None:
        self._modules = modules

    def bound_name(self, imported: Import) -> str:
        return imported.module.partition(".")[0]

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        path = evaluation.program.unit(unit).path
        if not imported.name:
            module = imported.module if imported.alias else imported.module.partition(".")[0]
            found = self._modules.find(path, module)
            is_known = found is not None and (found[0] == "mod" or module != imported.module)
            return found if is_known else ("ext", anchor_of(module))
        found = self._modules.find(path, imported.module)
        if found is None:
            return None if imported.module.startswith(".") else ("ext", anchor_of(imported.module, imported.name))
        value = evaluation.members.find(found, imported.name)
        is_elsewhere = value is None and found[0] == "pkg" and not imported.module.startswith(".")
        if is_elsewhere:
            return ("ext", anchor_of(imported.module, imported.name))
        return value if not isinstance(value, Found) else None

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        path = evaluation.program.unit(unit).path
        found = self._modules.find(path, imported.module)
        if found is None:
            return [] if imported.module.startswith(".") else [("ext", anchor_of(imported.module.partition(".")[0]))]
        named = self._modules.submodule(evaluation, found, imported.name) if imported.name and imported.name != "*" else None
        if named is not None and not self._defines(evaluation, found, imported.name):
            return [named]
        if found[0] == "pkg" and not imported.module.startswith("."):  # a folder of the name, and another package meant
            return [("ext", anchor_of(imported.module.partition(".")[0]))]
        return [found] if found[0] == "mod" else []

    def _defines(self, evaluation: Evaluation, module: Value, name: str) -> bool:
        if module[0] != "mod":
            return False
        entries = evaluation.program.unit(module[1]).names[0].get(name, ())
        return any(entry.tag != "import" for entry in entries)


class PythonSources(Sources):
    """A source provides its top-level packages and modules."""

    def __init__(self, modules: PythonModules) -> None:
        self._modules = modules

    def provides(self, evaluation: Evaluation, imported: Import) -> bool:
        """A source has its top-level packages and modules: at the root, in a usual folder for sources, or in a project's."""
        top = imported.module.partition(".")[0]
        if not top or top in _PRIVATE or top in sys.stdlib_module_names:
            return False
        return top == self._modules.root_package or any(map(self._modules.is_root, self._modules.prefixes.get(top, ())))

    def wanted(self, evaluation: Evaluation, unit: int, name: str) -> list[Import]:
        index = evaluation.program.unit(unit)
        stars = [index.imports[number] for numbers in index.stars.values() for number in numbers if name[:1] != "_"]
        return [star._replace(name=name, alias="") for star in stars if not star.module.startswith(".")]
