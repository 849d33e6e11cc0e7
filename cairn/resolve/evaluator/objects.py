"""Objects that no class describes, and types that are several at once."""

from __future__ import annotations

from cairn.resolve.evaluator.part import Part, Parts
from cairn.semantics.expressions import IntersectionExpr, ObjectExpr
from cairn.semantics.places import Found, MemberFound, Place
from cairn.semantics.questions import question
from cairn.semantics.values import (
    Env,
    Intersection,
    Object,
    Value,
)


class Objects(Part):
    """Objects, `{ name: "a" }`, have members of their own; intersections, `Named & Sized`, have those of their types."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.expressions = parts.expressions
        self.members = parts.members
        self.types = parts.types

    def literal(self, place: Place, shape: ObjectExpr) -> Object:
        """An object literal; its members are evaluated when they are asked for."""
        return ("obj", place.unit, place.scope, shape[1], -2, (), ())

    def type_literal(self, place: Place, shape: ObjectExpr, env: Env, owner: int) -> Object:
        """An object type; `owner` in the value is the definition whose type parameters it may name, -1 if none."""
        index = self.program.unit(place.unit)
        ordinal = owner if owner >= 0 else index.entity_around(place.scope)
        names: list[str] = []
        around = ordinal
        while around > 0:
            names += [name for name, _ in index.entities[around].type_params if name not in names]
            around = index.entities[around].parent
        known = tuple(pair for pair in env if pair[0] in names)
        return ("obj", place.unit, place.scope, shape[1], ordinal if ordinal > 0 else -1, known, tuple(names))

    def member(self, value: Object, name: str) -> MemberFound:
        """A member of an object: its definition if it has one, else its value."""
        _, unit, scope, begin, owner, env, _ = value
        place = Place(unit, scope, begin)
        index = self.program.unit(unit)
        for field, start, expr in reversed(index.objects[begin]):
            if field == name:
                ordinal = index.entity_at(start)
                if ordinal > 0:
                    return Found("entity", unit, (ordinal,), (*env, ("Self", value)))
                if owner == -2:
                    return self.expressions.eval(place, expr)
                return self.types.type_of(place, expr, env, owner)
            if field == "...":
                found = self._spread_member(place, expr, name)
                if found is not None:
                    return found
        return self._indexed(value) if name != "[]" else None

    def _indexed(self, value: Object) -> Value | None:
        """The value that an object gives under any name: of `{ [name: string]: () => void }`."""
        found = self.member(value, "[]") if value[4] != -2 else None
        return found[2] if found is not None and not isinstance(found, Found) and found[0] == "fty" else None

    @question
    def _spread_member(self, place: Place, expr: int, name: str) -> MemberFound:
        spread = self.expressions.eval(place, expr)
        return self.members.find(spread, name) if spread is not None and spread[0] != "xinst" else None

    def intersection(self, place: Place, shape: IntersectionExpr, env: Env, owner: int) -> Value | None:
        """The type `A & B`, without those of its types that are unknown."""
        items: list[Value] = []
        for expr in shape[1]:
            value = self.types.type_of(place, expr, env, owner)
            for item in value[1] if value is not None and value[0] == "all" else (value,):
                if item is not None and item not in items:
                    items.append(item)
        if len(items) < 2:
            return items[0] if items else None
        return ("all", tuple(items))

    def member_of_all(self, value: Intersection, name: str, own: Value, called: bool) -> MemberFound:
        """A member of the first of an intersection's types that has it; `own` is the value that is of all of them."""
        for item in value[1]:
            found = self.members.find(item, name, called) if item is not None else None
            if isinstance(found, Found) and own is not value:
                found = found._replace(env=(*(pair for pair in found.env if pair[0] != "Self"), ("Self", own)))
            if found is not None and (isinstance(found, Found) or found[0] != "xinst"):
                return found
        return None
