"""A source is resolved by several workers: each takes a part of its files, and shares of others' parts when it is through.

    files, by path   |---- part of worker 1 ----|---- part of worker 2 ----|
    shares           | 1a | 1b | 1c | 1d | 1e  -|- 2a | 2b | 2c | 2d | 2e  |
    taken by         | 1    1    1    1    1   -|- 2    2    2    2    1   |

What is found comes out in the order of the files, whoever found it. A worker remembers what files of one folder ask for, so
that neighbours stay together. One that dies takes with it what its shares were resolved from: they are given out again.
"""

from __future__ import annotations

import logging
import marshal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cairn.errors import CairnError, EnvironmentFault
from cairn.index.crew import Crew, Lane, core_count
from cairn.index.graph.resolving import DONE, FAILED, NOTHING_UNRESOLVED, READY, TICK, Order, Piece, pack_order, unpack_found
from cairn.resolve.resolve import Fault

_log = logging.getLogger(__name__)

# Packed facts that are worth a worker: .6 s of work, where to begin takes .15 s each (measured).
_WORKER_BYTES = 400_000
_SHARES = 8  # of each worker: enough to end at about the same time (guess)
# A worker is late that says nothing for so long: fifteen times what one file may compute (guess).
SILENCE_LIMIT_S = 300.0
_STARTS = 3  # of one worker before its first share: a guess
_STRANGE_FILES = 10


class CannotShare(Exception):
    """A worker met a fault that is of no file's references alone: in what files define, say."""


