"""Who may see the page and change something with it, and what is indexed: data, whatever it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cairn.app import create_cairn
from cairn.config import Config
from cairn.serve.session import LIFE_S, Sessions
from tests.web.conftest import HOST, Browser, at, browsing, links, words
from tests.web.test_views import VIEWS
from tests.web.world import LINKS, SCRIPTS

TOKEN = "a-token-for-tests"


@pytest.fixture(scope="module")
def guarded(shelf: Path) -> Iterator[Browser]:
    """A browser at a page behind a token, which it does not have."""
    with create_cairn(shelf / "cairn.db", config=Config()) as cairn, browsing(cairn, token=TOKEN) as browser:
        yield browser


@pytest.fixture
def signed_in(guarded: Browser) -> Iterator[Browser]:
    """The same after the token was given."""
    answer = guarded.post("/sign-in", {"token": TOKEN, "to": "/work"})
    assert answer.status_code == 303
    yield guarded
    guarded.client.cookies.clear()


# Headers


@pytest.mark.parametrize("url", [*VIEWS, "/nowhere", "/definition.txt?handle=main", "/work/refresh"])
def test_every_answer_allows_no_script_or_style_but_ours_and_no_frame(shared: Browser, url: str) -> None:
    headers = shared.get(url).headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"


def test_assets_are_kept_under_the_mark_of_their_version(shared: Browser) -> None:
    page = shared.page("/")
    for url in re.findall(r'(?:href|src)="(/assets/[^"]+)"', page):
        answer = shared.get(url)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    assert shared.get("/assets/older/page.css").headers["cache-control"] == "no-store"
    assert shared.get("/assets/x/../../app.py").status_code == 404


def test_all_that_a_view_needs_is_under_a_hundred_kilobytes(shared: Browser) -> None:
    page = shared.get("/")
    assets = [shared.get(url) for url in set(re.findall(r'(?:href|src)="(/assets/[^"]+)"', page.text))]
    assert sum(len(answer.content) for answer in [page, *assets]) < 50_000  # before it is packed
    for url in VIEWS:
        assert int(shared.get(url).headers["content-length"]) < 50_000


# Who may change something


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": f"http://{HOST}"}, 404),  # there is no such source
        ({"origin": ""}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://elsewhere.example"}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"origin": "http://localhost:8093"}, 403),
    ],
)
def test_what_changes_something_must_come_from_the_page_itself(shared: Browser, headers: dict[str, str], status: int) -> None:
    assert shared.post("/work/refresh", {"source": "nowhere"}, **headers).status_code == status


def test_a_request_that_says_nothing_of_where_it_comes_from_changes_nothing(shared: Browser) -> None:
    del_origin = {"source": "nowhere"}
    request = shared.client.build_request("POST", "/work/refresh", data=del_origin)
    assert "origin" not in request.headers
    answer = shared._portal.call(shared.client.send, request)
    assert answer.status_code == 403
    request.headers["sec-fetch-site"] = "same-origin"


def test_reading_changes_nothing(shared: Browser) -> None:
    for url in ("/work/refresh?source=shop", "/work/cancel?id=1", "/cards/decide?id=1&decision=approve"):
        assert shared.get(url).status_code == 405


def test_a_body_has_bounds(shared: Browser) -> None:
    assert shared.post("/work/refresh", {"source": "x" * 20_000}).status_code == 400
    assert shared.post("/work/refresh", {"source": "x" * 2_000_000}).status_code == 413
    assert shared.post("/work/refresh", {f"f{number}": "x" for number in range(50)}).status_code == 400


def test_a_question_has_bounds(shared: Browser) -> None:
    assert shared.get(at("/search", q="x" * 2100)).status_code == 400
    assert shared.get(at("/definition", handle="x" * 17_000)).status_code == 431


@pytest.mark.parametrize("name", ["q", "done", "handle", "source", "depth"])
def test_what_is_asked_for_too_long_is_refused_in_a_sentence_wherever_it_is_shown(shared: Browser, name: str) -> None:
    for url in ("/search", "/definition", "/files", "/work", "/nowhere"):
        answer = shared.get(at(url, **{name: "x" * 12_000}))
        assert answer.status_code in (200, 400, 404)
        assert len(answer.text) < 30_000


# The token


@pytest.mark.parametrize("url", ["/", "/search?q=rate", "/work", "/nowhere"])
def test_a_stranger_is_asked_for_the_token_and_sees_nothing_else(guarded: Browser, url: str) -> None:
    answer = guarded.get(url)
    assert answer.status_code == 401
    assert 'type="password"' in answer.text
    assert "shop" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_program_without_the_token_is_told_how_to_send_it(guarded: Browser) -> None:
    answer = guarded.get("/search?q=rate", accept="*/*")
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == 'Bearer realm="cairn"'
    assert guarded.get("/.well-known/oauth-authorization-server").headers["content-type"].startswith("text/plain")
    assert guarded.get("/search?q=rate", authorization=f"Bearer {TOKEN}").status_code == 200


def test_the_token_is_asked_for_once_and_leads_to_where_one_wanted(guarded: Browser) -> None:
    asked = guarded.get("/search?q=rate")
    to = re.search(r'name="to" value="([^"]*)"', asked.text)
    assert to is not None
    answer = guarded.post("/sign-in", {"token": TOKEN, "to": to[1]})
    assert answer.headers["location"] == "/search?q=rate"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Max-Age" not in cookie  # it goes with the browser
    assert TOKEN not in cookie
    assert guarded.get("/work").status_code == 200
    kept = guarded.client.cookies["cairn-page-8093"]
    assert guarded.post("/sign-out", {}).status_code == 303
    assert guarded.get("/work").status_code == 401
    assert guarded.get("/work", cookie=f"cairn-page-8093={kept}").status_code == 401  # nor does who has kept it come in
    assert guarded.post("/sign-in", {"token": TOKEN, "to": "/"}).status_code == 303
    assert guarded.get("/work").status_code == 200
    guarded.client.cookies.clear()


@pytest.mark.parametrize("token", ["", "a-token", "a-token-for-testsx", "ä"])
def test_a_wrong_token_opens_nothing(guarded: Browser, token: str) -> None:
    answer = guarded.post("/sign-in", {"token": token, "to": "/"})
    assert answer.status_code == 401
    assert "That is not the token" in answer.text
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "to", ["//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere.example", "javascript:alert(1)", ""]
)
def test_nobody_is_led_elsewhere_by_signing_in(guarded: Browser, to: str) -> None:
    answer = guarded.post("/sign-in", {"token": TOKEN, "to": to})
    guarded.client.cookies.clear()
    assert answer.headers["location"] == "/"


def test_the_token_is_taken_from_the_page_alone(guarded: Browser) -> None:
    assert guarded.post("/sign-in", {"token": TOKEN, "to": "/"}, origin="http://elsewhere.example").status_code == 403


def test_a_session_of_the_page_opens_neither_mcp_nor_what_is_written_from_elsewhere(signed_in: Browser) -> None:
    assert signed_in.get("/work").status_code == 200
    assert signed_in.post("/mcp", {}).status_code == 401
    assert signed_in.post("/work/refresh", {"source": "shop"}, origin="http://elsewhere.example").status_code == 403


def test_a_session_ends_and_cannot_be_made_without_the_token() -> None:
    now = [1_000_000.0]
    keys = {"": TOKEN.encode(), "ana.b@example.org": b"hers", "bob": b"his"}
    sessions = Sessions(keys.get, lambda: now[0])
    for name, key in keys.items():
        value = sessions.begin(name, key)
        end, _, rest = value.partition(".")
        code = value.rpartition(".")[2]
        forged = (
            f"{int(end) + 1}.{rest}",
            f"{value.rpartition('.')[0]}.{code.upper()}x",
            f"{value.rpartition('.')[0]}.",
            f"{end}.{b'bob2'.hex()}.{code}",
            f"{end}.zz.{code}",
            f"{end}..{code}0",
        )
        for made in ("", ".", "..", "\u00e4.\u00e4", value[:-1], *forged):
            assert sessions.holder([f"cairn-page-8093={made}".encode()]) is None
        assert Sessions({name: b"another"}.get).holder([f"cairn-page={value}".encode()]) is None
        assert Sessions({"eve": key}.get).holder([f"cairn-page={value}".encode()]) is None
        assert sessions.holder([f"other={value}".encode()]) is None
        assert sessions.holder([b"a=b", f"x=y; cairn-page-8093={value}".encode()]) == name
        now[0] += LIFE_S
        assert sessions.holder([f"cairn-page-8093={value}".encode()]) is None


# What is indexed is data


class Reader(HTMLParser):
    """Notes what a browser would run, load or follow."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def active_parts(page: str) -> list[str]:
    """What is in a page that is not of the page's own making."""
    reader = Reader()
    reader.feed(page)
    found = []
    for tag, attributes in reader.tags:
        allowed_scripts = tag == "script" and (attributes.get("src") or "").startswith("/assets/")
        if tag in ("script", "iframe", "object", "embed", "base", "style", "math", "body onload") and not allowed_scripts:
            found.append(tag)
        if tag == "img" and not (attributes.get("src") or "").startswith("/assets/"):
            found.append(f"img {attributes}")
        if tag == "meta" and "http-equiv" in attributes:
            found.append("meta")
        found += [f"{tag} {name}" for name in attributes if name.startswith("on") or name in ("style", "srcdoc")]
        for name in ("href", "src", "action", "xlink:href", "formaction", "data"):
            value = attributes.get(name) or ""
            if value and not value.startswith(("/", "#")):
                found.append(f"{tag} {name}={value}")
            if value.startswith(("//", "/\\")):
                found.append(f"{tag} {name}={value}")
    return found


