"""Types and calls in TypeScript and JavaScript: utility types, promises, getters."""

from __future__ import annotations

from cairn.languages.typescript.imports import FAMILY
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.flags import ASYNC, GETTER, Flags
from cairn.semantics.places import Place
from cairn.semantics.roles import NOT_MINE, Calls, Members, NotMine, Operators, Types
from cairn.semantics.values import Value, union

MAX_PARAMETERS = 6  # that `Parameters<typeof f>` tells (guess)


class TypeScriptTypes(Types):
    """`ReturnType<typeof f>`, `Parameters<typeof f>`: types that a function or class tells."""

    def special_type(
        self, evaluation: Evaluation, name: str, args: tuple[Value | None, ...], place: Place
    ) -> Value | NotMine | None:
        """Types that a function or class tells: `ReturnType<typeof f>`."""
        given = evaluation.generics.concrete(args[0]) if args else None
        if name == "ReturnType":
            return evaluation.calls.call(given, place, ()) if given is not None else None
        if name == "InstanceType":
            return evaluation.types.instance_of(given, (), place) if given is not None else None
        if name in ("Parameters", "ConstructorParameters"):
            return (
                ("tup", tuple(evaluation.calls.parameter_type(given, place, n) for n in range(MAX_PARAMETERS))) if given else None
            )
        return NOT_MINE


class TypeScriptMembers(Members):
    """`get size()` is read without a call."""

    def is_property(self, flags: Flags) -> bool:
        return GETTER in flags


class TypeScriptOperators(Operators):
    """`await f()` yields what the promise promises."""

    def awaited(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        for _ in range(3):
            value = evaluation.generics.concrete(value)
            if value is None:
                return None
            if value[0] == "union":
                return union([self.awaited(evaluation, item) for item in value[1]])
            if value[0] != "inst" or not evaluation.program.is_prelude(value[1]):
                return value
            if evaluation.program.entity(value[1], value[2]).name not in ("Promise", "PromiseLike"):
                return value
            value = value[3][0] if value[3] else None
        return value


class TypeScriptCalls(Calls):
    """An `async` function yields a promise, also where it does not say so."""

    def __init__(self, operators: TypeScriptOperators) -> None:
        self._operators = operators

    def finish_return(self, evaluation: Evaluation, unit: int, ordinal: int, value: Value | None) -> Value | None:
        """An async function yields a promise, also where it does not say so; a promise of a promise is one."""
        entity = evaluation.program.entity(unit, ordinal)
        if value is None:
            return None
        if ASYNC in entity.flags and entity.returns < 0 and entity.type < 0:
            return evaluation.classes.builtin(FAMILY, "Promise", (self._operators.awaited(evaluation, value),))
        if unit == evaluation.program.preludes.get(FAMILY) and value[0] == "inst" and value[3] and value[3][0] is not None:
            inner = value[3][0]
            if (
                inner[0] == "inst"
                and inner[1:3] == value[1:3]
                and evaluation.program.entity(inner[1], inner[2]).name == "Promise"
            ):
                return inner
        return value
