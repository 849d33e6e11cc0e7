"""Pages of the web as sources."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.errors import EnvironmentFault, NotFoundError, OfflineError, RefusedError, UsageError
from tests.index import office
from tests.pages import Server, answer, redirect

GUIDE = """<!doctype html><html><head><title>Valve guide</title>
<meta property="article:published_time" content="2024-05-01"></head>
<body><nav>Menuword</nav><main><article><h1>Setting the valve</h1>
<p>Turn the screw a quarter and wait for the hiss to stop, because the valve would not hold the pressure otherwise.</p>
<pre><code>def quarter_turn(screw):
    return screw.turn(90)
</code></pre><h2>Limits</h2><p>Up to {limit} bar, and never more than that, whatever the old manual may have to say about it.</p>
</article></main><footer>Footerword</footer></body></html>"""
HTML = {"Content_Type": "text/html; charset=utf-8"}


@pytest.fixture
def cairn(database: Path) -> Iterator[Cairn]:
    """An index that may have pages of this machine."""
    with create_cairn(database, config=Config(allow_local_urls=True)) as made:
        yield made


def guide(limit: int) -> bytes:
    return GUIDE.format(limit=limit).encode()


def serve_guide(server: Server, limit: int, etag: str) -> None:
    def respond(handler: BaseHTTPRequestHandler) -> None:
        is_known = handler.headers.get("If-None-Match") == etag
        answer(b"" if is_known else guide(limit), 304 if is_known else 200, ETag=etag, **HTML)(handler)

    server.pages["/docs/guide.html"] = respond


def test_page_is_a_source_with_its_title_date_and_url_and_nothing_of_the_site_around(cairn: Cairn, server: Server) -> None:
    serve_guide(server, 6, '"1"')
    url = f"{server.url}/docs/guide.html"
    report = cairn.ingest.add(url)
    assert (report.source, report.added) == ("guide", 1)
    source = cairn.retrieve.sources()[0]
    assert (source.kind, source.location, source.files, source.stale) == ("web", url, 1, False)
    text = cairn.retrieve.show("guide:127.0.0.1/docs/guide.html").text
    assert cairn.retrieve.show("guide").text == text
    assert text.startswith(f"# Setting the valve\n\nSource: {url}\nDate: 2024-05-01\n\nTurn the screw")
    assert "    return screw.turn(90)\n" in text
    assert "Menuword" not in text
    assert "Footerword" not in text
    assert cairn.retrieve.search("quarter_turn").hits[0].file == "127.0.0.1/docs/guide.html"


def test_refresh_asks_whether_the_page_has_changed_and_reads_it_only_then(cairn: Cairn, server: Server) -> None:
    serve_guide(server, 6, '"1"')
    cairn.ingest.add(f"{server.url}/docs/guide.html")
    assert cairn.ingest.refresh("guide").unchanged == 1
    assert server.asked[-1][1]["if-none-match"] == '"1"'
    serve_guide(server, 8, '"2"')
    assert cairn.ingest.refresh("guide").changed == 1
    assert cairn.retrieve.search("8 bar").hits
    assert cairn.ingest.refresh("guide").unchanged == 1
    assert server.asked[-1][1]["if-none-match"] == '"2"'


def test_reindex_reads_the_page_again_whatever_the_server_knows(cairn: Cairn, server: Server) -> None:
    serve_guide(server, 6, '"1"')
    cairn.ingest.add(f"{server.url}/docs/guide.html")
    cairn.ingest.reindex("guide")
    assert "if-none-match" not in server.asked[-1][1]


@pytest.mark.parametrize("status", [404, 410, 500])
def test_page_that_is_gone_is_an_error_and_what_is_indexed_stays(status: int, cairn: Cairn, server: Server) -> None:
    serve_guide(server, 6, '"1"')
    cairn.ingest.add(f"{server.url}/docs/guide.html")
    server.pages["/docs/guide.html"] = answer(b"", status)
    with pytest.raises(EnvironmentFault, match=str(status)):
        cairn.ingest.refresh("guide")
    assert cairn.ingest.jobs()[0].state == "failed"
    assert cairn.retrieve.search("quarter_turn").hits


def test_page_that_has_no_text_any_more_is_an_error_and_what_is_indexed_stays(cairn: Cairn, server: Server) -> None:
    serve_guide(server, 6, '"1"')
    cairn.ingest.add(f"{server.url}/docs/guide.html")
    server.pages["/docs/guide.html"] = answer(b"<!doctype html><html><body><script>app()</script></body></html>", 200, **HTML)
    with pytest.raises(NotFoundError, match="no_text"):
        cairn.ingest.refresh("guide")
    assert cairn.retrieve.search("quarter_turn").hits


def test_documents_and_texts_are_read_as_from_the_disk(cairn: Cairn, server: Server) -> None:
    server.pages["/manual"] = answer(office.word(), Content_Type="application/octet-stream")
    server.pages["/readme"] = answer("# Grüße\n".encode("latin-1"), Content_Type="text/markdown; charset=iso-8859-1")
    server.pages["/tax.py"] = answer(b"def rate():\n    return 1\n", Content_Type="text/plain")
    server.pages["/data"] = answer(b'{"zone": 7}', Content_Type="application/json")
    for path in ("manual", "readme", "tax.py", "data"):
        cairn.ingest.add(f"{server.url}/{path}")
    assert {row["handle"] for row in cairn.retrieve.export() if row["type"] == "entity"} >= {
        "manual:127.0.0.1/manual#wheel-fitting",
        "readme:127.0.0.1/readme.md#grüße",
        "tax.py:127.0.0.1/tax.py#rate",
        "data:127.0.0.1/data.json#zone",
    }


def test_page_is_fetched_through_redirects_and_keeps_the_url_that_was_given(cairn: Cairn, server: Server) -> None:
    serve_guide(server, 6, '"1"')
    server.pages["/old"] = redirect("/docs/guide.html", 301)
    assert cairn.ingest.add(f"{server.url}/old").source == "old"
    assert cairn.retrieve.sources()[0].location == f"{server.url}/old"


def test_plan_of_a_page_writes_nothing(cairn: Cairn, server: Server, database: Path) -> None:
    serve_guide(server, 6, '"1"')
    plan = cairn.ingest.plan_add(f"{server.url}/docs/guide.html")
    assert plan.added == ["127.0.0.1/docs/guide.html"]
    assert not database.exists()
    cairn.ingest.add(f"{server.url}/docs/guide.html")
    assert cairn.ingest.plan_refresh("guide").unchanged == 1
    serve_guide(server, 8, '"2"')
    assert cairn.ingest.plan_refresh("guide").changed == ["127.0.0.1/docs/guide.html"]


def test_page_that_is_a_source_already_is_refreshed_and_another_may_not_take_its_label(cairn: Cairn, server: Server) -> None:
    serve_guide(server, 6, '"1"')
    server.pages["/guide"] = answer(b"other", Content_Type="text/plain")
    cairn.ingest.add(f"{server.url}/docs/guide.html")
    assert cairn.ingest.add(f"{server.url}/docs/guide.html").unchanged == 1
    with pytest.raises(RefusedError, match="taken"):
        cairn.ingest.add(f"{server.url}/guide")
    assert cairn.ingest.remove("guide").kind == "web"


@pytest.mark.parametrize("media_type", ["image/png", "video/mp4", "font/woff2"])
def test_what_has_no_text_is_not_found_and_makes_no_index(media_type: str, cairn: Cairn, server: Server, database: Path) -> None:
    server.pages["/logo"] = answer(b"\x89PNG", Content_Type=media_type)
    with pytest.raises(NotFoundError, match=media_type):
        cairn.ingest.add(f"{server.url}/logo")
    assert not database.exists()


def test_page_takes_no_options_of_folders(cairn: Cairn) -> None:
    with pytest.raises(UsageError):
        cairn.ingest.add("https://example.org/", include=("*.md",))
    with pytest.raises(UsageError):
        cairn.ingest.add("https://example.org/", kind="code")


def test_pages_of_this_machine_are_refused_unless_allowed_and_nothing_is_sent(server: Server, database: Path) -> None:
    with create_cairn(database, config=Config()) as cairn, pytest.raises(RefusedError, match="CAIRN_ALLOW_LOCAL_URLS"):
        cairn.ingest.add(server.url)
    assert server.asked == []
    assert not database.exists()


def test_offline_no_page_is_fetched_but_one_of_this_machine(server: Server, database: Path) -> None:
    serve_guide(server, 6, '"1"')
    with create_cairn(database, config=Config(offline=True, allow_local_urls=True)) as cairn:
        with pytest.raises(OfflineError):
            cairn.ingest.add("https://example.org/")
        assert cairn.ingest.add(f"{server.url}/docs/guide.html").added == 1


def test_text_that_was_handed_over_can_be_built_again_from_the_index(cairn: Cairn) -> None:
    cairn.ingest.add_text(b"# Memo\n\nzanzibar\n", label="memo")
    before = list(cairn.retrieve.export())
    assert cairn.ingest.reindex("memo").unchanged == 1
    assert cairn.ingest.plan_refresh("memo").unchanged == 1
    assert list(cairn.retrieve.export()) == before
    assert cairn.retrieve.sources()[0].kind == "text"


@pytest.mark.parametrize("charset", ["punycode", "idna", "utf-7", "unicode_escape"])
def test_charset_that_is_no_encoding_of_pages_is_not_used(charset: str, cairn: Cairn, server: Server) -> None:
    server.pages["/notes"] = answer(b"# Valve +AGE- \\u0041-b\n", Content_Type=f"text/markdown; charset={charset}")
    cairn.ingest.add(f"{server.url}/notes", label="notes")
    assert cairn.retrieve.show("notes").text == "# Valve +AGE- \\u0041-b\n"


def test_page_that_comes_cut_leaves_what_was_indexed(cairn: Cairn, server: Server) -> None:
    server.pages["/notes"] = answer(b"# Valve\n", Content_Type="text/markdown")
    cairn.ingest.add(f"{server.url}/notes", label="notes")
    cut = gzip.compress(b"# Another\n" * 100)[:-10]
    server.pages["/notes"] = answer(cut, Content_Type="text/markdown", Content_Encoding="gzip")
    with pytest.raises(EnvironmentFault, match="its end is missing"):
        cairn.ingest.refresh("notes")
    assert cairn.retrieve.show("notes").text == "# Valve\n"
