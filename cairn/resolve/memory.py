"""What the parts of the evaluator ask of one another, how their answers are remembered, and what an answer may cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from cairn.resolve.budget import Budget
from cairn.resolve.program import Program, UnitIndex
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.places import Entry, Place
from cairn.semantics.roles import Rules
from cairn.semantics.values import Args, Closure, Env, FunctionType, Told, Value

T = TypeVar("T")

_TOO_DEEP = 1  # the level, as a bit, of what was cut short above all that is being computed
_NOTHING: tuple[None, bool, int] = (None, False, 0)


class Memory:
    """The lowest part of the evaluator: the program that questions are about, and the answers there are.

    `weak` is set when an answer rests on something inferred rather than written down: a function's
    body, a default value, one of several alternatives.

    Questions may lead back to themselves: the inner one then has no answer, and what was found on the way of such a
    circle is only kept while the question that it was cut short at is still being answered. Each question that is
    being answered has a level, counted from 1; `_cuts` has a bit for each level that the answer at hand was cut short at.
    """

    def __init__(self, program: Program, budget: Budget) -> None:
        self.program = program
        self.whole = cast("Evaluation", self)  # with the parts above, for the rules of languages
        self.budget = budget
        self.depth = 0
        self.weak = False
        self.is_positional = False  # an answer depends on where in a scope the question stands
        self._memo: dict[Any, tuple[Any, bool, int]] = {}
        self._running: dict[Any, int] = {}
        self._cuts = 0
        self._passing: dict[int, list[Any]] = {}  # keys that are kept until a level has its answer

    if TYPE_CHECKING:  # what the parts above implement and those below ask

        def eval(self, place: Place, expr: int) -> Value | None: ...
        def type_of(self, place: Place, expr: int, env: Env = (), owner: int = -1) -> Value | None: ...
        def lookup(self, place: Place, name: str) -> Value | None: ...
        def binding_value(self, unit: int, number: int) -> Value | None: ...
        def entry_value(self, unit: int, entry: Entry) -> Value | None: ...
        def held(self, value: Value | None) -> Value | None: ...
        def element(self, owner: Value | None) -> Value | None: ...
        def item(self, whole: Value | None, number: int | str) -> Value | None: ...
        def call(self, callee: Value | None, place: Place, args: tuple[int, ...]) -> Value | None: ...
        def returned(self, unit: int, ordinal: int, env: Env, place: Place | None, args: tuple[int, ...]) -> Value | None: ...
        def parameter_type(
            self, callee: Value | None, place: Place, position: int, args: tuple[int, ...] = ()
        ) -> Value | None: ...
        def closure_value(self, closure: Closure) -> Value | None: ...
        def function_type(self, value: Value | None) -> FunctionType | None: ...
        def instance_of(self, target: Value, args: Args, place: Place, env: Env = ()) -> Value | None: ...
        def alias(self, unit: int, ordinal: int, args: Args) -> Value | None: ...
        def unify(self, pattern: Value | None, value: Value | None, found: Told) -> None: ...

    @staticmethod
    def rules(unit: UnitIndex) -> Rules:
        """The rules of a unit's language."""
        return unit.rules

    def remember(self, key: Any, compute: Callable[[], T]) -> T:
        """The answer for a key, computed once.

        A question that leads back to itself has no answer. What was answered on the way of such a circle is kept
        until the circle is closed, except for where the circle began: else answers would depend on the order of questions.
        """
        known = self._memo.get(key)
        if known is not None:
            self.weak |= known[1]
            self._cuts |= known[2]
            return known[0]  # type: ignore[no-any-return]  # what the same key gave before
        level = self._running.get(key)
        if level is not None:
            self._cuts |= 1 << level
            return None  # type: ignore[return-value]  # every question may stay without an answer
        outer_positional = self.is_positional
        answer = self._answer(key, key, compute)
        self.is_positional = outer_positional  # what is remembered was asked at a place of its own
        return answer

    def remember_at(self, anywhere: Any, pos: int, compute: Callable[[], T]) -> T:
        """The answer for a key at a position, computed once; once for all positions where they do not matter."""
        here = (anywhere, pos)
        known = self._memo.get(anywhere) or self._memo.get(here)
        if known is not None:
            self.weak |= known[1]
            self._cuts |= known[2]
            self.is_positional |= anywhere not in self._memo
            return known[0]  # type: ignore[no-any-return]  # what the same key gave before
        level = self._running.get(here)
        if level is not None:
            self._cuts |= 1 << level
            return None  # type: ignore[return-value]  # every question may stay without an answer
        outer_positional, self.is_positional = self.is_positional, False
        answer = self._answer(here, anywhere, compute)
        self.is_positional |= outer_positional
        return answer

    def _answer(self, key: Any, anywhere: Any, compute: Callable[[], T]) -> T:
        """Compute and keep an answer: for `anywhere` if it turns out not to depend on its position."""
        budget = self.budget
        budget.steps += 1
        if budget.steps >= budget.pause_at:
            budget.pause()
        level = len(self._running) + 1
        self._running[key] = level
        outer_cuts, self._cuts = self._cuts, 0
        outer_weak, self.weak = self.weak, False
        begun = budget.steps
        try:
            answer = compute()
        except BaseException:
            del self._running[key]
            self._release(level)
            if budget.is_to_blame(begun):  # or every question that leads here would spend as much again
                self._memo[key] = _NOTHING
            raise
        del self._running[key]
        if level in self._passing:
            self._release(level)
        cuts = self._cuts & ~(1 << level)
        key = key if self.is_positional else anywhere
        self._memo[key] = (answer, self.weak, cuts)
        if cuts:
            self._passing.setdefault(self._kept_until(cuts), []).append(key)
        self._cuts = cuts | outer_cuts
        self.weak |= outer_weak
        return answer

    def _kept_until(self, cuts: int) -> int:
        """The level that an answer which was cut short is kept until.

        As soon as one of the questions that cut it short has its answer, a better one can be had. Where circles lie
        inside of one another, to look for it takes exponential time: what has cost much is kept for the whole circle.
        """
        if self.budget.is_strained():
            return (cuts & -cuts).bit_length() - 1
        return cuts.bit_length() - 1

    def _release(self, level: int) -> None:
        for key in self._passing.pop(level, ()):
            self._memo.pop(key, None)

    def once(self, key: Any, compute: Callable[[], T]) -> T | None:
        """The answer for a key, None where it is already being computed; nothing is kept."""
        level = self._running.get(key)
        if level is not None:
            self._cuts |= 1 << level
            return None
        level = len(self._running) + 1
        self._running[key] = level
        try:
            return compute()
        finally:
            del self._running[key]
            self._release(level)
            self._cuts &= ~(1 << level)

    def forget(self) -> None:
        """Drop all answers, because what they rest on has changed."""
        self._memo.clear()
        self._passing.clear()

    @property
    def is_cut(self) -> bool:
        """Whether the answer at hand rests on one that was cut short because it lay too deep."""
        return bool(self._cuts & _TOO_DEEP)

    def begin(self) -> None:
        """Begin a question of its own."""
        self.budget.begin()
        self.weak = False
        self._cuts = 0
        self._release(0)

    def cut(self) -> None:
        """Say that an answer was cut short because it lies too deep."""
        self._cuts |= _TOO_DEEP
