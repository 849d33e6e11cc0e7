"""What types mean, as they are written."""

from __future__ import annotations

from functools import partial
from typing import Any

from cairn.resolve import pointers, structure
from cairn.resolve.expressions import MAX_DEPTH, Expressions
from cairn.semantics.places import CLASS_KINDS, Place
from cairn.semantics.values import Args, Env, Value, union


class WrittenTypes(Expressions):
    """The part of the evaluator that knows each kind of type."""

    def type_of(self, place: Place, expr: int, env: Env = (), owner: int = -1) -> Value | None:
        """The instance that a type expression describes; `owner` is the entity whose type parameters it may name."""
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
        method = _TYPES.get(shape[0])
        if method is None:
            return None
        self.depth += 1
        try:
            return method(self, place, shape, env, owner)
        finally:
            self.depth -= 1

    def instance_of(self, target: Value, args: Args, place: Place, env: Env = ()) -> Value | None:
        """The instance that a name of a type, with its arguments, describes."""
        if target[0] == "def":
            target = self.as_type(target)
            entity = self.program.entity(target[1], target[2])
            if entity.kind in CLASS_KINDS and entity.kind != "type":
                special = self.rules(self.program.unit(target[1])).special_class(self.whole, target, args)
                return special if special is not False else ("inst", target[1], target[2], args)  # type: ignore[return-value]  # True is never returned
            if "variant" in entity.flags:
                return self.held(target)
            if "distinct" in entity.flags:
                return ("inst", target[1], target[2], args)
            if entity.kind in ("type", "constant", "field") or (entity.kind == "macro" and entity.value >= 0):
                return self.alias(target[1], target[2], args)
            if entity.kind == "function" and self.rules(self.program.unit(target[1])).functions_make:
                return ("inst", target[1], target[2], ()) if self.has_attached(target[1], target[2]) else None
            return None
        if target[0] == "cls":
            return ("inst", *target[1:])
        if target[0] == "ext":
            special = self.rules(self.program.unit(place.unit)).special_external(self.whole, target[1], args, place)
            return special if special is not False else ("xinst", target[1])  # type: ignore[return-value]  # True is never returned
        if target[0] == "union":
            return union([self.instance_of(item, args, place, env) for item in target[1]])
        return target if target[0] in ("tv", "inst", "xinst", "obj", "fty") else None

    def alias(self, unit: int, ordinal: int, args: Args) -> Value | None:
        """The type that an alias stands for, its own type parameters replaced by `args`."""
        entity = self.program.entity(unit, ordinal)
        own = self.rules(self.program.unit(unit)).type_variable(self.whole, unit, ordinal)
        if own is not None:
            return own
        expr = entity.value if entity.value >= 0 else entity.type
        if expr < 0:
            return ("inst", unit, ordinal, args) if entity.kind == "type" else None
        place = Place(unit, entity.home, entity.pos)
        env = tuple(zip((name for name, _ in entity.type_params), args, strict=False))
        if self.program.unit(unit).members.get(ordinal):
            return ("inst", unit, ordinal, args)
        once = partial(self.once, ("AA", unit, ordinal), lambda: self.type_of(place, expr, env, ordinal))
        return self.remember(("A", unit, ordinal, env), once)

    def _special(self, place: Place, name: str, args: Args) -> Value | None:
        special = self.rules(self.program.unit(place.unit)).special_type(self.whole, name, args, place)
        return None if special is False or special is True else special

    def _type_name(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        name = shape[1]
        known = next((value for key, value in env if key == name), None)
        if known is not None:
            return known
        bound = self.type_parameter(place, name, owner)
        if bound is not None:
            return bound[0]
        found = self.lookup(place, name) if shape[0] == "name" else self._eval_path_name(place, shape)
        if found is not None and found[0] == "def" and not self.is_class(found):
            found = self.rules(self.program.unit(place.unit)).named_type(self.whole, place, name, found)
        return self.instance_of(found, (), place, env) if found is not None else self._special(place, name, ())

    def _type_member(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        special = self.rules(self.program.unit(place.unit)).type_member(self.whole, place, shape, env, owner)
        if special is not False:
            return special  # type: ignore[return-value]  # True is never returned
        base = self.eval(place, shape[1])
        found = self.member_target(base, shape[2]) if base is not None else None
        return self.instance_of(found, (), place, env) if found is not None else None

    def _type_arguments(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        unit = self.program.unit(place.unit)
        base = unit.exprs[shape[1]]
        args = tuple(self.type_of(place, arg, env, owner) for arg in shape[2] if unit.exprs[arg][0] != "keyword")
        if base[0] in ("name", "path_name"):
            target = self.lookup(place, base[1]) if base[0] == "name" else self._eval_path_name(place, base)
            name = base[1]
        elif base[0] == "member":
            owner_value = self.eval(place, base[1])
            target, name = (self.member_target(owner_value, base[2]) if owner_value is not None else None), base[2]
        else:
            return self.type_of(place, shape[1], env, owner)
        if target is None:
            return self._special(place, name, args)
        made = self.instance_of(target, args, place, env)
        if len(args) == len(shape[2]) or made is None or made[0] != "inst":
            return made
        names, given = self.class_params(made[1], made[2]), list(args)
        given += [None] * (len(names) - len(given))
        for _, name, arg in (unit.exprs[arg] for arg in shape[2] if unit.exprs[arg][0] == "keyword"):
            if "::" + name in names:
                given[names.index("::" + name)] = self.type_of(place, arg, env, owner)
        return (*made[:3], tuple(given))

    def _type_choice(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        return union([self.type_of(place, item, env, owner) for item in shape[1]])

    def _type_inner(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        return self.type_of(place, shape[1], env, owner)

    def _type_sequence(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        unit = self.program.unit(place.unit)
        kind = shape[2] if len(shape) > 2 else self.rules(unit).sequence_type
        return self.builtin(unit.family, kind, (self.type_of(place, shape[1], env, owner),))

    def _type_record(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        return ("rec", tuple(shape[1]), tuple(self.type_of(place, item, env, owner) for item in shape[2]))

    def _type_map(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        unit = self.program.unit(place.unit)
        args = (self.type_of(place, shape[1], env, owner), self.type_of(place, shape[2], env, owner))
        return self.builtin(unit.family, self.rules(unit).map_type, args)

    def _type_tuple(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        return ("tup", tuple(self.type_of(place, item, env, owner) for item in shape[1]))

    def _type_function(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        params = tuple(self.type_of(place, item, env, owner) for item in shape[1])
        return ("fty", params, self.type_of(place, shape[2], env, owner))

    def _type_literal(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        return (
            None
            if self.rules(self.program.unit(place.unit)).literal_type(shape[1]) == "None"
            else self._eval_literal(place, shape)
        )

    def _type_self(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        known = next((value for key, value in env if key == "Self"), None)
        return known if known is not None else self._eval_self(place, shape)

    def _type_call(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        return self.eval(place, shape[1]) if shape[0] == "typeof" else None


_TYPES = {
    "name": WrittenTypes._type_name,
    "member": WrittenTypes._type_member,
    "subscript": WrittenTypes._type_arguments,
    "choice": WrittenTypes._type_choice,
    "indirect": WrittenTypes._type_inner,
    "cast": WrittenTypes._type_inner,
    "sequence": WrittenTypes._type_sequence,
    "map": WrittenTypes._type_map,
    "tuple": WrittenTypes._type_tuple,
    "function": WrittenTypes._type_function,
    "literal": WrittenTypes._type_literal,
    "self": WrittenTypes._type_self,
    "typeof": WrittenTypes._type_call,
    "path_name": WrittenTypes._type_name,
    "own_type": WrittenTypes._type_self,
    "struct": WrittenTypes._type_record,
}
_TYPES |= structure.TYPES | pointers.TYPES
