"""A real browser before a real server: an index of three packages that come with what tests the page.

Without a browser the tests are skipped and say why; with CAIRN_TEST_BROWSER=required they fail.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from cairn.app import create_cairn
from cairn.config import Config
from tests.serve.conftest import Address, start
from tests.web.world import make_traps

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Error, Page, Request

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Nothing but what a test asks for; as root there is no sandbox.
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync --disable-dev-shm-usage --font-render-hinting=none"
).split()
README = """# Click

A `Command` is run by `Command.main`, see [its text](core.py).

- one
- two

```python
def shown(): ...
```

Go to [the last part](#the-last-part).

"""
README += "Words.\n\n" * 60 + "## The last part\n\n" + "Words.\n\n" * 60
# Read at once: a test sees none of these variables.
IS_REQUIRED = os.environ.get("CAIRN_TEST_BROWSER") == "required"
CHROMIUM = os.environ.get("CAIRN_TEST_CHROMIUM")
PICTURES = os.environ.get("CAIRN_TEST_PICTURES")  # the folder for all views
SHOWN = os.environ.get("CAIRN_DOCS_PICTURES")  # and for those that the documents show
WIDTHS = {"wide": (1360, 850), "phone": (390, 844)}
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
window.refused = [];
addEventListener("securitypolicyviolation", (event) => window.refused.push(event.violatedDirective + " " + event.blockedURI));
window.trap = () => { window.trapped = true };
"""


def missing(what: str) -> None:
    """Skip, or fail where the browser is required."""
    if IS_REQUIRED:
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A Chromium without a screen."""
    if importlib.util.find_spec("playwright") is None or importlib.util.find_spec("axe_playwright_python") is None:
        missing("Playwright is not installed: make test-page does it")
    from playwright.sync_api import sync_playwright

    found = CHROMIUM or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        missing("there is no Chromium: install the package `chromium`, or name one in CAIRN_TEST_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Seen:
    """A page that is open, and what the browser said of it."""

    page: Page
    root: str
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def open(self, url: str) -> Seen:
        self.page.goto(self.root + url, wait_until="load")
        return self

    def evaluate(self, script: str) -> Any:
        return self.page.evaluate(script)

    @property
    def elsewhere(self) -> list[str]:
        """What was asked for that is not the page's."""
        return [url for url in self.asked if not url.startswith((self.root, "data:", "about:"))]


Scheme = Literal["light", "dark"]


@contextmanager
def opened(browser: Browser, root: str, width: str = "wide", scheme: Scheme = "light", **options: Any) -> Iterator[Seen]:
    """A window."""
    size = WIDTHS[width]
    context: BrowserContext = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce", **options
    )
    if options.get("java_script_enabled", True):
        context.add_init_script(SHIFTS)
    seen = Seen(context.new_page(), root)

    def note(request: Request) -> None:
        seen.asked.append(request.url)

    context.on("request", note)

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            seen.said.append(message.text)

    def dismiss(dialog: Dialog) -> None:
        seen.said.append(dialog.message)
        dialog.dismiss()

    def take(error: Error) -> None:
        seen.said.append(str(error))

    seen.page.on("console", hear)
    seen.page.on("pageerror", take)
    seen.page.on("dialog", dismiss)
    try:
        yield seen
    finally:
        context.close()


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Path:
    """The database of an index of click (Python), greenlet (C++) and a part of Playwright's driver (JavaScript), with cards."""
    import click
    import greenlet
    import playwright

    folder = tmp_path_factory.mktemp("packages").resolve()
    home = folder / "home"
    driver = Path(str(playwright.__file__)).parent / "driver" / "package" / "lib" / "tools"
    sources = {"click": Path(str(click.__file__)).parent, "greenlet": Path(str(greenlet.__file__)).parent, "driver": driver}
    for label, place in sources.items():
        shutil.copytree(place, folder / label, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    (folder / "click" / "README.md").write_text(README)
    with create_cairn(folder / "cairn.db", config=Config(home=home)) as cairn:
        for label in sources:
            cairn.ingest.add(folder / label, label=label)
        invoke = "click:core.py#Command.invoke"
        cairn.cards.desk.add("A command runs its callback in its own context.", "Never call it yourself.", about=[invoke])
        cairn.cards.proposals.propose("add", card="prompts", summary="Prompts are hidden in tests.", body="By `CliRunner`.")
    return folder / "cairn.db"


@pytest.fixture(scope="session")
def served(packages: Path) -> Iterator[Address]:
    """A server over the three packages."""
    with start(packages, CAIRN_HOME=str(packages.parent / "home")) as address:
        yield address


@pytest.fixture
def window(chromium: Browser, served: Address) -> Iterator[Seen]:
    """A wide window, in light colours."""
    with opened(chromium, served.root) as seen:
        yield seen


LONG_NAME = "a_name_that_somebody_has_given_to_a_function_because_it_says_all_that_it_does"
LONG_LABEL = "a-label-that-is-longer-than-most-labels-of-sources-are"


@pytest.fixture(scope="session")
def lengthy(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Address]:
    """A server over a source in which label, names, paths and words are long."""
    folder = tmp_path_factory.mktemp("lengthy").resolve()
    place = folder / "src" / "example_of_a_folder" / "with_another_one_inside_of_it" / LONG_NAME
    place.mkdir(parents=True)
    (place / f"{LONG_NAME}.py").write_text(f"def {LONG_NAME}(): ...\n\n\ndef use():\n    {LONG_NAME}()\n")
    table = "| a | b | c | d | e | f |\n|-|-|-|-|-|-|\n|" + "words in a cell |" * 6
    (folder / "src" / "README.md").write_text(f"# {LONG_NAME}\n\n{'word' * 80}\n\n{table}\n")
    with create_cairn(folder / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(folder / "src", label=LONG_LABEL)
    with start(folder / "cairn.db", CAIRN_HOME=str(folder / "home")) as address:
        yield address


@pytest.fixture(scope="session")
def traps(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Address]:
    """A server over a source in which every name and text tries to be more."""
    folder = tmp_path_factory.mktemp("traps").resolve()
    with create_cairn(folder / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(make_traps(folder / "traps"), label="traps")
    with start(folder / "cairn.db", CAIRN_HOME=str(folder / "home")) as address:
        yield address
