"""Crates and their modules: which file is which module, by manifests, `mod` lines and usual places."""

from __future__ import annotations

import posixpath
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from cairn.semantics.evaluation import ProgramView, UnitView
from cairn.semantics.kinds import MACRO, NAMESPACE
from cairn.semantics.roles import Rows

FAMILY = "rust"

Module = tuple[int, int]  # unit, and the ordinal of the inline module in it (0: the file's own)

_ROOT_FILES = ("lib.rs", "main.rs")
_TARGET_FOLDERS = ("bin", "tests", "examples", "benches")
_TARGET_TABLES = ("lib", "bin", "test", "example", "bench")


class _Mod(NamedTuple):
    """A line `mod name;`: with the path that an attribute gives it, and the inline modules around it."""

    name: str
    path: str
    inside: int  # the ordinal of the innermost one
    around: list[str]


def said_of_crates(index: UnitView) -> Rows:
    """A file says which modules it has in other files, and which macros it defines."""
    mods: list[_Mod] = []
    for imported in index.imports:
        if imported.how == "mod":
            inner = _around(index, imported.scope)
            names = [index.entities[ordinal].name for ordinal in inner]
            mods.append(_Mod(imported.alias, imported.module, inner[-1] if inner else 0, names))
    macros = [(entity.name, ordinal) for ordinal, entity in enumerate(index.entities) if entity.kind == MACRO]
    return [list(map(tuple, mods)), macros]


def _around(unit: UnitView, scope: int) -> list[int]:
    """The inline modules around a scope, outermost first."""
    found: list[int] = []
    while scope > 0:
        ordinal = unit.scope_entity[scope]
        if ordinal > 0 and unit.entities[ordinal].kind == NAMESPACE:
            found.append(ordinal)
        scope = unit.scopes[scope][1]
    return found[::-1]


