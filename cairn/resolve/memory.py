"""What the parts of the evaluator ask of one another, and how their answers are remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from cairn.languages.found import Place
from cairn.languages.rules import Rules
from cairn.languages.values import Env, Value
from cairn.resolve.program import Program, UnitIndex

T = TypeVar("T")

UNCUT = 1 << 30  # deeper than any question


class Memory:
    """The lowest part of the evaluator: the program that questions are about, and the answers there are.

    `weak` is set when an answer rests on something inferred rather than written down: a function's
    body, a default value, one of several alternatives.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.depth = 0
        self.weak = False
        self.is_positional = False  # an answer depends on where in a scope the question stands
        self._memo: dict[Any, tuple[Any, bool]] = {}
        self._running: dict[Any, int] = {}
        self._lowest = UNCUT

    if TYPE_CHECKING:  # what the parts above implement and those below ask

        def eval(self, place: Place, expr: int) -> Value | None: ...
        def type_of(self, place: Place, expr: int, env: Env = (), owner: int = -1) -> Value | None: ...
        def lookup(self, place: Place, name: str) -> Value | None: ...
        def binding_value(self, unit: int, number: int) -> Value | None: ...
        def entry_value(self, unit: int, entry: Any) -> Value | None: ...
        def held(self, value: Value | None) -> Value | None: ...
        def element(self, owner: Value | None) -> Value | None: ...
        def item(self, whole: Value | None, number: int | str) -> Value | None: ...
        def call(self, callee: Value | None, place: Place, args: tuple[int, ...]) -> Value | None: ...
        def returned(self, unit: int, ordinal: int, env: Env, place: Place | None, args: tuple[int, ...]) -> Value | None: ...
        def parameter_type(
            self, callee: Value | None, place: Place, position: int, args: tuple[int, ...] = ()
        ) -> Value | None: ...
        def closure_value(self, closure: Value) -> Value | None: ...
        def function_type(self, value: Value | None) -> Value | None: ...
        def instance_of(self, target: Value, args: tuple[Value | None, ...], place: Place, env: Env = ()) -> Value | None: ...
        def alias(self, unit: int, ordinal: int, args: tuple[Value | None, ...]) -> Value | None: ...
        def unify(self, pattern: Value | None, value: Value | None, found: dict[str, Value]) -> None: ...

    @staticmethod
    def rules(unit: UnitIndex) -> Rules:
        """The rules of a unit's language."""
        return unit.rules

    def remember(self, key: Any, compute: Callable[[], T]) -> T:
        """The answer for a key, computed once.

        A question that leads back to itself has no answer. What was answered on the way of such a circle
        is not kept, except for where the circle began: else answers would depend on the order of questions.
        """
        known = self._memo.get(key)
        if known is not None:
            self.weak |= known[1]
            return known[0]  # type: ignore[no-any-return]  # what the same key gave before
        level = self._running.get(key)
        if level is not None:
            self._lowest = min(self._lowest, level)
            return None  # type: ignore[return-value]  # every question may stay without an answer
        level = len(self._running)
        self._running[key] = level
        outer_lowest, self._lowest = self._lowest, UNCUT
        outer_weak, self.weak = self.weak, False
        outer_positional = self.is_positional
        try:
            answer = compute()
        finally:
            del self._running[key]
        if self._lowest >= level:
            self._memo[key] = (answer, self.weak)
            self._lowest = outer_lowest
        else:
            self._lowest = min(self._lowest, outer_lowest)
        self.weak |= outer_weak
        self.is_positional = outer_positional  # what is remembered was asked at a place of its own
        return answer

    def once(self, key: Any, compute: Callable[[], T]) -> T | None:
        """The answer for a key, None where it is already being computed; nothing is kept."""
        level = self._running.get(key)
        if level is not None:
            self._lowest = min(self._lowest, level)
            return None
        self._running[key] = len(self._running)
        try:
            return compute()
        finally:
            del self._running[key]

    def forget(self) -> None:
        """Drop all answers, because what they rest on has changed."""
        self._memo.clear()

    @property
    def is_cut(self) -> bool:
        """Whether the answer at hand rests on one that was cut short because it lay too deep."""
        return self._lowest < 0

    def begin(self) -> None:
        """Begin a question of its own."""
        self.weak = False
        self._lowest = UNCUT

    def cut(self, level: int) -> None:
        """Say that an answer was cut short above all that is being computed."""
        self._lowest = min(self._lowest, level)
