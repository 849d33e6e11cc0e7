"""Types and values in C++: pointers and what acts like one, conversions, templates, instances that a name alone makes."""

from __future__ import annotations

from cairn.languages.c.linkage import signature_mark
from cairn.languages.c.names import FAMILY, anchor_of
from cairn.languages.cpp.constness import Constness
from cairn.languages.cpp.names import POINTER, CppPrelude
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Call, Matched, New
from cairn.semantics.flags import CONST, CONSTRUCTOR, EXPLICIT, STATIC_STORAGE
from cairn.semantics.kinds import CLASS, CONSTANT, ENUM, FIELD, STRUCT
from cairn.semantics.places import Candidate, Place
from cairn.semantics.roles import NOT_MINE, Calls, Making, NotMine, Operators, Overloads, Pointers, Types
from cairn.semantics.values import Instance, Value, substitute

NULL = "nullptr_"
_PROMOTED = {"bool_": "int_", "char_": "int_", "short_": "int_", "ushort_": "int_", "zero_": "int_", "float_": "double_"}
MAX_ARROWS = 4  # classes whose `operator->` leads to one another (guess)


class CppPointers(Pointers):
    """`p->watts()` and `*p` lead to what p points to, or to what `operator->` of its class gives."""

    def __init__(self, prelude: CppPrelude) -> None:
        self._prelude = prelude

    def pointed(self, evaluation: Evaluation, value: Value) -> Value | None:
        known = self._prelude.plain_name(value)
        if not known:
            return value
        made = evaluation.classes.builtin(FAMILY, POINTER, (value,))
        return made if made is not None else value

    def reached(self, evaluation: Evaluation, value: Value) -> Value | None:
        for _ in range(MAX_ARROWS):
            if value[0] != "inst":
                return value
            if self._prelude.plain_name(value) == POINTER:
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
        if self._prelude.plain_name(known) == POINTER:
            return known[3][0] if known[3] else None
        found = evaluation.overloads.of_value(known, "operator[]")
        return evaluation.functions.result(found[0], place, args) if found else known


class CppOperators(Operators):
    """`for (auto& lamp : lamps)` is over what `begin()` points to; `auto [a, b] = pair;` takes apart."""

    def __init__(self, prelude: CppPrelude, pointers: CppPointers) -> None:
        self._prelude = prelude
        self._pointers = pointers

    def iterated(self, evaluation: Evaluation, value: Value) -> Value | None:
        if value[0] == "inst" and self._prelude.plain_name(value) == POINTER:
            return value[3][0] if value[3] else None
        found = evaluation.overloads.of_value(value, "begin")
        if not found:
            return value
        start = evaluation.functions.result(found[0], Place(found[0].unit, 0, 0), ())
        return self._pointers.reached(evaluation, start) if start is not None else None

    def taken(self, evaluation: Evaluation, place: Place, shape: Matched) -> Value | None:
        """One name of a structured binding: a type argument of a pair or tuple, else a field."""
        value, at = evaluation.generics.concrete(evaluation.expressions.eval(place, shape[1])), shape[3]
        if value is None or value[0] != "inst" or not isinstance(at, int):
            return None
        if value[1] == self._prelude.unit:
            return value[3][at] if at < len(value[3]) else None
        unit = evaluation.program.unit(value[1])
        names = [
            name
            for name, found in unit.members.get(value[2], {}).items()
            if unit.entities[found[0]].kind == FIELD and STATIC_STORAGE not in unit.entities[found[0]].flags
        ]
        return evaluation.members.value(value, names[at]) if at < len(names) else None


