"""The values that evaluation works with, as plain tuples: the first item says what kind of value it is.

None is a value that cannot be told. `value[0] == "inst"` and `value[0] in ("inst", "cls")` tell mypy which variants are
at hand; a variable that holds the tag does not. What is left where the test fails is only told after `==`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Args = tuple["Value | None", ...]  # type arguments, parameters, items
Env = tuple[tuple[str, "Value | None"], ...]  # (type parameter, value) pairs

# A definition itself: a class, a function, a constant; `Flask` in `app = Flask()`. (unit, ordinal)
Definition = tuple[Literal["def"], int, int]

# A class with type arguments, as an object: `Stack[int]` in `Stack[int].empty()`. (unit, ordinal, args)
ClassObject = tuple[Literal["cls"], int, int, Args]

# An instance of a class: `Flask()`. (unit, ordinal, args)
Instance = tuple[Literal["inst"], int, int, Args]

# A function taken from an instance or class: `app.route`. env binds type names. (unit, ordinal, env)
Method = tuple[Literal["meth"], int, int, Env]

# A module: `flask` after `import flask`. (unit,)
Module = tuple[Literal["mod"], int]

# A package that has no file of its own: `com.shop` in `com.shop.Cart`. (name, the source whose roles know it: "go", or
# "go@2" for a library)
Package = tuple[Literal["pkg"], str, str]

# Something that no indexed source defines: `requests.get` is "python/requests#get". (anchor,)
External = tuple[Literal["ext"], str]

# An instance of, or a value that comes from, such a thing: `requests.get(url)`. (anchor,)
ExternalInstance = tuple[Literal["xinst"], str]

# A closure and the expression it yields, -1 if it has statements: `x => x.name`. (unit, scope, expr); where overloads need
# them, the number of its parameters and what it yields: "value", "void" or "any"
Closure = tuple[Literal["fn"], int, int, int] | tuple[Literal["fn"], int, int, int, int, str]

# A function of which only the type is known: `handler` of `handler: Callable[[Request], Response]`. (params, result)
FunctionType = tuple[Literal["fty"], Args, "Value | None"]

# One of several: `Cat() if small else Dog()`. (items,)
Alternatives = tuple[Literal["union"], tuple["Value", ...]]

# A tuple: `(Cat(), 3)`. (items,)
TupleOf = tuple[Literal["tup"], Args]

# An instance of a structure without a name: `p` of Go's `var p struct { X int }`. (names, values)
Record = tuple[Literal["rec"], tuple[str, ...], Args]

# An object of which the literal, or the literal type, is known: `{ name: "a" }`. (unit, scope, start, owner, env, names);
# owner is the definition whose type parameters, the names, the type may name: -1 if none, -2 for a literal
Object = tuple[Literal["obj"], int, int, int, int, Env, tuple[str, ...]]

# What is all of several types at once: `Named & Sized`; a type parameter of it that nothing is known of is None. (items,)
Intersection = tuple[Literal["all"], Args]

# What `super` means in a class: `super()` in `super().save()`. (unit, ordinal, self)
Super = tuple[Literal["super"], int, int, "Value"]

# What `with` turns into value: `connect()` of a generator under `@contextmanager`. (value,)
Context = tuple[Literal["ctx"], "Value | None"]

# A type that a value's type leaves open: `Self::Item`. (value, name)
Projection = tuple[Literal["proj"], "Value | None", str]

# A type parameter of a definition: `T` of `class Stack[T]`; "Self" is the receiver's own type. (name, unit, ordinal)
TypeParameter = tuple[Literal["tv"], str, int, int]

# The class of an instance whose type is a parameter: `cls` in a class method. (value,)
ClassOf = tuple[Literal["type1"], "Value | None"]

# A method taken as a value: `Cart::total`. (unit, scope, byte, expression of what it is taken from or -1, name)
MethodReference = tuple[Literal["ref"], int, int, int, int, str]

Value = (
    Definition | ClassObject | Instance | Method | Module | Package | External | ExternalInstance | Closure | FunctionType
    | Alternatives | TupleOf | Record | Object | Intersection | Super | Context | Projection | TypeParameter | ClassOf
    | MethodReference
)  # fmt: skip

Base = ClassObject | External  # what a class inherits from
ClassValue = Definition | ClassObject  # a class itself, if it is a definition of one
Told = dict[str, "Value | None"]  # what is found out about type parameters

MAX_UNION = 6  # alternatives that are followed: more mean that nothing is known (guess)
MAX_PARTS = 300  # of a value with all its type arguments; what one expression yields needs a dozen (guess)


def union(values: Sequence[Value | None]) -> Value | None:
    """One of several values; None counts as nothing."""
    items: list[Value] = []
    for value in values:
        if value is None:
            continue
        for item in value[1] if value[0] == "union" else (value,):
            if item not in items:
                items.append(item)
    if not items or len(items) > MAX_UNION:
        return None
    return items[0] if len(items) == 1 else ("union", tuple(items))


def substitute(value: Value | None, env: Env) -> Value | None:  # noqa: C901  # one case a kind of value
    """Put known values in the place of type parameters."""
    if value is None or not env:
        return value
    if value[0] == "tv":
        return next((bound for name, bound in env if name == value[1]), value)
    if value[0] == "inst":
        return ("inst", value[1], value[2], tuple(substitute(arg, env) for arg in value[3])) if value[3] else value
    if value[0] == "cls":
        return ("cls", value[1], value[2], tuple(substitute(arg, env) for arg in value[3])) if value[3] else value
    if value[0] == "union":
        return union([substitute(item, env) for item in value[1]])
    if value[0] == "tup":
        return ("tup", tuple(substitute(item, env) for item in value[1]))
    if value[0] == "all":
        return ("all", tuple(substitute(item, env) for item in value[1]))
    if value[0] == "obj":
        known = {name: substitute(bound, env) for name, bound in value[5]}
        known.update((name, bound) for name, bound in env if name in value[6] and name not in known)
        return (*value[:5], tuple(known.items()), value[6]) if known else value
    if value[0] == "rec":
        return ("rec", value[1], tuple(substitute(item, env) for item in value[2]))
    if value[0] == "fty":
        return ("fty", tuple(substitute(param, env) for param in value[1]), substitute(value[2], env))
    if value[0] == "proj":
        return ("proj", substitute(value[1], env), value[2])
    if value[0] == "ctx":
        return ("ctx", substitute(value[1], env))
    if value[0] == "type1":
        inner = substitute(value[1], env)
        return ("cls", *inner[1:]) if inner is not None and inner[0] == "inst" else ("type1", inner)
    return value


def has_holes(value: Value) -> bool:
    """Whether an instance's type arguments are not all known."""
    if value[0] == "tup":
        return any(item is None or has_holes(item) for item in value[1])
    return value[0] == "inst" and any(arg is None or arg[0] == "tv" for arg in value[3])


