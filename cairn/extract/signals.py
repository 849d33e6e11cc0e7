"""Interrupts that wait for a moment."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

_HELD = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def signals_held() -> Iterator[None]:
    """Let an interrupt wait until the end of the block.

    Python runs the handlers of signals between any two of its instructions, those of a function that a library of C calls
    included; and what such a handler raises there, the parser does not pass on but breaks on. Only the main thread runs handlers.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    # A handler that is None was set by C and cannot be put back.
    before = {number: handler for number in _HELD if (handler := signal.getsignal(number)) is not None}
    for number in before:
        signal.signal(number, lambda caught, _: came.append(caught))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])
