"""Keeping a server's memory flat."""

from __future__ import annotations

import contextlib
import ctypes
import sys

# Source: mallopt(3) of glibc, `malloc.h`.
_M_ARENA_MAX = -8
_ARENAS = 2


def limit_arenas() -> None:
    """Let glibc take all threads' memory from two arenas; call it before threads are started. Does nothing elsewhere.

    By default each of the threads that read and run jobs gets an arena of its own, up to eight a core, whose free
    memory the others cannot use: with 16 clients and refreshes a server grew by a tenth in two minutes (tests/bench/load.py),
    and with two arenas not at all.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _ARENAS)
