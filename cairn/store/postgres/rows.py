"""How statements are run, and what their rows become."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from cairn.errors import DatabaseRefusedError
from cairn.store.postgres.connection import Connection
from cairn.store.stored import StoredEdge, StoredEntity

# In order, or by name; None for a statement without any.
Values: TypeAlias = Sequence[object] | Mapping[str, object] | None


class Session(Protocol):
    """What runs statements: a connection, or one that is exchanged for another when it is lost."""

    def rows(self, statement: str, values: Values, *, binary: bool = False) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows."""
        ...


class WriterSession:
    """A writer's connection: nothing is tried again, since what was written before would be lost."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def rows(self, statement: str, values: Values, *, binary: bool = False) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows."""
        cursor = self.connection.execute(statement, values, binary=binary)
        return cursor.fetchall() if cursor.description is not None else []


class Rows:
    """Reads over one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def _rows(self, statement: str, *values: object) -> list[Any]:
        """Run a statement; its values are given in order, or by name in one mapping."""
        if len(values) == 1 and isinstance(values[0], Mapping):
            return self._session.rows(statement, values[0])
        return self._session.rows(statement, values or None)


def entity_of(row: tuple[Any, ...]) -> StoredEntity:
    """The entity in a row of ENTITY_COLUMNS."""
    return StoredEntity._make(row)


def edge_of(row: tuple[Any, ...]) -> StoredEdge:
    """The edge in a row."""
    return StoredEdge._make((*row[:-1], [int(site) for site in row[-1].split(",") if site]))


def inflated(packed: bytes) -> str:
    """The text in a column of `content`."""
    try:
        return zlib.decompress(packed).decode("utf-8", "replace")
    except zlib.error as exc:
        raise DatabaseRefusedError("a text in the index is damaged; `cairn verify --repair` mends what it can") from exc


def external_id(anchor: str) -> int:
    """The id of an external, which all sources make alike: 63 bits, below 0."""
    digest = hashlib.blake2b(anchor.encode("utf-8", "replace"), digest_size=8).digest()
    return -1 - (int.from_bytes(digest, "big") >> 1)
