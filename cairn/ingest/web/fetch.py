"""One page of the web: asked for politely, followed through at most five redirects, and read up to a limit."""

from __future__ import annotations

import ssl
import zlib
from collections.abc import Iterator
from http import HTTPStatus

import httpcore
import httpx

from cairn import __version__
from cairn.egress import Egress, is_loopback_name
from cairn.errors import EnvironmentFault, NotFoundError
from cairn.ingest.web.connect import Deadline, GuardedBackend, Resolve, TimedBackend, check_addresses, look_up, resolve
from cairn.ingest.web.page import NO_VALIDATORS, Page, Validators
from cairn.ingest.web.target import Target, follow, read_url

MOST_REDIRECTS = 5
TIME_LIMIT_S = 30.0  # from the first look-up to the last byte
_FAULTS = (httpcore.NetworkError, httpcore.ProtocolError, httpcore.ProxyError, ssl.SSLError, OSError)
_REDIRECTS = (301, 302, 303, 307, 308)
_ACCEPT = "text/html, application/xhtml+xml, text/markdown, text/plain, application/pdf, */*;q=0.5"


class Fetcher:
    """Fetches pages of the web, and of this machine or network only where that is allowed."""

    def __init__(
        self,
        egress: Egress,
        *,
        allow_local: bool = False,
        proxy: str | None = None,
        resolve: Resolve = resolve,
        backend: httpcore.NetworkBackend | None = None,
        limit_s: float = TIME_LIMIT_S,
    ) -> None:
        """Make one; `resolve` tells the addresses of names, `backend` opens connections to addresses."""
        self._egress = egress
        self._allow_local = allow_local
        self._proxy = proxy
        self._resolve = resolve
        self._backend = backend or httpcore.SyncBackend()
        self._limit_s = limit_s

    def fetch(self, url: str, limit_bytes: int, known: Validators | None = None) -> Page | None:
        """Return a page; None if the server says that it is still the one with the validators that are `known`.

        Raises:
            UsageError: it is no URL.
            RefusedError: it, or what it redirects to, may not be fetched; nothing was sent there.
            NotFoundError: there is no such page, or it is larger than the limit.
            EnvironmentFault: the server or the network failed, or took too long.
        """
        deadline = Deadline(self._limit_s)
        target = read_url(url)
        for _ in range(MOST_REDIRECTS + 1):
            self._egress.check(target.url)
            answer = self._ask(target, limit_bytes, known or NO_VALIDATORS, deadline)
            if not isinstance(answer, Target):
                return answer
            target = answer
        raise EnvironmentFault(f"{url} redirects more than {MOST_REDIRECTS} times; name the page that it leads to")

    def _ask(self, target: Target, limit_bytes: int, known: Validators, deadline: Deadline) -> Page | Target | None:
        transport = _Transport(self._pool(target, deadline))
        try:
            with (
                httpx.Client(transport=transport, trust_env=False, follow_redirects=False) as client,
                client.stream("GET", target.url, headers=_headers(known)) as response,
            ):
                if response.status_code in _REDIRECTS and "location" in response.headers:
                    return follow(target, response.headers["location"])
                if response.status_code == HTTPStatus.NOT_MODIFIED and any(known):
                    return None
                _check_status(target, response.status_code)
                return _page_of(target, response, _read_body(target, response, limit_bytes))
        except (httpcore.TimeoutException, httpx.TimeoutException) as exc:
            raise EnvironmentFault(f"{target.host} did not answer in time; try again later") from exc
        except (*_FAULTS, httpx.HTTPError, httpx.InvalidURL) as exc:
            why = str(exc) or type(exc).__name__
            raise EnvironmentFault(f"{target.url} cannot be fetched ({why}); check it and the network") from exc

    def _pool(self, target: Target, deadline: Deadline) -> httpcore.ConnectionPool:
        context = ssl.create_default_context() if target.scheme == "https" else None
        if self._proxy is None or is_loopback_name(target.host):
            guarded = GuardedBackend(self._backend, deadline, self._resolve, self._allow_local)
            return httpcore.ConnectionPool(ssl_context=context, network_backend=guarded)
        self._check_before_proxy(target, deadline)
        return httpcore.HTTPProxy(self._proxy, ssl_context=context, network_backend=TimedBackend(self._backend, deadline))

    def _check_before_proxy(self, target: Target, deadline: Deadline) -> None:
        """The proxy looks the name up itself; what can be known of it here is checked."""
        try:
            addresses = look_up(self._resolve, target.host, target.port, deadline)
        except EnvironmentFault:
            return
        check_addresses(target.host, addresses, self._allow_local)


