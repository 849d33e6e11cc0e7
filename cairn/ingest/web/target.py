"""What a URL asks for, read strictly: one that could mean two things to two programs is refused."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from cairn.errors import RefusedError, UsageError
from cairn.ingest.web.address import Address, as_address

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_HTTP = re.compile(r"https?:", re.IGNORECASE)
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f-\xa0\\<>\"^`{}|\u2028\u2029\ufeff\u200b-\u200f]")
_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*")
_STOPS = str.maketrans(dict.fromkeys("。．｡", "."))
# Where other protocols listen, to which a request could be a command: those of the Fetch Standard ("bad port").
_BAD_PORTS = frozenset(
    [0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111,
     113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554,
     556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665,
     6666, 6667, 6668, 6669, 6679, 6697, 10080, 11211]
)  # fmt: skip
_SAFE = "/%:@!$&'()*+,;=~?[]"


class Target(NamedTuple):
    """A page: `host` in ASCII and lower case, without brackets; `address` if it is written in numbers."""

    scheme: str
    host: str
    port: int
    request: str  # path and query
    address: Address | None

    @property
    def url(self) -> str:
        """The URL in its one spelling."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _default_port(self.scheme) else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.request}"


def is_url(location: str) -> bool:
    """Whether a location is written as a URL, of whatever scheme."""
    return bool(_SCHEME.match(location) or _HTTP.match(location))


def read_url(url: str) -> Target:
    """Take a URL apart.

    Raises:
        RefusedError: another scheme than http and https, a name and password in it, or a port of another protocol.
        UsageError: it is no URL of a page.
    """
    if _FORBIDDEN.search(url):
        raise UsageError(f"{_shown(url)} has signs in it that no URL has; write them percent-encoded")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as exc:
        raise UsageError(f"{_shown(url)} is no URL ({exc}); write it as https://HOST/PATH") from exc
    if parts.scheme not in ("http", "https"):
        raise RefusedError(f"{_shown(url)} is not of http or https; only pages of the web can be fetched")
    if "@" in parts.netloc:
        raise RefusedError("a URL with a name or password in it is not fetched, since it would be kept; leave them out")
    host = _plain_host(parts.netloc)
    try:
        address = as_address(host)
    except ValueError as exc:
        raise UsageError(f"{_shown(host)} is no host; write the URL as https://HOST/PATH") from exc
    if address is None and not _NAME.fullmatch(host):
        raise UsageError(f"{_shown(host)} is no host; write the URL as https://HOST/PATH")
    number = port if port is not None else _default_port(parts.scheme)
    if number in _BAD_PORTS:
        raise RefusedError(f"port {number} is one of another protocol than http; pages are not fetched from there")
    request = quote(parts.path or "/", safe=_SAFE) + (f"?{quote(parts.query, safe=_SAFE)}" if parts.query else "")
    return Target(parts.scheme, str(address) if address is not None else host, number, request, address)


def follow(target: Target, location: str) -> Target:
    """Return what a redirect leads to."""
    return read_url(urljoin(target.url, quote(location.strip(), safe=_SAFE + "#")))


def _plain_host(netloc: str) -> str:
    """The host as names are looked up: in lower case, with one kind of full stop, and in ASCII."""
    if "%" in netloc:
        raise RefusedError(f"{_shown(netloc)} has a percent sign in its host; write the host as it is, without a zone")
    bracketed = re.fullmatch(r"\[([0-9A-Fa-f:.]+)\](?::\d*)?", netloc)
    if bracketed:
        return bracketed[1]
    if "[" in netloc or "]" in netloc or netloc.count(":") > 1:
        raise UsageError(f"{_shown(netloc)} is no host; write the URL as https://HOST/PATH")
    host = unicodedata.normalize("NFKC", netloc.partition(":")[0].translate(_STOPS)).lower().removesuffix(".")
    if host.isascii():
        return host
    import idna

    try:
        return idna.encode(host, uts46=True).decode("ascii")
    except idna.IDNAError as exc:
        raise UsageError(f"{_shown(host)} is no host name ({exc}); check the URL") from exc


def _default_port(scheme: str) -> int:
    return 443 if scheme == "https" else 80


def _shown(text: str) -> str:
    return repr(text if len(text) <= 100 else f"{text[:100]}...")
