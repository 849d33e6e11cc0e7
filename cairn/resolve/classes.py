"""Classes: their bases, the order in which members are looked for, and their type parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard, overload

from cairn.resolve.memory import Memory
from cairn.semantics.evaluation import UnitView
from cairn.semantics.places import CLASS_KINDS, Place
from cairn.semantics.values import Args, Base, ClassValue, Definition, Projection, Value, substitute

MAX_BASES = 60  # classes that are looked at above one (guess)
MAX_CONCRETE = 12  # type parameters that lead to one another (guess)
MAX_UNDERLYING = 8  # types that rest on one another (guess)


@dataclass(slots=True)
class _Above:
    """Classes in the order in which they are reached from one, how many lie between, and whether some are unknown."""

    order: list[tuple[int, int, Args]]
    depths: list[int]
    is_open: bool = False


class Classes(Memory):
    """The part of the evaluator that knows what a class is, and stands for."""

    @overload
    def is_class(self, value: Definition) -> bool: ...
    @overload
    def is_class(self, value: Value) -> TypeGuard[ClassValue]: ...
    def is_class(self, value: Value) -> bool:
        """Whether a value is a class itself."""
        if value[0] == "cls":
            return True
        return value[0] == "def" and self.program.entity(value[1], value[2]).kind in CLASS_KINDS

    def is_none(self, value: Value | None) -> bool:
        """Whether a value is the language's null."""
        if value is None or value[0] != "inst":
            return False
        return self.program.is_prelude(value[1]) and self.program.entity(value[1], value[2]).name in ("NoneType", "undefined")

    def as_type(self, value: Definition) -> Definition:
        """A definition as what its name means where a type is wanted."""
        twins = self.program.unit(value[1]).twins.get(value[2])
        return ("def", value[1], twins[0]) if twins is not None else value

    def as_value(self, value: Definition) -> Definition:
        """A definition as what its name means where a value is wanted."""
        twins = self.program.unit(value[1]).twins.get(value[2])
        return ("def", value[1], twins[1]) if twins is not None else value

    def builtin(self, family: str, name: str, args: Args) -> Value | None:
        """An instance of a class of the prelude."""
        number = self.program.preludes.get(family)
        if number is None:
            return None
        entries = self.program.unit(number).names[0].get(name)
        return ("inst", number, entries[0].number, args) if entries and entries[0].tag == "e" else None

    # Bases

    def bases(self, unit: int, ordinal: int) -> list[Base | None]:
        """The base classes as ("cls", ...), ("ext", anchor) or None, in the order written."""
        return self.remember(("B", unit, ordinal), lambda: self._bases(unit, ordinal)) or []

    def _bases(self, unit: int, ordinal: int) -> list[Base | None]:
        index = self.program.unit(unit)
        entity = index.entities[ordinal]
        found = [
            self.as_class(Place(unit, entity.home, entity.pos), expr, ordinal)
            for expr in entity.bases
            if index.exprs[expr][0] != "keyword"
        ]
        for base_unit, number in self.program.extra_bases.get((unit, ordinal), ()):
            found.append(self.rules(index).attached_base(self.whole, base_unit, number))
        return found + self.rules(index).implicit_bases(self.whole, unit, ordinal)

    def as_class(self, place: Place, expr: int, owner: int) -> Base | None:
        """The class that a base expression names, with its type arguments."""
        value = self.type_of(place, expr, (), owner)
        if value is None:
            value = self.eval(place, expr)
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
        order = self.remember(("M", unit, ordinal), lambda: self._mro(unit, ordinal))
        return order or ([(unit, ordinal, ())], True)  # a class that leads to itself has no order yet

    def _mro(self, unit: int, ordinal: int) -> tuple[list[tuple[int, int, Args]], bool] | None:
        above = _Above([], [])
        self._climb(unit, ordinal, self.own_args(unit, ordinal), [], above, 0)
        order, depths, is_open = above.order, above.depths, above.is_open
        if self.rules(self.program.unit(unit)).nearest_base_first:
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
        self.budget.step()
        above.depths.append(depth)
        path.append((unit, ordinal))
        above.order.append((unit, ordinal, args))
        env = tuple(zip(self.class_params(unit, ordinal), args, strict=False))
        rules = self.rules(self.program.unit(unit))
        for part in rules.parts(self.whole, unit, ordinal) if rules.has_parts else ():
            self._climb(part[1], part[2], tuple(substitute(arg, env) for arg in part[3]), path, above, depth)
        for base in self.bases(unit, ordinal):
            if base is None or base[0] != "cls":
                above.is_open = True
            else:
                self._climb(base[1], base[2], tuple(substitute(arg, env) for arg in base[3]), path, above, depth + 1)
        path.pop()

    # Type parameters

    def class_params(self, unit: int, ordinal: int) -> tuple[str, ...]:
        """Names of a class's type parameters."""
        entity = self.program.entity(unit, ordinal)
        if entity.type_params:
            return tuple(name for name, _ in entity.type_params)
        key = ("P", unit, ordinal)
        return self.remember(key, lambda: self.rules(self.program.unit(unit)).class_params(self.whole, unit, ordinal))

    def own_args(self, unit: int, ordinal: int) -> tuple[Value, ...]:
        """A class's type parameters as values, for what is said inside it."""
        return tuple(("tv", name, unit, ordinal) for name in self.class_params(unit, ordinal))

    def type_parameter(self, place: Place, name: str, owner: int) -> tuple[Value | None] | None:
        """The type parameter of that name of the entity or those around it; its bound if it has one."""
        index = self.program.unit(place.unit)
        ordinal = owner if owner >= 0 else self.entity_of(index, place.scope)
        while ordinal > 0:
            entity = index.entities[ordinal]
            for param, _ in entity.type_params:
                if param == name:
                    return (("tv", name, place.unit, ordinal),)
            if entity.owner >= 0 and self.rules(index).names_all_parameters:
                break
            ordinal = entity.parent
        return None

    def bound_of(self, unit: int, ordinal: int, name: str) -> Value | None:
        """What a type parameter is at least, by its bound."""
        index = self.program.unit(unit)
        while ordinal > 0:
            entity = index.entities[ordinal]
            for param, bound in entity.type_params:
                if param == name and bound >= 0:
                    return self.type_of(Place(unit, entity.home, entity.pos), bound, (), ordinal)
            ordinal = entity.parent
        return None

    def concrete(self, value: Value | None) -> Value | None:
        """A value whose type is a parameter as what it is at least; others are themselves."""
        steps = 0
        while value is not None and value[0] in ("tv", "type1", "proj"):
            steps += 1
            if steps > MAX_CONCRETE:
                return None
            if value[0] == "proj":
                value = self._projected(value)
                continue
            if value[0] == "type1":
                inner = self.concrete(value[1])
                if inner is not None and inner[0] == "all":
                    return ("all", tuple(("cls", *item[1:]) for item in inner[1] if item is not None and item[0] == "inst"))
                return ("cls", *inner[1:]) if inner is not None and inner[0] == "inst" else None
            if value[1] == "Self":
                return ("inst", value[2], value[3], self.own_args(value[2], value[3]))
            value = self.rules(self.program.unit(value[2])).bound(self.whole, value[2], value[3], value[1])
        return value

    def _projected(self, value: Projection) -> Value | None:
        owner = value[1]
        family = next(self._units_of(owner), None)
        if owner is None or family is None:
            return None
        return self.rules(self.program.unit(family)).project(self.whole, owner, value[2])

    @staticmethod
    def _units_of(value: Value | None) -> Iterator[int]:
        """Units that a value's parts come from."""
        while value is not None and value[0] in ("proj", "type1"):
            value = value[1]
        if value is None:
            return
        if value[0] in ("inst", "cls", "meth", "def"):
            yield value[1]
        elif value[0] == "tv":
            yield value[2]

    def underlying(self, value: Value | None) -> Value | None:
        """What a type of its own is made of (Go's `type Names []string`); other values are themselves."""
        for _ in range(MAX_UNDERLYING):
            if value is None or value[0] != "inst":
                break
            entity = self.program.entity(value[1], value[2])
            if entity.kind != "type" or entity.value < 0:
                break
            env = tuple(zip((name for name, _ in entity.type_params), value[3], strict=False))
            value = self.type_of(self.place(value[1], entity.home, entity.pos), entity.value, env, value[2])
        return value

    # Where things stand

    @staticmethod
    def place(unit: int, scope: int, pos: int) -> Place:
        """A place, for rules that have only its parts."""
        return Place(unit, scope, pos)

    def entity_around(self, place: Place) -> int:
        """The innermost definition around a place."""
        return self.entity_of(self.program.unit(place.unit), place.scope)

    @staticmethod
    def entity_of(index: UnitView, scope: int) -> int:
        while scope >= 0:
            if index.scope_entity[scope] >= 0:
                return index.scope_entity[scope]
            scope = index.scopes[scope][1]
        return 0
