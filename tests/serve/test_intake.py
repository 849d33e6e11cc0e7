"""How much the server takes in at once, on a server of its own whose limits are small."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2 as httpx
import pytest
import uvicorn

from cairn.app import create_cairn
from cairn.infer.local import LocalEmbedder
from cairn.serve.bind import Listen, bind
from cairn.serve.embeddings import build_embeddings
from cairn.serve.http import DRAIN_S, StoppingServer
from cairn.serve.intake import HeadDeadline, Intake
from cairn.serve.work import Work


class Held:
    """An application that answers when it is allowed to."""

    def __init__(self) -> None:
        self.entered = threading.Semaphore(0)
        self.may_answer = threading.Event()
        self.bodies: list[bytes] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        if scope["path"] == "/mcp":
            self.bodies.append((await receive())["body"])
            self.entered.release()
            await anyio.to_thread.run_sync(self.may_answer.wait)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"done"})


class HastyHead(HeadDeadline):
    head_limit_s = 0.05


@contextmanager
def listening(application: Any, http: Any = HeadDeadline) -> Iterator[int]:
    """Serve an application on a free port."""
    with running(uvicorn.Server(uvicorn.Config(application, http=http, log_config=None, ws="none", lifespan="off"))) as port:
        yield port


@contextmanager
def running(server: uvicorn.Server) -> Iterator[int]:
    with bind("127.0.0.1", 0) as bound:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
        thread.start()
        try:
            yield bound.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


def post(port: int) -> httpx.Response:
    return httpx.post(f"http://127.0.0.1:{port}/mcp", content=b"{}")


def test_more_requests_than_there_is_room_for_are_told_to_come_back() -> None:
    held = Held()
    with listening(Intake(held, most_requests=2)) as port:
        answers: list[int] = []
        waiting = [threading.Thread(target=lambda: answers.append(post(port).status_code)) for _ in range(2)]
        for thread in waiting:
            thread.start()
        for _ in waiting:
            held.entered.acquire()
        third = post(port)
        assert (third.status_code, third.headers["retry-after"]) == (429, "1")
        assert httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
        held.may_answer.set()
        for thread in waiting:
            thread.join()
        assert answers == [200, 200]
        assert post(port).status_code == 200


def test_an_answer_that_is_under_way_is_finished_when_the_server_is_told_to_end(tmp_path: Path) -> None:
    held = Held()
    config = uvicorn.Config(
        held, http=HeadDeadline, log_config=None, ws="none", lifespan="off", timeout_graceful_shutdown=DRAIN_S
    )
    server = StoppingServer(config, Work(create_cairn(tmp_path / "cairn.db")))
    with running(server) as port:
        answers: list[int] = []
        client = threading.Thread(target=lambda: answers.append(post(port).status_code))
        client.start()
        held.entered.acquire()
        server.handle_exit(signal.SIGTERM, None)
        held.may_answer.set()
        client.join()
    assert answers == [200]


def test_a_body_that_does_not_arrive_in_time_is_refused() -> None:
    held = Held()
    with listening(Intake(held, body_limit_s=0.05)) as port, socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{")
        assert client.recv(12) == b"HTTP/1.1 408"
    assert held.bodies == []


def test_a_head_that_does_not_arrive_in_time_ends_the_connection() -> None:
    with listening(Held(), HastyHead) as port:
        for begun in (b"", b"POST /mcp HTTP/1.1\r\nHost: local"):
            with socket.create_connection(("127.0.0.1", port)) as client:
                client.sendall(begun)
                assert client.recv(1) == b""


def test_a_head_may_take_its_time_again_on_a_kept_connection() -> None:
    with listening(Held(), HastyHead) as port, socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert client.recv(12) == b"HTTP/1.1 200"
        client.sendall(b"GET /healthz HT")
        while client.recv(4096):
            pass


@pytest.mark.parametrize("parts", [[b"{}"], [b"{", b"}"], [b""]])
def test_a_body_comes_whole_to_the_application(parts: list[bytes]) -> None:
    held = Held()
    held.may_answer.set()
    with listening(Intake(held)) as port:
        assert httpx.post(f"http://127.0.0.1:{port}/mcp", content=iter(parts)).status_code == 200
    assert held.bodies == [b"".join(parts)]


def test_a_body_for_the_embedder_is_bounded_though_it_does_not_say_its_length() -> None:
    served = build_embeddings(LocalEmbedder("local:", str), Listen("127.0.0.1", 0))
    with listening(served) as port, socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(b"POST /v1/embeddings HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        client.sendall(b"100001\r\n" + b" " * 0x100001)  # a mebibyte and one, and no end
        assert client.recv(12) == b"HTTP/1.1 413"
