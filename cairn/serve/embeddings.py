"""The local embedder behind `/v1/embeddings`: for programs, and containers, that speak HTTP."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import anyio.to_thread
import uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

from cairn.errors import RefusedError
from cairn.infer.answer import Json
from cairn.infer.local import LocalEmbedder
from cairn.serve.bind import Listen, bind
from cairn.serve.guard import MAX_HEAD_BYTES, OPEN_PATH, Application, Guard, is_loopback
from cairn.serve.intake import HeadDeadline, Intake

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

EMBEDDINGS_PATH = "/v1/embeddings"
MODELS_PATH = "/v1/models"
_MOST_TEXTS = 2048  # as OpenAI's
_GRACE_S = 2


def build_embeddings(embedder: LocalEmbedder, listen: Listen) -> Application:
    """The ASGI application, behind the guard that stands before the MCP server, too.

    Raises:
        RefusedError: other machines could reach it, and no token protects it.
    """
    if not listen.is_insecure and listen.token is None and not is_loopback(listen.host):
        raise RefusedError(
            f"{listen.host} can be reached from other machines and no key is set; "
            "set CAIRN_EMBED_KEY, listen on 127.0.0.1, or pass --insecure"
        )
    routes = [
        Route(EMBEDDINGS_PATH, functools.partial(_embeddings, embedder), methods=["POST"]),
        Route(MODELS_PATH, functools.partial(_models, embedder), methods=["GET"]),
        Route(OPEN_PATH, _healthz, methods=["GET"]),
    ]
    application = Starlette(routes=routes)
    bounded = Intake(application, path=EMBEDDINGS_PATH)
    return Guard(bounded, host=listen.host, allowed_hosts=listen.allowed_hosts, token=listen.token)


def run_embeddings(embedder: LocalEmbedder, listen: Listen, on_ready: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM. `on_ready` gets the URL once the port is bound.

    Raises:
        RefusedError: see `build_embeddings`.
        EnvironmentFault: the address cannot be listened on.
    """
    application = build_embeddings(embedder, listen)
    with bind(listen.host, listen.port) as bound:
        host = f"[{listen.host}]" if ":" in listen.host else listen.host
        on_ready(f"http://{host}:{bound.getsockname()[1]}/v1")
        config = uvicorn.Config(
            application,
            http=HeadDeadline,
            h11_max_incomplete_event_size=MAX_HEAD_BYTES,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_GRACE_S,
            ws="none",
        )
        uvicorn.Server(config).run(sockets=[bound])


async def _healthz(_request: Request) -> Response:
    return PlainTextResponse("ok\n")


async def _models(embedder: LocalEmbedder, _request: Request) -> Response:
    return JSONResponse({"object": "list", "data": [{"id": embedder.name, "object": "model", "owned_by": "cairn"}]})


async def _embeddings(embedder: LocalEmbedder, request: Request) -> Response:
    try:
        texts = _texts_of(await request.json())
    except ValueError as error:
        return JSONResponse({"error": {"message": str(error), "type": "invalid_request_error"}}, status_code=400)
    vectors = await anyio.to_thread.run_sync(lambda: embedder.embed(texts).vectors)
    if None in vectors:
        message = "a text has no word that the model knows"
        return JSONResponse({"error": {"message": message, "type": "invalid_request_error"}}, status_code=400)
    rows = [
        {"object": "embedding", "index": place, "embedding": array("f", vector or b"").tolist()}
        for place, vector in enumerate(vectors)
    ]
    usage = {"prompt_tokens": 0, "total_tokens": 0}
    return JSONResponse({"object": "list", "data": rows, "model": embedder.name, "usage": usage})


def _texts_of(body: Json) -> Sequence[str]:
    """The texts of a request; raises ValueError with what is wrong with it."""
    given = body.get("input") if isinstance(body, dict) else None
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise ValueError("`input` is a text or a list of texts; send one")
    if len(texts) > _MOST_TEXTS:
        raise ValueError(f"`input` has {len(texts):,} texts, and {_MOST_TEXTS:,} at most are taken; send fewer at once")
    if body.get("dimensions", 1024) != 1024 or body.get("encoding_format", "float") != "float":
        raise ValueError("vectors have 1024 numbers and are lists; leave out `dimensions` and `encoding_format`")
    return texts
