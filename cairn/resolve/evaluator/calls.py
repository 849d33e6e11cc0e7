"""Calls: the function that runs, and the value that it yields."""

from __future__ import annotations

from cairn.resolve.evaluator.part import Part, Parts
from cairn.resolve.evaluator.signatures import parameter_at
from cairn.semantics.flags import STATIC_METHOD, VARIANT
from cairn.semantics.kinds import CONSTANT, FIELD, METHOD, TYPE
from cairn.semantics.places import Place
from cairn.semantics.questions import question
from cairn.semantics.values import (
    ClassValue,
    Closure,
    Env,
    Instance,
    Intersection,
    Object,
    Value,
    has_free,
    shortened,
    substitute,
    union,
)

MAX_RETURNS = 8  # return statements that are looked at to infer what a function yields


class Calls(Part):
    """A call yields what its function declares, else what the return statements of its body yield."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.bindings = parts.bindings
        self.classes = parts.classes
        self.containers = parts.containers
        self.expressions = parts.expressions
        self.generics = parts.generics
        self.members = parts.members
        self.types = parts.types
        self.unification = parts.unification

    def call(self, callee: Value | None, place: Place, args: tuple[int, ...]) -> Value | None:
        """The value of a call: an instance for `Cart()`, the declared or inferred result for `cart.total()`."""
        if callee is None:
            return None
        if callee[0] == "type1":
            return callee[1]
        callee = self.generics.concrete(callee)
        if callee is None:
            return None
        if callee[0] == "union":
            self.memory.weak = True
            return union([self.call(item, place, args) for item in callee[1]])
        if self.classes.is_class(callee):
            return self._made(callee, place, args)
        if callee[0] in ("def", "meth"):
            return self.returned(callee[1], callee[2], callee[3] if callee[0] == "meth" else (), place, args)
        if callee[0] == "fn":
            return self.closure_value(callee)
        if callee[0] == "fty":
            return callee[2]
        if callee[0] == "ext":
            return self.program.unit(place.unit).roles.calls.external_call(self.evaluation, callee[1], place, args)
        if callee[0] == "inst":
            return self._call_instance(callee, place, args)
        if callee[0] in ("obj", "all"):
            return self.call(self.called(callee), place, args)
        return callee if callee[0] == "xinst" else None

    def _made(self, callee: ClassValue, place: Place, args: tuple[int, ...]) -> Value | None:
        """The instance that calling a class makes, its type arguments told by the arguments: `Stack<int>` of `Stack([1])`."""
        made: Instance = ("inst", callee[1], callee[2], callee[3] if callee[0] == "cls" else ())
        if callee[0] == "def" and self.program.entity(callee[1], callee[2]).kind == TYPE:
            return self.types.instance_of(callee, (), place)
        return made if made[3] else self.unification.with_inferred_args(made, place, args)

    def _call_instance(self, callee: Instance, place: Place, args: tuple[int, ...]) -> Value | None:
        if (below := self.types.underlying(callee)) is not callee:
            return self.call(below, place, args)
        index = self.program.unit(callee[1])
        if not index.traits.call_member:
            return self.call(index.roles.members.pointee(self.evaluation, callee), place, args)
        return self.call(self.members.value(callee, index.traits.call_member), place, args)

    def closure_value(self, closure: Closure) -> Value | None:
        """The value that a closure yields: of its one expression, `x => x.name`, or of its return statements."""
        unit, scope, expr = closure[1], closure[2], closure[3]
        if expr >= 0:
            return self.expressions.eval(Place(unit, scope, self.program.unit(unit).scopes[scope][3]), expr)
        return self._inferred(unit, scope)

    def returned(self, unit: int, ordinal: int, env: Env, place: Place | None, args: tuple[int, ...]) -> Value | None:
        """The value that a function yields, its type parameters told by the receiver (`env`) and the arguments."""
        entity = self.program.entity(unit, ordinal)
        if VARIANT in entity.flags:
            made = self.types.type_of(Place(unit, entity.home, entity.pos), entity.type, env, ordinal)
            return substitute(made, self.unification.infer(unit, ordinal, env, place, args)) if place is not None else made
        if entity.kind in (CONSTANT, FIELD):
            held = self.bindings.held(("def", unit, ordinal))
            return self.call(held, place, args) if place is not None and held != ("def", unit, ordinal) else None
        if entity.returns < 0 and entity.type >= 0:
            home = Place(unit, entity.home, entity.pos)
            value = self.call(self.types.type_of(home, entity.type, env, ordinal), home, ())
        elif entity.returns < 0:
            value = self._inferred_return(unit, ordinal)
            if value is not None:
                self.memory.weak = True
        else:
            home = Place(unit, entity.home, entity.pos)
            value = self.types.type_of(home, entity.returns, env, ordinal)
        value = substitute(value, env)
        if value is not None and place is not None and has_free(value):
            value = substitute(value, self.unification.infer(unit, ordinal, env, place, args))
        # What is put in the place of a parameter may hold that parameter: each step of a loop over such a list would square it.
        value = shortened(value)
        return self.program.unit(unit).roles.calls.finish_return(self.evaluation, unit, ordinal, value)

    @question
    def _inferred_return(self, unit: int, ordinal: int) -> Value | None:
        index = self.program.unit(unit)
        entity = index.entities[ordinal]
        if entity.scope < 0:
            return None
        if entity.value >= 0:
            return self.expressions.eval(Place(unit, entity.scope, index.scopes[entity.scope][3]), entity.value)
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
            value = self.expressions.eval(Place(unit, binding.scope, binding.pos), binding.value)
            (yielded if binding.how == "yield" else values).append(None if self.classes.is_none(value) else value)
        if yielded:
            return self.classes.builtin(index.family, index.traits.generator_type, (union(yielded),))
        return union(values)

    def called(self, callee: Instance | Object | Intersection) -> Value | None:
        """The function that calling an object runs: `__call__` of `cart()`."""
        if callee[0] == "all":
            return next((found for item in callee[1] if (found := self._called_part(item)) is not None), None)
        member = self.program.unit(callee[1]).traits.call_member
        return self.members.value(callee, member) if member else None

    def _called_part(self, item: Value | None) -> Value | None:
        """The function that calling one of an intersection's types runs."""
        if item is not None and item[0] in ("inst", "obj", "all"):
            item = self.called(item)
        return item if item is not None and item[0] in ("fty", "def", "meth", "fn") else None

    def made(self, place: Place, expr: int, args: tuple[int, ...]) -> Value | None:
        """The instance that `new` makes of a value that no class names: `new this.type()`."""
        value = self.generics.concrete(self.expressions.eval(place, expr))
        if value is None:
            return None
        if value[0] == "union":
            value = value[1][0]
        if self.classes.is_class(value) or value[0] == "type1":
            return self.call(value, place, args)
        member = self.program.unit(place.unit).traits.make_member
        if not member or value[0] not in ("inst", "obj", "all"):
            return None
        return self.call(self.members.value(value, member), place, args)

    def parameter_type(self, callee: Value | None, place: Place, position: int, args: tuple[int, ...] = ()) -> Value | None:
        """The type of a parameter of what is called; `args` tell type parameters where they are known."""
        if callee is not None and callee[0] == "fty":
            return callee[1][position] if position < len(callee[1]) else None
        if callee is not None and callee[0] in ("inst", "obj", "all"):
            callee = self.called(callee)
        if callee is None:
            return None
        if callee[0] == "fty":
            return self.parameter_type(callee, place, position)
        if self.classes.is_class(callee):
            return self._constructor_parameter(callee, place, position, args)
        if callee[0] not in ("def", "meth"):
            return None
        env = callee[3] if callee[0] == "meth" else ()
        entity = self.program.entity(callee[1], callee[2])
        params = [p for p in entity.params if not (p is entity.params[0] and self.is_receiver(callee[1], callee[2], p[0]))]
        wanted, is_rest = parameter_at(params, position)
        value = self.types.type_of(Place(callee[1], entity.home, entity.pos), wanted, env, callee[2])
        if args and has_free(value):
            value = substitute(value, self.unification.infer(callee[1], callee[2], env, place, args))
        return self.containers.element(value) if is_rest else value

    def _constructor_parameter(self, made: ClassValue, place: Place, position: int, args: tuple[int, ...]) -> Value | None:
        index = self.program.unit(made[1])
        for constructor in index.traits.constructors:
            for ordinal in index.members.get(made[2], {}).get(constructor, ()):
                env: Env = (
                    tuple(zip(self.generics.parameters(made[1], made[2]), made[3], strict=False)) if made[0] == "cls" else ()
                )
                return self.parameter_type(("meth", made[1], ordinal, env), place, position, args)
        return None

    def is_receiver(self, unit: int, ordinal: int, name: str) -> bool:
        """Whether the first parameter of a function is the instance that it belongs to: `self`."""
        entity = self.program.entity(unit, ordinal)
        index = self.program.unit(unit)
        return entity.kind == METHOD and index.traits.self_parameter and STATIC_METHOD not in entity.flags
