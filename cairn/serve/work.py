"""Blocking calls from asynchronous tools: on worker threads, bounded, with progress."""

from __future__ import annotations

import contextlib
import contextvars
import functools
import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Protocol, TypeVar

import anyio
import anyio.to_thread

from cairn.app import Cairn
from cairn.errors import CairnError, Cancelled, EnvironmentFault, no_source
from cairn.report import IngestReport, Progress, WatchEvent
from cairn.rights import OWNER, User
from cairn.serve.audit import Audit
from cairn.serve.caller import caller
from cairn.serve.meter import Meter

T = TypeVar("T")
OnProgress = Callable[[Progress], None]
IsCancelled = Callable[[], bool]
OnJob = Callable[[str], None]
StartJob = Callable[[OnProgress, IsCancelled, OnJob], IngestReport]

_log = logging.getLogger(__name__)

GRACE_S = 1  # how long jobs may take after a request to stop
READ_LIMIT_S = 60  # a guess: a hundred times what a slow answer takes
READERS = 8  # a guess: more threads than cores, few enough for a database connection each
WAITERS = 100  # clients that wait for what is being written: a guess
PROGRESS_INTERVAL_S = 1.0
_MOST_SEEN = 64  # users whose view of the index is kept: a guess
# Where each phase begins and ends on a scale of 100: shares of the time of a first run.
_PHASES = {
    "wait": (0.0, 0.0),
    "walk": (0.0, 5.0),
    "read": (5.0, 75.0),
    "resolve": (75.0, 95.0),
    "publish": (95.0, 96.0),
    "extract": (96.0, 98.0),  # in tier 2
    "embed": (98.0, 100.0),  # in tiers 1 and 2
}


