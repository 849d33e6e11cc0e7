"""Objects that no class describes, intersections, and what is expected of closures: parts of the evaluator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from cairn.semantics.places import Found, MemberFound, Place
from cairn.semantics.values import (
    Alternatives,
    Definition,
    Env,
    Instance,
    Intersection,
    Method,
    Object,
    Told,
    Value,
    has_free,
    substitute,
    union,
)

if TYPE_CHECKING:
    from cairn.resolve.members import Members


def object_value(evaluator: Members, place: Place, shape: Any) -> Object:
    """An object literal; its members are evaluated when they are asked for."""
    evaluator.program.unit(place.unit).objects[shape[1]] = shape[2]
    return ("obj", place.unit, place.scope, shape[1], -2, (), ())


def object_type(evaluator: Members, place: Place, shape: Any, env: Env, owner: int) -> Object:
    """An object type; `owner` in the value is the definition whose type parameters it may name, -1 if none."""
    index = evaluator.program.unit(place.unit)
    index.objects[shape[1]] = shape[2]
    ordinal = owner if owner >= 0 else evaluator.entity_around(place)
    names: list[str] = []
    around = ordinal
    while around > 0:
        names += [name for name, _ in index.entities[around].type_params if name not in names]
        around = index.entities[around].parent
    known = tuple(pair for pair in env if pair[0] in names)
    return ("obj", place.unit, place.scope, shape[1], ordinal if ordinal > 0 else -1, known, tuple(names))


def object_member(evaluator: Members, value: Object, name: str) -> MemberFound:
    """A member of an object: its definition, if it is one, else what it is."""
    _, unit, scope, begin, owner, env, _ = value
    place = evaluator.place(unit, scope, begin)
    for field, start, expr in reversed(evaluator.program.unit(unit).objects[begin]):
        if field == name:
            ordinal = evaluator.program.unit(unit).entity_at(start)
            if ordinal > 0:
                return Found("e", unit, (ordinal,), (*env, ("Self", value)))
            if owner == -2:
                return evaluator.eval(place, expr)
            return evaluator.type_of(place, expr, env, owner)
        if field == "...":
            key = ("spread", unit, start, env, name)
            found = evaluator.remember(key, partial(_spread_member, evaluator, place, expr, name))
            if found is not None:
                return found
    return _indexed(evaluator, value) if name != "[]" else None


def _indexed(evaluator: Members, value: Object) -> Value | None:
    """What an object gives under any name."""
    found = object_member(evaluator, value, "[]") if value[4] != -2 else None
    return found[2] if found is not None and not isinstance(found, Found) and found[0] == "fty" else None


def _spread_member(evaluator: Members, place: Place, expr: int, name: str) -> MemberFound:
    spread = evaluator.eval(place, expr)
    return evaluator.member(spread, name) if spread is not None and spread[0] != "xinst" else None


def intersection(evaluator: Members, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
    """`A & B`: what can be told of it."""
    items: list[Value] = []
    for expr in shape[1]:
        value = evaluator.type_of(place, expr, env, owner)
        for item in value[1] if value is not None and value[0] == "all" else (value,):
            if item is not None and item not in items:
                items.append(item)
    if len(items) < 2:
        return items[0] if items else None
    return ("all", tuple(items))


def member_of_all(evaluator: Members, value: Intersection, name: str, own: Value, called: bool) -> MemberFound:
    """A member of the first of an intersection's types that has it; `own` is the value that is of all of them."""
    for item in value[1]:
        found = evaluator.member(item, name, called) if item is not None else None
        if isinstance(found, Found) and own is not value:
            found = found._replace(env=(*(pair for pair in found.env if pair[0] != "Self"), ("Self", own)))
        if found is not None and (isinstance(found, Found) or found[0] != "xinst"):
            return found
    return None


