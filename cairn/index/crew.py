"""Worker processes of a run: kept busy by a thread each, ended when they are late, replaced when they die."""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import queue
import signal
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from cairn.errors import EnvironmentFault
from cairn.ingest.child import Child

_log = logging.getLogger(__name__)

MOST_WORKERS = 8
_SPARE_S = 30.0  # a guess: who edits a watched file does so again by then
_STARTS = 3  # of one worker that signals end: a guess
_KILL = 9
_MOST_WAITING = 8  # results that the writer has not taken: bounds the memory
_LOOK_S = 0.25  # how often the thread that waits for results looks around
_WORKER = "cairn.index.worker"

T = TypeVar("T")


def core_count() -> int:
    """How many cores this process may use, up to as many as are worth a worker each."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_WORKERS)


def _signal_name(number: int) -> str:
    with contextlib.suppress(ValueError):
        return f"signal {number} ({signal.Signals(number).name})"
    return f"signal {number}"


class _Spares:
    """Workers with nothing to do, kept for what comes next: to start one takes longer than to read a few files."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._children: list[Child] = []
        self._owner = 0  # a process that was forked has the pipes of its parent's workers, too
        self._timer: threading.Timer | None = None

    def take(self) -> Child | None:
        """Hand one over, if there is one."""
        while True:
            with self._lock:
                if self._owner != os.getpid():
                    self._children = []
                child = self._children.pop() if self._children else None
            if child is None or child.is_alive():
                return child
            child.close()

    def give(self, child: Child) -> None:
        """Keep a worker for a while."""
        with self._lock:
            if self._owner != os.getpid():
                self._children, self._owner = [], os.getpid()
            self._children.append(child)
            if self._timer is not None:
                self._timer.cancel()
            self._timer = threading.Timer(_SPARE_S, self.close)
            self._timer.daemon = True
            self._timer.start()

    def close(self, but: int = 0) -> None:
        """End them, but for so many."""
        with self._lock:
            kept, ended = (self._children[:but], self._children[but:]) if self._owner == os.getpid() else ([], [])
            self._children = kept
            if not kept and self._timer is not None:
                self._timer.cancel()
        for child in ended:
            child.close()


SPARES = _Spares()
atexit.register(SPARES.close)


@contextlib.contextmanager
def one_spare() -> Iterator[None]:
    """Keep the workers of what is done inside, for each other; and one of them longer than that."""
    try:
        yield
    finally:
        SPARES.close(but=1)


class Lane(threading.Thread, ABC):
    """Keeps one worker busy until there is nothing left to do."""

    def __init__(self, crew: Crew[Any]) -> None:
        super().__init__(name="cairn-lane", daemon=True)
        self._crew = crew
        self._process: Child | None = None
        self.deadline: float | None = None  # when the worker is late

    @abstractmethod
    def work(self) -> None:
        """Hand out what there is to do."""

    def run(self) -> None:
        is_done = False
        try:
            self.work()
            is_done = not self._crew.is_closed
        except BaseException as exc:  # noqa: BLE001 - raised again in the thread that waits for results
            self._crew.put(exc)
        finally:
            # From here on nobody ends it as that of this lane.
            process, self._process = self._process, None
            if process is not None:
                if is_done:
                    SPARES.give(process)
                else:
                    process.close()
            self._crew.put(None)

    def worker(self) -> Child:
        """The lane's worker; a new one if it has none.

        Raises:
            EnvironmentFault: a worker cannot work here, or the system ends all of them as they start.
        """
        if self._process is None:
            self._process = SPARES.take() or self._start()
        return self._process

    def _start(self) -> Child:
        """Start a worker. One that a signal ends as it starts, as the system does where memory is short, is replaced."""
        ended_by = 0
        for _ in range(_STARTS):
            process = self._process = Child(_WORKER)
            ended_by = process.wait_until_ready() or 0
            if not ended_by or self._crew.is_closed:
                return process
            process.close()
            _log.warning("a worker was ended by %s as it started", _signal_name(ended_by))
        remedy = "memory may have run out; free some and run the command again" if ended_by == _KILL else "install Cairn again"
        raise EnvironmentFault(f"{_STARTS} worker processes were ended by {_signal_name(ended_by)} as they started: {remedy}")

    def receive(self) -> tuple[bytes | None, bool]:
        """Wait for the worker's answer; None when it has died. The second tells whether it was late."""
        assert self._process is not None
        message = self._process.receive()
        is_late = self.deadline is not None and time.monotonic() > self.deadline
        self.deadline = None  # waiting for the writer is not the worker's fault
        if message is None and not self._crew.is_closed:
            self._process.close()
            self._process = None
        return message, is_late

    def kill(self) -> None:
        """End the worker at once; the thread sees its pipe close."""
        process = self._process
        if process is not None:
            process.kill()


class Crew(Generic[T]):
    """Lanes, and the results that they hand to the one thread that writes."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._results: queue.Queue[T | BaseException | None] = queue.Queue(_MOST_WAITING)
        self._lanes: Sequence[Lane] = ()
        self.is_closed = False

    def results(self, lanes: Sequence[Lane]) -> Iterator[T | None]:
        """Set lanes to work, and yield what comes of it, as it comes; None several times a second while nothing does.

        Raises:
            EnvironmentFault: workers cannot be started here.
        """
        self._lanes = lanes
        running = len(lanes)
        for lane in lanes:
            lane.start()
        watched_at = time.monotonic()
        while running:
            try:
                result = self._results.get(timeout=_LOOK_S)
            except queue.Empty:
                yield None
            else:
                if isinstance(result, BaseException):
                    raise result
                if result is None:
                    running -= 1
                else:
                    yield result
            now = time.monotonic()
            if now > watched_at + _LOOK_S:
                watched_at = now
                for lane in lanes:
                    deadline = lane.deadline
                    if deadline is not None and now > deadline:
                        lane.kill()

    def put(self, result: T | BaseException | None) -> None:
        """Called by lanes: hand over a result, waiting while the writer is behind; None: a lane has ended."""
        while not self.is_closed:
            with contextlib.suppress(queue.Full):
                self._results.put(result, timeout=0.5)
                return

    def close(self) -> None:
        """End all workers that are at work, at once."""
        self.is_closed = True
        for lane in self._lanes:
            lane.kill()
        for lane in self._lanes:
            if lane.ident is not None:
                lane.join()
