"""Expectations: the type that a call wants of an argument, and so of the parameters of a closure."""

from __future__ import annotations

from cairn.resolve.evaluator.part import Part, Parts
from cairn.semantics.expressions import ClosureParameter, ExpectedParameter, FunctionParameter, Wanted
from cairn.semantics.flags import VARARGS
from cairn.semantics.places import Candidate, Place
from cairn.semantics.values import (
    Definition,
    Env,
    Method,
    Told,
    Value,
    has_free,
    substitute,
    union,
)


class Expectations(Part):
    """A closure without types takes what the call around it wants: `user` of `users.map(user => user.name)` is an element."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.calls = parts.calls
        self.choice = parts.choice
        self.classes = parts.classes
        self.containers = parts.containers
        self.expressions = parts.expressions
        self.functions = parts.functions
        self.generics = parts.generics
        self.overloads = parts.overloads
        self.types = parts.types
        self.unification = parts.unification

    def argument(self, place: Place, call: int, position: int, around: int = -1) -> Value | None:
        """The type that an argument of a call must have, as far as the other arguments tell it."""
        shape = self.program.unit(place.unit).exprs[call]
        if shape[0] not in ("new", "call"):
            return None
        args = tuple(shape[2])
        if shape[0] == "new":
            made = self.types.type_of(place, shape[1])
            candidates = (
                self.choice.choose(self.overloads.constructors(made[1], made[2]), place, args)
                if made and made[0] == "inst"
                else ()
            )
        else:
            found = self.overloads.invoked(place, shape[1], args)
            candidates = found.candidates if found is not None else ()
        values = [self._expected_of(candidate, place, args, position, around) for candidate in candidates]
        return union(values) if len({repr(value) for value in values}) == 1 else None

    def _expected_of(self, candidate: Candidate, place: Place, args: tuple[int, ...], position: int, around: int) -> Value | None:
        kinds = self.overloads.parameter_types(candidate.unit, candidate.ordinal)[candidate.taken :]
        exprs = self.program.unit(place.unit).exprs
        where = self.choice.positions(candidate, self.choice.names_of(exprs, args))
        if where is None or args[position] < 0:
            return None
        entity = self.program.entity(candidate.unit, candidate.ordinal)
        wanted = substitute(kinds[where[position]], candidate.env)
        is_open = VARARGS in entity.flags and where[position] == len(kinds) - 1
        if is_open and wanted is not None and self.containers.is_sequence(wanted):
            wanted = self.containers.item_type(wanted)
        if has_free(wanted):
            told = self.functions.arguments_tell(candidate, candidate.env, place, args, with_closures=False)
            wanted = substitute(wanted, tuple(told.items()))
            if around >= 0 and has_free(wanted):
                told = {}
                self.unification.unify(
                    substitute(self.functions.declared_result(candidate), candidate.env),
                    self.expressions.eval(place, around),
                    told,
                )
                wanted = substitute(wanted, tuple(told.items()))
        return wanted

    def wanted_argument(self, place: Place, shape: Wanted) -> Value | None:
        """The type that a call wants as one of its arguments."""
        callee = self.generics.concrete(self.expressions.eval(place, shape[1]))
        value = self.calls.parameter_type(callee, place, shape[2], tuple(shape[3]))
        if callee is None or callee[0] not in ("def", "meth") or not has_free(value) or self.classes.is_class(callee):
            return value
        return substitute(value, self._expected_env(callee, place, shape[4]))

    def _expected_env(self, callee: Definition | Method, place: Place, wanted: int) -> Env:
        """The type parameters of a function, told by the type that its result must have; then by their defaults."""
        entity = self.program.entity(callee[1], callee[2])
        home = Place(callee[1], entity.home, entity.pos)
        found: Told = dict(callee[3]) if callee[0] == "meth" else {}
        if wanted >= 0 and entity.returns >= 0:
            yielded = self.types.type_of(home, entity.returns, tuple(found.items()), callee[2])
            self.unification.unify(yielded, self.expressions.eval(place, wanted), found)
        for name, default in entity.type_params if found else ():
            value = self.types.type_of(home, default, tuple(found.items()), callee[2]) if name not in found else None
            if value is not None:
                found[name] = value
        return tuple(found.items())

    def wanted_parameter(self, place: Place, shape: FunctionParameter) -> Value | None:
        """The type of a parameter of a function value."""
        return self._parameter_of(self.expressions.eval(place, shape[1]), place, shape[2])

    def _parameter_of(self, function: Value | None, place: Place, number: int) -> Value | None:
        """The type of a parameter of a function value; of several values, of the first that is a function."""
        function = self.generics.concrete(function)
        if function is None:
            return None
        if function[0] in ("union", "all"):
            found = (self._parameter_of(item, place, number) for item in function[1])
            return next((value for value in found if value is not None), None)
        return self.calls.parameter_type(function, place, number)

    def closure_parameter(self, place: Place, shape: ExpectedParameter) -> Value | None:
        """The parameter of a closure, told by the overload that the closure is given to or the type it must have."""
        if shape[3] < 0:
            return self.argument(place, shape[1], shape[2])
        outer = self._outside(place)
        wanted = self.argument(outer, shape[1], shape[2], shape[4]) if shape[2] >= 0 else self.expressions.eval(outer, shape[1])
        wanted = self.functions.function_type(wanted)
        return wanted[1][shape[3]] if wanted is not None and shape[3] < len(wanted[1]) else None

    def given_parameter(self, place: Place, shape: ClosureParameter) -> Value | None:
        """The parameter of a closure, told by the function that the closure is given to."""
        callee = self.expressions.callee_value(place, shape[1])
        wanted = self.generics.concrete(self.calls.parameter_type(callee, place, shape[2]))
        if wanted is not None and wanted[0] == "fty" and shape[3] < len(wanted[1]):
            env = callee[3] if callee is not None and callee[0] == "meth" else ()
            value = substitute(wanted[1][shape[3]], env)
            if callee is not None and callee[0] in ("def", "meth") and has_free(value) and not self.classes.is_class(callee):
                value = substitute(value, self.unification.infer(callee[1], callee[2], env, place, tuple(shape[4])))
            return value
        return None

    def _outside(self, place: Place) -> Place:
        """The place of the closure itself, for what stands in its scope."""
        return Place(place.unit, self.program.unit(place.unit).scopes[place.scope][1], place.pos)