def trap_urls(browser: Browser) -> list[str]:
    """The views of everything in the source of traps."""
    files = [url for url in links(browser.page(at("/files", source="traps"))) if url.startswith("/file?")]
    views = [*files, *(f"{url}&text=1" for url in files), at("/files", source="traps"), at("/map", source="traps"), "/starts"]
    for url in files:
        name = url.partition("name=")[2]
        views += [f"/definition?handle={name}", f"/impact?handle={name}"]
        views += [link for link in links(browser.page(url)) if link.startswith("/definition?")][:60]
    views += [at("/search", q=text, mode=mode) for text in (*SCRIPTS, *LINKS) for mode in ("words", "literal")]
    views += [at("/definition", handle=text) for text in SCRIPTS] + [at("/work", done=text) for text in SCRIPTS]
    return list(dict.fromkeys(views))


def test_nothing_that_is_indexed_becomes_a_part_of_the_page(trapped: Browser) -> None:
    urls = trap_urls(trapped)
    assert len(urls) > 150
    found = {url: parts for url in urls if (parts := active_parts(trapped.get(url).text))}
    assert not found


def test_links_of_documents_that_would_run_are_text(trapped: Browser) -> None:
    page = trapped.page(at("/file", name="traps:links.md"))
    said = words(page)
    assert "[a](javascript:trap())" in said
    assert "[d](data:text/html,<script>trap()</script>)" in said
    assert not [url for url in links(page) if "trap" in url and not url.startswith("/")]


def test_what_turns_the_direction_of_a_line_is_shown_by_its_number(trapped: Browser) -> None:
    page = trapped.page(at("/file", name="traps:turning.py"))
    assert "\u202e" not in page
    assert '<span class="turning">U+202E</span>' in page
    assert "\x1b" not in page
    assert "␛[31m" in page
    assert "\u202e" not in trapped.page(at("/files", source="traps"))


def test_a_line_without_an_end_is_cut_wherever_it_is_shown(trapped: Browser) -> None:
    for url in (
        at("/file", name="traps:wide.py"),
        at("/definition", handle="traps:wide.py#wide"),
        at("/search", q="wide"),
        at("/search", q="1, 1, 1", mode="literal"),
    ):
        page = trapped.page(url)
        assert "more characters" in page
        assert len(page) < 100_000
