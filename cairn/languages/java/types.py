"""Types in Java: the classes above all, primitives and their boxes, which overload suits a call."""

from __future__ import annotations

from cairn.languages.java.syntax import PRIMITIVES
from cairn.languages.nominal import NominalOperators, NominalOverloads, Prelude, has_class_above
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.expressions import Call
from cairn.semantics.flags import DEFAULT, MEMBER, STATIC
from cairn.semantics.kinds import CLASS, ENUM
from cairn.semantics.places import Place
from cairn.semantics.roles import Bases, Calls, Members
from cairn.semantics.values import Base, Instance, Value

FAMILY = "java"
_BOXED = {boxed: name for name, boxed in PRIMITIVES.items()}
_ORDER = ("byte", "short", "int", "long", "float", "double")
_WIDER = {name: frozenset(_ORDER[number:]) for number, name in enumerate(_ORDER)}
_WIDER["char"] = frozenset({"char", *_ORDER[2:]})


class JavaBases(Bases):
    """A class without `extends` is below Object, an enum below `Enum<E>`."""

    def __init__(self, prelude: Prelude) -> None:
        self._prelude = prelude

    def implicit(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[Base | None]:
        entity = evaluation.program.entity(unit, ordinal)
        name = "Object"
        if unit != self._prelude.unit and entity.kind == ENUM:
            return [self._prelude.class_of("Enum", (("inst", unit, ordinal, ()),)), self._prelude.class_of(name)]
        if entity.kind == CLASS and entity.name != name and has_class_above(evaluation, unit, ordinal):
            return []
        if entity.name == name and unit == self._prelude.unit:
            return []
        return [self._prelude.class_of(name)]


class JavaMembers(Members):
    """A closure stands for the one method of an interface that is neither `default` nor `static`."""

    def must_be_written(self, evaluation: Evaluation, unit: int, ordinal: int) -> bool:
        entity = evaluation.program.entity(unit, ordinal)
        return MEMBER in entity.flags and entity.flags.isdisjoint((DEFAULT, STATIC)) and entity.scope < 0


class JavaOperators(NominalOperators):
    """`1 + 2L` is a long, `1 + "a"` a String."""

    def arithmetic(self, evaluation: Evaluation, left: Value | None, right: Value | None) -> Value | None:
        names = [self._plain(evaluation, value) for value in (left, right)]
        if "String" in names:
            return left if names[0] == "String" else right
        if None in names:
            return None
        ranks = [_ORDER.index(name) if name in _ORDER else 2 for name in names if name]
        if "boolean" in names:
            return left
        return evaluation.classes.builtin(FAMILY, "$" + _ORDER[max(2, *ranks)], ())

    def _plain(self, evaluation: Evaluation, value: Value | None) -> str | None:
        """The primitive's name of a number or its box, "String", or None."""
        name = self._prelude.name_of(evaluation, value) if value is not None else ""
        if name == "String":
            return name
        name = _BOXED.get(name, name.removeprefix("$"))
        return name if name in PRIMITIVES else None


class JavaCalls(Calls):
    """The method that the arguments choose tells what a call yields; nothing else is called."""

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | None:
        found = evaluation.functions.invocation_value(place, shape[1], tuple(shape[2]))
        if found is not None:
            return found[0]
        return None


class JavaOverloads(NominalOverloads):
    """`f(int)` suits a `short` as it is, and an `Integer` after a conversion."""

    def yields_nothing(self, evaluation: Evaluation, value: Value | None) -> bool:
        return self._prelude.name_of(evaluation, value) == "$void"

    def is_plain(self, name: str) -> bool:
        return name[:1] == "$" and name != self._prelude.array

    def fit_plain(self, evaluation: Evaluation, wanted: Instance, given: Instance, target: str, name: str) -> int | None:
        """Primitives: widened as they are, boxed and unboxed as a conversion."""
        wide, narrow = target.removeprefix("$"), name.removeprefix("$")
        if target[:1] == "$":
            if name[:1] == "$":
                return 0 if wide == narrow or wide in _WIDER.get(narrow, ()) else None
            plain = _BOXED.get(name)
            return 1 if plain is not None and (plain == wide or wide in _WIDER.get(plain, ())) else None
        if target == self._prelude.top:
            return 1
        boxed = self._prelude.class_of(PRIMITIVES.get(narrow, ""))
        return 1 if boxed is not None and evaluation.classes.is_below(boxed, wanted) else None
