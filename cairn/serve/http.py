"""The MCP server over HTTP: one application behind one guard."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Mapping
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import PlainTextResponse

from cairn.app import Cairn
from cairn.errors import CairnError, RefusedError
from cairn.serve.access import Access
from cairn.serve.bind import Listen, bind
from cairn.serve.door import Door, Page
from cairn.serve.entrance import Entrance
from cairn.serve.failures import Failures
from cairn.serve.guard import MAX_BODY_BYTES, MAX_HEAD_BYTES, MCP_PATH, METRICS_PATH, OPEN_PATH, Application, Guard, is_loopback
from cairn.serve.intake import HeadDeadline, Intake
from cairn.serve.mark import MARK_HEADER, index_mark
from cairn.serve.memory import limit_arenas
from cairn.serve.message import Identified
from cairn.serve.meter import metrics_text
from cairn.serve.offer import Offer
from cairn.serve.server import build_server
from cairn.serve.work import Begin, Work, end

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer
    from starlette.requests import Request
    from starlette.responses import Response

DRAIN_S = 5  # for answers that are under way when the server is told to end: a guess, half of what containers are given


MakePage = Callable[[Work, Entrance], Page]


def build_application(server: MCPServer[Work], work: Work, listen: Listen, make_page: MakePage | None = None) -> Application:
    """The ASGI application: `/mcp`, stateless with streamed events, `/healthz` and `/metrics`, and the page, behind the guard.

    Raises:
        RefusedError: other machines could reach it, and no token protects it.
    """
    if not listen.is_insecure and not listen.is_guarded and not is_loopback(listen.host):
        raise RefusedError(
            f"{listen.host} can be reached from other machines and no token is set; "
            "set CAIRN_MCP_TOKEN or CAIRN_MCP_USERS, listen on 127.0.0.1, or pass --insecure"
        )
    entrance = listen.entrance()
    _add_routes(server, work, entrance.failures, has_page=make_page is not None)
    application = server.streamable_http_app(
        streamable_http_path=MCP_PATH,
        json_response=False,  # events carry progress, and let a client cancel
        stateless_http=True,
        max_request_body_size=MAX_BODY_BYTES,
        # The guard checks both headers, for every path.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    machines = Intake(Identified(application))
    door = None if make_page is None else Door(machines, functools.partial(make_page, work, entrance))
    guarded = Guard(
        door or machines,
        host=listen.host,
        allowed_hosts=listen.allowed_hosts,
        entrance=entrance,
        greet=None if door is None else door.greet,
    )
    return Access(guarded, work.meter)


def _add_routes(server: MCPServer[Work], work: Work, failures: Failures, *, has_page: bool) -> None:
    marks = {MARK_HEADER: index_mark(str(work.whole.database))} if has_page else {}

    @server.custom_route(OPEN_PATH, methods=["GET"])  # type: ignore[untyped-decorator]  # the SDK's
    async def healthz(_request: Request) -> Response:
        return PlainTextResponse("ok\n", headers=marks)

    @server.custom_route(METRICS_PATH, methods=["GET"])  # type: ignore[untyped-decorator]  # the SDK's
    async def metrics(_request: Request) -> Response:
        text = metrics_text(work.meter, failures.total, *await work.read(lambda: _counts(work.cairn)))
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


def _counts(cairn: Cairn) -> tuple[Mapping[str, int], int | None, Mapping[str, int], Mapping[str, int]]:
    """The rows of the index, its bytes, its jobs by state, and figures of its server; all 0 where none can be read.

    To a user who does not see all of it: what they see, and neither bytes (None) nor figures.
    """
    sees_all = cairn.user.reads_all
    try:
        sizes = cairn.retrieve.sizes()
        jobs = Counter(job.state for job in cairn.ingest.jobs())
        return sizes, cairn.size_bytes() if sees_all else None, jobs, cairn.figures() if sees_all else {}
    except (CairnError, OSError):
        return {}, 0 if sees_all else None, {}, {}


def run_http(
    cairn: Cairn,
    version: str,
    listen: Listen,
    offer: Offer,
    *,
    on_ready: Callable[[str], None],
    begin: Begin,
    make_page: MakePage | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM. `on_ready` gets the URL once the port is bound, `begin` what can start jobs.

    `make_page` makes what is served beside MCP, None: nothing.

    Raises:
        RefusedError: see `build_application`.
        EnvironmentFault: the address cannot be listened on.
    """
    limit_arenas()
    work = Work(cairn, has_users=listen.users is not None)
    application = build_application(build_server(work, version, offer), work, listen, make_page)
    with bind(listen.host, listen.port) as bound:
        port = bound.getsockname()[1]
        host = f"[{listen.host}]" if ":" in listen.host else listen.host
        on_ready(f"http://{host}:{port}{MCP_PATH}")
        begin(work)
        config = uvicorn.Config(
            application,
            http=HeadDeadline,
            h11_max_incomplete_event_size=MAX_HEAD_BYTES,
            log_config=None,
            access_log=False,  # ours names no client and no query
            server_header=False,
            proxy_headers=False,  # uvicorn would believe X-Forwarded-For from loopback; `serve/entrance.py` says whom to believe
            timeout_graceful_shutdown=DRAIN_S,
            ws="none",
        )
        try:
            StoppingServer(config, work).run(sockets=[bound])
        finally:
            end(work)


class StoppingServer(uvicorn.Server):
    """Stops what is being written as soon as it is asked to end, so that the client still hears of it; reads are finished."""

    def __init__(self, config: uvicorn.Config, work: Work) -> None:
        super().__init__(config)
        self._work = work

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take a signal."""
        self._work.stop()
        super().handle_exit(sig, frame)
