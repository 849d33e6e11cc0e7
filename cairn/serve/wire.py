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
from cairn.serve.guard import MAX_BODY_BYTES

_PIECE_BYTES = 65_536
_HEAD_BYTES = 1000  # of a line that is too long
_NO_MESSAGE = "{}"  # which is refused
TOO_LONG_MARK = "cairn/too-long"
_ID = rb'("[^"\\]{0,200}"|-?\d{1,18})'
_ID_FIRST = re.compile(rb'\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*)*"id"\s*:\s*' + _ID + rb"\s*[,}]")
_ID_LAST = re.compile(
    rb'[,{]\s*"id"\s*:\s*' + _ID + rb"\s*\}\s*$"
)  # what is in an object of the request has two brackets behind it
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


class _Line:
    """A line that comes in, in pieces. Of one that is too long only its ends are kept, where a request has its id."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._tail = b""
        self._is_told = False

    def add(self, piece: bytes) -> bytes:
        """Take the next piece; returns what stands for a line that has become too long, as soon as it is known whose it is."""
        self._size += len(piece)
        if self._size <= MAX_BODY_BYTES:
            self._parts.append(piece)
            return b""
        if self._parts:
            self._parts = [b"".join([*self._parts, piece])[:_HEAD_BYTES]]
        self._tail = (self._tail + piece)[-_HEAD_BYTES:]
        head = _ID_FIRST.match(self._parts[0])
        if self._is_told or head is None:
            return b""
        self._is_told = True
        return _too_long(head[1])

    def end(self) -> bytes:
        """The line, or what stands for one that is too long and has not been told of."""
        if self._size <= MAX_BODY_BYTES:
            return b"".join(self._parts)
        last = _ID_LAST.search(self._tail)
        return b"" if self._is_told else _too_long(last[1] if last else b"null")


def _too_long(number: bytes) -> bytes:
    """A line that is no request, for one that is too long: it is refused for what it says."""
    return b'{"jsonrpc":"2.0","id":%s,"%s":true}' % (number, TOO_LONG_MARK.encode())


class Lines:
    """The lines that come in, read by a thread of its own; None is their end."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="cairn-wire", daemon=True).start()

    def _read(self) -> None:
        line = _Line()
        try:
            while piece := os.read(self._descriptor, _PIECE_BYTES):
                *ends, rest = piece.split(b"\n")
                for end in ends:
                    self._put(line.add(end) or line.end())
                    line = _Line()
                self._put(line.add(rest))
        except OSError:  # the client has gone away
            pass
        self._put(line.end())
        self._queue.put(None)

    def _put(self, line: bytes) -> None:
        if line:
            self._queue.put(line)

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

    def expect(self, line: bytes) -> bool:
        """Note a request that comes in, or that one is no longer of interest; False if its id is none."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return True
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            return True
        number, params = message.get("id"), message.get("params")
        if isinstance(number, str) or type(number) is int:
            self._awaited.add(number)
        elif "id" in message:
            return False
        elif message["method"] == "notifications/cancelled" and isinstance(params, dict):
            self._settle(params.get("requestId"))
        return True

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
                return line.decode("utf-8", "replace") if self._messages.expect(line) else _NO_MESSAGE
        raise StopAsyncIteration
