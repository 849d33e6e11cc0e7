"""Types in C#: partial classes, type forms, numbers, which overload suits a call."""

from __future__ import annotations

from cairn.languages.csharp.imports import CSharpNamespaces
from cairn.languages.csharp.names import CSharpNames
from cairn.languages.nominal import NominalOperators, NominalOverloads, Prelude, has_class_above
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.expressions import Call
from cairn.semantics.flags import ANNOUNCED, PARTIAL
from cairn.semantics.kinds import CLASS
from cairn.semantics.places import Place
from cairn.semantics.roles import NOT_MINE, Bases, Calls, Completion, NotMine, Parts, Redirection, Types
from cairn.semantics.values import Base, ClassObject, Definition, Instance, Value

FAMILY = "csharp"
_WIDER = {
    "SByte": ("Int16", "Int32", "Int64", "Single", "Double", "Decimal"),
    "Byte": ("Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"),
    "Int16": ("Int32", "Int64", "Single", "Double", "Decimal"),
    "UInt16": ("Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"),
    "Int32": ("Int64", "Single", "Double", "Decimal"),
    "UInt32": ("Int64", "UInt64", "Single", "Double", "Decimal"),
    "Int64": ("Single", "Double", "Decimal"),
    "UInt64": ("Single", "Double", "Decimal"),
    "Char": ("UInt16", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"),
    "Single": ("Double",),
}
_RANKS = ("Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal")
_PLAIN = frozenset({*_WIDER, "Double", "Decimal", "Boolean"})
_AWAITED = frozenset({"Task", "ValueTask"})


class CSharpBases(Bases):
    """A class without a base is below Object; what one part of it names is above all parts."""

    def __init__(self, prelude: Prelude, namespaces: CSharpNamespaces) -> None:
        self._prelude = prelude
        self._namespaces = namespaces

    def implicit(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[Base | None]:
        entity = evaluation.program.entity(unit, ordinal)
        found: list[Base | None] = []
        if unit == self._prelude.unit and entity.name == self._prelude.top:
            return []
        places = [(unit, ordinal), *(part[1:3] for part in self._namespaces.parts.get((unit, ordinal), ()))]
        if entity.kind != CLASS or not any(has_class_above(evaluation, *place) for place in places):
            found.append(self._prelude.class_of(self._prelude.top))
        return found

    def stated(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], Value, int]]:
        """A base that one part of a class names is above all parts."""
        found: list[tuple[tuple[int, int], Value, int]] = []
        for ordinal, entity in enumerate(evaluation.program.unit(unit).entities):
            for part in self._namespaces.parts.get((unit, ordinal), ()):
                for base in evaluation.classes.bases(part[1], part[2])[: len(evaluation.program.entity(part[1], part[2]).bases)]:
                    if base is not None and base[0] in ("cls", "ext"):
                        row: Value = ("inst", *base[1:]) if base[0] == "cls" else ("xinst", base[1])
                        found.append(((unit, ordinal), row, entity.name_line))
        return found


