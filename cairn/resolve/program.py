"""All files of a source as the resolver sees them: their facts, indexed by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cairn.facts import Binding, EntityFact, Facts, Import
from cairn.languages.language import Language
from cairn.languages.registry import languages
from cairn.languages.rules import Rules

CLASS_KINDS = frozenset({"class", "struct", "enum", "interface", "trait", "type"})
CALLABLE_KINDS = frozenset({"function", "method", "macro"})
_TYPE_ONLY = frozenset({"interface", "type"})
_MERGING = frozenset({"class", "interface", "namespace", "enum"})


class Unit(NamedTuple):
    """One file, as the write side hands it over."""

    path: str
    language: str
    facts: Facts


class Entry(NamedTuple):
    """What a name is bound to in a scope: a definition, a binding or an import, by index."""

    tag: str  # "e", "b", "i"
    number: int
    pos: int


class UnitIndex:
    """The facts of one file, findable by name."""

    def __init__(self, number: int, unit: Unit, record: Language) -> None:
        self.number, self.path, self.language, self.record = number, unit.path, unit.language, record
        self.family = record.family or record.name
        self.rules = rules_of(record)
        facts = unit.facts
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
        self.reordered: set[int] = set()  # function scopes in which a name means different things at different places
        self.scope_entity = [scope[4] for scope in self.scopes]
        self.twins: dict[int, tuple[int, int]] = {}  # definitions of one name: what it is as a type, and as a value
        self.namespaces: dict[int, int] = {}  # functions that are namespaces, too
        self._positions: dict[int, int] | None = None
        self.objects: dict[int, list[tuple[str, int, int]]] = {}  # fields of object literals and types that were evaluated
        self._index_entities()
        self._index_twins()
        self._index_bindings()
        self._index_imports()
        for scope, table in self.names.items():
            for entries in table.values():
                if len(entries) > 1:
                    entries.sort(key=lambda entry: entry.pos)
                    self.reordered.add(self.function_scope(scope))

    def _index_entities(self) -> None:
        for ordinal, entity in enumerate(self.entities):
            if ordinal == 0:
                continue
            flags = entity.flags
            if "outline" in flags:  # the body of a member that its class declares
                continue
            if "overloaded" in flags and self.entities[entity.parent].kind not in CALLABLE_KINDS:
                self.methods[entity.parent].setdefault(entity.name, []).append(ordinal)
            elif entity.owner < 0:
                if "unbound" not in flags:
                    is_apart = entity.kind == "macro" and rules_of(self.record).macros_apart
                    name = entity.name + "!" if is_apart else entity.name
                    pos = -1 if entity.kind == "namespace" else entity.pos  # stands behind all else of that name
                    if entity.type_params and rules_of(self.record).arities_apart:
                        pos = -1
                    self.names[entity.home].setdefault(name, []).append(Entry("e", ordinal, pos))
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

    def _join(self, ordinals: list[int]) -> None:
        kinds = {ordinal: self.entities[ordinal].kind for ordinal in ordinals}
        types = [o for o in ordinals if kinds[o] in CLASS_KINDS] or ordinals
        values = [o for o in ordinals if kinds[o] not in _TYPE_ONLY and kinds[o] != "namespace"]
        values = values or [o for o in ordinals if kinds[o] == "namespace"] or ordinals
        types.sort(key=lambda o: kinds[o] != "class")
        for ordinal in ordinals:
            self.twins[ordinal] = (types[0], values[-1])
        namespaces = [o for o in ordinals if kinds[o] == "namespace"]
        self.namespaces.update((o, namespaces[0]) for o in ordinals if namespaces and kinds[o] == "function")
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

    def entity_at(self, pos: int) -> int:
        """The definition whose name begins at a byte; -1 if none does."""
        if self._positions is None:
            self._positions = {entity.pos: ordinal for ordinal, entity in enumerate(self.entities) if ordinal}
        return self._positions.get(pos, -1)

    def _index_bindings(self) -> None:
        assigned = []
        for number, binding in enumerate(self.bindings):
            if binding.how == "field":
                owner = self.class_around(binding.scope)
                if owner >= 0:
                    self.fields[owner].setdefault(binding.name, []).append(number)
            elif not binding.name:
                self.returns[self.function_scope(binding.scope)].append(number)
            elif binding.how == "assign":
                assigned.append(number)
            else:
                scope = binding.scope
                if binding.how not in ("narrow", "param"):
                    while self.scopes[scope][0] == "narrow":
                        scope = self.scopes[scope][1]
                self.names[scope].setdefault(binding.name, []).append(Entry("b", number, binding.pos))
        for number in assigned:
            self._index_assignment(number, self.bindings[number])

    def _index_assignment(self, number: int, binding: Binding) -> None:
        """A new value belongs to the scope that declares the name, unless that says the type."""
        scope = binding.scope
        while scope >= 0 and binding.name not in self.names[scope]:
            scope = self.scopes[scope][1]
        if scope < 0:
            return
        declared = self.names[scope][binding.name]
        types = [self.bindings[e.number].type for e in declared if e.tag == "b"]
        types += [self.entities[e.number].type for e in declared if e.tag == "e"]
        if all(type_ < 0 for type_ in types):
            declared.append(Entry("b", number, binding.pos))

    def _index_imports(self) -> None:
        for number, imported in enumerate(self.imports):
            if imported.how == "export":
                continue
            if imported.name == "*":
                self.stars[imported.scope].append(number)
                if not imported.alias:
                    continue
            bound = imported.alias or self.record_bound_name(imported)
            if bound:
                self.names[imported.scope].setdefault(bound, []).append(Entry("i", number, -1 if imported.how == "mod" else imported.pos))

    def record_bound_name(self, imported: Import) -> str:
        """The name that an import without an alias binds."""
        return imported.name or rules_of(self.record).bound_name(imported)

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


_RULES: dict[str, Rules] = {}


def rules_of(record: Language) -> Rules:
    """The rules of a language, made once."""
    if record.name not in _RULES:
        _RULES[record.name] = record.rules() if record.rules is not None else Rules()
    return _RULES[record.name]


class Program:
    """The units of a source, and of the sources that it may look into."""

    def __init__(self, units: Sequence[Unit], manifests: Mapping[str, str], preludes: Mapping[str, Facts]) -> None:
        records = languages()
        self.manifests = manifests
        self.units: list[UnitIndex | None] = []
        for number, unit in enumerate(units):
            record = records.get(unit.language)
            self.units.append(UnitIndex(number, unit, record) if record is not None and record.rules is not None else None)
        self.by_path = {unit.path: unit for unit in self.indexed()}
        self.callables: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)  # (family, name) -> definitions
        for index in self.indexed():
            for ordinal, entity in enumerate(index.entities):
                if entity.kind in CALLABLE_KINDS or entity.kind in CLASS_KINDS:
                    self.callables[index.family, entity.name].append((index.number, ordinal))
        self.extra_members: dict[tuple[int, int], dict[str, list[tuple[int, int]]]] = defaultdict(dict)
        self.extra_bases: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)  # class -> (unit, number of `attached`)
        self.preludes: dict[str, int] = {}  # family -> unit number
        self.source_units = len(self.units)
        for name, facts in preludes.items():
            record = records[name]
            if (record.family or name) in self.preludes:
                continue
            self.preludes[record.family or name] = len(self.units)
            self.units.append(UnitIndex(len(self.units), Unit(f"<{name}>", name, facts), record))

    def indexed(self) -> Iterator[UnitIndex]:
        """The units whose language has rules."""
        return (unit for unit in self.units if unit is not None)

    def unit(self, number: int) -> UnitIndex:
        """A unit that is known to be indexed."""
        index = self.units[number]
        assert index is not None
        return index

    def entity(self, number: int, ordinal: int) -> EntityFact:
        """A definition by unit and ordinal."""
        return self.unit(number).entities[ordinal]

    def is_prelude(self, number: int) -> bool:
        """Whether a unit only declares what a language has built in."""
        return number >= self.source_units