def has_free(value: Value | None) -> bool:
    """Whether a type parameter that nothing is known of stands in a value."""
    if value is None:
        return False
    if value[0] == "tv":
        return True
    if value[0] in ("inst", "cls"):
        return any(has_free(arg) for arg in value[3])
    if value[0] == "rec":
        return any(has_free(item) for item in value[2])
    if value[0] in ("union", "tup", "all"):
        return any(has_free(item) for item in value[1])
    if value[0] == "obj":
        return len(value[5]) < len(value[6]) or any(has_free(bound) for _, bound in value[5])
    if value[0] == "fty":
        return has_free(value[2]) or any(has_free(param) for param in value[1])
    return value[0] in ("ctx", "type1", "proj") and has_free(value[1])


def shortened(value: Value | None) -> Value | None:
    """A value that is small enough to be worked with: of one with too many parts, the innermost are unknown.

    Type arguments that hold one another double with each step of a chain of generic calls.
    """
    if value is None or _has_at_most(value, MAX_PARTS):
        return value
    for depth in (4, 3, 2, 1):
        shorter = _cut_below(value, depth)
        if shorter is None or _has_at_most(shorter, MAX_PARTS):
            return shorter
    return None


def _has_at_most(value: Value, most: int) -> bool:
    waiting: list[tuple[object, ...]] = [value]
    seen = 0
    while waiting:
        seen += 1
        if seen > most:
            return False
        waiting += [part for part in waiting.pop() if type(part) is tuple]
    return True


def _cut_below(value: Value | None, depth: int) -> Value | None:
    """A value of which nothing is known below a depth of type arguments."""
    if value is None or depth < 0:
        return None
    if value[0] == "inst":
        return ("inst", value[1], value[2], tuple(_cut_below(arg, depth - 1) for arg in value[3]))
    if value[0] == "cls":
        return ("cls", value[1], value[2], tuple(_cut_below(arg, depth - 1) for arg in value[3]))
    if value[0] == "union":
        return union([_cut_below(item, depth) for item in value[1]])
    if value[0] == "all":
        items = tuple(item for item in (_cut_below(item, depth) for item in value[1]) if item is not None)
        return ("all", items) if items else None
    if value[0] == "tup":
        return ("tup", tuple(_cut_below(item, depth - 1) for item in value[1]))
    if value[0] == "rec":
        return ("rec", value[1], tuple(_cut_below(item, depth - 1) for item in value[2]))
    if value[0] == "fty":
        return ("fty", tuple(_cut_below(param, depth - 1) for param in value[1]), _cut_below(value[2], depth - 1))
    if value[0] == "meth":
        return ("meth", value[1], value[2], _env_cut_below(value[3], depth - 1))
    if value[0] == "obj":
        return (*value[:5], _env_cut_below(value[5], depth - 1), value[6])
    if value[0] in ("ctx", "type1", "proj"):
        return _inner_cut_below(value, depth - 1)
    return value


def _env_cut_below(env: Env, depth: int) -> Env:
    return tuple((name, known) for name, bound in env if (known := _cut_below(bound, depth)) is not None)


def _inner_cut_below(value: Context | ClassOf | Projection, depth: int) -> Value | None:
    inner = _cut_below(value[1], depth)
    if inner is None:
        return None
    if value[0] == "proj":
        return ("proj", inner, value[2])
    return ("ctx", inner) if value[0] == "ctx" else ("type1", inner)
