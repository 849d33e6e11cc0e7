"""`cairn open`."""

from __future__ import annotations

import http.client
import ipaddress
import threading
import webbrowser
from urllib.parse import quote

import click

from cairn.cli import output
from cairn.cli.serving import Serving, serve_http
from cairn.cli.verb import Session, complete_handle, verb
from cairn.errors import RefusedError
from cairn.serve.offer import Offer

_WAIT_S = 3  # for a server on this machine to answer: a guess


@verb("cairn open\ncairn open Rate.apply\ncairn open --no-browser --port 9000")
@click.argument("handle", required=False, default="", shell_complete=complete_handle)
@click.option("--host", help="The address of the server (default: CAIRN_MCP_HOST, else 127.0.0.1).")
@click.option("--port", type=click.IntRange(1, 65535), metavar="N", help="Its port (default: CAIRN_MCP_PORT, else 8093).")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def open_(session: Session, handle: str, host: str | None, port: int | None, no_browser: bool) -> int:
    """Open the page in a browser: at its beginning, or at a definition.

    If no server listens, one is started, which serves until Ctrl-C.
    """
    config = session.config
    where = (host or config.mcp_host, port or config.mcp_port)
    with session.open() as cairn:
        address = f"http://{_authority(*where)}{_view(handle)}"

        def show(_url: str = "") -> None:
            output.note(f"the page: {address}")
            if not no_browser:
                # Some browsers run in the terminal until they are closed.
                threading.Thread(target=webbrowser.open, args=(address,), name="cairn-browser", daemon=True).start()

        if not _is_served(*where, str(cairn.database)):
            return serve_http(session, cairn, Serving(*where, Offer()), on_ready=show)
    session.report({"page": address}, address)
    if not no_browser and not webbrowser.open(address):
        output.note("cairn: no browser could be opened; open the address yourself")
    return 0


def _view(handle: str) -> str:
    return f"/definition?handle={quote(handle, safe='/:')}" if handle else "/"


def _authority(host: str, port: int) -> str:
    """Host and port for an address; one that stands for all addresses is reached over loopback."""
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return f"{host}:{port}"
    if address.is_unspecified:
        return f"127.0.0.1:{port}"
    return f"[{address}]:{port}" if address.version == 6 else f"{address}:{port}"


def _is_served(host: str, port: int, database: str) -> bool:
    """Whether a server with a page of this index listens there; False if nothing does.

    Raises:
        RefusedError: something else listens there.
    """
    from cairn.serve.mark import MARK_HEADER, index_mark

    authority = _authority(host, port)
    connection = http.client.HTTPConnection(authority, timeout=_WAIT_S)
    try:
        connection.request("GET", "/healthz")
        mark = connection.getresponse().getheader(MARK_HEADER)
    except ConnectionRefusedError:
        return False
    except (OSError, http.client.HTTPException) as exc:
        raise RefusedError(f"what listens at {authority} does not answer ({exc}); choose another with --port") from exc
    finally:
        connection.close()
    if mark is None:
        raise RefusedError(f"what listens at {authority} has no page of Cairn; choose another with --port")
    if mark != index_mark(database):
        raise RefusedError(
            f"the server at {authority} serves another index than {database}; name that with --db, or choose a --port"
        )
    return True


command = open_
