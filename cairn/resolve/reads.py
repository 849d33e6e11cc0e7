"""What an answer was read from, so that a later run knows which files an edit can concern.

While a file is resolved, each look into the facts of a file, or into a table that all files make up, is logged as a *key*:
a name in a scope, a member of a class, the parameters of a definition. An answer that is remembered is a *node*: the keys and the
nodes that it was read from. A file's root is the node of all that its references asked.

    test_views.py -> [member `get` of `QuerySet`] -> (query.py, members of QuerySet, "get"), (query.py, bases of QuerySet) ...
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from cairn.semantics.facts import EntityFact

T = TypeVar("T")

# What an entity is read for; each counts as a key of its own, since who needs the target of a call reads no parameters.
SHAPE, PARAMETERS, RESULT, BASES, DECORATORS, OWNER = range(6)
FACETS = 6

EVERYTHING = "**"  # in place of a name: all names of a table
ANYTHING = "??"  # whether there are any

Key = tuple[Any, ...]  # ("names", unit, scope, name), ("entity", unit, ordinal, id of its first facet) ...


class Reads:
    """Logs keys and nodes, both as small numbers.

    `log` holds what the questions that are open have read, the innermost question's last.
    """

    def __init__(self) -> None:
        self.log: list[int] = []
        self.parts: list[Key | tuple[int, ...]] = [()]  # by number; 0 is an answer that was read from nothing

    def key(self, key: Key) -> int:
        """A new number for a key; the caller keeps it."""
        self.parts.append(key)
        return len(self.parts) - 1

    def facets(self, unit: int, ordinal: int) -> int:
        """The first of `FACETS` new numbers for what a definition may be read for."""
        first = len(self.parts)
        self.parts += [("entity", unit, ordinal, first)] * FACETS
        return first

    def node_of(self, begin: int) -> int:
        """The node of all that was logged since the log was `begin` long; 0 if that is nothing."""
        return self.node(self.log[begin:])

    def node(self, read: Iterable[int]) -> int:
        """The node of some keys and nodes; one of them alone is itself."""
        below = set(read)
        below.discard(0)
        if len(below) < 2:
            return below.pop() if below else 0
        self.parts.append(tuple(below))
        return len(self.parts) - 1


class Table(dict[Any, T], Generic[T]):
    """A table that logs what is looked up in it, also what it has not."""

    __slots__ = ("_ids", "_log", "_reads", "_what")

    def __init__(self, rows: dict[Any, T], reads: Reads, what: Key) -> None:
        super().__init__(rows)
        self._reads, self._log, self._what = reads, reads.log, what
        self._ids: dict[Hashable, int] = {}

    def _note(self, name: Hashable) -> None:
        number = self._ids.get(name)
        if number is None:
            number = self._ids[name] = self._reads.key((*self._what, name))
        self._log.append(number)

    def get(self, name: Any, default: Any = None) -> Any:
        number = self._ids.get(name)
        if number is None:
            number = self._ids[name] = self._reads.key((*self._what, name))
        self._log.append(number)
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


class Tables(dict[int, Table[T]], Generic[T]):
    """The tables of one kind in a file, by scope or definition: each is made when it is first asked for, and may be empty."""

    __slots__ = ("_number", "_raw", "_reads", "_what")

    def __init__(self, raw: dict[int, dict[Any, T]], reads: Reads, what: Key) -> None:
        super().__init__()
        self._raw, self._reads, self._what = raw, reads, what
        self._number = 0

    def __missing__(self, owner: int) -> Table[T]:
        table = self[owner] = Table(self._raw.get(owner) or {}, self._reads, (*self._what, owner))
        return table

    def get(self, owner: int, default: Any = None) -> Any:
        return self[owner]

    def __contains__(self, owner: object) -> bool:
        return bool(self[owner])  # type: ignore[index]

    def _all(self) -> dict[int, Table[T]]:
        if not self._number:
            self._number = self._reads.key((*self._what, -1, EVERYTHING))
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

    __slots__ = ("_number", "_reads", "_what")

    def __init__(self, rows: list[T], reads: Reads, what: Key) -> None:
        super().__init__(rows)
        self._reads, self._what = reads, what
        self._number = 0

    def __iter__(self) -> Iterator[T]:
        if not self._number:
            self._number = self._reads.key((*self._what, EVERYTHING))
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

    __slots__ = ("_facts", "_log", "_number", "_reads", "_unit")

    def __init__(self, facts: list[EntityFact], reads: Reads, unit: int) -> None:
        super().__init__([None] * len(facts))
        self._facts, self._reads, self._log, self._unit = facts, reads, reads.log, unit
        self._number = 0

    def __getitem__(self, ordinal: Any) -> Any:
        view = _item(self, ordinal) or self._view(ordinal)
        self._log.append(view._first)
        return view

    def _view(self, ordinal: int) -> EntityView:
        view = self[ordinal] = EntityView(self._facts[ordinal], self._reads.facets(self._unit, ordinal), self._log)
        return view

    def __iter__(self) -> Iterator[Any]:
        if not self._number:
            self._number = self._reads.key(("entities", self._unit, EVERYTHING))
        self._log.append(self._number)
        return (_item(self, ordinal) or self._view(ordinal) for ordinal in range(len(self._facts)))


_item = list.__getitem__
