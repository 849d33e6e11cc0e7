"""What calls yield."""

from __future__ import annotations

from cairn.resolve import structure
from cairn.resolve.unify import Unification
from cairn.semantics.places import Place
from cairn.semantics.values import ClassValue, Closure, Env, Instance, Value, has_free, substitute, union

MAX_RETURNS = 8  # return statements that are looked at to infer what a function yields


class Calls(Unification):
    """The part of the evaluator that follows calls into functions."""

    def call(self, callee: Value | None, place: Place, args: tuple[int, ...]) -> Value | None:
        """What a call yields."""
        if callee is None:
            return None
        if callee[0] == "type1":
            return callee[1]
        callee = self.concrete(callee)
        if callee is None:
            return None
        if callee[0] == "union":
            self.weak = True
            return union([self.call(item, place, args) for item in callee[1]])
        if self.is_class(callee):
            return self._made(callee, place, args)
        if callee[0] in ("def", "meth"):
            return self.returned(callee[1], callee[2], callee[3] if callee[0] == "meth" else (), place, args)
        if callee[0] == "fn":
            return self.closure_value(callee)
        if callee[0] == "fty":
            return callee[2]
        if callee[0] == "ext":
            return self.rules(self.program.unit(place.unit)).external_call(self.whole, callee[1], place, args)
        if callee[0] == "inst":
            return self._call_instance(callee, place, args)
        if callee[0] in ("obj", "all"):
            return self.call(structure.called(self, callee), place, args)
        return callee if callee[0] == "xinst" else None

    def _made(self, callee: ClassValue, place: Place, args: tuple[int, ...]) -> Value | None:
        """What calling a class makes."""
        made: Instance = ("inst", callee[1], callee[2], callee[3] if callee[0] == "cls" else ())
        if callee[0] == "def" and self.program.entity(callee[1], callee[2]).kind == "type":
            return self.instance_of(callee, (), place)
        return made if made[3] else self.with_inferred_args(made, place, args)

    def _call_instance(self, callee: Instance, place: Place, args: tuple[int, ...]) -> Value | None:
        if (below := self.underlying(callee)) is not callee:
            return self.call(below, place, args)
        rules = self.rules(self.program.unit(callee[1]))
        if not rules.call_member:
            return self.call(rules.pointee(self.whole, callee), place, args)
        return self.call(self.member_value(callee, rules.call_member), place, args)

    def closure_value(self, closure: Closure) -> Value | None:
        """What a closure yields: its one expression, or what its return statements give."""
        unit, scope, expr = closure[1], closure[2], closure[3]
        if expr >= 0:
            return self.eval(Place(unit, scope, self.program.unit(unit).scopes[scope][3]), expr)
        return self.remember(("L", unit, scope), lambda: self._inferred(unit, scope))

    def returned(self, unit: int, ordinal: int, env: Env, place: Place | None, args: tuple[int, ...]) -> Value | None:
        """What a function yields, its type parameters told by the receiver (`env`) and the arguments."""
        entity = self.program.entity(unit, ordinal)
        if "variant" in entity.flags:
            made = self.type_of(Place(unit, entity.home, entity.pos), entity.type, env, ordinal)
            return substitute(made, self.infer(unit, ordinal, env, place, args)) if place is not None else made
        if entity.kind in ("constant", "field"):
            held = self.held(("def", unit, ordinal))
            return self.call(held, place, args) if place is not None and held != ("def", unit, ordinal) else None
        if entity.returns < 0 and entity.type >= 0:
            home = Place(unit, entity.home, entity.pos)
            value = self.call(self.type_of(home, entity.type, env, ordinal), home, ())
        elif entity.returns < 0:
            value = self.remember(("R", unit, ordinal), lambda: self._inferred_return(unit, ordinal))
            if value is not None:
                self.weak = True
        else:
            home = Place(unit, entity.home, entity.pos)
            value = self.type_of(home, entity.returns, env, ordinal)
        value = substitute(value, env)
        if value is not None and place is not None and has_free(value):
            value = substitute(value, self.infer(unit, ordinal, env, place, args))
        return self.rules(self.program.unit(unit)).finish_return(self.whole, unit, ordinal, value)

    def _inferred_return(self, unit: int, ordinal: int) -> Value | None:
        index = self.program.unit(unit)
        entity = index.entities[ordinal]
        if entity.scope < 0:
            return None
        if entity.value >= 0:
            return self.eval(Place(unit, entity.scope, index.scopes[entity.scope][3]), entity.value)
        return self._inferred(unit, entity.scope)

    def _inferred(self, unit: int, scope: int) -> Value | None:
        index = self.program.unit(unit)
        numbers = index.returns.get(scope, [])
        if not numbers or len(numbers) > MAX_RETURNS:
            return None
        values: list[Value | None] = []
        yielded: list[Value | None] = []
        for number in numbers:
            binding = index.bindings[number]
            value = self.eval(Place(unit, binding.scope, binding.pos), binding.value)
            (yielded if binding.how == "yield" else values).append(None if self.is_none(value) else value)
        if yielded:
            return self.builtin(index.family, self.rules(index).generator_type, (union(yielded),))
        return union(values)
