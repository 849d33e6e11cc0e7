from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx2 as httpx
import pytest

from cairn.serve.guard import Guard, is_loopback
from cairn.serve.refusal import Refusal

if TYPE_CHECKING:
    from tests.serve.conftest import Address

TOKEN = "a-token-for-tests"
AUTHORIZED = {"Authorization": f"Bearer {TOKEN}"}
ACCEPT = {"Accept": "application/json, text/event-stream"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}},
}


async def nothing(*_: Any) -> None:
    raise AssertionError("a request got through")


def status(guard: Guard, path: str = "/mcp", **headers: str) -> int:
    """The status of a refusal, 200 if the request is let through. `_` stands for `-` in names."""
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    found = guard.judge(path, pairs)
    return found.status if isinstance(found, Refusal) else 200


@pytest.mark.parametrize("host", ["127.0.0.1:8093", "localhost", "LOCALHOST:1", "[::1]:8093", "localhost."])
def test_loopback_is_always_served(host: str) -> None:
    assert status(Guard(nothing, host="127.0.0.1"), host=host) == 200


@pytest.mark.parametrize(
    "host",
    ["evil.test", "127.0.0.1.evil.test", "localhost@evil.test", "evil.test:8093", "", "localhost:x", "local host", "0.0.0.0"],
)
def test_other_hosts_are_misdirected(host: str) -> None:
    assert status(Guard(nothing, host="0.0.0.0"), host=host) == 421


def test_a_request_without_a_host_or_with_two_is_misdirected() -> None:
    guard = Guard(nothing, host="127.0.0.1")
    two = guard.judge("/mcp", [(b"host", b"localhost"), (b"host", b"localhost")])
    assert status(guard) == 421
    assert isinstance(two, Refusal)
    assert two.status == 421


def test_an_allowed_host_is_served_on_its_port_or_on_all() -> None:
    guard = Guard(nothing, host="0.0.0.0", allowed_hosts=("cairn.example", "other.example:8443"))
    assert status(guard, host="cairn.example:9") == 200
    assert status(guard, host="other.example:8443") == 200
    assert status(guard, host="other.example") == 421


def test_the_address_that_is_listened_on_is_a_host() -> None:
    assert status(Guard(nothing, host="192.0.2.7"), host="192.0.2.7:8093") == 200
    assert status(Guard(nothing, host="2001:db8::1"), host="[2001:db8::1]:8093") == 200


@pytest.mark.parametrize("origin", ["http://evil.test", "null", "https://localhost.evil.test", "file://", "localhost", "http://"])
def test_a_page_of_another_host_may_not_ask(origin: str) -> None:
    assert status(Guard(nothing, host="127.0.0.1"), host="localhost", origin=origin) == 403


def test_a_page_of_this_machine_may_ask() -> None:
    assert status(Guard(nothing, host="127.0.0.1"), host="localhost", origin="http://localhost:3000") == 200


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer nope", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x", "Bearer größe"])
def test_without_the_token_every_path_but_healthz_is_unauthorized(header: str) -> None:
    guard = Guard(nothing, host="127.0.0.1", token=TOKEN)
    assert status(guard, host="localhost", authorization=header) == 401
    assert status(guard, "/other", host="localhost", authorization=header) == 401
    assert status(guard, "/healthz", host="localhost", authorization=header) == 200


def test_the_token_opens_whatever_the_case_of_its_scheme() -> None:
    assert status(Guard(nothing, host="127.0.0.1", token=TOKEN), host="localhost", authorization=f"bearer {TOKEN}") == 200


def test_a_long_body_is_refused_by_its_length() -> None:
    assert status(Guard(nothing, host="127.0.0.1"), host="localhost", content_length="1048577") == 413
    assert status(Guard(nothing, host="127.0.0.1"), host="localhost", content_length="1048576") == 200


@pytest.mark.parametrize(
    ("host", "expected"), [("127.0.0.1", True), ("127.9.9.9", True), ("localhost", True), ("::1", True), ("[::1]", True)]
)
def test_loopback_addresses_are_known(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "example.org", ""])
def test_what_other_machines_can_reach_is_not_loopback(host: str) -> None:
    assert not is_loopback(host)


def test_the_guards_hold_over_the_wire(guarded_server: Address) -> None:
    """The table of a server with a token, step by step."""
    address = guarded_server
    with httpx.Client() as client:

        def post(**headers: str) -> httpx.Response:
            return client.post(address.url, json=INITIALIZE, headers={**ACCEPT, **headers})

        foreign_host = post(**AUTHORIZED, Host="evil.example")
        assert foreign_host.status_code == 421
        assert "CAIRN_MCP_ALLOWED_HOSTS" in foreign_host.text
        assert post(**AUTHORIZED, Origin="http://evil.example").status_code == 403
        without, wrong = post(), post(Authorization="Bearer nope")
        assert (without.status_code, wrong.status_code) == (401, 401)
        assert without.headers["www-authenticate"].startswith("Bearer")
        assert without.text == wrong.text
        good = post(**AUTHORIZED)
        assert good.status_code == 200
        assert "mcp-session-id" not in good.headers
        assert post(**AUTHORIZED, Host="cairn.example").status_code == 200
        assert client.get(f"{address.root}/healthz").text == "ok\n"
        assert client.get(f"{address.root}/healthz", headers={"Host": "evil.example"}).status_code == 421
        assert client.get(address.url, headers=AUTHORIZED).status_code == 405
        assert client.delete(address.url, headers=AUTHORIZED).status_code == 405
        assert client.get(f"{address.root}/.well-known/oauth-authorization-server", headers=AUTHORIZED).status_code == 404


def test_bodies_are_bounded_and_must_be_json(open_server: Address) -> None:
    address = open_server
    with httpx.Client() as client:
        headers = {**ACCEPT, "Content-Type": "application/json"}
        big = b"x" * 1_100_000
        assert client.post(address.url, content=big, headers=headers).status_code == 413
        assert client.post(address.url, content=iter([big[:600_000], big[:600_000]]), headers=headers).status_code == 413
        assert client.post(address.url, content=b"{", headers=headers).status_code == 400
        assert client.post(address.url, content=b"{}", headers={**ACCEPT, "Content-Type": "text/plain"}).status_code == 400
        assert client.post(address.url, json=INITIALIZE, headers=headers).status_code == 200


def test_a_hundred_refused_requests_leave_the_server_well(guarded_server: Address) -> None:
    address = guarded_server
    with httpx.Client() as client:
        refused = {client.post(address.url, json=INITIALIZE, headers=ACCEPT).status_code for _ in range(100)}
        assert refused == {401}
        assert client.post(address.url, json=INITIALIZE, headers={**ACCEPT, **AUTHORIZED}).status_code == 200
