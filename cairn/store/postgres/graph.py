"""Writes the edges of a source: only those rows that differ from what is there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from cairn.store.graph_rows import EdgeChanges, KnownEdges, KnownSites, Units, external_names, new_sites
from cairn.store.postgres.connection import Connection, copy_rows
from cairn.store.postgres.rows import Rows, Session, external_id
from cairn.store.postgres.spellings import Spellings
from cairn.store.rows import EdgeRow, UnresolvedRow

_EDGE_COLUMNS = "edge (source_id, dst_source, kind, src, dst, confidence, via, sites)"
_EDGE_TYPES = "int8 int8 text int8 int8 float8 text text".split()
_SITE_COLUMNS = "unresolved (source_id, entity_id, kind, name, line)"
_SITE_TYPES = "int8 int8 text text int8".split()


class GraphWriter(Rows):
    """Part of PostgresWriter: entities' edges, unresolved references, externals and dropped definitions."""

    def __init__(self, session: Session, connection: Connection, spellings: Spellings) -> None:
        super().__init__(session)
        self._connection = connection
        self._spellings = spellings
        self._bereft: set[int] = set()  # sources of edges whose targets are gone
        self._may_have_orphans = False  # definitions are gone, and with them edges to externals

    def forget(self) -> None:
        """Begin a new transaction: nothing that was read before need be true."""
        self._bereft.clear()
        self._may_have_orphans = False

    def bereft(self, source_id: int) -> list[tuple[int, int]]:
        """The definitions of a source, as (file id, ordinal), that had edges to what is gone since this transaction began."""
        rows: list[Any] = self._rows(_SELECT_BEREFT, list(self._bereft), source_id)
        return rows

    def replace(
        self,
        source_id: int,
        file_ids: Sequence[int],
        edges: Iterable[EdgeRow],
        unresolved: Iterable[UnresolvedRow],
        dropped: Iterable[tuple[int, int]],
    ) -> None:
        """Make these the graph of a source."""
        self.restore_dropped([file_id for (file_id,) in self._rows(_SELECT_DROPPED_FILES, source_id)])
        places = self._places(file_ids)
        units = [places.get(file_id, {}) for file_id in file_ids]
        self._drop([units[unit][ordinal] for unit, ordinal in dropped])
        self._rows(_DELETE_LOOSE_EDGES, {"source": source_id})
        self._may_have_orphans = True
        known = self._read_edges(_SELECT_EDGES, source_id)
        self._replace_edges(source_id, units, edges, known, self._foreign(source_id, file_ids))
        self._replace_unresolved(source_id, units, unresolved, self._read_sites(_SELECT_UNRESOLVED, source_id))

    def leave_out(
        self, file_ids: Sequence[int], only: Mapping[int, Collection[int] | None], dropped: Iterable[tuple[int, int]]
    ) -> None:
        """Make these the dropped definitions among some, by unit and ordinals."""
        wanted: dict[int, set[int]] = {}
        for unit, ordinal in dropped:
            wanted.setdefault(unit, set()).add(ordinal)
        for unit, ordinals in only.items():
            out = wanted.get(unit, set())
            known = dict(self._rows("SELECT ordinal, id FROM dropped WHERE file_id = %s", file_ids[unit]))
            back = [one for one in known if one not in out and (ordinals is None or one in ordinals)]
            self._rows(_RESTORE, [known[ordinal] for ordinal in back])
            if out - known.keys():
                places = _FileUnits(self._session, file_ids)[unit]
                self._drop([places[ordinal] for ordinal in sorted(out - known.keys())])

    def replace_part(
        self,
        source_id: int,
        file_ids: Sequence[int],
        only: Mapping[int, Collection[int] | None],
        edges: Iterable[EdgeRow],
        unresolved: Iterable[UnresolvedRow],
    ) -> None:
        """Make these the edges of some definitions, by unit and ordinals."""
        units = _FileUnits(self._session, file_ids)
        concerned: list[int] = []
        for unit, ordinals in only.items():
            of_file = units[unit]
            concerned += of_file.values() if ordinals is None else [of_file[one] for one in ordinals if one in of_file]
        old_edges = self._read_edges(_SELECT_EDGES_FROM, concerned)
        old_sites = self._read_sites(_SELECT_UNRESOLVED_IN, concerned)
        self._replace_edges(source_id, units, edges, old_edges, self._foreign(source_id, file_ids))
        self._replace_unresolved(source_id, units, unresolved, old_sites)

    def _places(self, file_ids: Sequence[int]) -> dict[int, dict[int, int]]:
        """Return entity ids by file and ordinal."""
        places: dict[int, dict[int, int]] = {}
        for file_id, ordinal, entity_id in self._rows(_SELECT_PLACES, list(file_ids)):
            of_file = places.get(file_id)
            if of_file is None:
                of_file = places[file_id] = {}
            of_file[ordinal] = entity_id
        return places

    def _foreign(self, source_id: int, file_ids: Sequence[int]) -> dict[int, int]:
        """Return the sources of entities in files of other sources."""
        return dict(self._rows(_SELECT_FOREIGN, list(file_ids), source_id))

    def _replace_edges(
        self, source_id: int, units: Units, edges: Iterable[EdgeRow], known: KnownEdges, foreign: Mapping[int, int]
    ) -> None:
        externals = _Externals(self._rows("SELECT id, anchor FROM external WHERE source_id = %s", source_id))
        changes = EdgeChanges(units, externals.id_of, known)
        rows = [
            (source_id, None if dst < 0 else foreign.get(dst, source_id), kind, src, dst, *value)
            for kind, src, dst, *value in changes.new_rows(edges)
        ]
        gone = list(changes.gone)
        self._rows(_DELETE_EDGES, *map(list, zip(*gone, strict=True))) if gone else None
        copy_rows(self._connection, _EDGE_COLUMNS, _EDGE_TYPES, rows)
        for _, (src, kind, dst), value in changes.changed:
            self._rows(_UPDATE_EDGE, *value, src, kind, dst)
        new = [(external, source_id, *external_names(anchor), anchor) for external, anchor in externals.new]
        copy_rows(self._connection, "external (id, source_id, name, qualname, anchor)", "int8 int8 text text text".split(), new)
        self._spellings.note(source_id, (name for _, _, name, *_ in new))
        if gone or self._may_have_orphans:
            self.delete_orphans(source_id)

    def _read_edges(self, statement: str, key: int | list[int]) -> KnownEdges:
        rows = self._rows(statement, key)
        return {(src, kind, dst): (0, (confidence, via, sites)) for src, kind, dst, confidence, via, sites in rows}

    def _read_sites(self, statement: str, key: int | list[int]) -> KnownSites:
        found: KnownSites = {}
        for site_id, *site in self._rows(statement, key):
            found.setdefault(tuple(site), []).append(site_id)
        return found

    def _replace_unresolved(self, source_id: int, units: Units, rows: Iterable[UnresolvedRow], known: KnownSites) -> None:
        new = [(source_id, *site) for site in new_sites(units, rows, known)]
        copy_rows(self._connection, _SITE_COLUMNS, _SITE_TYPES, new)
        gone = [site_id for ids in known.values() for site_id in ids]
        if gone:
            self._rows("DELETE FROM unresolved WHERE id = ANY(%s::bigint[])", gone)

    def _drop(self, entity_ids: Sequence[int]) -> None:
        """Put definitions aside that another one completes."""
        if entity_ids:
            self._rows("DELETE FROM entity_vector WHERE entity_id = ANY(%s::bigint[])", list(entity_ids))
            self._rows(_PUT_ASIDE, list(entity_ids))
            self.delete_edges(entity_ids)

    def restore_dropped(self, file_ids: Sequence[int]) -> None:
        """Let files have all of their definitions again."""
        if file_ids:
            self._rows(_RESTORE_FILES, list(file_ids))

    def delete_edges(self, entity_ids: Sequence[int]) -> None:
        """Delete the edges from and to entities that are gone."""
        if entity_ids:
            self._rows("DELETE FROM edge WHERE src = ANY(%s::bigint[])", list(entity_ids))
            sources = self._rows("DELETE FROM edge WHERE dst = ANY(%s::bigint[]) RETURNING src", list(entity_ids))
            self._bereft.update(src for (src,) in sources)
            self._may_have_orphans = True

    def delete_orphans(self, source_id: int) -> None:
        """Delete externals of a source that none of its edges points at."""
        self._rows(_DELETE_ORPHANS, source_id)


