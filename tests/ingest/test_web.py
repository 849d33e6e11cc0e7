"""Where a page may be fetched from: each refusal is before anything is sent."""

from __future__ import annotations

import datetime as dt
import gzip
import ipaddress
import ssl
import threading
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import httpcore
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from cairn.egress import Egress
from cairn.errors import CairnError, EnvironmentFault, NotFoundError, OfflineError, RefusedError, UsageError
from cairn.ingest.web.address import is_allowed
from cairn.ingest.web.fetch import Fetcher
from cairn.ingest.web.page import Validators
from tests.pages import Respond, Server, answer, redirect

PUBLIC = "93.184.215.14"
LIMIT = 100_000


class Recorder(httpcore.NetworkBackend):
    """Connects to nothing and nobody, and keeps where it should have."""

    def __init__(self) -> None:
        self.connections: list[tuple[str, int]] = []

    def connect_tcp(self, host: str, port: int, *args: Any, **options: Any) -> httpcore.NetworkStream:
        self.connections.append((host, port))
        raise httpcore.ConnectError("nobody is there")


class Resolver:
    """Tells the addresses of names: for each the next of its answers, and the last one ever after."""

    def __init__(self, **answers: Iterable[list[str]]) -> None:
        self.asked: list[str] = []
        self._answers = {name.replace("_", "."): list(found) for name, found in answers.items()}

    def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        answers = self._answers.get(host)
        if not answers:
            raise OSError("no such name")
        return answers.pop(0) if len(answers) > 1 else answers[0]


REFUSED = """
http://127.0.0.1/ http://127.1/ http://127.0.1/ http://127.255.255.254/ http://2130706433/ http://0x7f000001/ http://0x7F.0.0.1/
http://0x7f.1/ http://0177.0.0.1/ http://017700000001/ http://00000177.0.0.01/ http://0/ http://0.0.0.0/ http://127.0.0.1./
http://127。0。0。1/ http://１２７.0.0.1/ http://①②⑦.0.0.1/ http://10.0.0.1/ http://172.16.0.1/ http://192.168.1.1/
http://100.64.0.1/ http://100.100.100.200/ http://169.254.169.254/latest/meta-data/ http://2852039166/ http://0xa9fea9fe/
http://0251.0376.0251.0376/ http://168.63.129.16/ http://192.0.0.192/ http://198.18.0.1/ http://203.0.113.7/ http://224.0.0.1/
http://240.0.0.1/ http://255.255.255.255/ http://[::1]/ http://[::]/ http://[::127.0.0.1]/ http://[::ffff:127.0.0.1]/
http://[::ffff:7f00:1]/ http://[::ffff:0:127.0.0.1]/ http://[::ffff:a9fe:a9fe]/ http://[64:ff9b::127.0.0.1]/
http://[64:ff9b::a9fe:a9fe]/ http://[64:ff9b:1::1]/ http://[2002:7f00:1::]/ http://[2002:a9fe:a9fe::1]/
http://[2001:0:7f00:1::]/ http://[fe80::1]/ http://[fec0::1]/ http://[fc00::1]/ http://[fd00:ec2::254]/ http://[ff02::1]/
http://[2001:db8::1]/ http://[2a00:1450::5efe:7f00:1]/ http://[fe80::1%25eth0]/ http://127.0.0.1%00.example.org/
http://%31%32%37.0.0.1/ http://user@example.org/ http://user:secret@example.org/ http://example.org@127.0.0.1/
http://example.org:22/ http://example.org:6379/ https://example.org:25/ file:///etc/passwd ftp://example.org/ gopher://example.org/
http://loop.example/ http://meta.example/ http://mixed.example/ http://mapped.example/ http://localhost/ http://a.localhost/
http://127.0.0.1\\@example.org/ http://example.org\\.127.0.0.1/ http://1.2.3.4.5/ http://0x100000000/ http://256.1.1.1/
http://[::1%25lo]/ http:/127.0.0.1/ http://::1/ http:///etc/passwd http://exa|mple.org/
""".split()


@pytest.mark.parametrize("url", REFUSED)
def test_url_is_refused_and_nothing_is_sent(url: str) -> None:
    names = {"loop.example": "127.0.0.1", "meta.example": "169.254.169.254", "mapped.example": "::ffff:10.0.0.1"}
    resolver = Resolver(**{name.replace(".", "_"): [[address]] for name, address in names.items()})
    resolver._answers |= {"mixed.example": [[PUBLIC, "10.0.0.1"]], "localhost": [["127.0.0.1"]], "a.localhost": [["::1"]]}
    recorder = Recorder()
    with pytest.raises((RefusedError, UsageError)):
        Fetcher(Egress(), resolve=resolver, backend=recorder).fetch(url, LIMIT)
    assert recorder.connections == []


