"""Variables, parameters, constants and fields, and the values that they hold."""

from __future__ import annotations

from cairn.resolve.evaluator.part import Part, Parts
from cairn.resolve.units import UnitIndex
from cairn.semantics.facts import Binding
from cairn.semantics.flags import CLASS_METHOD, SINGLETON, STATIC_METHOD, VARIANT
from cairn.semantics.kinds import CONSTANT, FIELD, METHOD
from cairn.semantics.places import Place
from cairn.semantics.questions import question
from cairn.semantics.values import (
    Value,
    union,
)

MAX_OTHERS = 8  # assignments of a field that are looked at where its definition says nothing (guess)


class Bindings(Part):
    """A binding has the value of its declared type, else the value that it is given: `cart: Cart`, `cart = Cart()`."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.classes = parts.classes
        self.expressions = parts.expressions
        self.types = parts.types

    @question
    def value(self, unit: int, number: int) -> Value | None:
        """The value of a variable, parameter or field as one binding gives it."""
        index = self.program.unit(unit)
        binding = index.bindings[number]
        place = Place(unit, binding.scope, binding.pos)
        if binding.type >= 0:
            declared = self.types.type_of(place, binding.type)
            if declared is not None and binding.how == "narrow" and declared[0] == "tup":
                return union(list(declared[1]))
            if declared is not None:
                return self._filled(place, declared, binding.value) if index.traits.fills_holes else declared
        if binding.how == "param":
            own = self._self_parameter(index, binding)
            if own is not None:
                return own
            if binding.value >= 0 and index.exprs[binding.value][0] not in (
                "closure_parameter",
                "expected_parameter",
                "function_parameter",
            ):
                self.memory.weak = True
        return self.expressions.eval(place, binding.value) if binding.value >= 0 else None

    def _filled(self, place: Place, declared: Value, value: int) -> Value:
        """A declared type whose open arguments the value tells: `Vec<Cart>` for `let carts: Vec<_> = load()`."""
        if declared[0] != "inst" or value < 0 or None not in declared[3]:
            return declared
        given = self.expressions.eval(place, value)
        if given is None or given[0] != "inst" or given[:3] != declared[:3]:
            return declared
        return (*declared[:3], tuple(a if a is not None else b for a, b in zip(declared[3], given[3], strict=False)))

    def _self_parameter(self, index: UnitIndex, binding: Binding) -> Value | None:
        if not index.traits.self_parameter or binding.type >= 0:
            return None
        ordinal = index.scope_entity[binding.scope]
        if ordinal <= 0:
            return None
        entity = index.entities[ordinal]
        if entity.kind != METHOD or not entity.params or entity.params[0][0] != binding.name or STATIC_METHOD in entity.flags:
            return None
        if CLASS_METHOD in entity.flags or entity.name in ("__new__", "__init_subclass__", "__class_getitem__"):
            return ("type1", ("tv", "Self", index.number, entity.parent))
        return ("tv", "Self", index.number, entity.parent)

    def held(self, value: Value | None) -> Value | None:
        """The value that a constant or field holds; other values are themselves."""
        if value is not None and value[0] == "def":
            value = self.classes.as_value(value)
            entity = self.program.entity(value[1], value[2])
            if entity.kind in (CONSTANT, FIELD) and not (VARIANT in entity.flags and entity.params):
                return self._held(value[1], value[2])
            if SINGLETON in entity.flags:  # its name is its one instance
                return ("inst", value[1], value[2], ())
        return value

    @question
    def _held(self, unit: int, ordinal: int) -> Value | None:
        entity = self.program.entity(unit, ordinal)
        place = Place(unit, entity.home, entity.pos)
        if entity.type >= 0:
            return self.types.type_of(place, entity.type)
        if self.program.unit(unit).members.get(ordinal):
            return ("def", unit, ordinal)
        value = self.expressions.eval(place, entity.value)
        if value is None or self.classes.is_none(value):
            others = self.program.unit(unit).fields.get(entity.parent, {}).get(entity.name, ())
            return union([self.value(unit, number) for number in others[:MAX_OTHERS]])
        return value
