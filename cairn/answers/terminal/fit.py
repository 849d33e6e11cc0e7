"""Keeping what a terminal shows within a token budget: what is printed counts, not what the answer has besides."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn, TypeVar

from cairn.answers.fit import Sheet
from cairn.chunk.tokens import count_tokens
from cairn.errors import UsageError

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")

A = TypeVar("A")


def most_rows(answer: A, sheet: Sheet[A], text: Callable[[A], str], budget_tokens: int, least: int) -> str | None:
    """Return the text with the most rows that fits; None if the text with the `least` rows does not."""
    best = None
    low, high = least, sheet.count(answer)
    while low <= high:
        # All of it is tried first: most answers fit.
        middle = high if best is None and high == sheet.count(answer) else (low + high) // 2
        told = text(sheet.cut(answer, 0, middle))
        if _tokens(told) <= budget_tokens:
            best, low = told, middle + 1
        else:
            high = middle - 1
    return best


def most_lines(text: Callable[[int], str], limit: int, budget_tokens: int) -> str:
    """Return the text with the most lines of a hit, at most `limit`, that fits; raises UsageError if one line does not."""
    fitting = (told for most in range(limit, 0, -1) if _tokens(told := text(most)) <= budget_tokens)
    return next(fitting, "") or refuse_budget(budget_tokens, "hit", text(1))


def refuse_budget(budget_tokens: int, noun: str, least: str) -> NoReturn:
    """Raise the UsageError of a budget that does not hold the least text of one such row."""
    raise UsageError(f"a --budget of {budget_tokens} tokens does not hold one {noun}; raise it to {_tokens(least)}")


def _tokens(text: str) -> int:
    return count_tokens(_COLOUR.sub("", text))
