"""Writes the edges of a source: only those rows that differ from what is there."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cairn.store.graph_rows import EdgeChanges, KnownEdges, KnownSites, Units, external_names, new_sites
from cairn.store.rows import EdgeRow, UnresolvedRow

if TYPE_CHECKING:
    import apsw


class GraphWriter:
    """Part of SqliteWriter: entities' edges, unresolved references, externals and dropped definitions."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._has_dropped: bool | None = None
        self._has_lost_edges = False
        self._bereft: set[int] = set()  # sources of edges whose targets are gone

    def forget(self) -> None:
        """Begin a new transaction: nothing that was read before need be true."""
        self._has_dropped = None
        self._has_lost_edges = False
        self._bereft.clear()

    def bereft(self, source_id: int) -> list[tuple[int, int]]:
        """The definitions of a source, as (file id, ordinal), that had edges to what is gone since this transaction began."""
        return self._all(_SELECT_BEREFT, (json.dumps(sorted(self._bereft)), source_id))

    def replace(
        self,
        source_id: int,
        file_ids: Sequence[int],
        edges: Iterable[EdgeRow],
        unresolved: Iterable[UnresolvedRow],
        dropped: Iterable[tuple[int, int]],
        next_entity_id: int,
    ) -> int:
        """Make these the graph of a source; returns the next free entity id."""
        for (file_id,) in self._all(_SELECT_DROPPED_FILES, (source_id,)):
            self.restore_dropped(file_id)
        places = self._places(source_id)
        self._add_foreign_places(places, file_ids)
        units = [places.get(file_id, {}) for file_id in file_ids]
        self._drop([units[unit][ordinal] for unit, ordinal in dropped])
        self._all(_DELETE_LOOSE_EDGES, (source_id,))
        externals = _Externals(self._all(_SELECT_EXTERNALS), next_entity_id)
        self._has_lost_edges |= self._replace_edges(
            source_id, units, edges, externals, self._read_edges(_SELECT_EDGES, source_id)
        )
        self._replace_unresolved(units, unresolved, self._read_sites(_SELECT_UNRESOLVED, source_id))
        self._many(_INSERT_EXTERNAL, externals.new_rows)
        if self._has_lost_edges:
            self.delete_orphans()
        return externals.next_id

    def leave_out(
        self, file_ids: Sequence[int], only: Mapping[int, Collection[int] | None], dropped: Iterable[tuple[int, int]]
    ) -> None:
        """Make these the dropped definitions among some, by unit and ordinals."""
        wanted: dict[int, set[int]] = {}
        for unit, ordinal in dropped:
            wanted.setdefault(unit, set()).add(ordinal)
        for unit, ordinals in only.items():
            out = wanted.get(unit, set())
            known = dict(self._all(_SELECT_DROPPED_OF_FILE, (file_ids[unit],)))
            back = [one for one in known if one not in out and (ordinals is None or one in ordinals)]
            for ordinal in back:
                self._all("INSERT INTO entity SELECT * FROM dropped WHERE id = ?", (known[ordinal],))
                self._all("DELETE FROM dropped WHERE id = ?", (known[ordinal],))
            if out - known.keys():
                places = _Units(self._connection, file_ids)[unit]
                self._drop([places[ordinal] for ordinal in sorted(out - known.keys())])

    def replace_part(
        self,
        source_id: int,
        file_ids: Sequence[int],
        only: Mapping[int, Collection[int] | None],
        edges: Iterable[EdgeRow],
        unresolved: Iterable[UnresolvedRow],
        next_entity_id: int,
    ) -> int:
        """Make these the edges of some definitions, by unit and ordinals; returns the next free entity id."""
        units = _Units(self._connection, file_ids)
        externals = _Externals(self._all(_SELECT_EXTERNALS), next_entity_id)
        old_edges: KnownEdges = {}
        old_sites: KnownSites = {}
        for unit, ordinals in only.items():
            edges_of_file = self._read_edges(_SELECT_EDGES_OF_FILE, file_ids[unit])
            sites_of_file = self._read_sites(_SELECT_UNRESOLVED_OF_FILE, file_ids[unit])
            if ordinals is not None:
                kept = {units[unit].get(ordinal) for ordinal in ordinals}
                edges_of_file = {key: row for key, row in edges_of_file.items() if key[0] in kept}
                sites_of_file = {key: row for key, row in sites_of_file.items() if key[0] in kept}
            old_edges |= edges_of_file
            old_sites |= sites_of_file
        self._has_lost_edges |= self._replace_edges(source_id, units, edges, externals, old_edges)
        self._replace_unresolved(units, unresolved, old_sites)
        self._many(_INSERT_EXTERNAL, externals.new_rows)
        if self._has_lost_edges:
            self.delete_orphans()
        return externals.next_id

    def _places(self, source_id: int) -> dict[int, dict[int, int]]:
        """Return entity ids by file and ordinal."""
        places: dict[int, dict[int, int]] = {}
        for file_id, ordinal, entity_id in self._connection.execute(_SELECT_PLACES, (source_id,)):
            of_file = places.get(file_id)
            if of_file is None:
                of_file = places[file_id] = {}
            of_file[ordinal] = entity_id
        return places

    def _add_foreign_places(self, places: dict[int, dict[int, int]], file_ids: Sequence[int]) -> None:
        foreign = [file_id for file_id in file_ids if file_id not in places]
        for file_id, ordinal, entity_id in self._connection.execute(_SELECT_FOREIGN, (json.dumps(foreign),)) if foreign else ():
            places.setdefault(file_id, {})[ordinal] = entity_id

    def _replace_edges(
        self,
        source_id: int,
        units: Units,
        edges: Iterable[EdgeRow],
        externals: _Externals,
        old: KnownEdges,
    ) -> bool:
        """Returns whether an edge is gone."""
        changes = EdgeChanges(units, externals.id_of, old)
        self._many(_INSERT_EDGE, ((source_id, *row) for row in changes.new_rows(edges)))
        self._many(_UPDATE_EDGE, [(*value, edge_id) for edge_id, _, value in changes.changed])
        self._many("DELETE FROM edge WHERE id = ?", [(edge_id,) for edge_id, _ in changes.gone.values()])
        return bool(old)

    def _read_edges(self, statement: str, key: int) -> KnownEdges:
        rows = self._connection.execute(statement, (key,))
        return {(src, kind, dst): (edge_id, (confidence, via, sites)) for edge_id, src, kind, dst, confidence, via, sites in rows}

    def _read_sites(self, statement: str, key: int) -> KnownSites:
        found: KnownSites = {}
        for site_id, *site in self._connection.execute(statement, (key,)):
            found.setdefault(tuple(site), []).append(site_id)
        return found

    def _replace_unresolved(self, units: Units, rows: Iterable[UnresolvedRow], old: KnownSites) -> None:
        self._many("INSERT INTO unresolved (entity_id, kind, name, line) VALUES (?, ?, ?, ?)", new_sites(units, rows, old))
        self._many("DELETE FROM unresolved WHERE id = ?", [(site_id,) for ids in old.values() for site_id in ids])

    def _drop(self, entity_ids: Sequence[int]) -> None:
        """Put definitions aside that another one completes."""
        for entity_id in entity_ids:
            self._has_dropped = True
            self._all("INSERT INTO dropped SELECT * FROM entity WHERE id = ?", (entity_id,))
            self._all("DELETE FROM entity WHERE id = ?", (entity_id,))
            self.delete_edges(entity_id)

    def restore_dropped(self, file_id: int) -> None:
        """Let a file have all of its definitions again."""
        if self._has_dropped is None:
            self._has_dropped = bool(self._all("SELECT EXISTS (SELECT 1 FROM dropped)")[0][0])
        if self._has_dropped:
            self._all("INSERT INTO entity SELECT * FROM dropped WHERE file_id = ?", (file_id,))
            self._all("DELETE FROM dropped WHERE file_id = ?", (file_id,))

    def delete_edges(self, entity_id: int) -> None:
        """Delete the edges from and to an entity that is gone."""
        self._all("DELETE FROM edge WHERE src = ?", (entity_id,))
        self._has_lost_edges |= self._connection.changes() > 0
        sources = self._all("DELETE FROM edge WHERE dst = ? RETURNING src", (entity_id,))
        self._bereft.update(src for (src,) in sources)
        self._has_lost_edges |= bool(sources)

    def delete_orphans(self) -> None:
        """Delete externals that no edge points at."""
        self._all(_DELETE_ORPHANS)

    def _all(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()

    def _many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        for _ in self._connection.executemany(sql, rows):
            pass


class _Units:
    """Entity ids by unit and ordinal, read for each file when it is first asked for."""

    def __init__(self, connection: apsw.Connection, file_ids: Sequence[int]) -> None:
        self._connection = connection
        self._file_ids = file_ids
        self._known: dict[int, dict[int, int]] = {}

    def __getitem__(self, unit: int) -> dict[int, int]:
        if unit not in self._known:
            rows = self._connection.execute("SELECT ordinal, id FROM entity WHERE file_id = ?", (self._file_ids[unit],))
            self._known[unit] = {int(ordinal): int(entity_id) for ordinal, entity_id in rows}
        return self._known[unit]


class _Externals:
    """Names that no indexed source defines, by anchor: `python/requests#get`."""

    def __init__(self, rows: Iterable[tuple[int, str]], next_id: int) -> None:
        self._ids: dict[str, int] = {anchor: entity_id for entity_id, anchor in rows}
        self.next_id = next_id
        self.new_rows: list[tuple[int, str, str, str]] = []  # id, name, qualname, anchor

    def id_of(self, anchor: str) -> int:
        known = self._ids.get(anchor)
        if known is None:
            known = self._ids[anchor] = self.next_id
            self.next_id += 1
            self.new_rows.append((known, *external_names(anchor), anchor))
        return known


_SELECT_BEREFT = """
    SELECT file_id, ordinal
    FROM entity
    WHERE id IN (SELECT value FROM json_each(?)) AND source_id = ? AND file_id IS NOT NULL
"""
_SELECT_DROPPED_OF_FILE = "SELECT ordinal, id FROM dropped WHERE file_id = ?"
_SELECT_DROPPED_FILES = "SELECT DISTINCT file_id FROM dropped WHERE source_id = ?"
_SELECT_PLACES = """
    SELECT entity.file_id, entity.ordinal, entity.id
    FROM file
    JOIN entity ON entity.file_id = file.id
    WHERE file.source_id = ?
"""
_SELECT_FOREIGN = "SELECT file_id, ordinal, id FROM entity WHERE file_id IN (SELECT value FROM json_each(?))"
_SELECT_EXTERNALS = "SELECT id, anchor FROM entity WHERE file_id IS NULL"
_SELECT_EDGES = """
    SELECT edge.id, edge.src, edge.kind, edge.dst, edge.confidence, edge.via, edge.sites
    FROM file
    JOIN entity ON entity.file_id = file.id
    JOIN edge ON edge.src = entity.id
    WHERE file.source_id = ?
"""
_UPDATE_EDGE = "UPDATE edge SET confidence = ?, via = ?, sites = ? WHERE id = ?"
_INSERT_EDGE = """
    INSERT INTO edge (source_id, kind, src, dst, confidence, via, sites)
    VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_DELETE_LOOSE_EDGES = """
    DELETE FROM edge
    WHERE source_id = ? AND (
        NOT EXISTS (SELECT 1 FROM entity WHERE entity.id = edge.src)
        OR NOT EXISTS (SELECT 1 FROM entity WHERE entity.id = edge.dst)
    )
"""
_SELECT_EDGES_OF_FILE = """
    SELECT edge.id, edge.src, edge.kind, edge.dst, edge.confidence, edge.via, edge.sites
    FROM entity
    JOIN edge ON edge.src = entity.id
    WHERE entity.file_id = ?
"""
_SELECT_UNRESOLVED_OF_FILE = """
    SELECT unresolved.id, unresolved.entity_id, unresolved.kind, unresolved.name, unresolved.line
    FROM entity
    JOIN unresolved ON unresolved.entity_id = entity.id
    WHERE entity.file_id = ?
"""
_SELECT_UNRESOLVED = """
    SELECT unresolved.id, unresolved.entity_id, unresolved.kind, unresolved.name, unresolved.line
    FROM file
    JOIN entity ON entity.file_id = file.id
    JOIN unresolved ON unresolved.entity_id = entity.id
    WHERE file.source_id = ?
"""
_INSERT_EXTERNAL = """
    INSERT INTO entity
        (id, ordinal, kind, name, qualname, anchor,
         start_line, end_line, name_line, start_byte, end_byte, signature, doc, exported)
    VALUES (?, 0, 'external', ?, ?, ?, 0, 0, 0, 0, 0, '', '', 1)
"""
_DELETE_ORPHANS = """
    DELETE FROM entity
    WHERE file_id IS NULL AND NOT EXISTS (SELECT 1 FROM edge WHERE edge.dst = entity.id)
"""
