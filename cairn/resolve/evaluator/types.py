"""Types as they are written, and the instances that they describe."""

from __future__ import annotations

from collections.abc import Callable

from cairn.resolve.evaluator.memory import MAX_DEPTH
from cairn.resolve.evaluator.part import Part, Parts
from cairn.semantics.expressions import (
    Cast,
    Choice,
    Const,
    Element,
    FunctionExpr,
    Guard,
    Indirect,
    LiteralExpr,
    Map,
    Member,
    MemberType,
    Name,
    OwnType,
    PathName,
    Pointer,
    SelfExpr,
    SequenceExpr,
    Struct,
    Subscript,
    TupleExpr,
    TypeOf,
)
from cairn.semantics.flags import DISTINCT, VARIANT
from cairn.semantics.kinds import CLASS_KINDS, CONSTANT, FIELD, FUNCTION, MACRO, TYPE
from cairn.semantics.places import Place
from cairn.semantics.questions import question
from cairn.semantics.roles import NOT_MINE
from cairn.semantics.values import (
    Args,
    Env,
    Value,
    union,
)

MAX_UNDERLYING = 8  # types that rest on one another (guess)


class Types(Part):
    """Each kind of type is evaluated by a method; `_kinds` names it by the operator."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.bindings = parts.bindings
        self.classes = parts.classes
        self.containers = parts.containers
        self.expressions = parts.expressions
        self.generics = parts.generics
        self.members = parts.members
        self.scopes = parts.scopes
        self._kinds: dict[str, Callable[..., Value | None]] = {
            "name": self._type_name,
            "member": self._type_member,
            "subscript": self._type_arguments,
            "choice": self._type_choice,
            "indirect": self._type_inner,
            "cast": self._type_inner,
            "sequence": self._type_sequence,
            "map": self._type_map,
            "tuple": self._type_tuple,
            "function": self._type_function,
            "literal": self._type_literal,
            "self": self._type_self,
            "typeof": self._type_call,
            "path_name": self._type_name,
            "own_type": self._type_self,
            "struct": self._type_record,
            "member_type": self._type_indexed,
            "element": self._type_element,
            "guard": self._type_guard,
            "pointer": self._type_pointer,
            "const": self._type_qualified,
            "object": parts.objects.type_literal,
            "intersection": parts.objects.intersection,
        }

    def type_of(self, place: Place, expr: int, env: Env = (), owner: int = -1) -> Value | None:
        """The instance that a type expression describes: any `Cart` for `Cart` of `cart: Cart`.

        `env` tells type parameters, `owner` is the definition whose type parameters the expression may name.
        """
        if expr < 0:
            return None
        budget = self.memory.budget
        budget.steps += 1
        if budget.steps >= budget.pause_at:
            budget.pause()
        if self.memory.depth > MAX_DEPTH:
            self.memory.cut()
            return None
        shape = self.program.unit(place.unit).exprs[expr]
        evaluate = self._kinds.get(shape[0])
        if evaluate is None:
            return None
        self.memory.depth += 1
        try:
            return evaluate(place, shape, env, owner)
        finally:
            self.memory.depth -= 1

    def instance_of(self, target: Value, args: Args, place: Place, env: Env = ()) -> Value | None:
        """The instance that a name of a type, with its arguments, describes."""
        if target[0] == "def":
            target = self.classes.as_type(target)
            entity = self.program.entity(target[1], target[2])
            if entity.kind in CLASS_KINDS and entity.kind != TYPE:
                special = self.program.unit(target[1]).roles.types.special_class(self.evaluation, target, args)
                return special if special is not NOT_MINE else ("inst", target[1], target[2], args)
            if VARIANT in entity.flags:
                return self.bindings.held(target)
            if DISTINCT in entity.flags:
                return ("inst", target[1], target[2], args)
            if entity.kind in (TYPE, CONSTANT, FIELD) or (entity.kind == MACRO and entity.value >= 0):
                return self.alias(target[1], target[2], args)
            if entity.kind == FUNCTION and self.program.unit(target[1]).traits.functions_make:
                return ("inst", target[1], target[2], ()) if self.members.has_attached(target[1], target[2]) else None
            return None
        if target[0] == "cls":
            return ("inst", *target[1:])
        if target[0] == "ext":
            special = self.program.unit(place.unit).roles.types.special_external(self.evaluation, target[1], args, place)
            return special if special is not NOT_MINE else ("xinst", target[1])
        if target[0] == "union":
            return union([self.instance_of(item, args, place, env) for item in target[1]])
        return target if target[0] in ("tv", "inst", "xinst", "obj", "fty") else None

    def alias(self, unit: int, ordinal: int, args: Args) -> Value | None:
        """The type that an alias stands for: `set[Cart]` for `Bag[Cart]` of `type Bag[T] = set[T]`; `args` are its arguments."""
        entity = self.program.entity(unit, ordinal)
        own = self.program.unit(unit).roles.parameters.variable(self.evaluation, unit, ordinal)
        if own is not None:
            return own
        if entity.value < 0 and entity.type < 0:
            return ("inst", unit, ordinal, args) if entity.kind == TYPE else None
        env = tuple(zip((name for name, _ in entity.type_params), args, strict=False))
        if self.program.unit(unit).members.get(ordinal):
            return ("inst", unit, ordinal, args)
        return self._aliased(unit, ordinal, env)

    @question
    def _aliased(self, unit: int, ordinal: int, env: Env) -> Value | None:
        """The type that an alias stands for; none where it stands inside of itself, with whatever type arguments."""
        entity = self.program.entity(unit, ordinal)
        place, expr = Place(unit, entity.home, entity.pos), entity.value if entity.value >= 0 else entity.type
        return self.memory.once((Types._aliased, unit, ordinal), lambda: self.type_of(place, expr, env, ordinal))

    def _special(self, place: Place, name: str, args: Args) -> Value | None:
        special = self.program.unit(place.unit).roles.types.special_type(self.evaluation, name, args, place)
        return special if special is not NOT_MINE else None

    def _type_name(self, place: Place, shape: Name | PathName, env: Env, owner: int) -> Value | None:
        name = shape[1]
        known = next((value for key, value in env if key == name), None)
        if known is not None:
            return known
        bound = self.generics.find(place, name, owner)
        if bound is not None:
            return bound[0]
        found = self.scopes.lookup(place, name) if shape[0] == "name" else self.scopes.path_name(place, shape[1])
        if found is not None and found[0] == "def" and not self.classes.is_class(found):
            found = self.program.unit(place.unit).roles.types.named_type(self.evaluation, place, name, found)
        return self.instance_of(found, (), place, env) if found is not None else self._special(place, name, ())

    def _type_member(self, place: Place, shape: Member, env: Env, owner: int) -> Value | None:
        special = self.program.unit(place.unit).roles.types.type_member(self.evaluation, place, shape, env, owner)
        if special is not NOT_MINE:
            return special
        base = self.expressions.eval(place, shape[1])
        found = self.members.target(base, shape[2]) if base is not None else None
        return self.instance_of(found, (), place, env) if found is not None else None

    def _type_arguments(self, place: Place, shape: Subscript, env: Env, owner: int) -> Value | None:
        unit = self.program.unit(place.unit)
        base = unit.exprs[shape[1]]
        args = tuple(self.type_of(place, arg, env, owner) for arg in shape[2] if unit.exprs[arg][0] != "keyword")
        if base[0] in ("name", "path_name"):
            target = self.scopes.lookup(place, base[1]) if base[0] == "name" else self.scopes.path_name(place, base[1])
            name = base[1]
        elif base[0] == "member":
            owner_value = self.expressions.eval(place, base[1])
            target, name = (self.members.target(owner_value, base[2]) if owner_value is not None else None), base[2]
        else:
            return self.type_of(place, shape[1], env, owner)
        if target is None:
            return self._special(place, name, args)
        made = self.instance_of(target, args, place, env)
        if len(args) == len(shape[2]) or made is None or made[0] != "inst":
            return made
        names, given = self.generics.parameters(made[1], made[2]), list(args)
        given += [None] * (len(names) - len(given))
        for stated in (unit.exprs[arg] for arg in shape[2]):
            if stated[0] == "keyword" and "::" + stated[1] in names:
                given[names.index("::" + stated[1])] = self.type_of(place, stated[2], env, owner)
        return (*made[:3], tuple(given))

    def _type_choice(self, place: Place, shape: Choice, env: Env, owner: int) -> Value | None:
        return union([self.type_of(place, item, env, owner) for item in shape[1]])

    def _type_inner(self, place: Place, shape: Indirect | Cast, env: Env, owner: int) -> Value | None:
        return self.type_of(place, shape[1], env, owner)

    def _type_sequence(self, place: Place, shape: SequenceExpr, env: Env, owner: int) -> Value | None:
        unit = self.program.unit(place.unit)
        kind = shape[2] if len(shape) > 2 else unit.traits.sequence_type
        return self.classes.builtin(unit.family, kind, (self.type_of(place, shape[1], env, owner),))

    def _type_record(self, place: Place, shape: Struct, env: Env, owner: int) -> Value | None:
        return ("rec", tuple(shape[1]), tuple(self.type_of(place, item, env, owner) for item in shape[2]))

    def _type_map(self, place: Place, shape: Map, env: Env, owner: int) -> Value | None:
        unit = self.program.unit(place.unit)
        args = (self.type_of(place, shape[1], env, owner), self.type_of(place, shape[2], env, owner))
        return self.classes.builtin(unit.family, unit.traits.map_type, args)

    def _type_tuple(self, place: Place, shape: TupleExpr, env: Env, owner: int) -> Value | None:
        return ("tup", tuple(self.type_of(place, item, env, owner) for item in shape[1]))

    def _type_function(self, place: Place, shape: FunctionExpr, env: Env, owner: int) -> Value | None:
        params = tuple(self.type_of(place, item, env, owner) for item in shape[1])
        return ("fty", params, self.type_of(place, shape[2], env, owner))

    def _type_literal(self, place: Place, shape: LiteralExpr, env: Env, owner: int) -> Value | None:
        return (
            None
            if self.program.unit(place.unit).traits.literal_types.get(shape[1], shape[1]) == "None"
            else self.expressions.literal(place, shape)
        )

    def _type_self(self, place: Place, shape: OwnType | SelfExpr, env: Env, owner: int) -> Value | None:
        known = next((value for key, value in env if key == "Self"), None)
        return known if known is not None else self.program.unit(place.unit).roles.names.self_value(self.evaluation, place)

    def _type_call(self, place: Place, shape: TypeOf, env: Env, owner: int) -> Value | None:
        return self.expressions.eval(place, shape[1])

    def _type_indexed(self, place: Place, shape: MemberType, env: Env, owner: int) -> Value | None:
        """`T["name"]`."""
        whole = self.type_of(place, shape[1], env, owner)
        return self.members.value(whole, shape[2]) if whole is not None else None

    def _type_element(self, place: Place, shape: Element, env: Env, owner: int) -> Value | None:
        """`T[number]`."""
        return self.containers.element(self.type_of(place, shape[1], env, owner))

    def _type_guard(self, place: Place, shape: Guard, env: Env, owner: int) -> Value | None:
        """A guard yields a boolean."""
        return self.classes.builtin(self.program.unit(place.unit).family, "boolean", ())

    def _type_pointer(self, place: Place, shape: Pointer, env: Env, owner: int) -> Value | None:
        """`T*`."""
        value = self.type_of(place, shape[1], env, owner)
        pointers = self.program.unit(place.unit).roles.pointers
        return pointers.pointed(self.evaluation, value) if value is not None and pointers is not None else value

    def _type_qualified(self, place: Place, shape: Const, env: Env, owner: int) -> Value | None:
        """`const T`, as far as members are looked for: T."""
        return self.type_of(place, shape[1], env, owner)

    def underlying(self, value: Value | None) -> Value | None:
        """The type that a type of its own is made of: `[]string` of Go's `type Names []string`; other values are themselves."""
        for _ in range(MAX_UNDERLYING):
            if value is None or value[0] != "inst":
                break
            entity = self.program.entity(value[1], value[2])
            if entity.kind != TYPE or entity.value < 0:
                break
            env = tuple(zip((name for name, _ in entity.type_params), value[3], strict=False))
            value = self.type_of(Place(value[1], entity.home, entity.pos), entity.value, env, value[2])
        return value
