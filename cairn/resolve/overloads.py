"""Functions that share a name and are told apart by their parameters: which of them a call means."""

from __future__ import annotations

from typing import Any, NamedTuple

from cairn.resolve.budget import Budget
from cairn.resolve.containers import Containers
from cairn.resolve.program import Program, UnitIndex
from cairn.semantics.places import Candidate, Entry, Invoked, Place
from cairn.semantics.values import Args, ClassObject, Definition, Env, Instance, Value, substitute

UNKNOWN = "?"
MANY = 8  # overloads from which on it pays to look for the exact one first (guess)
MAX_POOL = 64  # overloads that are compared with each other; more are generated (guess)
MAX_AMBIGUOUS = 12  # overloads that a call may mean while what they all yield is still looked at (guess)

TRAILING = "{"  # the name of a closure behind the parentheses: it is for the last parameter

# How well an argument fits a parameter, beside 0 (as it is) and 1 (after boxing or another conversion); None: not at all.
UNSURE = -1


class _Graded(NamedTuple):
    phase: int  # 0: the arguments fit as they are, 1: after conversions, 2: as a variable number of arguments
    is_unsure: bool
    candidate: Candidate


class Overloads(Containers):
    """The part of the evaluator that chooses among overloads."""

    def __init__(self, program: Program, budget: Budget) -> None:
        super().__init__(program, budget)
        self._tables: dict[int, tuple[tuple[Candidate, ...], dict[tuple[Any, ...], Candidate]]] = {}
        self._fits: dict[tuple[Value, Value], int | None] = {}

    # What a call means

    def invoked(self, place: Place, callee: int, args: tuple[int, ...]) -> Invoked | None:
        """The function that a call of the expression `callee` means; None if it means no overloaded function."""
        index = self.program.unit(place.unit)
        pos = place.pos if index.function_scope(place.scope) in index.reordered else 0
        key = ("I", place.unit, place.scope, callee, args, pos)
        return self.remember(key, lambda: self._invoked(index, place, callee, args))

    def _invoked(self, index: UnitIndex, place: Place, callee: int, args: tuple[int, ...]) -> Invoked | None:
        shape = index.exprs[callee]
        if shape[0] == "subscript":  # with type arguments
            shape = index.exprs[shape[1]]
        if shape[0] == "name":
            found, via = self.functions_in_scope(index, place, shape[1])
            rules = self.rules(index)
            if rules.looks_by_arguments and via != "self":
                more = rules.functions_by_arguments(self.whole, place, shape[1], args, found)
                found, via = (*found, *more), via or "import"
        elif shape[0] == "member":
            found, via = self._functions_of(index, place, shape[1], shape[2])
        elif shape[0] in ("self", "super"):
            found, via = self._constructors_at(index, place, shape[0]), "self" if shape[0] == "self" else "super"
        else:
            return None
        if not found:
            return None
        chosen = self.choose(found, place, args)
        return Invoked(chosen, via) if chosen else None

    def functions_in_scope(self, index: UnitIndex, place: Place, name: str) -> tuple[tuple[Candidate, ...], str]:
        """The functions of a name in the innermost class around a place that has any, else the imported ones."""
        special = self.rules(index).functions_named(self.whole, place, name)
        if special is not None:
            return special
        for receiver in self.rules(index).implicit_receivers(self.whole, place):
            found = self.functions_of_value(receiver, name) or self.rules(index).extensions(self.whole, place, receiver, name)
            if found:
                return found, "type"
        scope, last, via = place.scope, -1, "self"
        while scope >= 0:
            ordinal = index.class_around(scope)
            if ordinal < 0:
                break
            if ordinal != last:
                found = self.functions(index.number, ordinal, name)
                if found:
                    return found, via
                last = ordinal
                if self.mro(index.number, ordinal)[1]:  # a class above, which no indexed source defines, may have it
                    via = "inferred"
            scope = self._scope_above(index, scope, ordinal)
        return self.rules(index).imported_functions(self.whole, index.number, name), "import"

    @staticmethod
    def _scope_above(index: UnitIndex, scope: int, ordinal: int) -> int:
        """The scope in which the class `ordinal`, which is around `scope`, is defined."""
        own = index.entities[ordinal].scope
        while scope >= 0 and scope != own:
            scope = index.scopes[scope][1]
        return index.scopes[scope][1] if scope >= 0 else -1

    def _functions_of(self, index: UnitIndex, place: Place, receiver: int, name: str) -> tuple[tuple[Candidate, ...], str]:
        owner = self.eval(place, receiver)
        if owner is None:
            return (), ""
        is_self = index.exprs[receiver][0] == "self"
        if owner[0] in ("def", "cls"):
            via = "scope"
        else:
            via = "self" if is_self else "super" if owner[0] == "super" else "inferred" if self.weak else "type"
        for item in owner[1] if owner[0] == "union" else (owner,):
            found = self.functions_of_value(item, name)
            if found:
                return self.rules(index).for_receiver(self.whole, place, receiver, found), via
        return self.rules(index).extensions(self.whole, place, owner, name), via

    def functions_of_value(self, owner: Value, name: str) -> tuple[Candidate, ...]:
        """The functions of a name that a value, or a class, has."""
        known = self.concrete(owner)
        if known is None:
            return ()
        if known[0] == "union":  # what a type parameter with several bounds is
            return next((found for item in known[1] if (found := self.functions_of_value(item, name))), ())
        if known[0] in ("inst", "cls"):
            env = tuple(zip(self.class_params(known[1], known[2]), known[3], strict=False))
            found = self.functions(known[1], known[2], name)
            return tuple(Candidate(row.unit, row.ordinal, through(row.env, env)) for row in found) if env else found
        if known[0] == "def" and self.is_class(known):
            return self.functions(known[1], known[2], name)
        if known[0] == "super":
            return self.functions(known[1], known[2], name, 1)
        return ()

    @staticmethod
    def extension(unit: int, ordinal: int, receiver: Value | None, taken: int) -> Candidate:
        """A function outside of classes, called on a value if it extends one; its first `taken` parameters are that value."""
        return Candidate(unit, ordinal, (), receiver, taken)

    def functions(self, unit: int, ordinal: int, name: str, skip: int = 0) -> tuple[Candidate, ...]:
        """The functions of a name in a class and those above it, without the overridden ones; nearest first."""
        return self.remember(("F", unit, ordinal, name, skip), lambda: self._functions(unit, ordinal, name, skip))

    def _functions(self, unit: int, ordinal: int, name: str, skip: int) -> tuple[Candidate, ...]:
        rows: list[Candidate] = []
        seen: set[Any] = set()
        rules = self.rules(self.program.unit(unit))
        for u, o, args in self.mro(unit, ordinal)[0][skip:]:
            table = self.program.unit(u).methods
            numbers = table[o].get(name, ()) if o in table else ()
            if not numbers:
                numbers = self._accessors(u, o, name)
            env = tuple(zip(self.class_params(u, o), args, strict=False)) if numbers and args else ()
            if rows and rules.hides_above:
                break
            for number in numbers:
                erased = rules.written_signature(self.program.unit(u), number)
                if erased is None:
                    erased = tuple(self._erased(substitute(kind, env)) for kind in self.parameter_types(u, number))
                if erased not in seen:
                    seen.add(erased)
                    rows.append(Candidate(u, number, env))
        return tuple(rows)

    def _accessors(self, unit: int, ordinal: int, name: str) -> list[int]:
        """The component of a record that a method without text gives."""
        index = self.program.unit(unit)
        numbers = index.members[ordinal].get(name, ()) if ordinal in index.members else ()
        return [number for number in numbers if "component" in index.entities[number].flags]

    def _erased(self, value: Value | None) -> Any:
        known = self.concrete(value)
        if known is not None and known[0] == "inst":
            args = tuple(self._erased(arg) for arg in known[3]) if self._is_sequence(known) else ()
            return (known[1], known[2], args)
        return known

    def _is_sequence(self, value: Value) -> bool:
        if value[0] != "inst" or not self.program.is_prelude(value[1]):
            return False
        index = self.program.unit(value[1])
        return index.entities[value[2]].name == self.rules(index).sequence_type

    def _constructors_at(self, index: UnitIndex, place: Place, which: str) -> tuple[Candidate, ...]:
        """The constructors that `this(...)` or `super(...)` may mean."""
        made = self.constructed_class(index, place, which)
        return self.constructors(made[1], made[2]) if made is not None else ()

    def constructed_class(self, index: UnitIndex, place: Place, which: str) -> ClassObject | None:
        """The class of which `this(...)` or `super(...)` makes an instance."""
        ordinal = index.class_around(place.scope)
        if ordinal < 0:
            return None
        if which == "self":
            return ("cls", index.number, ordinal, ())
        for base in self.bases(index.number, ordinal):
            if base is None or base[0] != "cls":
                return None
            if self.program.entity(base[1], base[2]).kind != "interface":
                return base
        return None

    def constructors(self, unit: int, ordinal: int) -> tuple[Candidate, ...]:
        """The constructors that a class declares."""
        index = self.program.unit(unit)
        table = index.methods.get(ordinal, {})
        names = self.rules(index).constructors or (index.entities[ordinal].name,)
        return tuple(
            Candidate(unit, number, ())
            for name in names
            for number in table.get(name, ())
            if "constructor" in index.entities[number].flags
        )

    # Types of parameters

    def parameter_types(self, unit: int, ordinal: int) -> Args:
        """The types of a function's parameters, with its type parameters free."""
        return self.remember(("T", unit, ordinal), lambda: self._parameter_types(unit, ordinal))

    def _parameter_types(self, unit: int, ordinal: int) -> Args:
        entity = self.program.entity(unit, ordinal)
        home = Place(unit, entity.home, entity.pos)
        return tuple(self.type_of(home, kind, (), ordinal) for _, kind, _ in entity.params)

    def _positions(self, candidate: Candidate, names: tuple[str, ...]) -> list[int] | None:
        """For each argument, given by name or by place (""), the parameter that takes it; None if they do not go together."""
        entity = self.program.entity(candidate.unit, candidate.ordinal)
        params, is_open = entity.params[candidate.taken :], "varargs" in entity.flags
        last = len(params) - 1
        if not is_open and not any(names) and len(names) >= len(params):
            return list(range(len(names))) if len(names) == len(params) else None
        found: list[int] = []
        for number, name in enumerate(names):
            if name == TRAILING:
                number = last
            elif name:
                number = next((i for i, param in enumerate(params) if param[0] == name), -1)
                if number < 0:
                    return None
            elif number > last:
                if not is_open:
                    return None
                number = last
            found.append(number)
        given = set(found)
        missing = [i for i in range(len(params)) if i not in given and params[i][2] < 0 and not (is_open and i == last)]
        return None if missing else found

    @staticmethod
    def _names_of(exprs: Any, args: tuple[int, ...]) -> tuple[str, ...]:
        """The names by which arguments are given; "" for those given by place."""
        return tuple(exprs[arg][1] if arg >= 0 and exprs[arg][0] == "keyword" else "" for arg in args)

    # The choice

    def choose(self, found: tuple[Candidate, ...], place: Place, args: tuple[int, ...]) -> tuple[Candidate, ...]:
        """Those of some overloads that a call with these arguments may mean: one, unless something of it is unknown."""
        exprs = self.program.unit(place.unit).exprs
        names = self._names_of(exprs, args)
        if len(found) > MANY and not any(names):
            exact = self._table_of(found).get(tuple(self._erased(self.eval(place, arg)) or UNKNOWN for arg in args))
            if exact is not None:
                return (exact,)
        fitting = [(candidate, where) for candidate in found if (where := self._positions(candidate, names)) is not None]
        if len(fitting) < 2:
            return tuple(candidate for candidate, _ in fitting)
        fitting = self.rules(self.program.unit(place.unit)).for_arguments(self.whole, place, args, fitting)
        values = [self.eval(place, arg) for arg in args]
        graded = [grade for candidate, where in fitting if (grade := self._grade(candidate, where, values)) is not None]
        if len(graded) < 2:
            return tuple(grade.candidate for grade in graded)
        lowest = min(grade.phase for grade in graded)
        pool = [grade for grade in graded if grade.phase == lowest]
        chosen = self._most_specific([grade.candidate for grade in pool], values, names)
        if len(chosen) < 2:
            return chosen
        sure = [grade.candidate for grade in pool if not grade.is_unsure]
        likely = self._most_specific(sure, values, names)
        if len(likely) == 1 and None not in values:
            self.weak = True
            return likely
        return chosen

    def _table_of(self, found: tuple[Candidate, ...]) -> dict[tuple[Any, ...], Candidate]:
        """Overloads by the types of their parameters: one of just the arguments' types is what a call means."""
        known = self._tables.get(id(found))
        if known is None:
            table = {}
            for candidate in reversed(found):
                if "varargs" not in self.program.entity(candidate.unit, candidate.ordinal).flags:
                    kinds = self.parameter_types(candidate.unit, candidate.ordinal)[candidate.taken :]
                    table[tuple(self._erased(substitute(kind, candidate.env)) for kind in kinds)] = candidate
            known = self._tables[id(found)] = (found, table)
        return known[1]

    def _grade(self, candidate: Candidate, where: list[int], values: list[Value | None]) -> _Graded | None:
        self.budget.step()
        kinds = self.parameter_types(candidate.unit, candidate.ordinal)[candidate.taken :]
        entity = self.program.entity(candidate.unit, candidate.ordinal)
        last = len(kinds) - 1 if "varargs" in entity.flags else -1
        phase, is_unsure = (2 if last >= 0 and last not in where else 0), False
        for number, value in zip(where, values, strict=True):
            wanted = substitute(kinds[number], candidate.env)
            fit = self.fit(wanted, value, candidate.unit)
            if number == last and (fit is None or where.count(last) > 1):
                fit = self.fit(self._item_type(wanted), value, candidate.unit)
                phase = 2
            if fit is None:
                return None
            is_unsure = is_unsure or fit == UNSURE
            phase = max(phase, fit)
        return _Graded(phase, is_unsure, candidate)

    @staticmethod
    def _item_type(wanted: Value | None) -> Value | None:
        """What one of a variable number of arguments must be."""
        return wanted[3][0] if wanted is not None and wanted[0] == "inst" and wanted[3] else None

    def fit(self, wanted: Value | None, given: Value | None, unit: int) -> int | None:
        """How well a value fits a parameter's type: 0 as it is, 1 after a conversion, UNSURE, None not at all."""
        if wanted is None or given is None:
            return UNSURE
        key = (wanted, given)
        if key not in self._fits:
            self._fits[key] = UNSURE  # what a type that leads back to itself gets
            self._fits[key] = self._fit(wanted, given, unit)
        return self._fits[key]

    def _fit(self, wanted: Value, given: Value, unit: int) -> int | None:
        target, value = self.concrete(wanted), self.concrete(given)
        if target is None or value is None:
            return UNSURE
        if value[0] == "union":
            grades = [self.fit(target, item, unit) for item in value[1]]
            known = [grade for grade in grades if grade is not None]
            return None if len(known) < len(grades) else UNSURE if UNSURE in known else max(known)
        if target[0] == "union":
            grades = [self.fit(item, value, unit) for item in target[1]]
            return next((grade for grade in grades if grade is not None), None)
        return self.rules(self.program.unit(unit)).fit(self.whole, target, value)

    def is_below(self, value: ClassObject | Instance, target: ClassObject | Instance) -> bool | None:
        """Whether an instance is of a class or of one below it; None if that cannot be told."""
        order, is_open = self.mro(value[1], value[2])
        if any(u == target[1] and o == target[2] for u, o, _ in order):
            return True
        return None if is_open and self.program.is_prelude(target[1]) else False

    def _most_specific(self, pool: list[Candidate], values: list[Value | None], names: tuple[str, ...]) -> tuple[Candidate, ...]:
        """Those that no other one is more specific than, as far as the types of the arguments are known."""
        if len(pool) < 2:
            return tuple(pool)
        if len(pool) > MAX_POOL:
            return ()
        kinds = [self._kinds_for(candidate, names) for candidate in pool]
        kept = []
        for i, candidate in enumerate(pool):
            beaten = any(
                j != i and self._is_narrower(kinds[j], kinds[i], values, pool[i].unit)
                and not (j > i and self._is_narrower(kinds[i], kinds[j], values, pool[i].unit))
                for j in range(len(pool))
            )  # fmt: skip
            if not beaten:
                kept.append(candidate)
        return tuple(kept[:MAX_AMBIGUOUS])

    def _kinds_for(self, candidate: Candidate, names: tuple[str, ...]) -> list[Value | None]:
        kinds = self.parameter_types(candidate.unit, candidate.ordinal)[candidate.taken :]
        where = self._positions(candidate, names) or []
        entity = self.program.entity(candidate.unit, candidate.ordinal)
        is_open = "varargs" in entity.flags and (where.count(len(kinds) - 1) != 1)
        found = []
        for number in where:
            kind = substitute(kinds[number], candidate.env)
            found.append(self._item_type(kind) if is_open and number == len(kinds) - 1 else kind)
        return found

    def _is_narrower(self, left: list[Value | None], right: list[Value | None], values: list[Value | None], unit: int) -> bool:
        """Whether all that suits `left` suits `right`; where an argument is unknown only if the types are the same."""
        for narrow, wide, value in zip(left, right, values, strict=True):
            plain = self._erased(narrow)
            if narrow is not None and (plain == self._erased(wide) or plain == self._erased(value)):
                continue  # a parameter of just the argument's type: whatever else takes it is above that type
            if value is None or not self._is_below(narrow, wide, value, unit):
                return False
        return True

    def _is_below(self, narrow: Value | None, wide: Value | None, value: Value, unit: int) -> bool:
        """Whether a parameter's type is below another one; for closures, whether what they yield is."""
        if value[0] not in ("fn", "ref"):
            return self.fit(wide, narrow, unit) == 0
        left, right = self.function_type(narrow), self.function_type(wide)
        if left is None or right is None:
            return left is not None
        rules = self.rules(self.program.unit(unit))
        if rules.yields_nothing(self.whole, right[2]):
            return not rules.yields_nothing(self.whole, left[2])
        return self.fit(right[2], left[2], unit) == 0

    def seen_from(self, place: Place, field: Definition, value: Value) -> Value | None:
        """The value of a field that is named at a place, its type parameters told by the class that inherits it."""
        index = self.program.unit(place.unit)
        owner = (field[1], self.program.entity(field[1], field[2]).parent)
        ordinal = index.class_around(place.scope)
        while ordinal > 0:
            for u, o, args in self.mro(index.number, ordinal)[0][1:]:
                if (u, o) == owner:
                    return substitute(value, tuple(zip(self.class_params(u, o), args, strict=False)))
            ordinal = index.entities[ordinal].parent
        return value

    def inherited(self, index: UnitIndex, scope: int, name: str) -> Entry | None:
        """A field or type that the class of a scope has from a class above it."""
        ordinal = index.scope_entity[scope]
        if ordinal < 0:
            return None
        key = ("N", index.number, ordinal)
        known = self._memo.get(key)
        table = known[0] if known is not None else self.remember(key, lambda: self._inherited(index.number, ordinal))
        return table.get(name) if table else None

    def _inherited(self, unit: int, ordinal: int) -> dict[str, Entry]:
        """The fields and types that a class has from those above it, nearest first."""
        found: dict[str, Entry] = {}
        for u, o, _ in self.mro(unit, ordinal)[0][1:]:
            table = self.program.unit(u).members
            for name, numbers in table[o].items() if o in table else ():
                found.setdefault(name, Entry("m", (u, numbers[0]), -1))  # type: ignore[arg-type]  # a place in another file
        return found


def through(inner: Env, env: Env) -> Env:
    """What a class found above another one knows of its type parameters, seen from a value of the lower one."""
    return tuple((name, substitute(value, env)) for name, value in inner)
