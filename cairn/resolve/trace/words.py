"""Values and definitions in words: `an instance of App (src/app.py:12)`, `external:python/requests#get`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cairn.resolve.program import Program
from cairn.semantics.places import CLASS_KINDS
from cairn.semantics.values import Value

_MOST_ITEMS = 4  # alternatives and type arguments that are told (a guess)
_MOST_DEPTH = 2  # of type arguments in one another that are told (a guess)

NameOfUnit = Callable[[int], str]  # a unit's file, as answers name it
LineOf = Callable[[int, int], int]  # the line of a byte of a unit, 0 where it is not known


class Where(NamedTuple):
    """How the files and lines of units are told."""

    file: NameOfUnit
    line: LineOf


class Words:
    """Tells what the evaluator's answers mean. `where` names files and lines."""

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
        """What a value is; None is `unknown`."""
        if value is None:
            return "unknown"
        if depth > _MOST_DEPTH:
            return "…"
        told = _TELLERS.get(value[0])
        return told(self, value, depth) if told is not None else "a value of the language's own"

    def _class(self, value: Value, depth: int) -> str:
        args = value[3][:_MOST_ITEMS] if len(value) > 3 and isinstance(value[3], tuple) else ()
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

    def _defined(self, value: Value, _depth: int) -> str:
        return self.definition(value[1], value[2])

    def _union(self, value: Value, depth: int) -> str:
        return "one of: " + "; ".join(self.value(item, depth + 1) for item in value[1])

    def _all(self, value: Value, depth: int) -> str:
        return "all of: " + "; ".join(self.value(item, depth + 1) for item in value[1])

    def _parameter(self, value: Value, _depth: int) -> str:
        if value[1] == "Self" and len(value) > 3:
            return f"an instance of {self.place(value[2], value[3])} or of a class below"
        of = f" of {self.place(value[2], value[3])}" if len(value) > 3 else ""
        return f"the type parameter {value[1]}{of}"

    def _class_of(self, value: Value, depth: int) -> str:
        told = self.value(value[1], depth)
        return (
            f"the class of {told}"
            if value[1] is None or value[1][0] != "tv" or value[1][1] != "Self"
            else told.replace("an instance of", "the class", 1)
        )

    def _function_type(self, value: Value, depth: int) -> str:
        return f"a function that yields {self.value(value[2], depth + 1)}"

    def kind_of_class(self, unit: int, ordinal: int) -> bool:
        """Whether a definition is a class, or another type with members."""
        return self._program.entity(unit, ordinal).kind in CLASS_KINDS


_TELLERS: dict[str, Callable[[Words, Value, int], str]] = {
    "def": Words._defined,
    "meth": Words._defined,
    "cls": lambda w, v, d: f"the {w._program.entity(v[1], v[2]).kind} {w._class(v, d)}",
    "inst": lambda w, v, d: f"an instance of {w._class(v, d)}",
    "mod": lambda w, v, _: f"the module {w._where.file(v[1])}",
    "pkg": lambda _, v, __: f"the package {v[1] or '(root)'}",
    "ext": lambda _, v, __: f"external:{v[1]}",
    "xinst": lambda _, v, __: f"what comes from external:{v[1]}",
    "fn": lambda *_: "a closure",
    "fty": Words._function_type,
    "union": Words._union,
    "tup": lambda w, v, d: f"a tuple of ({', '.join(w._short(item, d + 1) for item in v[1][:_MOST_ITEMS])})",
    "rec": lambda _, v, __: f"a structure with the fields {', '.join(map(str, v[1][:_MOST_ITEMS]))}" if v[1] else "any value",
    "obj": lambda w, v, _: f"an object literal ({w.at_byte(v[1], v[3])})",
    "all": Words._all,
    "super": lambda w, v, _: f"what is above {w.place(v[1], v[2])}",
    "ctx": lambda w, v, d: f"what `with` makes of {w.value(v[1], d + 1)}",
    "proj": lambda w, v, d: f"the type {v[2]} that {w.value(v[1], d + 1)} leaves open",
    "tv": Words._parameter,
    "type1": Words._class_of,
    "ref": lambda *_: "a reference to a function",
}  # fmt: skip
