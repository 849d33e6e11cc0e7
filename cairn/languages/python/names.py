"""Names in Python: of star imports, and what is built in."""

from __future__ import annotations

import builtins

from cairn.languages.python.imports import FAMILY, PythonModules
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.roles import Modules, Names
from cairn.semantics.values import Definition, Value


def in_prelude(evaluation: Evaluation, name: str) -> Definition | None:
    """The definition of a name that is built in, or of a class of the standard library that the prelude declares."""
    number = evaluation.program.preludes.get(FAMILY)
    if number is None:
        return None
    entries = evaluation.program.unit(number).names[0].get(name)
    return ("def", number, entries[-1].number) if entries else None


class PythonNames(Names):
    """A name that a file does not bind comes by a star import, or is built in: `len`."""

    def __init__(self, modules: PythonModules) -> None:
        self._modules = modules

    def starred(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """Star imports bring a name in: the last one that has it wins."""
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
        builtin = in_prelude(evaluation, name)
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
