"""What expressions mean."""

from __future__ import annotations

from typing import Any

from cairn.resolve import pointers, structure
from cairn.resolve.calls import Calls
from cairn.semantics.places import CALLABLE_KINDS, Place
from cairn.semantics.values import Super, Value, has_free, has_holes, shortened, substitute, union

MAX_DEPTH = 40  # of evaluation: what lies deeper cannot be told


class Expressions(Calls):
    """The part of the evaluator that knows each kind of expression."""

    def eval(self, place: Place, expr: int) -> Value | None:
        """The value of an expression; a name of a constant or a property yields what it holds."""
        if expr < 0:
            return None
        budget = self.budget
        budget.steps += 1
        if budget.steps >= budget.pause_at:
            budget.pause()
        if self.depth > MAX_DEPTH:
            self.cut()
            return None
        shape = self.program.unit(place.unit).exprs[expr]
        if shape[0] in _REMEMBERED:
            return self.remember_at((place.unit, place.scope, expr), place.pos, lambda: shortened(self._evaluate(place, shape)))
        return self._evaluate(place, shape)

    def _evaluate(self, place: Place, shape: Any) -> Value | None:
        method = _EVALUATORS.get(shape[0])
        if method is None:
            return None
        self.depth += 1
        try:
            return method(self, place, shape)
        finally:
            self.depth -= 1

    def owner_value(self, place: Place, expr: int) -> Value | None:
        """What a member is taken from; a name of a function may also be one of a module."""
        owner = self.eval(place, expr)
        if owner is not None and owner[0] == "def" and self.program.entity(owner[1], owner[2]).kind in CALLABLE_KINDS:
            return self.rules(self.program.unit(place.unit)).container(self.whole, place, expr) or owner
        return owner

    def callee_value(self, place: Place, expr: int) -> Value | None:
        """What is called."""
        shape = self.program.unit(place.unit).exprs[expr]
        if shape[0] != "member":
            return self.eval(place, expr)
        owner = self.owner_value(place, shape[1])
        return self.member_value(owner, shape[2], True) if owner is not None else None

    def super_at(self, place: Place) -> Super | None:
        """What `super` means at a place."""
        index = self.program.unit(place.unit)
        ordinal = index.class_around(place.scope)
        return ("super", place.unit, ordinal, ("tv", "Self", place.unit, ordinal)) if ordinal >= 0 else None

    def outside(self, place: Place) -> Place:
        """The place of the closure itself, for what stands in its scope."""
        return Place(place.unit, self.program.unit(place.unit).scopes[place.scope][1], place.pos)

    def _eval_name(self, place: Place, shape: Any) -> Value | None:
        found = self.lookup(place, shape[1])
        value = self.held(found)
        if value is found or value is None or found is None or found[0] != "def":  # only a definition holds something else
            return value
        if has_free(value) and self.rules(self.program.unit(place.unit)).sees_inherited:
            return self.seen_from(place, found, value)
        return value

    def _eval_member(self, place: Place, shape: Any) -> Value | None:
        owner = self.owner_value(place, shape[1])
        return self.member_value(owner, shape[2]) if owner is not None else None

    def _eval_call(self, place: Place, shape: Any) -> Value | None:
        special = self.rules(self.program.unit(place.unit)).special_call(self.whole, place, shape)
        if special is not False:
            return special  # type: ignore[return-value]  # True is never returned
        callee = self.callee_value(place, shape[1])
        return self.call(callee, place, tuple(shape[2])) if callee is not None else None

    def _eval_make(self, place: Place, shape: Any) -> Value | None:
        made = self.type_of(place, shape[1])
        if made is None and self.rules(self.program.unit(place.unit)).make_member:
            return structure.made(self, place, shape[1], tuple(shape[2]))
        if made is not None and made[0] == "inst" and not made[3]:
            return self.with_inferred_args(made, place, tuple(shape[2]))
        return made

    def _eval_subscript(self, place: Place, shape: Any) -> Value | None:
        owner = self.eval(place, shape[1])
        if owner is None:
            return None
        if owner[0] in ("def", "cls") and self.is_class(owner):
            return ("cls", owner[1], owner[2], tuple(self.type_of(place, arg) for arg in shape[2]))
        if owner[0] in ("def", "meth") and self.program.entity(owner[1], owner[2]).type_params:
            return structure.applied(self, place, owner, tuple(shape[2]))
        if owner[0] in ("meth", "ext") or (owner[0] == "def" and not self.is_class(owner)):
            return owner
        return self.subscript(owner, place, tuple(shape[2]))

    def _eval_literal(self, place: Place, shape: Any) -> Value | None:
        unit = self.program.unit(place.unit)
        return self.builtin(unit.family, self.rules(unit).literal_type(shape[1]), ())

    def _eval_sequence(self, place: Place, shape: Any) -> Value | None:
        unit = self.program.unit(place.unit)
        kind = shape[2] if len(shape) > 2 else self.rules(unit).sequence_type
        return self.builtin(unit.family, kind, (self.eval(place, shape[1]),))

    def _eval_map(self, place: Place, shape: Any) -> Value | None:
        unit = self.program.unit(place.unit)
        return self.builtin(unit.family, self.rules(unit).map_type, (self.eval(place, shape[1]), self.eval(place, shape[2])))

    def _eval_tuple(self, place: Place, shape: Any) -> Value | None:
        return ("tup", tuple(self.eval(place, item) for item in shape[1]))

    def _eval_choice(self, place: Place, shape: Any) -> Value | None:
        values = [self.eval(place, item) for item in shape[1]]
        return union([value for value in values if not self.is_none(value)])

    def _eval_first(self, place: Place, shape: Any) -> Value | None:
        best: Value | None = None
        for item in shape[1]:
            value = self.eval(place, item)
            if value is not None and not has_holes(value):
                return value
            best = best or value
        return best

    def _eval_taken(self, place: Place, shape: Any) -> Value | None:
        return self.rules(self.program.unit(place.unit)).taken(self.whole, place, shape)

    def _eval_type(self, place: Place, shape: Any) -> Value | None:
        for expr in shape[1:]:
            value = self.type_of(place, expr)
            if value is not None and value[0] == "inst":
                return ("cls", *value[1:])
            if value is not None and (value[0] == "xinst" or len(shape) == 2 or self.concrete(value) is not None):
                return ("ext", value[1]) if value[0] == "xinst" else ("type1", value)
        return None

    def _eval_path_name(self, place: Place, shape: Any) -> Value | None:
        return self._or_linked(place, shape[1], self.rules(self.program.unit(place.unit)).path_name(self.whole, place, shape[1]))

    def _eval_own_type(self, place: Place, shape: Any) -> Value | None:
        value = self.rules(self.program.unit(place.unit)).self_value(self.whole, place)
        return value if value is None or value[0] == "xinst" else ("cls", *value[1:]) if value[0] == "inst" else ("type1", value)

    def _eval_word_module(self, place: Place, shape: Any) -> Value | None:
        return self.rules(self.program.unit(place.unit)).word_module(self.whole, place, shape[1])

    def _eval_awaited(self, place: Place, shape: Any) -> Value | None:
        value = self.eval(place, shape[1])
        return self.rules(self.program.unit(place.unit)).awaited(self.whole, value)

    def _eval_unwrapped(self, place: Place, shape: Any) -> Value | None:
        value = self.eval(place, shape[1])
        return self.rules(self.program.unit(place.unit)).unwrapped(self.whole, value)

    def _eval_inner(self, place: Place, shape: Any) -> Value | None:
        return self.eval(place, shape[1])

    def _eval_cast(self, place: Place, shape: Any) -> Value | None:
        return self.type_of(place, shape[1])

    def _eval_closure(self, place: Place, shape: Any) -> Value | None:
        unit = self.program.unit(place.unit)
        ordinal = unit.scope_entity[shape[1]]
        if ordinal > 0 and unit.entities[ordinal].kind in CALLABLE_KINDS and unit.entities[ordinal].scope == shape[1]:
            return ("def", place.unit, ordinal)
        return ("fn", place.unit, *shape[1:])

    def _eval_scoped(self, place: Place, shape: Any) -> Value | None:
        return self.eval(Place(place.unit, shape[1], place.pos), shape[2])

    def _eval_item(self, place: Place, shape: Any) -> Value | None:
        whole = self.eval(place, shape[1])
        return self.item(whole, shape[2])

    def _eval_element(self, place: Place, shape: Any) -> Value | None:
        return self.element(self.eval(place, shape[1]))

    def _eval_entered(self, place: Place, shape: Any) -> Value | None:
        return self.entered(self.eval(place, shape[1]), self.rules(self.program.unit(place.unit)))

    def _eval_binary(self, place: Place, shape: Any) -> Value | None:
        left = self.eval(place, shape[1])
        return left if left is not None else self.eval(place, shape[2])

    def _eval_arithmetic(self, place: Place, shape: Any) -> Value | None:
        left, right = self.eval(place, shape[1]), self.eval(place, shape[2])
        return self.rules(self.program.unit(place.unit)).arithmetic(self.whole, left, right)

    def _eval_reference(self, place: Place, shape: Any) -> Value | None:
        return ("ref", place.unit, place.scope, place.pos, shape[1], shape[2])

    def _eval_expected(self, place: Place, shape: Any) -> Value | None:
        """The parameter of a closure, told by the overload that the closure is given to or the type it must have."""
        if shape[3] < 0:
            return self.expected_argument(place, shape[1], shape[2])
        outer = self.outside(place)
        wanted = self.expected_argument(outer, shape[1], shape[2], shape[4]) if shape[2] >= 0 else self.eval(outer, shape[1])
        wanted = self.function_type(wanted)
        return wanted[1][shape[3]] if wanted is not None and shape[3] < len(wanted[1]) else None

    def _eval_argument(self, place: Place, shape: Any) -> Value | None:
        return self.eval(place, shape[2])

    def _eval_self(self, place: Place, shape: Any) -> Value | None:
        return self.rules(self.program.unit(place.unit)).self_value(self.whole, place)

    def _eval_super(self, place: Place, shape: Any) -> Value | None:
        return self.super_at(place)

    def _eval_defined(self, place: Place, shape: Any) -> Value | None:
        return ("def", place.unit, shape[1])

    def _eval_parameter(self, place: Place, shape: Any) -> Value | None:
        """The parameter of a closure, told by the function that the closure is given to."""
        callee = self.callee_value(place, shape[1])
        wanted = self.concrete(self.parameter_type(callee, place, shape[2]))
        if wanted is not None and wanted[0] == "fty" and shape[3] < len(wanted[1]):
            env = callee[3] if callee is not None and callee[0] == "meth" else ()
            value = substitute(wanted[1][shape[3]], env)
            if callee is not None and callee[0] in ("def", "meth") and has_free(value) and not self.is_class(callee):
                value = substitute(value, self.infer(callee[1], callee[2], env, place, tuple(shape[4])))
            return value
        return None