class _Transport(httpx.BaseTransport):
    """Sends the requests of httpx through a pool of httpcore that was made for them."""

    def __init__(self, pool: httpcore.ConnectionPool) -> None:
        self._pool = pool

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = httpcore.URL(
            scheme=request.url.raw_scheme, host=request.url.raw_host, port=request.url.port, target=request.url.raw_path
        )
        answer = self._pool.handle_request(httpcore.Request(request.method, url, headers=request.headers.raw))
        assert not isinstance(answer.stream, bytes)
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions)

    def close(self) -> None:
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        yield from self._answer.iter_stream()

    def close(self) -> None:
        self._answer.close()


def _headers(known: Validators) -> dict[str, str]:
    headers = {"User-Agent": f"cairn/{__version__}", "Accept": _ACCEPT, "Accept-Encoding": "gzip", "Connection": "close"}
    if known.etag:
        headers["If-None-Match"] = known.etag
    if known.last_modified:
        headers["If-Modified-Since"] = known.last_modified
    return headers


def _check_status(target: Target, status: int) -> None:
    if status in (HTTPStatus.OK, HTTPStatus.NON_AUTHORITATIVE_INFORMATION):
        return
    try:
        phrase = f" ({HTTPStatus(status).phrase})"
    except ValueError:
        phrase = ""
    raise EnvironmentFault(f"{target.url} answered with status {status}{phrase}; check the address, or try again later")


def _read_body(target: Target, response: httpx.Response, limit_bytes: int) -> bytes:
    """Read and unpack a body; what is packed a thousandfold is never unpacked beyond the limit."""
    coding = response.headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("", "identity", "gzip", "x-gzip"):
        raise EnvironmentFault(f"{target.url} is encoded as {coding}, which was not asked for; save it as a file and add that")
    body = bytearray()
    try:
        for piece in _unpack(response.iter_raw(), limit_bytes + 1) if "gzip" in coding else response.iter_raw():
            body += piece
            if len(body) > limit_bytes:
                raise NotFoundError(f"{target.url} is larger than {limit_bytes} bytes; CAIRN_MAX_FILE_BYTES allows more")
    except (zlib.error, EOFError) as exc:
        raise EnvironmentFault(f"{target.url} is encoded wrongly ({exc}); try again later") from exc
    return bytes(body)


def _unpack(packed: Iterator[bytes], most_bytes: int) -> Iterator[bytes]:
    """Yield what gzip packed, in one member or several, with at most so many bytes at once.

    Raises:
        EOFError: it is cut.
    """
    member = zlib.decompressobj(wbits=31)
    is_begun = False
    for piece in packed:
        rest = piece
        while rest:
            if member.eof:
                if not rest.strip(b"\0"):  # some programs fill up what they packed
                    break
                member = zlib.decompressobj(wbits=31)
            is_begun = True
            yield member.decompress(rest, most_bytes)
            rest = member.unused_data if member.eof else member.unconsumed_tail
    if is_begun and not member.eof:
        raise EOFError("its end is missing")


def _page_of(target: Target, response: httpx.Response, data: bytes) -> Page:
    media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    validators = Validators(response.headers.get("etag", ""), response.headers.get("last-modified", ""))
    return Page(target.url, data, media_type, response.charset_encoding or "", validators)
