"""Where a server listens, and its socket."""

from __future__ import annotations

import errno
import socket
from dataclasses import dataclass, field

from cairn.errors import EnvironmentFault
from cairn.serve.entrance import Entrance, Network
from cairn.users import Users


@dataclass(frozen=True, slots=True)
class Listen:
    """Where and for whom an HTTP server listens. Port 0 lets the system choose one; for the rest see `serve/entrance.py`."""

    host: str
    port: int
    token: str | None = field(default=None, repr=False)
    allowed_hosts: tuple[str, ...] = ()
    is_insecure: bool = False
    users: Users | None = None
    user_header: str | None = None
    proxies: tuple[Network, ...] = ()

    @property
    def is_guarded(self) -> bool:
        """Whether who asks must have a token, or a name."""
        return self.token is not None or self.users is not None

    def entrance(self) -> Entrance:
        """Make what finds the user of a request."""
        token, header = self.token, self.user_header
        return Entrance(
            None if token is None else token.encode(),
            self.users,
            None if header is None else header.lower().encode(),
            self.proxies,
        )


def bind(host: str, port: int) -> socket.socket:
    """A socket that is bound and not yet listening.

    Raises:
        EnvironmentFault: the port is in use, or the address is not one of this machine.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        bound = socket.socket(family, kind, protocol)
    except OSError as exc:
        raise EnvironmentFault(
            f"the host {host!r} cannot be listened on ({exc.strerror}); name an address of this machine"
        ) from exc
    try:
        if hasattr(socket, "SO_REUSEADDR") and not hasattr(
            socket, "SO_EXCLUSIVEADDRUSE"
        ):  # not on Windows, where it steals ports
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(128)
    except OSError as exc:
        bound.close()
        raise EnvironmentFault(_bind_fault(host, port, exc)) from exc
    return bound


def _bind_fault(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} on {host} is in use; stop the program that listens there, or choose another with --port"
    return f"cannot listen on {host} port {port} ({error.strerror}); choose another with --host and --port"
