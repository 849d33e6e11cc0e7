"""Connections to servers of tools that lead to an address which was judged."""

from __future__ import annotations

from collections.abc import Callable

import anyio
import anyio.to_thread
import httpx2 as httpx

from cairn.agent.addresses import judge_server
from cairn.ingest.web.address import Address, as_address

Judge = Callable[[str], list[Address]]
_TIMEOUT = httpx.Timeout(30.0, read=300.0)  # as the client of MCP has it: an answer may take long


class JudgedTransport(httpx.AsyncBaseTransport):
    """Sends each request to an address that `judge` returns for its host, whatever the name leads to a moment later."""

    def __init__(self, judge: Judge = judge_server) -> None:
        self._judge = judge
        self._inner = httpx.AsyncHTTPTransport(trust_env=False)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request; the next address is tried where one cannot be connected to."""
        addresses = await anyio.to_thread.run_sync(self._judge, request.url.host)
        fault: Exception = httpx.ConnectError(f"{request.url.host} has no address")
        for address in addresses:
            try:
                return await self._inner.handle_async_request(_led_to(request, address))
            except (httpx.ConnectError, httpx.ConnectTimeout) as exc:
                fault = exc
        raise fault

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()


def _led_to(request: httpx.Request, address: Address) -> httpx.Request:
    """The request to an address; Host and the name that its certificate must have stay those of the URL."""
    named = {} if as_address(request.url.host) is not None else {"sni_hostname": request.url.host}
    return httpx.Request(
        request.method,
        request.url.copy_with(host=str(address)),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, **named},
    )


def judged_client() -> httpx.AsyncClient:
    """A client for a server of tools. No proxy of the environment is asked, as it would look names up by itself."""
    return httpx.AsyncClient(transport=JudgedTransport(), timeout=_TIMEOUT, trust_env=False)