def member_type(evaluator: Members, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
    """`T["name"]`."""
    whole = evaluator.type_of(place, shape[1], env, owner)
    return evaluator.member_value(whole, shape[2]) if whole is not None else None


def element_type(evaluator: Members, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
    """`T[number]`."""
    return evaluator.element(evaluator.type_of(place, shape[1], env, owner))


def guard_type(evaluator: Members, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
    """A guard yields a boolean."""
    return evaluator.builtin(evaluator.program.unit(place.unit).family, "boolean", ())


def guarded(evaluator: Members, place: Place, shape: Any) -> Value | None:
    """The type that the result of a guard says."""
    name = evaluator.program.unit(place.unit).exprs[shape[1]]
    callee = evaluator.lookup(place, name[1]) if name[0] == "name" else evaluator.eval(place, shape[1])
    if callee is None or callee[0] not in ("def", "meth"):
        return None
    if callee[0] == "def":
        callee = evaluator.as_value(callee)
    index = evaluator.program.unit(callee[1])
    entity = index.entities[callee[2]]
    returns = entity.returns
    for written in (entity.type, entity.value) if returns < 0 else ():  # a constant that is said to be such a function
        kind = index.exprs[written] if written >= 0 else ("unknown",)
        kind = index.exprs[kind[1]] if kind[0] == "cast" else kind
        returns = kind[2] if kind[0] == "function" else returns
    says = index.exprs[returns] if returns >= 0 else ("unknown",)
    if says[0] != "guard":
        return None
    env = callee[3] if callee[0] == "meth" else ()
    return evaluator.type_of(evaluator.place(callee[1], entity.home, entity.pos), says[1], env, callee[2])


def wanted_argument(evaluator: Members, place: Place, shape: Any) -> Value | None:
    """What a call wants as one of its arguments."""
    callee = evaluator.concrete(evaluator.eval(place, shape[1]))
    value = evaluator.parameter_type(callee, place, shape[2], tuple(shape[3]))
    if callee is None or callee[0] not in ("def", "meth") or not has_free(value) or evaluator.is_class(callee):
        return value
    return substitute(value, _expected_env(evaluator, callee, place, shape[4]))


def _expected_env(evaluator: Members, callee: Definition | Method, place: Place, wanted: int) -> Env:
    """Type parameters of a function as what is expected of its result tells them; then by their defaults."""
    entity = evaluator.program.entity(callee[1], callee[2])
    home = evaluator.place(callee[1], entity.home, entity.pos)
    found: Told = dict(callee[3]) if callee[0] == "meth" else {}
    if wanted >= 0 and entity.returns >= 0:
        yielded = evaluator.type_of(home, entity.returns, tuple(found.items()), callee[2])
        evaluator.unify(yielded, evaluator.eval(place, wanted), found)
    for name, default in entity.type_params if found else ():
        value = evaluator.type_of(home, default, tuple(found.items()), callee[2]) if name not in found else None
        if value is not None:
            found[name] = value
    return tuple(found.items())


def wanted_parameter(evaluator: Members, place: Place, shape: Any) -> Value | None:
    """A parameter of a function value."""
    return parameter_of(evaluator, evaluator.eval(place, shape[1]), place, shape[2])


def parameter_of(evaluator: Members, function: Value | None, place: Place, number: int) -> Value | None:
    """What a function value takes at a position; of several, what the first that is a function takes."""
    function = evaluator.concrete(function)
    if function is None:
        return None
    if function[0] in ("union", "all"):
        found = (parameter_of(evaluator, item, place, number) for item in function[1])
        return next((value for value in found if value is not None), None)
    return evaluator.parameter_type(function, place, number)


def parameter_at(params: Sequence[tuple[str, int, int]], position: int) -> tuple[int, bool]:
    """The type expression of the parameter that takes an argument, and whether it is that of all the rest."""
    if params and position >= len(params) - 1 and params[-1][0].startswith("..."):
        return params[-1][1], True
    return (params[position][1], False) if position < len(params) else (-1, False)


def called(evaluator: Members, callee: Instance | Object | Intersection) -> Value | None:
    """The function that calling an object runs."""
    if callee[0] == "all":
        return next((found for item in callee[1] if (found := _called_part(evaluator, item)) is not None), None)
    member = evaluator.rules(evaluator.program.unit(callee[1])).call_member
    return evaluator.member_value(callee, member) if member else None


def _called_part(evaluator: Members, item: Value | None) -> Value | None:
    """The function that calling one of an intersection's types runs."""
    if item is not None and item[0] in ("inst", "obj", "all"):
        item = called(evaluator, item)
    return item if item is not None and item[0] in ("fty", "def", "meth", "fn") else None


def made(evaluator: Members, place: Place, expr: int, args: tuple[int, ...]) -> Value | None:
    """What `new` yields of a value that is no class by its name."""
    value = evaluator.concrete(evaluator.eval(place, expr))
    if value is None:
        return None
    if value[0] == "union":
        value = value[1][0]
    if evaluator.is_class(value) or value[0] == "type1":
        return evaluator.call(value, place, args)
    member = evaluator.rules(evaluator.program.unit(place.unit)).make_member
    if not member or value[0] not in ("inst", "obj", "all"):
        return None
    return evaluator.call(evaluator.member_value(value, member), place, args)


def unify_each(evaluator: Members, pattern: Value, value: Alternatives, found: Told) -> None:
    """Match a type with each of several values: a type parameter is one of what they say."""
    said: dict[str, list[Value | None]] = {}
    for item in value[1]:
        one: Told = {}
        evaluator.unify(pattern, item, one)
        for name, known in one.items():
            said.setdefault(name, []).append(known)
    for name, values in said.items():
        whole = union(values)
        if whole is not None:
            found.setdefault(name, whole)


def unify_fields(evaluator: Members, pattern: Object, value: Value, found: Told) -> None:
    """Match the members of an object type with those of a value."""
    for name, _, _ in evaluator.program.unit(pattern[1]).objects[pattern[3]]:
        wanted = evaluator.member_value(pattern, name)
        if has_free(wanted):
            evaluator.unify(wanted, evaluator.member_value(value, name), found)


def applied(evaluator: Members, place: Place, function: Definition | Method, args: tuple[int, ...]) -> Method:
    """A function with type arguments that are written; those left out are what they are by default."""
    unit, ordinal = function[1], function[2]
    entity = evaluator.program.entity(unit, ordinal)
    env: list[tuple[str, Value | None]] = []
    for position, (name, default) in enumerate(entity.type_params):
        if position < len(args):
            value = evaluator.type_of(place, args[position])
        else:
            value = evaluator.type_of(evaluator.place(unit, entity.home, entity.pos), default, tuple(env), ordinal)
        if value is not None:
            env.append((name, value))
    return ("meth", unit, ordinal, (*env, *(function[3] if function[0] == "meth" else ())))


EVALUATORS: dict[str, Callable[[Any, Any, Any], Value | None]] = {
    "object": object_value,
    "guarded": guarded,
    "wanted": wanted_argument,
    "function_parameter": wanted_parameter,
}
TYPES: dict[str, Callable[[Any, Any, Any, Env, int], Value | None]] = {
    "object": object_type,
    "intersection": intersection,
    "member_type": member_type,
    "element": element_type,
    "guard": guard_type,
}
