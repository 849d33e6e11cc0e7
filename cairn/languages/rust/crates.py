"""Crates and their modules: which file is which module, by manifests, `mod` lines and usual places."""

from __future__ import annotations

import posixpath
import tomllib
from typing import Any

from cairn.semantics.evaluation import ProgramView, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.kinds import MACRO, NAMESPACE

FAMILY = "rust"

Module = tuple[int, int]  # unit, and the ordinal of the inline module in it (0: the file's own)

_ROOT_FILES = ("lib.rs", "main.rs")
_TARGET_FOLDERS = ("bin", "tests", "examples", "benches")
_TARGET_TABLES = ("lib", "bin", "test", "example", "bench")


class Crates:
    """The module tree of all crates of a source."""

    def __init__(self, program: ProgramView) -> None:
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
        self._dependencies: dict[str, set[str]] = {}  # package folder -> names in its code
        self._packages: list[str] = []  # folders, deepest first
        indexed = (unit for unit in program.indexed(FAMILY) if unit.family == FAMILY and not program.is_prelude(unit.number))
        self._units: dict[str, UnitView] = {unit.path: unit for unit in indexed}
        self._is_root: set[int] = set()
        self._find_roots()
        for number in sorted(self._is_root):
            self._grow(number)
        for unit in self._units.values():
            if unit.number not in self.roots:
                self._adopt(unit)
        self._find_macros()

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
        for path, unit in self._units.items():
            folder, _, name = path.rpartition("/")
            above = posixpath.basename(folder)
            further = posixpath.basename(posixpath.dirname(folder))
            is_target = above in _TARGET_FOLDERS or (name == "main.rs" and further in _TARGET_FOLDERS)
            if name in _ROOT_FILES or is_target or (name == "build.rs" and folder in self._packages):
                self._is_root.add(unit.number)

    def _read_manifest(self, folder: str, manifest: dict[str, Any]) -> None:
        package = manifest.get("package")
        if not isinstance(package, dict):
            return
        self._packages.append(folder)
        library = manifest.get("lib") or {}
        name = str(library.get("name") or package.get("name") or "").replace("-", "_")
        root = self._units.get(posixpath.join(folder, library.get("path") or "src/lib.rs"))
        if root is not None and name:
            self.libraries.setdefault(name, root.number)
            self._packaged.setdefault(str(package.get("name") or name).replace("-", "_"), root.number)
            self._is_root.add(root.number)
        for table in _TARGET_TABLES:
            targets = manifest.get(table) or []
            for target in [targets] if isinstance(targets, dict) else targets:
                unit = self._units.get(posixpath.join(folder, str(target.get("path") or "")))
                if unit is not None:
                    self._is_root.add(unit.number)
        targets = manifest.get("target") or {}
        for table in (manifest, *(targets.values() if isinstance(targets, dict) else ())):
            for kind in ("dependencies", "dev-dependencies", "build-dependencies"):
                for alias, wanted in (table.get(kind) or {}).items():
                    self._depend(folder, alias, wanted)

    def _depend(self, folder: str, alias: str, wanted: object) -> None:
        """Note what a package calls a dependency: by another name than its own, perhaps as its workspace says."""
        name = alias.replace("-", "_")
        self._dependencies.setdefault(folder, set()).add(name)
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
            unit = self._program.unit(number)
            for imported in unit.imports:
                if imported.how != "mod":
                    continue
                child = self._file_of(unit, imported)
                if child is None or child in self._is_root:
                    continue
                inside = self.module_at(number, imported.scope)
                first = self.children.setdefault((number, inside), {}).setdefault(imported.alias, child)
                if first != child:
                    together = self.beside.setdefault(first, [first])
                    together += [child] if child not in together else []
                    self.beside[child] = together
                if child not in self.roots:
                    self.roots[child] = root
                    self.parents[child] = (number, inside)
                    waiting.append(child)

    def _adopt(self, unit: UnitView) -> None:
        """A file that no `mod` line reaches (one that a macro writes) hangs where its path says."""
        folder, _, name = unit.path.rpartition("/")
        stem = name.removesuffix(".rs")
        if stem == "mod":
            folder, _, stem = folder.rpartition("/")
        above = [f"{folder}/{n}" if folder else n for n in ("mod.rs", *_ROOT_FILES)] + [f"{folder}.rs"]
        parent = next((self._units[p] for p in above if p in self._units and p != unit.path), None)
        if parent is None:
            self.roots[unit.number] = unit.number
            return
        if parent.number not in self.roots:
            self._adopt(parent)
        self.parents[unit.number] = (parent.number, 0)
        self.children.setdefault((parent.number, 0), {}).setdefault(stem, unit.number)
        root = self.roots[parent.number]
        self._grow(unit.number)
        self.roots[unit.number] = root

    def _file_of(self, unit: UnitView, imported: Import) -> int | None:
        folder, _, name = unit.path.rpartition("/")
        inner = [unit.entities[o].name for o in self._around(unit, imported.scope)]
        if imported.module:
            base = posixpath.join(folder, *inner) if inner else folder
            found = self._units.get(posixpath.normpath(posixpath.join(base, imported.module)))
            return found.number if found is not None else None
        is_root = unit.number in self._is_root or name == "mod.rs"
        base = posixpath.join(folder, *([] if is_root else [name.removesuffix(".rs")]), *inner)
        for candidate in (f"{imported.alias}.rs", f"{imported.alias}/mod.rs"):
            found = self._units.get(posixpath.join(base, candidate))
            if found is not None:
                return int(found.number)
        return None

    @staticmethod
    def _around(unit: UnitView, scope: int) -> list[int]:
        """The inline modules around a scope, outermost first."""
        found: list[int] = []
        while scope > 0:
            ordinal = unit.scope_entity[scope]
            if ordinal > 0 and unit.entities[ordinal].kind == NAMESPACE:
                found.append(ordinal)
            scope = unit.scopes[scope][1]
        return found[::-1]

    def module_at(self, unit: int, scope: int) -> int:
        """The ordinal of the inline module around a scope; 0 for the file's own."""
        inner = self._around(self._program.unit(unit), scope)
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
        return name.islower() and (folder is None or name in self._dependencies.get(folder, ()))

    def _find_macros(self) -> None:
        for unit in self._units.values():
            root = self.roots.get(unit.number, unit.number)
            for ordinal, entity in enumerate(unit.entities):
                if entity.kind == MACRO:
                    self.macros.setdefault((root, entity.name), []).append((unit.number, ordinal))
