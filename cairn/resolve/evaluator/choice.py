"""The choice among functions of one name, by the arguments of a call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cairn.resolve.evaluator.part import Part, Parts
from cairn.resolve.evaluator.signatures import TRAILING
from cairn.semantics import roles
from cairn.semantics.expressions import Expr
from cairn.semantics.flags import VARARGS
from cairn.semantics.places import Candidate, Place
from cairn.semantics.questions import question, question_or
from cairn.semantics.values import (
    Value,
    substitute,
)

MANY = 8  # overloads from which on it pays to look for the exact one first (guess)
MAX_POOL = 64  # overloads that are compared with each other; more are generated (guess)
MAX_AMBIGUOUS = 12  # overloads that a call may mean while what they all yield is still looked at (guess)

# How well an argument fits a parameter, beside 0 (as it is) and 1 (after boxing or another conversion); None: not at all.
UNSURE = -1
UNKNOWN = "?"


class _Graded(NamedTuple):
    phase: int  # 0: the arguments fit as they are, 1: after conversions, 2: as a variable number of arguments
    is_unsure: bool
    candidate: Candidate


class Choice(Part):
    """Overloads are chosen as compilers do: what fits as it is before what has to be converted, and the most specific of that."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.containers = parts.containers
        self.expressions = parts.expressions
        self.functions = parts.functions
        self.generics = parts.generics
        self.overloads = parts.overloads

    def positions(self, candidate: Candidate, names: tuple[str, ...]) -> list[int] | None:
        """The parameter that takes each argument, None if they do not go together; `names` has "" for one given by place."""
        entity = self.program.entity(candidate.unit, candidate.ordinal)
        params, is_open = entity.params[candidate.taken :], VARARGS in entity.flags
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
    def names_of(exprs: Sequence[Expr], args: tuple[int, ...]) -> tuple[str, ...]:
        """The names by which arguments are given; "" for those given by place."""
        return tuple(shape[1] if arg >= 0 and (shape := exprs[arg])[0] == "keyword" else "" for arg in args)

    def choose(self, found: tuple[Candidate, ...], place: Place, args: tuple[int, ...]) -> tuple[Candidate, ...]:
        """The overloads that a call with these arguments may mean: one, unless the type of an argument is unknown."""
        exprs = self.program.unit(place.unit).exprs
        names = self.names_of(exprs, args)
        if len(found) > MANY and not any(names):
            table = self._table_of(found)
            kinds = tuple(self.overloads.erased(self.expressions.eval(place, arg)) or UNKNOWN for arg in args)
            if table is not None and (exact := table.get(kinds)) is not None:
                return (exact,)
        fitting = [(candidate, where) for candidate in found if (where := self.positions(candidate, names)) is not None]
        if len(fitting) < 2:
            return tuple(candidate for candidate, _ in fitting)
        fitting = self.program.unit(place.unit).roles.overloads.for_arguments(self.evaluation, place, args, fitting)
        values = [self.expressions.eval(place, arg) for arg in args]
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
            self.memory.weak = True
            return likely
        return chosen

    @question
    def _table_of(self, found: tuple[Candidate, ...]) -> dict[tuple[object, ...], Candidate]:
        """Overloads by the types of their parameters: a call means the one whose types are just those of its arguments."""
        table = {}
        for candidate in reversed(found):
            if VARARGS not in self.program.entity(candidate.unit, candidate.ordinal).flags:
                kinds = self.overloads.parameter_types(candidate.unit, candidate.ordinal)[candidate.taken :]
                table[tuple(self.overloads.erased(substitute(kind, candidate.env)) for kind in kinds)] = candidate
        return table

    def _grade(self, candidate: Candidate, where: list[int], values: list[Value | None]) -> _Graded | None:
        self.memory.budget.step()
        kinds = self.overloads.parameter_types(candidate.unit, candidate.ordinal)[candidate.taken :]
        entity = self.program.entity(candidate.unit, candidate.ordinal)
        last = len(kinds) - 1 if VARARGS in entity.flags else -1
        phase, is_unsure = (2 if last >= 0 and last not in where else 0), False
        for number, value in zip(where, values, strict=True):
            wanted = substitute(kinds[number], candidate.env)
            fit = self.fit(wanted, value, candidate.unit)
            if number == last and (fit is None or where.count(last) > 1):
                fit = self.fit(self.containers.item_type(wanted), value, candidate.unit)
                phase = 2
            if fit is None:
                return None
            is_unsure = is_unsure or fit == UNSURE
            phase = max(phase, fit)
        return _Graded(phase, is_unsure, candidate)

    def fit(self, wanted: Value | None, given: Value | None, unit: int) -> int | None:
        """How well a value fits a parameter's type: 0 as it is, 1 after a conversion, UNSURE, None not at all."""
        if wanted is None or given is None:
            return UNSURE
        return self._fit(wanted, given, self.program.unit(unit).roles.overloads)

    @question_or(UNSURE)
    def _fit(self, wanted: Value, given: Value, rules: roles.Overloads) -> int | None:
        target, value = self.generics.concrete(wanted), self.generics.concrete(given)
        if target is None or value is None:
            return UNSURE
        if value[0] == "union":
            grades = [self._fit(target, item, rules) for item in value[1]]
            known = [grade for grade in grades if grade is not None]
            return None if len(known) < len(grades) else UNSURE if UNSURE in known else max(known)
        if target[0] == "union":
            grades = [self._fit(item, value, rules) for item in target[1]]
            return next((grade for grade in grades if grade is not None), None)
        return rules.fit(self.evaluation, target, value)

    def _most_specific(self, pool: list[Candidate], values: list[Value | None], names: tuple[str, ...]) -> tuple[Candidate, ...]:
        """The functions that no other one is more specific than, as far as the types of the arguments are known."""
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
        kinds = self.overloads.parameter_types(candidate.unit, candidate.ordinal)[candidate.taken :]
        where = self.positions(candidate, names) or []
        entity = self.program.entity(candidate.unit, candidate.ordinal)
        is_open = VARARGS in entity.flags and (where.count(len(kinds) - 1) != 1)
        found = []
        for number in where:
            kind = substitute(kinds[number], candidate.env)
            found.append(self.containers.item_type(kind) if is_open and number == len(kinds) - 1 else kind)
        return found

    def _is_narrower(self, left: list[Value | None], right: list[Value | None], values: list[Value | None], unit: int) -> bool:
        """Whether every argument that suits `left` suits `right`, too; of an unknown argument only if the types are the same."""
        for narrow, wide, value in zip(left, right, values, strict=True):
            plain = self.overloads.erased(narrow)
            if narrow is not None and (plain == self.overloads.erased(wide) or plain == self.overloads.erased(value)):
                continue  # a parameter of just the argument's type: whatever else takes it is above that type
            if value is None or not self._is_below(narrow, wide, value, unit):
                return False
        return True

    def _is_below(self, narrow: Value | None, wide: Value | None, value: Value, unit: int) -> bool:
        """Whether a parameter's type is below another one; for closures, whether their results are."""
        if value[0] not in ("fn", "ref"):
            return self.fit(wide, narrow, unit) == 0
        left, right = self.functions.function_type(narrow), self.functions.function_type(wide)
        if left is None or right is None:
            return left is not None
        roles = self.program.unit(unit).roles
        if roles.overloads.yields_nothing(self.evaluation, right[2]):
            return not roles.overloads.yields_nothing(self.evaluation, left[2])
        return self.fit(right[2], left[2], unit) == 0
