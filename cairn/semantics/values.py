"""The values that evaluation works with, as plain tuples.

    ("def", unit, ordinal)             a definition itself: a class, a function, a constant
    ("cls", unit, ordinal, args)       a class with type arguments, as an object
    ("inst", unit, ordinal, args)      an instance of a class
    ("meth", unit, ordinal, env)       a function taken from an instance or class; env binds type names
    ("mod", unit)                      a module
    ("pkg", name)                      a package that has no file of its own
    ("ext", anchor)                    something that no indexed source defines: "python/requests#get"
    ("xinst", anchor)                  an instance of, or a value that comes from, such a thing
    ("fn", unit, scope, expr)          a closure and the expression it yields
    ("fty", params, returns)           a function of which only the type is known
    ("union", items)                   one of several
    ("tup", items)                     a tuple
    ("rec", names, values)             an instance of a structure without a name
    ("obj", unit, scope, start, owner, env, names)  an object of which the literal, or the literal type, is known
    ("all", items)                     what is all of several types at once
    ("super", unit, ordinal, self)     what `super` means in a class
    ("ctx", value)                     what `with` turns into value
    ("proj", value, name)              a type that a value's type leaves open: Self::Item
    ("tv", name, unit, ordinal)        a type parameter of that definition; "Self" is the receiver's own type
    ("type1", value)                   the class of an instance whose type is a parameter

None is a value that cannot be told. `env` is a tuple of (type parameter, value) pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Value = tuple[Any, ...]
Env = tuple[tuple[str, Any], ...]

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


def substitute(value: Value | None, env: Env) -> Value | None:
    """Put known values in the place of type parameters."""
    if value is None or not env:
        return value
    tag = value[0]
    if tag == "tv":
        return next((bound for name, bound in env if name == value[1]), value)
    if tag in ("inst", "cls"):
        return (tag, value[1], value[2], tuple(substitute(arg, env) for arg in value[3])) if value[3] else value
    if tag in ("union", "tup"):
        items = [substitute(item, env) for item in value[1]]
        return union(items) if tag == "union" else ("tup", tuple(items))
    if tag == "all":
        return ("all", tuple(substitute(item, env) for item in value[1]))
    if tag == "obj":
        known = {name: substitute(bound, env) for name, bound in value[5]}
        known.update((name, bound) for name, bound in env if name in value[6] and name not in known)
        return (*value[:5], tuple(known.items()), value[6]) if known else value
    if tag == "rec":
        return ("rec", value[1], tuple(substitute(item, env) for item in value[2]))
    if tag == "fty":
        return ("fty", tuple(substitute(param, env) for param in value[1]), substitute(value[2], env))
    if tag == "proj":
        return ("proj", substitute(value[1], env), value[2])
    if tag in ("ctx", "type1"):
        inner = substitute(value[1], env)
        if tag == "type1" and inner is not None and inner[0] == "inst":
            return ("cls", *inner[1:])
        return (tag, inner)
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
    tag = value[0]
    if tag == "tv":
        return True
    if tag in ("inst", "cls"):
        return any(has_free(arg) for arg in value[3])
    if tag == "rec":
        return any(has_free(item) for item in value[2])
    if tag in ("union", "tup", "all"):
        return any(has_free(item) for item in value[1])
    if tag == "obj":
        return len(value[5]) < len(value[6]) or any(has_free(bound) for _, bound in value[5])
    if tag == "fty":
        return has_free(value[2]) or any(has_free(param) for param in value[1])
    return tag in ("ctx", "type1", "proj") and has_free(value[1])


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
    waiting: list[Value] = [value]
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
    tag = value[0]
    if tag in ("inst", "cls"):
        return (*value[:3], tuple(_cut_below(arg, depth - 1) for arg in value[3]))
    if tag in ("union", "all"):
        items = [item for item in (_cut_below(item, depth) for item in value[1]) if item is not None]
        return union(items) if tag == "union" else ("all", tuple(items)) if items else None
    if tag == "tup":
        return ("tup", tuple(_cut_below(item, depth - 1) for item in value[1]))
    if tag == "rec":
        return ("rec", value[1], tuple(_cut_below(item, depth - 1) for item in value[2]))
    if tag == "fty":
        return ("fty", tuple(_cut_below(param, depth - 1) for param in value[1]), _cut_below(value[2], depth - 1))
    if tag in ("meth", "obj"):
        at = 3 if tag == "meth" else 5
        env = tuple((name, known) for name, bound in value[at] if (known := _cut_below(bound, depth - 1)) is not None)
        return (*value[:at], env, *value[at + 1 :])
    if tag in ("ctx", "type1", "proj"):
        inner = _cut_below(value[1], depth - 1)
        return (tag, inner, *value[2:]) if inner is not None else None
    return value
