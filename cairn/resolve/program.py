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
        facts = unit.facts
        self.exprs, self.scopes, self.extra = facts.exprs, facts.scopes, facts.extra
        self.entities: list[EntityFact] = facts.entities
        self.bindings: list[Binding] = facts.bindings
        self.imports: list[Import] = facts.imports
        self.references = facts.references
        self.names: dict[int, dict[str, list[Entry]]] = defaultdict(dict)
        self.members: dict[int, dict[str, list[int]]] = defaultdict(dict)
        self.fields: dict[int, dict[str, list[int]]] = defaultdict(dict)
        self.returns: dict[int, list[int]] = defaultdict(list)
        self.stars: dict[int, list[int]] = defaultdict(list)
        self.scope_entity = [scope[4] for scope in self.scopes]
        self._index_entities()
        self._index_bindings()
        self._index_imports()
        for table in self.names.values():
            for entries in table.values():
                entries.sort(key=lambda entry: entry.pos)

    def _index_entities(self) -> None:
        for ordinal, entity in enumerate(self.entities):
            if ordinal == 0:
                continue
            flags = entity.flags
            if entity.owner < 0:
                if "unbound" not in flags:
                    self.names[entity.home].setdefault(entity.name, []).append(Entry("e", ordinal, entity.pos))
                self.members[entity.parent].setdefault(entity.name, []).append(ordinal)
            elif entity.parent > 0:
                self.members[entity.parent].setdefault(entity.name, []).append(ordinal)

    def _index_bindings(self) -> None:
        for number, binding in enumerate(self.bindings):
            if binding.how == "field":
                owner = self.class_around(binding.scope)
                if owner >= 0:
                    self.fields[owner].setdefault(binding.name, []).append(number)
            elif not binding.name:
                self.returns[self.function_scope(binding.scope)].append(number)
            else:
                scope = binding.scope
                if binding.how not in ("narrow", "param"):
                    while self.scopes[scope][0] == "narrow":
                        scope = self.scopes[scope][1]
                self.names[scope].setdefault(binding.name, []).append(Entry("b", number, binding.pos))

    def _index_imports(self) -> None:
        for number, imported in enumerate(self.imports):
            if imported.name == "*":
                self.stars[imported.scope].append(number)
                if not imported.alias:
                    continue
            bound = imported.alias or self.record_bound_name(imported)
            if bound:
                self.names[imported.scope].setdefault(bound, []).append(Entry("i", number, imported.pos))

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
        self.extra_bases: dict[tuple[int, int], list[tuple[int, int, int]]] = defaultdict(list)  # class -> (unit, expr, scope)
        self.preludes: dict[str, int] = {}  # family -> unit number
        self.source_units = len(self.units)
        for name, facts in preludes.items():
            record = records[name]
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