def test_the_table_of_refused_urls_is_long() -> None:
    assert len(REFUSED) >= 40


@pytest.mark.parametrize(
    "url", ["http://169.254.169.254/", "http://[fe80::1]/", "http://100.100.100.200/", "http://[fd00:ec2::254]/"]
)
def test_metadata_and_link_local_addresses_are_refused_also_where_local_ones_are_allowed(url: str) -> None:
    recorder = Recorder()
    with pytest.raises(RefusedError):
        Fetcher(Egress(), allow_local=True, backend=recorder).fetch(url, LIMIT)
    assert recorder.connections == []


@pytest.mark.parametrize(
    ("url", "connection"),
    [
        ("http://1.1.1.1/", ("1.1.1.1", 80)),
        ("http://0x01.1.257/", ("1.1.1.1", 80)),
        ("https://[2606:4700::1111]:8443/", ("2606:4700::1111", 8443)),
        ("http://[64:ff9b::101:101]/", ("64:ff9b::101:101", 80)),
        ("http://public.example/", (PUBLIC, 80)),
        ("http://PUBLIC。example./", (PUBLIC, 80)),
        ("https://bücher.example/", (PUBLIC, 443)),
    ],
)
def test_public_address_is_connected_to_however_it_is_written(url: str, connection: tuple[str, int]) -> None:
    recorder = Recorder()
    resolver = Resolver(public_example=[[PUBLIC]])
    resolver._answers["xn--bcher-kva.example"] = [[PUBLIC]]
    with pytest.raises(EnvironmentFault):
        Fetcher(Egress(), resolve=resolver, backend=recorder).fetch(url, LIMIT)
    assert recorder.connections == [connection]


def test_name_that_leads_elsewhere_the_second_time_is_looked_up_once(server: Server) -> None:
    recorder = Recorder()
    resolver = Resolver(rebind_example=[[PUBLIC], ["127.0.0.1"]])
    with pytest.raises(EnvironmentFault):
        Fetcher(Egress(), resolve=resolver, backend=recorder).fetch(f"http://rebind.example:{server.port}/", LIMIT)
    assert resolver.asked == ["rebind.example"]
    assert recorder.connections == [(PUBLIC, server.port)]
    assert server.asked == []


class Detour(httpcore.SyncBackend):
    """Takes connections to a public address to a server of the test."""

    def connect_tcp(self, host: str, port: int, *args: Any, **options: Any) -> httpcore.NetworkStream:
        return super().connect_tcp("127.0.0.1" if host == PUBLIC else host, port, *args, **options)


@pytest.mark.parametrize(
    "location",
    ["http://127.0.0.1:{port}/secret", "http://169.254.169.254/", "//2130706433:{port}/secret", "http://inner.example:{port}/secret",
     "http://public.example@127.0.0.1:{port}/secret", "file:///etc/passwd", "http://public.example:22/", "https://[::1]:{port}/secret"],
)  # fmt: skip
def test_redirect_is_looked_at_as_the_first_url_is(location: str, server: Server) -> None:
    server.pages["/"] = redirect(location.format(port=server.port))
    server.pages["/secret"] = answer(b"secret")
    resolver = Resolver(public_example=[[PUBLIC]], inner_example=[["127.0.0.1"]])
    with pytest.raises((RefusedError, UsageError)):
        Fetcher(Egress(), resolve=resolver, backend=Detour()).fetch(f"http://public.example:{server.port}/", LIMIT)
    assert [path for path, _ in server.asked] == ["/"]


def test_redirect_to_a_name_that_was_public_before_is_looked_up_again(server: Server) -> None:
    server.pages["/"] = redirect("/secret")
    server.pages["/secret"] = answer(b"secret")
    resolver = Resolver(rebind_example=[[PUBLIC], ["127.0.0.1"]])
    with pytest.raises(RefusedError):
        Fetcher(Egress(), resolve=resolver, backend=Detour()).fetch(f"http://rebind.example:{server.port}/", LIMIT)
    assert [path for path, _ in server.asked] == ["/"]


def test_offline_refuses_before_a_name_is_looked_up() -> None:
    resolver = Resolver(public_example=[[PUBLIC]])
    with pytest.raises(OfflineError):
        Fetcher(Egress(is_offline=True), resolve=resolver).fetch("http://public.example/", LIMIT)
    assert resolver.asked == []


