"""The contract of the record of runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol


class JobRow(NamedTuple):
    """A run as its record has it; times are UTC, ISO 8601."""

    id: str
    kind: str
    source: str
    state: str  # "queued", "running", "done", "failed", "cancelled", "stale"
    files_done: int
    files_total: int
    warnings: Sequence[str]
    error: str | None
    started_at: str
    ended_at: str | None
    alive_at: str = ""  # its last sign of life
    order: str = ""  # JSON: what it takes to start it again
    report: str = ""  # JSON: what it did, once it is done


class JobStore(Protocol):
    """Where the state of runs is kept: apart from the index, so that it can be read while a run writes."""

    def begin(self, kind: str, source: str, now: str, order: str = "") -> str:
        """Record a run that waits for its turn; returns its id."""
        ...

    def update(self, job: JobRow, now: str) -> None:
        """Record how far a run is. `now` is its sign of life."""
        ...

    def beat(self, job_id: str, now: str) -> bool:
        """Record a sign of life; returns whether somebody wants the run to stop."""
        ...

    def cancel(self, job_id: str) -> None:
        """Ask a run that has not ended to stop."""
        ...

    def mark_stale(self, now: str, queued_before: str, spared: str | None = None) -> list[JobRow]:
        """Mark runs that ended without a word, and return them: all that are running, and those queued before a time.

        The caller holds the write lock; `spared` is its own run.
        """
        ...

    def jobs(self) -> list[JobRow]:
        """Return the newest first."""
        ...


class JobQueue(JobStore, Protocol):
    """A record of runs from which workers, of whatever machine, take those that were put there to be taken."""

    def offer(self, kind: str, source: str, now: str, order: str) -> str:
        """Record a run for a worker to take; returns its id."""
        ...

    def take(self, worker: str, declined: Collection[str]) -> JobRow | None:
        """Take the oldest run that is offered, none of `declined`, and of a source that no worker is at; None: there is none."""
        ...

    def record(self, job_id: str) -> JobRow | None:
        """Return the record of a run, None if it is gone."""
        ...

    def give_back(self, job_id: str, why: str) -> None:
        """Offer a run again that was taken; `why` is told as its error meanwhile."""
        ...

    def offer_lost(self) -> list[str]:
        """Offer runs again whose worker has died; returns their ids. One that has ended several workers fails."""
        ...

    def wait(self, timeout_s: float) -> None:
        """Wait until a run is offered, or for so long."""
        ...
