"""Roles of languages with classes by name, inherited names and overloads: Java, Kotlin, C#, Scala, Swift ..."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Call, Expr
from cairn.semantics.flags import FINAL, OVERLOADED, Flags
from cairn.semantics.kinds import INTERFACE
from cairn.semantics.places import Place
from cairn.semantics.roles import NOT_MINE, Calls, Names, NotMine, Operators, Overloads, TypeParameters
from cairn.semantics.values import ClassObject, Instance, Value, substitute


class Prelude:
    """The classes that the prelude of a language declares: `String`, `Array` ..."""

    def __init__(self, top: str = "Object", array: str = "Array", iterable: str = "Iterable") -> None:
        """Name the class above all others, that of arrays, and that of what can be iterated over."""
        self.top, self.array, self.iterable = top, array, iterable
        self.null = "NoneType"
        self.unit = -1
        self.classes: dict[str, int] = {}  # by name
        self.by_arity: dict[tuple[str, int], int] = {}  # and by the number of their type parameters

    def read(self, evaluation: Evaluation, family: str) -> None:
        """Remember the outermost classes of the prelude."""
        self.classes, self.by_arity = {}, {}
        self.unit = evaluation.program.preludes.get(family, -1)
        if self.unit < 0:
            return
        for ordinal, entity in enumerate(evaluation.program.unit(self.unit).entities):
            if ordinal and entity.parent == 0 and OVERLOADED not in entity.flags:
                self.classes.setdefault(entity.name, ordinal)
                self.by_arity[entity.name, len(entity.type_params)] = ordinal

    def class_of(self, name: str, args: tuple[Value | None, ...] = ()) -> ClassObject | None:
        """A class of the prelude with type arguments; None if it declares none of that name."""
        ordinal = self.classes.get(name)
        return ("cls", self.unit, ordinal, args) if ordinal is not None else None

    def name_of(self, evaluation: Evaluation, value: Value | None) -> str:
        """The name of an instance's class if the prelude declares it, else ""."""
        if value is None or value[0] != "inst" or value[1] != self.unit:
            return ""
        return evaluation.program.entity(value[1], value[2]).name


class NominalNames(Names):
    """Names of such a language: `this` is an instance of the class around, with its type parameters."""

    def self_value(self, evaluation: Evaluation, place: Place) -> Value | None:
        ordinal = evaluation.program.unit(place.unit).class_around(place.scope)
        return ("inst", place.unit, ordinal, evaluation.generics.own_arguments(place.unit, ordinal)) if ordinal >= 0 else None


