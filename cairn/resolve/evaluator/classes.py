"""Classes: their bases, and the order in which members are looked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard, overload

from cairn.resolve.evaluator.part import Part, Parts
from cairn.semantics.kinds import CLASS_KINDS
from cairn.semantics.places import Place
from cairn.semantics.questions import question, question_or
from cairn.semantics.values import (
    Args,
    Base,
    ClassObject,
    ClassValue,
    Definition,
    Instance,
    Value,
    substitute,
)

MAX_BASES = 60  # classes that are looked at above one (guess)


@dataclass(slots=True)
class _Above:
    """Classes in the order in which they are reached from one, how many lie between, and whether some are unknown."""

    order: list[tuple[int, int, Args]]
    depths: list[int]
    is_open: bool = False


class Classes(Part):
    """A class has bases, and with them an order in which its members are looked for."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.expressions = parts.expressions
        self.generics = parts.generics
        self.types = parts.types

    @overload
    def is_class(self, value: Definition) -> bool: ...

    @overload
    def is_class(self, value: Value) -> TypeGuard[ClassValue]: ...

    def is_class(self, value: Value) -> bool:
        """Whether a value is a class itself: `Cart` is, `Cart()` is not."""
        if value[0] == "cls":
            return True
        return value[0] == "def" and self.program.entity(value[1], value[2]).kind in CLASS_KINDS

    def is_none(self, value: Value | None) -> bool:
        """Whether a value is the language's null: `None`, `undefined`."""
        if value is None or value[0] != "inst":
            return False
        return self.program.is_prelude(value[1]) and self.program.entity(value[1], value[2]).name in ("NoneType", "undefined")

    def as_type(self, value: Definition) -> Definition:
        """The definition that a name means where a type is wanted: of an interface and a constant `Shape` the interface."""
        twins = self.program.unit(value[1]).twins.get(value[2])
        return ("def", value[1], twins[0]) if twins is not None else value

    def as_value(self, value: Definition) -> Definition:
        """The definition that a name means where a value is wanted: of an interface and a constant `Shape` the constant."""
        twins = self.program.unit(value[1]).twins.get(value[2])
        return ("def", value[1], twins[1]) if twins is not None else value

    def builtin(self, family: str, name: str, args: Args) -> Value | None:
        """An instance of a class of the prelude: `builtin("python", "list", (item,))`."""
        number = self.program.preludes.get(family)
        if number is None:
            return None
        entries = self.program.unit(number).names[0].get(name)
        return ("inst", number, entries[0].number, args) if entries and entries[0].tag == "entity" else None

    @question_or(())
    def bases(self, unit: int, ordinal: int) -> tuple[Base | None, ...]:
        """The base classes in the order in which they are written; None for one that cannot be told."""
        index = self.program.unit(unit)
        entity = index.entities[ordinal]
        found = [
            self.as_class(Place(unit, entity.home, entity.pos), expr, ordinal)
            for expr in entity.bases
            if index.exprs[expr][0] != "keyword"
        ]
        for base_unit, number in self.program.extra_bases.get((unit, ordinal), ()):
            found.append(index.roles.bases.attached(self.evaluation, base_unit, number))
        return (*found, *index.roles.bases.implicit(self.evaluation, unit, ordinal))

    def as_class(self, place: Place, expr: int, owner: int) -> Base | None:
        """The class that a base expression names, with its type arguments: `List[T]` of `class Names(List[T])`."""
        value = self.types.type_of(place, expr, (), owner)
        if value is None:
            value = self.expressions.eval(place, expr)
        if value is None:
            return None
        if value[0] == "inst":
            return ("cls", *value[1:])
        if value[0] == "xinst":
            return ("ext", value[1])
        if value[0] == "def" and self.is_class(value):
            return ("cls", value[1], value[2], ())
        return value if value[0] in ("cls", "ext") else None

    def mro(self, unit: int, ordinal: int) -> tuple[list[tuple[int, int, Args]], bool]:
        """A class and those above it, nearest first, and whether some of them are unknown.

        Depth first, a class that is reached twice where it is reached last: for all but contrived
        hierarchies this is the C3 order. Level by level where the language says so.
        """
        order = self._mro(unit, ordinal)
        return order or ([(unit, ordinal, ())], True)  # a class that leads to itself has no order yet

    @question
    def _mro(self, unit: int, ordinal: int) -> tuple[list[tuple[int, int, Args]], bool]:
        above = _Above([], [])
        self._climb(unit, ordinal, self.generics.own_arguments(unit, ordinal), [], above, 0)
        order, depths, is_open = above.order, above.depths, above.is_open
        if self.program.unit(unit).traits.nearest_base_first:
            by_depth = [order[i] for i in sorted(range(len(order)), key=depths.__getitem__)]
            return list({row[:2]: row for row in reversed(by_depth)}.values())[::-1], is_open
        last = {(u, o): i for i, (u, o, _) in enumerate(order)}
        told: dict[tuple[int, int], Args] = {}
        for u, o, args in order:  # the type arguments may be written down on one way to a class only
            if args and (u, o) not in told:
                told[u, o] = args
        return [(*row[:2], told.get(row[:2], ())) for i, row in enumerate(order) if last[row[0], row[1]] == i], is_open

    def _climb(self, unit: int, ordinal: int, args: Args, path: list[tuple[int, int]], above: _Above, depth: int) -> None:
        """Note a class, and all above it. No closure: one that calls itself would keep all that was read in memory."""
        if (unit, ordinal) in path or len(above.order) > MAX_BASES:
            return
        self.memory.budget.step()
        above.depths.append(depth)
        path.append((unit, ordinal))
        above.order.append((unit, ordinal, args))
        env = tuple(zip(self.generics.parameters(unit, ordinal), args, strict=False))
        parts = self.program.unit(unit).roles.parts
        for part in parts.others(self.evaluation, unit, ordinal) if parts is not None else ():
            self._climb(part[1], part[2], tuple(substitute(arg, env) for arg in part[3]), path, above, depth)
        for base in self.bases(unit, ordinal):
            if base is None or base[0] != "cls":
                above.is_open = True
            else:
                self._climb(base[1], base[2], tuple(substitute(arg, env) for arg in base[3]), path, above, depth + 1)
        path.pop()

    def is_below(self, value: ClassObject | Instance, target: ClassObject | Instance) -> bool | None:
        """Whether an instance is of a class or of one below it; None if that cannot be told."""
        order, is_open = self.mro(value[1], value[2])
        if any(u == target[1] and o == target[2] for u, o, _ in order):
            return True
        return None if is_open and self.program.is_prelude(target[1]) else False
