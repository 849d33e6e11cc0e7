"""What an answer was read from, so that a later run knows which files an edit can concern.

While a file is resolved, each look into the facts of a file, or into a table that all files make up, is logged as a *key*:
a name in a scope, a member of a class, the parameters of a definition. An answer that is remembered is a *node*: the keys and the
nodes that it was read from. A file's root is the node of all that its references asked.

    test_views.py -> [member `get` of `QuerySet`] -> (query.py, members of QuerySet, "get"), (query.py, bases of QuerySet) ...
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from cairn.resolve.keys import (
    ANYTHING,
    BASES,
    DECORATORS,
    EVERYTHING,
    FACTOR,
    MASK,
    OWNER,
    PARAMETERS,
    RESULT,
    Identity,
    extended,
    word_hash,
)
from cairn.semantics.facts import EntityFact

T = TypeVar("T")

MANY = -1  # in the place of a unit: of none alone

# A number has its kind in the low bits: the facet of a key, or that it is of a node. Above is the place of either in its arrays.
KIND_BITS = 3
KINDS = 1 << KIND_BITS
NODE = KINDS - 1


class Reads:
    """Logs keys and nodes, both as small numbers.

    `log` holds what the questions that are open have read, the innermost question's last. 0 is the number of what was read from
    nothing. Of each key its hash is kept, and the unit that it asks; of each node its children, and the unit that they all ask.
    """

    def __init__(self) -> None:
        self.log: list[int] = []
        self.hashes = array("Q", (0,))
        self.starts = array("Q", (0,))  # where the children of a node begin; those of the last end where all do
        self.children = array("I")
        self._key_units = array("i", (MANY,))
        self._node_units = array("i")

    def key(self, key: int, unit: int = MANY) -> int:
        """A new number for a key, by its hash; the caller keeps it. Those of its other facets follow."""
        self.hashes.append(key)
        self._key_units.append(unit)
        return len(self.hashes) - 1 << KIND_BITS

    def node_of(self, begin: int) -> int:
        """The node of all that was logged since the log was `begin` long; 0 if that is nothing."""
        return self.node(self.log[begin:])

    def node(self, read: Iterable[int]) -> int:
        """The node of some keys and nodes; one of them alone is itself."""
        below = set(read)
        below.discard(0)
        if len(below) < 2:
            return below.pop() if below else 0
        self.children.extend(below)
        self.starts.append(len(self.children))
        self._node_units.append(self._unit_of_all(below))
        return len(self._node_units) - 1 << KIND_BITS | NODE

    def node_beside(self, unit: int, read: Iterable[int]) -> int:
        """The node of what was read from others than one unit alone."""
        return self.node(number for number in read if self._unit_of(number) != unit)

    def _unit_of(self, number: int) -> int:
        return (self._node_units if number & NODE == NODE else self._key_units)[number >> KIND_BITS]

    def _unit_of_all(self, numbers: Iterable[int]) -> int:
        found = None
        for number in numbers:
            unit = self._unit_of(number)
            if found is None:
                found = unit
            if unit != found or unit == MANY:
                return MANY
        return MANY if found is None else found


class Table(dict[Any, T], Generic[T]):
    """A table that logs what is looked up in it, also what it has not; `key` is the hash of the table's own name."""

    __slots__ = ("_ids", "_key", "_log", "_reads", "_unit")

    def __init__(self, rows: dict[Any, T], reads: Reads, key: int, unit: int = MANY) -> None:
        super().__init__(rows)
        self._reads, self._log, self._key, self._unit = reads, reads.log, key, unit
        self._ids: dict[Hashable, int] = {}

    def _new(self, name: Any) -> int:
        # `extended`, without a call: this is done hundreds of thousands of times.
        number = self._ids[name] = self._reads.key((self._key * FACTOR & MASK) ^ word_hash(name), self._unit)
        return number

    def _note(self, name: Hashable) -> None:
        self._log.append(self._ids.get(name) or self._new(name))

    def get(self, name: Any, default: Any = None) -> Any:
        self._log.append(self._ids.get(name) or self._new(name))
        return _get(self, name, default)

    def __getitem__(self, name: Any) -> T:
        self._note(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._note(name)
        return super().__contains__(name)

    def __iter__(self) -> Iterator[Any]:
        self._note(EVERYTHING)
        return super().__iter__()

    def __bool__(self) -> bool:
        self._note(ANYTHING)
        return super().__len__() > 0

    def __len__(self) -> int:
        self._note(EVERYTHING)
        return super().__len__()

    def keys(self) -> Any:
        self._note(EVERYTHING)
        return super().keys()

    def values(self) -> Any:
        self._note(EVERYTHING)
        return super().values()

    def items(self) -> Any:
        self._note(EVERYTHING)
        return super().items()


_get = dict.get


class ScopeTable(Table[T]):
    """A table of a file by scope."""

    __slots__ = ("_identity", "_kind")

    def __init__(self, rows: dict[Any, T], reads: Reads, unit: int, kind: str, identity: Identity) -> None:
        super().__init__(rows, reads, 0, unit)
        self._identity, self._kind = identity, kind

    def _new(self, name: Any) -> int:
        number = self._ids[name] = self._reads.key(extended(self._identity.scope(name), self._kind), self._unit)
        return number


class Tables(dict[int, Table[T]], Generic[T]):
    """The tables of one kind in a file, by scope or definition: each is made when it is first asked for, and may be empty."""

    __slots__ = ("_key_of", "_kind", "_number", "_raw", "_reads", "_unit")

    def __init__(self, raw: dict[int, dict[Any, T]], reads: Reads, unit: int, kind: str, key_of: Callable[[object], int]) -> None:
        super().__init__()
        self._raw, self._reads, self._unit, self._kind, self._key_of = raw, reads, unit, kind, key_of
        self._number = 0

    def __missing__(self, owner: int) -> Table[T]:
        key = extended(self._key_of(owner), self._kind)
        table = self[owner] = Table(self._raw.get(owner) or {}, self._reads, key, self._unit)
        return table

    def get(self, owner: int, default: Any = None) -> Any:
        return self[owner]

    def __contains__(self, owner: object) -> bool:
        return bool(self[owner])  # type: ignore[index]

    def _all(self) -> dict[int, Table[T]]:
        if not self._number:
            self._number = self._reads.key(extended(extended(self._key_of(EVERYTHING), self._kind), EVERYTHING), self._unit)
        self._reads.log.append(self._number)
        return {owner: self[owner] for owner in self._raw}

    def __iter__(self) -> Iterator[int]:
        return iter(self._all())

    def items(self) -> Any:
        return self._all().items()

    def values(self) -> Any:
        return self._all().values()


class Rows(list[T], Generic[T]):
    """Rows of a file's facts: to go through all of them is logged, to take one by a number is not: where that stood is."""

    __slots__ = ("_key", "_number", "_reads", "_unit")

    def __init__(self, rows: list[T], reads: Reads, unit: int, kind: str, identity: Identity) -> None:
        super().__init__(rows)
        self._reads, self._unit, self._key = reads, unit, extended(identity.of_file, kind)
        self._number = 0

    def __iter__(self) -> Iterator[T]:
        if not self._number:
            self._number = self._reads.key(self._key, self._unit)
        self._reads.log.append(self._number)
        return super().__iter__()


class EntityView:
    """A definition that logs what it is read for; see `EntityFact` for its fields."""

    # fmt: off
    __slots__ = (
        "_fact", "_first", "_log", "flags", "home", "kind", "mark", "name", "name_line", "parent", "pos", "scope", "stands_for",
    )
    # fmt: on

    def __init__(self, fact: EntityFact, first: int, log: list[int]) -> None:
        self._fact, self._first, self._log = fact, first, log
        self.kind, self.name, self.parent, self.home, self.scope, self.pos, self.name_line = fact[:7]
        self.flags, self.mark, self.stands_for = fact.flags, fact.mark, fact.stands_for

    @property
    def params(self) -> Any:
        self._log.append(self._first + PARAMETERS)
        return self._fact.params

    @property
    def type_params(self) -> Any:
        self._log.append(self._first + PARAMETERS)
        return self._fact.type_params

    @property
    def returns(self) -> int:
        self._log.append(self._first + RESULT)
        return self._fact.returns

    @property
    def value(self) -> int:
        self._log.append(self._first + RESULT)
        return self._fact.value

    @property
    def type(self) -> int:
        self._log.append(self._first + RESULT)
        return self._fact.type

    @property
    def bases(self) -> Any:
        self._log.append(self._first + BASES)
        return self._fact.bases

    @property
    def decorators(self) -> Any:
        self._log.append(self._first + DECORATORS)
        return self._fact.decorators

    @property
    def owner(self) -> int:
        self._log.append(self._first + OWNER)
        return self._fact.owner


class Entities(list[Any]):
    """The definitions of a file, each of which logs what it is read for."""

    __slots__ = ("_facts", "_identity", "_log", "_number", "_reads", "_unit")

    def __init__(self, facts: list[EntityFact], reads: Reads, unit: int, identity: Identity) -> None:
        super().__init__([None] * len(facts))
        self._facts, self._reads, self._log, self._unit, self._identity = facts, reads, reads.log, unit, identity
        self._number = 0

    def __getitem__(self, ordinal: Any) -> Any:
        view = _item(self, ordinal) or self._view(ordinal)
        self._log.append(view._first)
        return view

    def _view(self, ordinal: int) -> EntityView:
        first = self._reads.key(self._identity.of_entities[ordinal], self._unit)
        view = self[ordinal] = EntityView(self._facts[ordinal], first, self._log)
        return view

    def __iter__(self) -> Iterator[Any]:
        if not self._number:
            self._number = self._reads.key(extended(self._identity.of_file, "entities"), self._unit)
        self._log.append(self._number)
        return (_item(self, ordinal) or self._view(ordinal) for ordinal in range(len(self._facts)))


_item = list.__getitem__
