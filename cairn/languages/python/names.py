"""Names in Python: of star imports, and what is built in."""

from __future__ import annotations

import builtins

from cairn.languages.python.imports import FAMILY, PythonModules
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.roles import Modules, Names
from cairn.semantics.values import Definition, Value


class PythonPrelude:
    """What is built in, and what the prelude declares of the standard library."""

    def find(self, evaluation: Evaluation, name: str) -> Definition | None:
        number = evaluation.program.preludes.get(FAMILY)
        if number is None:
            return None
        entries = evaluation.program.unit(number).names[0].get(name)
        return ("def", number, entries[-1].number) if entries else None


class PythonNames(Names):
    """A name that a file does not bind comes by a star import, or is built in: `len`."""

    def __init__(self, modules: PythonModules, prelude: PythonPrelude) -> None:
        self._modules = modules
        self._prelude = prelude

    def starred(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """What star imports bring under a name: the last one that has it wins."""
        index = evaluation.program.unit(unit)
        for number in reversed([n for numbers in index.stars.values() for n in numbers]):
            module = self._modules.find(index.path, index.imports[number].module)
            if module is None or module[0] != "mod":
                continue
            listed = evaluation.program.unit(module[1]).extra.get("all")
            if name in listed if listed else not name.startswith("_"):
                value = evaluation.members.of_module(module[1], name)
                if value is not None:
                    return value
        return None

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        found = self.starred(evaluation, unit, name)
        if found is not None:
            return found
        builtin = self._prelude.find(evaluation, name)
        if builtin is not None:
            return builtin
        return ("ext", f"python/builtins#{name}") if hasattr(builtins, name) else None


class PythonMembers(Modules):
    """`shop.cart` is what the package binds, what it imports by a star, or its module `cart`."""

    def __init__(self, modules: PythonModules, names: PythonNames) -> None:
        self._modules = modules
        self._names = names

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        return self._modules.at_path(f"{package}/{name}")

    def behind(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        found = self._names.starred(evaluation, unit, name)
        return found if found is not None else self._modules.submodule(evaluation, ("mod", unit), name)
