"""Functions as values, and the results of overloaded ones."""

from __future__ import annotations

from cairn.resolve.evaluator.part import Part, Parts
from cairn.resolve.evaluator.signatures import through
from cairn.semantics.flags import DELEGATE, STATIC, VARARGS
from cairn.semantics.kinds import FIELD, INTERFACE
from cairn.semantics.places import Candidate, Place
from cairn.semantics.questions import question
from cairn.semantics.values import (
    Args,
    Definition,
    Env,
    FunctionType,
    Method,
    MethodReference,
    Told,
    Value,
    has_free,
    substitute,
)


class Functions(Part):
    """Closures, method references and instances of interfaces with one method stand for functions."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.calls = parts.calls
        self.choice = parts.choice
        self.classes = parts.classes
        self.containers = parts.containers
        self.expressions = parts.expressions
        self.generics = parts.generics
        self.overloads = parts.overloads
        self.scopes = parts.scopes
        self.types = parts.types
        self.unification = parts.unification

    def invocation_value(self, place: Place, callee: int, args: tuple[int, ...]) -> tuple[Value | None] | None:
        """The value of a call of an overloaded function, in a tuple; None if it calls none."""
        found = self.overloads.invoked(place, callee, args)
        if found is None:
            return None
        shape = self.program.unit(place.unit).exprs[callee]
        stated = tuple(self.types.type_of(place, kind) for kind in shape[2]) if shape[0] == "subscript" else ()
        values = [self.result(candidate, place, args, stated) for candidate in found.candidates]
        if len(values) == 1:
            return (values[0],)
        return (values[0] if all(value == values[0] for value in values) else None,)

    def result(self, candidate: Candidate, place: Place, args: tuple[int, ...], stated: Args = ()) -> Value | None:
        """The value of a call of one function, its type parameters stated, or told by the receiver and the arguments."""
        unit, ordinal, env = candidate[:3]
        entity = self.program.entity(unit, ordinal)
        value = self.declared_result(candidate)
        if value is None:
            return None
        own = {name for name, _ in entity.type_params}
        if own:
            env = tuple(pair for pair in env if pair[0] not in own)
        value = substitute(value, env)
        if own and has_free(value):
            told: Told = dict.fromkeys(own)
            if stated:
                told.update(zip((name for name, _ in entity.type_params), stated, strict=False))
            else:
                told.update((k, v) for k, v in self.arguments_tell(candidate, env, place, args).items() if k in own)
            value = substitute(value, tuple(told.items()))
        return self.program.unit(unit).roles.calls.finish_return(self.evaluation, unit, ordinal, value)

    def declared_result(self, candidate: Candidate) -> Value | None:
        """The type that a function says it yields, with its type parameters free: `Stack<T>`."""
        return self._declared_result(candidate.unit, candidate.ordinal)

    @question
    def _declared_result(self, unit: int, ordinal: int) -> Value | None:
        entity = self.program.entity(unit, ordinal)
        if entity.kind == FIELD:
            return self.types.type_of(Place(unit, entity.home, entity.pos), entity.type, (), ordinal)
        if entity.returns < 0:
            return self.calls.returned(unit, ordinal, (), None, ())
        return self.types.type_of(Place(unit, entity.home, entity.pos), entity.returns, (), ordinal)

    def arguments_tell(
        self, candidate: Candidate, env: Env, place: Place, args: tuple[int, ...], with_closures: bool = True
    ) -> Told:
        """Type parameters as the arguments of a call tell them; closures are looked at last, or not at all."""
        found: Told = {}
        exprs = self.program.unit(place.unit).exprs
        names = self.choice.names_of(exprs, args)
        where = self.choice.positions(candidate, names)
        if where is None:
            return found
        kinds = self.overloads.parameter_types(candidate.unit, candidate.ordinal)[candidate.taken :]
        if candidate.receiver is not None:
            self.unification.unify(
                self.program.unit(candidate.unit).roles.functions.receiver_type(self.evaluation, candidate),
                candidate.receiver,
                found,
            )
        last = len(kinds) - 1 if VARARGS in self.program.entity(candidate.unit, candidate.ordinal).flags else -1
        later = []
        for number, arg in zip(where, args, strict=True):
            pattern = substitute(kinds[number], env)
            if not has_free(pattern):
                continue
            value = self.expressions.eval(place, arg)
            if number == last and value is not None and not self.containers.is_sequence(value):
                pattern = self.containers.item_type(pattern)
            if value is not None and value[0] in ("fn", "ref"):
                later.append((pattern, value))
            else:
                self.unification.unify(pattern, value, found)
        for pattern, value in later if with_closures else ():
            self.unification.unify(substitute(pattern, tuple(found.items())), value, found)
        return found

    def function_type(self, value: Value | None) -> FunctionType | None:
        """The parameters and the result of a value that stands for a function: of a `Comparator<Cart>`; None for others."""
        known = self.generics.concrete(value)
        if known is None or known[0] == "fty":
            return known
        if known[0] != "inst":
            return None
        single = self._single_method(known[1], known[2])
        if single is None:
            return None
        unit, ordinal, inner = single[:3]
        env = through(inner, tuple(zip(self.generics.parameters(known[1], known[2]), known[3], strict=False)))
        params = tuple(substitute(kind, env) for kind in self.overloads.parameter_types(unit, ordinal))
        result = self.declared_result(single)
        return ("fty", params, substitute(result, env))

    def referenced(self, value: MethodReference, params: Args) -> Value | None:
        """The value that a method reference, `Cart::total`, yields when it is called with values of these types."""
        _, unit, scope, pos, owner_expr, name = value
        place = Place(unit, scope, pos)
        if owner_expr < 0:
            return self._referenced_here(place, name, params)
        owner = self.expressions.eval(place, owner_expr)
        if owner is None:
            owner = self.types.type_of(place, owner_expr)
        if owner is None:
            return None
        if name == "new":
            return ("inst", owner[1], owner[2], ()) if owner[0] == "def" else None
        is_class = owner[0] in ("def", "cls")
        for candidate in self.overloads.of_value(owner, name):
            entity = self.program.entity(candidate.unit, candidate.ordinal)
            through = is_class and STATIC not in entity.flags
            if len(entity.params) + through == len(params):
                env = candidate.env
                if through and params[0] is not None and params[0][0] == "inst":
                    env = next((c.env for c in self.overloads.of_value(params[0], name) if c.ordinal == candidate.ordinal), env)
                return self.result(Candidate(candidate.unit, candidate.ordinal, env), place, ())
        return None

    def _referenced_here(self, place: Place, name: str, params: Args) -> Value | None:
        """The value that `::name` yields: of a function that is seen at the place, or an instance of a class."""
        found, _ = self.overloads.in_scope(place, name)
        fitting = [one for one in found if len(self.program.entity(one.unit, one.ordinal).params) == len(params)]
        if fitting:
            return self.result(fitting[0], place, ()) if len(fitting) == 1 else None
        value = self.scopes.lookup(place, name)
        return (
            ("inst", value[1], value[2], ()) if value is not None and value[0] == "def" and self.classes.is_class(value) else None
        )

    @question
    def _single_method(self, unit: int, ordinal: int) -> Candidate | None:
        """The only method of an interface that its implementations must write."""
        entity = self.program.entity(unit, ordinal)
        if DELEGATE in entity.flags:
            return Candidate(unit, ordinal, tuple((name, ("tv", name, unit, ordinal)) for name, _ in entity.type_params))
        if entity.kind != INTERFACE:
            return None
        found = []
        written: set[tuple[str, int]] = set()
        for u, o, args in self.classes.mro(unit, ordinal)[0]:
            table = self.program.unit(u).methods
            env = tuple(zip(self.generics.parameters(u, o), args, strict=False))
            for name, numbers in table.get(o, {}).items():
                for number in numbers:
                    key = (name, len(self.program.entity(u, number).params))
                    if key in written:
                        continue
                    written.add(key)
                    if self.program.unit(u).roles.members.must_be_written(self.evaluation, u, number):
                        found.append(Candidate(u, number, env))
        return found[0] if len(found) == 1 else None

    def applied(self, place: Place, function: Definition | Method, args: tuple[int, ...]) -> Method:
        """A function with type arguments that are written, `load<Cart>`; those left out have their defaults."""
        unit, ordinal = function[1], function[2]
        entity = self.program.entity(unit, ordinal)
        env: list[tuple[str, Value | None]] = []
        for position, (name, default) in enumerate(entity.type_params):
            if position < len(args):
                value = self.types.type_of(place, args[position])
            else:
                value = self.types.type_of(Place(unit, entity.home, entity.pos), default, tuple(env), ordinal)
            if value is not None:
                env.append((name, value))
        return ("meth", unit, ordinal, (*env, *(function[3] if function[0] == "meth" else ())))
