"""`cairn link`."""

from __future__ import annotations

import click

from cairn.answers.terminal.style import count
from cairn.cli.verb import Session, complete_label, verb


@verb("cairn link shop billing")
@click.argument("src", metavar="A", shell_complete=complete_label)
@click.argument("dst", metavar="B", shell_complete=complete_label)
def link(session: Session, src: str, dst: str) -> None:
    """Let what source A uses and does not define resolve into the definitions of source B.

    Directed, and not transitive. The link stays, through every refresh of A and B, until `cairn unlink A B` or until one of
    both is removed.
    """
    with session.open() as cairn:
        made = cairn.ingest.link(src, dst)
    session.report(made, f"{src} is linked to {dst}: {count(made.edges, 'edge')}")


command = link
