"""Functions that share a name, and where they are found."""

from __future__ import annotations

from cairn.resolve.evaluator.memory import question_at_place
from cairn.resolve.evaluator.part import Part, Parts
from cairn.resolve.evaluator.signatures import through
from cairn.resolve.units import UnitIndex
from cairn.semantics.flags import COMPONENT, CONSTRUCTOR
from cairn.semantics.kinds import INTERFACE
from cairn.semantics.places import Candidate, Invoked, Place
from cairn.semantics.questions import question_or
from cairn.semantics.values import (
    Args,
    ClassObject,
    Value,
    substitute,
)

UNKNOWN = "?"


class Overloads(Part):
    """All functions of a name that a call could mean are gathered, in scope or by the receiver; `Choice` chooses among them."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.choice = parts.choice
        self.classes = parts.classes
        self.containers = parts.containers
        self.expressions = parts.expressions
        self.generics = parts.generics
        self.types = parts.types

    @question_at_place
    def invoked(self, place: Place, callee: int, args: tuple[int, ...]) -> Invoked | None:
        """The function that a call of the expression `callee` means; None if it means no overloaded function."""
        index = self.program.unit(place.unit)
        shape = index.exprs[callee]
        if shape[0] == "subscript":  # with type arguments
            shape = index.exprs[shape[1]]
        if shape[0] == "name":
            found, via = self.in_scope(place, shape[1])
            lookup = index.roles.argument_lookup
            if lookup is not None and via != "self":
                more = lookup.brought(self.evaluation, place, shape[1], args, found)
                found, via = (*found, *more), via or "import"
        elif shape[0] == "member":
            found, via = self._functions_of(index, place, shape[1], shape[2])
        elif shape[0] in ("self", "super"):
            found, via = self._constructors_at(index, place, shape[0]), "self" if shape[0] == "self" else "super"
        else:
            return None
        if not found:
            return None
        chosen = self.choice.choose(found, place, args)
        return Invoked(chosen, via) if chosen else None

    def in_scope(self, place: Place, name: str) -> tuple[tuple[Candidate, ...], str]:
        """The functions of a name in the innermost class around a place that has any, else the imported ones."""
        index = self.program.unit(place.unit)
        special = index.roles.functions.named(self.evaluation, place, name)
        if special is not None:
            return special
        for receiver in index.roles.functions.implicit_receivers(self.evaluation, place):
            found = self.of_value(receiver, name) or index.roles.functions.extensions(self.evaluation, place, receiver, name)
            if found:
                return found, "type"
        scope, last, via = place.scope, -1, "self"
        while scope >= 0:
            ordinal = index.class_around(scope)
            if ordinal < 0:
                break
            if ordinal != last:
                found = self.of_class(index.number, ordinal, name)
                if found:
                    return found, via
                last = ordinal
                if self.classes.mro(index.number, ordinal)[1]:  # a class above, which no indexed source defines, may have it
                    via = "inferred"
            scope = self._scope_above(index, scope, ordinal)
        return index.roles.functions.imported(self.evaluation, index.number, name), "import"

    @staticmethod
    def _scope_above(index: UnitIndex, scope: int, ordinal: int) -> int:
        """The scope in which the class `ordinal`, which is around `scope`, is defined."""
        own = index.entities[ordinal].scope
        while scope >= 0 and scope != own:
            scope = index.scopes[scope][1]
        return index.scopes[scope][1] if scope >= 0 else -1

    def _functions_of(self, index: UnitIndex, place: Place, receiver: int, name: str) -> tuple[tuple[Candidate, ...], str]:
        owner = self.expressions.eval(place, receiver)
        if owner is None:
            return (), ""
        is_self = index.exprs[receiver][0] == "self"
        if owner[0] in ("def", "cls"):
            via = "scope"
        else:
            via = "self" if is_self else "super" if owner[0] == "super" else "inferred" if self.memory.weak else "type"
        for item in owner[1] if owner[0] == "union" else (owner,):
            found = self.of_value(item, name)
            if found:
                return index.roles.overloads.for_receiver(self.evaluation, place, receiver, found), via
        return index.roles.functions.extensions(self.evaluation, place, owner, name), via

    def of_value(self, owner: Value, name: str) -> tuple[Candidate, ...]:
        """The functions of a name that a value, or a class, has."""
        known = self.generics.concrete(owner)
        if known is None:
            return ()
        if known[0] == "union":  # what a type parameter with several bounds is
            return next((found for item in known[1] if (found := self.of_value(item, name))), ())
        if known[0] in ("inst", "cls"):
            env = tuple(zip(self.generics.parameters(known[1], known[2]), known[3], strict=False))
            found = self.of_class(known[1], known[2], name)
            return tuple(Candidate(row.unit, row.ordinal, through(row.env, env)) for row in found) if env else found
        if known[0] == "def" and self.classes.is_class(known):
            return self.of_class(known[1], known[2], name)
        if known[0] == "super":
            return self.of_class(known[1], known[2], name, 1)
        return ()

    @staticmethod
    def extension(unit: int, ordinal: int, receiver: Value | None, taken: int) -> Candidate:
        """A function outside of classes, called on a value if it extends one; its first `taken` parameters are that value."""
        return Candidate(unit, ordinal, (), receiver, taken)

    def of_class(self, unit: int, ordinal: int, name: str, skip: int = 0) -> tuple[Candidate, ...]:
        """The functions of a name in a class and those above it, without the overridden ones; nearest first."""
        return self._of_class(unit, ordinal, name, skip)

    @question_or(())
    def _of_class(self, unit: int, ordinal: int, name: str, skip: int) -> tuple[Candidate, ...]:
        rows: list[Candidate] = []
        seen: set[object] = set()
        hides_above, roles = self.program.unit(unit).traits.hides_above, self.program.unit(unit).roles
        for u, o, args in self.classes.mro(unit, ordinal)[0][skip:]:
            table = self.program.unit(u).methods
            numbers = table[o].get(name, ()) if o in table else ()
            if not numbers:
                numbers = self._accessors(u, o, name)
            env = tuple(zip(self.generics.parameters(u, o), args, strict=False)) if numbers and args else ()
            if rows and hides_above:
                break
            for number in numbers:
                erased = roles.overloads.signature(self.program.unit(u), number)
                if erased is None:
                    erased = tuple(self.erased(substitute(kind, env)) for kind in self.parameter_types(u, number))
                if erased not in seen:
                    seen.add(erased)
                    rows.append(Candidate(u, number, env))
        return tuple(rows)

    def _accessors(self, unit: int, ordinal: int, name: str) -> list[int]:
        """The component of a record that a method without text gives."""
        index = self.program.unit(unit)
        numbers = index.members[ordinal].get(name, ()) if ordinal in index.members else ()
        return [number for number in numbers if COMPONENT in index.entities[number].flags]

    def erased(self, value: Value | None) -> object:
        known = self.generics.concrete(value)
        if known is not None and known[0] == "inst":
            args = tuple(self.erased(arg) for arg in known[3]) if self.containers.is_sequence(known) else ()
            return (known[1], known[2], args)
        return known

    def _constructors_at(self, index: UnitIndex, place: Place, which: str) -> tuple[Candidate, ...]:
        """The constructors that `this(...)` or `super(...)` may mean."""
        made = self.constructed_class(index, place, which)
        return self.constructors(made[1], made[2]) if made is not None else ()

    def constructed_class(self, index: UnitIndex, place: Place, which: str) -> ClassObject | None:
        """The class of which `this(...)` or `super(...)` makes an instance."""
        ordinal = index.class_around(place.scope)
        if ordinal < 0:
            return None
        if which == "self":
            return ("cls", index.number, ordinal, ())
        for base in self.classes.bases(index.number, ordinal):
            if base is None or base[0] != "cls":
                return None
            if self.program.entity(base[1], base[2]).kind != INTERFACE:
                return base
        return None

    def constructors(self, unit: int, ordinal: int) -> tuple[Candidate, ...]:
        """The constructors that a class declares."""
        index = self.program.unit(unit)
        table = index.methods.get(ordinal, {})
        names = index.traits.constructors or (index.entities[ordinal].name,)
        return tuple(
            Candidate(unit, number, ())
            for name in names
            for number in table.get(name, ())
            if CONSTRUCTOR in index.entities[number].flags
        )

    @question_or(())
    def parameter_types(self, unit: int, ordinal: int) -> Args:
        """The types of a function's parameters, with its type parameters free."""
        entity = self.program.entity(unit, ordinal)
        home = Place(unit, entity.home, entity.pos)
        return tuple(self.types.type_of(home, kind, (), ordinal) for _, kind, _ in entity.params)
