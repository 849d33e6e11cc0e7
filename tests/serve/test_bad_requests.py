"""Two hundred bad requests: each is refused as it should be, and the server stays well."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.serve.conftest import Address

TOKEN = "a-token-for-tests"
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
GOOD = {
    "Host": "localhost",
    "Authorization": f"Bearer {TOKEN}",
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
    "MCP-Protocol-Version": "2025-06-18",
    "Connection": "close",
}
MEBIBYTE = 1_048_576


@dataclass(frozen=True, slots=True)
class Bad:
    """A request and the statuses that are a proper refusal; none: the connection is closed without a word."""

    why: str
    sent: bytes
    statuses: tuple[int, ...]
    is_cut: bool = False  # the client goes away before an answer


def request(
    body: bytes | None = None, method: str = "POST", path: str = "/mcp", drop: tuple[str, ...] = (), **headers: str
) -> bytes:
    content = json.dumps(LIST).encode() if body is None else body
    given = {**GOOD, **{name.replace("_", "-"): value for name, value in headers.items()}}
    given.setdefault("Content-Length", str(len(content)))
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items() if name not in drop)]
    return "\r\n".join(lines).encode("utf-8") + b"\r\n\r\n" + content


HOSTS = """evil.test evil.test:8093 localhost.evil.test 127.0.0.1.evil.test localhost@evil.test 0.0.0.0 10.0.0.1 [::] [::2]:80
    localhost:x localhost:123456 127.1 2130706433 0x7f.1 cairn.example.evil.test xn--localhost *.localhost localhost/ localhost#
    evil.test,localhost http://localhost""".split()
ORIGINS = """http://evil.test https://evil.test null file:// http://localhost.evil.test http://evil.test:8093 localhost http://
    chrome-extension://abc http://127.0.0.1.evil.test https://localhost@evil.test http://localhost/path data: about:blank
    javascript:1 http://[::2] ws://localhost http:localhost""".split()
TOKENS = (
    "",
    "Bearer",
    "Bearer ",
    "Bearer x",
    f"Bearer {TOKEN}x",
    f"Bearer {TOKEN[:-1]}",
    f"Bearer {TOKEN.upper()}",
    f"Basic {TOKEN}",
    TOKEN,
    f"Bearer {TOKEN} {TOKEN}",
    f"Bearer, {TOKEN}",
    f'Bearer "{TOKEN}"',
    f"Bearer{TOKEN}",
    f"Token {TOKEN}",
    "Bearer größe",
    "Bearer \x7f",
    f"Digest {TOKEN}",
    f"bearer:{TOKEN}",
    "Bearer null",
    "Bearer undefined",
    "Bearer ${CAIRN_MCP_TOKEN}",
    "Bearer " + "x" * 5000,
)
METHODS = "GET DELETE PUT PATCH HEAD OPTIONS TRACE PROPFIND CONNECT LOCK FOO".split()
PATHS = """/ /mcp/ /mcp/x /MCP /sse /messages /message /.env /etc/passwd /../../etc/passwd /%2e%2e/%2e%2e/etc/passwd
    /.well-known/oauth-authorization-server /.well-known/oauth-protected-resource /.well-known/openid-configuration /register
    /authorize /token /docs /openapi.json /healthz/ /metrics/ /mcp%2F /static/x /index.html //mcp /mcp;x /favicon.ico""".split()
BODIES = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"1",
    b'"x"',
    b"\xff\xfe",
    b"\0" * 100,
    b"{}",
    b'{"jsonrpc":"2.0"}',
    b'{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
    b'{"jsonrpc":"2.0","id":1,"method":5}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/list"',
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b"a=1&b=2",
    b"<xml/>",
    b"\xef\xbb\xbf{",
    b"NaN",
    b'{"jsonrpc":"2.0","id":1,"id":2,"method":null}',
    b"'" * 1000,
    b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}}',
)
NO_IDS = tuple(
    b'{"jsonrpc":"2.0","id":%s,"method":"tools/list"}' % value for value in (b"{}", b"1e999", b"null", b"1.5", b"true")
)
TYPES = (
    "text/plain",
    "",
    "application/xml",
    "multipart/form-data",
    "application/x-www-form-urlencoded",
    "text/html",
    "json",
    "*/*",
)
ACCEPTS = ("text/html", "application/json", "image/png", "x", "text/event-stream;q=0", "application/xml")
HEADS = (
    b"GARBAGE\r\n\r\n",
    b"\r\n\r\n\r\n\0\0\0\r\n\r\n",
    b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + b"\0" * 50,
    b"POST /mcp HTTP/9.9\r\nHost: localhost\r\n\r\n",
    b"POST /mcp\r\n\r\n",
    b"POST  /mcp  HTTP/1.1\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost localhost\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: local\0host\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 70_000 + b"\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"y" * 100) for n in range(300)) + b"\r\n",
    b"POST /" + b"m" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b" POST /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\n Host: localhost\r\n\r\n",
)