class Reporter(Protocol):
    """A way to tell a client how far its call has come."""

    async def report_progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Tell it; does nothing where the client did not ask."""
        ...


class Work:
    """One index and the threads that ask it; what a server's lifespan yields."""

    def __init__(self, cairn: Cairn, *, has_users: bool = False) -> None:
        """Serve an index; `has_users`: to each request as its user sees it, and nothing to a request without one."""
        self.whole = cairn
        self.audit = Audit(has_users, cairn.config.audit_queries)
        self.meter = Meter()
        self._has_users = has_users
        self._seen: OrderedDict[User, Cairn] = OrderedDict()
        self._seen_lock = threading.Lock()
        self._readers = anyio.CapacityLimiter(READERS)
        self._waiters = anyio.CapacityLimiter(WAITERS)
        self._is_stopped = threading.Event()
        self._is_watch_over = threading.Event()
        self._change = threading.Condition()
        self._running = 0
        self._jobs: set[str] = set()

    @property
    def user(self) -> User:
        """The user of this request; the owner where the server has no users.

        Raises:
            RefusedError: the server has users, and this is no request of one.
        """
        return caller() if self._has_users else OWNER

    @property
    def cairn(self) -> Cairn:
        """The index as the user of this request sees it.

        Raises:
            RefusedError: see `user`.
        """
        user = self.user
        if user == OWNER:
            return self.whole
        with self._seen_lock:
            if user not in self._seen:
                self._seen[user] = self.whole.seen_by(user)
            self._seen.move_to_end(user)
            if len(self._seen) > _MOST_SEEN:
                self._seen.popitem(last=False)
            return self._seen[user]

    async def read(self, call: Callable[[], T]) -> T:
        """Run a read. One whose client goes away is stopped, and so is one that takes too long.

        Raises:
            CairnError: the call's, or that it took too long.
        """
        is_over = threading.Event()

        def run() -> T:
            with self.whole.until(is_over.is_set):
                return call()

        try:
            with anyio.fail_after(READ_LIMIT_S):
                return await anyio.to_thread.run_sync(run, abandon_on_cancel=True, limiter=self._readers)
        except TimeoutError as exc:
            raise EnvironmentFault(
                f"this took longer than {READ_LIMIT_S} s and was stopped; ask for less, or again later"
            ) from exc
        finally:
            is_over.set()

    def label(self, source: str) -> str:
        """The label of a source that is named by it or by where it lies.

        Raises:
            NotFoundError: there is no such source.
        """
        known = self.cairn.retrieve.locations()
        place = _slashed(source)
        found = next((label for label, location in known.items() if place and _slashed(location) == place), source)
        if found not in known:
            raise no_source(source, known)
        return found

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

        result = await self._telling(run, latest, reporter)
        if isinstance(result, CairnError):
            raise result
        return result

    async def begin(self, call: StartJob, reporter: Reporter, *, is_waiting: bool) -> str:
        """Start a job, which goes on whoever goes away, and return its id: at once or, with `is_waiting`, when it has ended.

        Raises:
            CairnError: it could not begin or, with `is_waiting`, failed.
        """
        latest = [Progress("wait", 0, 0)]
        announced, ended = self._start(call, latest)
        job_id = await anyio.to_thread.run_sync(announced.result, abandon_on_cancel=True, limiter=self._waiters)
        if is_waiting:
            error = await self._telling(ended.result, latest, reporter)
            if error is not None:
                raise error
        return job_id

    def start_again(self, job_id: str, on_fault: Callable[[CairnError], None]) -> None:
        """Start a job again that did not end; `on_fault` hears, from another thread, why it could not be done."""
        _, ended = self._start(functools.partial(_run_again, self.whole, job_id), [Progress("wait", 0, 0)])
        ended.add_done_callback(lambda done: on_fault(error) if (error := done.result()) is not None else None)

    def watch(self, on_event: Callable[[WatchEvent], None]) -> None:
        """Refresh all sources whenever their files change, until the server stops."""

        def run() -> None:
            with self._counted():
                self.whole.watch(None, on_event, self._is_watch_over)

        threading.Thread(target=run, name="cairn-watch", daemon=True).start()

    def _start(self, call: StartJob, latest: list[Progress]) -> tuple[Future[str], Future[CairnError | None]]:
        """Run a job in a thread of its own; returns its id, and how it ended."""
        announced: Future[str] = Future()
        ended: Future[CairnError | None] = Future()

        def take(progress: Progress) -> None:
            latest[0] = progress

        def announce(job_id: str) -> None:
            self._jobs.add(job_id)
            announced.set_result(job_id)

        def run() -> None:
            with self._counted():
                error: CairnError | None = None
                try:
                    call(take, self._is_stopped.is_set, announce)
                except CairnError as exc:
                    error = exc
                except Exception as exc:  # noqa: BLE001 - the edge of this thread
                    _log.exception("a job failed")
                    error = CairnError(f"{type(exc).__name__}: {exc}; the server's log tells where")
                if announced.done():
                    self._jobs.discard(announced.result())
                elif error is not None:
                    announced.set_exception(error)
                ended.set_result(error)

        context = contextvars.copy_context()  # a job is its user's
        threading.Thread(target=context.run, args=(run,), name="cairn-job", daemon=True).start()
        return announced, ended

    async def _telling(self, call: Callable[[], T], latest: list[Progress], reporter: Reporter) -> T:
        """Wait for a call in a thread; the client hears of its progress every second."""
        async with anyio.create_task_group() as group:
            group.start_soon(_report, latest, reporter)
            result = await anyio.to_thread.run_sync(call, abandon_on_cancel=True, limiter=self._waiters)
            group.cancel_scope.cancel()
        return result

    @property
    def is_stopped(self) -> bool:
        """Whether the server is about to end."""
        return self._is_stopped.is_set()

    def stop(self) -> None:
        """Ask what is being written to stop and leave the index as it was."""
        self._is_stopped.set()
        self._is_watch_over.set()

    def settle(self, limit_s: float | None = None) -> bool:
        """Wait until nothing is being written, and no longer than the limit; returns whether that is so. Ends the watch."""
        self._is_watch_over.set()
        with self._change:
            return self._change.wait_for(lambda: self._running == 0, limit_s)

    def abandon(self) -> None:
        """Record jobs that are still at work as cancelled: the process ends now, and with it what they have not published."""
        for job_id in list(self._jobs):
            with contextlib.suppress(CairnError):
                self.whole.ingest.abandon(job_id)

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


Begin = Callable[[Work], None]


def end(work: Work) -> None:
    """Stop what is being written; what does not stop in time ends with the process, which leaves the index as it was, too."""
    work.stop()
    if not work.settle(GRACE_S):
        work.abandon()
        os._exit(Cancelled.exit_status)


def _slashed(place: str) -> str:
    return place.replace("\\", "/").rstrip("/")


def _run_again(cairn: Cairn, job_id: str, on_progress: OnProgress, is_cancelled: IsCancelled, on_job: OnJob) -> IngestReport:
    return cairn.ingest.run_again(job_id, on_progress=on_progress, is_cancelled=is_cancelled, on_job=on_job)


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
