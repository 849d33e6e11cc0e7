"""Worker processes: batches in, outcomes out, whatever happens to a worker."""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import queue
import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator

from cairn.errors import EnvironmentFault
from cairn.index.read.messages import CRASHED, Batch, Outcome, pack_batch, unpack_outcomes
from cairn.ingest.child import Child
from cairn.ingest.documents.kind import is_named_as_document
from cairn.ingest.documents.read import TIME_LIMIT_S
from cairn.store.rows import SkipRow

_log = logging.getLogger(__name__)

FILE_LIMIT_S = 60.0
MOST_WORKERS = 8
# What one worker reads in the time that another takes to start and to load its grammars (.6 s of CPU, measured).
_WORKER_BYTES = 1_000_000
# A message that fits into the pipe is sent ahead, so that a worker does not wait for the next.
_AHEAD_BYTES = 16_000 if os.name != "nt" else 0
_SPARE_S = 30.0  # a guess: who edits a watched file does so again by then
_STARTS = 3  # of one worker that signals end: a guess
_KILL = 9
_MOST_WAITING = 8  # batches of outcomes that the writer has not taken: bounds the memory


def worker_count(size: int) -> int:
    """How many workers are worth starting here for so many bytes."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, MOST_WORKERS, size // _WORKER_BYTES))


def _limit_s(batch: Batch) -> float:
    """How long a worker may take; the process that reads a document is ended by its own limit, before that."""
    has_document = any(work.url or is_named_as_document(work.path) for work in batch.works)
    return FILE_LIMIT_S + (TIME_LIMIT_S if has_document else 0)


def _signal_name(number: int) -> str:
    with contextlib.suppress(ValueError):
        return f"signal {number} ({signal.Signals(number).name})"
    return f"signal {number}"


class _Spare:
    """A worker with nothing to do, kept for the next run of this process: to start one takes longer than to read a few files."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: Child | None = None
        self._owner = 0  # a process that was forked has the pipes of its parent's worker, too
        self._timer: threading.Timer | None = None

    def take(self) -> Child | None:
        """Hand it over, if there is one."""
        with self._lock:
            child = self._child if self._owner == os.getpid() else None
            self._child = None
            if self._timer is not None:
                self._timer.cancel()
        if child is not None and not child.is_alive():
            child.close()
            return None
        return child

    def give(self, child: Child) -> None:
        """Keep a worker for a while, unless there is one."""
        with self._lock:
            if self._child is None:
                self._child, self._owner = child, os.getpid()
                self._timer = threading.Timer(_SPARE_S, self.close)
                self._timer.daemon = True
                self._timer.start()
                return
        child.close()

    def close(self) -> None:
        """End it, if there is one."""
        child = self.take()
        if child is not None:
            child.close()


SPARE = _Spare()
atexit.register(SPARE.close)


