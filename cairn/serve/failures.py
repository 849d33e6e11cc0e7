"""Wrong tokens, counted for each address, and answered later the more of them there were."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import anyio

FREE = 3  # wrong tokens that are answered at once: somebody mistypes one
FIRST_DELAY_S, LONGEST_DELAY_S = 0.25, 4.0  # doubles with each; below the 5 s after which many clients give up
FORGOTTEN_S = 600.0  # after the last one
MOST_ADDRESSES = 4096  # that are remembered: half a megabyte
MOST_WAITING_EACH = 4  # of one address: a guess; a client has one request with a wrong token at a time
MOST_WAITING = 64  # of all addresses: a connection each


@dataclass(slots=True)
class _Count:
    number: int = 0
    last: float = 0.0
    waiting: int = 0


class Failures:
    """Counts wrong tokens.

    A right token is taken at once whatever came before, so that nobody can keep others out, but for one case: an address that has
    `MOST_WAITING_EACH` wrong tokens waiting for their answers is trying tokens out, and no more of it is looked at.
    """

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], Awaitable[None]] = anyio.sleep
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._counts: OrderedDict[str, _Count] = OrderedDict()
        self._waiting = 0
        self.total = 0

    def is_trying(self, address: str) -> bool:
        """Whether so many wrong tokens of an address wait that no further one is looked at."""
        count = self._counts.get(address)
        return count is not None and count.waiting >= MOST_WAITING_EACH

    def number(self, address: str) -> int:
        """Return how many wrong tokens of an address are remembered."""
        count = self._counts.get(address)
        return 0 if count is None else count.number

    async def add(self, address: str) -> None:
        """Count a wrong token, and wait as long as its answer is to be kept back."""
        self.total += 1
        now = self._clock()
        count = self._counts.setdefault(address, _Count())
        if now - count.last > FORGOTTEN_S:
            count.number = 0
        count.number += 1
        count.last = now
        self._counts.move_to_end(address)
        self._forget(now)
        delay = min(FIRST_DELAY_S * 2 ** min(count.number - FREE - 1, 16), LONGEST_DELAY_S)
        if count.number <= FREE or self._waiting >= MOST_WAITING:
            return
        count.waiting += 1
        self._waiting += 1
        try:
            await self._sleep(delay)
        finally:
            count.waiting -= 1
            self._waiting -= 1

    def _forget(self, now: float) -> None:
        """Drop the addresses that were quiet for long, and the quietest where there are too many."""
        while len(self._counts) > MOST_ADDRESSES or now - next(iter(self._counts.values())).last > FORGOTTEN_S:
            self._counts.popitem(last=False)
