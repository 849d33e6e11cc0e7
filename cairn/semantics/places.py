"""Places, and what is found at them: the words between the resolver and the roles of a language."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cairn.semantics.values import Env, Value


class Place(NamedTuple):
    """The place where an expression stands: a byte of a scope of a file."""

    unit: int
    scope: int
    pos: int


class Entry(NamedTuple):
    """A name in a scope of a file is bound to this: number 3 of the file's entities, bindings or imports."""

    tag: Literal["entity", "binding", "import"]
    number: int
    pos: int


class Inherited(NamedTuple):
    """A name in the scope of a class is bound to this by a class above it, which may stand in another file."""

    unit: int
    ordinal: int
    pos: int = -1
    tag: Literal["inherited"] = "inherited"


Bound = Entry | Inherited


class Found(NamedTuple):
    """A member that was looked for: definitions (all overloads), or assignments of an attribute, of one class."""

    tag: Literal["entity", "binding"]
    unit: int
    numbers: tuple[int, ...]
    env: Env


MemberFound = Found | Value | None  # a member of a class, else what it is


class Candidate(NamedTuple):
    """A function that a call may mean; `env` binds the type parameters of the class that it was found through.

    `receiver` is what an extension is called on, for which its first `taken` parameters stand.
    """

    unit: int
    ordinal: int
    env: Env
    receiver: Value | None = None
    taken: int = 0


class Invoked(NamedTuple):
    """The function that a call means, or the several that its arguments do not tell apart."""

    candidates: tuple[Candidate, ...]
    via: str
