"""Expressions, and the values that they have."""

from __future__ import annotations

from collections.abc import Callable

from cairn.resolve.evaluator.memory import MAX_DEPTH, question_at_place
from cairn.resolve.evaluator.part import Part, Parts
from cairn.semantics.expressions import (
    Address,
    Arithmetic,
    Await,
    Binary,
    Call,
    Cast,
    Choice,
    ClosureExpr,
    Defined,
    Element,
    Enter,
    Expr,
    First,
    Guarded,
    Indirect,
    Item,
    Keyword,
    LiteralExpr,
    Map,
    Matched,
    Member,
    MethodReference,
    ModuleExpr,
    Name,
    New,
    OwnType,
    PathName,
    Pointee,
    PointerSubscript,
    Scoped,
    SelfExpr,
    SequenceExpr,
    Subscript,
    SuperExpr,
    TupleExpr,
    TypeObject,
    Unwrap,
)
from cairn.semantics.kinds import CALLABLE_KINDS
from cairn.semantics.places import Place
from cairn.semantics.roles import NOT_MINE
from cairn.semantics.values import (
    Super,
    Value,
    has_free,
    has_holes,
    shortened,
    union,
)

# What asks for several others: the links of a chain, and the closures in it, ask for all that comes before.
_REMEMBERED = frozenset({"call", "new", "closure_parameter", "expected_parameter", "wanted", "function_parameter"})


