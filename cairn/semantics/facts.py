"""Facts: all that one file contributes to the graph, as `extract` finds it and `resolve` reads it.

Facts are plain tuples so that they pass cheaply between processes and are stored as
JSON. They depend on the file alone. Two tables are shared by all lists of a file:
`exprs` holds interned expressions and types (see `cairn.semantics.expressions`), `scopes` the lexical
scopes. An index of -1 means "none" everywhere.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate
from operator import sub
from sys import intern
from typing import Any, NamedTuple, overload

import orjson

from cairn.semantics.expressions import Expr
from cairn.semantics.flags import NONE, Flags, flags_as_text, flags_of_text


class EntityFact(NamedTuple):
    """A definition, for the resolver. Its place in the list is its ordinal; 0 is the module."""

    kind: str
    name: str
    parent: int  # ordinal of the entity that contains it, -1 for the module
    home: int  # scope in which its name is bound
    scope: int  # scope that its body opens, -1 if none
    pos: int  # first byte of its name
    name_line: int
    bases: tuple[int, ...]  # expressions
    params: tuple[tuple[str, int, int], ...]  # (name, type expression, default value expression)
    returns: int  # type expression
    value: int  # what it is initialised with; for a function, what it evidently returns
    type: int  # declared type
    owner: int  # expression of the type that it is attached to from outside (impl, receiver)
    type_params: tuple[tuple[str, int], ...]  # (name, bound)
    decorators: tuple[int, ...]
    flags: Flags = NONE  # stored as text: "async static"
    mark: str = ""  # a checksum of its parameters' types, where they are told apart by how they are written (C++)
    stands_for: str = ""  # the type above whose method it is said to be: `Shape` of `impl Shape for Circle`


class Binding(NamedTuple):
    """A name that a scope binds, other than by a definition or an import."""

    scope: int
    name: str
    pos: int
    type: int  # declared type expression
    value: int  # value expression, evaluated at `pos`
    # "param", "var", "assign" (of a name that some scope declares), "field" (a member of the entity that owns `scope`), "narrow"
    how: str


class Import(NamedTuple):
    """A name, or all names, that a scope takes from another module."""

    scope: int
    module: str  # as written, in the language's spelling: "..pkg.mod", "./x", "crate::a::b"
    name: str  # "" for the module itself, "*" for all of its names
    alias: str  # bound name, "" if nothing is bound
    line: int
    pos: int
    how: str  # "", "reexport", "type", "mod", "default", "export" (passed on without being bound here), ...


class Reference(NamedTuple):
    """A use of a name."""

    kind: str  # an EdgeKind
    expr: int  # the callee, type, base or value, as an expression
    scope: int
    entity: int  # innermost entity around it
    name: str  # last name of the expression
    line: int
    pos: int
    args: tuple[int, ...]  # of a call


class Facts(NamedTuple):
    """All that one file contributes to the graph."""

    exprs: list[Expr]
    scopes: list[tuple[str, int, int, int, int]]  # (kind, parent, start byte, end byte, entity ordinal)
    entities: list[EntityFact]
    bindings: list[Binding]
    imports: list[Import]
    references: Sequence[Reference]
    extra: dict[str, Any]  # what a language's own rules need, by name


_KIND, _NAME, _FLAGS = map(EntityFact._fields.index, ("kind", "name", "flags"))
_SEQUENCES = tuple(map(EntityFact._fields.index, ("bases", "params", "type_params", "decorators")))
_BOUND, _HOW = map(Binding._fields.index, ("name", "how"))
# Columns of a reference that mostly ascend, and of which the steps are stored: 40 % less than numbers in rows (measured).
_ASCENDING = tuple(Reference._fields.index(name) for name in ("scope", "entity", "line", "pos"))
_DEFLATE_LEVEL = 2  # as quick as 1, and 3 % smaller (measured)


class _PackedReferences(Sequence[Reference]):
    """References that are read whenever they are gone through: each file's are, once, and most of what facts hold is that."""

    def __init__(self, packed: bytes) -> None:
        self._packed = packed

    def __iter__(self) -> Iterator[Reference]:
        columns = _loads(self._packed)
        for place in _ASCENDING:
            columns[place] = accumulate(columns[place])
        return map(partial(tuple.__new__, Reference), zip(*columns, strict=False))  # a third of the time of `Reference(..)`

    @overload
    def __getitem__(self, number: int) -> Reference: ...

    @overload
    def __getitem__(self, number: slice) -> list[Reference]: ...

    def __getitem__(self, number: int | slice) -> Reference | list[Reference]:
        return list(self)[number]

    def __len__(self) -> int:
        return len(_loads(self._packed)[0])


def pack_facts(facts: Facts) -> bytes:
    """Deflate facts for the store: what other files ask for, and behind it the references, which only their own file does."""
    exprs, scopes, entities, bindings, imports, references, extra = facts
    # A tuple's subclass makes the encoder ask for each what it is: a hundred times as slow as plain ones.
    stored = [(*entity[:_FLAGS], flags_as_text(entity.flags), *entity[_FLAGS + 1 :]) for entity in entities]
    rows = [stored, *(list(map(tuple, some)) for some in (bindings, imports))]
    return _dumps([exprs, scopes, *rows, extra]) + _dumps(_columns_of(references))


def _columns_of(references: Sequence[Reference]) -> list[Sequence[Any]]:
    columns: list[Sequence[Any]] = list(zip(*references, strict=True)) or [()] * len(Reference._fields)
    for place in _ASCENDING:
        column = columns[place]
        columns[place] = [*column[:1], *map(sub, column[1:], column)]
    return columns


def unpack_facts(blob: bytes) -> Facts:
    """Read what `pack_facts` wrote; inner sequences come back as lists.

    Words that recur are one object, and what is empty is no list of its own: two thirds of the memory, for a fifth of the time.

    Raises:
        ValueError, TypeError, zlib.error: it was not written by `pack_facts`.
    """
    inflated = zlib.decompressobj()
    exprs, scopes, entities, bindings, imports, extra = orjson.loads(inflated.decompress(blob))
    for row in entities:
        row[_KIND], row[_NAME] = intern(row[_KIND]), intern(row[_NAME])
        row[_FLAGS] = flags_of_text(row[_FLAGS])
        for place in _SEQUENCES:
            row[place] = row[place] or ()
    for row in bindings:
        row[_BOUND], row[_HOW] = intern(row[_BOUND]), intern(row[_HOW])
    return Facts(
        list(map(_shared, exprs)),
        [(intern(kind), *rest) for kind, *rest in scopes],
        list(map(EntityFact._make, entities)),
        list(map(Binding._make, bindings)),
        list(map(Import._make, imports)),
        _PackedReferences(inflated.unused_data),
        extra,
    )


def _shared(row: list[Any]) -> Any:
    """An expression that takes no more memory than it must."""
    kind = row[0] = intern(row[0])
    if kind == "member":
        row[2] = intern(row[2])
    elif kind == "name":
        row[1] = intern(row[1])
    return tuple(row)


def _dumps(value: object) -> bytes:
    return zlib.compress(orjson.dumps(value, default=list, option=orjson.OPT_NON_STR_KEYS), _DEFLATE_LEVEL)


def _loads(blob: bytes) -> Any:
    return orjson.loads(zlib.decompress(blob))
