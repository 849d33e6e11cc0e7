"""Lists of parameters and type parameters, apart from the program that they are of."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.semantics.values import Env, substitute

TRAILING = "{"  # the name of a closure behind the parentheses: it is for the last parameter


def parameter_at(params: Sequence[tuple[str, int, int]], position: int) -> tuple[int, bool]:
    """The type expression of the parameter that takes an argument, and whether it is that of all the rest (`...rest: T[]`)."""
    if params and position >= len(params) - 1 and params[-1][0].startswith("..."):
        return params[-1][1], True
    return (params[position][1], False) if position < len(params) else (-1, False)


def through(inner: Env, env: Env) -> Env:
    """The type parameters of a base class as a value of the class below tells them.

    `class Names(List[T])` knows `E = T` of `List[E]`; seen through `Names[str]` that is `E = str`.
    """
    return tuple((name, substitute(value, env)) for name, value in inner)