class NominalParameters(TypeParameters):
    """Type parameters of such a language: one without a bound is at least the class above all others."""

    def __init__(self, prelude: Prelude) -> None:
        self._prelude = prelude

    def bound(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        found = evaluation.generics.bound(unit, ordinal, name)
        if found is not None:
            return found
        top = self._prelude.class_of(self._prelude.top)
        return ("inst", *top[1:]) if top is not None else None


class NominalOperators(Operators):
    """Operators of such a language: iterating over an array gives its elements, over `Iterable<T>` a T."""

    def __init__(self, prelude: Prelude) -> None:
        self._prelude = prelude

    def iterated(self, evaluation: Evaluation, value: Value) -> Value | NotMine | None:
        """An element of an array, or what an iterable is declared to give."""
        if value[0] != "inst":
            return NOT_MINE
        if self._prelude.name_of(evaluation, value) == self._prelude.array:
            return value[3][0] if value[3] else None
        wanted = self._prelude.classes.get(self._prelude.iterable, -1)
        env = tuple(zip(evaluation.generics.parameters(value[1], value[2]), value[3], strict=False))
        for unit, ordinal, args in evaluation.classes.mro(value[1], value[2])[0]:
            if (unit, ordinal) == (self._prelude.unit, wanted):
                return substitute(args[0], env) if args else None
        return None


class OverloadedCalls(Calls):
    """Calls of a language with overloads: the function that the arguments choose tells what they yield."""

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        return chosen_call(evaluation, place, shape)


class NominalOverloads(Overloads):
    """Arguments and parameters: a class suits those above it, a built-in value what it is converted to."""

    def __init__(self, prelude: Prelude) -> None:
        self._prelude = prelude

    def is_final(self, flags: Flags) -> bool:
        """Whether nothing can be below a class."""
        return FINAL in flags

    def is_plain(self, name: str) -> bool:
        """Whether a class of the prelude is a built-in value, to which only conversions lead."""
        return False

    def fit_plain(self, evaluation: Evaluation, wanted: Instance, given: Instance, target: str, name: str) -> int | None:
        """`fit` where one of both is a built-in value."""
        return None

    def fit(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        if given[0] in ("fn", "ref") or wanted[0] == "fty":
            return self._fit_function(evaluation, wanted, given)
        if given[0] == "xinst" or wanted[0] == "xinst":
            return self._fit_external(evaluation, wanted, given)
        if given[0] != "inst" or wanted[0] != "inst":
            return -1
        target, name = self._prelude.name_of(evaluation, wanted), self._prelude.name_of(evaluation, given)
        if self._prelude.array in (target, name):
            return self._fit_array(evaluation, wanted, given, target, name)
        if self.is_plain(target) or self.is_plain(name):
            return self.fit_plain(evaluation, wanted, given, target, name)
        if name == self._prelude.null or target == self._prelude.top or (wanted[1], wanted[2]) == (given[1], given[2]):
            return 0
        below = evaluation.classes.is_below(given, wanted)
        return 0 if below else -1 if below is None else None

    def _fit_array(self, evaluation: Evaluation, wanted: Instance, given: Instance, target: str, name: str) -> int | None:
        if target != name:
            if name != self._prelude.array:
                return 0 if name == self._prelude.null else None
            return 0 if target == self._prelude.top or evaluation.classes.is_below(given, wanted) else None
        left, right = (value[3][0] if value[3] else None for value in (wanted, given))
        if left is None or right is None:
            return -1
        target_item, item = evaluation.generics.concrete(left), evaluation.generics.concrete(right)
        if target_item is None or item is None:
            return -1
        names = self._prelude.name_of(evaluation, target_item), self._prelude.name_of(evaluation, item)
        if any(self.is_plain(one) for one in names):
            return 0 if names[0] == names[1] else None
        found = self.fit(evaluation, target_item, item)
        return None if found == 1 else found

    def _fit_external(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        """A type that no indexed source defines may be below what the language has, but not below what a source defines."""
        if given[0] == "xinst":
            if wanted[0] == "xinst":
                return 0 if wanted == given else -1
            if wanted[0] != "inst":
                return -1
            name = self._prelude.name_of(evaluation, wanted)
            if name == self._prelude.top:
                return 0
            if self.is_plain(name) or name == self._prelude.array or self.is_final(evaluation.program.entity(*wanted[1:3]).flags):
                return None
            return -1 if wanted[1] == self._prelude.unit else None
        if given[0] != "inst":
            return -1
        name = self._prelude.name_of(evaluation, given)
        if name == self._prelude.null:
            return 0
        return None if name or not evaluation.classes.mro(given[1], given[2])[1] else -1

    def takes(self, evaluation: Evaluation, params: tuple[Value | None, ...], count: int) -> bool:
        """Whether a closure with so many parameters suits a function type with these."""
        return len(params) == count

    def _fit_function(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        """A closure or method reference suits a type that stands for a function."""
        if given[0] not in ("fn", "ref"):
            if given[0] == "fty" or self._prelude.name_of(evaluation, given) == self._prelude.null:
                return 0
            return None if given[0] == "inst" else -1
        if wanted[0] == "xinst":
            return -1
        known = evaluation.functions.function_type(wanted)
        if known is None:
            return None
        if given[0] == "ref" or len(given) < 6:
            return 0
        is_void = self.yields_nothing(evaluation, known[2])
        if (
            not self.takes(evaluation, known[1], given[4])
            or (is_void and given[5] == "value")
            or (not is_void and given[5] == "void")
        ):
            return None
        return 0


def chosen_call(evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
    """A call of an overloaded function yields what the function says that its arguments choose; other calls are NOT_MINE."""
    found = evaluation.functions.invocation_value(place, shape[1], tuple(shape[2]))
    return found[0] if found is not None else NOT_MINE


def files_named(evaluation: Evaluation, unit: int, defined: Mapping[str, set[int]]) -> list[Value]:
    """The files, among those that define some names, of which another file uses a name."""
    used = {reference.name for reference in evaluation.program.unit(unit).references}
    found = {number for name in used if name in defined for number in defined[name]}
    return [("mod", number) for number in sorted(found)]


def has_class_above(evaluation: Evaluation, unit: int, ordinal: int) -> bool:
    """Whether a class names one, other than an interface, that it extends."""
    entity = evaluation.program.entity(unit, ordinal)
    if not entity.bases:
        return False
    first = evaluation.classes.as_class(Place(unit, entity.home, entity.pos), entity.bases[0], ordinal)
    return first is not None and first[0] == "cls" and evaluation.program.entity(first[1], first[2]).kind != INTERFACE


def spelled_signature(index: UnitView, ordinal: int) -> tuple[int, tuple[str, ...]]:
    """A signature: the types as they are spelled, where the class has several of so many parameters."""
    entity = index.entities[ordinal]
    namesakes = index.methods[entity.parent].get(entity.name, ()) if entity.parent in index.methods else ()
    alike = [number for number in namesakes if len(index.entities[number].params) == len(entity.params)]
    types = tuple(spelled(index.exprs, kind) for _, kind, _ in entity.params) if len(alike) > 1 else ()
    return (len(entity.params), types)


def spelled(exprs: Sequence[Expr], expr: int) -> str:
    """A type as it is written, for comparing types of which nothing else is known."""
    if expr < 0:
        return ""
    shape = exprs[expr]
    parts = [spelled(exprs, item) if isinstance(item, int) else _spelled_item(exprs, item) for item in shape[1:]]
    return f"{shape[0]}({','.join(parts)})"


def _spelled_item(exprs: Sequence[Expr], item: str | Iterable[object]) -> str:
    if isinstance(item, str):
        return item
    return "[" + ",".join(spelled(exprs, one) if isinstance(one, int) else str(one) for one in item) + "]"


def fit_loosely(prelude: Prelude, evaluation: Evaluation, wanted: Value, given: Value, numbers: frozenset[str]) -> int | None:
    """`fit` where values convert in ways that are not written down: only what surely does not go together is told apart."""
    if wanted[0] != "inst" or given[0] != "inst":
        return -1
    if wanted[1:3] == given[1:3]:
        return 0
    names = prelude.name_of(evaluation, wanted), prelude.name_of(evaluation, given)
    if names[0] in numbers and names[1] in numbers:
        return 1
    if bool(names[0]) != bool(names[1]):
        return -1
    below = evaluation.classes.is_below(given, wanted)
    return 0 if below else -1 if below is None else None
