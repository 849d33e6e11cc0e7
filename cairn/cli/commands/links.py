"""`cairn links`."""

from __future__ import annotations

from cairn.cli.render import links_text
from cairn.cli.verb import Session, verb


@verb("cairn links")
def links(session: Session) -> None:
    """Say which sources resolve into which others, and by how many edges."""
    with session.open() as cairn:
        found = cairn.retrieve.links()
    session.answer({"links": found}, lambda: links_text(found))


command = links
