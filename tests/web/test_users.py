"""The page of a server with users: each sees their sources, and nothing that only a hidden one has."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx2 as httpx
import pytest

from cairn.app import create_cairn
from cairn.cli.user_file import add_user, revoke_user
from cairn.config import Config
from cairn.serve.entrance import Entrance
from cairn.serve.offer import Offer
from cairn.serve.work import Work
from cairn.users import Users
from cairn.web.application import build_page
from tests.index.conftest import write_files
from tests.serve.conftest import start
from tests.web.conftest import Browser, at, browsing

_SEEN = {
    "pyproject.toml": '[project]\nname = "kettle"\n',
    "kettle/water.py": "def boil(degrees):\n    return heat(degrees)\n\n\ndef heat(degrees):\n    return degrees\n",
}
_LABEL, _NAME, _TEXT, _FILE = CANARIES = ("zorblax", "frobnitz", "mumblefish", "quuxville")
_HIDDEN = {
    f"{_FILE}.py": f"from kettle.water import heat\n\n\ndef boil_{_NAME}():\n    return heat(7)  # {_TEXT}\n",
    "tests/test_it.py": f"from kettle.water import boil\n\n\ndef test_{_NAME}():\n    boil(1)\n",
}
_HANDLES = ("kettle:kettle/water.py#heat", f"{_LABEL}:{_FILE}.py#boil_{_NAME}", f"{_LABEL}:{_FILE}.py")
_WORDS = ("heat", f"boil_{_NAME}", _LABEL, *_HANDLES[:2])


@pytest.fixture
def users(tmp_path: Path) -> Users:
    (tmp_path / "users.toml").write_text("", encoding="utf-8")
    return Users(tmp_path / "users.toml")


@pytest.fixture
def browser(tmp_path: Path, users: Users) -> Iterator[Browser]:
    place = tmp_path.resolve()
    write_files(place / "kettle", _SEEN)
    write_files(place / _LABEL, _HIDDEN)
    with create_cairn(place / "x.db", config=Config(home=place)) as cairn:
        cairn.ingest.add(place / "kettle")
        cairn.ingest.add(place / _LABEL)
        assert cairn.ingest.link(_LABEL, "kettle").edges
        with browsing(cairn, users=users) as browser:
            yield browser


def sign_in(browser: Browser, users: Users, name: str, read: str, write: tuple[str, ...] = ()) -> None:
    _, token = add_user(users.path, name, read=[read], write=write, roots=[])
    assert browser.post("/sign-in", {"token": token, "to": "/"}).status_code == 303


def addresses(browser: Browser) -> Iterator[str]:
    """Every address of the page that is read, with everything that may be asked there."""
    page = build_page(Entrance(), Offer(), Work(browser.work.whole))
    text = "".join(map(str, _routes_of(page.inside)))
    paths = re.findall(r"path='(/[^'{]*)'", text)
    assert len(paths) > 20
    for path in paths:
        if path in ("/work/events", "/sign-out", "/work/refresh", "/work/cancel", "/cards/decide"):
            continue
        yield path
        for word in _WORDS:
            for name in ("q", "handle", "source", "from", "in", "name", "path_"):
                yield at(path, **{name: word}, **({"to": word} if name in ("from", "handle") else {}))


def _routes_of(application: object) -> list[object]:
    """The routes of an application, behind those around it."""
    while not hasattr(application, "routes"):
        application = next(value for name in ("_application", "app") if (value := getattr(application, name, None)) is not None)
    return list(application.routes)


def test_no_address_tells_anything_of_a_source_that_may_not_be_read(browser: Browser, users: Users) -> None:
    sign_in(browser, users, "ana", "kettle")
    leaks, seen = [], ""
    for url in addresses(browser):
        told = browser.get(url).text
        seen += told
        asked = url.replace("%3A", ":").replace("%2F", "/").replace("%23", "#")
        leaks += [(url, word) for word in CANARIES if word in told and word not in asked]
    assert "kettle/water.py" in seen
    assert leaks == []


def test_a_session_is_its_users_and_ends_with_them(browser: Browser, users: Users) -> None:
    assert browser.get("/").status_code == 401
    assert browser.post("/sign-in", {"token": "cairn_of_nobody", "to": "/"}).status_code == 401
    sign_in(browser, users, "ops", "all")
    assert _LABEL in browser.page("/work")
    revoke_user(users.path, "ops")
    assert browser.get("/work").status_code == 401


def test_who_may_write_what_a_card_is_about_decides_on_it_and_sees_no_button_elsewhere(browser: Browser, users: Users) -> None:
    proposals = browser.work.whole.cards.proposals
    own = proposals.propose("add", summary="Water boils", about=[_HANDLES[0]])
    other = proposals.propose("add", summary="Nobody boils", about=[_HANDLES[1]])
    sign_in(browser, users, "eve", "all")
    assert 'action="/cards/decide"' not in browser.page("/cards")
    assert browser.post("/cards/decide", {"id": own.id, "decision": "reject"}).status_code == 403
    browser.post("/sign-out", {})
    sign_in(browser, users, "ana", "all", ("kettle",))
    assert re.findall(r'name="id" value="(\w+)"', browser.page("/cards")) == [own.id]
    refused = browser.post("/cards/decide", {"id": other.id, "decision": "reject"})
    assert (refused.status_code, "may not write cards about" in refused.text) == (403, True)
    assert browser.post("/cards/decide", {"id": own.id, "decision": "reject"}).status_code == 303
    assert [proposal.id for proposal in proposals.open()] == [other.id]


@contextmanager
def watched(root: str, token: str) -> Iterator[tuple[httpx.Client, Iterator[str]]]:
    """A browser that is signed in, and what the list of jobs tells it, of which the first was read."""
    with httpx.Client(base_url=root, headers={"origin": root, "accept": "text/html"}, timeout=60) as client:
        assert client.post("/sign-in", data={"token": token, "to": "/"}).status_code == 303
        with client.stream("GET", "/work/events") as answer:
            told = answer.iter_lines()
            assert next(told) == "event: jobs"
            yield client, told


def test_a_list_of_jobs_ends_when_its_user_has_left_or_is_let_in_no_more(tmp_path: Path, shelf: Path) -> None:
    path = tmp_path / "users.toml"
    tokens = [add_user(path, name, read=["all"], write=[], roots=[])[1] for name in ("ana", "bo")]
    with start(shelf / "cairn.db", CAIRN_MCP_USERS=str(path)) as address:
        with watched(address.root, tokens[0]) as (client, told):
            kept = dict(client.cookies)
            assert client.post("/sign-out").status_code == 303
            assert list(told)  # to its end
            assert httpx.get(f"{address.root}/work", cookies=kept, headers={"accept": "text/html"}).status_code == 401
        with watched(address.root, tokens[1]) as (_, told):
            revoke_user(path, "bo")
            assert list(told)


def test_so_many_watch_jobs_and_who_leaves_makes_room(shelf: Path) -> None:
    with start(shelf / "cairn.db") as address, ExitStack() as watching:
        clients = [watching.enter_context(httpx.Client(base_url=address.root, timeout=60)) for _ in range(33)]
        seen = [watching.enter_context(client.stream("GET", "/work/events")).status_code for client in clients]
        assert seen == [200] * 32 + [503]
        clients[0].close()
        status = 503
        while status == 503:  # until the server has heard of it
            with clients[-1].stream("GET", "/work/events") as answer:
                status = answer.status_code
        assert status == 200


def test_requests_leave_lines_of_audit(browser: Browser, users: Users, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "cairn.audit")
    sign_in(browser, users, "ana", "kettle")
    browser.get(at("/definition", handle=_HANDLES[0]))
    browser.get(at("/definition", handle=_HANDLES[1]))
    browser.get("/no%0Awhere")
    lines = [record.getMessage() for record in caplog.records if record.name == "cairn.audit"]
    told = [re.sub(r"rows=\d+ ms=[\d.]+", "", line).strip() for line in lines]
    assert told == [
        "user=ana call=page/definition outcome=ok sources=kettle",
        "user=ana call=page/definition outcome=error sources=-",
        "user=ana call=page/other outcome=error sources=-",
    ]


@pytest.mark.parametrize("name", ["ana.b+c@example.org", "-_"])
def test_a_user_of_any_name_comes_in(browser: Browser, users: Users, name: str) -> None:
    sign_in(browser, users, name, "kettle")
    assert browser.get("/work").status_code == 200


def test_who_may_only_read_is_offered_no_more_and_what_is_hidden_is_as_what_is_not_there(browser: Browser, users: Users) -> None:
    sign_in(browser, users, "ana", "kettle")
    assert "/work/refresh" not in browser.page("/work")
    assert str(users.path.parent) not in browser.page("/cards")
    told = {source: browser.post("/work/refresh", {"source": source}) for source in ("kettle", _LABEL, "nowhere")}
    assert [answer.status_code for answer in told.values()] == [403, 404, 404]
    assert told[_LABEL].text == told["nowhere"].text.replace("nowhere", _LABEL)
    assert [browser.post("/work/cancel", {"id": number}).status_code for number in ("1", "2", "99")] == [403, 404, 404]
    assert browser.post("/cards/decide", {"id": "1", "decision": "reject"}).status_code == 404
