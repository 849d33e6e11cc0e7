"""Modules that `require` names."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.languages.paths import PathTable
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.flags import LOCAL
from cairn.semantics.roles import Imports, Rows, Survey
from cairn.semantics.values import Value

_ENDINGS = (".lua", "/init.lua")


class LuaModules(Survey):
    """The files of a source by the names of their modules, and what they define for all."""

    def __init__(self) -> None:
        self._paths = PathTable()
        self.globals: dict[str, list[Value]] = {}

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """What a file defines for all."""
        return [
            (entity.name, ordinal)
            for ordinal, entity in enumerate(index.entities)
            if ordinal and entity.parent == 0 and entity.owner < 0 and LOCAL not in entity.flags
        ]

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        self._paths, self.globals = PathTable(evaluation.program.files(family)), {}
        for unit, said in rows.items():
            for name, ordinal in said:
                self.globals.setdefault(name, []).append(("def", unit, ordinal))

    def find(self, importer: str, module: str) -> int | None:
        """The file of a module: `shop/cart.lua` or `lua/shop/cart/init.lua` for `shop.cart`."""
        path = module.replace(".", "/")
        for base in ("", "lua/", "src/", "lib/"):
            for ending in _ENDINGS:
                found = self._paths.at(base + path + ending)
                if found is not None:
                    return found
        return self._paths.find(importer, path, _ENDINGS)


class LuaImports(Imports):
    """`require "shop.cart"` names `shop/cart.lua`, or `shop/cart/init.lua`."""

    def __init__(self, modules: LuaModules) -> None:
        self._modules = modules

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        found = self._modules.find(evaluation.program.unit(unit).path, imported.module)
        return [("mod", found)] if found is not None else [("ext", f"lua/{imported.module}")]
