"""Types and calls in Python: typing forms, type variables, `super()`, context managers."""

from __future__ import annotations

from cairn.languages.python.imports import FAMILY
from cairn.languages.python.names import PythonNames, in_prelude
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.expressions import Call, Member
from cairn.semantics.flags import PROPERTY, Flags
from cairn.semantics.kinds import CONSTANT
from cairn.semantics.places import Place
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import NOT_MINE, Calls, Members, NotMine, Operators, TypeParameters, Types
from cairn.semantics.values import Value, union

# Modules of the standard library whose classes the prelude declares under their own names.
_PRELUDE_MODULES = frozenset(
    {"typing", "typing_extensions", "collections", "builtins", "abc", "enum", "copy", "itertools", "contextlib"}
)
_RENAMED = {
    "List": "list", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset", "DefaultDict": "defaultdict", "Deque": "deque",
    "Text": "str", "ByteString": "bytes", "Type": "type", "from_iterable": "chain",
    "ContextManager": "AbstractContextManager", "AsyncContextManager": "AbstractAsyncContextManager",
}  # fmt: skip
_FIRST = frozenset({"Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "Unpack", "TypeGuard", "TypeIs"})
_NOTHING = frozenset({"Any", "Literal", "NoReturn", "Never", "LiteralString", "Concatenate", "ParamSpec"})
_AWAITED = frozenset({"Awaitable", "Coroutine"})
# Decorators that make a context manager of a generator, by what they are, and what entering it is.
_MANAGING = {
    "python/contextlib#contextmanager": "AbstractContextManager",
    "python/contextlib#asynccontextmanager": "AbstractAsyncContextManager",
    "python/contextlib2#contextmanager": "AbstractContextManager",
    "python/contextlib2#asynccontextmanager": "AbstractAsyncContextManager",
    "python/async_generator#asynccontextmanager": "AbstractAsyncContextManager",
}
_VARIABLES = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple"})


class PythonProperties(Members):
    """`@property` and `@cached_property` are read without a call."""

    def is_property(self, flags: Flags) -> bool:
        return PROPERTY in flags  # also cached_property


class PythonParameters(TypeParameters):
    """`T = TypeVar("T", bound=Shape)` declares a type parameter, `class Box(Generic[T])` has it."""

    def of_class(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[str, ...]:
        """Type variables in the subscripts of the bases, those of Generic and Protocol first."""
        index = evaluation.program.unit(unit)
        found: list[str] = []
        for expr in index.entities[ordinal].bases:
            shape = index.exprs[expr]
            if shape[0] != "subscript":
                continue
            base = index.exprs[shape[1]]
            given = [index.exprs[arg] for arg in shape[2]]
            names = [arg[1] for arg in given if arg[0] == "name" and self._is_variable(evaluation, unit, arg[1])]
            found = names + found if base[-1] in ("Generic", "Protocol") else found + names
        return tuple(dict.fromkeys(found))

    def _is_variable(self, evaluation: Evaluation, unit: int, name: str) -> bool:
        value = evaluation.members.of_module(unit, name)
        return value is not None and value[0] == "def" and self.variable(evaluation, value[1], value[2]) is not None

    def variable(self, evaluation: Evaluation, unit: int, ordinal: int) -> Value | None:
        index = evaluation.program.unit(unit)
        entity = index.entities[ordinal]
        if entity.kind != CONSTANT or entity.value < 0:
            return None
        shape = index.exprs[entity.value]
        if shape[0] != "call" or index.exprs[shape[1]][-1] not in _VARIABLES:
            return None
        return ("tv", entity.name, unit, ordinal)

    def bound(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        index = evaluation.program.unit(unit)
        entity = index.entities[ordinal]
        if entity.kind == CONSTANT and entity.value >= 0:
            made = index.exprs[entity.value]
            for arg in made[2] if made[0] == "call" else ():
                shape = index.exprs[arg]
                if shape[0] == "keyword" and shape[1] == "bound":
                    return evaluation.types.type_of(Place(unit, entity.home, entity.pos), shape[2])
            return None
        return super().bound(evaluation, unit, ordinal, name)


class PythonTypes(Types):
    """`Optional[X]`, `Annotated[X, ...]`, `type[X]`: typing forms, from whichever module."""

    def __init__(self, names: PythonNames) -> None:
        self._names = names

    def special_class(self, evaluation: Evaluation, target: Value, args: tuple[Value | None, ...]) -> Value | NotMine | None:
        if target[0] != "def" or not evaluation.program.is_prelude(target[1]):
            return NOT_MINE
        name = evaluation.program.entity(target[1], target[2]).name
        if name == "type":
            return self.class_of(args)
        if name == "tuple":
            return ("tup", args) if args else NOT_MINE
        return None if name == "NoneType" else NOT_MINE

    @staticmethod
    def class_of(args: tuple[Value | None, ...]) -> Value | None:
        """The class of an instance, for `type[Cart]` and `type(cart)`."""
        arg = args[0] if args else None
        if arg is None:
            return None
        if arg[0] == "union":
            return union([PythonTypes.class_of((item,)) for item in arg[1]])
        if arg[0] == "inst":
            return ("cls", *arg[1:])
        return ("type1", arg) if arg[0] == "tv" else None

    def special_external(
        self, evaluation: Evaluation, anchor: str, args: tuple[Value | None, ...], place: Place
    ) -> Value | NotMine | None:
        package, _, path = anchor.removeprefix("python/").partition("#")
        name = path.rpartition(".")[2]
        if package not in _PRELUDE_MODULES:
            return NOT_MINE
        return self.special_type(evaluation, name, args, place)

    def special_type(
        self, evaluation: Evaluation, name: str, args: tuple[Value | None, ...], place: Place
    ) -> Value | NotMine | None:
        if name in ("Optional", "Union"):
            return union(list(args))
        if name in _FIRST:
            return args[0] if args else None
        if name in _NOTHING:
            return None
        if name == "Self":
            return self._names.self_value(evaluation, place)
        if name == "Tuple":
            return ("tup", args)
        if name == "Type":
            return self.class_of(args)
        if name == "Callable":
            return ("fty", (), args[1] if len(args) > 1 else None)
        found = in_prelude(evaluation, _RENAMED.get(name, name))
        return ("inst", found[1], found[2], args) if found is not None and evaluation.classes.is_class(found) else NOT_MINE


class PythonCalls(Calls):
    """`super()`, `type(x)`, and functions that a decorator makes a context manager of."""

    def __init__(self, types: PythonTypes) -> None:
        self._types = types

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        callee = evaluation.program.unit(place.unit).exprs[shape[1]]
        if callee[0] == "member":
            return self._made_outside(evaluation, place, callee)
        if callee[0] != "name":
            return NOT_MINE
        if callee[1] == "super":
            return self._super(evaluation, place, shape[2])
        if callee[1] == "type" and len(shape[2]) == 1:
            value = evaluation.expressions.eval(place, shape[2][0])
            return self._types.class_of((value,))
        return NOT_MINE

    @staticmethod
    def _made_outside(evaluation: Evaluation, place: Place, callee: Member) -> Value | NotMine | None:
        """A method that only a base of no indexed source can have is asked of a class itself: it likely yields an instance.

        `Settings.model_validate(data)` is a Settings, `PersonQuerySet.as_manager()` stands for a PersonQuerySet.
        """
        owner = evaluation.program.unit(place.unit).exprs[callee[1]]
        if owner[0] != "name" or not owner[1][:1].isupper():
            return NOT_MINE
        value = evaluation.scopes.lookup(place, owner[1])
        if (
            value is None
            or value[0] not in ("def", "cls")
            or not evaluation.classes.is_class(value)
            or evaluation.program.is_prelude(value[1])
        ):
            return NOT_MINE
        above = [
            base
            for unit, ordinal, _ in evaluation.classes.mro(value[1], value[2])[0]
            for base in evaluation.classes.bases(unit, ordinal)
        ]
        if not any(base is not None and base[0] == "ext" for base in above):
            return NOT_MINE
        found = evaluation.members.of_class(value[1], value[2], callee[2], (), value)
        if found is not None:
            return NOT_MINE
        evaluation.memory.weak = True
        return ("inst", value[1], value[2], ())

    @staticmethod
    def _super(evaluation: Evaluation, place: Place, args: tuple[int, ...]) -> Value | None:
        if len(args) == 2:
            start = evaluation.expressions.eval(place, args[0])
            if start is not None and evaluation.classes.is_class(start):
                return ("super", start[1], start[2], ("inst", start[1], start[2], ()))
        return evaluation.expressions.super_at(place)

    def external_call(self, evaluation: Evaluation, anchor: str, place: Place, args: tuple[int, ...]) -> Value | None:
        package, _, path = anchor.removeprefix("python/").partition("#")
        if package in _PRELUDE_MODULES:
            found = in_prelude(evaluation, path.rpartition(".")[2])
            if found is not None:
                return evaluation.calls.call(found, place, args)
        return ("xinst", anchor)

    def finish_return(self, evaluation: Evaluation, unit: int, ordinal: int, value: Value | None) -> Value | None:
        """A function yields what its decorators make of that: a generator may stand for a context manager."""
        if not evaluation.program.entity(unit, ordinal).decorators:
            return value
        manager = self._manager(evaluation, unit, ordinal)
        return evaluation.classes.builtin(FAMILY, manager, (evaluation.containers.element(value),)) if manager else value

    @rule_question
    def _manager(self, evaluation: Evaluation, unit: int, ordinal: int) -> str | None:
        entity = evaluation.program.entity(unit, ordinal)
        place = Place(unit, entity.home, entity.pos - 1)
        found = (evaluation.expressions.eval(place, expr) for expr in entity.decorators)
        return next((_MANAGING[value[1]] for value in found if value is not None and value[1] in _MANAGING), None)


class PythonOperators(Operators):
    """`await f()` yields what the coroutine returns."""

    def awaited(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        if value is None or value[0] != "inst" or not value[3] or not evaluation.program.is_prelude(value[1]):
            return value
        is_awaited = evaluation.program.entity(value[1], value[2]).name in _AWAITED
        return value[3][-1] if is_awaited else value
