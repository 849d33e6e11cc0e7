"""Containers: the values that subscripts, loops, unpacking and `with` take out of them."""

from __future__ import annotations

from cairn.resolve.evaluator.part import Part, Parts
from cairn.semantics.places import Place
from cairn.semantics.roles import NOT_MINE
from cairn.semantics.traits import Traits
from cairn.semantics.values import (
    Value,
    union,
)


class Containers(Part):
    """A container gives its elements by members that the language names: `__getitem__`, `iterator`, `next`."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.calls = parts.calls
        self.generics = parts.generics
        self.members = parts.members
        self.types = parts.types

    def subscript(self, owner: Value, place: Place, args: tuple[int, ...]) -> Value | None:
        """The value of `owner[args]`."""
        owner = self.types.underlying(self.generics.concrete(owner)) or owner
        if owner[0] == "union":
            return union([self.subscript(item, place, args) for item in owner[1]])
        if owner[0] == "tup":
            return union(list(owner[1]))
        if owner[0] == "all":
            parts = (self.subscript(item, place, args) for item in owner[1] if item is not None)
            return next((part for part in parts if part is not None), None)
        if owner[0] in ("inst", "obj"):
            member = self.program.unit(owner[1]).traits.subscript_member
            return self.calls.call(self.members.value(owner, member), place, args) if member else None
        return owner if owner[0] == "xinst" else None

    def element(self, owner: Value | None) -> Value | None:
        """The value that iterating gives: `item` of `for item in owner`."""
        owner = self.types.underlying(self.generics.concrete(owner))
        if owner is None:
            return None
        if owner[0] in ("union", "tup"):
            return union([self.element(item) if owner[0] == "union" else item for item in owner[1]])
        if owner[0] != "inst":
            return owner if owner[0] == "xinst" else None
        special = self.program.unit(owner[1]).roles.operators.iterated(self.evaluation, owner)
        if special is not NOT_MINE:
            return special
        value: Value | None = owner
        for member in self.program.unit(owner[1]).traits.iterate_members:
            found = self.members.value(value, member) if value is not None else None
            if found is None:
                continue
            value = self.calls.returned(found[1], found[2], found[3], None, ()) if found[0] == "meth" else found
        return value if value is not owner else None

    def item(self, whole: Value | None, number: int | str) -> Value | None:
        """The value of one name of an unpacking: number 1 is `b` of `a, b = whole`."""
        if whole is None:
            return None
        if whole[0] == "tup":
            return whole[1][number] if isinstance(number, int) and number < len(whole[1]) else None
        if whole[0] == "union":
            return union([self.item(item, number) for item in whole[1]])
        return self.element(whole)

    def entered(self, value: Value | None, traits: Traits) -> Value | None:
        """The value that `with value as it` binds."""
        known = self.generics.concrete(value)
        if value is None or known is None:
            return None
        if value[0] == "ctx":
            return value[1]
        if known[0] == "inst" and traits.enter_members:
            for name in traits.enter_members:
                found = self.members.value(value, name)
                if found is not None and found[0] == "meth":
                    return self.calls.returned(found[1], found[2], found[3], None, ())
        return value if value[0] == "xinst" else None

    def is_sequence(self, value: Value) -> bool:
        if value[0] != "inst" or not self.program.is_prelude(value[1]):
            return False
        index = self.program.unit(value[1])
        return index.entities[value[2]].name == index.traits.sequence_type

    @staticmethod
    def item_type(wanted: Value | None) -> Value | None:
        """The type of one of a variable number of arguments: `String` of `String... names`."""
        return wanted[3][0] if wanted is not None and wanted[0] == "inst" and wanted[3] else None
