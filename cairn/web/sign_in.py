"""What those see who have yet to give the token: one field."""

from __future__ import annotations

import urllib.parse
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from cairn.serve.entrance import Entrance, by_name
from cairn.serve.guard import MAX_HEAD_BYTES
from cairn.serve.session import cookie_name
from cairn.web.asked import form_of
from cairn.web.render import ASSETS, asset, render

if TYPE_CHECKING:
    from starlette.requests import Request

_MOST_TOKEN = _MOST_ADDRESS = MAX_HEAD_BYTES
SIGN_IN = "/sign-in"


def build_sign_in(entrance: Entrance) -> Starlette:
    """An application that asks for the token, at whatever address, and leads there once it was given."""

    async def ask(request: Request) -> Response:
        if "text/html" not in request.headers.get("accept", ""):
            challenge = {"www-authenticate": 'Bearer realm="cairn"'}
            text = "unauthorized: send the server's token as `Authorization: Bearer TOKEN`\n"
            return PlainTextResponse(text, 401, headers=challenge)
        here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return HTMLResponse(render("sign-in.html", to="/" if request.url.path == SIGN_IN else here, is_wrong=False), 401)

    async def take(request: Request) -> Response:
        given = form_of(await request.body())
        to = _here(given.text("to", _MOST_ADDRESS))
        peer = request.client.host if request.client is not None else ""
        token = given.text("token", _MOST_TOKEN).encode()
        session = await entrance.sign_in(peer, by_name(request.scope["headers"]), token)
        if session is None:
            return HTMLResponse(render("sign-in.html", to=to, is_wrong=True), 401)
        response = RedirectResponse(to, 303)
        response.set_cookie(
            cookie_name(request.headers.get("host", "")),
            session,
            path="/",
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return response

    return Starlette(
        routes=[
            Route("/assets/{mark}/{name}", show_public_asset),
            Route(SIGN_IN, take, methods=["POST"]),
            Route("/{rest:path}", ask),
        ]
    )


async def show_public_asset(request: Request) -> Response:
    """What the field is drawn with; nothing of an index."""
    name = request.path_params["name"]
    if name not in ASSETS:
        return PlainTextResponse("there is no such asset\n", 404)
    return Response(asset(name)[0], media_type=ASSETS[name])


def _here(to: str) -> str:
    """An address of this page, else its beginning: nobody is led elsewhere."""
    parts = urllib.parse.urlsplit(to)
    is_ours = to.startswith("/") and not to.startswith(("//", "/\\")) and not parts.netloc and not parts.scheme
    return to if is_ours and to.isprintable() else "/"
