"""Pointers, addresses and qualified types, for languages that tell them from what they lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cairn.resolve.memory import Memory
from cairn.semantics.places import Place
from cairn.semantics.values import Env, Value


def reached(evaluator: Memory, place: Place, shape: Any) -> Value | None:
    """`*value`, and what `value->` takes a member from."""
    value = evaluator.eval(place, shape[1])
    return evaluator.program.unit(place.unit).rules.reached(evaluator.whole, value) if value is not None else None


def addressed(evaluator: Memory, place: Place, shape: Any) -> Value | None:
    """`&value`."""
    value = evaluator.eval(place, shape[1])
    return evaluator.program.unit(place.unit).rules.pointed(evaluator.whole, value) if value is not None else None


def indexed(evaluator: Memory, place: Place, shape: Any) -> Value | None:
    """`value[index]`."""
    value = evaluator.eval(place, shape[1])
    if value is None:
        return None
    return evaluator.program.unit(place.unit).rules.indexed(evaluator.whole, place, value, tuple(shape[2]))


def pointer_type(evaluator: Memory, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
    """`T*`."""
    value = evaluator.type_of(place, shape[1], env, owner)
    return evaluator.program.unit(place.unit).rules.pointed(evaluator.whole, value) if value is not None else None


def qualified_type(evaluator: Memory, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
    """`const T`, as far as members are looked for: T."""
    return evaluator.type_of(place, shape[1], env, owner)


EVALUATORS: dict[str, Callable[[Any, Any, Any], Value | None]] = {
    "pointee": reached,
    "address": addressed,
    "pointer_subscript": indexed,
}
TYPES: dict[str, Callable[[Any, Any, Any, Env, int], Value | None]] = {"pointer": pointer_type, "const": qualified_type}
