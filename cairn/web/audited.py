"""A line of audit for each request that the page answers, as for each call of a tool."""

from __future__ import annotations

from collections.abc import Collection

from starlette.datastructures import QueryParams

from cairn.serve.audit import Audit, tell_error
from cairn.serve.guard import Application, Receive, Scope
from cairn.serve.refusal import Message, Send

_ASSETS = "/assets/"


class Audited:
    """An ASGI application around the page. `known` are its addresses; others are told as one: anything may stand in them."""

    def __init__(self, application: Application, audit: Audit, known: Collection[str]) -> None:
        self._application = application
        self._audit = audit
        self._known = frozenset(known)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and write its line when it has been answered."""
        if not self._audit.is_on or scope["path"].startswith(_ASSETS):
            await self._application(scope, receive, send)
            return

        async def send_and_tell(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] >= 400:
                tell_error()
            await send(message)

        what = f"page{scope['path']}" if scope["path"] in self._known else "page/other"
        with self._audit.call(what, QueryParams(scope["query_string"])):
            await self._application(scope, receive, send_and_tell)
