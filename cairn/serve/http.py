"""The MCP server: one application behind one guard over HTTP, or standard input and output."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

import anyio
import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import PlainTextResponse

from cairn.app import Cairn
from cairn.errors import Cancelled, RefusedError
from cairn.serve.bind import bind
from cairn.serve.guard import MAX_BODY_BYTES, MCP_PATH, OPEN_PATH, Application, Guard, is_loopback
from cairn.serve.tools import INSTRUCTIONS, make_tools
from cairn.serve.work import Work

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

GRACE_S = 1  # how long running answers and jobs may take after a request to stop


Begin = Callable[[Work], None]


@dataclass(frozen=True, slots=True)
class Listen:
    """Where and for whom an HTTP server listens. Port 0 lets the system choose one."""

    host: str
    port: int
    token: str | None = None
    allowed_hosts: tuple[str, ...] = ()
    is_insecure: bool = False


def build_server(work: Work, version: str, *, is_read_only: bool = False) -> MCPServer[Work]:
    """The server with its tools."""

    @contextlib.asynccontextmanager
    async def lifespan(_server: MCPServer[Work]) -> AsyncIterator[Work]:
        yield work

    return MCPServer(
        "cairn",
        title="Cairn",
        version=version,
        instructions=INSTRUCTIONS,
        tools=make_tools(is_read_only=is_read_only),
        lifespan=lifespan,
        log_level="WARNING",
    )


def build_application(server: MCPServer[Work], listen: Listen) -> Application:
    """The ASGI application: `/mcp`, stateless with streamed events, and `/healthz`, behind the guard.

    Raises:
        RefusedError: other machines could reach it, and no token protects it.
    """
    if not listen.is_insecure and listen.token is None and not is_loopback(listen.host):
        raise RefusedError(
            f"{listen.host} can be reached from other machines and no token is set; "
            "set CAIRN_MCP_TOKEN, listen on 127.0.0.1, or pass --insecure"
        )

    @server.custom_route(OPEN_PATH, methods=["GET"])  # type: ignore[untyped-decorator]  # the SDK's
    async def healthz(_request: Request) -> Response:
        return PlainTextResponse("ok\n")

    application = server.streamable_http_app(
        streamable_http_path=MCP_PATH,
        json_response=False,  # events carry progress, and let a client cancel
        stateless_http=True,
        max_request_body_size=MAX_BODY_BYTES,
        # The guard checks both headers, for every path.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return Guard(application, host=listen.host, allowed_hosts=listen.allowed_hosts, token=listen.token)


def run_http(
    cairn: Cairn, version: str, listen: Listen, *, is_read_only: bool, on_ready: Callable[[str], None], begin: Begin
) -> None:
    """Serve until SIGINT or SIGTERM. `on_ready` gets the URL once the port is bound, `begin` what can start jobs.

    Raises:
        RefusedError: see `build_application`.
        EnvironmentFault: the address cannot be listened on.
    """
    work = Work(cairn)
    application = build_application(build_server(work, version, is_read_only=is_read_only), listen)
    with bind(listen.host, listen.port) as bound:
        port = bound.getsockname()[1]
        host = f"[{listen.host}]" if ":" in listen.host else listen.host
        on_ready(f"http://{host}:{port}{MCP_PATH}")
        begin(work)
        config = uvicorn.Config(
            application,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_S,
            ws="none",
        )
        try:
            StoppingServer(config, work).run(sockets=[bound])
        finally:
            _end(work)


class StoppingServer(uvicorn.Server):
    """Stops what is being written as soon as it is asked to end, so that the client still hears of it."""

    def __init__(self, config: uvicorn.Config, work: Work) -> None:
        super().__init__(config)
        self._work = work

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take a signal."""
        self._work.stop()
        super().handle_exit(sig, frame)


def _end(work: Work) -> None:
    """Stop what is being written; what does not stop in time ends with the process, which leaves the index as it was, too."""
    work.stop()
    if not work.settle(GRACE_S):
        work.abandon()
        os._exit(Cancelled.exit_status)


def run_stdio(cairn: Cairn, version: str, *, is_read_only: bool, begin: Begin) -> None:
    """Serve the one client on standard input and output until it goes away; what it began to write is finished.

    SIGINT and SIGTERM end the process from here, after what is being written has been
    stopped: the SDK's reader blocks in a thread, which no exception could end.
    """
    work = Work(cairn)

    def end(_number: int, _frame: FrameType | None) -> None:
        _end(work)
        cairn.close()
        os._exit(Cancelled.exit_status)

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
    server = build_server(work, version, is_read_only=is_read_only)
    begin(work)
    try:
        anyio.run(server.run_stdio_async)
    finally:
        work.settle()
