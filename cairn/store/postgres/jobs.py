"""The record of runs, in a table beside the index; each call is a transaction of its own."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg

from cairn.store.jobs import JobRow
from cairn.store.postgres.connection import Connection, Server, is_lost, rows_of, translated
from cairn.store.postgres.lock import SPACE, key_of
from cairn.store.postgres.migrate import migrate

_KEPT_JOBS = 10_000


class PostgresJobs:
    """`JobStore` of one index. It keeps one connection, as a run writes here twice a second."""

    def __init__(self, url: str) -> None:
        self._server = Server(url)
        self._lock = threading.Lock()
        self._connection: Connection | None = None

    def begin(self, kind: str, source: str, now: str, order: str = "") -> str:
        """Record a run that waits for its turn; returns its id."""
        with self._open() as connection:
            migrate(connection, self._server)
            rows_of(connection, _DELETE_OLD, _KEPT_JOBS)
            return str(rows_of(connection, _INSERT, kind, source, now, now, order)[0][0])

    def update(self, job: JobRow, now: str) -> None:
        """Record how far a run is. `now` is its sign of life."""
        warnings = json.dumps(list(job.warnings), ensure_ascii=False)
        counts = (job.files_done, job.files_total)
        values = (job.source, job.state, *counts, warnings, job.error, job.ended_at, job.report, now, int(job.id))
        with self._open() as connection:
            rows_of(connection, _UPDATE, *values)

    def beat(self, job_id: str, now: str) -> bool:
        """Record a sign of life; returns whether somebody wants the run to stop."""
        with self._open() as connection:
            return any(plea for (plea,) in rows_of(connection, _BEAT, now, int(job_id)))

    def cancel(self, job_id: str) -> None:
        """Ask a run that has not ended to stop."""
        with self._open() as connection:
            rows_of(connection, _CANCEL, int(job_id))

    def mark_stale(self, now: str, queued_before: str, spared: str | None = None) -> list[JobRow]:
        """Mark runs that ended without a word, and return them: those that are running without the lock of their source.

        A run has its source to itself, so that of the source of `spared`, which has the lock, no other can be at work.
        """
        with self._open() as connection:
            if not self._server.has_schema(connection):
                return []
            stale = []
            for job_id, source in rows_of(connection, _SELECT_RUNNING, int(spared or 0)):
                is_own = rows_of(connection, "SELECT 1 FROM job WHERE id = %s AND source = %s", int(spared or 0), source)
                if is_own or not rows_of(connection, _SELECT_LOCK, SPACE, key_of(source) & 0xFFFFFFFF):
                    stale.append(job_id)
            marked = rows_of(connection, _MARK_STALE, now, stale, queued_before, int(spared or 0))
            return [_job_row(row) for row in sorted(marked)]

    def jobs(self) -> list[JobRow]:
        """Return the newest first."""
        with self._open() as connection:
            return [_job_row(row) for row in rows_of(connection, _SELECT)] if self._server.has_schema(connection) else []

    @contextlib.contextmanager
    def _open(self) -> Iterator[Connection]:
        """The connection, for one caller at a time; a new one, where the last call has lost it."""
        with self._lock, translated(self._server.shown):
            if self._connection is None or self._connection.closed:
                self._connection = self._server.connect()
            try:
                yield self._connection
            except psycopg.Error as exc:
                if is_lost(exc):
                    self.close()
                raise

    def close(self) -> None:
        """Close the connection; a later call opens one again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _job_row(row: Sequence[Any]) -> JobRow:
    job_id, kind, source, state, done, total, warnings, *rest = row
    return JobRow(str(job_id), kind, source, state, done, total, json.loads(warnings), *rest)


_COLUMNS = """
    id, kind, source, state, files_done, files_total, warnings, error, started_at, ended_at, alive_at, orders, report
"""
_DELETE_OLD = """
    DELETE FROM job
    WHERE id <= (SELECT max(id) FROM job) - %s AND state NOT IN ('queued', 'running')
"""
_INSERT = """
    INSERT INTO job (kind, source, state, started_at, alive_at, orders)
    VALUES (%s, %s, 'queued', %s, %s, %s)
    RETURNING id
"""
_UPDATE = """
    UPDATE job
    SET source = %s, state = %s, files_done = %s, files_total = %s, warnings = %s, error = %s, ended_at = %s, report = %s,
        alive_at = %s
    WHERE id = %s
"""
_BEAT = "UPDATE job SET alive_at = %s WHERE id = %s RETURNING plea IS NOT NULL"
_CANCEL = "UPDATE job SET plea = 'cancel' WHERE id = %s AND state IN ('queued', 'running')"
_SELECT_RUNNING = "SELECT id, source FROM job WHERE state = 'running' AND id <> %s"
_SELECT_LOCK = """
    SELECT 1
    FROM pg_locks
    WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND classid = %s::oid AND objid = %s::oid AND granted
"""
_MARK_STALE = f"""
    UPDATE job
    SET state = 'stale', ended_at = %s
    WHERE (id = ANY(%s::bigint[]) AND state = 'running') OR (state = 'queued' AND alive_at < %s AND id <> %s)
    RETURNING {_COLUMNS}
"""  # noqa: S608 - our own constant
_SELECT = f"""
    SELECT {_COLUMNS}
    FROM job
    ORDER BY id DESC
"""  # noqa: S608 - our own constants