class Share(NamedTuple):
    """Neighbouring files, by number. A single one that has ended a worker is given out `again`, once."""

    begin: int
    end: int
    size: int
    again: bool = False

    def halves(self) -> list[Share]:
        """The same files in two shares."""
        middle = (self.begin + self.end) // 2
        return [Share(self.begin, middle, self.size // 2), Share(middle, self.end, self.size // 2)]


class _Found(NamedTuple):
    """What came of a share: a packed message, or why its only file was given up."""

    share: Share
    what: bytes | str


class _Log(NamedTuple):
    """What the shares of one worker were resolved from, and what their files say, packed."""

    blobs: list[bytes]


_Result = list[tuple[int, int]] | _Found | _Log  # a list: the definitions that are left out


def resolver_count(facts_bytes: int, files: int) -> int:
    """How many workers are worth starting here for so much; fewer than two: none."""
    return min(core_count(), facts_bytes // _WORKER_BYTES, files)


def cut(sizes: Sequence[int], workers: int) -> list[deque[Share]]:
    """Cut files, given by size, into neighbouring parts of about the same size, and these into shares."""
    most = sum(sizes) / (workers * _SHARES)
    shares: list[Share] = []
    begin, size, before = 0, 0, 0
    for number, more in enumerate(sizes):
        size += more
        if before + size >= most * (len(shares) + 1) or number == len(sizes) - 1:
            shares.append(Share(begin, number + 1, size))
            begin, size, before = number + 1, 0, before + size
    each = -(-len(shares) // workers)
    return [deque(shares[number * each : (number + 1) * each]) for number in range(workers)]


class _ResolvingLane(Lane):
    """Keeps one worker busy until there are no more shares, and then asks for what they were resolved from."""

    def __init__(self, sharing: Sharing, number: int) -> None:
        super().__init__(sharing)
        self._sharing = sharing
        self._number = number
        self._starts = 0  # that failed, one after the other
        self._is_ready = False
        self._done: list[Share] = []

    def work(self) -> None:
        while not self._sharing.is_closed:
            share = self._sharing.take(self._number)
            if share is not None:
                self._resolve(share)
            elif not self._done or self._end():
                return

    def _begin(self) -> bool:
        """Let the worker look at all files; False if it died on that."""
        if self._is_ready:
            return True
        message, is_late = self._ask(("begin", str(self._sharing.spool)))
        if message is None:
            self._starts += 1
            if self._starts == _STARTS:
                detail = f"took longer than {SILENCE_LIMIT_S:g} s" if is_late else "ended"
                raise EnvironmentFault(f"{_STARTS} workers {detail} as they began to resolve names; free memory, or report it")
            return False
        assert message[:1] == READY
        self._starts, self._is_ready = 0, True
        self._sharing.put(_body(message))
        return True

    def _resolve(self, share: Share) -> None:
        if not self._begin():
            self._sharing.give_back(self._number, [share])
            return
        message, is_late = self._ask(("share", share.begin, share.end))
        while message is not None and message[:1] == TICK:
            self._sharing.tick(_body(message))
            message, is_late = self._hear()
        if message is None:
            self._lose(share, is_late)
            return
        assert message[:1] == DONE
        self._done.append(share)
        self._sharing.put(_Found(share, message))

    def _end(self) -> bool:
        """Take what the shares were resolved from; False if the worker died on that."""
        message, is_late = self._ask(("end",))
        self._is_ready = False
        if message is None:
            self._lose(None, is_late)
            return False
        self._sharing.put(_Log(_body(message)))
        return True

    def _lose(self, share: Share | None, is_late: bool) -> None:
        """Give out again what a worker did that is gone, and look for the file that it ended on by halving its last share."""
        self._is_ready = False
        back, self._done = self._done, []
        if self._sharing.is_closed:
            return
        if share is not None and share.again:
            reason = f"took longer than {SILENCE_LIMIT_S:g} s" if is_late else "the process that did so ended"
            self._sharing.put(_Found(share, reason))
        elif share is not None:
            back += share.halves() if share.end - share.begin > 1 else [share._replace(again=True)]
        self._sharing.give_back(self._number, back)

    def _ask(self, order: Order) -> tuple[bytes | None, bool]:
        self.worker().send(pack_order(order))
        return self._hear()

    def _hear(self) -> tuple[bytes | None, bool]:
        self.deadline = time.monotonic() + SILENCE_LIMIT_S
        message, is_late = self.receive()
        if message is not None and message[:1] == FAILED:
            raise CannotShare(_body(message))
        return message, is_late


class Sharing(Crew[_Result]):
    """The resolution of a source by workers."""

    def __init__(
        self, spool: Path, sizes: Sequence[int], workers: int, check: Callable[[], None], tell: Callable[[int, int], None]
    ) -> None:
        """Prepare it; `sizes` are those of the files' facts. `check` and `tell` may raise to end the work."""
        super().__init__()
        self.spool = spool
        self.log: list[bytes] = []
        self._check, self._tell = check, tell
        self._parts = cut(sizes, workers)
        self._files, self._ticked, self._strange = len(sizes), 0, 0
        self._next = 0  # the file whose share is due
        self._waiting: dict[int, _Found] = {}  # that are not due yet
        self._left_out: list[tuple[int, int]] | None = None
        self._arriving = self.results([_ResolvingLane(self, number) for number in range(workers)])

    def left_out(self) -> list[tuple[int, int]]:
        """The definitions, as (unit, ordinal), that another one completes; waits for the first worker.

        Raises:
            CannotShare: see there.
        """
        while self._left_out is None:
            self._step()
        return self._left_out

    def pieces(self) -> Iterator[Piece]:
        """Yield what is found, share by share in the order of the files.

        Raises:
            CairnError: most files end the process that resolves them.
            CannotShare: see there.
        """
        while self._next < self._files:
            found = self._waiting.pop(self._next, None)
            if found is None:
                self._step()
                continue
            self._next = found.share.end
            if isinstance(found.what, bytes):
                yield unpack_found(found.what)
            else:
                yield self._given_up(found.share.begin, found.what)

    def finish(self) -> None:
        """Wait for what all was resolved from: `log`."""
        for result in self._arriving:
            self._note(result)

    def _step(self) -> None:
        self._note(next(self._arriving))

    def _note(self, result: _Result | None) -> None:
        if isinstance(result, list):
            self._left_out = result
        elif isinstance(result, _Log):
            self.log += result.blobs
        elif result is not None and result.share.begin >= self._next:  # else it was given out again, and is known
            self._waiting.setdefault(result.share.begin, result)
        self._check()
        self._tell(min(self._ticked, self._files), self._files)

    def _given_up(self, number: int, reason: str) -> Piece:
        self._strange += 1
        if self._strange > _STRANGE_FILES and self._strange * 2 > self._next:
            raise CairnError(f"{self._strange} of {self._next} files could not be resolved ({reason}); report it")
        return Piece([], NOTHING_UNRESOLVED, {number: Fault(reason, 0, is_whole=True)}, {})

    # Called by lanes

    def take(self, lane: int) -> Share | None:
        """Hand out a share: the next of a lane's own, else the last of the lane that has most left."""
        with self.lock:
            if self._parts[lane]:
                return self._parts[lane].popleft()
            richest = max(self._parts, key=lambda part: sum(share.size for share in part))
            return richest.pop() if richest else None

    def give_back(self, lane: int, shares: Iterable[Share]) -> None:
        """Put shares back among those of a lane."""
        with self.lock:
            self._parts[lane] = deque(sorted([*shares, *self._parts[lane]]))

    def tick(self, files: int) -> None:
        """Note that so many more files are resolved."""
        with self.lock:
            self._ticked += files


def _body(message: bytes) -> Any:
    return marshal.loads(memoryview(message)[1:])  # noqa: S302 - from our own worker
