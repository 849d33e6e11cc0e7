"""`cairn pack`."""

from __future__ import annotations

import click

from cairn.answers.model.pack import changed_note
from cairn.answers.terminal.cards import cards_line
from cairn.answers.terminal.style import count, paint
from cairn.cards.noted import with_cards
from cairn.cli import output
from cairn.cli.place import target_of
from cairn.cli.verb import Session, complete_handle, verb


@verb("cairn pack Rate.apply\ncairn pack src/tax.py:41:9 --budget 2000\ncairn pack billing:src/tax.py:41 --json")
@click.argument("target", metavar="HANDLE-or-FILE:LINE[:COL]", shell_complete=complete_handle)
@click.option("--budget", "budget_tokens", type=click.IntRange(1), metavar="TOKENS", default=4000, show_default=True)
def pack(session: Session, target: str, budget_tokens: int) -> int:
    """What a completion at a place needs: the definition there, what it calls and touches, its callers, siblings and imports.

    The text can be put before a completion prompt: it is code, with comments that say where each piece is from. FILE is
    label:path or a path on disk, and LINE a line of the file as it is now, also if it was edited after indexing.
    """
    from cairn.complete.text import pack_text  # loads the languages

    with session.open() as cairn:
        answer = cairn.complete.pack(target_of(cairn, target), budget_tokens=budget_tokens)
        answer = with_cards(cairn.cards, answer)
    session.answer(answer, lambda: pack_text(answer))
    if not session.is_json and not session.is_quiet:
        if cards := cards_line(answer):
            output.note(cards.strip("\n"))
        if note := changed_note(answer):
            output.note(paint(note, "yellow"))
        if answer.omitted:
            output.note(paint(f"{count(answer.omitted, 'snippet')} left out; a larger --budget shows more", "dim"))
        flags = sorted({flag for snippet in answer.snippets for flag in snippet.flags})
        if flags:
            output.note(paint(f"flagged: {', '.join(flags)}", "yellow"))
    return 0 if answer.snippets else 1


command = pack
