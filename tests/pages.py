"""A real server on loopback for pages that tests fetch."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Respond = Callable[[BaseHTTPRequestHandler], None]


class Server:
    """A server on loopback that answers as a test says, and keeps what it was asked for."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.pages: dict[str, Respond] = {}
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
                server.pages.get(self.path.partition("?")[0], _missing)(self)

            def log_message(self, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if context is not None:
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _missing(handler: BaseHTTPRequestHandler) -> None:
    handler.send_error(404)


def answer(body: bytes, status: int = 200, **headers: str) -> Respond:
    def respond(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return respond


def redirect(location: str, status: int = 302) -> Respond:
    return answer(b"", status, Location=location)