class _Lane(threading.Thread):
    """Keeps one worker busy until there are no more batches, and replaces it when it dies."""

    def __init__(self, pool: WorkerPool) -> None:
        super().__init__(name="cairn-lane", daemon=True)
        self._pool = pool
        self._process: Child | None = None
        self._sent: deque[Batch] = deque()
        self.deadline: float | None = None

    def run(self) -> None:
        try:
            while self._fill():
                self._take_answer()
        except BaseException as exc:  # noqa: BLE001 - raised again in the thread that waits for outcomes
            self._pool.put(exc)
        finally:
            # From here on nobody ends it as that of this lane.
            process, self._process = self._process, None
            if process is not None:
                if self._sent or self._pool.is_closed:
                    process.close()
                else:
                    SPARE.give(process)
            self._pool.put(None)

    def _fill(self) -> bool:
        """Give the worker something to do, and a little more; False when all is done."""
        while len(self._sent) < 2 and not self._pool.is_closed:
            batch = self._pool.take(_AHEAD_BYTES if self._sent else None)
            if batch is None:
                break
            if self._process is None:
                self._process = SPARE.take() or self._start()
            if not self._sent:
                self.deadline = time.monotonic() + _limit_s(batch)
            self._sent.append(batch)
            self._process.send(pack_batch(batch))
        return bool(self._sent) and not self._pool.is_closed

    def _start(self) -> Child:
        """Start a worker. One that a signal ends as it starts, as the system does where memory is short, is replaced.

        Raises:
            EnvironmentFault: all of them end so, or a worker cannot work here.
        """
        ended_by = 0
        for _ in range(_STARTS):
            process = self._process = Child("cairn.index.read.worker")
            ended_by = process.wait_until_ready() or 0
            if not ended_by or self._pool.is_closed:
                return process
            process.close()
            _log.warning("a worker was ended by %s as it started", _signal_name(ended_by))
        remedy = "memory may have run out; free some and run the command again" if ended_by == _KILL else "install Cairn again"
        raise EnvironmentFault(f"{_STARTS} worker processes were ended by {_signal_name(ended_by)} as they started: {remedy}")

    def _take_answer(self) -> None:
        assert self._process is not None
        message = self._process.receive()
        is_late = self.deadline is not None and time.monotonic() > self.deadline
        self.deadline = None  # waiting for the writer is not the worker's fault
        if self._pool.is_closed:
            return
        if message is None:
            self._process.close()
            self._process = None
            self._retry(is_late)
            return
        self._sent.popleft()
        self._pool.put(unpack_outcomes(message))
        if self._sent:
            self.deadline = time.monotonic() + _limit_s(self._sent[0])

    def _retry(self, is_late: bool) -> None:
        """Find the file that a worker died on by giving the files of its batch out one by one.

        That file is read once more without its definitions, and is left out only if a worker dies on it again.
        """
        batch, rest = self._sent.popleft(), list(self._sent)
        self._sent.clear()
        if len(batch.works) == 1:
            work = batch.works[0]
            detail = f"took longer than {FILE_LIMIT_S:g} s" if is_late else "the process that read it died"
            _log.warning("worker ended on %s: %s", work.path, detail)
            if work.fault:
                self._pool.put([SkipRow(work.path, CRASHED, detail, work.size, work.mtime_ns, work.inode)])
            else:
                fault = f"took longer than {FILE_LIMIT_S:g} s" if is_late else "ended the process"
                rest = [batch._replace(works=(work._replace(fault=fault),)), *rest]
        else:
            rest = [batch._replace(works=(work,)) for work in batch.works] + rest
        self._pool.give_back(rest)

    def kill(self) -> None:
        """End the worker at once; the thread sees its pipe close."""
        process = self._process
        if process is not None:
            process.kill()


class WorkerPool:
    """Runs batches in worker processes, which live as long as the pool."""

    def __init__(self, batches: Iterable[Batch], workers: int) -> None:
        self._batches = deque(batches)
        self._lock = threading.Lock()
        self._outcomes: queue.Queue[list[Outcome] | BaseException | None] = queue.Queue(_MOST_WAITING)
        self._lanes = [_Lane(self) for _ in range(min(workers, len(self._batches)))]
        self.is_closed = False

    def outcomes(self) -> Iterator[list[Outcome]]:
        """Yield what becomes of the batches, in the order in which they are done.

        Raises:
            EnvironmentFault: workers cannot be started here.
        """
        running = len(self._lanes)
        for lane in self._lanes:
            lane.start()
        watched_at = time.monotonic()
        while running:
            with contextlib.suppress(queue.Empty):
                outcome = self._outcomes.get(timeout=1.0)
                if isinstance(outcome, BaseException):
                    raise outcome
                if outcome is None:
                    running -= 1
                else:
                    yield outcome
            now = time.monotonic()
            if now > watched_at + 1.0:
                watched_at = now
                for lane in self._lanes:
                    deadline = lane.deadline
                    if deadline is not None and now > deadline:
                        lane.kill()

    def take(self, most_bytes: int | None) -> Batch | None:
        """Hand out the next batch; with `most_bytes`, only one whose message is not longer (roughly) than that."""
        with self._lock:
            if not self._batches:
                return None
            if (
                most_bytes is not None
                and sum(len(work.path) * 3 + 40 + len(work.data or b"") for work in self._batches[0].works) > most_bytes
            ):
                return None
            return self._batches.popleft()

    def give_back(self, batches: Iterable[Batch]) -> None:
        """Put batches in front of all others."""
        with self._lock:
            self._batches.extendleft(reversed(list(batches)))

    def put(self, outcome: list[Outcome] | BaseException | None) -> None:
        """Called by lanes: hand over outcomes, waiting while the writer is behind."""
        while not self.is_closed:
            with contextlib.suppress(queue.Full):
                self._outcomes.put(outcome, timeout=0.5)
                return

    def close(self) -> None:
        """End all workers at once, busy or not."""
        self.is_closed = True
        for lane in self._lanes:
            lane.kill()
        for lane in self._lanes:
            if lane.ident is not None:
                lane.join()
