"""What the tests of cards do with a Cairn."""

from __future__ import annotations

from pathlib import Path

from cairn import Cairn
from cairn.cards.card import write_card


def put(cairn: Cairn, name: str, summary: str, body: str = "", **more: object) -> Path:
    """Write a card by hand."""
    path = cairn.cards.folders[0] / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    given = {"status": "approved", "verified_at": "2026-11-01", **more}
    path.write_text(write_card(name, summary, body, **given), "utf-8")  # type: ignore[arg-type]
    return path


def names(cairn: Cairn, prompt: str, **how: object) -> list[str]:
    """The names of the cards that a prompt brings."""
    return [card.name for card in cairn.cards.recall(prompt, **how).cards]  # type: ignore[arg-type]
