"""How an edge came about, on a terminal."""

from __future__ import annotations

from cairn.answers.terminal.fit import most_rows, refuse_budget
from cairn.answers.why import WHY, why_text
from cairn.report import WhyAnswer


def why_screen(answer: WhyAnswer, budget_tokens: int | None) -> str:
    """As many explained sites as the budget holds."""
    if budget_tokens is None:
        return why_text(answer)
    least = min(1, len(answer.sites))
    return most_rows(answer, WHY, why_text, budget_tokens, least) or refuse_budget(
        budget_tokens, "site", why_text(WHY.cut(answer, 0, least))
    )
