"""Constness: `watts()` and `watts() const` are told apart by whether their receiver may be changed."""

from __future__ import annotations

from collections.abc import Callable

from cairn.languages.c.linkage import signature_mark
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Call, Expr, Member
from cairn.semantics.flags import CONST, MUTABLE
from cairn.semantics.kinds import FIELD, FUNCTION, METHOD
from cairn.semantics.places import Candidate, Place
from cairn.semantics.values import Args, Value

MAX_CONST_DEPTH = 20  # of an expression that is asked for constness (guess)


class Constness:
    """Whether the value of an expression may be changed."""

    def _takes_const(self, index: UnitView, expr: int) -> bool | None:
        """Whether a parameter leads to what it may not change; None if it takes a value."""
        if expr < 0 or index.exprs[expr][0] not in ("pointer", "indirect"):
            return None
        return self._is_const_type(index, expr)

    def is_const(self, evaluation: Evaluation, place: Place, expr: int, depth: int) -> bool:
        """Whether what an expression yields may not be changed; -1 is `this`."""
        index = evaluation.program.unit(place.unit)
        shape: Expr = index.exprs[expr] if expr >= 0 else ("self",)
        if depth > MAX_CONST_DEPTH:
            return False
        if shape[0] == "self":
            return self._is_const_method(evaluation, index, place.scope)
        if shape[0] in ("pointee", "address", "indirect", "pointer_subscript"):
            return self.is_const(evaluation, place, shape[1], depth + 1)
        if shape[0] == "first":  # the first of several
            return bool(shape[1]) and self.is_const(evaluation, place, shape[1][0], depth + 1)
        if shape[0] == "cast":
            return self._is_const_type(index, shape[1])
        if shape[0] == "name":
            return self._is_const_name(evaluation, index, place, shape[1], depth)
        if shape[0] == "member":
            return self._is_const_member(evaluation, place, shape, depth)
        return shape[0] == "call" and self._is_const_result(evaluation, place, shape)

    def _is_const_member(self, evaluation: Evaluation, place: Place, shape: Member, depth: int) -> bool:
        owner = evaluation.expressions.eval(place, shape[1])
        found = evaluation.members.target(owner, shape[2]) if owner is not None and owner[0] != "union" else None
        return self._is_const_field(evaluation, found, lambda: self.is_const(evaluation, place, shape[1], depth + 1))

    def _is_const_result(self, evaluation: Evaluation, place: Place, shape: Call) -> bool:
        called = evaluation.overloads.invoked(place, shape[1], tuple(shape[2]))
        if called is None:
            return False
        one = called.candidates[0]
        return self._is_const_type(evaluation.program.unit(one.unit), evaluation.program.entity(one.unit, one.ordinal).returns)

    def _is_const_method(self, evaluation: Evaluation, index: UnitView, scope: int) -> bool:
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0:
                return index.entities[ordinal].kind in (METHOD, FUNCTION) and CONST in index.entities[ordinal].flags
            scope = index.scopes[scope][1]
        return False

    def _is_const_name(self, evaluation: Evaluation, index: UnitView, place: Place, name: str, depth: int) -> bool:
        found = evaluation.scopes.find(place, name)
        if found is None:
            return False
        entry = found[0][0]
        if entry.tag == "binding":
            binding = index.bindings[entry.number]
            if binding.type >= 0:
                return self._is_const_type(index, binding.type)
            return (
                self.is_const(evaluation, Place(place.unit, binding.scope, binding.pos), binding.value, depth + 1)
                if binding.value >= 0
                else False
            )
        value = evaluation.scopes.entry_value(index.number, entry)
        return self._is_const_field(evaluation, value, lambda: self._is_const_method(evaluation, index, place.scope))

    def _is_const_field(self, evaluation: Evaluation, value: Value | None, is_owner_const: Callable[[], bool]) -> bool:
        if value is None or value[0] != "def":
            return False
        entity, home = evaluation.program.entity(value[1], value[2]), evaluation.program.unit(value[1])
        if entity.type < 0:
            return False
        if self._is_const_type(home, entity.type):
            return True
        return (
            home.exprs[entity.type][0] != "pointer" and entity.kind == FIELD and MUTABLE not in entity.flags and is_owner_const()
        )

    @staticmethod
    def _is_const_type(index: UnitView, expr: int) -> bool:
        while expr >= 0:
            shape = index.exprs[expr]
            if shape[0] == "const":
                return True
            if shape[0] not in ("pointer", "indirect"):
                return False
            expr = shape[1]
        return False

    def for_receiver(
        self, evaluation: Evaluation, place: Place, receiver: int, found: tuple[Candidate, ...]
    ) -> tuple[Candidate, ...]:
        by_mark: dict[str, list[Candidate]] = {}
        for candidate in found:
            by_mark.setdefault(signature_mark(evaluation.program.entity(candidate.unit, candidate.ordinal)), []).append(candidate)
        if all(len(rows) == 1 for rows in by_mark.values()):
            return found
        is_const = self.is_const(evaluation, place, receiver, 0)
        kept = []
        for mark, rows in by_mark.items():
            same = [row for row in rows if (CONST in evaluation.program.entity(row.unit, row.ordinal).flags) == is_const]
            kept += same if mark and same else rows
        return tuple(kept)

    def for_arguments(
        self, evaluation: Evaluation, place: Place, args: tuple[int, ...], fitting: list[tuple[Candidate, list[int]]]
    ) -> list[tuple[Candidate, list[int]]]:
        rows = [
            (one, evaluation.program.unit(one[0].unit), evaluation.program.entity(one[0].unit, one[0].ordinal)) for one in fitting
        ]
        if not any(self._takes_const(home, param[1]) is not None for _, home, entity in rows for param in entity.params):
            return fitting
        given = [self.is_const(evaluation, place, arg, 0) if arg >= 0 else False for arg in args]
        scores = []
        for (_, where), home, entity in rows:
            taken = [self._takes_const(home, entity.params[number][1]) for number in where]
            is_fit = not any(const and wanted is False for const, wanted in zip(given, taken, strict=True))
            scores.append((not is_fit, sum(wanted is True and not const for const, wanted in zip(given, taken, strict=True))))
        if all(score[0] for score in scores):
            return fitting
        kept = [(row, score) for row, score in zip(rows, scores, strict=True) if not score[0]]
        best: dict[Args, int] = {}
        for (one, _, _), score in kept:
            key = evaluation.overloads.parameter_types(one[0].unit, one[0].ordinal)
            best[key] = min(best.get(key, score[1]), score[1])
        return [
            one
            for (one, _, _), score in kept
            if best[evaluation.overloads.parameter_types(one[0].unit, one[0].ordinal)] == score[1]
        ]
