"""The view of a definition: its drawing, its text, and the lists of what it is connected with."""

from __future__ import annotations

import itertools
import re

import pytest

from tests.web.conftest import Browser, at, links, words
from tests.web.world import CALLERS_EACH, FILES_OF_CALLERS

RATE = "shop:shop/tax.py#Rate"
APPLY = f"{RATE}.apply"
CENTRE = "crowd:crowd/centre.py#centre"
NUMBER = r"(-?[\d.]+)"
BOX = re.compile(rf'<rect class="([^"]*)" x="{NUMBER}" y="{NUMBER}" width="{NUMBER}" height="{NUMBER}"')


def drawing(page: str, style: str = "wide") -> str:
    found = re.search(rf'<svg class="drawing[^"]*\b{style}".*?</svg>', page, re.DOTALL)
    assert found is not None
    return found[0]


def boxes(svg: str) -> list[tuple[str, float, float, float, float]]:
    return [(style, float(x), float(y), float(width), float(height)) for style, x, y, width, height in BOX.findall(svg)]


def section(page: str, anchor: str) -> str:
    return page.partition(f'id="{anchor}"')[2].partition("</section>")[0]


def test_callers_are_on_the_left_of_the_middle_and_callees_on_its_right(shared: Browser) -> None:
    svg = drawing(shared.page(at("/definition", handle=APPLY)))
    middle = next(box for box in boxes(svg) if box[0] == "centre")
    places = {name: float(x) for x, name in re.findall(rf'<text class="name" x="{NUMBER}"[^>]*>([^<]*)<', svg)}
    assert places["total"] < middle[1]
    assert places["rounded"] > middle[1] + middle[3]


def test_bases_are_above_the_middle_and_what_inherits_is_below(shared: Browser) -> None:
    below = drawing(shared.page(at("/definition", handle=RATE)))
    above = drawing(shared.page(at("/definition", handle="shop:shop/tax.py#Reduced")))
    for svg, name, is_below in ((below, "Reduced", True), (above, "Rate", False)):
        middle = next(box for box in boxes(svg) if box[0] == "centre")
        place = re.search(rf'<text class="name" x="[\d.]+" y="{NUMBER}"[^>]*>{name}<', svg)
        assert place is not None
        assert (float(place[1]) > middle[2] + middle[4]) is is_below


@pytest.mark.parametrize("style", ["wide", "narrow"])
@pytest.mark.parametrize(
    "asked",
    [
        {"handle": RATE, "depth": "2"},
        {"handle": APPLY},
        {"handle": CENTRE},
        {"handle": CENTRE, "open": "crowd/caller_03.py", "depth": "2"},
        {"handle": "draw:src/shape.ts#Shape"},
        {"handle": "store:store.go#Store.Put"},
        {"handle": "shop:shop/tax.py"},
    ],
    ids=lambda asked: "-".join(asked.values()),
)
def test_boxes_of_a_drawing_neither_overlap_nor_reach_beyond_it(shared: Browser, asked: dict[str, str], style: str) -> None:
    svg = drawing(shared.page(at("/definition", **asked)), style)
    size = re.search(rf'viewBox="{NUMBER} {NUMBER} {NUMBER} {NUMBER}"', svg)
    assert size is not None
    left, top, width, height = map(float, size.groups())
    found = boxes(svg)
    assert found
    for _, x, y, across, down in found:
        assert left <= x
        assert x + across <= left + width
        assert top <= y
        assert y + down <= top + height
    for one, other in itertools.combinations(found, 2):
        is_apart = one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]
        assert is_apart or one[2] + one[4] <= other[2] or other[2] + other[4] <= one[2], (one, other)


def test_names_in_the_text_are_links_to_what_they_mean(shared: Browser) -> None:
    page = shared.page(at("/definition", handle=APPLY))
    assert '<a href="/definition?handle=shop:shop/tax.py%23rounded" title="calls shop:shop/tax.py#rounded">rounded</a>' in page


def test_a_line_whose_name_is_another_leads_on_at_its_end(shared: Browser) -> None:
    page = shared.page(at("/definition", handle="draw:src/index.ts"))
    assert "→ shape.ts" in words(page) or "/definition?handle=draw:src/shape.ts" in links(page)


def test_a_use_is_told_with_its_line_and_why(shared: Browser) -> None:
    callers = section(shared.page(at("/definition", handle=APPLY)), "callers")
    assert "total calls it in line 6" in words(callers)
    assert "/file?name=shop:shop/cart.py#L6" in links(callers)
    assert "/why?from=shop:shop/cart.py%23total&to=shop:shop/tax.py%23Rate.apply" in links(callers)


def test_what_could_not_be_resolved_is_counted_and_listed(shared: Browser) -> None:
    page = shared.page(at("/definition", handle=APPLY))
    assert "1 reference of the same name could not be resolved" in words(page)
    assert "/file?name=shop:shop/cart.py#L14" in links(page)


