"""Imports in Rust: `use`, `mod`, `extern crate`, and crates of other sources."""

from __future__ import annotations

from cairn.languages.rust.names import ROOT_WORDS, RustPaths, anchor_of
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.facts import Import
from cairn.semantics.roles import Imports, Sources
from cairn.semantics.values import Value

MAX_HOPS = 24  # re-exports that lead to one another (guess)


class RustImports(Imports):
    """`use shop::Cart as Basket;` binds `Basket`, `mod shop;` leads to `shop.rs`."""

    def __init__(self, paths: RustPaths) -> None:
        self._paths = paths
        self._hops = 0  # re-exports that are being followed

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        if imported.how == "mod":
            module = (unit, self._paths.crates.module_at(unit, imported.scope))
            child = self._paths.crates.children.get(module, {}).get(imported.alias)
            return ("mod", child) if child is not None else None
        if imported.how == "crate":
            if imported.name == "self":
                return ("mod", self._paths.crates.roots.get(unit, unit))
            found = self._paths.crates.crate_named(unit, imported.name)
            return ("mod", found) if found is not None else ("ext", anchor_of(imported.name))
        if self._hops >= MAX_HOPS:
            evaluation.memory.cut()
            return None
        self._hops += 1
        value = self._paths.imported(evaluation, unit, imported, imported.name)
        self._hops -= 1
        return value

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        """The file that defines the imported name, through re-exports; a module is defined where its `mod` line stands."""
        value = self._named_by(evaluation, unit, imported)
        if imported.how in ("mod", "crate"):
            return [value] if value is not None and value[0] in ("mod", "ext") else []
        if value is None:
            container = self._paths.path(evaluation, unit, imported.scope, imported.module)
            module = self._paths.as_module(evaluation, container)
            return [("mod", module[0])] if module is not None else []
        if value[0] == "ext":
            return [("ext", value[1].partition("#")[0])]
        last = imported.module.rpartition("::")[2] if imported.name == "*" else imported.name
        if value[0] == "mod" and last not in ROOT_WORDS:
            return [("mod", self._paths.crates.parents.get(value[1], (value[1], 0))[0])]
        return [("mod", value[1])] if value[0] in ("mod", "def", "cls", "meth") else []

    def uses(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        value = self._named_by(evaluation, unit, imported) if imported.how in ("use", "reexport") else None
        return [value] if value is not None and value[0] == "mod" else []

    def _named_by(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        """An import names what it binds; `use shop::*` names `shop`."""
        if imported.name == "*":
            return self._paths.path(evaluation, unit, imported.scope, imported.module)
        return self.value(evaluation, unit, imported)


class RustSources(Sources):
    """A source provides its library crates, which a manifest may let code call otherwise."""

    def __init__(self, paths: RustPaths) -> None:
        self._paths = paths

    def provides(self, evaluation: Evaluation, imported: Import) -> bool:
        """A source has its library crates, by their names."""
        return (imported.module.partition("::")[0] or imported.name) in self._paths.crates.libraries

    def outward(self, evaluation: Evaluation, unit: int, imported: Import) -> Import:
        head, colons, rest = imported.module.removeprefix("::").partition("::")
        if head:
            return imported._replace(module=self._paths.crates.true_name(unit, head) + colons + rest)
        return imported._replace(name=self._paths.crates.true_name(unit, imported.name))

    def wanted(self, evaluation: Evaluation, unit: int, name: str) -> list[Import]:
        """A crate of that name, or what `use x::*` brings from one."""
        index = evaluation.program.unit(unit)
        stars = [index.imports[number] for numbers in index.stars.values() for number in numbers]
        found = [star._replace(name=name, alias="") for star in stars if star.module.partition("::")[0] not in ROOT_WORDS]
        return [Import(0, "", name, "", 0, 0, "crate"), *found]
