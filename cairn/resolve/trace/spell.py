"""Expressions written back as text that looks like source: `request.app.handle(…)`.

Facts keep what the resolver needs and no more, so this is not what stands in the file: literals are their types, closures and
what cannot be told are `…`. It is meant for a reader who has the line beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cairn.resolve.units import UnitIndex
from cairn.semantics.expressions import Items, ObjectExpr

_UNKNOWN = "…"
_MOST_DEPTH = 8  # of expressions in one another: a guess, what lies deeper tells a reader nothing
_MOST_ITEMS = 4  # arguments, alternatives and fields that are written (a guess)

Spell = Callable[[int], str]


def spell(index: UnitIndex, expr: int, depth: int = 0) -> str:
    """Write an expression or a type of a file."""
    if expr < 0 or expr >= len(index.exprs) or depth > _MOST_DEPTH:
        return _UNKNOWN
    shape = index.exprs[expr]
    if shape[0] == "self":
        return "self" if "self" in index.record.self_names else next(iter(sorted(index.record.self_names)), "this")
    if shape[0] == "defined":
        return index.entities[shape[1]].name or _UNKNOWN
    written = _FORMS.get(shape[0])
    return written(shape, lambda inner: spell(index, inner, depth + 1)) if written is not None else _UNKNOWN


def listed(items: Sequence[int], to_text: Spell) -> str:
    """Some expressions with commas between, of many the first."""
    more = [_UNKNOWN] if len(items) > _MOST_ITEMS else []
    return ", ".join([*map(to_text, items[:_MOST_ITEMS]), *more])


def _choice(mark: str) -> Callable[[Items, Spell], str]:
    return lambda shape, to_text: mark.join(to_text(item) for item in shape[1][:_MOST_ITEMS])


def _object(shape: ObjectExpr, _to_text: Spell) -> str:
    return f"{{{', '.join(str(field[0]) for field in shape[2][:_MOST_ITEMS])}}}"


_FORMS: dict[str, Callable[..., str]] = {
    "name": lambda e, _: str(e[1]),
    "path_name": lambda e, _: str(e[1]),
    "module": lambda e, _: str(e[1]),
    "member": lambda e, to: f"{to(e[1])}.{e[2]}",
    "method_reference": lambda e, to: f"{to(e[1]) if e[1] >= 0 else ''}::{e[2]}",
    "member_type": lambda e, to: f"{to(e[1])}.{e[2]}",
    "call": lambda e, to: f"{to(e[1])}({listed(e[2], to)})",
    "new": lambda e, to: f"new {to(e[1])}({listed(e[2], to)})",
    "subscript": lambda e, to: f"{to(e[1])}[{listed(e[2], to)}]",
    "pointer_subscript": lambda e, to: f"{to(e[1])}[{listed(e[2], to)}]",
    "literal": lambda e, _: f"<{e[1]}>",
    "sequence": lambda e, to: f"[{to(e[1])}]",
    "map": lambda e, to: f"{{{to(e[1])}: {to(e[2])}}}",
    "tuple": lambda e, to: f"({listed(e[1], to)})",
    "choice": _choice(" | "),
    "first": _choice(" | "),
    "intersection": _choice(" & "),
    "await": lambda e, to: f"await {to(e[1])}",
    "unwrap": lambda e, to: f"{to(e[1])}?",
    "indirect": lambda e, to: to(e[1]),
    "cast": lambda e, to: f"<as {to(e[1])}>",
    "struct": lambda e, _: f"{{{', '.join(map(str, e[1][:_MOST_ITEMS]))}}}",
    "object": _object,
    "function": lambda e, to: f"({listed(e[1], to)}) -> {to(e[2])}",
    "item": lambda e, to: f"part {e[2]} of {to(e[1])}",
    "element": lambda e, to: f"each of {to(e[1])}",
    "enter": lambda e, to: f"with {to(e[1])}",
    "scoped": lambda e, to: to(e[2]),
    "binary": lambda e, to: f"{to(e[1])} ∘ {to(e[2])}",
    "arithmetic": lambda e, to: f"{to(e[1])} + {to(e[2])}",
    "keyword": lambda e, to: f"{e[1]}={to(e[2])}",
    "closure_parameter": lambda e, to: f"parameter {e[3] + 1} of the closure given to {to(e[1])}",
    "expected_parameter": lambda e, to: f"what {to(e[1])} wants",
    "wanted": lambda e, to: f"argument {e[2] + 1} of {to(e[1])}",
    "function_parameter": lambda e, to: f"parameter {e[2] + 1} of {to(e[1])}",
    "matched": lambda e, to: f"{to(e[1])} as {to(e[2])}",
    "type_object": lambda e, to: f"<{to(e[1])}>",
    "own_type": lambda _, __: "Self",
    "super": lambda _, __: "super",
    "typeof": lambda e, to: f"typeof {to(e[1])}",
    "pointee": lambda e, to: f"*{to(e[1])}",
    "address": lambda e, to: f"&{to(e[1])}",
    "pointer": lambda e, to: f"{to(e[1])}*",
    "const": lambda e, to: f"const {to(e[1])}",
    "guarded": lambda e, to: f"what {to(e[1])} says",
    "guard": lambda e, to: f"is {to(e[1])}",
}  # fmt: skip
