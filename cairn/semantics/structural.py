"""Interfaces that a type satisfies by having their members, without saying so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cairn.semantics.kinds import METHOD


@dataclass(frozen=True, slots=True)
class Structural:
    """Interfaces that a type satisfies without naming them: a `Protocol` of Python, an interface of Go.

    With `by_package` a type's methods stand in any file of its folder, and edges tell who satisfies what.
    """

    is_contract: Callable[[str, str], bool]  # (kind, signature) of a type
    mark: str  # that the signatures of all these have, and few others
    member_kinds: frozenset[str] = frozenset({METHOD})  # what of an interface a type must have
    is_required: Callable[[str, str], bool] = lambda name, signature: True  # (name, signature) of a member
    by_package: bool = False
