"""`cairn rename`."""

from __future__ import annotations

import click

from cairn.cli.verb import Session, complete_label, verb


@verb("cairn rename billing billing-v1")
@click.argument("label", shell_complete=complete_label)
@click.argument("new")
def rename(session: Session, label: str, new: str) -> None:
    """Give a source another label. Its handles begin with the new label from then on."""
    with session.open() as cairn:
        cairn.ingest.rename(label, new)
    session.report({"label": new, "old": label}, f"{label} is now {new}")


command = rename
