"""Who may ask a server, and what they may change: by tokens, by a proxy's word, and where somebody tries tokens out."""

from __future__ import annotations

import ipaddress
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import anyio
import httpx2 as httpx
import pytest

from cairn.app import Cairn, create_cairn
from cairn.cli.user_file import add_user, revoke_user
from cairn.config import Config
from cairn.errors import NotFoundError, RefusedError
from cairn.rights import OWNER, User
from cairn.serve.entrance import Entrance
from cairn.serve.failures import FREE, MOST_ADDRESSES, MOST_WAITING_EACH, Failures
from cairn.serve.refusal import Refusal
from cairn.serve.work import Work
from cairn.users import Users
from tests.index.conftest import write_files
from tests.serve.conftest import Serve
from tests.serve.test_guard import ACCEPT

_TOKEN = "the-one-token-of-before"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of `mine` and `theirs`, for tests that only read."""
    place = tmp_path_factory.mktemp("rights").resolve()
    make_index(place)
    return place


def make_index(place: Path) -> None:
    write_files(place / "mine", {"a.py": "def my_own():\n    return 1\n"})
    write_files(place / "theirs", {"b.py": "def not_mine():\n    return 2\n", "c.py": "", "d.py": ""})
    with create_cairn(place / "x.db", config=Config(home=place)) as cairn:
        cairn.ingest.add(place / "mine")
        cairn.ingest.add(place / "theirs")


def call(url: str, token: str, tool: str, **arguments: object) -> str:
    """The text that a tool answers with, or the status of a refusal."""
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    answer = httpx.post(url, json=body, headers={**ACCEPT, "Authorization": f"Bearer {token}"})
    if answer.status_code != 200:
        return str(answer.status_code)
    (line,) = [line for line in answer.text.splitlines() if line.startswith("data: {")]
    return str(json.loads(line.removeprefix("data: "))["result"]["content"][0]["text"])


def test_each_token_sees_its_sources_and_one_that_is_revoked_none(serve: Serve, place: Path, tmp_path: Path) -> None:
    users = tmp_path / "users.toml"
    _, ana = add_user(users, "ana", read=["mi*"], write=[], roots=[])
    _, ops = add_user(users, "ops", read=[], write=["all"], roots=[])
    with serve(place / "x.db", CAIRN_MCP_USERS=str(users), CAIRN_MCP_TOKEN=_TOKEN, CAIRN_HOME=str(place)) as address:
        assert "theirs" not in call(address.url, ana, "list")
        assert "theirs" in call(address.url, ops, "list")
        assert "theirs" in call(address.url, _TOKEN, "list")
        assert "no source named 'theirs'; there are: 'mine'" in call(address.url, ana, "refresh", source="theirs")
        assert call(address.url, "cairn_of_nobody", "list") == "401"
        told = {token: metrics(address.root, token) for token in (ana, ops)}
        assert 'cairn_index_rows{what="files"} 1\n' in told[ana]
        assert 'cairn_index_rows{what="files"} 4\n' in told[ops]
        assert "cairn_token_failures_total 1\n" in told[ana]
        assert re.search(r"^cairn_index_bytes", told[ana], re.MULTILINE) is None
        assert re.search(r"^cairn_index_bytes \d", told[ops], re.MULTILINE)
        assert not any(word in told[ana] for word in ("mine", "theirs", "ana"))
        revoke_user(users, "ana")
        assert call(address.url, ana, "list") == "401"
        users.write_text("[users.ops]\nwrites = ['*']\n", encoding="utf-8")
        assert call(address.url, ops, "list") == "503"
        assert "theirs" in call(address.url, _TOKEN, "list")
        assert httpx.get(f"{address.root}/healthz").status_code == 200


def metrics(root: str, token: str) -> str:
    return httpx.get(f"{root}/metrics", headers={"Authorization": f"Bearer {token}"}).text


def test_a_request_that_came_past_the_guard_is_told_nothing(place: Path) -> None:
    with create_cairn(place / "x.db") as cairn:
        work = Work(cairn, has_users=True)
        with pytest.raises(RefusedError, match="nobody is known to ask"):
            anyio.run(work.read, lambda: work.cairn.retrieve.sources())


def test_every_call_leaves_a_line_with_the_words_of_a_question_only_where_that_is_set(
    place: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from tests.serve.test_users import talking

    caplog.set_level(logging.INFO, "cairn.audit")
    for has_words in (False, True):
        config = Config(home=tmp_path, audit_queries=has_words)
        with create_cairn(place / "x.db", config=config) as cairn, talking(cairn, User("ana", reads=("mine",))) as talk:
            talk.call("search", {"query": "my_own\nx"})
            talk.call("show", {"handle": "theirs:b.py"})
    lines = [re.sub(r"ms=[\d.]+", "ms=1", record.getMessage()) for record in caplog.records if record.name == "cairn.audit"]
    assert lines == [
        "user=ana call=search outcome=ok sources=mine rows=1 ms=1",
        "user=ana call=show outcome=error sources=- rows=0 ms=1",
        'user=ana call=search outcome=ok sources=mine rows=1 ms=1 query="my_own\\nx"',
        'user=ana call=show outcome=error sources=- rows=0 ms=1 handle="theirs:b.py"',
    ]


# What may be changed


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """An index of `mine` and `theirs` that a test may change."""
    make_index(tmp_path.resolve())
    return tmp_path.resolve()


@pytest.fixture
def ana(own: Path) -> Iterator[Cairn]:
    """The index as who may write `mine` and labels that begin with `my-` sees it, and read nothing else."""
    user = User("ana", writes=("mine", "my-*"), roots=(own / "new",))
    with create_cairn(own / "x.db", config=Config(home=own)) as cairn:
        yield cairn.seen_by(user)


def test_a_user_writes_the_sources_of_their_rights(ana: Cairn, own: Path) -> None:
    assert ana.ingest.refresh("mine").unchanged == 1
    assert ana.ingest.add(own / "mine").source == "mine"
    write_files(own / "new/part", {"e.py": "def newer():\n    pass\n"})
    assert ana.ingest.add(own / "new/part", label="my-part").added == 1
    assert ana.ingest.link("my-part", "mine").edges == 0
    ana.ingest.rename("my-part", "my-piece")
    assert [job.source for job in ana.ingest.jobs()] == ["my-part", "mine", "mine", "mine"]
    assert ana.ingest.remove("my-piece").label == "my-piece"


def test_what_a_user_may_not_write_is_refused_or_not_there(ana: Cairn, own: Path) -> None:
    write_files(own / "new", {"e.py": ""})
    for refused in (
        lambda: ana.ingest.add(own / "theirs", label="my-copy"),
        lambda: ana.ingest.add(own / "absent", label="my-copy"),
        lambda: ana.ingest.add(own / "new", label="other"),
        lambda: ana.ingest.add(own / "new/../theirs/b.py", label="my-copy"),
        lambda: ana.ingest.rename("mine", "yours"),
        lambda: ana.ingest.gc(),
    ):
        with pytest.raises(RefusedError) as caught:
            refused()
        assert "indexed" not in str(caught.value)
    for absent in (
        lambda: ana.ingest.refresh("theirs"),
        lambda: ana.ingest.remove("theirs"),
        lambda: ana.ingest.link("mine", "theirs"),
        lambda: ana.ingest.link("theirs", "mine"),
    ):
        with pytest.raises(NotFoundError, match="no source named 'theirs'; there are: 'mine'"):
            absent()
    hidden_job = next(job.id for job in ana._whole.ingest.jobs() if job.source == "theirs")
    with pytest.raises(NotFoundError, match=f"no job '{hidden_job}'"):
        ana.ingest.cancel(hidden_job)


def test_a_folder_that_is_indexed_under_a_hidden_label_is_not_told_of(own: Path) -> None:
    user = User("eve", writes=("my-*",), roots=(own,))
    with create_cairn(own / "x.db", config=Config(home=own)) as cairn:
        with pytest.raises(RefusedError) as caught:
            cairn.seen_by(user).ingest.add(own / "theirs", label="my-copy")
        assert "as 'theirs'" not in str(caught.value)


def test_every_call_of_the_write_side_is_bounded_or_its_owners() -> None:
    import inspect

    from cairn.index.bounded import OWNERS, BoundedIngest
    from cairn.index.facade import Ingest

    def calls(kind: type) -> set[str]:
        return {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}

    assert calls(BoundedIngest) | OWNERS == calls(Ingest)
    assert calls(BoundedIngest).isdisjoint(OWNERS)


def test_a_user_proposes_cards_about_what_they_may_write(ana: Cairn, own: Path) -> None:
    made = ana.cards.proposals.propose("add", summary="It is one", about=["mine:a.py#my_own"])
    assert [proposal.id for proposal in ana.cards.proposals.open()] == [made.id]
    for about in (["theirs:b.py#not_mine"], ["mine:a.py#my_own", "theirs:b.py"]):
        with pytest.raises(RefusedError, match="may not write cards about 'theirs'"):
            ana.cards.proposals.propose("add", summary="It is two", about=about)
    reader = ana.seen_by(User("bob", reads=("theirs",)))
    assert reader.cards.proposals.open() == []
    with pytest.raises(RefusedError, match="no cards"):
        reader.cards.proposals.propose("add", summary="It is three")


def test_who_may_write_what_a_card_is_about_decides_on_it_and_nobody_else(ana: Cairn) -> None:
    everybody = ana.seen_by(User("ops", writes=("*",))).cards.proposals
    own = everybody.propose("add", summary="It is one", about=["mine:a.py#my_own"])
    shared = everybody.propose("add", summary="It is two", about=["mine:a.py#my_own", "theirs:b.py#not_mine"])
    general = everybody.propose("add", summary="It is three")
    both = ana.seen_by(User("bob", reads=("theirs",), writes=("mine",))).cards.proposals
    assert [(proposal.id, both.may_decide(proposal)) for proposal in both.open()] == [
        (proposal.id, proposal.id != shared.id) for proposal in everybody.open()
    ]
    for decide in (both.approve, both.reject):
        with pytest.raises(RefusedError, match="'bob' may not write cards about 'theirs'"):
            decide(shared.id)
    assert both.approve(own.id).action == "added"
    assert both.reject(general.id).card == general.card
    reader = ana.seen_by(User("eve", reads=("*",))).cards.proposals
    assert [reader.may_decide(proposal) for proposal in reader.open()] == [False]
    with pytest.raises(RefusedError, match="'eve' may write no source"):
        reader.reject(shared.id)
    assert everybody.reject(shared.id).card == shared.card


# Who comes in


def entrance(tmp_path: Path, **given: object) -> Entrance:
    add_user(tmp_path / "users.toml", "ana@example.org", read=["mine"], write=[], roots=[], has_token=False)
    proxies = (ipaddress.ip_network("10.0.0.0/8"),)
    return Entrance(users=Users(tmp_path / "users.toml"), user_header=b"x-forwarded-user", proxies=proxies, **given)  # type: ignore[arg-type]


def entered(found: User | Refusal) -> str | int:
    return found.name if isinstance(found, User) else found.status


def test_a_proxy_is_believed_who_asks_only_at_a_trusted_address(tmp_path: Path) -> None:
    by_proxy = {b"x-forwarded-user": [b"ana@example.org"]}
    found = entrance(tmp_path)
    assert entered(found.enter("10.1.2.3", by_proxy)) == "ana@example.org"
    assert entered(found.enter("::ffff:10.1.2.3", by_proxy)) == "ana@example.org"
    assert entered(found.enter("11.1.2.3", by_proxy)) == 401
    assert entered(found.enter("", by_proxy)) == 401
    assert entered(found.enter("10.1.2.3", {b"x-forwarded-user": [b"ana@example.org", b"ana@example.org"]})) == 403
    assert entered(found.enter("10.1.2.3", {b"x-forwarded-user": [b"eve"]})) == 403
    assert entered(found.enter("10.1.2.3", {b"x-forwarded-user": [b""]})) == 403


def test_a_user_without_a_token_has_none_that_fits(tmp_path: Path) -> None:
    found = entrance(tmp_path)
    for header in (b"Bearer ", b"Bearer", b"Bearer sha256:", b""):
        assert entered(found.enter("9.9.9.9", {b"authorization": [header]})) == 401


def test_without_a_token_and_users_everybody_is_the_owner() -> None:
    assert Entrance().enter("9.9.9.9", {}) is OWNER


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("9.9.9.9", "1.1.1.1", "9.9.9.9"),
        ("10.0.0.1", "1.1.1.1, 8.8.8.8", "8.8.8.8"),
        ("10.0.0.1", "1.1.1.1, 8.8.8.8, 10.0.0.7", "8.8.8.8"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "1.1.1.1, nonsense", "10.0.0.1"),
        ("2001:db8::17", "", "2001:db8::/64"),
    ],
)
def test_wrong_tokens_are_counted_for_whom_a_trusted_proxy_names(tmp_path: Path, peer: str, forwarded: str, counted: str) -> None:
    headers = {b"x-forwarded-for": [forwarded.encode()]} if forwarded else {}
    assert entrance(tmp_path).address_of(peer, headers) == counted


class Clock:
    """Time that passes only where somebody sleeps, or says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def test_wrong_tokens_wait_longer_each_time_and_are_forgotten() -> None:
    clock = Clock()
    failures = Failures(clock=clock, sleep=clock.sleep)

    async def fail(times: int) -> None:
        for _ in range(times):
            await failures.add("9.9.9.9")

    anyio.run(fail, FREE)
    assert clock.slept == []
    anyio.run(fail, 7)
    assert clock.slept == [0.25, 0.5, 1.0, 2.0, 4.0, 4.0, 4.0]
    clock.now += 3600
    anyio.run(fail, 1)
    assert len(clock.slept) == 7
    assert failures.total == FREE + 8


def test_who_tries_tokens_out_all_at_once_is_not_looked_at_and_others_are() -> None:
    release = anyio.Event()

    async def wait(_seconds: float) -> None:
        await release.wait()

    async def run() -> None:
        failures = Failures(sleep=wait)
        found = Entrance(token=b"right", failures=failures)
        for _ in range(FREE):
            await failures.add("9.9.9.9")
        async with anyio.create_task_group() as group:
            for _ in range(MOST_WAITING_EACH):
                group.start_soon(failures.add, "9.9.9.9")
            await anyio.wait_all_tasks_blocked()
            right = {b"authorization": [b"Bearer right"]}
            assert entered(found.enter("9.9.9.9", right)) == 429
            assert found.enter("8.8.8.8", right) is OWNER
            release.set()
        assert found.enter("9.9.9.9", right) is OWNER

    anyio.run(run)


def test_no_more_addresses_are_remembered_than_there_is_room_for() -> None:
    failures = Failures()

    async def run() -> None:
        for number in range(MOST_ADDRESSES + 10):
            await failures.add(str(number))

    anyio.run(run)
    assert [failures.number(address) for address in ("9", "10", str(MOST_ADDRESSES + 9))] == [0, 1, 1]
