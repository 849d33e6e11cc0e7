"""A run that breaks off at any moment goes on, and a call that writes is not made twice."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.agent import Agent, Answer, Checkpoints, Decision, Suspended, agent_of
from cairn.agent.scripted import ScriptedModel, scripted
from cairn.agent.spec import AgentSpec
from cairn.cards.guard import secret_in
from cairn.errors import RefusedError, UsageError
from tests.agent.crash_child import QUESTION, SCRIPT, agent_for, go_on

World = Callable[[int], tuple[Path, str, Path]]

CHILD = Path(__file__).with_name("crash_child.py")


class Crash(BaseException):
    """The end of a process, as far as this one can play it."""


class BreakingStore:
    """A store of conversations that breaks off before, or right after, its n-th write."""

    def __init__(self, store: Any, moment: int, *, is_after: bool) -> None:
        self._store = store
        self._left = moment
        self._is_after = is_after

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if name not in ("begin", "save", "claim", "settle", "add_said"):
            return method

        def write(*given: Any) -> Any:
            self._left -= 1
            if self._left == 0 and not self._is_after:
                raise Crash
            result = method(*given)
            if self._left == 0:
                raise Crash
            return result

        return write


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    with scripted(SCRIPT) as made:
        yield made


@pytest.fixture
def opened(indexed: Path, tmp_path: Path, model: ScriptedModel) -> Iterator[Cairn]:
    shutil.copy(indexed / "cairn.db", tmp_path / "cairn.db")
    with create_cairn(tmp_path / "cairn.db", config=Config(home=tmp_path / "home", chat_url=model.url)) as cairn:
        yield cairn


def lines_of(ledger: Path) -> Counter[str]:
    return Counter(ledger.read_text().split()) if ledger.exists() else Counter()


def broken_off(agent: Agent, cairn: Cairn, moment: int, *, is_after: bool) -> bool:
    """Whether a new run breaks off at its n-th write; else it is done."""
    cairn.chats.close()
    Path(f"{cairn.database}-chat").unlink(missing_ok=True)
    store = BreakingStore(cairn.chats, moment, is_after=is_after)
    try:
        go_on(replace(agent, checkpoints=Checkpoints(store, "", secret_in)))
    except Crash:
        return True
    return False


@pytest.mark.parametrize("is_after", [False, True])
def test_a_run_that_breaks_off_at_any_write_goes_on_without_a_repeated_call(
    opened: Cairn, tmp_path: Path, is_after: bool
) -> None:
    ledger = tmp_path / "ledger"
    reached = 0
    with contextlib.closing(agent_for(opened, ledger)) as agent:
        while broken_off(agent, opened, reached + 1, is_after=is_after):
            reached += 1
            if agent.checkpoints.runs() and agent.checkpoints.runs()[0].state == "done":
                continue
            assert go_on(agent).faults == ()
            assert set(lines_of(ledger).values()) == {1}, f"after a crash at write {reached}"
            ledger.unlink()
    assert reached >= 15


def test_a_call_of_which_nobody_knows_how_it_ended_is_told_so_and_not_made_again(
    opened: Cairn, model: ScriptedModel, tmp_path: Path
) -> None:
    ledger = tmp_path / "ledger"
    with contextlib.closing(agent_for(opened, ledger)) as agent:
        moments = (moment for moment in range(1, 20) if broken_off(agent, opened, moment, is_after=False))
        next(moment for moment in moments if lines_of(ledger) == {"one": 1})
        model.seen.clear()
        assert go_on(agent).faults == ()
    assert lines_of(ledger) == {"one": 1, "two": 1, "three": 1}
    assert any(b"nobody knows how it ended" in data for data in model.seen)


def test_two_processes_do_not_go_on_with_one_run(opened: Cairn, tmp_path: Path) -> None:
    first, second = agent_for(opened, tmp_path / "ledger"), agent_for(opened, tmp_path / "ledger")
    events = first.ask(QUESTION)
    run = next(event.run for event in events if hasattr(event, "run"))
    for _ in second.resume(run):
        pass
    with pytest.raises(RefusedError, match="another process goes on with the run"):
        list(events)
    first.close()
    second.close()


def test_a_run_that_is_done_or_waits_for_nothing_is_not_decided_on(opened: Cairn, tmp_path: Path) -> None:
    agent = agent_for(opened, tmp_path / "ledger")
    answer = go_on(agent)
    assert isinstance(answer, Answer)
    for decision in (None, Decision.APPROVED):
        with pytest.raises(UsageError, match="is done"):
            list(agent.resume(answer.run, decision))
    agent.close()


def test_a_call_that_can_be_repeated_is_made_again_after_a_crash(asked: Callable[..., Cairn]) -> None:
    replies = [{"calls": [{"name": "refresh", "arguments": {"source": "site"}}]}, {"text": "`site:app.py`"}]
    cairn = asked({"turns": [{"question": "bring", "replies": replies}]})
    with contextlib.closing(agent_of(cairn, spec=AgentSpec(tools=("refresh",), grounding="none"))) as agent:
        *_, suspended = agent.ask("bring it up to date")
        assert isinstance(suspended, Suspended)
        breaking = replace(agent, checkpoints=Checkpoints(BreakingStore(cairn.chats, 3, is_after=False), "", secret_in))
        with pytest.raises(Crash):
            list(breaking.resume(suspended.run, Decision.APPROVED))
        *_, answer = agent.resume(suspended.run)
        assert isinstance(answer, Answer)
        assert any("unchanged" in message.text for message in agent.checkpoints.load(answer.run)[0].messages)


def kill_and_resume(index: Path, url: str, ledger: Path, delay_s: float) -> None:
    """Start a process, kill it when it has been at work for so long, and bring its run to an end with another one."""
    words = [sys.executable, str(CHILD), str(index), url, str(ledger)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        timer = threading.Timer(delay_s, child.kill)
        timer.start()
        child.stdout.read()
        timer.cancel()
    again = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    if "is done" not in again.stderr:
        assert again.stdout == "ready\ndone\n", again.stderr
    assert set(lines_of(ledger).values()) == {1}
    assert lines_of(ledger).keys() <= {"one", "two", "three"}


@pytest.fixture
def world(
    indexed: Path, tmp_path: Path, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> Callable[[int], tuple[Path, str, Path]]:
    """An index of its own for each process that is killed."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]))

    def make(number: int) -> tuple[Path, str, Path]:
        index = tmp_path / f"{number}.db"
        shutil.copy(indexed / "cairn.db", index)
        return index, model.url, tmp_path / f"ledger{number}"

    return make


def test_a_process_that_is_killed_leaves_a_run_that_goes_on(world: World) -> None:
    kill_and_resume(*world(0), delay_s=0.05)


@pytest.mark.slow
def test_a_process_that_is_killed_at_any_of_100_moments_leaves_a_run_that_goes_on(world: World) -> None:
    index, url, ledger = world(0)
    with subprocess.Popen([sys.executable, str(CHILD), str(index), url, str(ledger)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        child.stdout.readline()
        began = time.monotonic()
        child.stdout.read()
    whole_s = time.monotonic() - began
    moments = random.Random(17)
    for number in range(1, 101):
        kill_and_resume(*world(number), delay_s=moments.uniform(0, whole_s))
