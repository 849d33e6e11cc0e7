"""What the roles of a language found out when they looked at all files: modules by path, classes by package, implementations.

Roles keep that in attributes: tables, sets and lists, their own or those of objects of theirs. `watch` puts tables that log
what is looked up in them in the place of these; from then on they cannot be changed. `Differences` compares what they
hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any

from cairn.resolve.keys import ANYTHING, EVERYTHING, extended, key_hash
from cairn.resolve.reads import Reads, Table
from cairn.semantics.questions import Cache
from cairn.semantics.roles import Roles

Key = tuple[Any, ...]  # ("state", space, role and attribute, name ...)
Spell = Callable[[object], Hashable]
SpellWord = Callable[[object], str]


class Unwatchable(Exception):
    """Roles keep something that cannot be told apart by what was looked up in it."""


class _Frozen:
    """Tables that roles made when they looked at all files stay as they are: what is found out later is a `rule_question`."""

    def _refuse(self, *_: object, **__: object) -> Any:
        raise TypeError("what roles found out when they looked at all files cannot change; make this a rule_question")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = add = discard = append = extend = _refuse


class StateTable(_Frozen, Table[Any]):
    """A table of the roles of a language. To spell a name may take the facts of a file: that waits until somebody asks."""

    __slots__ = ("_default", "_find_key", "_spell")

    def __init__(self, rows: dict[Any, Any], reads: Reads, find_key: Callable[[], int], spell: SpellWord) -> None:
        def within(name: Any, row: Any) -> Any:
            return StateTable(row, reads, partial(_key_within, find_key, spell, name), spell) if isinstance(row, dict) else row

        super().__init__({name: within(name, row) for name, row in rows.items()}, reads, 0)
        self._find_key: Callable[[], int] | None = find_key
        self._spell = spell
        self._default = rows.default_factory if isinstance(rows, defaultdict) else None

    def _new(self, name: Any) -> int:
        if self._find_key is not None:
            self._key, self._find_key = self._find_key(), None
        number = self._ids[name] = self._reads.key(extended(self._key, self._spell(name)))
        return number

    def __missing__(self, name: object) -> Any:
        if self._default is None:
            raise KeyError(name)
        return self._default()


class StateSet(_Frozen, set[Any]):
    """A set of the roles of a language."""

    def __init__(self, items: set[Any], reads: Reads, find_key: Callable[[], int], spell: SpellWord) -> None:
        super().__init__(items)
        self._table = StateTable(dict.fromkeys(items), reads, find_key, spell)

    def __contains__(self, item: object) -> bool:
        return item in self._table

    def __iter__(self) -> Iterator[Any]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    def __bool__(self) -> bool:
        return bool(self._table)

    def isdisjoint(self, other: Any) -> bool:
        return not any(item in self._table for item in other)


class StateRows(_Frozen, list[Any]):
    """A list of the roles of a language: whoever looks at a part of it has read the whole."""

    def __init__(self, rows: list[Any], reads: Reads, key: int) -> None:
        super().__init__(rows)
        self._table: Table[None] = Table({}, reads, key)

    def __iter__(self) -> Iterator[Any]:
        len(self._table)
        return super().__iter__()

    def __getitem__(self, number: Any) -> Any:
        len(self._table)
        return super().__getitem__(number)

    def __len__(self) -> int:
        len(self._table)
        return super().__len__()

    def __bool__(self) -> bool:
        return bool(len(self))

    def __contains__(self, item: object) -> bool:
        len(self._table)
        return super().__contains__(item)


def watch(roles: Roles, reads: Reads, space: str, spell: SpellWord) -> list[tuple[Any, str, object]]:
    """Let what roles found out log what is looked up in it; returns what stood there, by holder and attribute.

    `spell` gives words for keys that are stored.
    """
    replaced: list[tuple[Any, str, object]] = []
    for holder, name, value, what in list(_state(roles, space)):
        if isinstance(value, Cache):
            value.bind(reads)
            continue
        watched: object = None
        if isinstance(value, dict):
            watched = StateTable(value, reads, partial(key_hash, *what), spell)
        elif isinstance(value, set):
            watched = StateSet(value, reads, partial(key_hash, *what), spell)
        elif isinstance(value, list):
            watched = StateRows(value, reads, key_hash(*what))
        if watched is not None:
            replaced.append((holder, name, value))
            setattr(holder, name, watched)
    return replaced


def watch_table(table: dict[Any, Any], reads: Reads, what: str, spell: SpellWord) -> StateTable:
    """A table that all roles share, of a program."""
    return StateTable(table, reads, partial(key_hash, "state", what), spell)


def _key_within(find_key: Callable[[], int], spell: SpellWord, name: object) -> int:
    return extended(find_key(), spell(name))


Tables = dict[Key, object]  # what roles found out: tables, sets, lists and plain values, by their places
_ABSENT = object()


def tables_of(roles: Roles, space: str) -> Tables:
    """What roles found out, by its places."""
    return {what: value for _, _, value, what in _state(roles, space) if not isinstance(value, Cache)}


class Differences:
    """Compares what roles found out in two states: the keys of what differs, and those that stand for all of a table.

    `spellers` spell what is kept in each state, so that it is equal for equal meaning. `is_touched` tells whether something may
    mean something else in the other state although it is equal.
    """

    def __init__(
        self, spellers: tuple[Spell, Spell], is_touched: Callable[[object], bool], *, are_plain_known: bool = True
    ) -> None:
        """Tell `are_plain_known` False while only tables are complete: what is no table is not compared."""
        self._old, self._new = spellers
        self._is_touched = is_touched
        self._are_plain_known = are_plain_known
        self._found: set[Key] = set()

    def between(self, before: Tables, after: Tables) -> set[Key]:
        """The keys of what differs.

        Raises:
            Unwatchable: what differs is no table, so that nobody knows who looked at it.
        """
        for what in before.keys() | after.keys():
            self._compare(what, before.get(what, _ABSENT), after.get(what, _ABSENT))
        return self._found

    def _compare(self, what: Key, old: object, new: object) -> None:
        if isinstance(old, dict) or isinstance(new, dict):
            self._compare_tables(what, _rows_of(old), _rows_of(new))
        elif isinstance(old, set) or isinstance(new, set):
            items = [value if isinstance(value, set) else set() for value in (old, new)]
            self._compare_tables(what, *(dict.fromkeys(set.__iter__(some), 1) for some in items))
        elif isinstance(old, list) or isinstance(new, list):
            if self._differ(old, new):
                self._note((*what, EVERYTHING))
        elif self._are_plain_known and _ABSENT not in (old, new) and self._differ(old, new):  # else nobody had asked these roles
            raise Unwatchable(str(what))

    def _compare_tables(self, what: Key, old: Mapping[Any, Any], new: Mapping[Any, Any]) -> None:
        spelled: tuple[dict[Hashable, object], dict[Hashable, object]] = ({}, {})
        for name in old.keys() | new.keys():
            if self._is_touched(name):
                for rows, table, spell in zip(spelled, (old, new), (self._old, self._new), strict=True):
                    if name in table:
                        rows[spell(name)] = table[name]
            else:
                self._compare_rows((*what, self._new(name)), old.get(name, _ABSENT), new.get(name, _ABSENT))
        for name in spelled[0].keys() | spelled[1].keys():
            self._compare_rows((*what, name), spelled[0].get(name, _ABSENT), spelled[1].get(name, _ABSENT))

    def _compare_rows(self, key: Key, old: object, new: object) -> None:
        if isinstance(old, dict) or isinstance(new, dict):  # what is looked up in it is logged by itself
            if (old is _ABSENT) != (new is _ABSENT):
                self._note(key)
            self._compare_tables(key, _rows_of(old), _rows_of(new))
        elif self._differ(old, new):
            self._note(key)

    def _differ(self, old: object, new: object) -> bool:
        if old is _ABSENT or new is _ABSENT:
            return old is not new
        if old == new and not self._is_touched(old):
            return False
        return hash(self._old(old)) != hash(self._new(new))

    def _note(self, key: Key) -> None:
        self._found |= {key, (*key[:-1], EVERYTHING), (*key[:-1], ANYTHING)}


def _rows_of(table: object) -> Mapping[Any, Any]:
    """The rows of a table, without logging that they are looked at."""
    return dict(dict.items(table)) if isinstance(table, dict) else {}


def _state(roles: Roles, space: str) -> Iterator[tuple[Any, str, object, Key]]:
    """The attributes of roles, and of objects that they hold: holder, name, value and key."""
    seen: set[int] = set()
    todo: list[tuple[object, Key]] = [(role, ("state", space)) for role in _players(roles)]
    while todo:
        holder, where = todo.pop()
        if id(holder) in seen:
            continue
        seen.add(id(holder))
        kind = type(holder).__qualname__
        for name, value in list(_attributes(holder)):
            what = (*where, f"{kind}.{name}")
            if type(value).__module__.startswith("cairn.languages"):
                todo.append((value, what))
            elif name != "space":
                yield holder, name, value, what


def _players(roles: Roles) -> list[object]:
    found: dict[int, object] = {}
    for field in fields(roles):
        role = getattr(roles, field.name)
        player = getattr(role, "__self__", role)
        if type(player).__module__.startswith("cairn.languages"):
            found[id(player)] = player
    return list(found.values())


def _attributes(holder: object) -> Iterator[tuple[str, object]]:
    if is_dataclass(holder):
        yield from ((field.name, getattr(holder, field.name)) for field in fields(holder))
    else:
        yield from vars(holder).items()
