"""`cairn serve`, which is `cairn-mcp`, too."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from cairn import __version__
from cairn.app import Cairn
from cairn.cli import output
from cairn.cli.verb import Session, verb
from cairn.cli.watching import tell_on_error_stream
from cairn.errors import CairnError, Cancelled, UsageError
from cairn.report import WatchEvent
from cairn.serve.offer import Offer

if TYPE_CHECKING:
    from cairn.serve.work import Work


@verb("cairn serve --watch\ncairn serve --stdio\ncairn serve --host 0.0.0.0 --port 9000        # needs CAIRN_MCP_TOKEN")
@click.option("--http", "transport", flag_value="http", help="Streamable HTTP at http://127.0.0.1:8093/mcp (the default).")
@click.option("--stdio", "transport", flag_value="stdio", help="Standard input and output, for a harness that starts it.")
@click.option("--host", help="The address to listen on (default: CAIRN_MCP_HOST, else 127.0.0.1).")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help="The port (default: CAIRN_MCP_PORT, else 8093); 0 takes a free one.",
)
@click.option("--read-only", is_flag=True, help="Only the tools that read.")
@click.option("--structured", is_flag=True, help="Every answer as a document, too, for clients that read those.")
@click.option(
    "--watch/--no-watch", "is_watch", default=None, help="Refresh sources whenever their files change (done unless --read-only)."
)
@click.option("--insecure", is_flag=True, help="Listen beyond this machine without a token.")
def serve(
    session: Session,
    transport: str | None,
    host: str | None,
    port: int | None,
    read_only: bool,
    structured: bool,
    is_watch: bool | None,
    insecure: bool,
) -> int:
    """Serve the index over MCP until Ctrl-C.

    Sources are watched and refreshed; with --watch what is done is told, too.
    """
    config = session.config
    if is_watch and read_only:
        raise UsageError("--watch writes, which --read-only forbids; leave out one of them")
    with session.open() as cairn:

        def begin(work: Work) -> None:
            if not read_only:
                _start_again(cairn, work)
            if is_watch or (is_watch is None and not read_only):
                work.watch(lambda event: _tell_event(session, event, is_asked=bool(is_watch)))

        offer = Offer(read_only, structured)
        if (transport or config.mcp_transport) == "stdio":
            _serve_stdio(cairn, offer, begin)
        else:
            where = (host or config.mcp_host, config.mcp_port if port is None else port)
            return _serve_http(session, cairn, *where, offer, insecure, begin)
    return 0


def _tell_event(session: Session, event: WatchEvent, *, is_asked: bool) -> None:
    """Who did not ask for watching hears of it only what went wrong, or with -v."""
    if is_asked or event.kind == "failed" or session.config.log_level in ("INFO", "DEBUG"):
        tell_on_error_stream(session, event)


def _start_again(cairn: Cairn, work: Work) -> None:
    for job in cairn.start():
        what = f"the {job.kind} of {job.source}"
        output.note(f"cairn: {what} did not end last time; it is started again")
        work.start_again(job.id, functools.partial(_tell_fault, what))


def _tell_fault(what: str, error: CairnError) -> None:
    if not isinstance(error, Cancelled):
        output.note(f"cairn: {what} was not done: {error}")


def _serve_stdio(cairn: Cairn, offer: Offer, begin: Callable[[Work], None]) -> None:
    from cairn.serve.stdio import run_stdio

    run_stdio(cairn, __version__, offer, begin=begin)


def _serve_http(
    session: Session,
    cairn: Cairn,
    host: str,
    port: int,
    offer: Offer,
    is_insecure: bool,
    begin: Callable[[Work], None],
) -> int:
    from cairn.serve.bind import Listen
    from cairn.serve.http import run_http

    config = session.config
    listen = Listen(host, port, config.mcp_token, config.mcp_allowed_hosts, is_insecure)

    def announce(url: str) -> None:
        has_token = listen.token is not None
        if session.is_json:
            output.write_document({"url": url, "db": str(cairn.database), "token": has_token, "read_only": offer.is_read_only})
            sys.stdout.flush()
        elif not session.is_quiet:
            output.note(f"cairn serves {cairn.database} at {url}{' (with a token)' if has_token else ''}; Ctrl-C stops it")

    try:
        run_http(cairn, __version__, listen, offer, on_ready=announce, begin=begin)
    except KeyboardInterrupt:
        # The way in which a server ends; nothing was interrupted that has to be told.
        if not session.is_quiet:
            output.note("cairn: stopped")
        return Cancelled.exit_status
    return 0


command = serve
