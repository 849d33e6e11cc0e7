"""A real HTTP server on loopback that speaks the OpenAI protocol, and fails as real ones do."""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

SIZE = 1024


@dataclass
class Seen:
    """A request that arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class Reply:
    """What is sent back. `cut`: the connection ends in the middle; `hold`: nothing comes before this is set."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    cut: bool = False
    hold: threading.Event | None = None


class Server(ThreadingHTTPServer):
    """Answers with what `behave` says, which may be replaced; `seen` has all requests."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen: list[Seen] = []
        self.behave: Callable[[Seen], Reply] = well_behaved
        self.released = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    @property
    def texts(self) -> list[str]:
        """All texts that were to be embedded, in the order in which they came."""
        return [text for seen in self.seen for text in seen.body.get("input", ())]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that does not wait for the answer is part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        server = cast(Server, self.server)
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        seen = Seen(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
        server.seen.append(seen)
        reply = server.behave(seen)
        if reply.hold is not None:
            reply.hold.wait(30)
        data = reply.raw if reply.raw is not None else json.dumps(reply.body).encode()
        self.send_response(reply.status)
        for name, value in {"Content-Type": "application/json", **reply.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if reply.cut:
            self.wfile.write(data[: len(data) // 2])
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextlib.contextmanager
def serving() -> Iterator[Server]:
    """Run a server until the end of the block."""
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        server.server_close()
        thread.join()


def vector_of(text: str, size: int = SIZE, model: str = "test-model") -> list[float]:
    """A vector that depends on the words of a text: texts that share words are near each other."""
    sums = [0.0] * size
    for word in [model, *text.lower().split()]:
        seed = hashlib.sha256(f"{model} {word}".encode()).digest()
        for place, value in enumerate(struct.unpack("<16h", seed)):
            sums[(value + place * 64) % size] += 1.0
    norm = math.sqrt(sum(value * value for value in sums))
    return [2 * value / norm for value in sums]


def embeddings(seen: Seen, **changes: Any) -> dict[str, Any]:
    """The answer that a well-behaved server gives."""
    model = seen.body.get("model", "test-model")
    rows = [
        {"object": "embedding", "index": place, "embedding": vector_of(text, model=model)}
        for place, text in enumerate(seen.body.get("input", ()))
    ]
    return {"object": "list", "data": rows, "model": model, "usage": {"prompt_tokens": 1, "total_tokens": 1}, **changes}


def well_behaved(seen: Seen) -> Reply:
    return Reply(body=embeddings(seen))
