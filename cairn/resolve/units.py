"""One file as the resolver sees it: its facts, indexed by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from cairn.resolve.keys import Identity, extended
from cairn.resolve.names import ScopeNames
from cairn.resolve.reads import Entities, Reads, Rows, ScopeTable, Table, Tables
from cairn.semantics.facts import Binding, EntityFact, Facts, Import
from cairn.semantics.flags import OBJECT, OUTLINE, OVERLOADED, UNBOUND
from cairn.semantics.kinds import (
    CALLABLE_KINDS,
    CLASS,
    CLASS_KINDS,
    ENUM,
    FUNCTION,
    INTERFACE,
    MACRO,
    NAMESPACE,
    TRAIT,
    TYPE,
)
from cairn.semantics.language import Language
from cairn.semantics.places import Entry
from cairn.semantics.roles import Roles

_TYPE_ONLY = frozenset({INTERFACE, TYPE})
_PAIRED = frozenset({CLASS, TRAIT, ENUM, TYPE})
_MERGING = frozenset({CLASS, INTERFACE, NAMESPACE, ENUM})


class Unit(NamedTuple):
    """One file, as the write side hands it over: with its facts, or with what reads them."""

    path: str
    language: str
    facts: Facts | Callable[[], Facts]

    def read(self) -> Facts:
        """Its facts."""
        return self.facts if isinstance(self.facts, Facts) else self.facts()


class UnitIndex:
    """The facts of one file, findable by name."""

    def __init__(
        self,
        number: int,
        unit: Unit,
        record: Language,
        roles: Roles,
        reads: Reads | None = None,
        identity: Identity | str = "",
    ) -> None:
        """Read a unit; `reads` is where its reading is logged, `identity` its own, else the path that keys begin with."""
        self.number, self.path, self.language, self.record = number, unit.path, unit.language, record
        self.family, self.is_component = record.family or record.name, record.is_component
        self.roles, self.traits = roles, record.traits
        facts = unit.read()
        facts = facts._replace(entities=list(facts.entities))  # what several definitions make up is put together below
        self.facts = facts
        self.exprs, self.scopes, self.extra = facts.exprs, facts.scopes, facts.extra
        self.entities: list[EntityFact] = facts.entities
        self.bindings: list[Binding] = facts.bindings
        self.imports: list[Import] = facts.imports
        self.references = facts.references
        self.names: dict[int, dict[str, list[Entry]]] = defaultdict(dict)
        self.members: dict[int, dict[str, list[int]]] = defaultdict(dict)
        self.methods: dict[int, dict[str, list[int]]] = defaultdict(dict)  # those that are told apart by their parameters
        self.fields: dict[int, dict[str, list[int]]] = defaultdict(dict)
        self.returns: dict[int, list[int]] = defaultdict(list)
        self.stars: dict[int, list[int]] = defaultdict(list)
        self.scope_entity = [scope[4] for scope in self.scopes]
        self.twins: dict[int, tuple[int, int]] = {}  # definitions of one name: what it is as a type, and as a value
        self.namespaces: dict[int, int] = {}  # functions that are namespaces, too
        self._positions: dict[int, int] | None = None
        self._index_entities()
        self._index_twins()
        if self.traits.pairs_companions:
            self._pair_companions()
        names = ScopeNames(facts, self.names)
        self._index_bindings(names)
        self._index_imports(names)
        self.names = names
        self.identity = Identity(identity, facts) if isinstance(identity, str) else identity
        if reads is not None:
            self._watch(reads, self.identity)

    @property
    def rows(self) -> int:
        """How many rows of facts it has, which tells how much memory it takes."""
        facts = self.facts
        return len(facts.exprs) + len(facts.scopes) + len(facts.entities) + len(facts.bindings) + len(facts.imports)

    def _watch(self, reads: Reads, identity: Identity) -> None:
        """Log what is read of the file from now on."""
        number = self.number
        self.entities = Entities(self.entities, reads, number, identity)
        self.bindings = Rows(self.bindings, reads, number, "bindings", identity)
        self.imports = Rows(self.imports, reads, number, "imports", identity)
        self.names = Tables(self.names, reads, number, "names", identity.scope)  # type: ignore[assignment]
        self.members = Tables(self.members, reads, number, "members", identity.entity)  # type: ignore[assignment]
        self.methods = Tables(self.methods, reads, number, "methods", identity.entity)  # type: ignore[assignment]
        self.fields = Tables(self.fields, reads, number, "fields", identity.entity)  # type: ignore[assignment]
        self.returns = ScopeTable(self.returns, reads, number, "returns", identity)
        self.stars = ScopeTable(self.stars, reads, number, "stars", identity)
        self.extra = Table(self.extra, reads, extended(identity.of_file, "extra"), number)

    def _index_entities(self) -> None:
        for ordinal, entity in enumerate(self.entities):
            if ordinal == 0:
                continue
            flags = entity.flags
            if OUTLINE in flags:  # the body of a member that its class declares
                continue
            if OVERLOADED in flags and self.entities[entity.parent].kind not in CALLABLE_KINDS:
                self.methods[entity.parent].setdefault(entity.name, []).append(ordinal)
            elif entity.owner < 0:
                if UNBOUND not in flags:
                    is_apart = entity.kind == MACRO and self.traits.macros_apart
                    name = entity.name + "!" if is_apart else entity.name
                    pos = -1 if entity.kind == NAMESPACE else entity.pos  # stands behind all else of that name
                    if entity.type_params and self.traits.arities_apart:
                        pos = -1
                    self.names[entity.home].setdefault(name, []).append(Entry("entity", ordinal, pos))
                self.members[entity.parent].setdefault(entity.name, []).append(ordinal)
            elif entity.parent > 0:
                self.members[entity.parent].setdefault(entity.name, []).append(ordinal)

    def _index_twins(self) -> None:
        """Names that mean one thing as a type and another as a value, or that several definitions make up together."""
        for table in list(self.names.values()):
            for entries in table.values():
                kinds = {self.entities[entry.number].kind for entry in entries} if len(entries) > 1 else set()
                if kinds & _TYPE_ONLY or "namespace" in kinds:
                    self._join([entry.number for entry in entries])

    def _pair_companions(self) -> None:
        """A class and the object of its name: what the name means as a type, and as a value."""
        types: dict[tuple[int, str], int] = {}
        for ordinal, entity in enumerate(self.entities):
            if ordinal and entity.kind in _PAIRED:
                other = types.setdefault((entity.parent, entity.name), ordinal)
                if other != ordinal:
                    self.twins[ordinal] = self.twins[other] = (other, ordinal) if OBJECT in entity.flags else (ordinal, other)

    def _join(self, ordinals: list[int]) -> None:
        kinds = {ordinal: self.entities[ordinal].kind for ordinal in ordinals}
        types = [o for o in ordinals if kinds[o] in CLASS_KINDS] or ordinals
        values = [o for o in ordinals if kinds[o] not in _TYPE_ONLY and kinds[o] != NAMESPACE]
        values = values or [o for o in ordinals if kinds[o] == NAMESPACE] or ordinals
        types.sort(key=lambda o: kinds[o] != CLASS)
        for ordinal in ordinals:
            self.twins[ordinal] = (types[0], values[-1])
        namespaces = [o for o in ordinals if kinds[o] == NAMESPACE]
        self.namespaces.update((o, namespaces[0]) for o in ordinals if namespaces and kinds[o] == FUNCTION)
        together = [o for o in ordinals if kinds[o] in _MERGING]
        if len(together) > 1:
            first = types[0] if types[0] in together else together[0]
            members: dict[str, list[int]] = {}
            for ordinal in together:
                for name, found in self.members[ordinal].items():
                    members.setdefault(name, []).extend(found)
                self.members[ordinal] = members
            bases = tuple(expr for ordinal in together for expr in self.entities[ordinal].bases)
            self.entities[first] = self.entities[first]._replace(bases=tuple(dict.fromkeys(bases)))

    @cached_property
    def objects(self) -> dict[int, Sequence[tuple[str, int, int]]]:
        """The fields of object literals and types by their first byte: (name, its first byte, expression) each."""
        return {shape[1]: shape[2] for shape in self.exprs if shape[0] == "object"}

    def entity_at(self, pos: int) -> int:
        """The definition whose name begins at a byte; -1 if none does."""
        if self._positions is None:
            self._positions = {entity.pos: ordinal for ordinal, entity in enumerate(self.entities) if ordinal}
        return self._positions.get(pos, -1)

    def _index_bindings(self, names: ScopeNames) -> None:
        for number, binding in enumerate(self.bindings):
            if binding.how == "field":
                owner = self.class_around(binding.scope)
                if owner >= 0:
                    self.fields[owner].setdefault(binding.name, []).append(number)
            elif not binding.name:
                self.returns[self.function_scope(binding.scope)].append(number)
            else:
                names.bind(number, binding)

    def _index_imports(self, names: ScopeNames) -> None:
        for number, imported in enumerate(self.imports):
            if imported.how == "export":
                continue
            if imported.name == "*":
                self.stars[imported.scope].append(number)
                if not imported.alias:
                    continue
            bound = imported.alias or self.record_bound_name(imported)
            if bound:
                names.import_as(imported.scope, bound, Entry("import", number, -1 if imported.how == "mod" else imported.pos))

    def record_bound_name(self, imported: Import) -> str:
        """The name that an import without an alias binds."""
        return imported.name or self.roles.imports.bound_name(imported)

    def entity_around(self, scope: int) -> int:
        """The ordinal of the innermost definition around a scope; 0, the file itself, if none."""
        while scope >= 0:
            if self.scope_entity[scope] >= 0:
                return self.scope_entity[scope]
            scope = self.scopes[scope][1]
        return 0

    def class_around(self, scope: int) -> int:
        """The ordinal of the class whose method or body a scope belongs to; -1 if none."""
        while scope >= 0:
            ordinal = self.scope_entity[scope]
            if ordinal > 0:
                entity = self.entities[ordinal]
                if entity.kind in CLASS_KINDS:
                    return ordinal
                if entity.parent > 0 and self.entities[entity.parent].kind in CLASS_KINDS:
                    return entity.parent
            scope = self.scopes[scope][1]
        return -1

    def function_scope(self, scope: int) -> int:
        """The innermost scope of a function or closure around a scope."""
        while scope > 0 and self.scopes[scope][0] not in ("function", "lambda"):
            scope = self.scopes[scope][1]
        return scope
