"""`cairn explain`."""

from __future__ import annotations

import click

from cairn.answers.terminal.style import table
from cairn.cards.answer import ExplainAnswer
from cairn.cli.commands.recall import prompt_of
from cairn.cli.verb import Session, verb


@verb("cairn explain how often are uploads retried")
@click.argument("words", metavar="[PROMPT]...", nargs=-1)
@click.option("--at", "places", multiple=True, metavar="FILE:LINE", help="Where the work is.")
@click.option("--scope", metavar="WORD", help="Only cards of this scope, or of none (default: CAIRN_SCOPE).")
@click.option("--session", "session_id", metavar="ID", default="", help="As this session would see it; nothing is remembered.")
def explain(session: Session, words: tuple[str, ...], places: tuple[str, ...], scope: str | None, session_id: str) -> int:
    """Every card that has something of the prompt, with its figures, and the gate that let it in or stopped it. `-` reads it."""
    text = prompt_of(words, places)
    with session.open() as cairn:
        answer = cairn.cards.explain(text, at=places, scope=scope, session=session_id)
    session.answer(answer, lambda: explain_text(answer))
    return 0


def explain_text(answer: ExplainAnswer) -> str:
    """A row a candidate, and what each gate asks."""
    if not answer.candidates:
        words = ", ".join(answer.words) or "none that says anything"
        return f"no card has any word of the prompt, or is about what it names (words: {words})"
    rows = [
        (
            "in" if one.is_let_in else "-",
            one.name,
            f"{one.score:.2f}",
            f"{one.coverage:.2f}",
            f"{one.margin:.2f}",
            one.gate,
            one.reason,
            " ".join([*one.matched, *(f"-{word}" for word in one.missed)]),
        )
        for one in answer.candidates
    ]
    lines = table(("", "card", "score", "coverage", "margin", "gate", "why", "words"), rows, numbers=(2, 3, 4))
    asks = ", ".join(f"{name} {value:.2f}" for name, value in answer.thresholds.items())
    more = f"; {answer.omitted} more candidates" if answer.omitted else ""
    return "\n".join([*lines, f"thresholds: {asks}; passages: {answer.passages}{more}", *answer.notes])


command = explain