def chunked(*chunks: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    head = request(b"", drop=("Content-Length",), Transfer_Encoding="chunked").rpartition(b"\r\n\r\n")[0]
    return head + b"\r\n\r\n" + b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + end


def bad_requests() -> Iterator[Bad]:
    for host in HOSTS:
        yield Bad(f"host {host}", request(Host=host), (421, 400))
    yield Bad("no host", request(drop=("Host",)), (421, 400))
    yield Bad("two hosts", request(host="localhost"), (421, 400))
    for origin in ORIGINS:
        yield Bad(f"origin {origin}", request(Origin=origin), (403,))
    for number, token in enumerate(TOKENS):
        peer = f"192.0.2.{number}"
        metrics = request(b"", "GET", "/metrics", Authorization=token, X_Forwarded_For=peer)
        yield Bad(f"token {token[:30]}", request(Authorization=token, X_Forwarded_For=peer), (401, 400))
        yield Bad(f"metrics with token {token[:30]}", metrics, (401, 400))
    yield Bad("no token", request(drop=("Authorization",)), (401,))
    for method in METHODS:
        yield Bad(f"method {method}", request(b"", method), (405, 400))
    for path in PATHS:
        yield Bad(f"path {path}", request(path=path), (404, 405, 307, 403))
    for body in BODIES:
        yield Bad(f"body {body[:40]!r}", request(body), (400,))
    for body in NO_IDS:
        yield Bad(f"body {body[:40]!r}", request(body), (400,))
    for kind in TYPES:
        yield Bad(f"type {kind}", request(Content_Type=kind), (400, 415))
    for accept in ACCEPTS:
        yield Bad(f"accept {accept}", request(Accept=accept), (406,))
    for head in HEADS:
        yield Bad(f"head {head[:40]!r}", head, (431, 400) if len(head) > 16_384 else (400, 401, 421))
    yield Bad("version", request(MCP_Protocol_Version="1999-01-01"), (400,))
    yield Bad("a long body", request(b" " * (MEBIBYTE + 1)), (413,))
    yield Bad("a body that says it is long", request(b"", Content_Length="99999999999"), (413,))
    yield Bad("a body of absurd length", request(b"", Content_Length="9" * 30), (413, 400))
    yield Bad("long in chunks", chunked(*[b" " * 65_536] * 17), (413,))
    yield Bad("broken chunks", chunked(b"{", end=b"zz\r\n"), (400,))
    for size in range(0, len(request()), 25):
        yield Bad(f"cut at {size}", request()[:size], (), is_cut=True)
    yield Bad("cut in a chunk", chunked(b"{", end=b"ff\r\n{"), (), is_cut=True)


ALL = list(bad_requests())


def port_of(address: Address) -> int:
    return int(address.root.rpartition(":")[2])


def exchange(port: int, bad: Bad) -> bytes:
    """Everything that comes back; the client sends no more."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(20)
        try:
            client.sendall(bad.sent)
            if bad.is_cut:
                return b""
            return b"".join(iter(lambda: client.recv(65_536), b""))
        except (ConnectionResetError, BrokenPipeError):
            return b""  # refused while it was being sent


def test_there_are_two_hundred_of_them() -> None:
    assert len(ALL) >= 200


@pytest.mark.parametrize("bad", [bad for bad in ALL if not bad.is_cut], ids=lambda bad: bad.why)
def test_a_bad_request_is_refused(guarded_server: Address, bad: Bad) -> None:
    answer = exchange(port_of(guarded_server), bad)
    status = int(answer.split(b" ", 2)[1]) if answer else 413
    assert status in bad.statuses, answer[:300]
    assert b"Traceback" not in answer
    assert b'.py"' not in answer
    if status == 401:
        assert b"www-authenticate: Bearer" in answer


@pytest.mark.parametrize("body", NO_IDS)
def test_a_request_whose_id_is_none_is_answered_in_json(guarded_server: Address, body: bytes) -> None:
    answer = exchange(port_of(guarded_server), Bad("id", request(body), ()))
    told = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert (told["jsonrpc"], told["id"], told["error"]["code"]) == ("2.0", None, -32600)


def test_requests_that_are_cut_leave_the_server_well(guarded_server: Address) -> None:
    for bad in ALL:
        if bad.is_cut:
            exchange(port_of(guarded_server), bad)
    answer = exchange(port_of(guarded_server), Bad("good", request(), ()))
    assert answer.startswith(b"HTTP/1.1 200")
    assert b'"name":"search"' in answer
