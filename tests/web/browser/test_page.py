"""The page in a real Chromium: every view in both schemes, wide and narrow; by keyboard; without scripts; against traps."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2 as httpx
import pytest

from cairn.app import create_cairn
from cairn.config import Config
from tests.serve.conftest import Address, start
from tests.web.browser.conftest import LONG_LABEL, LONG_NAME, PICTURES, SHOWN, Scheme, Seen, opened
from tests.web.conftest import at
from tests.web.world import LINKS, SCRIPTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser]

INVOKE = "click:core.py#Command.invoke"
VIEWS = {
    "home": "/",
    "search": at("/search", q="invoke command", explain="1"),
    "definition": at("/definition", handle=INVOKE),
    "class": at("/definition", handle="click:core.py#Context"),
    "deep": at("/definition", handle=INVOKE, depth="2"),
    "cpp": at("/definition", handle="greenlet:TGreenlet.cpp"),
    "external": at("/definition", handle="external:python/typing"),
    "choice": at("/definition", handle="invoke"),
    "nearest": at("/definition", handle="invoking of commands"),
    "why": at("/why", from_="click:core.py#Command.main", to=INVOKE),
    "path": at("/path", from_="click:core.py#Command.main", to="click:core.py#Context.invoke"),
    "no-path": at("/path", from_="click:core.py#Context.invoke", to="click:testing.py#CliRunner.invoke"),
    "impact": at("/impact", handle=INVOKE),
    "map": at("/map", source="click"),
    "map-file": at("/map", source="click", in_="core.py"),
    "folder": at("/files", source="greenlet"),
    "file": at("/file", name="click:utils.py"),
    "document": at("/file", name="click:README.md"),
    "skipped": at("/skipped", source="greenlet"),
    "work": "/work",
    "cards": "/cards",
    "card": "/card?name=a-command-runs-its-callback-in-its-own-context",
    "fault": "/nowhere",
}
OF_DOCUMENTS = {
    "definition-wide-light",
    "definition-wide-dark",
    "definition-phone-dark",
    "impact-wide-light",
    "map-wide-light",
    "search-wide-light",
}
# Texts of a drawing lie inside of their box, and beside one another.
CUT_TEXTS = """() => {
  const found = [];
  for (const group of document.querySelectorAll("svg.drawing a")) {
    const box = group.querySelector("rect")?.getBBox();
    const texts = [...group.querySelectorAll("text")].filter((text) => text.textContent && text.getClientRects().length);
    texts.forEach((text, place) => {
      const own = text.getBBox(), right = own.x + own.width, foot = own.y + own.height;
      const isAcross = !box || (own.x >= box.x - 1 && right <= box.x + box.width + 1);
      const isIn = isAcross && (!box || (own.y >= box.y - 1 && foot <= box.y + box.height + 1));
      if (own.width && !isIn) found.push("cut: " + text.textContent);
      for (const other of texts.slice(place + 1)) {
        const next = other.getBBox();
        const across = Math.min(right, next.x + next.width) - Math.max(own.x, next.x);
        const down = Math.min(foot, next.y + next.height) - Math.max(own.y, next.y);
        if (across > 1 && down > 3) found.push("overlap: " + text.textContent + " | " + other.textContent);
      }
    });
  }
  return found;
}"""
# Buttons, and links that look like one, lie inside of all that could cut them.
CUT_BUTTONS = """() => [...document.querySelectorAll("main button, main .button")].filter((button) => {
  const own = button.getBoundingClientRect();
  if (!own.width) return false;
  for (let around = button.parentElement; around; around = around.parentElement) {
    const box = around.getBoundingClientRect();
    if (getComputedStyle(around).overflowX !== "visible" && (own.right > box.right + 1 || own.left < box.left - 1)) return true;
  }
  return own.right > innerWidth || own.left < 0;
}).map((button) => button.textContent)"""
# The look of what is focused.
STOP = """() => {
  const element = document.activeElement, style = getComputedStyle(element), box = element.querySelector("rect");
  return {
    text: element.textContent.trim(),
    outline: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
    stroke: box ? parseFloat(getComputedStyle(box).strokeWidth) : 0,
  };
}"""


def keep_picture(seen: Seen, name: str) -> None:
    for folder in filter(None, (PICTURES, SHOWN if name in OF_DOCUMENTS else None)):
        Path(folder).mkdir(parents=True, exist_ok=True)
        seen.page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", ["wide", "phone"])
@pytest.mark.parametrize("name", VIEWS)
def test_a_view_is_whole_and_readable(chromium: Browser, served: Address, name: str, width: str, scheme: Scheme) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with opened(chromium, served.root, width, scheme) as seen:
        seen.open(VIEWS[name])
        seen.page.wait_for_load_state("networkidle")
        keep_picture(seen, f"{name}-{width}-{scheme}")
        assert seen.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert seen.evaluate(CUT_TEXTS) == []
        assert seen.evaluate(CUT_BUTTONS) == []
        assert seen.evaluate("window.shifted") == 0
        assert seen.evaluate("window.refused") == []
        assert [text for text in seen.said if "404" not in text or name != "fault"] == []
        assert seen.elsewhere == []
        results = Axe().run(seen.page)
        assert not results.response["violations"], results.generate_report()


@pytest.mark.parametrize("width", ["wide", "phone"])
def test_long_names_fit(chromium: Browser, lengthy: Address, width: str) -> None:
    label, name = LONG_LABEL, LONG_NAME
    views = [
        "/",
        "/work",
        at("/files", source=label),
        at("/map", source=label),
        at("/search", q=name),
        at("/impact", handle=name),
    ]
    views += [at("/definition", handle=name), at("/path", from_="use", to=name), at("/file", name=f"{label}:README.md")]
    with opened(chromium, lengthy.root, width) as seen:
        for view in views:
            seen.open(view)
            assert seen.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, view
            assert seen.evaluate(CUT_TEXTS) == [], view
            assert seen.evaluate(CUT_BUTTONS) == [], view


def test_all_of_it_works_by_keyboard(window: Seen) -> None:
    page = window.open("/").page
    page.keyboard.press("/")
    page.keyboard.type("Command.invo")
    page.wait_for_selector("#offers li")
    page.keyboard.press("ArrowDown")
    assert page.get_attribute("#q", "aria-activedescendant") == "offer-1"
    page.keyboard.press("Enter")
    page.wait_for_url("**/definition?handle=*Command.invoke")
    tab_to(window, "What breaks if it changes?")
    page.keyboard.press("Enter")
    page.wait_for_url("**/impact?*")
    page.keyboard.press("/")
    page.keyboard.type("invoke")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=invoke*")
    page.keyboard.press("Tab")
    page.keyboard.press("j")
    first = window.evaluate("document.activeElement.textContent")
    page.keyboard.press("j")
    second = window.evaluate("document.activeElement.textContent")
    assert first != second
    page.keyboard.press("k")
    assert window.evaluate("document.activeElement.textContent") == first
    page.keyboard.press("Enter")
    page.wait_for_url("**/definition?*")


def tab_to(seen: Seen, text: str) -> None:
    """Press Tab until what has this text is focused; each stop on the way must be seen to be one."""
    for _ in range(60):
        seen.page.keyboard.press("Tab")
        stop = seen.evaluate(STOP)
        assert max(stop["outline"], stop["stroke"]) >= 3, stop
        if stop["text"] == text:
            return
    raise AssertionError(f"Tab does not lead to {text!r}")


def test_a_node_of_the_drawing_becomes_the_middle_by_one_click(window: Seen) -> None:
    page = window.open(VIEWS["definition"]).page
    page.click("svg.wide a:has(rect.node) >> nth=0")
    page.wait_for_url("**/definition?*")
    assert "Command.invoke" not in (page.text_content("h1") or "")


def test_an_edge_is_explained_beside_the_drawing_and_gives_the_focus_back(window: Seen) -> None:
    page = window.open(VIEWS["definition"]).page
    link = page.locator("#callers a.why").first
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel:not([hidden]) h1")
    assert page.url.endswith("Command.invoke")
    assert window.evaluate("document.activeElement.textContent") == "Close"
    page.keyboard.press("Escape")
    assert page.is_hidden("#panel")
    assert window.evaluate("document.activeElement.className") == "why"


def test_without_scripts_all_but_the_live_parts_works(chromium: Browser, served: Address) -> None:
    with opened(chromium, served.root, java_script_enabled=False) as seen:
        page = seen.open("/").page
        page.click("text=What most of the code depends on")
        page.go_back()
        page.fill("#q", "Command.invoke")
        page.press("#q", "Enter")
        page.click("h2 a.hit-link >> nth=0")
        page.click("#callers a.why >> nth=0")
        assert "/why?" in page.url
        page.go_back()
        page.click("text=What breaks if it changes?")
        page.click("#layers summary >> nth=0")
        page.goto(served.root + "/work")
        assert page.is_visible("noscript p")
        page.click("button[aria-label='Refresh greenlet']")
        assert page.is_visible("text=greenlet is being refreshed")
        page.goto(served.root + "/files?source=click")
        page.click("text=core.py")
        assert page.is_visible("text=Outline")


def test_jobs_are_seen_as_they_run(chromium: Browser, packages: Path, served: Address) -> None:
    with opened(chromium, served.root) as seen:
        page = seen.open("/work").page
        with httpx.Client(base_url=served.root) as client:
            sent = client.post("/work/refresh", data={"source": "click"}, headers={"origin": served.root})
        assert sent.status_code == 303
        page.wait_for_selector("#jobs tr:has-text('refresh'):has-text('done')")
        assert page.url == f"{served.root}/work"


def test_a_job_that_runs_can_be_cancelled_on_a_phone(chromium: Browser, packages: Path, served: Address) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def hold(_progress: object) -> None:
        begun.set()
        may_end.wait(60)

    with create_cairn(packages, config=Config(home=packages.parent / "home")) as cairn, ThreadPoolExecutor(1) as aside:
        job = aside.submit(cairn.ingest.reindex, "driver", on_progress=hold)
        assert begun.wait(60)
        with opened(chromium, served.root, "phone") as seen:
            seen.open("/work").page.wait_for_selector("text=Cancel")
            assert seen.evaluate(CUT_BUTTONS) == []
        may_end.set()
        job.result(60)


def test_a_link_in_a_document_leads_to_its_heading(window: Seen) -> None:
    page = window.open(VIEWS["document"]).page
    page.click("text=the last part")
    assert page.url.endswith("#user-content-the-last-part")
    top = "document.querySelector('#user-content-the-last-part').getBoundingClientRect().top"
    assert 0 < window.evaluate(top) < 200


def test_the_token_is_given_once_and_the_view_that_was_wanted_comes(chromium: Browser, packages: Path) -> None:
    with start(packages, CAIRN_MCP_TOKEN="a-token-for-tests") as address, opened(chromium, address.root) as seen:
        page = seen.open(VIEWS["definition"]).page
        keep_picture(seen, "sign-in")
        assert page.evaluate("document.querySelector('input[type=password]').autofocus")
        page.fill("input[type=password]", "a-token-for-tests")
        page.press("input[type=password]", "Enter")
        page.wait_for_selector("svg.wide")
        assert "Command.invoke" in (page.text_content("h1") or "")
        assert seen.evaluate("document.cookie") == ""
        seen.open("/work")
        assert page.is_visible("text=Sign out")
        page.click("text=Sign out")
        assert page.is_visible("input[type=password]")


def test_nothing_that_is_indexed_runs_or_asks_for_anything(chromium: Browser, traps: Address) -> None:
    with opened(chromium, traps.root) as seen:
        files = seen.open(at("/files", source="traps")).evaluate(
            "[...document.querySelectorAll('tbody a')].map((a) => a.getAttribute('href'))"
        )
        assert len(files) >= 4
        views = [view for url in files for view in (url, f"{url}&text=1", url.replace("/file?name=", "/definition?handle="))]
        views += [at("/search", q=text, mode=mode) for text in (*SCRIPTS, *LINKS) for mode in ("words", "literal")]
        views += [at("/definition", handle=text) for text in SCRIPTS] + [at("/work", done=text) for text in SCRIPTS]
        for view in [*views, at("/map", source="traps"), "/"]:
            seen.open(view)
            assert seen.evaluate("window.trapped") is None, view
            assert seen.evaluate("window.refused") == [], view
            assert seen.page.url.startswith(traps.root), view
        seen.open("/").page.fill("#q", "<img src=x onerror=trap()>")
        seen.page.wait_for_load_state("networkidle")
        assert seen.evaluate("window.trapped") is None
        assert seen.elsewhere == []
        assert [text for text in seen.said if "Failed to load resource" not in text] == []
