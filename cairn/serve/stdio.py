"""The MCP server on standard input and output, for the one client that started it."""

from __future__ import annotations

import os
import signal
from types import FrameType

import anyio
from mcp.server.stdio import stdio_server

from cairn.app import Cairn
from cairn.errors import Cancelled
from cairn.serve.memory import limit_arenas
from cairn.serve.message import Answering
from cairn.serve.offer import Offer
from cairn.serve.server import IndexServer, build_server
from cairn.serve.work import Begin, Work, end


def run_stdio(cairn: Cairn, version: str, offer: Offer, *, begin: Begin) -> None:
    """Serve the one client on standard input and output until it goes away; what it began to write is finished.

    SIGINT and SIGTERM end the process from here, after what is being written has been
    stopped: the SDK's reader blocks in a thread, which no exception could end.
    """
    limit_arenas()
    work = Work(cairn)

    def stop(_number: int, _frame: FrameType | None) -> None:
        end(work)
        cairn.close()
        os._exit(Cancelled.exit_status)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    server = build_server(work, version, offer)
    begin(work)
    try:
        anyio.run(_serve, server)
    finally:
        work.settle()


async def _serve(server: IndexServer) -> None:
    """As `run_stdio_async` of the SDK, with an answer to what is no message."""
    async with stdio_server() as (received, sent):
        answering = Answering(received, sent)
        await server._lowlevel_server.run(answering, sent, server._lowlevel_server.create_initialization_options())
