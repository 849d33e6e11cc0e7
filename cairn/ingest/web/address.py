"""Which addresses may be connected to, however they are written, so that a page cannot be asked for in place of its reader.

Sources: RFC 6890 and the IANA registries of special-purpose addresses; the WHATWG URL Standard ("IPv4 parser").
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
# What the registries, and the newest `ipaddress`, call not globally reachable within what else is public: the library of an older
# Python knows less. The few anycast services in `2001::/23` and `192.0.0.0/24` serve no pages.
_NOT_PUBLIC = tuple(
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 "
        "192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 2001::/23 2001:db8::/32 3fff::/20"
    ).split()
)
_OWN = tuple(
    ipaddress.ip_network(text)
    for text in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "::1/128", "fc00::/7")
)
# Where the machines of clouds ask who they are, apart from 169.254.0.0/16: answers have credentials in them.
_METADATA = tuple(ipaddress.ip_address(text) for text in ("100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254"))
_NUMBER = re.compile(r"0[xX]([0-9a-fA-F]*)|0([0-7]+)|([0-9]+)")


def is_allowed(address: Address, *, allow_local: bool) -> bool:
    """Whether an address may be connected to: a public one or, with `allow_local`, one of this machine or network.

    Addresses that only lead to one on the same link, to many, to nowhere, or to a cloud's metadata never are.
    """
    inner = list(_embedded(address))
    if inner:
        return all(is_allowed(one, allow_local=allow_local) for one in inner)
    if address in _METADATA:
        return False
    if allow_local and any(address in network for network in _OWN if network.version == address.version):
        return True
    if isinstance(address, ipaddress.IPv6Address) and address not in _GLOBAL_UNICAST:
        return False
    if any(address in network for network in _NOT_PUBLIC if network.version == address.version):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_link_local)


def _embedded(address: Address) -> Iterator[ipaddress.IPv4Address]:
    """Yield the IPv4 addresses that an IPv6 address leads to."""
    if isinstance(address, ipaddress.IPv4Address):
        return
    number = int(address)
    if address.ipv4_mapped is not None:
        yield address.ipv4_mapped
    elif address.sixtofour is not None:
        yield address.sixtofour
    elif address.teredo is not None:
        yield from address.teredo
    elif address in _TRANSLATED or _has_last_word(number):
        yield ipaddress.IPv4Address(number & 0xFFFFFFFF)


def _has_last_word(number: int) -> bool:
    """Whether the last 32 bits are an IPv4 address: IPv4-compatible, IPv4-translated, or ISATAP."""
    above = number >> 32
    return (above == 0 and number > 1) or above == 0xFFFF0000 or above & 0xFDFFFFFF == 0x00005EFE


def as_address(host: str) -> Address | None:
    """Return the address that a host is in numbers: `127.1`, `0x7f000001`, `017700000001`; None if it is a name.

    Raises:
        ValueError: it ends in a number, as no name does, and is no address.
    """
    if ":" in host:
        return ipaddress.IPv6Address(host)
    parts = host.removesuffix(".").split(".")
    if not _NUMBER.fullmatch(parts[-1]) and not parts[-1].isdigit():
        return None
    if len(parts) > 4:
        raise ValueError(host)
    *heads, last = map(_number, parts)
    if any(head > 255 for head in heads) or last >= 256 ** (4 - len(heads)):
        raise ValueError(host)
    return ipaddress.IPv4Address(sum(head << (8 * (3 - place)) for place, head in enumerate(heads)) + last)


def _number(text: str) -> int:
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise ValueError(text)
    if found[1] is not None:
        return int(found[1] or "0", 16)
    return int(found[2], 8) if found[2] else int(found[3])
