"""Checks of what answers over the network: the server and the endpoints."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Sequence
from typing import Any

from cairn.answers.terminal.style import count
from cairn.app import Cairn
from cairn.chunk.tokens import count_tokens
from cairn.cli.doctor.check import Check, fail, fail_by, ok, warn
from cairn.cli.harness.entry import TOKEN_VARIABLE, url_of
from cairn.config import Config
from cairn.egress import Egress
from cairn.errors import CairnError, OfflineError

_LIMIT_S = 2.0
_METRICS = "/metrics"
_ROWS = re.compile(r'^cairn_index_rows\{what="(\w+)"\} (\d+)$', re.MULTILINE)
_INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "cairn doctor", "version": "1"}},
}


def look_at_server(config: Config, cairn: Cairn) -> Sequence[Check]:
    """What listens where the server would: whether it is Cairn, takes the token, and holds what this index holds."""
    url = url_of(config)
    host, port = url.removeprefix("http://").removesuffix("/mcp").rsplit(":", 1)
    try:
        Egress(config.offline, config.local_hosts).check(url)
    except OfflineError as error:
        return [warn("server", f"{url} was not asked: {error}", "unset CAIRN_MCP_HOST here if the server runs on this machine")]
    try:
        status, body = _ask(host.strip("[]"), int(port), config.mcp_token, "POST", "/mcp", json.dumps(_INITIALIZE))
    except ConnectionRefusedError:
        return [warn("server", f"nothing listens at {url}", "`cairn serve` starts it; harnesses with --stdio start their own")]
    except (OSError, http.client.HTTPException) as error:
        return [fail("server", f"{url} does not answer as a server should ({type(error).__name__})", _ANOTHER)]
    if status == 401:
        return [fail("server", f"{url} does not take the token", f"set {TOKEN_VARIABLE} to what it was started with")]
    server = _server_in(body)
    if status != 200 or server.get("name") != "cairn":
        return [fail("server", f"{url} is another program (status {status})", _ANOTHER)]
    shown = f"{url} is cairn {server.get('version', '')}{' and takes the token' if config.mcp_token else ''}"
    return [_compared(shown, _rows_of_server(host.strip("[]"), int(port), config.mcp_token), _rows_of(cairn), cairn)]


def _compared(shown: str, theirs: dict[str, int] | None, ours: dict[str, int], cairn: Cairn) -> Check:
    """What is told of a server that answers: nobody but its operator hears which file it serves, so the counts have to do."""
    if theirs is None:
        return ok("server", f"{shown}; it may have another index than {cairn.database}")
    if theirs == ours:
        return ok("server", f"{shown}; it holds as much as {cairn.database}")
    told = f"{count(theirs.get('sources', 0), 'source')} and {count(theirs.get('chunks', 0), 'chunk')}"
    here = f"{count(ours.get('sources', 0), 'source')} and {count(ours.get('chunks', 0), 'chunk')}"
    return warn(
        "server",
        f"{shown}, and has another index: {told}, where {cairn.database} has {here}",
        "start it with the same --db, CAIRN_DB and CAIRN_HOME as the commands",
    )


def _rows_of(cairn: Cairn) -> dict[str, int]:
    try:
        return cairn.retrieve.sizes()
    except CairnError:
        return {}


def _rows_of_server(host: str, port: int, token: str | None) -> dict[str, int] | None:
    """What the server's index holds, from its metrics; None where it tells none."""
    try:
        status, body = _ask(host, port, token, "GET", _METRICS)
    except (OSError, http.client.HTTPException):
        return None
    if status != 200:
        return None
    return {what: int(number) for what, number in _ROWS.findall(body.decode("utf-8", "replace"))}


_ANOTHER = "stop what listens there, or set CAIRN_MCP_PORT to another port"


def _ask(host: str, port: int, token: str | None, method: str, path: str, body: str | None = None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(host, port, timeout=_LIMIT_S)
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    try:
        connection.request(method, path, body, headers)
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
