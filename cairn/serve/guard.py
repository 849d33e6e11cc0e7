"""The guard before the whole HTTP application: who may ask (Host, Origin, token), and how much."""

from __future__ import annotations

import contextlib
import ipaddress
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping, Sequence
from typing import Any

from cairn.rights import User
from cairn.serve.caller import called_by
from cairn.serve.entrance import Entrance, Pairs, by_name
from cairn.serve.refusal import Message, Refusal, Send, refuse

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MAX_BODY_BYTES = 1_048_576  # a guess: the longest arguments anyone sends are a few kilobytes
MAX_HEAD_BYTES = 16_384  # what proxies usually allow
OPEN_PATH = "/healthz"
METRICS_PATH = "/metrics"
MCP_PATH = "/mcp"
_MACHINES = frozenset({MCP_PATH, METRICS_PATH, OPEN_PATH})
_KNOWN = "/.well-known/"  # programs look there for ways to sign in, of which there is none
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?", re.IGNORECASE)
_ORIGIN = re.compile(r"https?://(.+)", re.IGNORECASE)


TOO_LONG = Refusal(413, f"the request is longer than {MAX_BODY_BYTES} bytes; ask for less at once\n")
_TOO_LONG_HEAD = Refusal(431, f"the address and headers are longer than {MAX_HEAD_BYTES} bytes together; send shorter ones\n")


# Whose request it is, or why it is refused; None where nobody needs to be known.
Verdict = User | Refusal | None


class Guard:
    """An ASGI application around another that lets only proper requests through.

    The Host header must name loopback, the address that is listened on, or one of
    `allowed_hosts` (with a port: that port only). A browser's Origin must be such a host, too:
    otherwise any web page could ask a server on loopback. With a token or users, every path but
    `/healthz` needs one, and what is behind knows whose it was (`serve/caller.py`). Where there is a
    page, a browser that has none is shown what `greet` says instead of a refusal, and a session that
    the page began counts like the token, but for `/mcp`.
    """

    def __init__(
        self,
        application: Application,
        *,
        host: str,
        allowed_hosts: Sequence[str] = (),
        token: str | None = None,
        entrance: Entrance | None = None,
        greet: Application | None = None,
    ) -> None:
        self._application = application
        self._hosts = frozenset(_normal_hosts((*_LOOPBACK, _bracketed(host), *allowed_hosts)))
        self._entrance = entrance or Entrance(token.encode() if token is not None else None)
        self._greet = greet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, or pass it on."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        if scope["type"] != "http":  # the product speaks no WebSocket
            await send({"type": "websocket.close", "code": 1008})
            return
        peer = (scope.get("client") or ("",))[0]
        found = _judge_head(scope) or self.judge(str(scope["path"]), scope["headers"], peer)
        if not isinstance(found, Refusal):
            found = _judge_method(scope) or found
        if isinstance(found, Refusal):
            await self._turn_away(found, peer, scope, receive, send)
            return
        with contextlib.nullcontext() if found is None else called_by(found):
            await self._application(scope, receive, send)

    async def _turn_away(self, refusal: Refusal, peer: str, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal.is_failure:
            await self._entrance.tell_failure(peer, by_name(scope["headers"]))
        if refusal.status == 401 and self._greet is not None and is_page(scope["path"]):
            await self._greet(scope, receive, send)
        else:
            await refuse(refusal, send)

    def judge(self, path: str, headers: Pairs, peer: str = "") -> Verdict:
        """Judge a request by its headers and by the address that it came from."""
        values = by_name(headers)
        refusal = (
            self._judge_host(values.get(b"host", ()))
            or self._judge_origin(values.get(b"origin", ()))
            or _judge_length(values.get(b"content-length", ()))
        )
        if refusal is not None or path == OPEN_PATH:
            return refusal
        return self._entrance.enter(peer, values, takes_session=self._greet is not None and path != MCP_PATH)

    def _judge_host(self, hosts: Sequence[bytes]) -> Refusal | None:
        if len(hosts) == 1 and self._is_allowed(hosts[0].decode("latin-1")):
            return None
        return Refusal(421, "this Host is not served; name it in CAIRN_MCP_ALLOWED_HOSTS to allow it\n")

    def _judge_origin(self, origins: Sequence[bytes]) -> Refusal | None:
        if not origins:
            return None
        origin = _ORIGIN.fullmatch(origins[0].decode("latin-1"))
        if len(origins) == 1 and origin is not None and self._is_allowed(origin[1]):
            return None
        return Refusal(403, "this Origin is not allowed; name its host in CAIRN_MCP_ALLOWED_HOSTS to allow it\n")

    def _is_allowed(self, host: str) -> bool:
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name, port = match[1].lower().rstrip("."), match[2]
        return name in self._hosts or f"{name}:{port}" in self._hosts


def is_page(path: str) -> bool:
    """Whether a path is the page's, where there is one."""
    return path not in _MACHINES and not path.startswith(_KNOWN)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach what listens on the host."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _normal_hosts(hosts: Iterable[str]) -> list[str]:
    return [host.strip().lower().rstrip(".") for host in hosts if host.strip()]


def _bracketed(host: str) -> str:
    """An IPv6 address as the Host header writes it; an address that stands for all of them names no host."""
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return host
    if address.is_unspecified:
        return ""
    return f"[{address}]" if address.version == 6 else str(address)


def _judge_head(scope: Scope) -> Refusal | None:
    length = len(scope["raw_path"]) + len(scope["query_string"]) + sum(len(name) + len(value) for name, value in scope["headers"])
    return _TOO_LONG_HEAD if length > MAX_HEAD_BYTES else None


def _judge_method(scope: Scope) -> Refusal | None:
    """A stateless server has nothing to send on a stream of its own (GET) and no session to end (DELETE)."""
    if scope["path"] != MCP_PATH or scope["method"] == "POST":
        return None
    return Refusal(405, "this server is stateless; use POST\n", ((b"allow", b"POST"),))


def _judge_length(lengths: Sequence[bytes]) -> Refusal | None:
    if lengths and lengths[0].isdigit() and int(lengths[0][:20]) > MAX_BODY_BYTES:
        return TOO_LONG
    return None
