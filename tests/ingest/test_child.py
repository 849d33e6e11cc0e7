"""What passes through the pipe of a process of Cairn's own is whole, or known to be broken."""

from __future__ import annotations

import io
import os
import select
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cairn import create_cairn
from cairn.index.crew import SPARES
from cairn.index.read.messages import Batch, Work, pack_batch, unpack_outcomes
from cairn.index.read.worker import do_work
from cairn.ingest import child as child_module
from cairn.ingest.child import Child, receive, send

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

_MESSAGE = b"what a worker says" * 10


class _ShortWrites(io.RawIOBase):
    """A pipe that takes a few bytes at a time."""

    def __init__(self) -> None:
        self.taken = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer, /) -> int:
        part = bytes(data)[:7]
        self.taken += part
        return len(part)


class _ShortReads(io.BytesIO):
    def read(self, size: int | None = -1) -> bytes:
        return super().read(min(size or 0, 5))


def _sent() -> bytes:
    stream = io.BytesIO()
    send(stream, _MESSAGE)
    return stream.getvalue()


def test_a_message_is_whole_on_a_pipe_that_takes_and_gives_little_at_a_time() -> None:
    pipe = _ShortWrites()
    send(pipe, _MESSAGE)  # type: ignore[arg-type]  # a raw stream is what standard output is without a buffer
    assert receive(_ShortReads(bytes(pipe.taken))) == _MESSAGE


def test_a_message_that_is_cut_or_changed_anywhere_is_none() -> None:
    data = _sent()
    assert receive(io.BytesIO(data)) == _MESSAGE
    for at in range(len(data)):
        assert receive(io.BytesIO(data[:at])) is None
        assert receive(io.BytesIO(data[:at] + data[at + 1 :] + b"x")) is None
        assert receive(io.BytesIO(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])) is None


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="the system cannot stop a process")
def test_a_worker_that_is_stopped_and_continued_all_the_time_says_what_it_would(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    for number in range(4):
        (tree / f"m{number}.py").write_text("".join(f"def name{n}(a):\n    return name{n - 1}(a)\n" for n in range(600)))
    works = tuple(Work(file.name, None, False, 0, 0, 0) for file in sorted(tree.iterdir()))
    batch = Batch(str(tree), 10**7, works)
    worker = Child("cairn.index.worker")
    watchdog = threading.Timer(60, worker.kill)  # a message that is cut would be waited for for ever
    try:
        worker.wait_until_ready()
        watchdog.start()
        worker.send(pack_batch(batch))
        while not select.select([worker._outward], [], [], 0.001)[0]:
            _interrupt(worker)
        # Now it writes more than a pipe takes, and waits for somebody to read.
        for _ in range(50):
            _interrupt(worker)
        answer = worker.receive()
        assert answer is not None
        assert unpack_outcomes(answer) == do_work(batch)
    finally:
        watchdog.cancel()
        worker.close()


def _interrupt(worker: Child) -> None:
    """Stop a process, and let it go on."""
    pid = worker._process.pid
    os.kill(pid, signal.SIGSTOP)
    os.waitid(os.P_PID, pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    os.kill(pid, signal.SIGCONT)


def test_an_answer_that_is_broken_ends_the_worker_and_its_files_are_read_again(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        (tree / f"m{number}.py").write_text(f"def name{number}(): pass\n")
    answers = []

    def receive_badly(stream: object) -> bytes | None:
        answers.append(receive(stream))  # type: ignore[arg-type]  # the stream of the caller
        return None if len(answers) == 2 else answers[-1]  # the first is that the worker is ready

    SPARES.close()
    monkeypatch.setattr(child_module, "receive", receive_badly)
    with create_cairn(tmp_path / "x.db") as cairn:
        report = cairn.ingest.add(tree)
        assert (report.added, report.warnings) == (5, [])
        assert cairn.ingest.verify().faults == []
    assert len(answers) > 2
