"""Standard input and output as the wire of a server: lines in, whole messages out, and nothing else on either."""

from __future__ import annotations

import json
import os
import queue
import re
import select
import threading
from collections.abc import Iterable

from cairn.errors import EnvironmentFault

_PIECE_BYTES = 65_536
_ANSWER_LIMIT_S = 60  # for what is asked last, as for any read
_ANSWER = re.compile(r'\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?\d+),"(?:result|error)"')  # how the SDK writes one


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
    """Descriptors of the wire. What is printed goes to standard error from here on, and what is read is at its end.

    Raises:
        EnvironmentFault: one of the two is closed.
    """
    nothing = os.open(os.devnull, os.O_RDWR)
    try:
        os.fstat(2)
        elsewhere = 2
    except OSError:
        elsewhere = nothing
    try:
        wire = claim(0, nothing), claim(1, elsewhere)
    except OSError as exc:
        raise EnvironmentFault("standard input or output is closed, and --stdio serves on them; start it with both open") from exc
    if nothing > 2:
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


class MessagesOut:
    """Messages as the SDK writes them, each written whole; the answers to some requests, which have had one, are passed over."""

    def __init__(self, descriptor: int, passed_over: Iterable[str | int]) -> None:
        self._descriptor = descriptor
        self._passed_over = set(passed_over)
        self._awaited: set[str | int] = set()
        self._change = threading.Condition()
        self._is_gone = False

    async def write(self, text: str) -> None:
        """Write a message with its end."""
        import anyio.to_thread  # not before the first answers

        answered = _ANSWER.match(text)
        number = json.loads(answered[1]) if answered else None
        if number is not None and number in self._passed_over:
            self._passed_over.discard(number)
        elif not self._is_gone:
            await anyio.to_thread.run_sync(self._write, text.encode("utf-8"))
        self._settle(number)

    async def flush(self) -> None:
        """Do nothing: what was written has left."""

    def expect(self, line: bytes) -> None:
        """Note a request that comes in, or that one is no longer of interest."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            return
        number, params = message.get("id"), message.get("params")
        if isinstance(number, str) or type(number) is int:
            self._awaited.add(number)
        elif message["method"] == "notifications/cancelled" and isinstance(params, dict):
            self._settle(params.get("requestId"))

    def wait(self) -> None:
        """Wait until all requests are answered, or nobody can hear of them any more."""
        with self._change:
            self._change.wait_for(lambda: self._is_gone or not self._awaited, _ANSWER_LIMIT_S)

    def _settle(self, number: object) -> None:
        with self._change:
            if isinstance(number, str | int):
                self._awaited.discard(number)
            self._change.notify_all()

    def _write(self, data: bytes) -> None:
        try:
            write_whole(self._descriptor, data)
        except OSError:  # the client has gone away; the end of its lines ends the server
            self._is_gone = True


class LinesIn:
    """Lines as the SDK reads them: those that came before it was there, then those that come.

    They end when the last request has been answered: a client that pipes its requests in closes the pipe at once, and the SDK
    gives up what it is at when the lines end.
    """

    def __init__(self, first: Iterable[bytes | None], lines: Lines, messages: MessagesOut) -> None:
        self._first = list(first)[::-1]
        self._lines = lines
        self._messages = messages
        self._is_over = False

    def __aiter__(self) -> LinesIn:
        return self

    async def __anext__(self) -> str:
        import anyio.to_thread  # as above

        while not self._is_over:
            line = self._first.pop() if self._first else await anyio.to_thread.run_sync(self._lines.next, abandon_on_cancel=True)
            if line is None:
                self._is_over = True
                await anyio.to_thread.run_sync(self._messages.wait, abandon_on_cancel=True)
            elif line.strip():
                self._messages.expect(line)
                return line.decode("utf-8", "replace")
        raise StopAsyncIteration
