"""`cairn links`."""

from __future__ import annotations

from cairn.answers.terminal.lists import links_screen
from cairn.cli.verb import Session, verb


@verb("cairn links")
def links(session: Session) -> None:
    """Say which sources resolve into which others, and by how many edges."""
    with session.open() as cairn:
        found = cairn.retrieve.links()
    session.answer({"links": found}, lambda: links_screen(found))


command = links
