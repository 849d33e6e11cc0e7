"""Connections that go to the address that was looked at, and that end when their time is over."""

from __future__ import annotations

import ipaddress
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import httpcore

from cairn.errors import EnvironmentFault, RefusedError
from cairn.ingest.web.address import Address, as_address, is_allowed

Resolve = Callable[[str, int], Sequence[str]]
_MOST_ADDRESSES = 4  # of one name, that are tried one after another
_STEP_LIMIT_S = 10.0  # of one step: to connect, to wait for the next bytes


def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a name, the best first; raises OSError if it has none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Deadline:
    """When all of a fetch has to be done."""

    def __init__(self, limit_s: float) -> None:
        self.limit_s = limit_s
        self._end = time.monotonic() + limit_s

    def left(self) -> float:
        """Return how many seconds one step may take; raises EnvironmentFault if there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise EnvironmentFault(f"the page was not there after {self.limit_s:g} s; try again later")
        return min(left, _STEP_LIMIT_S)


def look_up(resolve: Resolve, host: str, port: int, deadline: Deadline) -> list[Address]:
    """Return the addresses of a host, in numbers or by name, in time.

    Raises:
        EnvironmentFault: there are none, or they were not told in time.
    """
    written = as_address(host)
    if written is not None:
        return [written]
    answers: queue.Queue[Sequence[str] | Exception] = queue.Queue()

    def ask() -> None:
        try:
            answers.put(resolve(host, port))
        except Exception as exc:  # noqa: BLE001 - handed to the thread that asked
            answers.put(exc)

    threading.Thread(target=ask, name="cairn-resolve", daemon=True).start()
    try:
        answer = answers.get(timeout=deadline.left())
    except queue.Empty:
        raise EnvironmentFault(f"the address of {host} was not told in time; check the network") from None
    if isinstance(answer, Exception):
        raise EnvironmentFault(f"{host} has no address ({answer}); check the name and the network") from answer
    return [ipaddress.ip_address(text) for text in answer]


def check_addresses(host: str, addresses: Iterable[Address], allow_local: bool) -> None:
    """Raise RefusedError if one of the addresses of a host may not be connected to."""
    for address in addresses:
        if getattr(address, "scope_id", None) or not is_allowed(address, allow_local=allow_local):
            local = "; CAIRN_ALLOW_LOCAL_URLS=1 allows those of your own network" if not allow_local else ""
            leads = "is" if as_address(host) is not None else f"leads to {address}, which is"
            raise RefusedError(f"{host} {leads} not a public address{local}")


class TimedBackend(httpcore.NetworkBackend):
    """Connects as another backend does, with one deadline for all that is done."""

    def __init__(self, backend: httpcore.NetworkBackend, deadline: Deadline) -> None:
        self._backend = backend
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        stream = self._backend.connect_tcp(host, port, self._deadline.left(), local_address, socket_options)
        return _TimedStream(stream, self._deadline)


class GuardedBackend(TimedBackend):
    """Looks a name up once, checks all of its addresses, and connects to one of these, whatever the name leads to later."""

    def __init__(self, backend: httpcore.NetworkBackend, deadline: Deadline, resolve: Resolve, allow_local: bool) -> None:
        super().__init__(backend, deadline)
        self._resolve = resolve
        self._allow_local = allow_local

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        addresses = look_up(self._resolve, host, port, self._deadline)
        check_addresses(host, addresses, self._allow_local)
        fault: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in addresses[:_MOST_ADDRESSES]:
            try:
                return super().connect_tcp(str(address), port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as exc:
                fault = exc
        raise fault


class _TimedStream(httpcore.NetworkStream):
    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left())

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, self._deadline.left())
        return _TimedStream(stream, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    def close(self) -> None:
        self._stream.close()
