"""`cairn tags`."""

from __future__ import annotations

import click

from cairn.answers.terminal.style import table
from cairn.cli.verb import Session, complete_label, verb


@verb("cairn tags\ncairn tags --source handbook\ncairn search retry limit --tag operations")
@click.option("--source", shell_complete=complete_label, help="Only this source.")
def tags(session: Session, source: str | None) -> None:
    """The tags in use, with how many entities have each; --tag of search, ask and graph takes one."""
    with session.open() as cairn:
        found = cairn.retrieve.tags(source)
    rows = [(row.tag, f"{row.count:,}") for row in found]
    session.answer({"tags": found}, lambda: "\n".join(table(("tag", "entities"), rows, numbers=(1,))) if rows else "no tags")


command = tags
