"""`cairn unlink`."""

from __future__ import annotations

import click

from cairn.answers.terminal.style import count
from cairn.cli.verb import Session, complete_label, verb


@verb("cairn unlink shop billing")
@click.argument("src", metavar="A", shell_complete=complete_label)
@click.argument("dst", metavar="B", shell_complete=complete_label)
def unlink(session: Session, src: str, dst: str) -> None:
    """Take a link away, with exactly the edges that it gave: what they lead to is external or unresolved again."""
    with session.open() as cairn:
        gone = cairn.ingest.unlink(src, dst)
    session.report(gone, f"{src} is no longer linked to {dst} ({count(gone.edges, 'edge')} gone)")


command = unlink
