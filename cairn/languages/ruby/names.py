"""How Ruby looks names up: constants by the modules around, classes that several files open, `require`."""

from __future__ import annotations

from cairn.languages.nominal import NominalRules
from cairn.languages.paths import PathTable
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Call
from cairn.semantics.facts import EntityFact, Import
from cairn.semantics.places import MemberFound, Place
from cairn.semantics.roles import NOT_MINE, NotMine
from cairn.semantics.values import Args, Base, ClassObject, Definition, External, Instance, Value, union

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

    def __init__(self) -> None:
        super().__init__()
        self._defined: dict[str, list[Definition]] = {}  # constants by full name, "A::B"
        self._full: dict[tuple[int, int], str] = {}  # the full names of classes and modules
        self._functions: dict[str, list[Definition]] = {}  # what is defined outside of classes
        self._spaces: set[str] = set()  # modules that nothing declares but the names of what is in them: `class A::B`
        self._outside: dict[str, list[tuple[int, tuple[str, str]]]] = {}  # `A.include B`: last name of A -> unit, both names
        self._mixing: dict[str, list[tuple[int, int]]] | None = None  # last name of a module -> classes with such a base
        self._paths = PathTable()

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._defined, self._full, self._functions = {}, {}, {}
        self._spaces, self._outside, self._mixing = set(), {}, None
        self._paths = PathTable(evaluation.program.files(family))
        for index in evaluation.program.indexed(family):
            for ordinal, entity in enumerate(index.entities):
                if ordinal:
                    self._read(index, ordinal, entity)
            for owner, module, _ in index.extra.get("mixed", ()):
                self._outside.setdefault(owner.rpartition("::")[2], []).append((index.number, (owner, module)))

    def _read(self, index: UnitView, ordinal: int, entity: EntityFact) -> None:
        value: Definition = ("def", index.number, ordinal)
        outer = self._full.get((index.number, entity.parent), "")
        if entity.kind == "function" and entity.parent == 0:
            self._functions.setdefault(entity.name, []).append(value)
        elif entity.name[:1].isupper() and (entity.parent == 0 or outer):
            full = f"{outer}::{entity.name}" if outer else entity.name
            if entity.kind in _OPEN:
                self._full[index.number, ordinal] = full
            self._defined.setdefault(full, []).append(value)
            parts = full.split("::")
            self._spaces.update("::".join(parts[:count]) for count in range(1, len(parts)))

    # Constants

    def _constant(self, full: str) -> Definition | None:
        """A constant by its full name: of a class that is opened several times, where it says its base, else the first time."""
        found = self._defined.get(full)
        return found[0] if found else None

    def _nesting(self, evaluation: Evaluation, place: Place) -> list[tuple[int, int]]:
        """The classes and modules whose bodies are around a place, innermost first."""
        index = evaluation.program.unit(place.unit)
        found, scope = [], place.scope
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and (place.unit, ordinal) in self._full:
                found.append((place.unit, ordinal))
            scope = index.scopes[scope][1]
        return found

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        if name[:1].isupper() or name.startswith("::"):
            return self._constant_at(evaluation, place, name)
        ordinal = evaluation.program.unit(place.unit).class_around(place.scope)
        if ordinal >= 0:
            found = evaluation.members.target(("inst", place.unit, ordinal, ()), name)
            if found is not None:
                return found
        functions = self._functions.get(name, ())
        return functions[0] if len(functions) == 1 else None

    def _constant_at(self, evaluation: Evaluation, place: Place, name: str) -> Definition | External | None:
        first, _, rest = name.removeprefix("::").partition("::")
        nesting = [] if name.startswith("::") else self._nesting(evaluation, place)
        start = next((full for key in nesting if self._is_known(full := self._full[key] + "::" + first)), None)
        if start is None and nesting:
            start = self._inherited_constant(evaluation, nesting[0], first)
        if start is None and self._is_known(first):
            start = first
        found = self._constant(f"{start}::{rest}" if rest else start) if start is not None else None
        if found is not None or first in _CORE or start in self._defined:
            return found
        return ("ext", f"ruby/{first}#{rest.replace('::', '.')}" if rest else f"ruby/{first}")

    def _is_known(self, full: str) -> bool:
        """Whether a name is a constant of the source, or holds some."""
        return full in self._defined or full in self._spaces

    def _inherited_constant(self, evaluation: Evaluation, key: tuple[int, int], first: str) -> str | None:
        """The full name of a constant that a class has from those above it."""
        order = evaluation.memory.once((self._inherited_constant, key), lambda: evaluation.classes.mro(*key)[0]) or ()
        for unit, ordinal, _ in order[1:]:
            full = f"{self._full.get((unit, ordinal), '')}::{first}"
            if full in self._defined:
                return full
        return None

    def others(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[ClassObject]:
        full = self._full.get((unit, ordinal), "")
        others = self._defined.get(full, ()) if full else ()
        return [("cls", *value[1:], ()) for value in others if value[1:] != (unit, ordinal)]

    def implicit(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[Base | None]:
        """What other code mixes into a class."""
        full, found = self._full.get((unit, ordinal), ""), list[Base | None]()
        for number, module in self._outside.get(full.rpartition("::")[2], ()):
            place = Place(number, 0, 0)
            value = self._constant_at(evaluation, place, module[0])
            if value is not None and value[0] == "def" and self._full.get(value[1:]) == full:
                base = self._constant_at(evaluation, place, module[1])
                found.append(("cls", *base[1:], ()) if base is not None and base[0] == "def" else base)
        return found

    def stated(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], Value, int]]:
        """`Account.include Loud`, outside of the class."""
        found: list[tuple[tuple[int, int], Value, int]] = []
        place = Place(unit, 0, 0)
        for owner, module, line in evaluation.program.unit(unit).extra.get("mixed", ()):
            target, base = (self._constant_at(evaluation, place, name) for name in (owner, module))
            if target is not None and target[0] == "def" and base is not None:
                row: Value = ("inst", *base[1:], ()) if base[0] == "def" else ("xinst", base[1])
                at = line if target[1] == unit else evaluation.program.entity(target[1], target[2]).name_line
                found.append(((target[1], target[2]), row, at))
        return found

    def late_member(self, evaluation: Evaluation, owner: Instance, name: str, called: bool) -> MemberFound:
        """`size=` of an attribute `size`, which writes it."""
        found = evaluation.members.find(owner, name[:-1]) if name[-1:] == "=" and name[:1].isalpha() else None
        return found if found is not None else super().late_member(evaluation, owner, name, called)

    # Modules that are mixed in

    def order(
        self, evaluation: Evaluation, unit: int, ordinal: int, order: list[tuple[int, int, Args]]
    ) -> list[tuple[int, int, Args]]:
        """What a class prepends comes before it."""
        known = {row[:2]: row for row in order}
        found: dict[tuple[int, int], tuple[int, int, Args]] = {}
        for row in order:
            for one in self._prepended(evaluation, row[0], row[1]):
                if one in known and one != (unit, ordinal):
                    found.setdefault(one, known[one])
            found.setdefault(row[:2], row)
        return list(found.values())

    def _prepended(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[tuple[int, int]]:
        index = evaluation.program.unit(unit)
        entity, found = index.entities[ordinal], []
        for name, module in index.extra.get("prepended", ()):
            if name == entity.name:
                value = evaluation.scopes.lookup(Place(unit, entity.home, entity.pos), module)
                found += [value[1:3]] if value is not None and value[0] == "def" else []
        return found[::-1]

    def super_method(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        """The method that comes behind a module's own in the classes that mix it in."""
        if evaluation.program.entity(unit, ordinal).kind != "trait":
            return None
        if self._mixing is None:
            self._mixing = {}
            for key in self._full:
                index = evaluation.program.unit(key[0])
                for expr in index.entities[key[1]].bases:
                    shape = index.exprs[expr]
                    if shape[0] == "name":
                        self._mixing.setdefault(shape[1].rpartition("::")[2], []).append(key)
        full, found = self._full.get((unit, ordinal), ""), []
        for key in self._mixing.get(full.rpartition("::")[2], ()):
            order = self.order(evaluation, *key, evaluation.classes.mro(*key)[0])
            places = [place for place, row in enumerate(order) if self._full.get(row[:2]) == full]
            behind = order[places[-1] + 1 :] if places else []
            found.append(next((method for row in behind if (method := self._own(evaluation, row, name)) is not None), None))
        return union(found)

    @staticmethod
    def _own(evaluation: Evaluation, row: tuple[int, int, Args], name: str) -> Value | None:
        """The method of a name that a class itself has."""
        numbers = evaluation.program.unit(row[0]).members.get(row[1], {}).get(name)
        return ("meth", row[0], numbers[-1], ()) if numbers else None

    # Files

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        importer = evaluation.program.unit(unit).path
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

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        """`new` without a receiver, in a method of the class itself."""
        callee = evaluation.program.unit(place.unit).exprs[shape[1]]
        return self.self_value(evaluation, place) if callee[0] == "own_type" else NOT_MINE
