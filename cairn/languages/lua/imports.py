"""Modules that `require` names."""

from __future__ import annotations

from cairn.languages.paths import PathTable
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.facts import Import
from cairn.semantics.flags import LOCAL
from cairn.semantics.roles import Imports
from cairn.semantics.values import Value

_ENDINGS = (".lua", "/init.lua")


class LuaModules:
    """The files of a source by the names of their modules, and what they define for all."""

    def __init__(self) -> None:
        self._paths = PathTable()
        self.globals: dict[str, list[Value]] = {}

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._paths, self.globals = PathTable(evaluation.program.files(family)), {}
        for index in evaluation.program.indexed(family):
            for ordinal, entity in enumerate(index.entities):
                if ordinal and entity.parent == 0 and entity.owner < 0 and LOCAL not in entity.flags:
                    self.globals.setdefault(entity.name, []).append(("def", index.number, ordinal))

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
