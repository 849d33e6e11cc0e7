"""The way of a name through files that import it and pass it on: packages, barrels, `pub use`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cairn.resolve.evaluator.evaluator import Evaluator
from cairn.resolve.units import UnitIndex
from cairn.semantics.facts import Import
from cairn.semantics.values import Value

_MOST_HOPS = 8  # a guess; a circle of re-exports ends there, too


class Hop(NamedTuple):
    """A file that a name was looked for in: by which import of its own it passes the name on, if by one."""

    unit: int
    name: str
    imported: Import | None
    note: str = ""


def hops(evaluator: Evaluator, index: UnitIndex, imported: Import, goal: Value | None) -> Iterator[Hop]:
    """Follow an import to the file that defines what it means, or to the last one that could be found.

    The files in between are told. `goal` is what the import means: of several files that a name may come from, only those that
    give just that are followed.
    """
    name = imported.name
    if name in ("", "*"):
        return
    for _ in range(_MOST_HOPS):
        units = _files(evaluator, index, imported)
        defining = goal[1] if goal is not None and goal[0] in ("def", "cls", "mod") else -1
        if defining in units:
            return
        passed = next((hop for unit in units if (hop := _passing(evaluator, unit, name, goal)) is not None), None)
        if passed is None:
            if goal is None and units:
                yield Hop(units[0], name, None, "no such name, or what it is cannot be told")
            return
        yield passed
        assert passed.imported is not None  # else it would not pass anything on
        index, imported = evaluator.program.unit(passed.unit), passed.imported
        name = name if imported.name == "*" else imported.name
        if not name:
            return


def _files(evaluator: Evaluator, index: UnitIndex, imported: Import) -> list[int]:
    found = index.roles.imports.files(evaluator, index.number, imported)
    return [value[1] for value in found if value[0] == "mod" and not evaluator.program.is_prelude(value[1])]


def _passing(evaluator: Evaluator, unit: int, name: str, goal: Value | None) -> Hop | None:
    """The import of a file by which it passes a name on."""
    index = evaluator.program.unit(unit)
    for number, imported in enumerate(index.imports):
        if (imported.alias or imported.name) == name and imported.scope == 0:
            return Hop(unit, name, imported, _note(evaluator, unit, number, goal))
    for imported in index.imports:
        if imported.name == "*" and not imported.alias:
            for star in _files(evaluator, index, imported):
                if goal is not None and evaluator.members.of_module(star, name) == goal:
                    return Hop(unit, name, imported)
    return None


def _note(evaluator: Evaluator, unit: int, number: int, goal: Value | None) -> str:
    value = evaluator.scopes.import_value(unit, number)
    return "" if value is not None or goal is not None else "leads to nothing that is indexed"
