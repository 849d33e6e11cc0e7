"""What calls of overloaded functions yield; closures, method references, and the types that stand for functions."""

from __future__ import annotations

from typing import Any

from cairn.resolve.overloads import Overloads, through
from cairn.semantics.places import Candidate, Place
from cairn.semantics.values import Args, Env, FunctionType, MethodReference, Told, Value, has_free, substitute, union


class Functions(Overloads):
    """The part of the evaluator that knows functions as values where overloads are told apart."""

    # What a call yields

    def invocation_value(self, place: Place, callee: int, args: tuple[int, ...]) -> tuple[Value | None] | None:
        """What a call of an overloaded function yields; None if it calls none."""
        found = self.invoked(place, callee, args)
        if found is None:
            return None
        shape = self.program.unit(place.unit).exprs[callee]
        stated = tuple(self.type_of(place, kind) for kind in shape[2]) if shape[0] == "subscript" else ()
        values = [self.result(candidate, place, args, stated) for candidate in found.candidates]
        if len(values) == 1:
            return (values[0],)
        return (values[0] if all(value == values[0] for value in values) else None,)

    def result(self, candidate: Candidate, place: Place, args: tuple[int, ...], stated: Args = ()) -> Value | None:
        """What a call of one function yields, its type parameters stated, or told by the receiver and the arguments."""
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
        return self.rules(self.program.unit(unit)).finish_return(self.whole, unit, ordinal, value)

    def declared_result(self, candidate: Candidate) -> Value | None:
        """What a function says that it yields, with its type parameters free."""
        unit, ordinal = candidate.unit, candidate.ordinal
        return self.remember(("Y", unit, ordinal), lambda: self._declared_result(unit, ordinal))

    def _declared_result(self, unit: int, ordinal: int) -> Value | None:
        entity = self.program.entity(unit, ordinal)
        if entity.kind == "field":
            return self.type_of(Place(unit, entity.home, entity.pos), entity.type, (), ordinal)
        if entity.returns < 0:
            return self.returned(unit, ordinal, (), None, ())
        return self.type_of(Place(unit, entity.home, entity.pos), entity.returns, (), ordinal)

    def arguments_tell(
        self, candidate: Candidate, env: Env, place: Place, args: tuple[int, ...], with_closures: bool = True
    ) -> Told:
        """Type parameters as the arguments of a call tell them; closures are looked at last, or not at all."""
        found: Told = {}
        exprs = self.program.unit(place.unit).exprs
        names = self._names_of(exprs, args)
        where = self._positions(candidate, names)
        if where is None:
            return found
        kinds = self.parameter_types(candidate.unit, candidate.ordinal)[candidate.taken :]
        if candidate.receiver is not None:
            self.unify(
                self.rules(self.program.unit(candidate.unit)).receiver_type(self.whole, candidate), candidate.receiver, found
            )
        last = len(kinds) - 1 if "varargs" in self.program.entity(candidate.unit, candidate.ordinal).flags else -1
        later = []
        for number, arg in zip(where, args, strict=True):
            pattern = substitute(kinds[number], env)
            if not has_free(pattern):
                continue
            value = self.eval(place, arg)
            if number == last and value is not None and not self._is_sequence(value):
                pattern = self._item_type(pattern)
            if value is not None and value[0] in ("fn", "ref"):
                later.append((pattern, value))
            else:
                self.unify(pattern, value, found)
        for pattern, value in later if with_closures else ():
            self.unify(substitute(pattern, tuple(found.items())), value, found)
        return found

    # What closures and the arguments around them must be

    def expected_argument(self, place: Place, call: int, position: int, around: int = -1) -> Value | None:
        """The type that an argument of a call must have, as far as the other arguments tell it."""
        shape = self.program.unit(place.unit).exprs[call]
        args = tuple(shape[2])
        if shape[0] == "new":
            made = self.type_of(place, shape[1])
            candidates = self.choose(self.constructors(made[1], made[2]), place, args) if made and made[0] == "inst" else ()
        else:
            found = self.invoked(place, shape[1], args)
            candidates = found.candidates if found is not None else ()
        values = [self._expected_of(candidate, place, args, position, around) for candidate in candidates]
        return union(values) if len({repr(value) for value in values}) == 1 else None

    def _expected_of(self, candidate: Candidate, place: Place, args: tuple[int, ...], position: int, around: int) -> Value | None:
        kinds = self.parameter_types(candidate.unit, candidate.ordinal)[candidate.taken :]
        exprs = self.program.unit(place.unit).exprs
        where = self._positions(candidate, self._names_of(exprs, args))
        if where is None or args[position] < 0:
            return None
        entity = self.program.entity(candidate.unit, candidate.ordinal)
        wanted = substitute(kinds[where[position]], candidate.env)
        is_open = "varargs" in entity.flags and where[position] == len(kinds) - 1
        if is_open and wanted is not None and self._is_sequence(wanted):
            wanted = self._item_type(wanted)
        if has_free(wanted):
            told = self.arguments_tell(candidate, candidate.env, place, args, with_closures=False)
            wanted = substitute(wanted, tuple(told.items()))
            if around >= 0 and has_free(wanted):
                told = {}
                self.unify(substitute(self.declared_result(candidate), candidate.env), self.eval(place, around), told)
                wanted = substitute(wanted, tuple(told.items()))
        return wanted

    def function_type(self, value: Value | None) -> FunctionType | None:
        """("fty", parameters, result) for an instance that stands for a function; None for others."""
        known = self.concrete(value)
        if known is None or known[0] == "fty":
            return known
        if known[0] != "inst":
            return None
        single = self.remember(("S", known[1], known[2]), lambda: self._single_method(known[1], known[2]))
        if single is None:
            return None
        unit, ordinal, inner = single[:3]
        env = through(inner, tuple(zip(self.class_params(known[1], known[2]), known[3], strict=False)))
        params = tuple(substitute(kind, env) for kind in self.parameter_types(unit, ordinal))
        result = self.declared_result(single)
        return ("fty", params, substitute(result, env))

    def referenced(self, value: MethodReference, params: Args) -> Value | None:
        """What a method that is taken as a value yields, called with values of these types."""
        _, unit, scope, pos, owner_expr, name = value
        place = Place(unit, scope, pos)
        if owner_expr < 0:
            return self._referenced_here(place, name, params)
        owner = self.eval(place, owner_expr)
        if owner is None:
            owner = self.type_of(place, owner_expr)
        if owner is None:
            return None
        if name == "new":
            return ("inst", owner[1], owner[2], ()) if owner[0] == "def" else None
        is_class = owner[0] in ("def", "cls")
        for candidate in self.functions_of_value(owner, name):
            entity = self.program.entity(candidate.unit, candidate.ordinal)
            through = is_class and "static" not in entity.flags.split()
            if len(entity.params) + through == len(params):
                env = candidate.env
                if through and params[0] is not None and params[0][0] == "inst":
                    env = next((c.env for c in self.functions_of_value(params[0], name) if c.ordinal == candidate.ordinal), env)
                return self.result(Candidate(candidate.unit, candidate.ordinal, env), place, ())
        return None

    def _referenced_here(self, place: Place, name: str, params: Args) -> Value | None:
        """What `::name` yields: a function that is seen at the place, or an instance of a class."""
        found, _ = self.functions_in_scope(self.program.unit(place.unit), place, name)
        fitting = [one for one in found if len(self.program.entity(one.unit, one.ordinal).params) == len(params)]
        if fitting:
            return self.result(fitting[0], place, ()) if len(fitting) == 1 else None
        value = self.lookup(place, name)
        return ("inst", value[1], value[2], ()) if value is not None and value[0] == "def" and self.is_class(value) else None

    def _single_method(self, unit: int, ordinal: int) -> Candidate | None:
        """The only method of an interface that its implementations must write."""
        entity = self.program.entity(unit, ordinal)
        if "delegate" in entity.flags:
            return Candidate(unit, ordinal, tuple((name, ("tv", name, unit, ordinal)) for name, _ in entity.type_params))
        if entity.kind != "interface":
            return None
        found = []
        written: set[Any] = set()
        for u, o, args in self.mro(unit, ordinal)[0]:
            table = self.program.unit(u).methods
            env = tuple(zip(self.class_params(u, o), args, strict=False))
            for name, numbers in table.get(o, {}).items():
                for number in numbers:
                    key = (name, len(self.program.entity(u, number).params))
                    if key in written:
                        continue
                    written.add(key)
                    if self.rules(self.program.unit(u)).must_be_written(self.whole, u, number):
                        found.append(Candidate(u, number, env))
        return found[0] if len(found) == 1 else None
