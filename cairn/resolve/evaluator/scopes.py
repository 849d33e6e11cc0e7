"""Names, the scopes that bind them, and their meaning."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter

from cairn.resolve.evaluator.part import Part, Parts
from cairn.resolve.units import UnitIndex
from cairn.semantics.facts import Import
from cairn.semantics.kinds import CLASS, FUNCTION, NAMESPACE, VALUE_KINDS
from cairn.semantics.places import Bound, Entry, Inherited, Place
from cairn.semantics.questions import question
from cairn.semantics.values import (
    Definition,
    Value,
    substitute,
)

MAX_ENTRIES = 8  # bindings of one name in one scope that are tried, the likeliest first (guess)


class Scopes(Part):
    """A name is looked up in the scopes around a place, then where the language says, then in linked sources."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.bindings = parts.bindings
        self.classes = parts.classes
        self.generics = parts.generics
        self.libraries = parts.libraries

    def find(self, place: Place, name: str) -> tuple[Sequence[Bound], int] | None:
        """The bindings of a name that a place sees, most likely first, and the scope that holds them."""
        unit, scope, pos = self.program.unit(place.unit), place.scope, place.pos
        first, here = True, scope
        sees_classes, sees_inherited = unit.traits.sees_class_scope, unit.traits.sees_inherited
        owners = unit.roles.owners
        scopes, names = unit.scopes, unit.names
        while here >= 0:
            kind, parent = scopes[here][:2]
            if first or kind != CLASS or sees_classes:
                if entries := names[here].get(name):
                    ordered = self._by_likelihood(unit, entries, here, scope, pos)
                    if ordered:
                        return ordered, here
                if kind == CLASS and sees_inherited and (inherited := self._inherited_entry(unit, here, name)) is not None:
                    return [inherited], here
            if kind == FUNCTION and owners is not None and (owned := owners.entry(self.evaluation, unit, here, name)) is not None:
                return [owned], here
            if kind not in ("narrow", "block", "comprehension"):
                first = False
                if kind == NAMESPACE and unit.traits.closed_namespaces:
                    return None
            here = parent
        return None

    def _by_likelihood(self, unit: UnitIndex, entries: list[Entry], binding_scope: int, scope: int, pos: int) -> list[Entry]:
        if scope == binding_scope and unit.scopes[scope][0] == "class":
            # A class's body runs from top to bottom: `area = wrap(area)` reads the area outside.
            entries = [e for e in entries if e.pos <= pos or e.tag != "entity" or unit.entities[e.number].kind not in VALUE_KINDS]
        if len(entries) == 1 and (unit.traits.scope_order == "hoist" or entries[0].tag != "binding"):
            return entries
        if unit.traits.scope_order == "order":
            self.memory.is_positional = True
            before = [e for e in entries if e.pos < pos or e.tag != "binding"]
            return before[::-1]
        if unit.function_scope(binding_scope) != unit.function_scope(scope):
            return entries[: -MAX_ENTRIES - 1 : -1]
        self.memory.is_positional = True
        here = bisect_right(entries, pos, key=attrgetter("pos"))
        # A variable has no value before it is bound.
        later = [e for e in entries[here : here + MAX_ENTRIES] if e.tag != "binding"]
        return entries[max(here - MAX_ENTRIES, 0) : here][::-1] + later

    def lookup(self, place: Place, name: str) -> Value | None:
        """The meaning of a name at a place; a constant is itself, not the value that it holds."""
        unit = self.program.unit(place.unit)
        found = self.find(place, name)
        if found is None:
            return self._or_linked(place, name, unit.roles.names.name_at(self.evaluation, place, name))
        entries, scope = found
        for entry in entries:
            value = self.entry_value(place.unit, entry)
            if value is not None:
                return value
            if (
                self.memory.is_cut
            ):  # what a long chain of assignments began with: others would be followed as far, again and again
                return None
        if unit.scopes[scope][0] == "narrow":  # a guard that says nothing: the name is what it is outside
            return self.lookup(Place(place.unit, unit.scopes[scope][1], place.pos), name)
        return None

    def entry_value(self, unit: int, entry: Bound) -> Value | None:
        """The meaning of one binding of a name."""
        if entry.tag == "entity":
            return ("def", unit, entry.number)
        if entry.tag == "import":
            return self.import_value(unit, entry.number)
        if entry.tag == "inherited":
            return ("def", entry.unit, entry.ordinal)
        return self.bindings.value(unit, entry.number)

    @question
    def import_value(self, unit: int, number: int) -> Value | None:
        """The definition or module that an import of a file binds: `Cart` of `from shop import Cart`."""
        index = self.program.unit(unit)
        imported = index.imports[number]
        value = index.roles.imports.value(self.evaluation, index.number, imported)
        if (value is not None and value[0] != "ext") or not self.libraries.has(index.number):
            return value
        return self.libraries.imported_value(index.number, imported) or value

    def library_value(self, unit: int, imported: Import) -> Value | None:
        """The meaning of an import in another source, for rules that look for more than its value."""
        return self.libraries.imported_value(unit, imported) if self.libraries.has(unit) else None

    def _or_linked(self, place: Place, name: str, value: Value | None) -> Value | None:
        """The meaning of a name by itself, else in a library."""
        if (value is not None and value[0] != "ext") or not self.libraries.has(place.unit):
            return value
        return self.libraries.outer_value(place.unit, name) or value

    def _inherited_entry(self, index: UnitIndex, scope: int, name: str) -> Inherited | None:
        """A field or type that the class of a scope has from a class above it."""
        ordinal = index.scope_entity[scope]
        if ordinal < 0:
            return None
        table = self._inherited(index.number, ordinal)
        return table.get(name) if table else None

    @question
    def _inherited(self, unit: int, ordinal: int) -> dict[str, Inherited]:
        """The fields and types that a class has from those above it, nearest first."""
        found: dict[str, Inherited] = {}
        for u, o, _ in self.classes.mro(unit, ordinal)[0][1:]:
            table = self.program.unit(u).members
            for name, numbers in table[o].items() if o in table else ():
                found.setdefault(name, Inherited(u, numbers[0]))
        return found

    def seen_from(self, place: Place, field: Definition, value: Value) -> Value | None:
        """The value of a field that is named at a place, its type parameters told by the class that inherits it."""
        index = self.program.unit(place.unit)
        owner = (field[1], self.program.entity(field[1], field[2]).parent)
        ordinal = index.class_around(place.scope)
        while ordinal > 0:
            for u, o, args in self.classes.mro(index.number, ordinal)[0][1:]:
                if (u, o) == owner:
                    return substitute(value, tuple(zip(self.generics.parameters(u, o), args, strict=False)))
            ordinal = index.entities[ordinal].parent
        return value

    def path_name(self, place: Place, name: str) -> Value | None:
        """The type or module that a name means where it can mean nothing else: `billing` of Rust's `billing::total()`."""
        return self._or_linked(place, name, self.program.unit(place.unit).roles.names.path_name(self.evaluation, place, name))
