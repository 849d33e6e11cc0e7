"""What looking for a member of a class gives."""

from __future__ import annotations

from typing import NamedTuple

from cairn.languages.values import Env


class Found(NamedTuple):
    """A member: definitions (all overloads), or assignments of an attribute, of one class."""

    tag: str  # "e": definitions, "b": bindings
    unit: int
    numbers: tuple[int, ...]
    env: Env