_EVALUATORS = {
    "name": Expressions._eval_name,
    "member": Expressions._eval_member,
    "call": Expressions._eval_call,
    "new": Expressions._eval_make,
    "subscript": Expressions._eval_subscript,
    "literal": Expressions._eval_literal,
    "sequence": Expressions._eval_sequence,
    "map": Expressions._eval_map,
    "tuple": Expressions._eval_tuple,
    "choice": Expressions._eval_choice,
    "await": Expressions._eval_awaited,
    "unwrap": Expressions._eval_unwrapped,
    "indirect": Expressions._eval_inner,
    "cast": Expressions._eval_cast,
    "closure": Expressions._eval_closure,
    "scoped": Expressions._eval_scoped,
    "item": Expressions._eval_item,
    "element": Expressions._eval_element,
    "enter": Expressions._eval_entered,
    "binary": Expressions._eval_binary,
    "keyword": Expressions._eval_argument,
    "self": Expressions._eval_self,
    "super": Expressions._eval_super,
    "defined": Expressions._eval_defined,
    "closure_parameter": Expressions._eval_parameter,
    "expected_parameter": Expressions._eval_expected,
    "arithmetic": Expressions._eval_arithmetic,
    "method_reference": Expressions._eval_reference,
    "first": Expressions._eval_first,
    "matched": Expressions._eval_taken,
    "type_object": Expressions._eval_type,
    "path_name": Expressions._eval_path_name,
    "own_type": Expressions._eval_own_type,
    "module": Expressions._eval_word_module,
}
# What asks for several others: the links of a chain, and the closures in it, ask for all that comes before.
_REMEMBERED = frozenset({"call", "new", "closure_parameter", "expected_parameter", "wanted", "function_parameter"})
_EVALUATORS |= structure.EVALUATORS | pointers.EVALUATORS
