"""`cairn impact`."""

from __future__ import annotations

import click

from cairn.answers.terminal.cards import cards_line
from cairn.answers.terminal.impact import impact_screen
from cairn.cards.noted import with_cards
from cairn.cli.place import label_here
from cairn.cli.verb import Session, complete_handle, complete_label, verb
from cairn.errors import UsageError

_MOST, _PRINTED = 500, 100  # guesses: what a program reads, and two screens


@verb(
    "cairn impact Rate.apply\n"
    "cairn impact --diff                  # of what the working tree has changed since the last commit\n"
    "cairn impact --diff main..HEAD --source billing"
)
@click.argument("handles", nargs=-1, metavar="[HANDLE]...", shell_complete=complete_handle)
@click.option(
    "--diff",
    is_flag=False,
    flag_value="HEAD",
    metavar="[REV]",
    help="Of the definitions that differ from this commit in the working tree (default: HEAD), or in a range A..B.",
)
@click.option("--source", shell_complete=complete_label, help="Whose checkout --diff is about; default: that around this folder.")
@click.option("--depth", type=click.IntRange(1, 100), metavar="N", help="So many layers at most.")
@click.option(
    "--limit",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help=f"At most so many entities (default: {_MOST}; printed {_PRINTED}).",
)
@click.option("--budget", "budget_tokens", type=click.IntRange(1), metavar="TOKENS", help="No longer answer than this.")
def impact(
    session: Session,
    handles: tuple[str, ...],
    diff: str | None,
    source: str | None,
    depth: int | None,
    limit: int | None,
    budget_tokens: int | None,
) -> int:
    """What a change can reach: all that calls, inherits from or depends on it, and so on, in layers.

    Tests are marked, and entry points: what nothing in the index uses. A class or a module stands for its members, too.
    """
    if not handles and diff is None:
        raise UsageError("impact needs a HANDLE or --diff; name a definition, or `cairn impact --diff` for the working tree")
    with session.open() as cairn:
        where = source or (label_here(cairn) if diff is not None and not handles else None)
        budget = budget_tokens if session.is_json else None
        answer = cairn.retrieve.impact(handles, diff=diff, source=where, depth=depth, limit=limit or _MOST, budget_tokens=budget)
        answer = with_cards(cairn.cards, answer)
    session.answer(answer, lambda: impact_screen(answer, budget_tokens, limit or _PRINTED) + cards_line(answer))
    return 0 if answer.targets else 1


command = impact
