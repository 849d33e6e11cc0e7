"""`cairn search`."""

from __future__ import annotations

import click

from cairn.answers.terminal.exact import exact_screen
from cairn.answers.terminal.hits import HIT_LINES, WHOLE, search_screen
from cairn.cli.commands.filters import search_filters
from cairn.cli.place import label_here
from cairn.cli.verb import Session, verb
from cairn.retrieve.filters import Filters


@verb("cairn search how are cookies signed\ncairn search 'retry limit' --source billing --lang python -k 5\ncairn search -- '-x'")
@click.argument("query", nargs=-1, required=True)
@click.option("-k", type=click.IntRange(1, 1000), metavar="N", default=10, show_default=True, help="At most so many hits.")
@search_filters
@click.option("--literal", is_flag=True, help="The exact text, character by character.")
@click.option("--regex", is_flag=True, help="A regular expression, line by line.")
@click.option("--whole", is_flag=True, help="Whole passages, not only the lines that match.")
@click.option("--explain", is_flag=True, help="Why each hit stands where it stands.")
def search(
    session: Session,
    query: tuple[str, ...],
    k: int,
    filters: Filters,
    budget_tokens: int | None,
    literal: bool,
    regex: bool,
    whole: bool,
    explain: bool,
) -> int:
    """Find text and definitions. Any text is a valid query.

    Without --source, the source that the current folder is part of comes first.
    """
    text = " ".join(query)
    if literal and regex:
        raise click.UsageError("--literal and --regex exclude each other", click.get_current_context())
    with session.open() as cairn:
        answer = cairn.retrieve.search(
            text,
            filters,
            k=k,
            budget_tokens=budget_tokens if session.is_json else None,
            literal=literal,
            regex=regex,
            explain=explain,
            near=None if filters.sources else label_here(cairn),
        )
    if literal or regex:
        session.answer(answer, lambda: exact_screen(answer, budget_tokens))
    else:
        session.answer(answer, lambda: search_screen(answer, budget_tokens, WHOLE if whole else HIT_LINES))
    return 0 if answer.hits or not text.strip() else 1


command = search