class _FileUnits:
    """Entity ids by unit and ordinal, read for each file when it is first asked for."""

    def __init__(self, session: Session, file_ids: Sequence[int]) -> None:
        self._session = session
        self._file_ids = file_ids
        self._known: dict[int, dict[int, int]] = {}

    def __getitem__(self, unit: int) -> dict[int, int]:
        if unit not in self._known:
            rows = self._session.rows("SELECT ordinal, id FROM entity WHERE file_id = %s", (self._file_ids[unit],))
            self._known[unit] = dict(rows)
        return self._known[unit]


class _Externals:
    """Names that no indexed source defines, as one source uses them. All sources make the same id of an anchor."""

    def __init__(self, rows: Iterable[tuple[int, str]]) -> None:
        self._ids: dict[str, int] = {anchor: entity_id for entity_id, anchor in rows}
        self.new: list[tuple[int, str]] = []

    def id_of(self, anchor: str) -> int:
        known = self._ids.get(anchor)
        if known is None:
            known = self._ids[anchor] = external_id(anchor)
            self.new.append((known, anchor))
        return known


_SELECT_BEREFT = "SELECT file_id, ordinal FROM entity WHERE id = ANY(%s::bigint[]) AND source_id = %s"
_SELECT_DROPPED_FILES = "SELECT DISTINCT file_id FROM dropped WHERE source_id = %s"
_SELECT_PLACES = "SELECT file_id, ordinal, id FROM entity WHERE file_id = ANY(%s::bigint[])"
_SELECT_FOREIGN = """
    SELECT entity.id, entity.source_id
    FROM file
    JOIN entity ON entity.file_id = file.id
    WHERE file.id = ANY(%s::bigint[]) AND file.source_id <> %s
"""
_SELECT_EDGES = "SELECT src, kind, dst, confidence, via, sites FROM edge WHERE source_id = %s"
_SELECT_EDGES_FROM = "SELECT src, kind, dst, confidence, via, sites FROM edge WHERE src = ANY(%s::bigint[])"
_UPDATE_EDGE = "UPDATE edge SET confidence = %s, via = %s, sites = %s WHERE src = %s AND kind = %s AND dst = %s"
_DELETE_EDGES = """
    DELETE FROM edge
    USING unnest(%s::bigint[], %s::text[], %s::bigint[]) AS gone (src, kind, dst)
    WHERE edge.src = gone.src AND edge.kind = gone.kind AND edge.dst = gone.dst
"""
_DELETE_LOOSE_EDGES = """
    DELETE FROM edge
    WHERE source_id = %(source)s AND (
        NOT EXISTS (SELECT 1 FROM entity WHERE entity.id = edge.src)
        OR (edge.dst >= 0 AND NOT EXISTS (SELECT 1 FROM entity WHERE entity.id = edge.dst))
        OR (edge.dst < 0 AND NOT EXISTS (
            SELECT 1
            FROM external
            WHERE external.id = edge.dst AND external.source_id = %(source)s))
    )
"""
_SELECT_UNRESOLVED = "SELECT id, entity_id, kind, name, line FROM unresolved WHERE source_id = %s"
_SELECT_UNRESOLVED_IN = "SELECT id, entity_id, kind, name, line FROM unresolved WHERE entity_id = ANY(%s::bigint[])"
_COLUMNS = """
    id, source_id, file_id, ordinal, parent_id, kind, name, qualname, anchor, start_line, end_line, name_line,
    start_byte, end_byte, signature, doc, exported
"""
_PUT_ASIDE = f"""
    WITH gone AS (DELETE FROM entity WHERE id = ANY(%s::bigint[]) RETURNING {_COLUMNS})
    INSERT INTO dropped ({_COLUMNS})
    SELECT {_COLUMNS}
    FROM gone
"""  # noqa: S608 - our own constant
_RESTORE = f"""
    WITH back AS (DELETE FROM dropped WHERE id = ANY(%s::bigint[]) RETURNING {_COLUMNS})
    INSERT INTO entity ({_COLUMNS})
    SELECT {_COLUMNS}
    FROM back
"""  # noqa: S608 - our own constant
_RESTORE_FILES = f"""
    WITH back AS (DELETE FROM dropped WHERE file_id = ANY(%s::bigint[]) RETURNING {_COLUMNS})
    INSERT INTO entity ({_COLUMNS})
    SELECT {_COLUMNS}
    FROM back
"""  # noqa: S608 - our own constant
_DELETE_ORPHANS = """
    DELETE FROM external
    WHERE source_id = %s AND NOT EXISTS (
        SELECT 1
        FROM edge
        WHERE edge.dst = external.id AND edge.source_id = external.source_id)
"""
