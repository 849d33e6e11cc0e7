"""The answer to a question on a terminal: hits, each with the edges of its entity."""

from __future__ import annotations

import dataclasses

from cairn.answers.edges import (
    left_text,
)
from cairn.answers.sheets import ASK
from cairn.answers.terminal import fit
from cairn.answers.terminal.edges import edge_lines
from cairn.answers.terminal.hits import HIT_LINES, cut_note, hit_lines
from cairn.answers.terminal.style import paint
from cairn.model import (
    AskAnswer,
)


def ask_screen(answer: AskAnswer, budget_tokens: int | None = None) -> str:
    """As many hits with the edges of their entities as the budget holds; of the first at least one line."""
    if budget_tokens is None or not answer.answers:
        return _items_text(answer)
    first = ASK.cut(answer, 0, 1)
    bare = dataclasses.replace(first, answers=[dataclasses.replace(item, edges=[]) for item in first.answers], truncated=True)
    return fit.most_rows(answer, ASK, _items_text, budget_tokens, 1) or fit.most_lines(
        lambda most: _items_text(bare, most), HIT_LINES, budget_tokens
    )


def _items_text(answer: AskAnswer, most_lines: int = HIT_LINES) -> str:
    lines = []
    for number, item in enumerate(answer.answers, 1):
        lines += hit_lines(item.hit, number, answer.query, most_lines)
        if item.entity is not None:
            lines += [f"   {line}" for line in edge_lines(item.entity.handle, item.edges, item.entity.kind)]
            if item.left:
                left = left_text(item.left, item.entity.kind)
                lines.append("   " + paint(f"{left}: cairn graph '{item.entity.handle}'", "dim"))
        lines.append("")
    if not answer.answers:
        lines.append("no answer")
    if answer.truncated:
        lines.append(paint(cut_note(answer.omitted), "dim"))
    if answer.degraded:
        lines.append(paint(answer.degraded, "yellow"))
    return "\n".join(lines)
