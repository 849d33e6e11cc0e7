"""The page: which address shows which view, and which changes what."""

from __future__ import annotations

import functools
import json
import logging
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, TypeVar

import anyio
from markupsafe import Markup
from sse_starlette import EventSourceResponse
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from cairn.app import Cairn
from cairn.errors import AmbiguousError, CairnError, NotFoundError, RefusedError, UsageError
from cairn.report import IngestReport
from cairn.serve.audit import Audit, tell
from cairn.serve.caller import called_by
from cairn.serve.door import Page
from cairn.serve.entrance import Entrance, Headers, by_name
from cairn.serve.guard import MAX_BODY_BYTES, Application, Receive, Scope
from cairn.serve.intake import Intake
from cairn.serve.offer import Offer
from cairn.serve.refusal import Refusal, Send
from cairn.serve.session import cookie_name
from cairn.serve.work import IsCancelled, OnJob, OnProgress, Work
from cairn.web.asked import MOST_TEXT, Asked, form_of
from cairn.web.audited import Audited
from cairn.web.headers import Protected
from cairn.web.render import ASSETS, asset, render, standalone
from cairn.web.rights import Rights
from cairn.web.sign_in import build_sign_in
from cairn.web.urls import at
from cairn.web.views import cards, definition, files, home, impact, map, path, search, why, work  # noqa: A004 - views

if TYPE_CHECKING:
    from starlette.requests import Request

V = TypeVar("V")
View = Callable[[Cairn, Asked], object]
Text = Callable[[Cairn, Asked], str]

_log = logging.getLogger(__name__)

_LOOK_S = 1.0  # between two looks at the jobs
_MOST_STREAMS = 32  # people who watch jobs at once: a guess
# Where one goes on after a fault: the beginning of the path of an address, and its word.
_BACK = {
    "/cards/decide": ("/cards", "Back to the cards"),
    "/work/refresh": ("/work", "Back to the jobs"),
    "/work/cancel": ("/work", "Back to the jobs"),
    "/impact": ("/impact", "Ask for another change"),
    "/path": ("/path", "Name two others"),
    "/search": ("/search", "Search anew"),
}


def build_page(entrance: Entrance, offer: Offer, work: Work) -> Page:
    """The page of a server. What is outside of it takes the token, where there is one."""
    inside = _build_inside(_Views(work, offer, entrance))
    outside = Protected(Intake(GZipMiddleware(build_sign_in(entrance), 500), path=None))
    return Page(inside, outside)


def _build_inside(page: _Views) -> Application:
    """All views for who may see them."""
    reads: list[tuple[str, str, View]] = [
        ("/", "home.html", home.home_view),
        ("/starts", "starts.html", home.starts_view),
        ("/search", "search.html", search.search_view),
        ("/search/typed", "typed.html", search.offered_view),
        ("/definition", "definition.html", definition.definition_view),
        ("/why", "why.html", why.why_view),
        ("/path", "path.html", path.path_view),
        ("/impact", "impact.html", impact.impact_view),
        ("/map", "map.html", map.map_view),
        ("/files", "folder.html", files.folder_view),
        ("/file", "file.html", files.file_view),
        ("/skipped", "skipped.html", files.skipped_view),
        ("/cards", "cards.html", cards.cards_view),
        ("/card", "card.html", cards.card_view),
    ]
    texts: list[tuple[str, Text]] = [
        ("/search.txt", search.search_as_text),
        ("/definition.txt", definition.definition_text),
        ("/why.txt", why.why_as_text),
        ("/path.txt", path.path_as_text),
        ("/impact.txt", impact.impact_as_text),
        ("/map.txt", map.map_as_text),
    ]
    drawings: list[tuple[str, View]] = [
        ("/definition.svg", definition.definition_view),
        ("/path.svg", path.path_view),
        ("/impact.svg", impact.impact_view),
        ("/map.svg", map.map_view),
    ]
    routes = [Route(url, functools.partial(page.show, template, view)) for url, template, view in reads]
    routes += [Route(url, functools.partial(page.text, text)) for url, text in texts]
    routes += [Route(url, functools.partial(page.drawing, view)) for url, view in drawings]
    routes += [
        Route("/assets/{mark}/{name}", show_asset),
        Route("/work", page.work),
        Route("/work/events", page.events),
        Route("/work/refresh", page.refresh, methods=["POST"]),
        Route("/work/cancel", page.cancel, methods=["POST"]),
        Route("/cards/decide", page.decide, methods=["POST"]),
        Route("/sign-out", page.sign_out, methods=["POST"]),
    ]
    application = Starlette(routes=routes, exception_handlers={CairnError: page.fault, 404: page.nowhere})
    audited = Audited(application, page.audit, [route.path for route in routes])
    # Streams of events are left as they are by the middleware.
    return Protected(Intake(GZipMiddleware(audited, 500), path=None))


