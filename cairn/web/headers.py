"""What every answer of the page tells a browser, and what a browser must tell before it may change something.

Source: W3C, "Content Security Policy Level 3"; "Fetch Metadata Request Headers".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from starlette.datastructures import Headers

from cairn.serve.guard import Application, Receive, Scope
from cairn.serve.refusal import Message, Refusal, Send, refuse

# No inline script, no inline style, nothing from elsewhere; not to be framed.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_ALWAYS: Mapping[bytes, bytes] = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",  # for browsers that do not know frame-ancestors
    # Addresses hold names of what is indexed, so they are told to nobody else. With `no-referrer` browsers hide the Origin of
    # forms, too.
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
    b"cache-control": b"no-store",
}
_READING = frozenset({"GET", "HEAD"})
_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_FOREIGN = Refusal(403, "this did not come from the page itself; open the page and use its buttons\n")


class Protected:
    """An ASGI application around the page: adds the headers, and refuses what would change something from elsewhere."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", ()))
                names = {name.lower() for name, _ in given}
                message["headers"] = given + [(name, value) for name, value in _ALWAYS.items() if name not in names]
            await send(message)

        if scope["method"] not in _READING and not _is_from_here(Headers(scope=scope)):
            await refuse(_FOREIGN, send_with_headers)
        else:
            await self._application(scope, receive, send_with_headers)


def _is_from_here(headers: Headers) -> bool:
    """Whether a browser says that its request comes from this very host and port; what says nothing is no browser."""
    origin = headers.get("origin")
    if origin is not None:
        return _SCHEME.sub("", origin, count=1).lower() == headers.get("host", "").lower()
    return headers.get("sec-fetch-site") == "same-origin"
