"""Files are read by worker processes: batches in, outcomes out, whatever happens to a worker."""

from __future__ import annotations

import logging
import os
import time
from collections import deque
from collections.abc import Iterable, Iterator

from cairn.index.crew import Crew, Lane, core_count
from cairn.index.read.messages import CRASHED, Batch, Outcome, pack_batch, unpack_outcomes
from cairn.ingest.documents.kind import is_named_as_document
from cairn.ingest.documents.read import TIME_LIMIT_S
from cairn.store.rows import SkipRow

_log = logging.getLogger(__name__)

FILE_LIMIT_S = 60.0
# What one worker reads in the time that another takes to start and to load its grammars (.6 s of CPU, measured).
_WORKER_BYTES = 1_000_000
# A message that fits into the pipe is sent ahead, so that a worker does not wait for the next.
_AHEAD_BYTES = 16_000 if os.name != "nt" else 0


def worker_count(size: int) -> int:
    """How many workers are worth starting here for so many bytes."""
    return max(1, min(core_count(), size // _WORKER_BYTES))


def _limit_s(batch: Batch) -> float:
    """How long a worker may take; the process that reads a document is ended by its own limit, before that."""
    has_document = any(work.url or is_named_as_document(work.path) for work in batch.works)
    return FILE_LIMIT_S + (TIME_LIMIT_S if has_document else 0)


class _ReadingLane(Lane):
    """Keeps one worker busy until there are no more batches."""

    def __init__(self, pool: WorkerPool) -> None:
        super().__init__(pool)
        self._pool = pool
        self._sent: deque[Batch] = deque()

    def work(self) -> None:
        while self._fill():
            self._take_answer()

    def _fill(self) -> bool:
        """Give the worker something to do, and a little more; False when all is done."""
        while len(self._sent) < 2 and not self._pool.is_closed:
            batch = self._pool.take(_AHEAD_BYTES if self._sent else None)
            if batch is None:
                break
            process = self.worker()
            if not self._sent:
                self.deadline = time.monotonic() + _limit_s(batch)
            self._sent.append(batch)
            process.send(pack_batch(batch))
        return bool(self._sent) and not self._pool.is_closed

    def _take_answer(self) -> None:
        message, is_late = self.receive()
        if self._pool.is_closed:
            return
        if message is None:
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


class WorkerPool(Crew[list[Outcome]]):
    """Runs batches in worker processes."""

    def __init__(self, batches: Iterable[Batch], workers: int) -> None:
        super().__init__()
        self._batches = deque(batches)
        self._workers = min(workers, len(self._batches))

    def outcomes(self) -> Iterator[list[Outcome]]:
        """Yield what becomes of the batches, in the order in which they are done.

        Raises:
            EnvironmentFault: workers cannot be started here.
        """
        found = self.results([_ReadingLane(self) for _ in range(self._workers)])
        return (outcomes for outcomes in found if outcomes is not None)

    def take(self, most_bytes: int | None) -> Batch | None:
        """Hand out the next batch; with `most_bytes`, only one whose message is not longer (roughly) than that."""
        with self.lock:
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
        with self.lock:
            self._batches.extendleft(reversed(list(batches)))
