"""Checks of what answers over the network: the server and the endpoints."""

from __future__ import annotations

import http.client
import json
from collections.abc import Sequence
from typing import Any

from cairn.chunk.tokens import count_tokens
from cairn.cli.doctor.check import Check, fail, fail_by, ok, warn
from cairn.cli.harness.entry import TOKEN_VARIABLE, url_of
from cairn.config import Config
from cairn.egress import Egress
from cairn.errors import CairnError

_LIMIT_S = 2.0
_INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "cairn doctor", "version": "1"}},
}


def look_at_server(config: Config) -> Sequence[Check]:
    """What listens where the server would: whether it is Cairn, and takes the token."""
    url = url_of(config)
    host, port = url.removeprefix("http://").removesuffix("/mcp").rsplit(":", 1)
    try:
        status, body = _ask(host.strip("[]"), int(port), config.mcp_token)
    except ConnectionRefusedError:
        return [warn("server", f"nothing listens at {url}", "`cairn serve` starts it; harnesses with --stdio start their own")]
    except (OSError, http.client.HTTPException) as error:
        return [fail("server", f"{url} does not answer as a server should ({type(error).__name__})", _ANOTHER)]
    if status == 401:
        return [fail("server", f"{url} does not take the token", f"set {TOKEN_VARIABLE} to what it was started with")]
    server = _server_in(body)
    if status != 200 or server.get("name") != "cairn":
        return [fail("server", f"{url} is another program (status {status})", _ANOTHER)]
    return [ok("server", f"{url} is cairn {server.get('version', '')}{' and takes the token' if config.mcp_token else ''}")]


_ANOTHER = "stop what listens there, or set CAIRN_MCP_PORT to another port"


def _ask(host: str, port: int, token: str | None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(host, port, timeout=_LIMIT_S)
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    try:
        connection.request("POST", "/mcp", json.dumps(_INITIALIZE), headers)
        answer = connection.getresponse()
        return answer.status, answer.read(100_000)
    finally:
        connection.close()


def _server_in(body: bytes) -> dict[str, Any]:
    """The `serverInfo` of an answer, which is an event or plain JSON; empty if there is none."""
    for line in body.decode("utf-8", "replace").splitlines():
        try:
            found = json.loads(line.removeprefix("data:"))
            return dict(found["result"]["serverInfo"])
        except (ValueError, TypeError, KeyError):
            continue
    return {}


def look_at_embeddings(config: Config) -> Sequence[Check]:
    """The embed endpoint, by one short text."""
    if config.embed_url is None:
        return [ok("embeddings", "none set (CAIRN_EMBED_URL): search is by words and the graph")]
    from cairn.infer.address import Address
    from cairn.infer.setup import make_embedder

    address = Address(config.embed_url, config.embed_key, config.embed_model)
    try:
        embedder = make_embedder(address, _egress(config), config.http_proxy, count_tokens, lambda text: text)
        embedder.probe(_LIMIT_S)
    except CairnError as error:
        return [fail_by("embeddings", error)]
    return [ok("embeddings", f"{embedder.place} gives vectors of 1024 numbers ({embedder.name or 'its own model'})")]


def look_at_chat(config: Config) -> Sequence[Check]:
    """The chat endpoint, by one word."""
    if config.chat_url is None:
        return [ok("chat", "none set (CAIRN_CHAT_URL): no concepts are taken from prose")]
    if config.embed_url is None:
        return [fail("chat", "CAIRN_CHAT_URL is set without CAIRN_EMBED_URL", "set that, too, or unset this")]
    from cairn.infer.address import Address
    from cairn.infer.endpoint import Endpoint

    address = Address(config.chat_url, config.chat_key, config.chat_model, "CAIRN_CHAT_URL")
    body = {"messages": [{"role": "user", "content": "Say yes."}], "max_tokens": 1, "model": config.chat_model or "default"}
    try:
        Endpoint(address, _egress(config), proxy=config.http_proxy).post("chat/completions", body, attempts=1, timeout_s=_LIMIT_S)
    except CairnError as error:
        return [fail_by("chat", error)]
    return [ok("chat", f"{address.shown} answers")]


def _egress(config: Config) -> Egress:
    return Egress(config.offline, config.local_hosts)
