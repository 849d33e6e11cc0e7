"""Keeping an answer's text within its token budget: rows are told whole, as many as fit, and then how to get the rest."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from cairn.answers.pages import Page
from cairn.chunk.tokens import count_tokens
from cairn.errors import UsageError

# What stands around one hit: the notice, where it is and its handle, the fences. Measured with long handles.
FRAME_TOKENS = 60
_TRIES = 5  # a guess: one is enough nearly always

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Sheet(Generic[A]):
    """How the answers of a tool are cut.

    `count` tells how many rows there are, `cut` keeps those from one place up to another, `text` tells them, and `noun` is what
    one of them is called. `left` counts rows that the answer itself has left out already. `first` tells how many rows the first
    page has at most, where what follows is seldom worth its tokens.
    """

    noun: str
    count: Callable[[A], int]
    cut: Callable[[A, int, int], A]
    text: Callable[[A], str]
    left: Callable[[A], int] = lambda _: 0
    first: Callable[[A], int] | None = None


@dataclass(frozen=True, slots=True)
class Paged(Generic[A]):
    """An answer that fits, its text, and the cursor for what is left, None if nothing is."""

    answer: A
    text: str
    cursor: str | None


def fit_page(whole: A, sheet: Sheet[A], page: Page) -> Paged[A]:
    """Tell as many rows of a whole answer as the budget holds, from the page's start on.

    Raises:
        UsageError: it does not hold one.
    """
    return _most(whole, sheet, page, page.start)


def pull_page(call: Callable[[int], A], sheet: Sheet[A], page: Page) -> Paged[A]:
    """Call for an answer that begins at the page's start and keeps to a budget by itself, with what its frame leaves of ours.

    Raises:
        UsageError: the budget does not hold one row.
    """
    left = page.budget_tokens - FRAME_TOKENS
    answer = call(max(left, 1))
    for _ in range(_TRIES):
        told = _tell(answer, sheet, page, 0, sheet.count(answer), page.start)
        excess = count_tokens(told.text) - page.budget_tokens
        if excess <= 0 or left <= 1:
            break
        left -= 2 * excess + 5  # more than is needed: a text is cut at the ends of lines
        answer = call(max(left, 1))
    return _most(answer, sheet, page, 0)


def _most(answer: A, sheet: Sheet[A], page: Page, start: int) -> Paged[A]:
    """The most rows from `start` on that fit: first by doubling, so that a long rest costs nothing, then by halving."""
    count = sheet.count(answer)
    passed = page.start - start  # rows before those of the answer
    least = min(1, count - start)
    best = _tell(answer, sheet, page, start, start + least, passed)
    tokens = count_tokens(best.text)
    if tokens > page.budget_tokens or (not least and sheet.left(answer)):
        needed = max(tokens, 2 * page.budget_tokens)
        raise UsageError(f"a `budget` of {page.budget_tokens} tokens does not hold one {sheet.noun}; raise it to {needed}")
    low, high, step = start + least, count, 1
    if sheet.first is not None and page.start == 0:
        high = min(count, max(sheet.first(answer), low))
    while low < high:
        middle = min(low + step, high) if step else (low + high + 1) // 2
        told = _tell(answer, sheet, page, start, middle, passed)
        if count_tokens(told.text) <= page.budget_tokens:
            best, low, step = told, middle, step * 2
        else:
            high, step = middle - 1, 0
    return best


def _tell(answer: A, sheet: Sheet[A], page: Page, start: int, end: int, passed: int) -> Paged[A]:
    rest = sheet.count(answer) - end + sheet.left(answer)
    kept = sheet.cut(answer, start, end)
    if not rest:
        return Paged(kept, sheet.text(kept), None)
    cursor = page.cursor(passed + end)
    nouns = sheet.noun if rest == 1 else f"{sheet.noun}s"
    return Paged(
        kept, f"{sheet.text(kept)}\n{rest} more {nouns}: repeat the call with cursor {cursor}, or a higher budget.", cursor
    )


def rows_of(answer: object, fields: tuple[str, ...]) -> int:
    """How many rows the lists of these names hold together."""
    return sum(len(getattr(answer, name)) for name in fields)


def slice_rows(answer: A, fields: tuple[str, ...], start: int, end: int) -> A:
    """The rows from `start` up to `end`, counted through lists of these names one after another."""
    changes: dict[str, object] = {}
    for name in fields:
        rows = getattr(answer, name)
        changes[name] = rows[max(start, 0) : max(end, 0)]
        start, end = start - len(rows), end - len(rows)
    return dataclasses.replace(answer, **changes)  # type: ignore[type-var]  # all answers are dataclasses


def fit_text(call: Callable[[int], A], text: Callable[[A], str], budget_tokens: int) -> A:
    """Call for an answer without rows, as an excerpt, with less and less until its text fits.

    Raises:
        UsageError: the budget holds nothing of it.
    """
    left = budget_tokens - FRAME_TOKENS
    for _ in range(_TRIES):
        answer = call(max(left, 1))
        excess = count_tokens(text(answer)) - budget_tokens
        if excess <= 0:
            return answer
        left -= 2 * excess + 5
    raise UsageError(f"a `budget` of {budget_tokens} tokens is too small for this; raise it to {2 * budget_tokens}")
