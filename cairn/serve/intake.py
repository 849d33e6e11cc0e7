"""How much the server takes in at once: requests, the bytes of a body, and the time that it may need to arrive."""

from __future__ import annotations

import asyncio

import anyio
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from cairn.serve.guard import MAX_BODY_BYTES, MCP_PATH, TOO_LONG, Application, Receive, Scope
from cairn.serve.refusal import Message, Refusal, Send, refuse

MOST_REQUESTS = 64  # a guess: twice a team of agents; each costs a body and a task, and readers take turns anyway
BODY_LIMIT_S = 15  # a guess: for a mebibyte from anywhere
HEAD_LIMIT_S = 10  # for the line and headers of a request: a guess

_BUSY = Refusal(429, "the server is busy; ask again in a second\n", ((b"retry-after", b"1"),))
_SLOW = Refusal(408, f"the body did not arrive within {BODY_LIMIT_S} s; send it again\n")


class Intake:
    """An ASGI application around another that gets whole bodies of bounded length, and bounded in number.

    These are the requests for a path or, where it is None, all that bring a body.
    """

    def __init__(
        self,
        application: Application,
        *,
        path: str | None = MCP_PATH,
        most_requests: int = MOST_REQUESTS,
        body_limit_s: float = BODY_LIMIT_S,
    ) -> None:
        self._application = application
        self._path = path
        self._most_requests = most_requests
        self._body_limit_s = body_limit_s
        self._running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a request in, or refuse it. What has another path has no body that is read, and is always taken."""
        if scope["type"] != "http" or not self._concerns(scope):
            await self._application(scope, receive, send)
            return
        if self._running >= self._most_requests:
            await refuse(_BUSY, send)
            return
        self._running += 1
        try:
            await self._take(scope, receive, send)
        finally:
            self._running -= 1

    def _concerns(self, scope: Scope) -> bool:
        return scope["method"] == "POST" if self._path is None else bool(scope["path"] == self._path)

    async def _take(self, scope: Scope, receive: Receive, send: Send) -> None:
        body: bytes | Refusal | None = _SLOW
        with anyio.move_on_after(self._body_limit_s):
            body = await _read_body(receive)
        if isinstance(body, Refusal):
            await refuse(body, send)
        elif body is not None:
            await self._application(scope, give_first(body, receive), send)


async def _read_body(receive: Receive) -> bytes | Refusal | None:
    """The whole body; None if the client went away before its end."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if len(body) > MAX_BODY_BYTES:
            return TOO_LONG
        if not message.get("more_body", False):
            return bytes(body)


def give_first(body: bytes, receive: Receive) -> Receive:
    """Gives the body first, then what comes after it: that the client has gone away."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return first.pop() if first else await receive()

    return next_message


class HeadDeadline(H11Protocol):
    """A connection that is closed when the head of a request does not arrive in time; uvicorn waits for ever."""

    head_limit_s: float = HEAD_LIMIT_S
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Begin to wait."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait on, unless a head is complete."""
        if self._deadline is None and self._is_between_requests():
            self._wait()
        super().data_received(data)
        if not self._is_between_requests():
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_between_requests(self) -> bool:
        current: RequestResponseCycle | None = self.cycle  # None before the first one, whatever uvicorn declares
        return current is None or current.response_complete

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(self.head_limit_s, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
