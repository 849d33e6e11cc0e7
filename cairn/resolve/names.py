"""What names are bound to, and what they mean."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter

from cairn.resolve import linked
from cairn.resolve.functions import Functions
from cairn.resolve.program import UnitIndex
from cairn.semantics.facts import Binding, Import
from cairn.semantics.places import VALUE_KINDS, Entry, Place
from cairn.semantics.values import Value, union

MAX_ENTRIES = 8  # bindings of one name in one scope that are tried, the likeliest first (guess)
MAX_OTHERS = 8  # assignments of a field that are looked at where its definition says nothing (guess)


class Names(Functions):
    """The part of the evaluator that looks names up."""

    def find_entry(self, unit: UnitIndex, name: str, scope: int, pos: int) -> tuple[list[Entry], int] | None:
        """What a name is bound to, most likely first, and the scope that binds it."""
        first, here = True, scope
        sees_classes, sees_inherited = unit.rules.sees_class_scope, unit.rules.sees_inherited
        owners_around = unit.rules.owners_around
        scopes, names = unit.scopes, unit.names
        while here >= 0:
            kind, parent = scopes[here][:2]
            if first or kind != "class" or sees_classes:
                if here in names and (entries := names[here].get(name)):
                    ordered = self._by_likelihood(unit, entries, here, scope, pos)
                    if ordered:
                        return ordered, here
                if kind == "class" and sees_inherited and (inherited := self.inherited(unit, here, name)) is not None:
                    return [inherited], here
            if (
                kind == "function"
                and owners_around
                and (owned := unit.rules.owner_entry(self.whole, unit, here, name)) is not None
            ):
                return [owned], here
            if kind not in ("narrow", "block", "comprehension"):
                first = False
                if kind == "namespace" and unit.rules.closed_namespaces:
                    return None
            here = parent
        return None

    def _by_likelihood(self, unit: UnitIndex, entries: list[Entry], binding_scope: int, scope: int, pos: int) -> list[Entry]:
        if scope == binding_scope and unit.scopes[scope][0] == "class":
            # A class's body runs from top to bottom: `area = wrap(area)` reads the area outside.
            entries = [e for e in entries if e.pos <= pos or e.tag != "e" or unit.entities[e.number].kind not in VALUE_KINDS]
        if len(entries) == 1 and (unit.rules.scope_order == "hoist" or entries[0].tag != "b"):
            return entries
        if unit.rules.scope_order == "order":
            self.is_positional = True
            before = [e for e in entries if e.pos < pos or e.tag != "b"]
            return before[::-1]
        if unit.function_scope(binding_scope) != unit.function_scope(scope):
            return entries[: -MAX_ENTRIES - 1 : -1]
        self.is_positional = True
        here = bisect_right(entries, pos, key=attrgetter("pos"))
        later = [e for e in entries[here : here + MAX_ENTRIES] if e.tag != "b"]  # a variable has no value before it is bound
        return entries[max(here - MAX_ENTRIES, 0) : here][::-1] + later

    def lookup(self, place: Place, name: str) -> Value | None:
        """What a name means at a place; a constant is itself, not its value."""
        unit = self.program.unit(place.unit)
        found = self.find_entry(unit, name, place.scope, place.pos)
        if found is None:
            rules = self.rules(unit)
            if rules.names_type_parameters and (parameter := self.type_parameter(place, name, -1)) is not None:
                hidden = rules.hides_parameter(self.whole, place, name)
                return hidden or (("type1", parameter[0]) if parameter[0] is not None else None)
            return self._or_linked(place, name, rules.name_at(self.whole, place, name))
        entries, scope = found
        for entry in entries:
            value = self.entry_value(place.unit, entry)
            if value is not None:
                return value
            if self.is_cut:  # what a long chain of assignments began with: others would be followed as far, again and again
                return None
        if unit.scopes[scope][0] == "narrow":  # a guard that says nothing: the name is what it is outside
            return self.lookup(Place(place.unit, unit.scopes[scope][1], place.pos), name)
        return None

    def entry_value(self, unit: int, entry: Entry) -> Value | None:
        """What one binding of a name means."""
        if entry.tag == "e":
            return ("def", unit, entry.number)
        if entry.tag == "i":
            return self.import_value(unit, entry.number)
        if entry.tag == "m":
            return ("def", *entry.number)  # type: ignore[misc]  # of an inherited name: unit and ordinal
        return self.binding_value(unit, entry.number)

    # Imports

    def import_value(self, unit: int, number: int) -> Value | None:
        """What an import binds."""
        index = self.program.unit(unit)
        return self.remember(("i", unit, number), lambda: self._import_value(index, index.imports[number]))

    def _import_value(self, index: UnitIndex, imported: Import) -> Value | None:
        value = self.rules(index).import_value(self.whole, index.number, imported)
        if (value is not None and value[0] != "ext") or not linked.has_libraries(self, index.number):
            return value
        return linked.imported_value(self, index.number, imported) or value

    def library_value(self, unit: int, imported: Import) -> Value | None:
        """What an import in a unit means in another source, for rules that look for more than its value."""
        return linked.imported_value(self, unit, imported) if linked.has_libraries(self, unit) else None

    def _or_linked(self, place: Place, name: str, value: Value | None) -> Value | None:
        """What a name means by itself, else what it means in a library."""
        if (value is not None and value[0] != "ext") or not linked.has_libraries(self, place.unit):
            return value
        return linked.outer_value(self, place.unit, name) or value

    # Variables

    def binding_value(self, unit: int, number: int) -> Value | None:
        """The value of a variable, parameter or field as one binding gives it."""
        return self.remember(("b", unit, number), lambda: self._binding_value(unit, self.program.unit(unit).bindings[number]))

    def _binding_value(self, unit: int, binding: Binding) -> Value | None:
        index = self.program.unit(unit)
        place = Place(unit, binding.scope, binding.pos)
        if binding.type >= 0:
            declared = self.type_of(place, binding.type)
            if declared is not None and binding.how == "narrow" and declared[0] == "tup":
                return union(list(declared[1]))
            if declared is not None:
                return self._filled(place, declared, binding.value) if self.rules(index).fills_holes else declared
        if binding.how == "param":
            own = self._self_parameter(index, binding)
            if own is not None:
                return own
            if binding.value >= 0 and index.exprs[binding.value][0] not in (
                "closure_parameter",
                "expected_parameter",
                "function_parameter",
            ):
                self.weak = True
        return self.eval(place, binding.value) if binding.value >= 0 else None

    def _filled(self, place: Place, declared: Value, value: int) -> Value:
        """A declared type; what it leaves open is told by the value."""
        if declared[0] != "inst" or value < 0 or None not in declared[3]:
            return declared
        given = self.eval(place, value)
        if given is None or given[0] != "inst" or given[:3] != declared[:3]:
            return declared
        return (*declared[:3], tuple(a if a is not None else b for a, b in zip(declared[3], given[3], strict=False)))

    def _self_parameter(self, index: UnitIndex, binding: Binding) -> Value | None:
        if not self.rules(index).self_parameter or binding.type >= 0:
            return None
        ordinal = index.scope_entity[binding.scope]
        if ordinal <= 0:
            return None
        entity = index.entities[ordinal]
        if entity.kind != "method" or not entity.params or entity.params[0][0] != binding.name or "staticmethod" in entity.flags:
            return None
        if "classmethod" in entity.flags or entity.name in ("__new__", "__init_subclass__", "__class_getitem__"):
            return ("type1", ("tv", "Self", index.number, entity.parent))
        return ("tv", "Self", index.number, entity.parent)

    def held(self, value: Value | None) -> Value | None:
        """What a constant or field holds; other values are themselves."""
        if value is not None and value[0] == "def":
            value = self.as_value(value)
            entity = self.program.entity(value[1], value[2])
            if entity.kind in ("constant", "field") and not ("variant" in entity.flags and entity.params):
                return self.remember(("h", value[1], value[2]), lambda: self._held(value[1], value[2]))
            if "singleton" in entity.flags:  # its name is its one instance
                return ("inst", value[1], value[2], ())
        return value

    def _held(self, unit: int, ordinal: int) -> Value | None:
        entity = self.program.entity(unit, ordinal)
        place = Place(unit, entity.home, entity.pos)
        if entity.type >= 0:
            return self.type_of(place, entity.type)
        if self.program.unit(unit).members.get(ordinal):
            return ("def", unit, ordinal)
        value = self.eval(place, entity.value)
        if value is None or self.is_none(value):
            others = self.program.unit(unit).fields.get(entity.parent, {}).get(entity.name, ())
            return union([self.binding_value(unit, number) for number in others[:MAX_OTHERS]])
        return value
