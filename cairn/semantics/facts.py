"""What one file contributes to the graph, as `extract` finds it and `resolve` reads it.

Facts are plain tuples so that they pass cheaply between processes and are stored as
JSON. They depend on the file alone. Two tables are shared by all lists of a file:
`exprs` holds interned expressions and types (see `Expr` below), `scopes` the lexical
scopes. An index of -1 means "none" everywhere.

An expression is a tuple whose first item is its operator; items that are expressions
are indices into `exprs`:

    ("n", name)              a name
    ("a", object, name)      a member: object.name, object::name, object->name
    ("c", callee, args)      a call; args is a tuple of expressions
    ("w", type, args)        an instance is made: `new T(args)`, `T { .. }`
    ("i", object, args)      a subscript, or type arguments: object[args], Type<args>
    ("l", type_name)         a literal of a built-in type, in the language's words
    ("s", elem)              an array or list whose elements have type/value elem; a third item names another class of the prelude
    ("d", key, value)        a map literal
    ("t", items)             a tuple
    ("o", items)             one of several: a or b, a ? b : c, a | b as a type
    ("e", value)             awaited
    ("q", value)             unwrapped: Rust's `?`
    ("*", value)             dereferenced or referenced: `*x`, `&x`; also `&T`, `*T`
    ("k", type)              a cast: the value has exactly this type
    ("f", entity)            the function, class or closure that stands here, by entity ordinal
    ("{", names, types)      the type of a structure without a name
    ("F", params, returns)   the type of a function
    ("r", value, index)      item `index` of what is unpacked from value
    ("v", value)             an element of what is iterated over
    ("y", value)             what `with value` binds
    ("L", scope, value)      a closure: its scope, and its value if that is one expression; where overloads need them, the
                             number of its parameters and whether it yields: "value", "void" or "any"
    ("S", scope, value)      a value that is looked up inside a scope of its own (a comprehension)
    ("B", left, right)       an operator between two values
    ("=", name, value)       an argument that is given by name
    ("A", left, right)       an arithmetic operator or `+`, where the types of both sides tell what it yields
    ("x", callee, arg, n, args)  parameter n of the closure that is argument `arg` of a call of callee; in args closures are -1
    ("X", call, arg, n, want)  the same where the overload must be chosen first, and `want`, if not -1, tells what the call must
                             yield; with arg -1 the closure is of the type of `call`, with n -1 argument `arg` itself is meant
    ("M", object, name)      a method taken as a value: `Type::name`
    ("O", items)             one of several that have one type: the first that can be told tells it
    ("u", value, type, n)    item or field n of what a pattern of that type or variant takes out of value
    ("T", type, else)        a type used as an object: <T as Trait>; the optional else if the type cannot be told
    ("N", name)              a name that only a type or a module can have: `a` of a::b
    ("C",)                   the type around, as an object or a type: Self, static
    ("m", word)              a module that the language has a word for: crate, super, self
    ("p",)                   the built-in self object: self, this
    ("P",)                   `super`
    ("obj", start, fields)   an object literal or the type of one, from byte `start`: (name, its first byte, value or type) each
    ("and", items)           an intersection of types
    ("mem", type, name)      the type of a member of a type
    ("is", type)             a boolean result that says of an argument that it is of a type
    ("says", function)       the type that such a result of a function says
    ("arg", callee, n, args, wanted) what a call of callee wants as argument n; args (-1 where they are closures), and what is
                             wanted of the call, tell its type parameters
    ("par", function, n)     parameter n of a function value
    ("Q", value)             as a type: the type of a value
    ("->", value)            what a pointer leads to, or an operator of its class: *p, and p in p->m
    ("&", value)             the address of a value
    ("[]", value, args)      a subscript, where pointers have them
    ("ptr", type)            a pointer to a type
    ("const", type)          a type whose values do not change
    ("?",)                   anything that cannot be told
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import sub
from typing import Any, NamedTuple

import orjson

Expr = tuple[Any, ...]


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
    flags: str  # words of the language's own, with spaces between: "static property async"


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
        return map(Reference, *columns)

    def __getitem__(self, number: Any) -> Any:
        return list(self)[number]

    def __len__(self) -> int:
        return len(_loads(self._packed)[0])


def pack_facts(facts: Facts) -> bytes:
    """Deflate facts for the store: what other files ask for, and behind it the references, which only their own file does."""
    exprs, scopes, entities, bindings, imports, references, extra = facts
    # A tuple's subclass makes the encoder ask for each what it is: a hundred times as slow as plain ones.
    rows = [list(map(tuple, some)) for some in (entities, bindings, imports)]
    return _dumps([exprs, scopes, *rows, extra]) + _dumps(_columns_of(references))


def _columns_of(references: Sequence[Reference]) -> list[Sequence[Any]]:
    columns: list[Sequence[Any]] = list(zip(*references, strict=True)) or [()] * len(Reference._fields)
    for place in _ASCENDING:
        column = columns[place]
        columns[place] = [*column[:1], *map(sub, column[1:], column)]
    return columns


def unpack_facts(blob: bytes) -> Facts:
    """Read what `pack_facts` wrote; inner sequences come back as lists.

    Raises:
        ValueError, TypeError, zlib.error: it was not written by `pack_facts`.
    """
    inflated = zlib.decompressobj()
    exprs, scopes, entities, bindings, imports, extra = orjson.loads(inflated.decompress(blob))
    return Facts(
        exprs,
        scopes,
        list(map(EntityFact._make, entities)),
        list(map(Binding._make, bindings)),
        list(map(Import._make, imports)),
        _PackedReferences(inflated.unused_data),
        extra,
    )


def _dumps(value: object) -> bytes:
    return zlib.compress(orjson.dumps(value, default=list, option=orjson.OPT_NON_STR_KEYS), _DEFLATE_LEVEL)


def _loads(blob: bytes) -> Any:
    return orjson.loads(zlib.decompress(blob))
