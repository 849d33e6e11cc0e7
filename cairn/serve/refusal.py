"""Answers of HTTP that end a request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that ends a request. `is_failure`: its token or name is nobody's, which is counted."""

    status: int
    message: str
    headers: tuple[tuple[bytes, bytes], ...] = ()
    is_failure: bool = False


async def refuse(refusal: Refusal, send: Send) -> None:
    """Answer a request with a refusal, which ends its connection, too."""
    headers = ((b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *refusal.headers)
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": refusal.message.encode()})