class Crates:
    """The module tree of all crates of a source, of what its files say (`said_of_crates`), by unit."""

    def __init__(self, program: ProgramView, said: Mapping[int, Rows]) -> None:
        self._program = program
        self.parents: dict[int, Module] = {}  # of a file's module
        self.children: dict[Module, dict[str, int]] = {}
        self.beside: dict[int, list[int]] = {}  # files that are one module, each in other builds, by `#[path]`
        self.roots: dict[int, int] = {}  # unit -> root unit of its crate
        self.libraries: dict[str, int] = {}  # crate name -> root unit
        self._packaged: dict[str, int] = {}  # package name -> root unit of its library
        self._shared: dict[str, dict[str, Any]] = {}  # folder of a workspace -> the dependencies that its members may name
        self.macros: dict[tuple[int, str], list[tuple[int, int]]] = {}  # (root, name) -> macro_rules
        self._renamed: dict[tuple[str, str], str] = {}  # (package folder, name in its code) -> crate name
        self._dependencies: set[tuple[str, str]] = set()  # package folder, name in its code
        self._packages: list[str] = []  # folders, deepest first
        self._units = {path: number for number, path in program.files(FAMILY)}
        self._paths = {number: path for path, number in self._units.items()}
        self._mods = {number: [_Mod(*mod) for mod in said[number][0]] for number in self._paths}
        self._is_root: set[int] = set()
        self._find_roots()
        for number in sorted(self._is_root):
            self._grow(number)
        for number in self._paths:
            if number not in self.roots:
                self._adopt(number)
        for number in self._paths:
            root = self.roots.get(number, number)
            for name, ordinal in said[number][1]:
                self.macros.setdefault((root, name), []).append((number, ordinal))

    # Roots

    def _find_roots(self) -> None:
        manifests = {p.rpartition("/")[0]: t for p, t in self._program.manifests.items() if p.rpartition("/")[2] == "Cargo.toml"}
        read: dict[str, dict[str, Any]] = {}
        for folder, text in sorted(manifests.items()):
            try:
                read[folder] = tomllib.loads(text)
                shared = (read[folder].get("workspace") or {}).get("dependencies")
            except (tomllib.TOMLDecodeError, AttributeError, ValueError):
                continue
            if isinstance(shared, dict):
                self._shared[folder] = shared
        for folder, manifest in read.items():
            try:
                self._read_manifest(folder, manifest)
            except (AttributeError, TypeError, ValueError):
                continue
        self._packages.sort(key=lambda f: (-f.count("/") if f else 1, f))
        for path, number in self._units.items():
            folder, _, name = path.rpartition("/")
            above = posixpath.basename(folder)
            further = posixpath.basename(posixpath.dirname(folder))
            is_target = above in _TARGET_FOLDERS or (name == "main.rs" and further in _TARGET_FOLDERS)
            if name in _ROOT_FILES or is_target or (name == "build.rs" and folder in self._packages):
                self._is_root.add(number)

    def _read_manifest(self, folder: str, manifest: dict[str, Any]) -> None:
        package = manifest.get("package")
        if not isinstance(package, dict):
            return
        self._packages.append(folder)
        library = manifest.get("lib") or {}
        name = str(library.get("name") or package.get("name") or "").replace("-", "_")
        root = self._units.get(posixpath.join(folder, library.get("path") or "src/lib.rs"))
        if root is not None and name:
            self.libraries.setdefault(name, root)
            self._packaged.setdefault(str(package.get("name") or name).replace("-", "_"), root)
            self._is_root.add(root)
        for table in _TARGET_TABLES:
            targets = manifest.get(table) or []
            for target in [targets] if isinstance(targets, dict) else targets:
                unit = self._units.get(posixpath.join(folder, str(target.get("path") or "")))
                if unit is not None:
                    self._is_root.add(unit)
        targets = manifest.get("target") or {}
        for table in (manifest, *(targets.values() if isinstance(targets, dict) else ())):
            for kind in ("dependencies", "dev-dependencies", "build-dependencies"):
                for alias, wanted in (table.get(kind) or {}).items():
                    self._depend(folder, alias, wanted)

    def _depend(self, folder: str, alias: str, wanted: object) -> None:
        """Note what a package calls a dependency: by another name than its own, perhaps as its workspace says."""
        name = alias.replace("-", "_")
        self._dependencies.add((folder, name))
        if isinstance(wanted, dict) and wanted.get("workspace") is True:
            around = [one for one in self._shared if not one or folder == one or folder.startswith(one + "/")]
            wanted = self._shared[max(around, key=len)].get(alias) if around else None
        package = wanted.get("package") if isinstance(wanted, dict) else None
        self._renamed[folder, name] = str(package or alias).replace("-", "_")

    # Modules

    def _grow(self, root: int) -> None:
        self.roots[root] = root
        waiting = [root]
        while waiting:
            number = waiting.pop()
            for mod in self._mods[number]:
                child = self._file_of(number, mod)
                if child is None or child in self._is_root:
                    continue
                inside = mod.inside
                first = self.children.setdefault((number, inside), {}).setdefault(mod.name, child)
                if first != child:
                    together = self.beside.setdefault(first, [first])
                    together += [child] if child not in together else []
                    self.beside[child] = together
                if child not in self.roots:
                    self.roots[child] = root
                    self.parents[child] = (number, inside)
                    waiting.append(child)

    def _adopt(self, unit: int) -> None:
        """A file that no `mod` line reaches (one that a macro writes) hangs where its path says."""
        path = self._paths[unit]
        folder, _, name = path.rpartition("/")
        stem = name.removesuffix(".rs")
        if stem == "mod":
            folder, _, stem = folder.rpartition("/")
        above = [f"{folder}/{n}" if folder else n for n in ("mod.rs", *_ROOT_FILES)] + [f"{folder}.rs"]
        parent = next((self._units[p] for p in above if p in self._units and p != path), None)
        if parent is None:
            self.roots[unit] = unit
            return
        if parent not in self.roots:
            self._adopt(parent)
        self.parents[unit] = (parent, 0)
        self.children.setdefault((parent, 0), {}).setdefault(stem, unit)
        root = self.roots[parent]
        self._grow(unit)
        self.roots[unit] = root

    def _file_of(self, unit: int, mod: _Mod) -> int | None:
        folder, _, name = self._paths[unit].rpartition("/")
        if mod.path:
            base = posixpath.join(folder, *mod.around) if mod.around else folder
            return self._units.get(posixpath.normpath(posixpath.join(base, mod.path)))
        is_root = unit in self._is_root or name == "mod.rs"
        base = posixpath.join(folder, *([] if is_root else [name.removesuffix(".rs")]), *mod.around)
        candidates = (posixpath.join(base, one) for one in (f"{mod.name}.rs", f"{mod.name}/mod.rs"))
        return next((self._units[one] for one in candidates if one in self._units), None)

    def module_at(self, unit: int, scope: int) -> int:
        """The ordinal of the inline module around a scope; 0 for the file's own."""
        inner = _around(self._program.unit(unit), scope)
        return inner[-1] if inner else 0

    def parent_of(self, module: Module) -> Module | None:
        """The module that `super` means in another."""
        unit, ordinal = module
        if ordinal:
            index = self._program.unit(unit)
            return unit, self.module_at(unit, index.entities[ordinal].home)
        return self.parents.get(unit)

    def true_name(self, unit: int, name: str) -> str:
        """The name of a crate that its manifest lets a file's code call otherwise."""
        folder = next((f for f in self._packages if self._program.unit(unit).path.startswith(f + "/" if f else "")), "")
        return self._renamed.get((folder, name), name)

    def crate_named(self, unit: int, name: str) -> int | None:
        """The root of the crate that a name means in a file's code."""
        if not self.libraries:
            return None
        folder = next((f for f in self._packages if self._program.unit(unit).path.startswith(f + "/" if f else "")), None)
        package = self._renamed.get((folder or "", name))
        found = self._packaged.get(package) if package is not None else None
        return found if found is not None else self.libraries.get(name if package is None else package)

    def is_dependency(self, unit: int, name: str) -> bool:
        """Whether a name that nothing else binds is a crate's: one the manifest lists, any where there is no manifest."""
        path = self._program.unit(unit).path
        folder = next((f for f in self._packages if path.startswith(f + "/" if f else "")), None)
        return name.islower() and (folder is None or (folder, name) in self._dependencies)