class Expressions(Part):
    """Each kind of expression is evaluated by a method; `_kinds` names it by the operator."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.bindings = parts.bindings
        self.calls = parts.calls
        self.classes = parts.classes
        self.containers = parts.containers
        self.functions = parts.functions
        self.generics = parts.generics
        self.members = parts.members
        self.scopes = parts.scopes
        self.types = parts.types
        self.unification = parts.unification
        self._kinds: dict[str, Callable[..., Value | None]] = {
            "name": self._eval_name,
            "member": self._eval_member,
            "call": self._eval_call,
            "new": self._eval_make,
            "subscript": self._eval_subscript,
            "literal": self.literal,
            "sequence": self._eval_sequence,
            "map": self._eval_map,
            "tuple": self._eval_tuple,
            "choice": self._eval_choice,
            "await": self._eval_awaited,
            "unwrap": self._eval_unwrapped,
            "indirect": self._eval_inner,
            "cast": self._eval_cast,
            "closure": self._eval_closure,
            "scoped": self._eval_scoped,
            "item": self._eval_item,
            "element": self._eval_element,
            "enter": self._eval_entered,
            "binary": self._eval_binary,
            "keyword": self._eval_argument,
            "self": self._eval_self,
            "super": self._eval_super,
            "defined": self._eval_defined,
            "arithmetic": self._eval_arithmetic,
            "method_reference": self._eval_reference,
            "first": self._eval_first,
            "matched": self._eval_taken,
            "type_object": self._eval_type,
            "path_name": self._eval_path_name,
            "own_type": self._eval_own_type,
            "module": self._eval_word_module,
            "guarded": self._eval_guarded,
            "pointee": self._eval_reached,
            "address": self._eval_addressed,
            "pointer_subscript": self._eval_indexed,
            "closure_parameter": parts.expectations.given_parameter,
            "expected_parameter": parts.expectations.closure_parameter,
            "wanted": parts.expectations.wanted_argument,
            "function_parameter": parts.expectations.wanted_parameter,
            "object": parts.objects.literal,
        }

    def eval(self, place: Place, expr: int) -> Value | None:
        """The value of an expression; a name of a constant or a property yields the value that it holds."""
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
        if shape[0] in _REMEMBERED:
            return self._remembered(place, expr)
        return self._evaluate(place, shape)

    @question_at_place
    def _remembered(self, place: Place, expr: int) -> Value | None:
        return shortened(self._evaluate(place, self.program.unit(place.unit).exprs[expr]))

    def _evaluate(self, place: Place, shape: Expr) -> Value | None:
        evaluate = self._kinds.get(shape[0])
        if evaluate is None:
            return None
        self.memory.depth += 1
        try:
            return evaluate(place, shape)
        finally:
            self.memory.depth -= 1

    def owner_value(self, place: Place, expr: int) -> Value | None:
        """The value that a member is taken from: `shop` of `shop.total`. A name of a function may also be one of a module."""
        owner = self.eval(place, expr)
        if owner is not None and owner[0] == "def" and self.program.entity(owner[1], owner[2]).kind in CALLABLE_KINDS:
            return self.program.unit(place.unit).roles.names.container(self.evaluation, place, expr) or owner
        return owner

    def callee_value(self, place: Place, expr: int) -> Value | None:
        """The function that is called. A member is looked for as one that is called, since a field may have the same name."""
        shape = self.program.unit(place.unit).exprs[expr]
        if shape[0] != "member":
            return self.eval(place, expr)
        owner = self.owner_value(place, shape[1])
        return self.members.value(owner, shape[2], True) if owner is not None else None

    def super_at(self, place: Place) -> Super | None:
        """The meaning of `super` at a place; None outside of classes."""
        index = self.program.unit(place.unit)
        ordinal = index.class_around(place.scope)
        return ("super", place.unit, ordinal, ("tv", "Self", place.unit, ordinal)) if ordinal >= 0 else None

    def _eval_name(self, place: Place, shape: Name) -> Value | None:
        found = self.scopes.lookup(place, shape[1])
        value = self.bindings.held(found)
        if value is found or value is None or found is None or found[0] != "def":  # only a definition holds something else
            return value
        if has_free(value) and self.program.unit(place.unit).traits.sees_inherited:
            return self.scopes.seen_from(place, found, value)
        return value

    def _eval_member(self, place: Place, shape: Member) -> Value | None:
        owner = self.owner_value(place, shape[1])
        return self.members.value(owner, shape[2]) if owner is not None else None

    def _eval_call(self, place: Place, shape: Call) -> Value | None:
        special = self.program.unit(place.unit).roles.calls.special_call(self.evaluation, place, shape)
        if special is not NOT_MINE:
            return special
        callee = self.callee_value(place, shape[1])
        return self.calls.call(callee, place, tuple(shape[2])) if callee is not None else None

    def _eval_make(self, place: Place, shape: New) -> Value | None:
        made = self.types.type_of(place, shape[1])
        if made is None and self.program.unit(place.unit).traits.make_member:
            return self.calls.made(place, shape[1], tuple(shape[2]))
        if made is not None and made[0] == "inst" and not made[3]:
            return self.unification.with_inferred_args(made, place, tuple(shape[2]))
        return made

    def _eval_subscript(self, place: Place, shape: Subscript) -> Value | None:
        owner = self.eval(place, shape[1])
        if owner is None:
            return None
        if owner[0] in ("def", "cls") and self.classes.is_class(owner):
            return ("cls", owner[1], owner[2], tuple(self.types.type_of(place, arg) for arg in shape[2]))
        if owner[0] in ("def", "meth") and self.program.entity(owner[1], owner[2]).type_params:
            return self.functions.applied(place, owner, tuple(shape[2]))
        if owner[0] in ("meth", "ext") or (owner[0] == "def" and not self.classes.is_class(owner)):
            return owner
        return self.containers.subscript(owner, place, tuple(shape[2]))

    def literal(self, place: Place, shape: LiteralExpr) -> Value | None:
        unit = self.program.unit(place.unit)
        return self.classes.builtin(unit.family, unit.traits.literal_types.get(shape[1], shape[1]), ())

    def _eval_sequence(self, place: Place, shape: SequenceExpr) -> Value | None:
        unit = self.program.unit(place.unit)
        kind = shape[2] if len(shape) > 2 else unit.traits.sequence_type
        return self.classes.builtin(unit.family, kind, (self.eval(place, shape[1]),))

    def _eval_map(self, place: Place, shape: Map) -> Value | None:
        unit = self.program.unit(place.unit)
        return self.classes.builtin(unit.family, unit.traits.map_type, (self.eval(place, shape[1]), self.eval(place, shape[2])))

    def _eval_tuple(self, place: Place, shape: TupleExpr) -> Value | None:
        return ("tup", tuple(self.eval(place, item) for item in shape[1]))

    def _eval_choice(self, place: Place, shape: Choice) -> Value | None:
        values = [self.eval(place, item) for item in shape[1]]
        return union([value for value in values if not self.classes.is_none(value)])

    def _eval_first(self, place: Place, shape: First) -> Value | None:
        best: Value | None = None
        for item in shape[1]:
            value = self.eval(place, item)
            if value is not None and not has_holes(value):
                return value
            best = best or value
        return best

    def _eval_taken(self, place: Place, shape: Matched) -> Value | None:
        return self.program.unit(place.unit).roles.operators.taken(self.evaluation, place, shape)

    def _eval_type(self, place: Place, shape: TypeObject) -> Value | None:
        for expr in shape[1:]:
            value = self.types.type_of(place, expr)
            if value is not None and value[0] == "inst":
                return ("cls", *value[1:])
            if value is not None and (value[0] == "xinst" or len(shape) == 2 or self.generics.concrete(value) is not None):
                return ("ext", value[1]) if value[0] == "xinst" else ("type1", value)
        return None

    def _eval_path_name(self, place: Place, shape: PathName) -> Value | None:
        return self.scopes.path_name(place, shape[1])

    def _eval_own_type(self, place: Place, shape: OwnType) -> Value | None:
        value = self.program.unit(place.unit).roles.names.self_value(self.evaluation, place)
        return value if value is None or value[0] == "xinst" else ("cls", *value[1:]) if value[0] == "inst" else ("type1", value)

    def _eval_word_module(self, place: Place, shape: ModuleExpr) -> Value | None:
        return self.program.unit(place.unit).roles.names.word_module(self.evaluation, place, shape[1])

    def _eval_awaited(self, place: Place, shape: Await) -> Value | None:
        value = self.eval(place, shape[1])
        return self.program.unit(place.unit).roles.operators.awaited(self.evaluation, value)

    def _eval_unwrapped(self, place: Place, shape: Unwrap) -> Value | None:
        value = self.eval(place, shape[1])
        return self.program.unit(place.unit).roles.operators.unwrapped(self.evaluation, value)

    def _eval_inner(self, place: Place, shape: Indirect) -> Value | None:
        return self.eval(place, shape[1])

    def _eval_cast(self, place: Place, shape: Cast) -> Value | None:
        return self.types.type_of(place, shape[1])

    def _eval_closure(self, place: Place, shape: ClosureExpr) -> Value | None:
        unit = self.program.unit(place.unit)
        ordinal = unit.scope_entity[shape[1]]
        if ordinal > 0 and unit.entities[ordinal].kind in CALLABLE_KINDS and unit.entities[ordinal].scope == shape[1]:
            return ("def", place.unit, ordinal)
        return ("fn", place.unit, *shape[1:])

    def _eval_scoped(self, place: Place, shape: Scoped) -> Value | None:
        return self.eval(Place(place.unit, shape[1], place.pos), shape[2])

    def _eval_item(self, place: Place, shape: Item) -> Value | None:
        whole = self.eval(place, shape[1])
        return self.containers.item(whole, shape[2])

    def _eval_element(self, place: Place, shape: Element) -> Value | None:
        return self.containers.element(self.eval(place, shape[1]))

    def _eval_entered(self, place: Place, shape: Enter) -> Value | None:
        return self.containers.entered(self.eval(place, shape[1]), self.program.unit(place.unit).traits)

    def _eval_binary(self, place: Place, shape: Binary) -> Value | None:
        left = self.eval(place, shape[1])
        return left if left is not None else self.eval(place, shape[2])

    def _eval_arithmetic(self, place: Place, shape: Arithmetic) -> Value | None:
        left, right = self.eval(place, shape[1]), self.eval(place, shape[2])
        return self.program.unit(place.unit).roles.operators.arithmetic(self.evaluation, left, right)

    def _eval_reference(self, place: Place, shape: MethodReference) -> Value | None:
        return ("ref", place.unit, place.scope, place.pos, shape[1], shape[2])

    def _eval_argument(self, place: Place, shape: Keyword) -> Value | None:
        return self.eval(place, shape[2])

    def _eval_self(self, place: Place, shape: SelfExpr | OwnType) -> Value | None:
        return self.program.unit(place.unit).roles.names.self_value(self.evaluation, place)

    def _eval_super(self, place: Place, shape: SuperExpr) -> Value | None:
        return self.super_at(place)

    def _eval_defined(self, place: Place, shape: Defined) -> Value | None:
        return ("def", place.unit, shape[1])

    def _eval_guarded(self, place: Place, shape: Guarded) -> Value | None:
        """The type that a guard tells of its argument: `Cat` for `isCat(pet)`, which is declared as `pet is Cat`."""
        name = self.program.unit(place.unit).exprs[shape[1]]
        callee = self.scopes.lookup(place, name[1]) if name[0] == "name" else self.eval(place, shape[1])
        if callee is None or callee[0] not in ("def", "meth"):
            return None
        if callee[0] == "def":
            callee = self.classes.as_value(callee)
        index = self.program.unit(callee[1])
        entity = index.entities[callee[2]]
        returns = entity.returns
        for written in (entity.type, entity.value) if returns < 0 else ():  # a constant that is said to be such a function
            kind = index.exprs[written] if written >= 0 else ("unknown",)
            kind = index.exprs[kind[1]] if kind[0] == "cast" else kind
            returns = kind[2] if kind[0] == "function" else returns
        says = index.exprs[returns] if returns >= 0 else ("unknown",)
        if says[0] != "guard":
            return None
        env = callee[3] if callee[0] == "meth" else ()
        return self.types.type_of(Place(callee[1], entity.home, entity.pos), says[1], env, callee[2])

    def _eval_reached(self, place: Place, shape: Pointee) -> Value | None:
        """`*value`, and the value that `value->name` takes a member from."""
        value = self.eval(place, shape[1])
        pointers = self.program.unit(place.unit).roles.pointers
        return pointers.reached(self.evaluation, value) if value is not None and pointers is not None else value

    def _eval_addressed(self, place: Place, shape: Address) -> Value | None:
        """`&value`."""
        value = self.eval(place, shape[1])
        pointers = self.program.unit(place.unit).roles.pointers
        return pointers.pointed(self.evaluation, value) if value is not None and pointers is not None else value

    def _eval_indexed(self, place: Place, shape: PointerSubscript) -> Value | None:
        """`value[index]`."""
        value = self.eval(place, shape[1])
        if value is None:
            return None
        pointers = self.program.unit(place.unit).roles.pointers
        if pointers is None:
            return self.containers.subscript(value, place, tuple(shape[2]))
        return pointers.indexed(self.evaluation, place, value, tuple(shape[2]))
