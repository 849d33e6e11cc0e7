"""A definition as the queries find it in a file, for its language to complete."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cairn.semantics.flags import Flag


class FoundReference(NamedTuple):
    """A use of a name as captured: `area` of `shape.area()`."""

    kind: str  # an EdgeKind
    expr: int  # the callee, type, base or value
    name: str  # its last name
    pos: int  # first byte of the name
    args: tuple[int, ...] = ()  # of a call, where overloads need them


class FoundBinding(NamedTuple):
    """A name that is bound, as captured: `total` of `total = 0`."""

    name: str  # "" for what a function returns
    pos: int
    type: int
    value: int
    how: str
    at: int  # first byte of the scope that gets the name, -1 for the innermost around it
    since: int  # byte from which on it holds


class FoundImport(NamedTuple):
    """An import as captured: `from shop import Cart as Basket` is ("shop", "Cart", "Basket", ...)."""

    module: str
    name: str
    alias: str
    line: int
    pos: int
    how: str


class FoundAttachment(NamedTuple):
    """A type gets a base from outside: `impl Trait for Type`."""

    pos: int
    line: int
    type: int
    base: int  # -1 where the type gets members alone
    type_params: tuple[tuple[str, int], ...]  # with their bounds
    open_types: tuple[tuple[str, int], ...]  # types that the base leaves open, by name: `type Item = u8;`


@dataclass(slots=True)
class FoundDefinition:
    """A definition as captured; ordinals and scopes are given when all are known."""

    kind: str
    name: str
    node: Any  # the defining node itself; None, as are the other nodes, when all that is needed of them is read
    start: int  # of the widest wrapper
    end: int
    name_pos: int
    name_line: int
    body: Any = None
    inside: tuple[int, int] | None = None  # first byte of its body, and the one behind it, once nodes are let go of
    bases: tuple[int, ...] = ()
    params: tuple[tuple[str, int, int], ...] = ()
    returns: int = -1
    type: int = -1
    value: int = -1
    owner: int = -1
    owner_name: str = ""
    type_params: tuple[tuple[str, int], ...] = ()
    decorators: tuple[int, ...] = ()
    flags: set[Flag] = field(default_factory=set)
    mark: str = ""  # as in EntityFact
    stands_for: str = ""  # as in EntityFact
    pattern: int = 0  # number of the pattern of the query that found it: of two for one place, the earlier is kept
    doc: str = ""
    outer: Any = None  # the widest wrapper node
    home_start: int = -1  # first byte of the scope that binds its name, where that is none around it
    end_line: int = 0  # of what stands behind the widest wrapper and belongs to it; 0 if nothing does
    begin: int = -1  # first byte of the defining node
    start_line: int = 0  # of what stands before the widest wrapper and belongs to it; 0 if nothing does
    merged_into: FoundDefinition | None = None  # another definition that this one only announces
    parent: FoundDefinition | None = None
    ordinal: int = -1  # its place among the file's entities; -1 while it has none
    signature: str = ""  # where it is not the text up to the body
    anchor_suffix: str = ""  # parameter types that tell overloads apart: "(String,int)"


@dataclass(slots=True)
class FoundScope:
    """A stretch of text with names of its own."""

    kind: str
    start: int
    end: int
    definition: FoundDefinition | None = None