class CppOverloads(Overloads):
    """`f(int)` and `f(double)` are told apart by promotions and conversions, methods by `const`, too."""

    def __init__(self, prelude: CppPrelude, constness: Constness) -> None:
        self._prelude = prelude
        self._constness = constness

    def signature(self, index: UnitView, ordinal: int) -> tuple[object, ...] | None:
        entity = index.entities[ordinal]
        mark = signature_mark(entity)
        return (mark, CONST in entity.flags) if mark else None

    def fit(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        if given[0] == "fn" or wanted[0] == "fty" or given[0] in ("def", "meth", "fty"):
            if given[0] == "def" and evaluation.classes.is_class(given):
                return -1
            return -1 if wanted[0] in ("fty", "tv") or (wanted[0] == "inst" and not self._prelude.plain_name(wanted)) else None
        if wanted == given:
            return 0
        if given[0] != "inst" or wanted[0] != "inst":
            return -1
        target, name = self._prelude.plain_name(wanted), self._prelude.plain_name(given)
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
            return 1 if kind == ENUM and target != NULL else -1 if kind != ENUM and self._has_casts(evaluation, given) else None
        return 3 if self._converts(evaluation, wanted) else None

    def _fit_pointer(self, evaluation: Evaluation, wanted: Instance, given: Instance, target: str, name: str) -> int | None:
        if target == name:
            left, right = (
                self._prelude.plain_name(wanted[3][0] if wanted[3] else None),
                self._prelude.plain_name(given[3][0] if given[3] else None),
            )
            if not left or not right or left == right:
                return 0 if left == right else -1
            return 2 if left == "void_" else None
        if target == POINTER:
            if name in (NULL, "zero_"):
                return 0 if name == NULL else 1
            inner = self._prelude.plain_name(wanted[3][0] if wanted[3] else None)
            return None if name else 2 if inner == "void_" else -1 if self._has_casts(evaluation, given) else None
        if target == "bool_":
            return 2
        return (3 if self._converts(evaluation, wanted) else None) if not target else None

    @staticmethod
    def _converts(evaluation: Evaluation, wanted: Instance) -> bool:
        """Whether a class has a constructor with which other values may become one of it."""
        index = evaluation.program.unit(wanted[1])
        entity = index.entities[wanted[2]]
        if entity.kind not in (CLASS, STRUCT):
            return False
        rows = index.methods[wanted[2]].get(entity.name, ()) if wanted[2] in index.methods else ()
        return any(
            CONSTRUCTOR in index.entities[o].flags and EXPLICIT not in index.entities[o].flags and index.entities[o].params
            for o in rows
        )

    @staticmethod
    def _has_casts(evaluation: Evaluation, given: Instance) -> bool:
        index = evaluation.program.unit(given[1])
        return any(name.startswith("operator ") for name in index.methods.get(given[2], ()))

    def for_receiver(
        self, evaluation: Evaluation, place: Place, receiver: int, found: tuple[Candidate, ...]
    ) -> tuple[Candidate, ...]:
        return self._constness.for_receiver(evaluation, place, receiver, found)

    def for_arguments(
        self, evaluation: Evaluation, place: Place, args: tuple[int, ...], fitting: list[tuple[Candidate, list[int]]]
    ) -> list[tuple[Candidate, list[int]]]:
        return self._constness.for_arguments(evaluation, place, args, fitting)


class CppCalls(Calls):
    """`make<Lamp>(3)` yields what the template says, with its arguments."""

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        index = evaluation.program.unit(place.unit)
        if index.language == "c":
            return NOT_MINE
        found = evaluation.overloads.invoked(place, shape[1], tuple(shape[2]))
        if found is None:
            return NOT_MINE
        callee = index.exprs[shape[1]]
        given = tuple(evaluation.types.type_of(place, arg) for arg in callee[2]) if callee[0] == "subscript" else ()
        values = []
        for candidate in found.candidates:
            params = evaluation.program.entity(candidate.unit, candidate.ordinal).type_params
            env = tuple((name, value) for (name, _), value in zip(params, given, strict=False) if value is not None)
            value = evaluation.functions.result(candidate, place, tuple(shape[2]))
            if env:
                value = substitute(evaluation.functions.declared_result(candidate), env)
            values.append(value)
        return values[0] if all(value == values[0] for value in values) else None


class CppTypes(Types):
    """A type that no file of the source defines is at least not another one."""

    def special_type(
        self, evaluation: Evaluation, name: str, args: tuple[Value | None, ...], place: Place
    ) -> Value | NotMine | None:
        """A type that no file of the source defines is at least not another one."""
        return ("xinst", anchor_of("", name)) if evaluation.program.unit(place.unit).language != "c" else NOT_MINE


class CppMaking(Making):
    """`Lamp lamp(3);` makes a Lamp, `base_(x)` among initialisers what the field is."""

    def made(self, evaluation: Evaluation, place: Place, shape: New) -> Instance | None:
        index = evaluation.program.unit(place.unit)
        kind = index.exprs[shape[1]]
        value = evaluation.scopes.lookup(place, kind[1]) if kind[0] == "name" else None
        if value is not None and value[0] == "def" and evaluation.program.entity(value[1], value[2]).kind in (FIELD, CONSTANT):
            entity = evaluation.program.entity(value[1], value[2])
            home = evaluation.program.unit(value[1])
            if entity.type < 0 or home.exprs[entity.type][0] == "pointer":
                return None
            value = evaluation.types.type_of(Place(value[1], entity.home, entity.pos), entity.type)
        else:
            value = evaluation.types.type_of(place, shape[1])
        if value is None or value[0] != "inst" or evaluation.program.is_prelude(value[1]):
            return None
        return value if evaluation.program.entity(value[1], value[2]).kind in (CLASS, STRUCT) else None