async def show_asset(request: Request) -> Response:
    """An asset. Its address has the mark of its version, so that it may be kept."""
    name = request.path_params["name"]
    if name not in ASSETS:
        return PlainTextResponse("there is no such asset\n", 404)
    data, mark = asset(name)
    kept = "public, max-age=31536000, immutable" if request.path_params["mark"] == mark else "no-store"
    return Response(data, media_type=ASSETS[name], headers={"cache-control": kept})


class _Unheard:
    """Who starts a job here reads of it in the list of jobs."""

    async def report_progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Tell nobody."""


class _Views:
    """The endpoints. Reads, and the making of their HTML, run on the threads that answer MCP, too, and as the user who asks."""

    def __init__(self, work: Work, offer: Offer, entrance: Entrance) -> None:
        self._work = work
        self._offer = offer
        self._entrance = entrance
        self._streams = anyio.CapacityLimiter(_MOST_STREAMS)

    @property
    def audit(self) -> Audit:
        """The audit of the server."""
        return self._work.audit

    @property
    def _rights(self) -> Rights:
        return Rights(self._work.user, self._offer.is_read_only, self._entrance.is_guarded)

    def _html(self, request: Request, template: str, view: object) -> str:
        # Faults are told by this, too: what is asked for too long is shown in part, and not refused again.
        return render(
            template,
            view=view,
            rights=self._rights,
            path=request.url.path,
            query=request.query_params.get("q", "").strip()[:MOST_TEXT],
            done=request.query_params.get("done", "")[:300],
        )

    async def show(self, template: str, view: View, request: Request) -> Response:
        """A view as a page."""
        asked = Asked(request.query_params)

        def read() -> str:
            found = view(self._work.cairn, asked)
            tell(found)
            return self._html(request, template, found)

        return HTMLResponse(await self._work.read(read))

    async def text(self, text: Text, request: Request) -> Response:
        """The text that an agent would get."""
        asked = Asked(request.query_params)
        return PlainTextResponse(await self._work.read(lambda: text(self._work.cairn, asked)) + "\n")

    async def drawing(self, view: View, request: Request) -> Response:
        """The drawing of a view, as a file of its own."""
        asked = Asked(request.query_params)

        def draw() -> str:
            found = view(self._work.cairn, asked)
            shape = getattr(found, "drawing", Markup(""))
            if not isinstance(shape, Markup) or not shape:
                raise NotFoundError("there is nothing to draw here; ask for one definition")
            return standalone(shape)

        svg = await self._work.read(draw)
        # Only to be kept: no address of the page runs what a file of its own would say.
        headers = {
            "content-disposition": f'attachment; filename="cairn-{request.url.path[1:]}"',
            "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        }
        return Response(svg, media_type="image/svg+xml", headers=headers)

    async def work(self, request: Request) -> Response:
        """Sources and jobs."""
        read = functools.partial(work.work_view, self._work.cairn, self._work.meter)
        return HTMLResponse(await self._work.read(lambda: self._html(request, "work.html", read())))

    async def events(self, request: Request) -> Response:
        """The list of jobs, as it changes, for as long as whoever asked would be let in."""
        try:
            return _Watched(self._changes(request), self._streams)
        except anyio.WouldBlock:
            return PlainTextResponse("too many are watching; reload the page to see more\n", 503)

    async def _changes(self, request: Request) -> AsyncIterator[dict[str, str]]:
        last = ""
        while not self._work.is_stopped and not await request.is_disconnected():
            user = self._entrance.enter(*_shown(request), takes_session=True)
            if isinstance(user, Refusal):
                return
            with called_by(user):  # with the rights that they have now
                html = await self._work.read(lambda: self._html(request, "jobs.html", {"jobs": work.job_rows(self._work.cairn)}))
            if html != last:
                last = html
                yield {"event": "jobs", "data": json.dumps(html)}
            await anyio.sleep(_LOOK_S)

    async def refresh(self, request: Request) -> Response:
        """Start a refresh of a source."""
        source = form_of(await request.body()).needed("source")
        label = await self._work.read(lambda: self._work.label(source))
        self._require(self._rights.may_write(label), f"refresh {label}")

        def run(on_progress: OnProgress, is_cancelled: IsCancelled, on_job: OnJob) -> IngestReport:
            return self._work.cairn.ingest.refresh(label, on_progress=on_progress, is_cancelled=is_cancelled, on_job=on_job)

        await self._work.begin(run, _Unheard(), is_waiting=False)
        return RedirectResponse(at("/work", done=f"{label} is being refreshed"), 303)

    async def cancel(self, request: Request) -> Response:
        """Ask a job to stop."""
        number = form_of(await request.body()).needed("id")
        found = await self._work.read(lambda: self._work.cairn.ingest.job(number))
        self._require(self._rights.may_write(found.source), f"stop jobs of {found.source}")
        job = await self._work.read(lambda: self._work.cairn.ingest.cancel(number))
        return RedirectResponse(at("/work", done=f"the {job.kind} of {job.source} was asked to stop"), 303)

    async def decide(self, request: Request) -> Response:
        """Approve, edit or reject a proposal. A text that is refused comes back with the reason."""
        self._require(not self._offer.is_read_only, "decide on cards")
        asked = form_of(await request.body())
        number, decision, seen = asked.needed("id"), asked.needed("decision"), asked.text("seen")
        text = asked.text("text", MAX_BODY_BYTES) + "\n" if decision == "edit" else None
        try:
            done = await self._work.read(lambda: cards.decide(self._work.cairn.cards, number, decision, seen, text))
        except CairnError as error:
            if text is None:
                raise
            give_back = functools.partial(self._given_back, request, error, number, text)
            return HTMLResponse(await self._work.read(give_back), _status(error))
        return RedirectResponse(at("/cards", done=done), 303)

    def _given_back(self, request: Request, error: CairnError, number: str, text: str) -> str:
        view = cards.refused_view(self._work.cairn, number, text, str(error))
        if view is None:
            return self._html(request, "fault.html", {**_fault(request, error), "written": text})
        return self._html(request, "cards.html", view)

    async def sign_out(self, request: Request) -> Response:
        """End the session."""
        self._entrance.sign_out(by_name(request.scope["headers"]))
        response = RedirectResponse("/", 303)
        response.delete_cookie(cookie_name(request.headers.get("host", "")), path="/")
        return response

    @staticmethod
    def _require(has_right: bool, what: str) -> None:
        if not has_right:
            raise RefusedError(f"you may not {what} here; ask who runs this server, or use the command line")

    async def fault(self, request: Request, error: Exception) -> Response:
        """What is wrong, in a sentence."""
        assert isinstance(error, CairnError)
        if request.url.path.endswith((".txt", ".svg")) or request.url.path == "/search/typed":
            return PlainTextResponse(f"{error}\n", _status(error))
        return HTMLResponse(self._html(request, "fault.html", _fault(request, error)), _status(error))

    async def nowhere(self, request: Request, _error: Exception) -> Response:
        """There is no such address."""
        message = "there is nothing at this address; search for what you want to see"
        return HTMLResponse(self._html(request, "fault.html", _fault(request, NotFoundError(message))), 404)


def _shown(request: Request) -> tuple[str, Headers]:
    """What shows who asks: the address at the other end, and the headers."""
    return request.client.host if request.client is not None else "", by_name(request.scope["headers"])


class _Watched(EventSourceResponse):
    """A stream of events that takes one of so many places until it ends."""

    def __init__(self, events: AsyncIterator[dict[str, str]], places: anyio.CapacityLimiter) -> None:
        """Take a place.

        Raises:
            anyio.WouldBlock: there is none.
        """
        super().__init__(events, ping=15)
        self._places = places
        places.acquire_on_behalf_of_nowait(self)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events, then give the place back."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._places.release_on_behalf_of(self)


def _fault(request: Request, error: CairnError) -> dict[str, object]:
    """What is wrong and where one goes on: to the form that was filled in, or to a search for the name that nothing has."""
    handle = request.query_params.get("handle", "")[:MOST_TEXT] if isinstance(error, NotFoundError) else ""
    return {
        "message": str(error),
        "was_change": request.method == "POST",
        "searched": handle.rpartition("#")[2],
        "back": _BACK.get(request.url.path),
        "written": "",
    }


def _status(error: CairnError) -> int:
    if isinstance(error, NotFoundError):
        return 404
    if isinstance(error, AmbiguousError | UsageError):
        return 400
    return 403 if isinstance(error, RefusedError) else 503
