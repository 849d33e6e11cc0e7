"""Where a connection may go. Every module that opens one asks here first, before a name is resolved."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from cairn.errors import OfflineError, UsageError


@dataclass(frozen=True, slots=True)
class Egress:
    """What the user allows: `local_hosts` are the names that count as this machine when `is_offline`."""

    is_offline: bool = False
    local_hosts: tuple[str, ...] = ()

    def check(self, url: str) -> None:
        """Let a URL pass, or raise; nothing is sent and no name is looked up.

        Raises:
            UsageError: it names no host.
            OfflineError: Cairn is offline, and the host is neither loopback nor one of `local_hosts`.
        """
        host = _host_of(url)
        if self.is_offline and not is_loopback_name(host) and host not in {name.lower() for name in self.local_hosts}:
            raise OfflineError(
                f"{host} is not reached because CAIRN_OFFLINE is set; unset it, or name the host in CAIRN_LOCAL_HOSTS if local"
            )


def _host_of(url: str) -> str:
    try:
        host = urlsplit(url).hostname
    except ValueError:
        host = None
    if not host:
        raise UsageError("a URL names no host; write it as https://HOST/PATH")
    return host.lower().rstrip(".")


def is_loopback_name(host: str) -> bool:
    """Whether a host is this machine by its spelling: `localhost` or a loopback address.

    Not a name under `localhost`: many systems ask a name server of the network for it.
    """
    name = host.strip("[]").lower().rstrip(".")
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
