"""`cairn review`."""

from __future__ import annotations

import sys

import click

from cairn.answers.terminal.cards import review_screen
from cairn.cli.verb import Session, verb
from cairn.errors import RefusedError


@verb(
    "cairn review                     # what was proposed, with diffs\n"
    "cairn review --approve 4f1c\n"
    "cairn review --edit 4f1c\n"
    "cairn review --reject 4f1c"
)
@click.option("--approve", "approved", metavar="ID", help="Carry it out; the start of an id will do.")
@click.option("--edit", "edited", metavar="ID", help="Change the text in $EDITOR, then carry it out.")
@click.option("--reject", "rejected", metavar="ID", help="Put it away.")
def review(session: Session, approved: str | None, edited: str | None, rejected: str | None) -> int:
    """What was proposed for the library, with what it would change. A person decides, at a terminal; no tool can."""
    if sum(one is not None for one in (approved, edited, rejected)) > 1:
        raise click.UsageError("one decision at a time", click.get_current_context())
    with session.open() as cairn:
        proposals = cairn.cards.proposals
        if approved is None and edited is None and rejected is None:
            reviews = [proposals.review(proposal) for proposal in proposals.open()]
            session.answer({"proposals": reviews}, lambda: "\n\n".join(map(review_screen, reviews)) or "nothing was proposed")
            return 0
        if not sys.stdin.isatty():
            raise RefusedError("a person decides at a terminal, and this is none; run it in one, or decide on the page")
        if rejected is not None:
            gone = proposals.reject(rejected)
            session.report(gone, f"{gone.id} is rejected")
            return 0
        text = seen = None
        if edited is not None:
            found = proposals.find(edited)
            seen = proposals.plan(found)
            text = click.edit(seen.after, extension=".md")
            if text is None:
                session.report({"action": "unchanged"}, "nothing was changed, and nothing approved")
                return 1
        written = proposals.approve(approved or edited or "", text=text, seen=seen)
    session.report(written, f"{written.name} {written.action}: {written.path}")
    return 0


command = review
