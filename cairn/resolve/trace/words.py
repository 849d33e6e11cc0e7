"""Values and definitions in words: `an instance of App (src/app.py:12)`, `external:python/requests#get`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cairn.resolve.program import Program
from cairn.semantics.kinds import CLASS_KINDS
from cairn.semantics.values import (
    ClassObject,
    ClassOf,
    Closure,
    Context,
    Definition,
    FunctionType,
    Instance,
    Method,
    MethodReference,
    Module,
    Object,
    Package,
    Projection,
    Record,
    Super,
    TupleOf,
    TypeParameter,
    Value,
)

_MOST_ITEMS = 4  # alternatives and type arguments that are told (a guess)
_MOST_DEPTH = 2  # of type arguments in one another that are told (a guess)

_Named = Definition | Method | ClassObject | Instance | Module | Package | Super | TypeParameter | ClassOf
_Nameless = Closure | MethodReference | FunctionType | TupleOf | Record | Object | Context | Projection

NameOfUnit = Callable[[int], str]  # a unit's file, as answers name it
LineOf = Callable[[int, int], int]  # the line of a byte of a unit, 0 where it is not known


class Where(NamedTuple):
    """How the files and lines of units are told."""

    file: NameOfUnit
    line: LineOf


class Words:
    """Puts the evaluator's answers in words. `where` names files and lines."""

    def __init__(self, program: Program, where: Where) -> None:
        self._program, self._where = program, where

    def at(self, unit: int, line: int) -> str:
        """`shop:src/app.py:12`; what a language has built in has no line of its own."""
        return "built in" if self._program.is_prelude(unit) else f"{self._where.file(unit)}:{line}"

    def at_byte(self, unit: int, pos: int) -> str:
        """The line of a byte."""
        return self.at(unit, self._where.line(unit, pos))

    def name(self, unit: int, ordinal: int) -> str:
        """The name of a definition with those around it: `Rate.apply`."""
        entities = self._program.unit(unit).entities
        names: list[str] = []
        while ordinal > 0:
            names.append(entities[ordinal].name.removeprefix("$") if self._program.is_prelude(unit) else entities[ordinal].name)
            ordinal = entities[ordinal].parent
        return ".".join(reversed(names)) or self._where.file(unit)

    def definition(self, unit: int, ordinal: int) -> str:
        """`the method Rate.apply (shop:src/tax.py:3)`."""
        if ordinal <= 0:
            return f"the module {self._where.file(unit)}"
        entity = self._program.entity(unit, ordinal)
        return f"the {entity.kind} {self.place(unit, ordinal)}"

    def place(self, unit: int, ordinal: int) -> str:
        """`Rate.apply (shop:src/tax.py:3)`."""
        return f"{self.name(unit, ordinal)} ({self.at(unit, self._program.entity(unit, ordinal).name_line)})"

    def value(self, value: Value | None, depth: int = 0) -> str:
        """A value in words: `an instance of App (src/app.py:12)`; None is `unknown`."""
        if value is None:
            return "unknown"
        if depth > _MOST_DEPTH:
            return "…"
        if value[0] == "union":
            return "one of: " + "; ".join(self.value(item, depth + 1) for item in value[1])
        if value[0] == "all":
            return "all of: " + "; ".join(self.value(item, depth + 1) for item in value[1])
        if value[0] == "ext":
            return f"external:{value[1]}"
        if value[0] == "xinst":
            return f"what comes from external:{value[1]}"
        return self._of_definition(value, depth)

    def _of_definition(self, value: _Named | _Nameless, depth: int) -> str:
        """A value that a definition of an indexed source describes."""
        if value[0] == "def" or value[0] == "meth":  # `in` would not tell mypy what is left
            return self.definition(value[1], value[2])
        if value[0] == "cls":
            return f"the {self._program.entity(value[1], value[2]).kind} {self._class(value, depth)}"
        if value[0] == "inst":
            return f"an instance of {self._class(value, depth)}"
        if value[0] == "mod":
            return f"the module {self._where.file(value[1])}"
        if value[0] == "pkg":
            return f"the package {value[1] or '(root)'}"
        if value[0] == "super":
            return f"what is above {self.place(value[1], value[2])}"
        if value[0] == "tv":
            return self._parameter(value)
        if value[0] == "type1":
            return self._class_of(value, depth)
        return self._without_name(value, depth)

    def _without_name(self, value: _Nameless, depth: int) -> str:
        """A value that nothing but itself describes."""
        if value[0] == "fn":
            return "a closure"
        if value[0] == "ref":
            return "a reference to a function"
        if value[0] == "fty":
            return f"a function that yields {self.value(value[2], depth + 1)}"
        if value[0] == "tup":
            return f"a tuple of ({', '.join(self._short(item, depth + 1) for item in value[1][:_MOST_ITEMS])})"
        if value[0] == "rec":
            return f"a structure with the fields {', '.join(value[1][:_MOST_ITEMS])}" if value[1] else "any value"
        if value[0] == "obj":
            return f"an object literal ({self.at_byte(value[1], value[3])})"
        if value[0] == "ctx":
            return f"what `with` makes of {self.value(value[1], depth + 1)}"
        return f"the type {value[2]} that {self.value(value[1], depth + 1)} leaves open"

    def _class(self, value: ClassObject | Instance, depth: int) -> str:
        args = value[3][:_MOST_ITEMS]
        within = f"[{', '.join(self._short(arg, depth + 1) for arg in args)}]" if any(arg is not None for arg in args) else ""
        line = self._program.entity(value[1], value[2]).name_line
        return f"{self.name(value[1], value[2])}{within} ({self.at(value[1], line)})"

    def _short(self, value: Value | None, depth: int) -> str:
        """A type argument, without where it is defined."""
        if value is None:
            return "?"
        if value[0] in ("inst", "cls"):
            args = value[3] if depth <= _MOST_DEPTH else ()
            within = f"[{', '.join(self._short(arg, depth + 1) for arg in args)}]" if any(arg is not None for arg in args) else ""
            return f"{self.name(value[1], value[2])}{within}"
        return str(value[1]) if value[0] == "tv" else self.value(value, depth)

    def _parameter(self, value: TypeParameter) -> str:
        if value[1] == "Self":
            return f"an instance of {self.place(value[2], value[3])} or of a class below"
        return f"the type parameter {value[1]} of {self.place(value[2], value[3])}"

    def _class_of(self, value: ClassOf, depth: int) -> str:
        told = self.value(value[1], depth)
        return (
            f"the class of {told}"
            if value[1] is None or value[1][0] != "tv" or value[1][1] != "Self"
            else told.replace("an instance of", "the class", 1)
        )

    def kind_of_class(self, unit: int, ordinal: int) -> bool:
        """Whether a definition is a class, or another type with members."""
        return self._program.entity(unit, ordinal).kind in CLASS_KINDS
