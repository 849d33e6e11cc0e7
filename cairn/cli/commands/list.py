"""`cairn list`."""

from __future__ import annotations

import click

from cairn.answers.terminal.lists import files_screen, sources_screen
from cairn.cli.verb import Session, complete_label, verb
from cairn.errors import UsageError, no_source
from cairn.model import as_document


@verb("cairn list\ncairn list billing --files --skipped")
@click.argument("label", required=False, metavar="[SOURCE]", shell_complete=complete_label)
@click.option("--files", "has_files", is_flag=True, help="A row a file of the source.")
@click.option("--skipped", "has_skipped", is_flag=True, help="What was left out of the source, and why.")
def list_(session: Session, label: str | None, has_files: bool, has_skipped: bool) -> None:
    """Say what is indexed: a row a source."""
    if label is None and (has_files or has_skipped):
        raise UsageError("--files and --skipped need a source; name one, as in `cairn list SOURCE --files`")
    with session.open() as cairn:
        if label is not None and (has_files or has_skipped):
            listing = cairn.retrieve.files(label)
            wanted = {"files": has_files, "skipped": has_skipped}
            document = {key: rows for key, rows in as_document(listing).items() if wanted[key]}
            session.answer(document, lambda: files_screen(listing, has_files, has_skipped))
            return
        sources = cairn.retrieve.sources()
        tier = cairn.tier
    chosen = [source for source in sources if label is None or source.label == label]
    if label is not None and not chosen:
        raise no_source(label, (source.label for source in sources))
    session.answer({"sources": chosen, "tier": tier}, lambda: sources_screen(chosen, tier))


command = list_
