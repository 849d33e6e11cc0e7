"""How long a file may take to be resolved."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from cairn.resolve.budget import Overtime

MAX_FILE_S = 20.0  # of CPU time to resolve one file: ten times what its budget of steps takes on a slow machine (guess)
_EACH_FILE_S = 0.005  # more to read what it defines, five times what was measured


class Timekeeper:
    """Lets a run be cancelled while a file is resolved, and ends a file that takes too long: the others go on."""

    def __init__(self, check: Callable[[], None] = lambda: None) -> None:
        self._check = check
        self._end_s = math.inf

    def begin(self, units: int) -> None:
        """Begin with what so many files define, before the first of them is resolved."""
        self._end_s = time.thread_time() + MAX_FILE_S + units * _EACH_FILE_S

    def begin_unit(self) -> None:
        """Look around before the next file."""
        self._check()
        self._end_s = time.thread_time() + MAX_FILE_S

    def look(self) -> None:
        """Look around in the middle of one.

        Raises:
            Overtime: it has taken too long already.
        """
        self._check()
        if time.thread_time() > self._end_s:
            self._end_s = math.inf
            raise Overtime(f"resolving took over {MAX_FILE_S:.0f} s")
