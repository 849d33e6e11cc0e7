"""The record of a run: kept up while it lives, and closed however it ends."""

from __future__ import annotations

import contextlib
import datetime as dt
import logging
import time
from collections.abc import Callable, Iterator

from cairn.errors import CairnError, Cancelled
from cairn.model import Progress
from cairn.store.base import JobRow, JobStore

_log = logging.getLogger(__name__)

_ALIVE_EVERY_S = 1.0
# A run waits a minute for another (lock.py); one that is queued for longer than this has no process any more.
_QUEUE_LIMIT = dt.timedelta(minutes=3)


def utc_now() -> dt.datetime:
    """Return the time."""
    return dt.datetime.now(dt.UTC)


def as_text(moment: dt.datetime) -> str:
    """Write a time as the store keeps it."""
    return moment.isoformat(timespec="microseconds")


class RunningJob:
    """One run: tells its caller and its record how far it is, and ends it when it is cancelled."""

    def __init__(
        self,
        store: JobStore,
        row: JobRow,
        on_progress: Callable[[Progress], None] | None = None,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self._store = store
        self._row = row
        self._on_progress = on_progress
        self._is_cancelled = is_cancelled
        self._written_at = time.monotonic()
        self.warnings: list[str] = []

    @property
    def id(self) -> str:
        """The job's id."""
        return self._row.id

    def report(self, phase: str, done: int = 0, total: int = 0) -> None:
        """Say how far the run is.

        Raises:
            Cancelled: the caller wants no more of it.
        """
        if self._is_cancelled is not None and self._is_cancelled():
            raise Cancelled("cancelled; the index is as it was")
        if phase == "read":
            self._row = self._row._replace(files_done=done, files_total=total)
        if self._on_progress is not None:
            self._on_progress(Progress(phase, done, total))
        now = time.monotonic()
        if now > self._written_at + _ALIVE_EVERY_S:
            self._written_at = now
            self._write()

    def begin(self, source: str) -> None:
        """Record that the run has its turn."""
        self._row = self._row._replace(state="running", source=source)
        self._write()

    def end(self, state: str, error: str | None = None) -> None:
        """Record how the run ended."""
        self._row = self._row._replace(state=state, error=error, warnings=self.warnings, ended_at=as_text(utc_now()))
        self._write()

    def _write(self) -> None:
        self._store.update(self._row, as_text(utc_now()))


@contextlib.contextmanager
def recorded(
    store: JobStore,
    kind: str,
    source: str,
    on_progress: Callable[[Progress], None] | None,
    is_cancelled: Callable[[], bool] | None,
) -> Iterator[RunningJob]:
    """Keep a record of what happens inside."""
    now = as_text(utc_now())
    row = JobRow(store.begin(kind, source, now), kind, source, "queued", 0, 0, (), None, now, None)
    job = RunningJob(store, row, on_progress, is_cancelled)
    try:
        yield job
    except (Cancelled, KeyboardInterrupt):
        _end(job, "cancelled", None)
        raise
    except BaseException as exc:
        _end(job, "failed", str(exc) or type(exc).__name__)
        raise
    _end(job, "done", None)


def _end(job: RunningJob, state: str, error: str | None) -> None:
    # On a full disk the run's own error is what matters.
    try:
        job.end(state, error)
    except CairnError as exc:
        _log.warning("job %s not recorded as %s: %s", job.id, state, exc)


def find_stale(store: JobStore, spared: str | None = None) -> list[JobRow]:
    """Mark runs whose process is gone. The caller holds the write lock, so that no other run is at work."""
    now = utc_now()
    stale = store.mark_stale(as_text(now), as_text(now - _QUEUE_LIMIT), spared)
    for job in stale:
        _log.warning("job %s (%s %s) did not end; nothing of it was kept", job.id, job.kind, job.source)
    return stale
