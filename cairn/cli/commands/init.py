"""`cairn init`."""

from __future__ import annotations

from cairn.answers.terminal.lists import TIERS
from cairn.cli.verb import Session, verb


@verb("cairn init\ncairn init --db ./project.db")
def init(session: Session) -> None:
    """Create the index and say what it can do. `add` creates it by itself, too."""
    with session.open() as cairn:
        cairn.ingest.init()
    document = {"db": str(cairn.database), "tier": cairn.tier}
    session.report(document, f"{cairn.database} is ready: tier {cairn.tier} ({TIERS[cairn.tier]})")


command = init
