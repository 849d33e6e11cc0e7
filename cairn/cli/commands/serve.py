"""`cairn serve`, which is `cairn-mcp`, too."""

from __future__ import annotations

import functools

import click

from cairn import __version__
from cairn.cli.serving import Serving, begin_work, serve_http
from cairn.cli.verb import Session, verb
from cairn.errors import UsageError
from cairn.serve.offer import Offer


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
@click.option("--no-page", is_flag=True, help="Only MCP: no page at /.")
@click.option("--insecure", is_flag=True, help="Listen beyond this machine without a token.")
def serve(
    session: Session,
    transport: str | None,
    host: str | None,
    port: int | None,
    read_only: bool,
    structured: bool,
    is_watch: bool | None,
    no_page: bool,
    insecure: bool,
) -> int:
    """Serve the index over MCP, and a page for people, until Ctrl-C.

    Sources are watched and refreshed; with --watch what is done is told, too.
    """
    config = session.config
    if is_watch and read_only:
        raise UsageError("--watch writes, which --read-only forbids; leave out one of them")
    offer = Offer(read_only, structured)
    with session.open() as cairn:
        if (transport or config.mcp_transport) == "stdio":
            from cairn.serve.stdio import run_stdio

            run_stdio(cairn, __version__, offer, begin=functools.partial(begin_work, session, cairn, offer, is_watch))
            return 0
        where = (host or config.mcp_host, config.mcp_port if port is None else port)
        return serve_http(session, cairn, Serving(*where, offer, is_watch, not no_page, insecure))


command = serve
