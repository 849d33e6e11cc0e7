"""The memory of the evaluator: what was answered, what is being answered, and what an answer may cost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import update_wrapper
from typing import Protocol, TypeVar, TypeVarTuple

from cairn.resolve.budget import Budget
from cairn.resolve.reads import Reads
from cairn.semantics.places import Place
from cairn.semantics.questions import Answer, Key

Ts = TypeVarTuple("Ts")
T = TypeVar("T")
C = TypeVar("C")

MAX_DEPTH = 40  # of expressions within expressions: what lies deeper cannot be told
# Answers that are kept; all are dropped when there are more: 300 bytes each (measured). Those of neighbouring files are of use.
MOST_ANSWERS = 100_000
_TOO_DEEP = 1  # the level, as a bit, of what was cut short above all that is being computed


class Memory:
    """Answers by question and arguments, and the frames of the questions that are being answered.

    `weak` is set when an answer rests on something inferred rather than written down: a function's
    body, a default value, one of several alternatives. `is_positional` is set when it depends on where in a scope the
    question stands, as that of a variable which is assigned twice.

    Questions may lead back to themselves: the inner one then has no answer, and what was found on the way of such a
    circle is only kept while the question that it was cut short at is still being answered. Each question that is
    being answered has a frame with a level, counted from 1; `_cuts` has a bit for each level that the answer at hand was cut
    short at.

    What is to be known of all answers is noted in three places: `_answer` begins and ends a frame, and `recall` takes over what
    was noted with an answer that is known already.
    """

    def __init__(self, budget: Budget, reads: Reads) -> None:
        self.budget = budget
        self.log = reads.log
        self.reads = reads
        self.depth = 0  # of expressions within expressions
        self.weak = False
        self.is_positional = False
        self.answers: defaultdict[object, dict[Key, Answer]] = defaultdict(dict)
        self._running: dict[tuple[object, Key], int] = {}  # frames, by question and arguments: their levels
        self._cuts = 0
        self._kept = 0
        self._passing: dict[int, list[tuple[object, Key]]] = {}  # answers that are kept until a level has its own

    def begin(self) -> None:
        """Begin a question that nothing else asked."""
        self.weak = False
        self._cuts = 0
        if self._passing:
            self._release(0)
        if self._kept > MOST_ANSWERS:
            self.forget()

    def recall(self, known: Answer) -> None:
        """Take over what was noted with a known answer that is weak or was cut short."""
        if known[1]:
            self.weak = True
        self._cuts |= known[2]

    def answer(self, compute: Callable[[*Ts], T], arguments: tuple[*Ts], key: Key, circular: C) -> T | C:
        """Find an answer that is not known yet, and keep it; `circular` if it is being looked for already.

        Answers must not depend on the order of questions: what was answered on the way of a circle is kept until the circle is
        closed, except for where the circle began.
        """
        if self._is_running(compute, key):
            return circular
        outer_positional = self.is_positional
        answer = self._answer(compute, arguments, key, key, circular)
        self.is_positional = outer_positional  # what is remembered was asked at a place of its own
        return answer

    def answer_at(self, compute: Callable[[*Ts], T], arguments: tuple[*Ts], anywhere: Key, here: Key) -> T | None:
        """Find an answer that may depend on its position: keep it for `anywhere` if it does not, else for `here`."""
        if self._is_running(compute, here):
            return None
        outer_positional, self.is_positional = self.is_positional, False
        answer = self._answer(compute, arguments, here, anywhere, None)
        self.is_positional |= outer_positional
        return answer

    def _is_running(self, question: object, key: Key) -> bool:
        level = self._running.get((question, key))
        if level is None:
            return False
        self._cuts |= 1 << level
        return True

    def _answer(self, compute: Callable[[*Ts], T], arguments: tuple[*Ts], key: Key, anywhere: Key, circular: C) -> T | C:
        """Compute and keep an answer: for `anywhere` if it turns out not to depend on its position."""
        budget = self.budget
        budget.steps += 1
        if budget.steps >= budget.pause_at:
            budget.pause()
        frame = (compute, key)
        level = len(self._running) + 1
        self._running[frame] = level
        outer_cuts, self._cuts = self._cuts, 0
        outer_weak, self.weak = self.weak, False
        begun = budget.steps
        read_before = len(self.log)
        try:
            answer = compute(*arguments)
        except BaseException:
            del self._running[frame]
            self._release(level)
            if budget.is_to_blame(begun):  # or every question that leads here would spend as much again
                self.answers[compute][key] = (circular, False, 0, self.reads.node_of(read_before))
            raise
        del self._running[frame]
        if level in self._passing:
            self._release(level)
        cuts = self._cuts & ~(1 << level)
        if not self.is_positional:
            key = anywhere
        node = self.reads.node_of(read_before)
        self.log[read_before:] = (node,)
        self.answers[compute][key] = (answer, self.weak, cuts, node)
        self._kept += 1
        if cuts:
            self._passing.setdefault(self._kept_until(cuts), []).append((compute, key))
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
        for question, key in self._passing.pop(level, ()):
            self.answers[question].pop(key, None)

    def once(self, key: Key, compute: Callable[[], T]) -> T | None:
        """Run something that is no question; None if it is running already for the key. Nothing is kept."""
        if self._is_running(None, key):
            return None
        level = len(self._running) + 1
        self._running[None, key] = level
        try:
            return compute()
        finally:
            del self._running[None, key]
            self._release(level)
            self._cuts &= ~(1 << level)

    def forget(self) -> None:
        """Drop all answers, because what they rest on has changed."""
        self.answers.clear()
        self._passing.clear()
        self._kept = 0

    @property
    def is_cut(self) -> bool:
        """Whether the answer at hand rests on one that was cut short because it lay too deep."""
        return bool(self._cuts & _TOO_DEEP)

    def cut(self) -> None:
        """Say that an answer was cut short because it lies too deep."""
        self._cuts |= _TOO_DEEP


class Asking(Protocol):
    """A part of the evaluator."""

    @property
    def memory(self) -> Memory: ...


A = TypeVar("A", bound=Asking)


def question_at_place(compute: Callable[[A, Place, *Ts], T]) -> Callable[[A, Place, *Ts], T | None]:
    """`question` about something at a place: remembered for its scope, and for its position only where that matters.

    `user.name()` means the same all over a function, unless `user` is assigned twice in it.
    """

    def ask(part: A, place: Place, *arguments: *Ts) -> T | None:
        memory = part.memory
        answers = memory.answers[compute]
        anywhere = (place.unit, place.scope, *arguments)
        known = answers.get(anywhere)
        if known is None:
            here = (place, *arguments)
            known = answers.get(here)
            if known is None:
                return memory.answer_at(compute, (part, place, *arguments), anywhere, here)
            memory.is_positional = True
        memory.log.append(known[3])
        if known[1] or known[2]:
            memory.recall(known)
        answer: T = known[0]
        return answer

    return update_wrapper(ask, compute)
