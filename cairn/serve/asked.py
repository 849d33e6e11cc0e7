"""The wishes that a call has of any tool, and what was made of its arguments; known to whatever runs for the call."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

from cairn.answers.documents import longer
from cairn.chunk.tokens import count_tokens

A = TypeVar("A")

_MOST_REMARKS = 3  # a guess: a call that has more to mend is better read whole


@dataclass(frozen=True, slots=True)
class Asked:
    """`is_structured`: the answer comes as a document, too. `remarks` say where another argument was taken than the given one."""

    is_structured: bool = False
    remarks: list[str] = field(default_factory=list)

    def told_remarks(self) -> list[str]:
        """The first of the remarks, each a sentence."""
        return self.remarks[:_MOST_REMARKS]

    def room(self, budget_tokens: int) -> int:
        """Return how many tokens the remarks leave of a budget."""
        return max(budget_tokens - sum(count_tokens(f"{remark}\n") for remark in self.told_remarks()), 1)


_NOTHING = Asked()
ASKED: ContextVar[Asked] = ContextVar("cairn_asked", default=_NOTHING)


def measured(text: Callable[[A], str]) -> Callable[[A], str]:
    """Return what a tool's answer is measured by: its text or, where the call asks for a document, the longer of the two."""
    return (lambda answer: longer(answer, text(answer))) if ASKED.get().is_structured else text
