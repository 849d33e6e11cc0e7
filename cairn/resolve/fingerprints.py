"""What a file contributes to the answers of other files, key by key; see `cairn.resolve.reads` for keys.

Two states of a file are compared by the fingerprints of their keys. Neither names of keys nor fingerprints hold a position, so
that a definition which only moved has not changed:

    ("names", "shop.py", "/", "Cart")  ->  what the module's scope binds `Cart` to
    ("entity", "shop.py", "Cart.total", PARAMETERS)  ->  its parameters, with their types and defaults spelled out
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from cairn.resolve.keys import (
    ANYTHING,
    BASES,
    DECORATORS,
    EVERYTHING,
    OWNER,
    PARAMETERS,
    RESULT,
    SHAPE,
    entity_names,
    extended,
    facet_hash,
)
from cairn.resolve.units import UnitIndex
from cairn.semantics.expressions import PARTS, SCOPED
from cairn.semantics.facts import Binding, EntityFact, Import
from cairn.semantics.kinds import VALUE_KINDS
from cairn.semantics.places import Entry


def fingerprints(index: UnitIndex) -> dict[int, int]:
    """The fingerprint of each key that a file gives an answer for, by the key's hash.

    A key that the file has no answer for, of a name that it does not define, is left out.
    """
    return _Spelling(index).all()


class _Spelling:
    def __init__(self, index: UnitIndex) -> None:
        self._index, self._facts, self._names = index, index.facts, index.identity
        self._spelled: dict[int, int] = {}
        self._mentioned: dict[int, frozenset[str]] = {}
        self._numbered = entity_names(self._facts)
        self._named = set(self._numbered)
        self._uses = self._find_uses()

    def all(self) -> dict[int, int]:
        names = self._names
        found: dict[int, int] = {}
        for ordinal, entity in enumerate(self._facts.entities):
            for facet, spelled in self._facets(ordinal, entity):
                found[facet_hash(names.of_entities[ordinal], facet)] = hash(spelled)
        found[extended(names.of_file, "entities")] = hash(
            tuple((key, self._shape(ordinal)) for ordinal, key in enumerate(names.of_entities))
        )
        found |= self._tables("names", names.of_scopes, self._index.names, self._entries)
        found |= self._tables("members", names.of_entities, self._index.members, self._definitions)
        found |= self._tables("methods", names.of_entities, self._index.methods, self._definitions)
        found |= self._tables("fields", names.of_entities, self._index.fields, self._bindings)
        for kind, table, spell in (
            ("returns", self._index.returns, self._returned),
            ("stars", self._index.stars, self._imports),
        ):
            rows = {extended(names.of_scopes[scope], kind): hash(spell(scope, "", numbers)) for scope, numbers in table.items()}
            found |= rows
            found[extended(names.of_all(), kind)] = hash(tuple(rows.items()))
        extra = extended(names.of_file, "extra")
        for name, value in self._facts.extra.items():
            found[extended(extra, name)] = hash(self._extra(name, value))
        found[extended(extra, EVERYTHING)] = hash(self._frozen(self._facts.extra))
        found[extended(names.of_file, "bindings")] = hash(self._bindings(0, "", range(len(self._facts.bindings))))
        found[extended(names.of_file, "imports")] = hash(self._imports(0, "", range(len(self._facts.imports))))
        return found

    def _tables(self, kind: str, owners: Sequence[int], tables: Mapping[int, Mapping[str, Any]], spell: Any) -> dict[int, int]:
        found: dict[int, int] = {}
        for owner, table in tables.items():
            key = extended(owners[owner], kind)
            rows = {name: hash(spell(owner, name, numbers)) for name, numbers in table.items()}
            found |= {extended(key, name): spelled for name, spelled in rows.items()}
            found[extended(key, EVERYTHING)] = hash(tuple(rows.items()))
            found[extended(key, ANYTHING)] = 1 if rows else 0
        found[extended(extended(self._names.of_all(), kind), EVERYTHING)] = hash(tuple(found.items()))
        return found

    def _facets(self, ordinal: int, entity: EntityFact) -> Iterator[tuple[int, Hashable]]:
        exprs = self._exprs
        yield SHAPE, self._shape(ordinal)
        yield PARAMETERS, self._parameters(entity)
        yield RESULT, exprs((entity.returns, entity.value, entity.type))
        yield BASES, exprs(entity.bases)
        yield DECORATORS, exprs(entity.decorators)
        yield OWNER, self._expr(entity.owner)

    def _shape(self, ordinal: int) -> Hashable:
        entity, names = self._facts.entities[ordinal], self._names
        twins = self._index.twins.get(ordinal, ())
        twin_names = tuple(names.of_entities[twin] for twin in twins)
        namespace = self._index.namespaces.get(ordinal, -1)
        home = names.of_scopes[entity.home] if ordinal else 0
        inner = self._facts.scopes[entity.scope][0] if entity.scope >= 0 else ""
        said = entity.flags, entity.mark, entity.stands_for
        # Which of those with one name it is: their order may change.
        parameters = self._parameters(entity) if self._is_overload(self._numbered[ordinal]) else ()
        return entity.kind, said, parameters, home, inner, twin_names, names.of_entities[namespace] if namespace >= 0 else 0

    def _is_overload(self, name: str) -> bool:
        return f"{name}~2" in self._named or (name[-1:].isdigit() and name.rstrip("0123456789")[-1:] == "~")

    def _parameters(self, entity: EntityFact) -> Hashable:
        return (
            tuple((name, self._expr(kind), self._expr(default)) for name, kind, default in entity.params),
            tuple((name, self._expr(bound)) for name, bound in entity.type_params),
        )

    def _definitions(self, owner: int, name: str, ordinals: Any) -> Hashable:
        return tuple((self._names.of_entities[ordinal], self._facts.entities[ordinal].kind) for ordinal in ordinals)

    def _entries(self, scope: int, name: str, entries: list[Entry]) -> Hashable:
        rows: list[tuple[int, Hashable]] = [(entry.pos, self._entry(entry)) for entry in entries]
        if self._depends_on_order(scope, entries):  # which of them is meant depends on what stands before it
            rows += [(pos, "use") for pos in self._uses.get(name, ())]
            rows.sort(key=lambda row: row[0])
        return tuple(spelled for _, spelled in rows)

    def _depends_on_order(self, scope: int, entries: list[Entry]) -> bool:
        if len(entries) > 1 or self._index.traits.scope_order == "order":
            return True
        if self._facts.scopes[scope][0] != "class":
            return False
        return any(entry.tag == "entity" and self._facts.entities[entry.number].kind in VALUE_KINDS for entry in entries)

    def _entry(self, entry: Entry) -> Hashable:
        if entry.tag == "entity":
            return "e", self._names.of_entities[entry.number], self._facts.entities[entry.number].kind, entry.pos < 0
        if entry.tag == "import":
            return "i", self._import(self._facts.imports[entry.number])
        return "b", self._binding(self._facts.bindings[entry.number])

    def _find_uses(self) -> dict[str, list[int]]:
        """Where the names stand that are evaluated when other files ask, by name."""
        found: dict[str, list[int]] = defaultdict(list)
        for binding in self._facts.bindings:
            for name in self._mentions((binding.type, binding.value)):
                found[name].append(binding.pos)
        for entity in self._facts.entities:
            typed = [expr for _, kind, default in entity.params for expr in (kind, default)]
            for name in self._mentions((entity.returns, entity.value, entity.type, *entity.bases, *entity.decorators, *typed)):
                found[name].append(entity.pos)
        return found

    def _mentions(self, exprs: Any) -> set[str]:
        return {name for expr in exprs if expr >= 0 for name in self._mentioned_in(expr)}

    def _mentioned_in(self, expr: int) -> frozenset[str]:
        known = self._mentioned.get(expr)
        if known is None:
            self._mentioned[expr] = frozenset()
            shape = self._facts.exprs[expr]
            found = {str(shape[1])} if shape[0] == "name" else set()
            for part in self._parts_of(shape):
                found |= self._mentioned_in(part)
            known = self._mentioned[expr] = frozenset(found)
        return known

    @staticmethod
    def _parts_of(shape: Any) -> Iterator[int]:
        if shape[0] == "object":
            yield from (value for _, _, value in shape[2] if value >= 0)
            return
        for place in PARTS[shape[0]]:
            if place < len(shape):
                items = shape[place] if isinstance(shape[place], list | tuple) else (shape[place],)
                yield from (item for item in items if item >= 0)

    def _binding(self, binding: Binding) -> Hashable:
        scope = self._names.of_scopes[binding.scope]
        return binding.name, binding.how, scope, self._expr(binding.type), self._expr(binding.value)

    def _bindings(self, owner: int, name: str, numbers: Any) -> Hashable:
        return tuple(self._binding(self._facts.bindings[number]) for number in numbers)

    _returned = _bindings

    def _import(self, imported: Import) -> Hashable:
        return imported.module, imported.name, imported.alias, imported.how, self._names.of_scopes[imported.scope]

    def _imports(self, owner: int, name: str, numbers: Any) -> Hashable:
        return tuple(self._import(self._facts.imports[number]) for number in numbers)

    def _exprs(self, numbers: Any) -> Hashable:
        return tuple(self._expr(number) for number in numbers)

    def _expr(self, number: int) -> int:
        """A hash of an expression: equal for equal meaning, whatever its place and number."""
        if number < 0:
            return 0
        known = self._spelled.get(number)
        if known is None:
            self._spelled[number] = 1  # of an expression that holds itself
            known = self._spelled[number] = hash(self._spell(self._facts.exprs[number]))
        return known

    def _spell(self, shape: Any) -> Hashable:
        if shape[0] == "object":
            return "object", tuple((name, self._expr(value)) for name, _, value in shape[2])
        if shape[0] == "defined":
            return "defined", self._names.of_entities[shape[1]]
        parts = PARTS[shape[0]]
        items: list[Hashable] = []
        for place, item in enumerate(shape):
            if place in parts:
                items.append(self._expr(item) if isinstance(item, int) else self._exprs(item))
            elif place == 1 and shape[0] in SCOPED:
                items.append(self._names.of_scopes[item])
            else:
                items.append(_frozen(item))
        return tuple(items)

    def _extra(self, name: str, value: Any) -> Hashable:
        if name == "exports" and isinstance(value, Mapping):
            return tuple((exported, self._expr(expr)) for exported, expr in value.items())
        return self._frozen(value)

    def _frozen(self, value: Any) -> Hashable:
        """What a language keeps, as something that can be hashed, with the expression of each number that may be one's."""
        if isinstance(value, Mapping):
            return frozenset((str(key), self._frozen(item)) for key, item in value.items())
        if isinstance(value, list | tuple):
            return tuple(map(self._frozen, value))
        if type(value) is int and 0 <= value < len(self._facts.exprs):
            return value, self._expr(value)
        return value if isinstance(value, Hashable) else str(value)


def _frozen(value: Any) -> Hashable:
    """A nest of lists and mappings as something that can be hashed; in any order of the mappings' keys."""
    if isinstance(value, Mapping):
        return frozenset((str(key), _frozen(item)) for key, item in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    return value if isinstance(value, Hashable) else str(value)
