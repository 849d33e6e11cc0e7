"""The other views: search, path, impact, map, files, work."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from cairn.app import create_cairn
from cairn.config import Config
from tests.web.conftest import Browser, at, browsing, links, words
from tests.web.test_definition import BOX, CENTRE, boxes, drawing

APPLY = "shop:shop/tax.py#Rate.apply"
VIEWS = [
    "/",
    "/starts",
    "/search",
    at("/search", q="rate", explain="1"),
    at("/search/typed", q="che"),
    at("/definition", handle=APPLY),
    at("/why", from_="shop:shop/cart.py#total", to=APPLY),
    "/path",
    at("/path", from_="main", to=APPLY),
    "/impact",
    at("/impact", handle=APPLY),
    "/map",
    at("/map", source="crowd"),
    "/files",
    at("/files", source="shop", in_="shop"),
    at("/file", name="shop:shop/tax.py"),
    at("/file", name="shop:README.md"),
    at("/skipped", source="shop"),
    "/work",
    "/cards",
]


@pytest.mark.parametrize("url", VIEWS)
def test_every_view_has_a_title_a_place_for_its_content_and_the_search(shared: Browser, url: str) -> None:
    page = shared.page(url)
    if "/typed" not in url:
        assert re.search(r"<title>[^<]*Cairn</title>", page)
        assert '<main id="main"' in page
        assert 'role="search"' in page
        assert page.count("<h1") == (url != "/starts")
    assert not re.search(r"\sstyle=|\son\w+=|<script(?! type=\"module\" src=)", page)


def test_every_link_of_a_view_leads_somewhere(shared: Browser) -> None:
    met = {url.partition("#")[0] for view in VIEWS for url in links(shared.page(view)) if url.startswith("/")}
    broken = {url: answer.status_code for url in sorted(met) if (answer := shared.get(url)).status_code != 200}
    assert not broken


# Search


def test_a_hit_shows_its_code_and_leads_to_its_definition(shared: Browser) -> None:
    page = shared.page(at("/search", q="rate apply"))
    assert "/definition?handle=shop:shop/tax.py%23Rate.apply" in links(page)
    assert '<span class="k">class</span>' in page or '<span class="k">def</span>' in page


def test_a_search_is_narrowed_by_source_and_language(shared: Browser) -> None:
    everywhere = words(shared.page(at("/search", q="store put")))
    only_shop = words(shared.page(at("/search", q="store put", source="shop")))
    only_go = words(shared.page(at("/search", q="put", lang="go")))
    assert "store:store.go" in everywhere
    assert "store:store.go" not in only_shop
    assert "· go" in only_go
    assert "shop:" not in only_go


def test_the_parts_of_a_score_are_shown_on_request(shared: Browser) -> None:
    assert '<dl class="parts">' not in shared.page(at("/search", q="rate"))
    assert '<dl class="parts">' in shared.page(at("/search", q="rate", explain="1"))


def test_exact_text_and_expressions_are_found_by_their_lines(shared: Browser) -> None:
    assert "shop:shop/tax.py:16" in words(shared.page(at("/search", q="self.percent // 100", mode="literal")))
    assert "call_03_07" in shared.page(at("/search", q=r"call_\d3_07", mode="regex"))


def test_while_somebody_types_definitions_are_offered(shared: Browser) -> None:
    offered = links(shared.page(at("/search/typed", q="checko")))
    assert offered[0] == "/definition?handle=shop:shop/cart.py%23checkout"
    assert shared.page(at("/search/typed", q="")).strip() == ""


def test_an_unknown_filter_is_an_error_that_names_the_known_ones(shared: Browser) -> None:
    answer = shared.get(at("/search", q="x", source="nowhere"))
    assert answer.status_code == 404
    assert "shop" in words(answer.text)


# Path


def test_a_way_is_drawn_step_by_step_with_its_lines(shared: Browser) -> None:
    page = shared.page(at("/path", from_="main", to=APPLY))
    svg = drawing(page, "chain")
    names = re.findall(r'<text class="name strong"[^>]*>([^<]*)<', svg)
    assert names == ["main", "checkout", "total", "Rate.apply"]
    assert "calls · cart.py:6" in svg
    assert shared.get(at("/path.txt", from_="main", to=APPLY)).text.count("calls") == 3
    assert shared.get(at("/path.svg", from_="main", to=APPLY)).status_code == 200


def test_where_there_is_no_way_the_page_says_what_could_be_missing(shared: Browser) -> None:
    page = words(shared.page(at("/path", from_=APPLY, to="main")))
    assert "No path was found" in page
    assert "could not be resolved" in page
    assert shared.page(at("/path", from_=APPLY, to="main", undirected="1")).count("chain") > 0


def test_a_way_between_what_is_not_named_is_asked_for(shared: Browser) -> None:
    assert "Name two definitions" in words(shared.page(at("/path", from_="main")))
    assert shared.get(at("/path.svg", from_="main")).status_code == 404


# Impact


def test_an_impact_names_the_tests_to_run_and_the_entry_points(shared: Browser) -> None:
    page = shared.page(at("/impact", handle=APPLY))
    tests = page.partition('id="tests"')[2].partition("</section>")[0]
    entries = page.partition('id="entries"')[2].partition("</section>")[0]
    assert "tests/test_cart.py 1 test · 3 steps away" in words(tests)
    assert "shop:shop/main.py" in words(entries)
    assert "tests/test_cart.py" in shared.get(at("/impact.txt", handle=APPLY)).text


@pytest.mark.parametrize("style", ["wide", "narrow"])
def test_layers_of_an_impact_are_drawn_without_overlap(shared: Browser, style: str) -> None:
    svg = drawing(shared.page(at("/impact", handle=CENTRE)), style)
    found = boxes(svg)
    assert "the change" in svg
    assert "1 step away" in svg
    assert "more files" in svg
    assert len({(x, y) for _, x, y, *_ in found}) == len(found)


def test_what_nothing_reaches_is_said_together_with_what_stayed_unresolved(shared: Browser) -> None:
    page = words(shared.page(at("/impact", handle="shop:shop/cart.py#guess")))
    assert "Nothing found that reaches it; 0 references" in page


def test_an_impact_of_a_diff_begins_at_what_was_touched(tmp_path: Path) -> None:
    folder = tmp_path.resolve() / "repo"
    folder.mkdir()
    file = folder / "a.py"
    file.write_text("def low():\n    return 1\n\n\ndef high():\n    return low()\n")
    for command in (["init", "-q"], ["add", "-A"], ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "one"]):
        subprocess.run(["git", "-C", str(folder), *command], check=True, capture_output=True)
    file.write_text(file.read_text().replace("return 1", "return 2"))
    with create_cairn(tmp_path / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(folder)
        with browsing(cairn) as browser:
            page = browser.page(at("/impact", diff="HEAD", source="repo"))
    assert "/definition?handle=repo:a.py%23high" in links(page)


# Map


@pytest.mark.parametrize("style", ["wide", "narrow"])
def test_areas_of_a_map_fill_it_and_are_as_large_as_their_uses(shared: Browser, style: str) -> None:
    svg = drawing(shared.page(at("/map", source="shop", in_="shop/tax.py")), style)
    uses = [int(count) for count in re.findall(r"<title>[^<]*: ([\d,]+) uses</title>", svg)]
    areas = [(width + 2) * (height + 2) for style, _, _, width, height in boxes(svg) if style.startswith("area")]
    size = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg)
    assert size is not None
    assert len(uses) == len(areas) > 1
    assert sum(areas) == pytest.approx((float(size[1]) - 6) * (float(size[2]) - 6), rel=0.01)
    assert [area / sum(areas) for area in areas] == pytest.approx([use / sum(uses) for use in uses], abs=0.01)


def test_a_map_folds_down_to_definitions(shared: Browser) -> None:
    source = links(shared.page(at("/map", source="shop")))
    assert "/map?source=shop&in=shop/tax.py" in source
    inside = links(shared.page("/map?source=shop&in=shop/tax.py"))
    assert "/definition?handle=shop:shop/tax.py%23Rate" in inside
    assert shared.get("/map.svg?source=shop").status_code == 200
    assert "Rate" in shared.get("/map.txt?source=shop").text
    assert BOX.search(shared.page("/map?source=shop"))


# Files


def test_a_tree_has_folders_first_and_counts_what_is_in_them(shared: Browser) -> None:
    page = shared.page(at("/files", source="shop"))
    assert links(page.partition("<tbody>")[2])[:2] == ["/files?source=shop&in=docs", "/files?source=shop&in=shop"]
    assert "shop/ 14" in words(page) or re.search(r"shop/ \d+ \d+ bytes", words(page))


def test_a_file_has_an_outline_and_lines_that_can_be_named(shared: Browser) -> None:
    page = shared.page(at("/file", name="shop:shop/tax.py"))
    assert 'id="L15"' in page
    assert "/definition?handle=shop:shop/tax.py%23Rate.apply" in links(page.partition("Outline</h2>")[2])


def test_a_document_is_shown_as_one_and_its_links_stay_in_the_index(shared: Browser) -> None:
    page = shared.page(at("/file", name="shop:README.md"))
    assert re.search(r"<h2 id=\"L1\">.*Shop</h2>", page)
    assert "<table>" in page
    assert "/file?name=shop:docs/guide.md#user-content-how" in links(page)
    assert '<a href="https://shop.example/" rel="noopener noreferrer nofollow">' in page
    assert '<span class="k">def</span>' in page
    assert '<article class="document">' not in shared.page(at("/file", name="shop:README.md", text="1"))


def test_a_link_inside_of_a_document_leads_to_the_heading_that_it_names(shared: Browser) -> None:
    page = shared.page(at("/file", name="shop:README.md"))
    inside = ["#user-content-jobs", "#user-content-jobs-1", "#user-content-place"]
    assert [url for url in links(page) if url.startswith("#user")] == inside
    assert [page.count(f'id="{url[1:]}"') for url in inside] == [1, 1, 1]
    assert page.count('id="jobs"') == 0  # what a script of the page takes for its own
    assert "/file?name=shop:shop/tax.py#L5" in links(page)
    assert 'id="user-content-how"' in shared.page(at("/file", name="shop:docs/guide.md"))


def test_what_was_left_out_is_listed_with_its_reason(shared: Browser) -> None:
    page = words(shared.page(at("/skipped", source="shop")))
    for path, reason in (("debug.log", "ignored"), ("photo.bin", "binary"), ("server.pem", "secret")):
        assert f"{path} {reason}" in page
    assert "photo.bin" not in shared.page(at("/skipped", source="shop", reason="secret"))


def test_a_handle_may_be_longer_than_what_people_type(tmp_path: Path) -> None:
    name = "f" * 2500
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "long.py").write_text(f"def {name}(): ...\n\n\ndef use():\n    {name}()\n", encoding="utf-8")
    with create_cairn(tmp_path / "cairn.db", config=Config()) as cairn, browsing(cairn) as browser:
        cairn.ingest.add(tmp_path / "src")
        handle = f"src:long.py#{name}"
        for url in links(browser.page(at("/definition", handle=handle)).partition("<main")[2]):
            assert browser.get(url).status_code == 200, url[:100]
        assert "1 step" in words(browser.page(at("/path", from_="src:long.py#use", to=handle)))


# What is not there


def test_an_address_that_is_none_says_so(shared: Browser) -> None:
    answer = shared.get("/nowhere")
    assert answer.status_code == 404
    assert "nothing at this address" in answer.text


def test_an_address_without_what_it_needs_says_what_that_is(shared: Browser) -> None:
    for url in ("/definition", "/why?from=a", "/file", "/card"):
        answer = shared.get(url)
        assert answer.status_code == 400
        assert "This address needs" in words(answer.text)


def test_without_an_index_the_page_says_how_to_make_one(tmp_path: Path) -> None:
    with create_cairn(tmp_path / "none.db", config=Config()) as cairn, browsing(cairn) as browser:
        assert "cairn add" in browser.page("/")
        assert "cairn add" in browser.page("/work")
        answer = browser.get("/files")
        assert answer.status_code == 404
        assert "cairn add" in words(answer.text) or "cairn init" in words(answer.text)
    assert not (tmp_path / "none.db").exists()


def test_a_hit_shows_the_lines_of_the_name_that_it_has(tmp_path: Path) -> None:
    (tmp_path / "long").mkdir()
    others = "".join(f"export function other{each} (thing: string) {{\n  return thing + {each}\n}}\n\n" for each in range(5))
    (tmp_path / "long" / "types.ts").write_text(f"{others}export interface Wanted {{\n  one: string\n}}\n")
    with create_cairn(tmp_path / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(tmp_path / "long", label="long")
        with browsing(cairn) as browser:
            page = browser.page(at("/search", q="Wanted"))
    assert "long:types.ts:21" in words(page)
    assert 'id="L21"' in page
    assert 'id="L1"' not in page
    assert "20 more lines" in page


def test_as_many_hits_as_are_shown_are_not_told_as_all(shared: Browser) -> None:
    assert "there may be more" in shared.page(at("/search", q="call_", mode="literal"))
    assert "there may be more" not in shared.page(at("/search", q="self.percent // 100", mode="literal"))


def test_a_fault_offers_a_search_for_the_name_that_nothing_has(shared: Browser) -> None:
    assert at("/search", q="Rate.nowhere") in links(shared.get(at("/definition", handle="shop:tax.py#Rate.nowhere")).text)
    fault = shared.get(at("/impact", handle="nowhere")).text
    assert "/impact" in links(fault.partition("<main")[2])


def test_a_document_keeps_the_sides_of_its_tables_and_leaves_away_tags_that_only_lay_out(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(
        '<div align="center"><img src="https://elsewhere.example/logo.svg" alt="The logo"></div>\n\n'
        "| a | b |\n| :-: | --: |\n| 1 | 2 |\n\nPress <kbd>x</kbd>, a `<div>` or <Widget one>.\n\n<!-- not said -->\n"
    )
    with create_cairn(tmp_path / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(tmp_path / "docs", label="docs")
        with browsing(cairn) as browser:
            page = (
                browser.page(at("/file", name="docs:a.md")).partition('<article class="document">')[2].partition("</article>")[0]
            )
    assert "style=" not in page
    assert '<td class="to-center">1</td>' in page
    assert '<td class="to-right">2</td>' in page
    assert words(page) == "The logo a b 1 2 Press x, a <div> or <Widget one>."
