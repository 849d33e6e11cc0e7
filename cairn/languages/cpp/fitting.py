"""Pointers and what acts like one; which values suit a parameter."""

from __future__ import annotations

from cairn.languages.c.rules import FAMILY
from cairn.languages.cpp.constness import ConstRules
from cairn.languages.cpp.owners import NULL, POINTER
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.expressions import Matched
from cairn.semantics.places import Place
from cairn.semantics.values import Instance, Value

_PROMOTED = {"bool_": "int_", "char_": "int_", "short_": "int_", "ushort_": "int_", "zero_": "int_", "float_": "double_"}
MAX_ARROWS = 4  # classes whose `operator->` leads to one another (guess)


class FittingRules(ConstRules):
    """The part of the rules that knows conversions, and operators that stand for pointers."""

    def _plain_name(self, value: Value | None) -> str:
        if value is None or value[0] != "inst" or value[1] != self._prelude:
            return ""
        return self._plain.get(value[2], "")

    def pointed(self, evaluation: Evaluation, value: Value) -> Value | None:
        known = self._plain_name(value)
        if not known:
            return value
        made = evaluation.classes.builtin(FAMILY, POINTER, (value,))
        return made if made is not None else value

    def reached(self, evaluation: Evaluation, value: Value) -> Value | None:
        for _ in range(MAX_ARROWS):
            if value[0] != "inst":
                return value
            if self._plain_name(value) == POINTER:
                return value[3][0] if value[3] else None
            found = evaluation.overloads.of_value(value, "operator->") or evaluation.overloads.of_value(value, "operator*")
            found = tuple(row for row in found if not evaluation.program.entity(row.unit, row.ordinal).params)
            if not found:
                return value
            inner: Value | None = evaluation.functions.result(found[0], Place(found[0].unit, 0, 0), ())
            if inner is None or inner == value:
                return inner
            value = inner
        return value

    def indexed(self, evaluation: Evaluation, place: Place, value: Value, args: tuple[int, ...]) -> Value | None:
        known: Value | None = evaluation.generics.concrete(value)
        if known is None or known[0] != "inst":
            return known
        if self._plain_name(known) == POINTER:
            return known[3][0] if known[3] else None
        found = evaluation.overloads.of_value(known, "operator[]")
        return evaluation.functions.result(found[0], place, args) if found else known

    def iterated(self, evaluation: Evaluation, value: Value) -> Value | None:
        if value[0] == "inst" and self._plain_name(value) == POINTER:
            return value[3][0] if value[3] else None
        found = evaluation.overloads.of_value(value, "begin")
        if not found:
            return value
        start = evaluation.functions.result(found[0], Place(found[0].unit, 0, 0), ())
        return self.reached(evaluation, start) if start is not None else None

    def taken(self, evaluation: Evaluation, place: Place, shape: Matched) -> Value | None:
        """One name of a structured binding: a type argument of a pair or tuple, else a field."""
        value, at = evaluation.generics.concrete(evaluation.expressions.eval(place, shape[1])), shape[3]
        if value is None or value[0] != "inst" or not isinstance(at, int):
            return None
        if value[1] == self._prelude:
            return value[3][at] if at < len(value[3]) else None
        unit = evaluation.program.unit(value[1])
        names = [
            name
            for name, found in unit.members.get(value[2], {}).items()
            if unit.entities[found[0]].kind == "field" and "static" not in unit.entities[found[0]].flags.split()
        ]
        return evaluation.members.value(value, names[at]) if at < len(names) else None

    # What suits a parameter

    def fit(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        if given[0] == "fn" or wanted[0] == "fty" or given[0] in ("def", "meth", "fty"):
            if given[0] == "def" and evaluation.classes.is_class(given):
                return -1
            return -1 if wanted[0] in ("fty", "tv") or (wanted[0] == "inst" and not self._plain_name(wanted)) else None
        if wanted == given:
            return 0
        if given[0] != "inst" or wanted[0] != "inst":
            return -1
        target, name = self._plain_name(wanted), self._plain_name(given)
        if target or name:
            return self._fit_plain(evaluation, wanted, given, target, name)
        if (wanted[1], wanted[2]) == (given[1], given[2]):
            return 0
        below = evaluation.classes.is_below(given, wanted)
        if below:
            return 1
        return (
            -1 if below is None or self._converts(evaluation, wanted) or evaluation.classes.mro(given[1], given[2])[1] else None
        )

    def _fit_plain(self, evaluation: Evaluation, wanted: Instance, given: Instance, target: str, name: str) -> int | None:
        if target == POINTER or name == POINTER:
            return self._fit_pointer(evaluation, wanted, given, target, name)
        if target and name:
            if target == name or (name == "zero_" and target == "int_"):
                return 0
            if "void_" in (target, name):
                return None
            if name == NULL or target == NULL:
                return None
            return 1 if _PROMOTED.get(name) == target else 2
        if name in (NULL, "zero_") and not target:
            return 0 if name == NULL else 1
        if target:  # of a class into a built-in value: by an enumeration or an operator
            kind = evaluation.program.entity(given[1], given[2]).kind
            return (
                1 if kind == "enum" and target != NULL else -1 if kind != "enum" and self._has_casts(evaluation, given) else None
            )
        return 3 if self._converts(evaluation, wanted) else None

    def _fit_pointer(self, evaluation: Evaluation, wanted: Instance, given: Instance, target: str, name: str) -> int | None:
        if target == name:
            left, right = (
                self._plain_name(wanted[3][0] if wanted[3] else None),
                self._plain_name(given[3][0] if given[3] else None),
            )
            if not left or not right or left == right:
                return 0 if left == right else -1
            return 2 if left == "void_" else None
        if target == POINTER:
            if name in (NULL, "zero_"):
                return 0 if name == NULL else 1
            inner = self._plain_name(wanted[3][0] if wanted[3] else None)
            return None if name else 2 if inner == "void_" else -1 if self._has_casts(evaluation, given) else None
        if target == "bool_":
            return 2
        return (3 if self._converts(evaluation, wanted) else None) if not target else None

    @staticmethod
    def _converts(evaluation: Evaluation, wanted: Instance) -> bool:
        """Whether a class has a constructor with which other values may become one of it."""
        index = evaluation.program.unit(wanted[1])
        entity = index.entities[wanted[2]]
        if entity.kind not in ("class", "struct"):
            return False
        rows = index.methods[wanted[2]].get(entity.name, ()) if wanted[2] in index.methods else ()
        return any(
            "constructor" in index.entities[o].flags and "explicit" not in index.entities[o].flags and index.entities[o].params
            for o in rows
        )

    @staticmethod
    def _has_casts(evaluation: Evaluation, given: Instance) -> bool:
        index = evaluation.program.unit(given[1])
        return any(name.startswith("operator ") for name in index.methods.get(given[2], ()))
