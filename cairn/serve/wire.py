"""Standard input and output as the wire of a server: lines in, whole messages out, and nothing else on either."""

from __future__ import annotations

import json
import os
import queue
import select
import sys
import threading
from collections.abc import Iterable

_PIECE_BYTES = 65_536


def write_whole(descriptor: int, data: bytes) -> None:
    """Write all of it. One call of the system may write less: when the process is stopped and continued, or the pipe is full."""
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:  # whoever made the pipe does not wait for it
            select.select([], [descriptor], [])


def claim(descriptor: int, diverted_to: int) -> int:
    """Take a standard stream for the wire: returns a copy of it, and lets the stream itself lead elsewhere."""
    private = os.dup(descriptor)
    os.set_inheritable(private, False)
    os.dup2(diverted_to, descriptor)
    return private


def claim_standard_streams() -> tuple[int, int]:
    """Descriptors of the wire. What is printed goes to standard error from here on, and what is read is at its end."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    sys.stdout.flush()
    wire = claim(0, nothing), claim(1, 2)
    os.close(nothing)
    return wire


class Lines:
    """The lines that come in, read by a thread of its own; None is their end."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="cairn-wire", daemon=True).start()

    def _read(self) -> None:
        rest = b""
        try:
            while piece := os.read(self._descriptor, _PIECE_BYTES):
                *whole, rest = (rest + piece).split(b"\n")
                for line in whole:
                    self._queue.put(line)
        except OSError:  # the client has gone away
            pass
        if rest:
            self._queue.put(rest)
        self._queue.put(None)

    def next(self) -> bytes | None:
        """Wait for the next line."""
        return self._queue.get()

    def wake(self) -> None:
        """Give whoever waits an empty line, which is no message."""
        self._queue.put(b"")


class LinesIn:
    """Lines as the SDK reads them: those that came before it was there, then those that come."""

    def __init__(self, first: Iterable[bytes | None], lines: Lines) -> None:
        self._first = list(first)[::-1]
        self._lines = lines
        self._is_over = False

    def __aiter__(self) -> LinesIn:
        return self

    async def __anext__(self) -> str:
        import anyio.to_thread  # not before the first answers

        while not self._is_over:
            line = self._first.pop() if self._first else await anyio.to_thread.run_sync(self._lines.next, abandon_on_cancel=True)
            if line is None:
                self._is_over = True
            elif line.strip():
                return line.decode("utf-8", "replace")
        raise StopAsyncIteration


class MessagesOut:
    """Messages as the SDK writes them, each written whole; the answers to some requests, which have had one, are passed over."""

    def __init__(self, descriptor: int, passed_over: Iterable[str | int]) -> None:
        self._descriptor = descriptor
        self._passed_over = list(passed_over)
        self._is_gone = False

    async def write(self, text: str) -> None:
        """Write a message with its end."""
        import anyio.to_thread  # as above

        if not self._is_gone and not self._is_passed_over(text):
            await anyio.to_thread.run_sync(self._write, text.encode("utf-8"))

    async def flush(self) -> None:
        """Do nothing: what was written has left."""

    def _write(self, data: bytes) -> None:
        try:
            write_whole(self._descriptor, data)
        except OSError:  # the client has gone away; the end of its lines ends the server
            self._is_gone = True

    def _is_passed_over(self, text: str) -> bool:
        if not self._passed_over:
            return False
        message = json.loads(text)
        if "method" in message or message.get("id") not in self._passed_over:
            return False
        self._passed_over.remove(message["id"])
        return True
