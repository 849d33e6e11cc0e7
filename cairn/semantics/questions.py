"""Questions: methods that are answered once for the same arguments.

    @question
    def declared_result(self, unit: int, ordinal: int) -> Value | None: ...

runs its body the first time that it is asked about a function, and gives the same answer from then on. The key is the method
itself with its arguments, so that no two questions share answers. Questions take their arguments by position, since an argument
that is given by name would be another key.

A question that leads back to itself while it is being answered has no answer: the inner one yields None (`@question_or(())`: an
empty tuple), as in `x = x.next()` in a loop. What is found on the way of such a circle is kept until the circle is closed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, Protocol, TypeVar, TypeVarTuple

Key = tuple[object, ...]  # arguments, all of them hashable
# An answer, whether it rests on something inferred, the levels that it was cut short at, as bits, and the number of what it
# was read from (`cairn.resolve.reads`). Each question has answers
# of its own type: that a table holds those of the question it is looked up by is what nothing but this module knows.
Answer = tuple[Any, bool, int, int]

K = TypeVar("K")
Ts = TypeVarTuple("Ts")
T = TypeVar("T")
C = TypeVar("C")


class Memory(Protocol):
    """The answers there are, and what is noted while a new one is found.

    `weak` is set when an answer rests on something inferred rather than written down: a function's body, a default value, one of
    several alternatives. Who asks finds it set when the answer comes.
    """

    weak: bool
    log: list[int]  # what the questions that are being answered have read, by number; the innermost question's last

    @property
    def answers(self) -> dict[object, dict[Key, Answer]]:
        """The answers by question, then by its arguments."""

    def answer(self, compute: Callable[[*Ts], T], arguments: tuple[*Ts], key: Key, circular: C) -> T | C:
        """Find an answer that is not known yet, and keep it; `circular` if it is being looked for already."""

    def recall(self, known: Answer) -> None:
        """Take over what was noted with a known answer that is weak or was cut short."""

    def once(self, key: Key, compute: Callable[[], T]) -> T | None:
        """Run something that is no question; None if it is running already for the key. Nothing is kept.

        For what may lead back to itself with ever other arguments: an alias inside of its own type arguments.
        """

    def forget(self) -> None:
        """Drop all answers, because what they rest on has changed: members were attached to classes from other files."""

    def cut(self) -> None:
        """Say that an answer was cut short because it lies too deep."""


class Reading(Protocol):
    """The log of what is read, see `cairn.resolve.reads`."""

    log: list[int]

    def node_of(self, begin: int) -> int:
        """The number of all that was logged since the log was `begin` long."""
        ...


class Cache(Generic[K, T]):
    """Answers of the roles of a language that need no evaluation: `folder_of("cmd/app", "example.com/shop/tax")`.

    An answer is kept with what it was read from, once `bind` has told where that is logged.
    """

    def __init__(self, reads: Reading | None = None) -> None:
        self._known: dict[K, tuple[T, int]] = {}
        self._reads = reads

    def bind(self, reads: Reading) -> None:
        """Log reads from now on; what was answered before is forgotten."""
        self._known.clear()
        self._reads = reads

    def clear(self) -> None:
        """Forget all answers."""
        self._known.clear()

    def get(self, key: K, find: Callable[[], T]) -> T:
        """The answer for a key, found once."""
        known = self._known.get(key)
        return self._find(key, find) if known is None else self._recall(known)

    def get_or(self, circular: T, key: K, find: Callable[[], T]) -> T:
        """`get` that yields `circular` to who asks again while the answer is being found."""
        known = self._known.get(key)
        if known is not None:
            return self._recall(known)
        self._known[key] = (circular, 0)
        return self._find(key, find)

    def _recall(self, known: tuple[T, int]) -> T:
        if self._reads is not None:
            self._reads.log.append(known[1])
        return known[0]

    def _find(self, key: K, find: Callable[[], T]) -> T:
        begin = len(self._reads.log) if self._reads is not None else 0
        answer = find()
        self._known[key] = (answer, self._reads.node_of(begin) if self._reads is not None else 0)
        return answer


class Asking(Protocol):
    """A thing that has a memory: a part of the evaluator, or the whole."""

    @property
    def memory(self) -> Memory: ...


A = TypeVar("A", bound=Asking)
R = TypeVar("R")


def question(compute: Callable[[A, *Ts], T]) -> Callable[[A, *Ts], T | None]:
    """Remember the answers of a method of the evaluator by its arguments."""
    return question_or(None)(compute)


def question_or(circular: C) -> Callable[[Callable[[A, *Ts], T]], Callable[[A, *Ts], T | C]]:
    """`question` that yields `circular` instead of None where it leads back to itself."""

    def remembered(compute: Callable[[A, *Ts], T]) -> Callable[[A, *Ts], T | C]:
        def ask(part: A, *key: *Ts) -> T | C:
            memory = part.memory
            known = memory.answers[compute].get(key)
            if known is not None:
                memory.log.append(known[3])
                if known[1] or known[2]:
                    memory.recall(known)
                answer: T | C = known[0]
                return answer
            return memory.answer(compute, (part, *key), key, circular)

        return update_wrapper(ask, compute)

    return remembered


def rule_question(compute: Callable[[R, A, *Ts], T]) -> Callable[[R, A, *Ts], T | None]:
    """`question` for a method of a language's rules, whose first argument is the evaluation.

        @rule_question
        def _glob_names(self, evaluation: Evaluation, unit: int) -> tuple[str, ...] | None: ...

    The rules themselves are part of the key, since those of another source know other units.
    """

    def ask(rules: R, evaluation: A, *arguments: *Ts) -> T | None:
        memory = evaluation.memory
        key = (rules, *arguments)
        known = memory.answers[compute].get(key)
        if known is not None:
            memory.log.append(known[3])
            if known[1] or known[2]:
                memory.recall(known)
            answer: T | None = known[0]
            return answer
        return memory.answer(compute, (rules, evaluation, *arguments), key, None)

    return update_wrapper(ask, compute)
