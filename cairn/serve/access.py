"""A line in the log and a count for every request: its id, what became of it and how long it took, and nothing that was sent."""

from __future__ import annotations

import logging
import secrets
import time

from cairn.serve.guard import MCP_PATH, METRICS_PATH, OPEN_PATH, Application, Receive, Scope
from cairn.serve.meter import Meter
from cairn.serve.refusal import Message, Send

_log = logging.getLogger(__name__)

_GONE = 499  # no answer went out: the client had gone away (the number is nginx's)
_KNOWN_PATHS = frozenset({MCP_PATH, METRICS_PATH, OPEN_PATH})


class Access:
    """An ASGI application around another that gives each request an id, which the answer has as `x-request-id`."""

    def __init__(self, application: Application, meter: Meter) -> None:
        self._application = application
        self._meter = meter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and tell of it when it has been answered."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        request_id = secrets.token_hex(6)
        status = _GONE
        began = time.perf_counter()

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", request_id.encode())]
            await send(message)

        self._meter.active += 1
        try:
            await self._application(scope, receive, send_with_id)
        finally:
            self._meter.active -= 1
            path = scope["path"] if scope["path"] in _KNOWN_PATHS else "other"
            self._meter.requests[path, status] += 1
            _log.info("%s %s %d %.1f ms", request_id, path, status, (time.perf_counter() - began) * 1000)
