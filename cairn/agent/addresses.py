"""Which addresses the hosts lead to that an agent is told of, and which of these may be reached."""

from __future__ import annotations

import socket

from cairn.errors import EnvironmentFault, RefusedError, UsageError
from cairn.ingest.web.address import Address, as_address, is_allowed
from cairn.ingest.web.connect import Deadline, look_up, resolve

_LOOK_UP_LIMIT_S = 10.0  # a guess


def addresses_of(host: str) -> list[Address]:
    """Return the addresses of a host, none where it has none here.

    Raises:
        UsageError: it ends in a number, as no name does, and is no address.
        EnvironmentFault: they were not told in time.
    """
    try:
        return look_up(resolve, host, 0, Deadline(_LOOK_UP_LIMIT_S))
    except ValueError as exc:
        raise UsageError(f"{host[:100]} is no address; write the name of a host") from exc
    except EnvironmentFault as fault:
        if isinstance(fault.__cause__, socket.gaierror | UnicodeError):
            return []
        raise


def refused_among(addresses: list[Address], *, allow_local: bool) -> Address | None:
    """Return the first address that may not be connected to; with `allow_local` those of this machine and network may."""
    return next((one for one in addresses if not is_allowed(one, allow_local=allow_local)), None)


def judge_server(host: str) -> list[Address]:
    """Return the addresses of a server of tools.

    It may be on this machine or network, as the person who names it says, but not where a cloud hands out its keys.

    Raises:
        RefusedError: it leads there.
        UsageError, EnvironmentFault: it has no address.
    """
    found = addresses_of(host)
    refused = refused_among(found, allow_local=True)
    if refused is not None:
        leads = "" if as_address(host) is not None else f" (it leads to {refused})"
        raise RefusedError(f"{host}{leads} is not reached, since no server of tools can be there; name another one with --mcp")
    if not found:
        raise EnvironmentFault(f"{host} has no address; check the name and the network")
    return found
