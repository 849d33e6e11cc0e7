"""The record of runs, in `<database>-jobs`."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw

from cairn.store.jobs import JobRow
from cairn.store.sqlite.connection import BUSY_TIMEOUT_MS, make_folder, translated

_KEPT_JOBS = 200

_CREATE = """
    CREATE TABLE job (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        source TEXT NOT NULL,
        state TEXT NOT NULL,
        files_done INTEGER NOT NULL DEFAULT 0,
        files_total INTEGER NOT NULL DEFAULT 0,
        warnings TEXT NOT NULL DEFAULT '[]',    -- JSON list of sentences
        error TEXT,
        started_at TEXT NOT NULL,
        ended_at TEXT,
        alive_at TEXT NOT NULL,
        plea TEXT,                              -- 'cancel' when somebody wants it to stop
        "order" TEXT NOT NULL DEFAULT '',       -- JSON: what it takes to start it again
        report TEXT NOT NULL DEFAULT ''         -- JSON: what it did
    )
"""
# Counts up with the columns; a record of another version is dropped: it is only history.
_VERSION = 2


class SqliteJobs:
    """`JobStore` in a file of its own; it may be deleted at any time."""

    def __init__(self, database: Path) -> None:
        self._path = Path(f"{database}-jobs")

    def begin(self, kind: str, source: str, now: str, order: str = "") -> str:
        """Record a run that waits for its turn; returns its id."""
        with self._open() as connection:
            connection.execute(_DELETE_OLD, (_KEPT_JOBS,))
            connection.execute(_INSERT, (kind, source, now, now, order))
            return str(connection.last_insert_rowid())

    def update(self, job: JobRow, now: str) -> None:
        """Record how far a run is. `now` is its sign of life."""
        warnings = json.dumps(list(job.warnings), ensure_ascii=False)
        counts = (job.files_done, job.files_total)
        values = (job.source, job.state, *counts, warnings, job.error, job.ended_at, job.report, now, int(job.id))
        with self._open() as connection:
            connection.execute(_UPDATE, values)

    def beat(self, job_id: str, now: str) -> bool:
        """Record a sign of life; returns whether somebody wants the run to stop."""
        with self._open() as connection:
            return any(plea for (plea,) in connection.execute(_BEAT, (now, int(job_id))).fetchall())

    def cancel(self, job_id: str) -> None:
        """Ask a run that has not ended to stop."""
        if self._path.exists():
            with self._open() as connection:
                connection.execute(_CANCEL, (int(job_id),))

    def mark_stale(self, now: str, queued_before: str, spared: str | None = None) -> list[JobRow]:
        """Mark runs that ended without a word, and return them."""
        if not self._path.exists():
            return []
        with self._open() as connection:
            rows = connection.execute(_MARK_STALE, (now, queued_before, int(spared or 0))).fetchall()
        return [_job_row(row) for row in rows]

    def jobs(self) -> list[JobRow]:
        """Return the newest first."""
        if not self._path.exists():
            return []
        with self._open() as connection:
            return [_job_row(row) for row in connection.execute(_SELECT).fetchall()]

    @contextlib.contextmanager
    def _open(self) -> Iterator[apsw.Connection]:
        """Open for one statement or two: a run writes here once a second."""
        make_folder(self._path.parent)
        with translated(self._path):
            try:
                connection = self._connect()
            except (apsw.NotADBError, apsw.CorruptError):
                # Nothing but history is lost, and the next run must not stop for it.
                self._path.unlink(missing_ok=True)
                connection = self._connect()
            try:
                yield connection
            finally:
                connection.close()

    def _connect(self) -> apsw.Connection:
        connection = apsw.Connection(str(self._path))
        try:
            connection.set_busy_timeout(BUSY_TIMEOUT_MS)
            # A crash of the process cannot hurt it; one of the machine may, and is answered in `_open`.
            connection.execute("PRAGMA synchronous = OFF").fetchall()
            if connection.pragma("user_version") != _VERSION:
                connection.execute("BEGIN IMMEDIATE")
                if connection.pragma("user_version") != _VERSION:
                    connection.execute("DROP TABLE IF EXISTS job")
                    connection.execute(_CREATE)
                    connection.execute(f"PRAGMA user_version = {_VERSION}").fetchall()
                connection.execute("COMMIT")
        except BaseException:
            connection.close()
            raise
        return connection


def _job_row(row: Sequence[Any]) -> JobRow:
    job_id, kind, source, state, done, total, warnings, *rest = row
    return JobRow(str(job_id), kind, source, state, done, total, json.loads(warnings), *rest)


_COLUMNS = """
    id, kind, source, state, files_done, files_total, warnings, error, started_at, ended_at, alive_at, "order", report
"""
_DELETE_OLD = """
    DELETE FROM job
    WHERE id <= (SELECT max(id) FROM job) - ? AND state NOT IN ('queued', 'running')
"""
_INSERT = """
    INSERT INTO job (kind, source, state, started_at, alive_at, "order")
    VALUES (?, ?, 'queued', ?, ?, ?)
"""
_UPDATE = """
    UPDATE job
    SET source = ?, state = ?, files_done = ?, files_total = ?, warnings = ?, error = ?, ended_at = ?, report = ?, alive_at = ?
    WHERE id = ?
"""
_BEAT = "UPDATE job SET alive_at = ? WHERE id = ? RETURNING plea IS NOT NULL"
_CANCEL = "UPDATE job SET plea = 'cancel' WHERE id = ? AND state IN ('queued', 'running')"
_MARK_STALE = f"""
    UPDATE job
    SET state = 'stale', ended_at = ?1
    WHERE (state = 'running' OR (state = 'queued' AND alive_at < ?2)) AND id != ?3
    RETURNING {_COLUMNS}
"""  # noqa: S608 - our own constant
_SELECT = f"""
    SELECT {_COLUMNS}
    FROM job
    ORDER BY id DESC
"""  # noqa: S608 - our own constants
