"""Where requests for the page part from those for MCP. The page is made when it is first asked for."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass

import anyio
import anyio.to_thread

from cairn.serve.guard import Application, Receive, Scope, is_page
from cairn.serve.refusal import Send


@dataclass(frozen=True, slots=True)
class Page:
    """The page for who may see it, and what those see who have yet to give the token."""

    inside: Application
    outside: Application


class Door:
    """An ASGI application: `/mcp`, `/healthz` and `/metrics` by one, all other paths by the page that `make` returns."""

    def __init__(self, machines: Application, make: Callable[[], Page]) -> None:
        self._machines = machines
        self._make = make
        self._page: Page | None = None
        self._making = anyio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on that the guard has let through."""
        if scope["type"] != "http" or not is_page(scope["path"]):
            await self._machines(scope, receive, send)
        else:
            await (await self._made()).inside(scope, receive, send)

    async def greet(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for the page without the token."""
        await (await self._made()).outside(scope, receive, send)

    async def _made(self) -> Page:
        async with self._making:
            if self._page is None:
                self._page = await anyio.to_thread.run_sync(self._loaded)  # what it imports would hold up all else
        return self._page

    def _loaded(self) -> Page:
        """The page. What is loaded before and with it stays: to look at all of that for circles cost the first view 100 ms."""
        gc.freeze()
        page = self._make()
        gc.freeze()
        return page
