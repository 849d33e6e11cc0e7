"""The record of a run: kept up while it lives, and closed however it ends."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import logging
import threading
import time
from collections.abc import Callable, Iterator

from cairn.errors import CairnError, Cancelled
from cairn.model import as_document
from cairn.report import IngestReport, Job, Progress
from cairn.store.jobs import JobRow, JobStore

_log = logging.getLogger(__name__)

_ALIVE_EVERY_S = 0.5
_SILENT_S = 3.0  # six signs of life were missed
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
        self._beat = _Heartbeat(store, row.id)
        self.warnings: list[str] = []

    @property
    def id(self) -> str:
        """The job's id."""
        return self._row.id

    def check(self) -> None:
        """Raise Cancelled if the run's caller, or somebody who names its job, wants no more of it."""
        if self._beat.is_cancelled.is_set() or (self._is_cancelled is not None and self._is_cancelled()):
            raise Cancelled("cancelled; the index is as it was")

    def report(self, phase: str, done: int = 0, total: int = 0) -> None:
        """Say how far the run is.

        Raises:
            Cancelled: see `check`.
        """
        self.check()
        if phase == "read":
            self._row = self._row._replace(files_done=done, files_total=total)
        if self._on_progress is not None:
            self._on_progress(Progress(phase, done, total))
        now = time.monotonic()
        if now > self._written_at + _ALIVE_EVERY_S:
            self._written_at = now
            self._try_to_write()

    def live(self) -> None:
        """Give signs of life from now on, until the run ends."""
        self._beat.start()

    def begin(self, source: str) -> None:
        """Record that the run has its turn."""
        self._row = self._row._replace(state="running", source=source)
        self._write()

    def end(self, state: str, error: str | None = None, report: str = "") -> None:
        """Record how the run ended."""
        self._beat.stop()
        ended_at = as_text(utc_now())
        self._row = self._row._replace(state=state, error=error, warnings=self.warnings, ended_at=ended_at, report=report)
        self._write()

    def finish(self, report: IngestReport) -> None:
        """Record that the run did what it was to do. The index has it by now, so a record that cannot be written is a warning."""
        self.warnings = report.warnings
        try:
            self.end("done", report=json.dumps(as_document(report), ensure_ascii=False))
        except CairnError as exc:
            self.warnings.append(f"the index is up to date, but the record of job {self.id} could not be written: {exc}")

    @property
    def is_ended(self) -> bool:
        """Whether it has been recorded how the run ended."""
        return self._row.ended_at is not None

    def _try_to_write(self) -> None:
        """Write how far the run is; a run does not end because its record cannot be kept up."""
        try:
            self._write()
        except CairnError as exc:
            _log.warning("job %s: its progress was not recorded: %s", self.id, exc)

    def _write(self) -> None:
        self._store.update(self._row, as_text(utc_now()))


class _Heartbeat(threading.Thread):
    """Gives a sign of life every second, also while a run is at one long step, and hears whether it shall stop."""

    def __init__(self, store: JobStore, job_id: str) -> None:
        super().__init__(name="cairn-heartbeat", daemon=True)
        self._store = store
        self._job_id = job_id
        self._is_over = threading.Event()
        self.is_cancelled = threading.Event()

    def run(self) -> None:
        while not self._is_over.wait(_ALIVE_EVERY_S):
            try:
                if self._store.beat(self._job_id, as_text(utc_now())):
                    self.is_cancelled.set()
            except CairnError as exc:
                _log.warning("job %s gave no sign of life: %s", self._job_id, exc)

    def stop(self) -> None:
        self._is_over.set()
        if self.ident is not None and self is not threading.current_thread():
            self.join()


@contextlib.contextmanager
def recorded(
    store: JobStore,
    kind: str,
    source: str,
    on_progress: Callable[[Progress], None] | None,
    is_cancelled: Callable[[], bool] | None,
    order: str = "",
    on_job: Callable[[str], None] | None = None,
    taken: JobRow | None = None,
) -> Iterator[RunningJob]:
    """Keep a record of what happens inside: a new one, or that of a run that a worker has taken. `on_job` gets its id at once."""
    now = as_text(utc_now())
    row = taken or JobRow(store.begin(kind, source, now, order), kind, source, "queued", 0, 0, (), None, now, None, now, order)
    job = RunningJob(store, row, on_progress, is_cancelled)
    if on_job is not None:
        on_job(row.id)
    try:
        job.live()
        yield job
    except (Cancelled, KeyboardInterrupt):
        _end(job, "cancelled", None)
        raise
    except BaseException as exc:
        _end(job, "failed", _sentence(exc))
        raise
    if not job.is_ended:
        _end(job, "done", None)


def _sentence(error: BaseException) -> str:
    """Put an error into the words of a record; one that is not ours says but a word or a number by itself."""
    return str(error) if isinstance(error, CairnError) else f"{type(error).__name__}: {error}; the log tells where"


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
        _log.warning("job %s (%s %s) did not end as recorded; only what it published is kept", job.id, job.kind, job.source)
    return stale


def as_job(row: JobRow) -> Job:
    """Turn a record into an answer."""
    report = IngestReport(**json.loads(row.report)) if row.report else None
    times = (row.started_at, row.ended_at, row.alive_at)
    counts = (row.files_done, row.files_total)
    return Job(row.id, row.kind, row.source, row.state, *counts, list(row.warnings), row.error, *times, report)


def is_dead(row: JobRow, is_idle: bool) -> bool:
    """Tell whether a run's process is gone, from its record; `is_idle`: nobody writes now."""
    silent_s = (utc_now() - dt.datetime.fromisoformat(row.alive_at)).total_seconds() if row.alive_at else 0.0
    return (row.state == "running" and is_idle and silent_s > _SILENT_S) or (
        row.state == "queued" and silent_s > _QUEUE_LIMIT.total_seconds()
    )
