"""Closures, method references, and the types that stand for functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cairn.languages.values import Value, has_free, substitute, union
from cairn.resolve.overloads import Candidate, Overloads, through

if TYPE_CHECKING:
    from cairn.resolve.evaluate import Place


class Functions(Overloads):
    """The part of the evaluator that knows functions as values where overloads are told apart."""

    def expected_argument(self, place: Place, call: int, position: int, around: int = -1) -> Value | None:
        """The type that an argument of a call must have, as far as the other arguments tell it."""
        shape = self.program.unit(place.unit).exprs[call]
        args = tuple(shape[2])
        if shape[0] == "w":
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

    def function_type(self, value: Value | None) -> Value | None:
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

    def referenced(self, value: Value, params: tuple[Value | None, ...]) -> Value | None:
        """What a method that is taken as a value yields, called with values of these types."""
        from cairn.resolve.evaluate import Place

        _, unit, scope, pos, owner_expr, name = value
        place = Place(unit, scope, pos)
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
                    if self.rules(self.program.unit(u)).must_be_written(self, u, number):
                        found.append(Candidate(u, number, env))
        return found[0] if len(found) == 1 else None
