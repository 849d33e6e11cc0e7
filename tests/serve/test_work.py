from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import anyio
import pytest

from cairn.app import create_cairn
from cairn.errors import Cancelled, RefusedError
from cairn.report import Progress
from cairn.serve.work import Work, share_done


class Listener:
    """A client that keeps what it is told."""

    def __init__(self) -> None:
        self.messages: list[tuple[float, str | None]] = []

    async def report_progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        self.messages.append((progress, message))


@pytest.fixture
def work(tmp_path: Path) -> Work:
    """Work on an index that is never opened."""
    return Work(create_cairn(tmp_path / "cairn.db"))


def test_a_write_goes_on_when_its_client_goes_away(work: Work) -> None:
    started, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def write(*_: Any) -> None:
        started.set()
        may_end.wait()
        ended.set()

    async def go_away() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(work.write, write, Listener())
            await anyio.to_thread.run_sync(started.wait)
            group.cancel_scope.cancel()

    anyio.run(go_away)
    assert not ended.is_set()
    may_end.set()
    work.settle()
    assert ended.is_set()


def test_a_write_stops_when_the_server_does(work: Work) -> None:
    def write(_on_progress: Any, is_cancelled: Any) -> None:
        work.stop()
        if is_cancelled():
            raise Cancelled("cancelled; the index is as it was")

    with pytest.raises(Cancelled):
        anyio.run(work.write, write, Listener())


def test_an_error_of_a_write_comes_out_as_it_is(work: Work) -> None:
    def write(*_: Any) -> None:
        raise RefusedError("no")

    with pytest.raises(RefusedError, match="no"):
        anyio.run(work.write, write, Listener())


def test_progress_grows_also_in_a_silent_phase(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.serve.work.PROGRESS_INTERVAL_S", 0.001)
    listener = Listener()
    told_thrice = threading.Event()

    async def report_progress(progress: float, total: float | None = None, message: str | None = None) -> None:
        listener.messages.append((progress, message))
        if len(listener.messages) >= 3:
            told_thrice.set()

    def write(on_progress: Any, _is_cancelled: Any) -> None:
        on_progress(Progress("resolve", 0, 0))
        told_thrice.wait()

    listener.report_progress = report_progress  # type: ignore[method-assign]  # it also sets the event
    anyio.run(work.write, write, listener)
    steps = [step for step, _ in listener.messages]
    assert steps == sorted(set(steps))
    assert listener.messages[-1][1] == "resolve"


def test_each_phase_has_its_part_of_the_whole() -> None:
    phases = [
        Progress("wait", 0, 0),
        Progress("walk", 9, 0),
        Progress("read", 1, 2),
        Progress("resolve", 0, 0),
        Progress("publish", 1, 1),
        Progress("embed", 1, 1),
    ]
    assert [share_done(progress) for progress in phases] == [0.0, 0.0, 40.0, 75.0, 96.0, 100.0]
