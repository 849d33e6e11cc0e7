"""`cairn show`."""

from __future__ import annotations

import click

from cairn.answers.terminal.cards import cards_line
from cairn.answers.terminal.style import count, paint
from cairn.cards.noted import card_named, with_cards
from cairn.cli import output
from cairn.cli.place import target_of
from cairn.cli.verb import Session, complete_handle, verb
from cairn.model import printable


@verb("cairn show Flask.dispatch_request\ncairn show billing:src/tax.py:10-30\ncairn show src/tax.py:L10-L30")
@click.argument("target", metavar="HANDLE-or-FILE", shell_complete=complete_handle)
@click.option("--context", "context_lines", type=click.IntRange(0), default=0, metavar="N", help="N lines more on both sides.")
@click.option("--budget", "budget_tokens", type=click.IntRange(1), metavar="TOKENS", help="No longer text than this.")
def show(session: Session, target: str, context_lines: int, budget_tokens: int | None) -> None:
    """The text of an entity, a file or some of its lines, as it was indexed.

    FILE is label:path or a path on disk, with :L1-L2 behind it for some lines; card:NAME is a card.
    """
    with session.open() as cairn:
        name = card_named(target)
        if name is not None:
            shown = cairn.cards.desk.show(name)
            session.answer(shown, lambda: shown.text)
            return
        excerpt = cairn.retrieve.show(target_of(cairn, target), context_lines=context_lines, budget_tokens=budget_tokens)
        excerpt = with_cards(cairn.cards, excerpt)
    session.answer(excerpt, lambda: excerpt.text)
    if session.is_json or session.is_quiet:
        return
    if cards := cards_line(excerpt):
        output.note(cards.strip("\n"))
    if excerpt.truncated:
        first, last = excerpt.end_line + 1, excerpt.end_line + excerpt.omitted
        rest = f" or `cairn show {excerpt.source}:{printable(excerpt.file)}:L{first}-L{last}`" if excerpt.omitted else ""
        left = f", {count(excerpt.omitted, 'line')} left out" if excerpt.omitted else ""
        output.note(paint(f"cut to the budget{left}; a larger --budget{rest} shows more", "dim"))
    if excerpt.stale:
        name = printable(excerpt.file)
        output.note(f"{name} has changed on disk since it was indexed; `cairn refresh {excerpt.source}` reads it again")


command = show
