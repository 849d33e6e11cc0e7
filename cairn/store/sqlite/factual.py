"""Facts, and the rows of what they define."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cairn.store.sqlite.nearby import ENTITY_COLUMNS, array, entity_of

if TYPE_CHECKING:
    import apsw

    from cairn.store.stored import StoredEntity


class FactRows:
    """What both sides read."""

    _connection: apsw.Connection

    def unit_places(self, source_id: int) -> list[tuple[int, str, str]]:
        """Return (file id, path, language) of the files that have facts, by path."""
        rows: list[tuple[Any, ...]] = self._connection.execute(_SELECT_UNIT_PLACES, (source_id,)).fetchall()
        return rows

    def facts(self, file_id: int) -> bytes | None:
        """Return the packed facts of a file, None if it has none."""
        rows: list[tuple[Any, ...]] = self._connection.execute(_SELECT_FACTS, (file_id,)).fetchall()
        return rows[0][0] if rows else None

    def named(self, source_id: int, name: str) -> list[tuple[int, int, str]]:
        """Return the source's definitions of a name as (file id, ordinal, kind), by path and ordinal, those left out included."""
        rows: list[tuple[Any, ...]] = self._connection.execute(_SELECT_NAMED, (name, source_id)).fetchall()
        return rows


class FactPlaces(FactRows):
    """What the read side asks besides; see `cairn.store.facts_reading.FactReader`."""

    def linked_to(self, source_id: int) -> list[int]:
        """Return the sources that this one may look into, by label."""
        return [row[0] for row in self._connection.execute(_SELECT_LINKED_TO, (source_id,))]

    def ordinals(self, ids: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Return (file id, ordinal) of each of these entities."""
        return {row[0]: (row[1], row[2]) for row in self._connection.execute(_SELECT_ORDINALS, (array(ids),))}

    def entities_at(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], StoredEntity]:
        """Return the entities at these (file id, ordinal)."""
        rows = self._connection.execute(_SELECT_ENTITIES_AT, (json.dumps(sorted(set(places))),))
        return {(row[3], row[0]): entity_of(row[1:]) for row in rows}


_SELECT_UNIT_PLACES = """
    SELECT file.id, file.path, file.language
    FROM file
    JOIN content ON content.file_id = file.id
    WHERE file.source_id = ? AND file.language IS NOT NULL AND content.mentions IS NOT NULL
    ORDER BY file.path
"""
_SELECT_FACTS = "SELECT facts FROM content WHERE file_id = ?"
_SELECT_NAMED = """
    SELECT found.file_id, found.ordinal, found.kind
    FROM (
        SELECT file_id, ordinal, kind
        FROM entity
        WHERE name = ?1 COLLATE NOCASE AND source_id = ?2 AND name = ?1
        UNION ALL
        SELECT file_id, ordinal, kind
        FROM dropped
        WHERE name = ?1 AND source_id = ?2
    ) AS found
    JOIN file ON file.id = found.file_id
    ORDER BY file.path, found.ordinal
"""
_SELECT_LINKED_TO = """
    SELECT source.id
    FROM link
    JOIN source ON source.id = link.dst
    WHERE link.src = ?
    ORDER BY source.label
"""
_SELECT_ORDINALS = """
    SELECT entity.id, entity.file_id, entity.ordinal
    FROM json_each(?) AS wanted
    CROSS JOIN entity ON entity.id = wanted.value
    WHERE entity.file_id IS NOT NULL AND entity.ordinal IS NOT NULL
"""
_SELECT_ENTITIES_AT = f"""
    SELECT entity.ordinal, {ENTITY_COLUMNS}
    FROM json_each(?) AS wanted
    CROSS JOIN entity ON entity.file_id = wanted.value ->> 0 AND entity.ordinal = wanted.value ->> 1
    JOIN file ON file.id = entity.file_id
"""  # noqa: S608 - our own constants
