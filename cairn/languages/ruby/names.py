"""Names in Ruby: constants by the modules around, functions outside of classes."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.languages.nominal import NominalNames
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.kinds import CLASS, FUNCTION, TRAIT
from cairn.semantics.places import Place
from cairn.semantics.roles import Rows, Survey
from cairn.semantics.values import Definition, External, Value

_OPEN = (CLASS, TRAIT)
# Constants of Ruby itself that say nothing of what a program uses.
_CORE = frozenset(
    """
    Array BasicObject Class Comparable Dir ENV ARGV Encoding Enumerable Enumerator Exception File FileUtils Float Hash IO Integer
    Kernel Math Method Module Mutex NilClass Numeric Object ObjectSpace Proc Process Random Range Rational Regexp RuntimeError
    ArgumentError KeyError IndexError NameError NoMethodError NotImplementedError StandardError StopIteration TypeError
    ZeroDivisionError String Struct Symbol Thread Time TrueClass FalseClass STDERR STDOUT STDIN RUBY_VERSION Data Complex Signal
    """.split()
)


class RubyConstants(Survey):
    """The constants of a source by their full names: `Shop::Cart`; and what is mixed into classes from outside of them."""

    def __init__(self) -> None:
        self.defined: dict[str, list[Definition]] = {}  # constants by full name, "A::B"
        self.full: dict[tuple[int, int], str] = {}  # the full names of classes and modules
        self.functions: dict[str, list[Definition]] = {}  # what is defined outside of classes
        self._spaces: set[str] = set()  # modules that nothing declares but the names of what is in them: `class A::B`
        self.outside: dict[str, list[tuple[int, tuple[str, str]]]] = {}  # `A.include B`: last name of A -> unit, both names
        self.mixing: dict[str, list[tuple[int, int]]] = {}  # last name of a module -> classes with such a base

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """Functions, constants with whether they can be opened, the names that classes mix in, and what is mixed in outside."""
        functions, constants = [], []
        opened: dict[int, str] = {}
        for ordinal, entity in enumerate(index.entities):
            outer = opened.get(entity.parent, "")
            if not ordinal:
                continue
            if entity.kind == FUNCTION and entity.parent == 0:
                functions.append((entity.name, ordinal))
            elif entity.name[:1].isupper() and (entity.parent == 0 or outer):
                full = f"{outer}::{entity.name}" if outer else entity.name
                constants.append((full, ordinal, entity.kind in _OPEN))
                if entity.kind in _OPEN:
                    opened[ordinal] = full
        shapes = ((index.exprs[expr], ordinal) for ordinal in opened for expr in index.entities[ordinal].bases)
        mixing = [(shape[1].rpartition("::")[2], ordinal) for shape, ordinal in shapes if shape[0] == "name"]
        return [functions, constants, mixing, [(owner, module) for owner, module, _ in index.extra.get("mixed", ())]]

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        self.defined, self.full, self.functions = {}, {}, {}
        self._spaces, self.outside, self.mixing = set(), {}, {}
        for unit, (functions, constants, mixing, outside) in rows.items():
            for name, ordinal in functions:
                self.functions.setdefault(name, []).append(("def", unit, ordinal))
            for full, ordinal, is_open in constants:
                if is_open:
                    self.full[unit, ordinal] = full
                self.defined.setdefault(full, []).append(("def", unit, ordinal))
                parts = full.split("::")
                self._spaces.update("::".join(parts[:count]) for count in range(1, len(parts)))
            for name, ordinal in mixing:
                self.mixing.setdefault(name, []).append((unit, ordinal))
            for owner, module in outside:
                self.outside.setdefault(owner.rpartition("::")[2], []).append((unit, (owner, module)))

    def _constant(self, full: str) -> Definition | None:
        """A constant by its full name: of a class that is opened several times, where it says its base, else the first time."""
        found = self.defined.get(full)
        return found[0] if found else None

    def _nesting(self, evaluation: Evaluation, place: Place) -> list[tuple[int, int]]:
        """The classes and modules whose bodies are around a place, innermost first."""
        index = evaluation.program.unit(place.unit)
        found, scope = [], place.scope
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and (place.unit, ordinal) in self.full:
                found.append((place.unit, ordinal))
            scope = index.scopes[scope][1]
        return found

    def constant_at(self, evaluation: Evaluation, place: Place, name: str) -> Definition | External | None:
        """The meaning of `A::B` at a place: `A` is looked for in the modules around, then above the class, then outside."""
        first, _, rest = name.removeprefix("::").partition("::")
        nesting = [] if name.startswith("::") else self._nesting(evaluation, place)
        start = next((full for key in nesting if self._is_known(full := self.full[key] + "::" + first)), None)
        if start is None and nesting:
            start = self._inherited_constant(evaluation, nesting[0], first)
        if start is None and self._is_known(first):
            start = first
        found = self._constant(f"{start}::{rest}" if rest else start) if start is not None else None
        if found is not None or first in _CORE or start in self.defined:
            return found
        return ("ext", f"ruby/{first}#{rest.replace('::', '.')}" if rest else f"ruby/{first}")

    def _is_known(self, full: str) -> bool:
        """Whether a name is a constant of the source, or holds some."""
        return full in self.defined or full in self._spaces

    def _inherited_constant(self, evaluation: Evaluation, key: tuple[int, int], first: str) -> str | None:
        """The full name of a constant that a class has from those above it."""
        order = evaluation.memory.once((self._inherited_constant, key), lambda: evaluation.classes.mro(*key)[0]) or ()
        for unit, ordinal, _ in order[1:]:
            full = f"{self.full.get((unit, ordinal), '')}::{first}"
            if full in self.defined:
                return full
        return None


class RubyNames(NominalNames):
    """`Cart` is looked for in the modules around, then above the class; `helper` is a method of `self`, or a function."""

    def __init__(self, constants: RubyConstants) -> None:
        self._constants = constants

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        if name[:1].isupper() or name.startswith("::"):
            return self._constants.constant_at(evaluation, place, name)
        ordinal = evaluation.program.unit(place.unit).class_around(place.scope)
        if ordinal >= 0:
            found = evaluation.members.target(("inst", place.unit, ordinal, ()), name)
            if found is not None:
                return found
        functions = self._constants.functions.get(name, ())
        return functions[0] if len(functions) == 1 else None
