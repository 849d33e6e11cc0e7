"""A worker of a shared index: takes runs from its queue, one at a time in each of its threads."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

from cairn.errors import CairnError, Cancelled
from cairn.index.facade import Ingest
from cairn.store.jobs import JobQueue, JobRow

_log = logging.getLogger(__name__)

_WAIT_S = 1.0  # between two looks at the queue; one that is put there is heard of at once
_RETRY_S = 60.0  # until a run is looked at again that was left to others
# What a worker tells whoever runs it: a run that it has taken, and how it ended.
OnWork = Callable[[str], None]


class Worker:
    """Carries out runs until it is stopped; `roots` are the folders that it may read (none: all that is there)."""

    def __init__(self, ingest: Ingest, queue: JobQueue, roots: tuple[Path, ...], on_work: OnWork) -> None:
        self._ingest = ingest
        self._queue = queue
        self._roots = roots
        self._on_work = on_work
        self._left: dict[str, float] = {}  # runs that are left to others, by when that was
        self._is_offered = threading.Event()
        self.name = f"{socket.gethostname()}:{os.getpid()}"

    def run(self, threads: int, stop: threading.Event, abandon: threading.Event) -> None:
        """Work until `stop` is set and what was begun has ended; once `abandon` is set it is given back instead."""
        workers = [
            threading.Thread(target=self._work, args=(stop, abandon), name=f"cairn-work-{number}", daemon=True)
            for number in range(threads)
        ]
        for worker in workers:
            worker.start()
        while not stop.is_set():
            try:
                self._queue.offer_lost()
                self._queue.wait(_WAIT_S)
                self._is_offered.set()
            except CairnError as exc:
                _log.warning("the queue does not answer: %s", exc)
                stop.wait(_WAIT_S)
        for worker in workers:
            worker.join()

    def _work(self, stop: threading.Event, abandon: threading.Event) -> None:
        while not stop.is_set():
            try:
                now = time.monotonic()
                self._left = {job_id: at for job_id, at in self._left.items() if now - at < _RETRY_S}
                job = self._queue.take(self.name, self._left.keys())
            except CairnError as exc:
                _log.warning("the queue does not answer: %s", exc)
                job = None
            if job is None:
                self._is_offered.wait(_WAIT_S)
                self._is_offered.clear()
            else:
                self._carry_out(job, abandon)

    def _carry_out(self, job: JobRow, abandon: threading.Event) -> None:
        try:
            why = self._why_not(job)
            if why:
                self._left[job.id] = time.monotonic()
                self._queue.give_back(job.id, why)
                return
            self._on_work(f"job {job.id}: {job.kind} {job.source}")
            report = self._ingest.carry_out(job, is_cancelled=abandon.is_set)
            self._on_work(f"job {job.id}: done in {report.seconds:.1f} s")
        except Cancelled:
            if abandon.is_set():
                self._queue.give_back(job.id, f"worker {self.name} was stopped")
            self._on_work(f"job {job.id}: cancelled")
        except CairnError as exc:  # its record says so; other runs go on
            self._on_work(f"job {job.id}: {exc}")
        except Exception:  # noqa: BLE001 - a fault in one run, which its record has, ends no other
            _log.exception("job %s failed", job.id)

    def _why_not(self, job: JobRow) -> str:
        """Why this worker leaves a run to others; empty if it does not."""
        location = self._ingest.location_of(job)
        if location is None:
            return ""
        path = Path(location)
        if self._roots and not any(path.is_relative_to(root) for root in self._roots):
            return f"{location} lies outside the roots of worker {self.name}; it waits for a worker that has it"
        # A source whose folder is gone is refreshed by one who is told that it has the place: that is for the guard of a refresh.
        if not path.exists() and not self._roots:
            return f"{location} is not there for worker {self.name}; it waits for a worker that has it"
        return ""
