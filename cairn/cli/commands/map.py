"""`cairn map`."""

from __future__ import annotations

import click

from cairn.answers.terminal.style import count, paint
from cairn.cli import output
from cairn.cli.place import label_here
from cairn.cli.verb import Session, complete_label, verb


@verb("cairn map\ncairn map billing --budget 1000\ncairn map billing --focus src/tax.py")
@click.argument("source", required=False, shell_complete=complete_label)
@click.option("--budget", "budget_tokens", type=click.IntRange(1), metavar="TOKENS", default=2000, show_default=True)
@click.option("--focus", metavar="HANDLE/PATH/QUERY", help="What this depends on comes first.")
def map_(session: Session, source: str | None, budget_tokens: int, focus: str | None) -> int:
    """An outline of the definitions that most depends on, best first.

    Without SOURCE, the source that the current folder is part of; outside of all, the whole index.
    """
    with session.open() as cairn:
        answer = cairn.retrieve.map(source or label_here(cairn), budget_tokens=budget_tokens, focus=focus)
    session.answer(answer, lambda: answer.text or "nothing is depended on")
    if answer.omitted and not session.is_json and not session.is_quiet:
        output.note(paint(f"{count(answer.omitted, 'definition')} more; a larger --budget shows them", "dim"))
    if answer.stale and not session.is_json and not session.is_quiet:
        output.note(paint(f"changed on disk since they were indexed: {', '.join(answer.stale)}", "yellow"))
    return 0 if answer.entries else 1


command = map_
