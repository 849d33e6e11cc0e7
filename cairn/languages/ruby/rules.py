"""How Ruby looks names up: constants by the modules around, classes that several files open, `require`."""

from __future__ import annotations

from typing import Any

from cairn.facts import Import
from cairn.languages.nominal import NominalRules
from cairn.languages.paths import PathTable
from cairn.languages.values import Value

_OPEN = ("class", "trait")
# Constants of Ruby itself that say nothing of what a program uses.
_CORE = frozenset(
    """
    Array BasicObject Class Comparable Dir ENV ARGV Encoding Enumerable Enumerator Exception File FileUtils Float Hash IO Integer
    Kernel Math Method Module Mutex NilClass Numeric Object ObjectSpace Proc Process Random Range Rational Regexp RuntimeError
    ArgumentError KeyError IndexError NameError NoMethodError NotImplementedError StandardError StopIteration TypeError
    ZeroDivisionError String Struct Symbol Thread Time TrueClass FalseClass STDERR STDOUT STDIN RUBY_VERSION Data Complex Signal
    """.split()
)


class RubyRules(NominalRules):
    """Ruby's own rules."""

    has_overloads = False
    sees_class_scope = False
    sees_inherited = False
    nearest_base_first = False
    hides_names = False
    calls_fields = False

    def __init__(self) -> None:
        super().__init__()
        self._defined: dict[str, list[Value]] = {}  # constants by full name, "A::B"
        self._full: dict[tuple[int, int], str] = {}  # the full names of classes and modules
        self._functions: dict[str, list[Value]] = {}  # what is defined outside of classes
        self._paths = PathTable()

    def prepare(self, resolver: Any, family: str) -> None:
        self._defined, self._full, self._functions = {}, {}, {}
        self._paths = PathTable(resolver.program.files(family))
        for index in resolver.program.indexed(family):
            for ordinal, entity in enumerate(index.entities):
                if ordinal:
                    self._read(index, ordinal, entity)

    def _read(self, index: Any, ordinal: int, entity: Any) -> None:
        value = ("def", index.number, ordinal)
        outer = self._full.get((index.number, entity.parent), "")
        if entity.kind == "function" and entity.parent == 0:
            self._functions.setdefault(entity.name, []).append(value)
        elif entity.name[:1].isupper() and (entity.parent == 0 or outer):
            full = f"{outer}::{entity.name}" if outer else entity.name
            if entity.kind in _OPEN:
                self._full[index.number, ordinal] = full
            self._defined.setdefault(full, []).append(value)

    # Constants

    def _constant(self, full: str) -> Value | None:
        """A constant by its full name: of a class that is opened several times, where it says its base, else the first time."""
        found = self._defined.get(full)
        return found[0] if found else None

    def _nesting(self, resolver: Any, place: Any) -> list[tuple[int, int]]:
        """The classes and modules whose bodies are around a place, innermost first."""
        index = resolver.program.unit(place.unit)
        found, scope = [], place.scope
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and (place.unit, ordinal) in self._full:
                found.append((place.unit, ordinal))
            scope = index.scopes[scope][1]
        return found

    def name_at(self, resolver: Any, place: Any, name: str) -> Value | None:
        if name[:1].isupper() or name.startswith("::"):
            return self._constant_at(resolver, place, name)
        ordinal = resolver.program.unit(place.unit).class_around(place.scope)
        if ordinal >= 0:
            found = resolver.member_target(("inst", place.unit, ordinal, ()), name)
            if found is not None:
                return found
        functions = self._functions.get(name, ())
        return functions[0] if len(functions) == 1 else None

    def _constant_at(self, resolver: Any, place: Any, name: str) -> Value | None:
        first, _, rest = name.removeprefix("::").partition("::")
        nesting = [] if name.startswith("::") else self._nesting(resolver, place)
        start = next((self._full[key] + "::" + first for key in nesting if self._full[key] + "::" + first in self._defined), None)
        if start is None and nesting:
            start = self._inherited_constant(resolver, nesting[0], first)
        if start is None and first in self._defined:
            start = first
        if start is None:
            return None if first in _CORE else ("ext", f"ruby/{first}#{rest.replace('::', '.')}" if rest else f"ruby/{first}")
        return self._constant(f"{start}::{rest}" if rest else start)

    def _inherited_constant(self, resolver: Any, key: tuple[int, int], first: str) -> str | None:
        """The full name of a constant that a class has from those above it."""
        order = resolver.once(("RC", key), lambda: resolver.mro(*key)[0]) or ()
        for unit, ordinal, _ in order[1:]:
            full = f"{self._full.get((unit, ordinal), '')}::{first}"
            if full in self._defined:
                return full
        return None

    def implicit_bases(self, resolver: Any, unit: int, ordinal: int) -> list[Value | None]:
        """The other places at which the same class is opened."""
        full = self._full.get((unit, ordinal), "")
        others = self._defined.get(full, ()) if full else ()
        return [("cls", *value[1:], ()) for value in others if value[1:] != (unit, ordinal)]

    # Files

    def import_files(self, resolver: Any, unit: int, imported: Import) -> list[Value]:
        importer = resolver.program.unit(unit).path
        if imported.how == "relative":
            found = self._paths.find(importer, imported.module, (".rb", ""))
            return [("mod", found)] if found is not None else []
        found = next(
            (n for base in ("lib/", "", "app/") if (n := self._paths.at(f"{base}{imported.module}.rb")) is not None), None
        )
        if found is None:
            found = self._paths.ending_with("lib/" + imported.module, (".rb",))
        return [("mod", found)] if found is not None else [("ext", f"ruby/{imported.module}")]

    # Values

    def special_call(self, resolver: Any, place: Any, shape: Any) -> Value | bool | None:
        """`new` without a receiver, in a method of the class itself."""
        callee = resolver.program.unit(place.unit).exprs[shape[1]]
        return self.self_value(resolver, place) if callee[0] == "C" else False
