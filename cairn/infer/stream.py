"""An answer that comes in parts: server-sent events, and reading them only as long as somebody wants them."""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from cairn.errors import Cancelled

T = TypeVar("T")

POLL_S = 0.1  # between two looks at whether an answer is still wanted
_DONE = "[DONE]"
_LINE_END = re.compile(rb"\r\n|\r|\n")
_TAKEN_BACK = "the question was taken back; ask again"


def read_events(parts: Iterable[bytes]) -> Iterator[str]:
    """Yield the data of each event, up to the one that says `[DONE]`.

    Source: HTML Living Standard, "Server-sent events"; OpenAI API reference, "Streaming".
    """
    data: list[str] = []
    for line in _lines(parts):
        if line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line and data:
            if data == [_DONE]:
                return
            yield "\n".join(data)
            data = []
    if data and data != [_DONE]:
        yield "\n".join(data)


def _lines(parts: Iterable[bytes]) -> Iterator[str]:
    """The lines of a stream, which is UTF-8 and whose lines end in CR, LF or both: what else breaks a line may stand in JSON."""
    begun: list[bytes] = []
    is_after_cr = False
    for part in parts:
        if not part:
            continue
        part = part[1:] if is_after_cr and part.startswith(b"\n") else part
        is_after_cr = part.endswith(b"\r")
        *whole, rest = _LINE_END.split(part)
        for line in whole:
            yield b"".join([*begun, line]).decode("utf-8", "replace")
            begun = []
        begun.append(rest)
    yield b"".join(begun).decode("utf-8", "replace")


def while_wanted(make: Callable[[], Iterator[T]], is_unwanted: Callable[[], bool]) -> Iterator[T]:
    """Yield what `make` yields in a thread of its own, so that waiting for it can end at any moment.

    Raises:
        Cancelled: it `is_unwanted`; the thread ends with the next thing that it gets.
    """
    told: queue.SimpleQueue[tuple[T] | BaseException | None] = queue.SimpleQueue()
    is_over = threading.Event()

    def pump() -> None:
        try:
            for item in make():
                if is_over.is_set():
                    return
                told.put((item,))
            told.put(None)
        except BaseException as error:  # noqa: BLE001  # told to the thread that waits
            told.put(error)

    threading.Thread(target=pump, name="cairn-stream", daemon=True).start()
    try:
        while True:
            try:
                found = told.get(timeout=POLL_S)
            except queue.Empty:
                if is_unwanted():
                    raise Cancelled(_TAKEN_BACK) from None
                continue
            if is_unwanted():
                raise Cancelled(_TAKEN_BACK)
            if found is None:
                return
            if isinstance(found, BaseException):
                raise found
            yield from found
    finally:
        is_over.set()
