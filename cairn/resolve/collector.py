"""Python's collector of garbage, off while rows are written and references are resolved."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def collector_off() -> Iterator[None]:
    """Switch the collector off: resolving makes millions of objects that stay alive, and to search them doubles its time.

    For whole functions, so that what they made is gone when the collector goes on: else it looks at all of it once more.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