def test_proxy_gets_no_request_for_what_is_not_public(server: Server) -> None:
    resolver = Resolver(inner_example=[["10.0.0.1"]])
    fetcher = Fetcher(Egress(), proxy=server.url, resolve=resolver)
    for url in ("http://inner.example/", "http://10.0.0.1/", "http://0x0a000001/"):
        with pytest.raises(RefusedError):
            fetcher.fetch(url, LIMIT)
    assert server.asked == []


def test_proxy_is_asked_for_public_pages_and_for_names_that_only_it_knows(server: Server) -> None:
    server.pages["http://far.example/page"] = answer(b"from far", Content_Type="text/plain")
    page = Fetcher(Egress(), proxy=server.url, resolve=Resolver()).fetch("http://far.example/page", LIMIT)
    assert page is not None
    assert page.data == b"from far"


def test_proxies_of_the_environment_are_not_used(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    server.pages["/"] = answer(b"hello", Content_Type="text/plain")
    page = local().fetch(server.url, LIMIT)
    assert page is not None
    assert page.data == b"hello"


def local(**options: Any) -> Fetcher:
    return Fetcher(Egress(), allow_local=True, **options)


def _certificate(folder: Path, name: str) -> Path:
    """Write a key and a certificate of its own for a name into one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), 1, now, now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "certificate.pem").write_bytes(secret + made.public_bytes(Encoding.PEM))
    return folder / "certificate.pem"


def test_certificate_must_be_that_of_the_url_though_the_connection_goes_to_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = _certificate(tmp_path, "public.example")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    server = Server(context)
    server.pages["/"] = answer(b"hello", Content_Type="text/plain")
    fetcher = Fetcher(Egress(), resolve=Resolver(public_example=[[PUBLIC]], other_example=[[PUBLIC]]), backend=Detour())
    try:
        page = fetcher.fetch(f"https://public.example:{server.port}/", LIMIT)
        assert page is not None
        assert page.data == b"hello"
        with pytest.raises(EnvironmentFault, match="CERTIFICATE_VERIFY_FAILED"):
            fetcher.fetch(f"https://other.example:{server.port}/", LIMIT)
    finally:
        server.close()


def test_page_comes_with_its_type_charset_and_validators(server: Server) -> None:
    server.pages["/a"] = redirect("b?x=1#part", 301)
    server.pages["/b"] = answer(b"<p>hi", Content_Type="Text/HTML; charset=latin-1", ETag='"7"', Last_Modified="Mon, 01 Jan 2024")
    page = local().fetch(f"{server.url}/a", LIMIT)
    assert page is not None
    assert (page.url, page.data, page.media_type, page.charset) == (f"{server.url}/b?x=1", b"<p>hi", "text/html", "latin-1")
    assert page.validators == Validators('"7"', "Mon, 01 Jan 2024")


def test_validators_are_sent_and_an_unchanged_page_is_none(server: Server) -> None:
    server.pages["/"] = answer(b"", 304)
    assert local().fetch(server.url, LIMIT, Validators('"7"', "Mon, 01 Jan 2024")) is None
    headers = server.asked[0][1]
    assert (headers["if-none-match"], headers["if-modified-since"]) == ('"7"', "Mon, 01 Jan 2024")
    assert "cookie" not in headers


def test_five_redirects_are_followed_and_a_sixth_is_not(server: Server) -> None:
    for number in range(6):
        server.pages[f"/{number}"] = redirect(f"/{number + 1}")
    server.pages["/6"] = answer(b"end", Content_Type="text/plain")
    page = local().fetch(f"{server.url}/1", LIMIT)
    assert page is not None
    assert page.data == b"end"
    with pytest.raises(EnvironmentFault, match="redirects more than 5 times"):
        local().fetch(f"{server.url}/0", LIMIT)


@pytest.mark.parametrize("status", [204, 400, 403, 404, 410, 429, 500, 503, 599])
def test_status_without_a_page_is_a_fault_that_names_it(status: int, server: Server) -> None:
    server.pages["/"] = answer(b"", status)
    with pytest.raises(EnvironmentFault, match=str(status)):
        local().fetch(server.url, LIMIT)


def test_page_over_the_limit_is_not_read_to_its_end(server: Server) -> None:
    server.pages["/plain"] = answer(b"x" * 200, Content_Type="text/plain")
    server.pages["/packed"] = answer(gzip.compress(b"\0" * 50_000_000), Content_Type="text/plain", Content_Encoding="gzip")
    for path in ("/plain", "/packed"):
        with pytest.raises(NotFoundError, match="larger than 100 bytes"):
            local().fetch(server.url + path, 100)


def test_packed_page_is_unpacked_and_other_codings_are_faults(server: Server) -> None:
    server.pages["/good"] = answer(gzip.compress(b"hello"), Content_Type="text/plain", Content_Encoding="gzip")
    server.pages["/bad"] = answer(b"hello", Content_Type="text/plain", Content_Encoding="gzip")
    server.pages["/other"] = answer(b"hello", Content_Type="text/plain", Content_Encoding="br")
    page = local().fetch(f"{server.url}/good", LIMIT)
    assert page is not None
    assert page.data == b"hello"
    for path in ("/bad", "/other"):
        with pytest.raises(EnvironmentFault, match="encoded"):
            local().fetch(server.url + path, LIMIT)


def test_packed_page_is_read_to_the_end_of_its_last_member(server: Server) -> None:
    packed = gzip.compress(b"hello ") + gzip.compress(b"") + gzip.compress(b"world") + b"\0" * 8
    server.pages["/"] = answer(packed, Content_Type="text/plain", Content_Encoding="gzip")
    page = local().fetch(server.url, LIMIT)
    assert page is not None
    assert page.data == b"hello world"
    with pytest.raises(NotFoundError, match="larger than 10 bytes"):
        local().fetch(server.url, 10)


@pytest.mark.parametrize("size", [5, 15, -8, -1])
def test_packed_page_that_is_cut_is_a_fault(size: int, server: Server) -> None:
    cut = gzip.compress(b"hello") + gzip.compress(b"world, and all that is in it")[:size]
    server.pages["/"] = answer(cut, Content_Type="text/plain", Content_Encoding="gzip")
    with pytest.raises(EnvironmentFault, match="its end is missing"):
        local().fetch(server.url, LIMIT)


def _drip(part: bytes) -> Respond:
    """Answer without an end, a byte now and then."""

    def respond(handler: BaseHTTPRequestHandler) -> None:
        stop = threading.Event()
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + (b"Content-Type: text/plain\r\n\r\n" if part == b"x" else b""))
        try:
            while not stop.wait(0.05):
                handler.wfile.write(part)
                handler.wfile.flush()
        except OSError:
            return

    return respond


@pytest.mark.parametrize("part", [b"x", b"X-A: b\r\n"], ids=["body", "headers"])
def test_server_that_drips_is_left_when_the_time_is_over(part: bytes, server: Server) -> None:
    server.pages["/"] = _drip(part)
    with pytest.raises(EnvironmentFault, match=r"not there after|did not answer"):
        local(limit_s=0.3).fetch(server.url, LIMIT)


def test_name_that_is_looked_up_for_too_long_is_a_fault() -> None:
    is_over = threading.Event()

    def resolve(host: str, port: int) -> list[str]:
        is_over.wait()
        return [PUBLIC]

    with pytest.raises(EnvironmentFault, match=r"not told in time|not there after"):
        Fetcher(Egress(), resolve=resolve, limit_s=0.1).fetch("http://slow.example/", LIMIT)
    is_over.set()


def test_server_that_cuts_the_connection_is_a_fault(server: Server) -> None:
    def cut(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")

    server.pages["/"] = cut
    with pytest.raises(CairnError, match="cannot be fetched"):
        local().fetch(server.url, LIMIT)


# As the newest `ipaddress` has them, and what leads to one of them.
_NOT_GLOBAL = """0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.0.170/31
192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32
::/128 ::1/128 ::ffff:127.0.0.0/104 ::ffff:10.0.0.0/104 ::127.0.0.0/104 ::ffff:0:127.0.0.0/104 64:ff9b::10.0.0.0/104
64:ff9b::192.0.0.0/120 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001:2::/48 2001:db8::/32
2001:10::/28 2002:a00::/24 2002:7f00::/24 2002:c000::/40
3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8 2a00:1450::5efe:7f00:1/128""".split()


@pytest.mark.parametrize("network", _NOT_GLOBAL)
def test_no_range_that_is_not_global_may_be_connected_to(network: str) -> None:
    found = ipaddress.ip_network(network)
    for number in (0, found.num_addresses // 2, found.num_addresses - 1):
        assert not is_allowed(found[number], allow_local=False), found[number]


@pytest.mark.parametrize("address", "8.8.8.8 192.0.1.1 2606:4700::1111 3ffe::1 64:ff9b::808:808 2002:808:808::1".split())
def test_public_addresses_may_be_connected_to(address: str) -> None:
    assert is_allowed(ipaddress.ip_address(address), allow_local=False)