class CSharpParts(Parts):
    """`partial class Cart` in several files is one class."""

    def __init__(self, namespaces: CSharpNamespaces) -> None:
        self._namespaces = namespaces

    def others(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[ClassObject]:
        args = evaluation.generics.own_arguments(unit, ordinal)
        return [("cls", other[1], other[2], args) for other in self._namespaces.parts.get((unit, ordinal), ())]


class CSharpRedirection(Redirection):
    """An edge to a part of a class leads to the part that counts: the one that names what is above it."""

    def __init__(self, namespaces: CSharpNamespaces) -> None:
        self._namespaces = namespaces

    def expanded(self, evaluation: Evaluation, kind: str, target: tuple[int, int], via: str) -> tuple[str, tuple[int, int], str]:
        """The first of the parts of a type by `CSharpNamespaces.rank` counts."""
        others = self._namespaces.parts.get(target)
        if not others:
            return kind, target, via
        own: Definition = ("def", *target)
        first = min((own, *others), key=lambda value: self._namespaces.rank(evaluation.program, value))
        return kind, (first[1], first[2]), via


class CSharpCompletion(Completion):
    """A `partial void OnChanged();` announces the method that another part writes."""

    def __init__(self, namespaces: CSharpNamespaces) -> None:
        self._namespaces = namespaces

    def completed(self, evaluation: Evaluation) -> dict[tuple[int, int], tuple[int, int]]:
        """Partial methods without a body, with those that have one in some part of the type."""
        found = {}
        for (unit, ordinal), others in self._namespaces.parts.items():
            index = evaluation.program.unit(unit)
            for name, numbers in index.methods[ordinal].items() if ordinal in index.methods else ():
                for number in numbers:
                    if ANNOUNCED in index.entities[number].flags:
                        real = self._implementation(evaluation, (unit, number), [("def", unit, ordinal), *others], name)
                        found.update({(unit, number): real} if real is not None else {})
        return found

    @staticmethod
    def _implementation(
        evaluation: Evaluation, one: tuple[int, int], parts: list[Definition], name: str
    ) -> tuple[int, int] | None:
        wanted = evaluation.program.entity(*one)
        fitting = []
        for _, unit, ordinal in parts:
            index = evaluation.program.unit(unit)
            for number in index.methods[ordinal].get(name, ()) if ordinal in index.methods else ():
                entity = index.entities[number]
                if PARTIAL in entity.flags and ANNOUNCED not in entity.flags and len(entity.params) == len(wanted.params):
                    fitting.append((unit, number))
        if len(fitting) > 1:
            kinds = evaluation.overloads.parameter_types(*one)
            fitting = [other for other in fitting if evaluation.overloads.parameter_types(*other) == kinds]
        return fitting[0] if len(fitting) == 1 else None


class CSharpTypes(Types):
    """`Func<int, string>` is a function, `int?` an int, `Task<T>` another class than `Task`."""

    def __init__(self, prelude: Prelude, names: CSharpNames, namespaces: CSharpNamespaces) -> None:
        self._prelude = prelude
        self._names = names
        self._namespaces = namespaces

    def named_type(self, evaluation: Evaluation, place: Place, name: str, found: Value) -> Value:
        index = evaluation.program.unit(place.unit)
        scope = place.scope
        while scope >= 0:
            for entry in index.names[scope].get(name, ()) if scope in index.names else ():
                if entry.tag == "entity" and evaluation.classes.is_class(("def", place.unit, entry.number)):
                    return ("def", place.unit, entry.number)
            scope = index.scopes[scope][1]
        return self._names.outer_name(evaluation, place.unit, name) or found

    def special_class(self, evaluation: Evaluation, target: Value, args: tuple[Value | None, ...]) -> Value | NotMine | None:
        if target[0] != "def":
            return NOT_MINE
        if target[1] == self._prelude.unit:
            name = evaluation.program.entity(target[1], target[2]).name
            special = self._special(name, args)
            suited = self._prelude.by_arity.get((name, len(args)), target[2])
            return ("inst", target[1], suited, args) if special is NOT_MINE and suited != target[2] else special
        entity = evaluation.program.entity(target[1], target[2])
        if len(entity.type_params) == len(args) or entity.parent != 0:
            return NOT_MINE
        space = self._namespaces.space_of.get((target[1], target[2]), "")
        other = self._namespaces.class_at(evaluation, space, entity.name, len(args))
        return ("inst", other[1], other[2], args) if other is not None and other != target else NOT_MINE

    def _special(self, name: str, args: tuple[Value | None, ...]) -> Value | NotMine | None:
        if name == "Func" and args:
            return ("fty", args[:-1], args[-1])
        if name in ("Action", "Predicate", "Comparison"):
            params = (args[0], args[0]) if name == "Comparison" and args else args
            made = self._prelude.class_of({"Action": "Void_", "Predicate": "Boolean", "Comparison": "Int32"}[name])
            return ("fty", params, ("inst", *made[1:])) if made is not None else None
        if name == "Nullable":
            return args[0] if args else None
        return ("tup", args) if name in ("ValueTuple", "Tuple") and args else NOT_MINE


class CSharpCalls(Calls):
    """`handler.Invoke(x)` and `handler(x)` call what a delegate stands for."""

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        found = evaluation.functions.invocation_value(place, shape[1], tuple(shape[2]))
        if found is not None:
            return found[0]
        callee = evaluation.program.unit(place.unit).exprs[shape[1]]
        if callee[0] == "member" and callee[2] == "Invoke":  # of a delegate
            delegate = evaluation.functions.function_type(evaluation.expressions.eval(place, callee[1]))
            return delegate[2] if delegate is not None else None
        held = evaluation.expressions.eval(place, shape[1])
        if held is not None and held[0] == "inst":
            kind = evaluation.functions.function_type(held)
            return kind[2] if kind is not None else None
        return NOT_MINE


class CSharpOperators(NominalOperators):
    """`await task` is what the task yields; `1 + 2L` is a long."""

    def awaited(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        if value is not None and value[0] == "inst" and self._prelude.name_of(evaluation, value) in _AWAITED:
            return value[3][0] if value[3] else None
        return value

    def arithmetic(self, evaluation: Evaluation, left: Value | None, right: Value | None) -> Value | None:
        names = [self._prelude.name_of(evaluation, value) for value in (left, right)]
        if "String" in names:
            return left if names[0] == "String" else right
        ranks = [_RANKS.index(name) if name in _RANKS else 0 for name in names if name in _PLAIN]
        if len(ranks) == 2:
            return evaluation.classes.builtin(FAMILY, _RANKS[max(ranks)], ()) if "Boolean" not in names else left
        return left  # an operator of a class most often yields that class


class CSharpOverloads(NominalOverloads):
    """`F(long)` suits an int as it is."""

    def yields_nothing(self, evaluation: Evaluation, value: Value | None) -> bool:
        return self._prelude.name_of(evaluation, value) == "Void_"

    def is_plain(self, name: str) -> bool:
        return name in _PLAIN

    def fit_plain(self, evaluation: Evaluation, wanted: Instance, given: Instance, target: str, name: str) -> int | None:
        if target == name or target == self._prelude.top or target in _WIDER.get(name, ()):
            return 0
        return 0 if name == self._prelude.null or (name in _PLAIN and evaluation.classes.is_below(given, wanted)) else None
