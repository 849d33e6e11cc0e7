"""Where an index lies: in a file, or in a database of a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from cairn.errors import without_logins

_SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class DatabaseUrl:
    """A database of a PostgreSQL server. As text it names nobody and has no password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        return without_logins(self.url)

    @property
    def has_login(self) -> bool:
        """Whether who asks stands in it, perhaps with a password."""
        return str(self) != self.url


Database: TypeAlias = Path | DatabaseUrl


def url_in(text: str) -> DatabaseUrl | None:
    """The URL that a text is, None if it is none of a database."""
    return DatabaseUrl(text.strip()) if text.strip().startswith(_SCHEMES) else None
