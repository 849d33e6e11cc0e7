"""The shelf: what those who write cards need of the libraries around them. `Cards` is one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from cairn.rights import User

if TYPE_CHECKING:
    from cairn.cards.graph import LateGraph
    from cairn.store.sqlite.cards import CardRow, CardRows


class Shelf(Protocol):
    """Libraries, what is known of their cards, and who asks."""

    home: Path
    graph: LateGraph
    principal: str
    user: User

    @property
    def folders(self) -> list[Path]:
        """The libraries; the first one is written into."""
        ...

    @property
    def rows(self) -> CardRows:
        """The derived index of the libraries."""
        ...

    @property
    def today(self) -> str:
        """The date, in UTC: `2026-01-31`."""
        ...

    @property
    def now(self) -> str:
        """The moment, in UTC: `2026-01-31T12:00:00Z`."""
        ...

    def listing(self) -> list[CardRow]:
        """Return all files of the libraries that the principal may see."""
        ...

    def require_write(self, about: Sequence[str]) -> None:
        """Raise RefusedError if the user may not write a card about these handles."""
        ...

    def find(self, name: str) -> CardRow:
        """Return the card of a name; raises NotFoundError where there is none."""
        ...

    def path_of(self, row: CardRow) -> str:
        """Return where a card lies."""
        ...

    def words_of(self, rows: Sequence[CardRow]) -> dict[int, str]:
        """Return what must be known of some cards, by their ids: stale, moved or unverified; empty for nothing."""
        ...
