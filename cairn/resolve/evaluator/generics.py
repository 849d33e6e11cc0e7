"""Type parameters: `T` of `class Stack[T]`."""

from __future__ import annotations

from collections.abc import Iterator

from cairn.resolve.evaluator.part import Part, Parts
from cairn.semantics.places import Place
from cairn.semantics.questions import question_or
from cairn.semantics.values import (
    Projection,
    Value,
)

MAX_CONCRETE = 12  # type parameters that lead to one another (guess)


class Generics(Part):
    """A type parameter is a value of its own until a use of its class or function tells it; its bound is known before."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.types = parts.types

    def parameters(self, unit: int, ordinal: int) -> tuple[str, ...]:
        """The names of a class's type parameters: `("K", "V")` of `Map<K, V>`."""
        entity = self.program.entity(unit, ordinal)
        if entity.type_params:
            return tuple(name for name, _ in entity.type_params)
        return self._implicit(unit, ordinal)

    @question_or(())
    def _implicit(self, unit: int, ordinal: int) -> tuple[str, ...]:
        """The type parameters that a class has without declaring them so: those of `class Box(Generic[T])`."""
        return self.program.unit(unit).roles.parameters.of_class(self.evaluation, unit, ordinal)

    def own_arguments(self, unit: int, ordinal: int) -> tuple[Value, ...]:
        """The type parameters of a class as values, which is what they are inside of it."""
        return tuple(("tv", name, unit, ordinal) for name in self.parameters(unit, ordinal))

    def find(self, place: Place, name: str, owner: int) -> tuple[Value | None] | None:
        """The type parameter that a name means: of the definition `owner` (-1: that around the place) or of one around it."""
        index = self.program.unit(place.unit)
        ordinal = owner if owner >= 0 else index.entity_around(place.scope)
        while ordinal > 0:
            entity = index.entities[ordinal]
            for param, _ in entity.type_params:
                if param == name:
                    return (("tv", name, place.unit, ordinal),)
            if entity.owner >= 0 and index.traits.names_all_parameters:
                break
            ordinal = entity.parent
        return None

    def bound(self, unit: int, ordinal: int, name: str) -> Value | None:
        """The bound of a type parameter: `Shape` of `<T extends Shape>`."""
        index = self.program.unit(unit)
        while ordinal > 0:
            entity = index.entities[ordinal]
            for param, bound in entity.type_params:
                if param == name and bound >= 0:
                    return self.types.type_of(Place(unit, entity.home, entity.pos), bound, (), ordinal)
            ordinal = entity.parent
        return None

    def concrete(self, value: Value | None) -> Value | None:
        """The least that is known of a value whose type is a parameter, by its bound; other values are themselves."""
        steps = 0
        while value is not None and value[0] in ("tv", "type1", "proj"):
            steps += 1
            if steps > MAX_CONCRETE:
                return None
            if value[0] == "proj":
                value = self._projected(value)
                continue
            if value[0] == "type1":
                inner = self.concrete(value[1])
                if inner is not None and inner[0] == "all":
                    return ("all", tuple(("cls", *item[1:]) for item in inner[1] if item is not None and item[0] == "inst"))
                return ("cls", *inner[1:]) if inner is not None and inner[0] == "inst" else None
            if value[1] == "Self":
                return ("inst", value[2], value[3], self.own_arguments(value[2], value[3]))
            value = self.program.unit(value[2]).roles.parameters.bound(self.evaluation, value[2], value[3], value[1])
        return value

    def _projected(self, value: Projection) -> Value | None:
        owner = value[1]
        family = next(self._units_of(owner), None)
        if owner is None or family is None:
            return None
        return self.program.unit(family).roles.parameters.projected(self.evaluation, owner, value[2])

    @staticmethod
    def _units_of(value: Value | None) -> Iterator[int]:
        """The files that the parts of a value come from."""
        while value is not None and value[0] in ("proj", "type1"):
            value = value[1]
        if value is None:
            return
        if value[0] in ("inst", "cls", "meth", "def"):
            yield value[1]
        elif value[0] == "tv":
            yield value[2]
