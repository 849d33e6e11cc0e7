"""Budgets: how many steps the evaluation of one reference may take.

Types that refer to one another, and closures whose parameters are told by the calls around them, can make a question lead to
exponentially many others. Answers are remembered, so that few do; what is left is bounded here. Costs are counted in steps of
evaluation and not in time: the same sources have the same graph on every machine.
"""

from __future__ import annotations

from collections.abc import Callable

STEPS_OF_QUESTION = 10_000  # at most; of millions of references in packages known for their types the costliest took 6,400
STEPS_STRAINED = 1_000  # a question that took as many is answered less exactly inside of circles
STEPS_OF_FILE = 100_000  # for all references of a file together, a second or two, and besides:
STEPS_OF_EACH = 100  # for each reference of it, also when the file has used up what it may cost; on average one takes 2
STEPS_BETWEEN = 500  # pauses, a millisecond or a few


class OverBudget(Exception):
    """A reference costs more to resolve than it may."""


class Overtime(Exception):
    """A file takes longer to resolve than it may: raised by the caller's `on_pause`."""


class Budget:
    """Counts steps; ends a question that takes too many, and lets the caller look around now and then.

    `on_pause` is called every few milliseconds of evaluation, and may raise to end the work.
    """

    def __init__(self, on_pause: Callable[[], None] = lambda: None) -> None:
        self.steps = 0
        self.pause_at = STEPS_BETWEEN
        self.over = 0  # questions of the file at hand that were ended
        self._on_pause = on_pause
        self._began = 0
        self._ends: int | None = None
        self._file_ends = 0
        self._is_over = False

    def begin_file(self) -> None:
        """Begin with the references of another file."""
        self.over = 0
        self._file_ends = self.steps + STEPS_OF_FILE

    def begin(self) -> None:
        """Begin a question that has a budget of its own."""
        self._began = self.steps
        self._is_over = False
        self._file_ends += STEPS_OF_EACH
        self._ends = self.steps + min(max(self._file_ends - self.steps, STEPS_OF_EACH), STEPS_OF_QUESTION)
        self.pause_at = min(self.pause_at, self._ends)

    def begin_unbounded(self) -> None:
        """Begin a question that may cost anything: what a language asks when it looks at all files."""
        self._began = self.steps
        self._is_over = False
        self._ends = None

    def step(self) -> None:
        """Count a step. What takes millions of them counts by itself: see `Memory.answer`."""
        self.steps += 1
        if self.steps >= self.pause_at:
            self.pause()

    def pause(self) -> None:
        """Look around, since `steps` has reached `pause_at`.

        Raises:
            OverBudget: the question has used up what it may cost.
        """
        self._on_pause()
        if self._ends is not None and self.steps >= self._ends:
            self._is_over = True
            self.over += 1
            self._ends = None
            self.pause_at = self.steps + STEPS_BETWEEN
            raise OverBudget
        self.pause_at = self.steps + STEPS_BETWEEN
        if self._ends is not None:
            self.pause_at = min(self.pause_at, self._ends)

    def is_strained(self) -> bool:
        """Whether the question at hand has cost much already."""
        return self.steps - self._began > STEPS_STRAINED

    def is_to_blame(self, begun: int) -> bool:
        """Whether the work that began at a step has used most of the budget of a question that was ended."""
        return self._is_over and (self.steps - begun) * 2 > self.steps - self._began
