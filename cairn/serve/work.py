"""Blocking calls from asynchronous tools: on worker threads, bounded, with progress."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

import anyio
import anyio.to_thread

from cairn.app import Cairn
from cairn.errors import CairnError
from cairn.model import Progress

T = TypeVar("T")
OnProgress = Callable[[Progress], None]
IsCancelled = Callable[[], bool]

READERS = 8  # a guess: more threads than cores, few enough for a database connection each
PROGRESS_INTERVAL_S = 1.0
# Where each phase begins and ends on a scale of 100: shares of the time of a first run.
_PHASES = {"wait": (0.0, 0.0), "walk": (0.0, 5.0), "read": (5.0, 75.0), "resolve": (75.0, 95.0), "publish": (95.0, 100.0)}


class Reporter(Protocol):
    """What can tell a client how far its call has come."""

    async def report_progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Tell it; does nothing where the client did not ask."""
        ...


class Work:
    """One index and the threads that ask it; what a server's lifespan yields."""

    def __init__(self, cairn: Cairn) -> None:
        self.cairn = cairn
        self._readers = anyio.CapacityLimiter(READERS)
        self._writers = anyio.CapacityLimiter(READERS)
        self._is_stopped = threading.Event()
        self._change = threading.Condition()
        self._running = 0

    async def read(self, call: Callable[[], T]) -> T:
        """Run a read. One whose client goes away is not waited for."""
        return await anyio.to_thread.run_sync(call, abandon_on_cancel=True, limiter=self._readers)

    async def write(self, call: Callable[[OnProgress, IsCancelled], T], reporter: Reporter) -> T:
        """Run a write; the client hears of it every second.

        A write goes on when its client goes away, and stops when the server does.
        """
        latest = [Progress("walk", 0, 0)]

        def take(progress: Progress) -> None:
            latest[0] = progress

        def run() -> T | CairnError:
            with self._counted():
                try:
                    return call(take, self._is_stopped.is_set)
                except CairnError as error:  # returned, since a task group would wrap it
                    return error

        async with anyio.create_task_group() as group:
            group.start_soon(_report, latest, reporter)
            result = await anyio.to_thread.run_sync(run, abandon_on_cancel=True, limiter=self._writers)
            group.cancel_scope.cancel()
        if isinstance(result, CairnError):
            raise result
        return result

    def stop(self) -> None:
        """Ask what is being written to stop and leave the index as it was."""
        self._is_stopped.set()

    def settle(self) -> None:
        """Wait until nothing is being written."""
        with self._change:
            self._change.wait_for(lambda: self._running == 0)

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        with self._change:
            self._running += 1
        try:
            yield
        finally:
            with self._change:
                self._running -= 1
                self._change.notify_all()


async def _report(latest: list[Progress], reporter: Reporter) -> None:
    """Progress must grow with each message, so a silent phase counts up by a little."""
    last = 0.0
    while True:
        progress = latest[0]
        last = min(max(share_done(progress), last + 0.01), 100.0)
        counted = f" {progress.done}/{progress.total}" if progress.total else ""
        await reporter.report_progress(last, 100.0, f"{progress.phase}{counted}")
        await anyio.sleep(PROGRESS_INTERVAL_S)


def share_done(progress: Progress) -> float:
    """How far a run has come, from 0 to 100."""
    start, end = _PHASES.get(progress.phase, (0.0, 0.0))
    share = min(progress.done / progress.total, 1.0) if progress.total else 0.0
    return start + (end - start) * share
