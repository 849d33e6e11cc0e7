"""Facts, and the rows of what they define."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cairn.store.postgres.nearby import ENTITY_COLUMNS
from cairn.store.postgres.rows import Rows, entity_of
from cairn.store.stored import StoredEntity


class FactRows(Rows):
    """What both sides read."""

    def unit_places(self, source_id: int) -> list[tuple[int, str, str]]:
        """Return (file id, path, language) of the files that have facts, by path."""
        rows: list[Any] = self._rows(_SELECT_UNIT_PLACES, source_id)
        return rows

    def facts(self, file_id: int) -> bytes | None:
        """Return the packed facts of a file, None if it has none."""
        rows = self._rows(_SELECT_FACTS, file_id)
        return rows[0][0] if rows else None

    def named(self, source_id: int, name: str) -> list[tuple[int, int, str]]:
        """Return the source's definitions of a name as (file id, ordinal, kind), by path and ordinal, those left out included."""
        rows: list[Any] = self._rows(_SELECT_NAMED, {"source": source_id, "name": name})
        return rows


class FactPlaces(FactRows):
    """What the read side asks besides; see `cairn.store.facts_reading.FactReader`."""

    def linked_to(self, source_id: int) -> list[int]:
        """Return the sources that this one may look into, by label."""
        return [row[0] for row in self._rows(_SELECT_LINKED_TO, source_id)]

    def ordinals(self, ids: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Return (file id, ordinal) of each of these entities."""
        return {row[0]: (row[1], row[2]) for row in self._rows(_SELECT_ORDINALS, list(ids))}

    def entities_at(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], StoredEntity]:
        """Return the entities at these (file id, ordinal)."""
        wanted = list(set(places))
        rows = self._rows(_SELECT_ENTITIES_AT, [place[0] for place in wanted], [place[1] for place in wanted])
        return {(row[3], row[0]): entity_of(row[1:]) for row in rows}


_SELECT_UNIT_PLACES = """
    SELECT file.id, file.path, file.language
    FROM file
    JOIN content ON content.file_id = file.id
    WHERE file.source_id = %s AND file.language IS NOT NULL AND content.mentions IS NOT NULL
    ORDER BY file.path
"""
_SELECT_FACTS = "SELECT facts FROM content WHERE file_id = %s"
_SELECT_NAMED = """
    SELECT found.file_id, found.ordinal, found.kind
    FROM (
        SELECT file_id, ordinal, kind
        FROM entity
        WHERE name_key = lower(left(%(name)s::text COLLATE "C", 200)) AND source_id = %(source)s AND name = %(name)s
        UNION ALL
        SELECT file_id, ordinal, kind
        FROM dropped
        WHERE source_id = %(source)s AND name = %(name)s
    ) AS found
    JOIN file ON file.id = found.file_id
    ORDER BY file.path, found.ordinal
"""
_SELECT_LINKED_TO = """
    SELECT source.id
    FROM link
    JOIN source ON source.id = link.dst
    WHERE link.src = %s
    ORDER BY source.label
"""
_SELECT_ORDINALS = "SELECT id, file_id, ordinal FROM entity WHERE id = ANY(%s::bigint[])"
_SELECT_ENTITIES_AT = f"""
    SELECT entity.ordinal, {ENTITY_COLUMNS}
    FROM unnest(%s::bigint[], %s::bigint[]) AS wanted (file_id, ordinal)
    JOIN entity ON entity.file_id = wanted.file_id AND entity.ordinal = wanted.ordinal
    JOIN file ON file.id = entity.file_id
"""  # noqa: S608 - our own constants
