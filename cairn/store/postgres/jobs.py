"""The record of runs, in a table beside the index; each call is a transaction of its own."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import psycopg

from cairn.store.jobs import JobRow
from cairn.store.postgres.connection import Connection, Server, is_lost, rows_of, translated
from cairn.store.postgres.lock import SPACE, key_of
from cairn.store.postgres.migrate import migrate

_KEPT_JOBS = 10_000


class PostgresJobs:
    """`JobStore` of one index. It keeps one connection, as a run writes here twice a second."""

    def __init__(self, server: Server) -> None:
        self._server = server
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


class PostgresQueue(PostgresJobs):
    """`JobQueue` of one index. Who waits listens on a connection of its own."""

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self._ear: Connection | None = None

    def offer(self, kind: str, source: str, now: str, order: str) -> str:
        """Record a run for a worker to take; returns its id."""
        with self._open() as connection:
            migrate(connection, self._server)
            rows_of(connection, _DELETE_OLD, _KEPT_JOBS)
            ((job_id,),) = rows_of(connection, _OFFER, kind, source, now, now, order)
            rows_of(connection, f"NOTIFY {_CHANNEL}")
            return str(job_id)

    def take(self, worker: str, declined: Collection[str]) -> JobRow | None:
        """Take the oldest run that is offered, is none of `declined`, and whose source no other worker is at."""
        with self._open() as connection:
            if not self._server.has_schema(connection):
                return None
            rows = rows_of(connection, _TAKE, worker, list(map(int, declined)))
            return _job_row(rows[0]) if rows else None

    def record(self, job_id: str) -> JobRow | None:
        """Return the record of a run, None if it is gone."""
        with self._open() as connection:
            rows = rows_of(connection, _SELECT_ONE, int(job_id))
            return _job_row(rows[0]) if rows else None

    def give_back(self, job_id: str, why: str) -> None:
        """Offer a run again that was taken."""
        with self._open() as connection:
            rows_of(connection, _GIVE_BACK, why, int(job_id))

    def offer_lost(self) -> list[str]:
        """Offer runs again that give no sign of life and, if they have begun, do not hold their source any more."""
        with self._open() as connection:
            if not self._server.has_schema(connection):
                return []
            lost = [
                job_id
                for job_id, source, state in rows_of(connection, _SELECT_SILENT)
                if state == "queued" or not rows_of(connection, _SELECT_LOCK, SPACE, key_of(source) & 0xFFFFFFFF)
            ]
            return [str(job_id) for (job_id,) in rows_of(connection, _OFFER_AGAIN, lost)]

    def figures(self) -> dict[str, int]:
        """Counts of runs that wait for a worker and that workers have, and of sessions that have locked sources."""
        with self._open() as connection:
            if not self._server.has_schema(connection):
                return {}
            ((offered, taken, writers),) = rows_of(connection, _FIGURES, SPACE)
            return {"jobs_offered": offered, "jobs_taken": taken, "writers": writers}

    def wait(self, timeout_s: float) -> None:
        """Wait until a run is offered, or for so long."""
        with translated(self._server.shown):
            try:
                if self._ear is None or self._ear.closed:
                    self._ear = self._server.connect()
                    rows_of(self._ear, f"LISTEN {_CHANNEL}")
                for _ in self._ear.notifies(timeout=timeout_s, stop_after=1):
                    pass
            except psycopg.Error:
                self._deafen()
                raise

    def _deafen(self) -> None:
        if self._ear is not None:
            self._ear.close()
            self._ear = None

    def close(self) -> None:
        """Close the connections; a later call opens them again."""
        self._deafen()
        super().close()


def _job_row(row: Sequence[Any]) -> JobRow:
    job_id, kind, source, state, done, total, warnings, *rest = row
    return JobRow(str(job_id), kind, source, state, done, total, json.loads(warnings), *rest)


# One that waits for a worker need give no sign of life.
_COLUMNS = """
    id, kind, source, state, files_done, files_total, warnings, error, started_at, ended_at,
    CASE WHEN is_offered AND worker IS NULL THEN '' ELSE alive_at END, orders, report
