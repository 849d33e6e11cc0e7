"""An index of three small packages, and a browser without a screen: requests that go through the guard and all behind it."""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import httpx2 as httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from cairn.app import Cairn, create_cairn
from cairn.config import Config
from cairn.serve.bind import Listen
from cairn.serve.http import build_application
from cairn.serve.offer import Offer
from cairn.serve.server import build_server
from cairn.serve.work import Work
from cairn.users import Users
from cairn.web.application import build_page
from tests.web.world import make_sources, make_traps

HOST = "127.0.0.1:8093"
ORIGIN = f"http://{HOST}"


class Browser:
    """Asks the page as a browser would that keeps no more than its cookies; follows no redirect."""

    def __init__(self, client: httpx.AsyncClient, portal: BlockingPortal, work: Work) -> None:
        self.client = client
        self.work = work
        self._portal = portal

    def get(self, url: str, **headers: str) -> httpx.Response:
        given = {"accept": "text/html", **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self._portal.call(functools.partial(self.client.get, url, headers=given))

    def post(self, url: str, fields: dict[str, str], **headers: str) -> httpx.Response:
        given = {"origin": ORIGIN, **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self._portal.call(functools.partial(self.client.post, url, data=fields, headers=given))

    def page(self, url: str) -> str:
        """The HTML at an address that is there."""
        answer = self.get(url)
        assert answer.status_code == 200, answer.text
        return answer.text

    def close(self) -> None:
        self._portal.call(self.client.aclose)


Browse = Callable[..., Browser]


@contextmanager
def browsing(
    cairn: Cairn, *, token: str | None = None, is_read_only: bool = False, users: Users | None = None
) -> Iterator[Browser]:
    """A browser at the page of an index, in this process."""
    offer, listen = Offer(is_read_only), Listen("127.0.0.1", 8093, token, users=users)
    work = Work(cairn, has_users=users is not None)
    application = build_application(
        build_server(work, "0", offer), work, listen, lambda work, entrance: build_page(entrance, offer, work)
    )
    with start_blocking_portal() as portal:
        transport = httpx.ASGITransport(app=application)
        browser = Browser(httpx.AsyncClient(transport=transport, base_url=ORIGIN, timeout=60), portal, work)
        try:
            yield browser
        finally:
            browser.close()
            work.settle()


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sources and their index, `cairn.db`, for tests that only read."""
    folder = tmp_path_factory.mktemp("page").resolve()
    with create_cairn(folder / "cairn.db", config=Config()) as cairn:
        for label, place in make_sources(folder).items():
            cairn.ingest.add(place, label=label)
    return folder


@pytest.fixture(scope="session")
def shared(shelf: Path) -> Iterator[Browser]:
    """A browser at the page of the shared index."""
    with create_cairn(shelf / "cairn.db", config=Config()) as cairn, browsing(cairn) as browser:
        yield browser


@pytest.fixture(scope="session")
def trapped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser at the page of an index in which every name and text tries to be more."""
    folder = tmp_path_factory.mktemp("traps").resolve()
    with create_cairn(folder / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(make_traps(folder / "traps"), label="traps")
        with browsing(cairn) as browser:
            yield browser


def at(path: str, **asked: str) -> str:
    """An address of the page."""
    return path + "?" + "&".join(f"{name.rstrip('_')}={quote(value, safe='')}" for name, value in asked.items())


def words(page: str) -> str:
    """What a page says, without its marks."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page.replace("<wbr>", ""))).split())


def links(page: str) -> list[str]:
    """Where a page leads, in order."""
    return [html.unescape(url) for url in re.findall(r'<a\b[^>]*\bhref="([^"]*)"', page)]
