"""`cairn remove`."""

from __future__ import annotations

import click

from cairn.answers.terminal.style import count
from cairn.cli.verb import Session, complete_label, verb


@verb("cairn remove billing")
@click.argument("label", metavar="SOURCE", shell_complete=complete_label)
def remove(session: Session, label: str) -> None:
    """Take a source out of the index. There is no undo; nothing on disk but the index is touched."""
    with session.open() as cairn:
        source = cairn.ingest.remove(label)
    session.report({"removed": source}, f"{source.label} is removed ({count(source.files, 'file')}); `cairn gc` frees the space")


command = remove
