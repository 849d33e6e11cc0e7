"""The MCP server on standard input and output, for the one client that started it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType
from typing import TYPE_CHECKING

from cairn.app import Cairn
from cairn.errors import Cancelled
from cairn.serve.early import Early
from cairn.serve.memory import limit_arenas
from cairn.serve.offer import Offer
from cairn.serve.wire import Lines, LinesIn, MessagesOut, claim_standard_streams, write_whole

if TYPE_CHECKING:
    from cairn.serve.server import IndexServer
    from cairn.serve.work import Begin, Work


class _Loading:
    """The server, which is made in a thread of its own: what it imports takes a second."""

    def __init__(self, cairn: Cairn, version: str, offer: Offer, lines: Lines) -> None:
        self._arguments = (cairn, version, offer)
        self._lines = lines
        self._fault: BaseException | None = None
        self._made: tuple[Work, IndexServer] | None = None
        self.is_over = False
        self._thread = threading.Thread(target=self._load, name="cairn-load", daemon=True)
        self._thread.start()

    def _load(self) -> None:
        cairn, version, offer = self._arguments
        try:
            from cairn.serve.server import build_server
            from cairn.serve.work import Work

            work = Work(cairn)
            self._made = work, build_server(work, version, offer)
        except BaseException as exc:  # noqa: BLE001 - raised again by whoever waits for it
            self._fault = exc
        self.is_over = True
        self._lines.wake()

    @property
    def work(self) -> Work | None:
        """The calls at work, None before there is a server."""
        return self._made and self._made[0]

    def result(self) -> tuple[Work, IndexServer]:
        """Wait for the server."""
        self._thread.join()
        if self._made is None:
            raise self._fault or RuntimeError("the server was not made")
        return self._made


def run_stdio(cairn: Cairn, version: str, offer: Offer, *, begin: Begin) -> None:
    """Serve the one client on standard input and output until it goes away; what it began to write is finished.

    SIGINT and SIGTERM end the process from here, after what is being written has been
    stopped: the reader blocks in a thread, which no exception could end.
    """
    limit_arenas()
    wire_in, wire_out = claim_standard_streams()
    lines = Lines(wire_in)
    loading = _Loading(cairn, version, offer, lines)

    def stop(_number: int, _frame: FrameType | None) -> None:
        if loading.work is not None:
            from cairn.serve.work import end

            end(loading.work)
        cairn.close()
        os._exit(Cancelled.exit_status)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    early = Early(offer, version)
    waiting = _answer_early(early, loading, lines, wire_out)
    work, server = loading.result()
    begin(work)
    try:
        messages = MessagesOut(wire_out, early.passed_over)
        _run(server, LinesIn(waiting, lines, messages), messages)
    finally:
        work.settle()


def _answer_early(early: Early, loading: _Loading, lines: Lines, wire_out: int) -> list[bytes | None]:
    """Answer what can be answered until the server is there; returns the lines that are left to it, None for their end."""
    waiting: list[bytes | None] = []
    while not loading.is_over:
        line = lines.next()
        answer, is_left = (b"", True) if line is None else early.answer(line)
        if answer:
            try:
                write_whole(wire_out, answer)
            except OSError:  # the client has gone away
                return [*waiting, None]
        if is_left:
            waiting.append(line)
        if line is None:
            break
    return waiting


def _run(server: IndexServer, lines: LinesIn, messages: MessagesOut) -> None:
    import anyio
    from mcp.server.stdio import stdio_server

    from cairn.serve.message import Answering

    if sys.platform == "win32":
        from mcp.os.win32.utilities import rebind_std_handle_to_fd

        for descriptor in (0, 1):
            rebind_std_handle_to_fd(descriptor)

    async def serve() -> None:
        """Serve like the SDK's `run_stdio_async`, with an answer to what is no message."""
        async with stdio_server(lines, messages) as (received, sent):  # type: ignore[arg-type]  # what it uses of files, these have
            lowlevel = server._lowlevel_server
            await lowlevel.run(Answering(received, sent), sent, lowlevel.create_initialization_options())

    anyio.run(serve)