def test_tests_and_what_is_outside_are_told_apart(shared: Browser) -> None:
    checkout = drawing(shared.page(at("/definition", handle="shop:shop/cart.py#checkout")))
    rounded = drawing(shared.page(at("/definition", handle="shop:shop/tax.py#rounded")))
    assert any("test" in style for style, *_ in boxes(checkout))
    assert any("external" in style for style, *_ in boxes(rounded))


def test_bands_of_confidence_are_styles_of_lines(shared: Browser) -> None:
    svg = drawing(shared.page(at("/definition", handle=APPLY)))
    assert re.findall(r'<path class="(edge \w+)"', svg)
    assert "edge resolved" in svg


def test_five_hundred_callers_are_grouped_by_file_and_folded(shared: Browser) -> None:
    answer = shared.get(at("/definition", handle=CENTRE), accept_encoding="identity")
    svg = drawing(answer.text)
    total = FILES_OF_CALLERS * CALLERS_EACH
    assert f"Used by {total}" in words(answer.text)
    assert len(answer.content) < 400_000
    assert int(shared.get(at("/definition", handle=CENTRE)).headers["content-length"]) < 40_000
    assert "caller_00.py: unfold 20" in svg
    shown = sum(int(count) for count in re.findall(r'<text class="count"[^>]*>(\d+)<', svg))
    more = re.search(r"… (\d+) more in further files", svg)
    assert more is not None
    assert shown + int(more[1]) == total
    assert "<details open" not in section(answer.text, "callers")


def test_a_file_of_callers_is_unfolded_on_demand(shared: Browser) -> None:
    folded = drawing(shared.page(at("/definition", handle=CENTRE)))
    opened = drawing(shared.page(at("/definition", handle=CENTRE, open="crowd/caller_01.py")))
    assert "call_01_07" not in folded
    assert all(f"call_01_{each:02}" in opened for each in range(CALLERS_EACH))
    assert "call_02_07" not in opened


def test_depth_two_shows_the_users_of_the_users(shared: Browser) -> None:
    svg = drawing(shared.page(at("/definition", handle=APPLY, depth="2")))
    assert "used by, one step further" in svg
    assert ">checkout<" in svg
    assert 'class="way"' in svg
    assert "depth=2" in next(url for url in links(svg) if "checkout" in url)  # one click keeps the depth


def test_a_name_of_several_definitions_asks_which_one(shared: Browser) -> None:
    page = shared.page(at("/definition", handle="Store"))
    assert "/definition?handle=store:store.go%23Store" in links(page)
    assert "Which one" in page or "class" in page or "struct" in page


def test_a_name_that_nothing_has_shows_the_nearest(shared: Browser) -> None:
    answer = shared.get(at("/definition", handle="aply rates"))
    assert answer.status_code == 200
    assert "Nothing is called" in answer.text


def test_a_handle_that_nothing_has_is_an_error_with_the_closest(shared: Browser) -> None:
    answer = shared.get(at("/definition", handle="shop:shop/tax.py#Rate.aply"))
    assert answer.status_code == 404
    assert "Rate.apply" in words(answer.text)


def test_a_definition_is_kept_as_a_drawing_and_as_text(shared: Browser) -> None:
    svg = shared.get(at("/definition.svg", handle=APPLY))
    text = shared.get(at("/definition.txt", handle=APPLY))
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.headers["content-disposition"].startswith("attachment")
    assert "<style>" in svg.text
    assert "href" not in svg.text
    assert "sandbox" in svg.headers["content-security-policy"]
    assert text.text.startswith(f"{APPLY}  ")
    assert "called by" in text.text


def test_an_edge_is_explained(shared: Browser) -> None:
    page = shared.page(at("/why", from_="shop:shop/cart.py#total", to=APPLY))
    assert "Why total → Rate.apply" in words(page)
    assert "rate.apply(sum(prices))" in words(page)
    assert shared.get(at("/why.txt", from_="shop:shop/cart.py#total", to=APPLY)).text.startswith("shop:shop/cart.py#total -> ")


def test_a_long_text_is_cut_and_shown_whole_on_demand(shared: Browser) -> None:
    whole = at("/definition", handle="crowd:crowd/caller_00.py")
    assert "Show" not in section(shared.page(whole), "text") or "more line" in shared.page(whole)
    assert 'id="L81"' in shared.page(f"{whole}&all=1")


def test_on_a_phone_the_users_of_the_users_stand_above_the_users(shared: Browser) -> None:
    svg = drawing(shared.page(at("/definition", handle=APPLY, depth="2")), "narrow")
    said = re.findall(r'<text class="(?:heading|name)"[^>]*>([^<]*)<', svg)
    further, near = said.index("used by, one step further"), said.index("used by")
    assert further < said.index("checkout") < near < said.index("total")
