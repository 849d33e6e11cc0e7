"""Types in Kotlin: companions, closures with receivers, data classes, which overload suits a call."""

from __future__ import annotations

from cairn.languages.kotlin.imports import KotlinPackages
from cairn.languages.kotlin.names import KotlinFunctions
from cairn.languages.nominal import NominalOperators, NominalOverloads, Prelude, has_class_above
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.expressions import Call
from cairn.semantics.flags import COMPANION, COMPONENT, Flags
from cairn.semantics.kinds import CLASS, ENUM, FIELD, INTERFACE
from cairn.semantics.places import Found, Place
from cairn.semantics.roles import NOT_MINE, Bases, Calls, Members, NotMine
from cairn.semantics.values import Base, Instance, Value

_PLAIN = frozenset({"Int", "Long", "Short", "Byte", "Double", "Float", "Boolean", "Char", "UInt", "ULong"})
_RANKS = ("Int", "Long", "Float", "Double")


class KotlinMembers(Members):
    """`val Cart.total` is read like a member of Cart."""

    def __init__(self, functions: KotlinFunctions, packages: KotlinPackages) -> None:
        self._functions = functions
        self._packages = packages

    def late_member(self, evaluation: Evaluation, owner: Instance, name: str, called: bool) -> Found | None:
        """A property that an extension adds, if only one of the name suits."""
        if called:
            return None
        rows = [(u, o) for u, o in self._packages.extensions.get(name, ()) if evaluation.program.entity(u, o).kind == FIELD]
        fitting = []
        for unit, ordinal in rows:
            wanted = self._functions.receiver(evaluation, unit, ordinal)
            if wanted is not None and evaluation.choice.fit(wanted, owner, unit) == 0:
                fitting.append((unit, ordinal))
        return Found("entity", fitting[0][0], (fitting[0][1],), ()) if len(fitting) == 1 else None

    def must_be_written(self, evaluation: Evaluation, unit: int, ordinal: int) -> bool:
        entity = evaluation.program.entity(unit, ordinal)
        parent = evaluation.program.entity(unit, entity.parent)
        return bool(parent.kind == INTERFACE and entity.scope < 0)


class KotlinBases(Bases):
    """A class has the members of its companion, and `Any` above it."""

    def __init__(self, prelude: Prelude) -> None:
        self._prelude = prelude

    def implicit(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[Base | None]:
        index = evaluation.program.unit(unit)
        entity = index.entities[ordinal]
        found: list[Base | None] = []
        for number, other in enumerate(index.entities):
            if other.parent == ordinal and COMPANION in other.flags:
                found.append(("cls", unit, number, ()))
        if entity.name == self._prelude.top and unit == self._prelude.unit:
            return []
        if unit != self._prelude.unit and entity.kind == ENUM:
            found.append(self._prelude.class_of("Enum", (("inst", unit, ordinal, ()),)))
        if entity.kind != CLASS or not has_class_above(evaluation, unit, ordinal):
            found.append(self._prelude.class_of(self._prelude.top))
        return found


class KotlinCalls(Calls):
    """`pair.component2()` is the second property of a data class."""

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        found = evaluation.functions.invocation_value(place, shape[1], tuple(shape[2]))
        if found is not None:
            return found[0]
        callee = evaluation.program.unit(place.unit).exprs[shape[1]]
        if callee[0] == "member":
            return self._of_component(evaluation, evaluation.expressions.eval(place, callee[1]), callee[2])
        return NOT_MINE

    @staticmethod
    def _of_component(evaluation: Evaluation, owner: Value | None, name: str) -> Value | NotMine | None:
        """`component2()` of a data class is its second property; a property that holds a function is called."""
        if owner is None or owner[0] != "inst":
            return NOT_MINE
        if name.startswith("component") and name[9:].isdigit():
            entities = evaluation.program.unit(owner[1]).entities
            parts = [e.name for e in entities if e.parent == owner[2] and COMPONENT in e.flags]
            number = int(name[9:]) - 1
            return evaluation.members.value(owner, parts[number]) if number < len(parts) else None
        return NOT_MINE


class KotlinOperators(NominalOperators):
    """`1 + 2L` is a Long; a closure's type tells its receiver."""

    def unwrapped(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        """The receiver that a closure's type has."""
        if value is not None and value[0] == "inst" and self._prelude.name_of(evaluation, value) == "With_" and value[3]:
            return value[3][0]
        return None

    def arithmetic(self, evaluation: Evaluation, left: Value | None, right: Value | None) -> Value | None:
        names = [self._prelude.name_of(evaluation, value) for value in (left, right)]
        if names[0] in _RANKS and names[1] in _RANKS:
            return left if _RANKS.index(names[0]) >= _RANKS.index(names[1]) else right
        return left


class KotlinOverloads(NominalOverloads):
    """An Int literal takes the type that is wanted; a closure without parameters may have `it`."""

    def yields_nothing(self, evaluation: Evaluation, value: Value | None) -> bool:
        return self._prelude.name_of(evaluation, value) == "Unit"

    def takes(self, evaluation: Evaluation, params: tuple[Value | None, ...], count: int) -> bool:
        has_receiver = self._prelude.name_of(evaluation, params[0] if params else None) == "With_"
        number = len(params) - has_receiver
        return bool(number == count or (count < 0 and number < 2))  # without parameters it may have `it`

    def is_final(self, flags: Flags) -> bool:
        return False

    def is_plain(self, name: str) -> bool:
        return name in _PLAIN

    def fit_plain(self, evaluation: Evaluation, wanted: Instance, given: Instance, target: str, name: str) -> int | None:
        if target == name or target == self._prelude.top or name == self._prelude.null:
            return 0
        if name == "Int" and target in ("Long", "Short", "Byte"):
            return 1  # a literal takes the type that is wanted
        return 0 if name in _PLAIN and evaluation.classes.is_below(given, wanted) else None
