"""`cairn ask`."""

from __future__ import annotations

import click

from cairn.answers.terminal.ask import ask_screen
from cairn.answers.terminal.cards import cards_line
from cairn.cards.noted import with_cards
from cairn.cli.commands.filters import search_filters
from cairn.cli.verb import Session, verb
from cairn.retrieve.filters import Filters

DEFAULT_BUDGET_TOKENS = 2000


@verb("cairn ask how are signed cookies set\ncairn ask 'where is the retry limit' --budget 4000")
@click.argument("query", nargs=-1, required=True)
@click.option("-k", type=click.IntRange(1, 100), metavar="N", default=5, show_default=True, help="At most so many answers.")
@search_filters
def ask(
    session: Session,
    query: tuple[str, ...],
    k: int,
    filters: Filters,
    budget_tokens: int | None,
) -> int:
    """Search, and for each hit its enclosing entity with the nearest edges: the answer in one call."""
    text = " ".join(query)
    budget = budget_tokens or DEFAULT_BUDGET_TOKENS
    with session.open() as cairn:
        answer = cairn.retrieve.ask(
            text,
            filters,
            k=k,
            budget_tokens=budget if session.is_json else None,
        )
        answer = with_cards(cairn.cards, answer)
    session.answer(answer, lambda: ask_screen(answer, budget) + cards_line(answer))
    return 0 if answer.answers or not text.strip() else 1


command = ask