"""
_CHANNEL = "cairn_jobs"
_MOST_ATTEMPTS = 3
# A run gives a sign of life twice a second.
_SILENT = "interval '15 seconds'"
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
_BEAT = "UPDATE job SET alive_at = %s, beat_at = now() WHERE id = %s RETURNING plea IS NOT NULL"
# What nobody has taken yet ends at once: there is nobody who would hear it.
_CANCEL = """
    UPDATE job
    SET plea = 'cancel',
        state = CASE WHEN is_offered AND worker IS NULL THEN 'cancelled' ELSE state END,
        ended_at = CASE
            WHEN is_offered AND worker IS NULL THEN to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"') END
    WHERE id = %s AND state IN ('queued', 'running')
"""
_SELECT_RUNNING = "SELECT id, source FROM job WHERE state = 'running' AND id <> %s AND NOT is_offered"
_SELECT_LOCK = """
    SELECT 1
    FROM pg_locks
    WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND classid = %s::oid AND objid = %s::oid AND granted
"""
_MARK_STALE = f"""
    UPDATE job
    SET state = 'stale', ended_at = %s
    WHERE (id = ANY(%s::bigint[]) AND state = 'running') OR (state = 'queued' AND alive_at < %s AND id <> %s AND NOT is_offered)
    RETURNING {_COLUMNS}
"""  # noqa: S608 - our own constant
_SELECT = f"""
    SELECT {_COLUMNS}
    FROM job
    ORDER BY id DESC
"""  # noqa: S608 - our own constants
_SELECT_ONE = f"SELECT {_COLUMNS} FROM job WHERE id = %s"  # noqa: S608 - our own constant
_OFFER = """
    INSERT INTO job (kind, source, state, started_at, alive_at, orders, is_offered)
    VALUES (%s, %s, 'queued', %s, %s, %s, true)
    RETURNING id
"""
_TAKE = f"""
    UPDATE job
    SET worker = %s, attempts = attempts + 1, beat_at = now(), error = NULL
    WHERE id = (
        SELECT id
        FROM job AS offered
        WHERE is_offered AND state = 'queued' AND worker IS NULL AND plea IS NULL AND id <> ALL(%s::bigint[])
            AND NOT EXISTS (
                SELECT 1
                FROM job AS other
                WHERE other.source = offered.source AND other.worker IS NOT NULL AND other.state IN ('queued', 'running'))
        ORDER BY id
        LIMIT 1
        FOR UPDATE SKIP LOCKED)
    RETURNING {_COLUMNS}
"""  # noqa: S608 - our own constant
_FIGURES = """
    SELECT
        (SELECT count(*) FROM job WHERE is_offered AND state = 'queued' AND worker IS NULL),
        (SELECT count(*) FROM job WHERE is_offered AND state IN ('queued', 'running') AND worker IS NOT NULL),
        (SELECT count(DISTINCT pid)
         FROM pg_locks
         WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND classid = %s::oid AND objid <> 0 AND granted)
"""
_GIVE_BACK = """
    UPDATE job
    SET state = 'queued', worker = NULL, attempts = attempts - 1, ended_at = NULL, plea = NULL, error = %s
    WHERE id = %s
"""
_SELECT_SILENT = f"""
    SELECT id, source, state
    FROM job
    WHERE is_offered AND worker IS NOT NULL AND state IN ('queued', 'running') AND beat_at < now() - {_SILENT}
"""  # noqa: S608 - our own constant
_OFFER_AGAIN = f"""
    UPDATE job
    SET state = CASE WHEN attempts < {_MOST_ATTEMPTS} THEN 'queued' ELSE 'failed' END, worker = NULL,
        error = 'worker ' || worker || ' gave no sign of life any more'
    WHERE id = ANY(%s::bigint[]) AND beat_at < now() - {_SILENT}
    RETURNING id
"""  # noqa: S608 - our own constants
