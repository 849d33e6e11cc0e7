"""Types and values in Scala: self types, implicit classes, patterns."""

from __future__ import annotations

from cairn.languages.nominal import Prelude, fit_loosely, spelled_signature
from cairn.languages.scala.names import ScalaFunctions
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Call, Matched
from cairn.semantics.flags import Flags
from cairn.semantics.kinds import CALLS
from cairn.semantics.places import Place
from cairn.semantics.roles import NOT_MINE, Bases, Calls, Members, NotMine, Operators, Overloads, Redirection
from cairn.semantics.values import Base, Instance, Value

_NUMBERS = frozenset({"Int", "Long", "Short", "Byte", "Double", "Float", "Char", "BigInt", "BigDecimal"})


class ScalaBases(Bases):
    """`self: Logging =>` says that what has the trait is a Logging, too."""

    def implicit(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[Base | None]:
        """A trait may say that its instances are something else, too: `self: Other =>`."""
        index = evaluation.program.unit(unit)
        entity = index.entities[ordinal]
        place = Place(unit, entity.home, entity.pos)
        kinds = [kind for pos, kinds in index.extra.get("selves", ()) if pos == entity.pos for kind in kinds]
        found = [evaluation.classes.as_class(place, kind, ordinal) for kind in kinds]
        return [base for base in found if base is not None and base[0] == "cls"]


class ScalaMembers(Members):
    """A method without parameters is read like a field: `cart.total`."""

    def __init__(self, functions: ScalaFunctions) -> None:
        self._functions = functions

    def late_member(self, evaluation: Evaluation, owner: Instance, name: str, called: bool) -> Value | None:
        """A method without parameters is read like a value, which is what it yields."""
        if called:
            return None
        found = evaluation.overloads.of_value(owner, name) or self._functions.extensions(
            evaluation, Place(owner[1], 0, 0), owner, name
        )
        if len(found) != 1 or evaluation.program.entity(found[0].unit, found[0].ordinal).params:
            return None
        return evaluation.functions.result(found[0], Place(owner[1], 0, 0), ())

    def is_property(self, flags: Flags) -> bool:
        return True


class ScalaOperators(Operators):
    """`case Cart(items, total)` takes apart by the parameters of the class; loops are over what the prelude does not tell."""

    def taken(self, evaluation: Evaluation, place: Place, shape: Matched) -> Value | None:
        """Item n of what a class's pattern takes apart, by the class's parameters."""
        made = evaluation.types.type_of(place, shape[2])
        if made is None or made[0] != "inst":
            return None
        entity = evaluation.program.entity(made[1], made[2])
        if not isinstance(shape[3], int) or shape[3] >= len(entity.params):
            return None
        kind = entity.params[shape[3]][1]
        return evaluation.types.type_of(Place(made[1], entity.home, entity.pos), kind, (), made[2])

    def iterated(self, evaluation: Evaluation, value: Value) -> Value | NotMine | None:
        return None


class ScalaOverloads(Overloads):
    """Numbers convert to one another; only classes that have nothing to do with each other are told apart."""

    def __init__(self, prelude: Prelude) -> None:
        self._prelude = prelude

    def signature(self, index: UnitView, ordinal: int) -> tuple[object, ...]:
        return spelled_signature(index, ordinal)

    def fit(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        return fit_loosely(self._prelude, evaluation, wanted, given, _NUMBERS)


class ScalaRedirection(Redirection):
    """`Cart(1)` of an object without `apply` makes an instance of the class beside it."""

    def expanded(self, evaluation: Evaluation, kind: str, target: tuple[int, int], via: str) -> tuple[str, tuple[int, int], str]:
        """`Name(...)` of an object without `apply` makes an instance of the class beside it."""
        twins = evaluation.program.unit(target[0]).twins.get(target[1]) if kind == CALLS else None
        return kind, (target[0], twins[0]) if twins is not None else target, via


class ScalaCalls(Calls):
    """`Cart(1)` yields a Cart where the class says no more."""

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        found = evaluation.functions.invocation_value(place, shape[1], tuple(shape[2]))
        if found is not None:
            return found[0]
        callee = evaluation.program.unit(place.unit).exprs[shape[1]]
        value = evaluation.scopes.lookup(place, callee[1]) if callee[0] == "name" else None
        if value is not None and value[0] == "def" and evaluation.classes.is_class(value):
            made = evaluation.classes.as_type(value)
            return ("inst", made[1], made[2], ())
        return NOT_MINE
