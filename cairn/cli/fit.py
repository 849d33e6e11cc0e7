"""Keeping what a terminal shows within a token budget: what is printed counts, not what the answer has besides."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import NoReturn, TypeVar

from cairn.chunk.tokens import count_tokens
from cairn.cli import render
from cairn.errors import UsageError
from cairn.model import AskAnswer, GraphAnswer, ImpactAnswer, SearchAnswer
from cairn.report import WhyAnswer
from cairn.serve import sheets, why
from cairn.serve.fit import Sheet

# The heads of matches may take this share of a graph's budget, for edges to have room (a guess).
_HEADS_SHARE = 0.3
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")

A = TypeVar("A")


def search_text(answer: SearchAnswer, budget_tokens: int | None, most_lines: int = render.HIT_LINES) -> str:
    """As many hits with so many lines as the budget holds; of the first at least a line."""

    def text(cut: SearchAnswer) -> str:
        return render.search_text(cut, most_lines)

    if budget_tokens is None or not answer.hits:
        return text(answer)
    first = sheets.SEARCH.cut(answer, 0, 1)
    return _most(answer, sheets.SEARCH, text, budget_tokens, 1) or _shorter(
        lambda most_lines: render.search_text(first, most_lines), budget_tokens
    )


def ask_text(answer: AskAnswer, budget_tokens: int) -> str:
    """As many hits with their edges as the budget holds; of the first at least a line."""
    if not answer.answers:
        return render.ask_text(answer)
    first = sheets.ASK.cut(answer, 0, 1)
    bare = dataclasses.replace(first, answers=[dataclasses.replace(item, edges=[]) for item in first.answers], truncated=True)
    return _most(answer, sheets.ASK, render.ask_text, budget_tokens, 1) or _shorter(
        lambda most_lines: render.ask_text(bare, most_lines), budget_tokens
    )


def graph_text(answer: GraphAnswer, direction: str, kinds: tuple[str, ...], budget_tokens: int | None) -> str:
    """The matches, of many the first, and as many edges as the budget holds."""

    def text(cut: GraphAnswer) -> str:
        return render.graph_text(cut, direction, kinds)

    if budget_tokens is None or not answer.matches:
        return text(answer)
    sheet = sheets.graph_sheet(answer, direction, kinds)
    fewer = sheets.with_fewer_matches(answer, int(_HEADS_SHARE * budget_tokens), count_tokens)
    return _most(fewer, sheet, text, budget_tokens, 0) or _too_small(budget_tokens, "match", text(sheet.cut(fewer, 0, 0)))


def why_text(answer: WhyAnswer, budget_tokens: int | None) -> str:
    """As many explained sites as the budget holds."""
    if budget_tokens is None:
        return why.why_text(answer)
    least = min(1, len(answer.sites))
    return _most(answer, why.WHY, why.why_text, budget_tokens, least) or _too_small(
        budget_tokens, "site", why.why_text(why.WHY.cut(answer, 0, least))
    )


def impact_text(answer: ImpactAnswer, budget_tokens: int | None, most: int) -> str:
    """The targets, and as many layers as the budget holds, else the first entities: the nearest tests, then what is no test."""
    sheet = sheets.impact_sheet(answer)
    if budget_tokens is None or not answer.targets:
        kept = answer if sum(map(len, answer.layers)) <= most else sheet.cut(answer, 0, most)
        return render.impact_text(dataclasses.replace(kept, targets=answer.targets))
    least = sheet.cut(answer, 0, 0)
    return _most(answer, sheet, render.impact_text, budget_tokens, 0) or _too_small(
        budget_tokens, "target", render.impact_text(least)
    )


def _shorter(text: Callable[[int], str], budget_tokens: int) -> str:
    """The text with the most lines of a hit that fits."""
    fitting = (told for most in range(render.HIT_LINES, 0, -1) if _tokens(told := text(most)) <= budget_tokens)
    return next(fitting, "") or _too_small(budget_tokens, "hit", text(1))


def _most(answer: A, sheet: Sheet[A], text: Callable[[A], str], budget_tokens: int, least: int) -> str | None:
    """The text with the most rows that fits; None if that with the least does not."""
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


def _tokens(text: str) -> int:
    return count_tokens(_COLOUR.sub("", text))


def _too_small(budget_tokens: int, noun: str, text: str) -> NoReturn:
    raise UsageError(f"a --budget of {budget_tokens} tokens does not hold one {noun}; raise it to {_tokens(text)}")
