"""Keeping an answer's text within its token budget: rows are dropped whole, from the end."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TypeVar

from cairn.chunk.tokens import count_tokens
from cairn.model import AskAnswer, Excerpt, GraphAnswer, ImpactAnswer, SearchAnswer

# What stands around one hit: the notice, where it is and its handle, the fences. Measured with long handles.
FRAME_TOKENS = 60
_TRIES = 5  # a guess: one is enough nearly always

_COUNTED = frozenset({"hits", "answers", "edges", "override_callers"})  # rows that an answer's `omitted` counts

Answer = TypeVar("Answer", SearchAnswer, AskAnswer, GraphAnswer, Excerpt, ImpactAnswer)
Render = Callable[[Answer], str]


def drop_rows(answer: Answer, field: str, render: Render[Answer], budget_tokens: int, least: int = 0) -> Answer:
    """Drop rows of the list `field` from its end, down to `least` of them, until the text fits."""
    while (tokens := count_tokens(render(answer))) > budget_tokens and len(rows := getattr(answer, field)) > least:
        kept = max(least, min(len(rows) - 1, len(rows) * budget_tokens // tokens))
        changes: dict[str, object] = {field: rows[:kept], "truncated": True}
        if field in _COUNTED:
            changes["omitted"] = getattr(answer, "omitted", 0) + len(rows) - kept
        answer = dataclasses.replace(answer, **changes)  # type: ignore[arg-type]  # the fields are those of the answer
    return answer


def ask_within(call: Callable[[int], Answer], render: Render[Answer], budget_tokens: int) -> Answer:
    """Call with what the frame leaves of the budget; again with less, a few times, while the text is too long."""
    left = budget_tokens - FRAME_TOKENS
    answer = call(max(left, 1))
    for _ in range(_TRIES):
        excess = count_tokens(render(answer)) - budget_tokens
        if excess <= 0 or left <= 1:
            break
        left -= 2 * excess + 5  # more than is needed: a text is cut at the ends of lines
        answer = call(max(left, 1))
    return answer


def fit_graph(answer: GraphAnswer, render: Render[GraphAnswer], budget_tokens: int) -> GraphAnswer:
    """Drop unresolved references, then edges, then matches; entities that nothing names any more go with them."""
    for field, least in (("unresolved", 0), ("overridden_by", 0), ("override_callers", 0), ("edges", 0), ("matches", 1)):
        answer = drop_rows(answer, field, render, budget_tokens, least)
    named = {*answer.matches, *(end for edge in answer.edges for end in (edge.src, edge.dst))}
    return dataclasses.replace(answer, entities=[entity for entity in answer.entities if entity.handle in named])
