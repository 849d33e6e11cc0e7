"""The MCP server on standard input and output, for the one client that started it."""

from __future__ import annotations

import os
import signal
from types import FrameType

import anyio

from cairn.app import Cairn
from cairn.errors import Cancelled
from cairn.serve.memory import limit_arenas
from cairn.serve.server import build_server
from cairn.serve.work import Begin, Work, end


def run_stdio(cairn: Cairn, version: str, *, is_read_only: bool, begin: Begin) -> None:
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
    server = build_server(work, version, is_read_only=is_read_only)
    begin(work)
    try:
        anyio.run(server.run_stdio_async)
    finally:
        work.settle()
