"""What is answered while the protocol's library loads is what the library answers, and messages leave whole."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest

from cairn.serve.early import Early
from cairn.serve.offer import Offer
from cairn.serve.wire import write_whole
from tests.early import CLIENT, HANDSHAKE, ask, envelope, texts

MODERN = envelope("2026-07-28")


def line(number: Any, method: str, params: dict[str, Any] | None = None) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, **({"params": params} if params else {})}).encode()


def results(early: Early, *lines: bytes) -> list[Any]:
    answers = [early.answer(one)[0] for one in lines]
    return [json.loads(answer)["result"] if answer else None for answer in answers]


def test_the_snapshot_is_what_the_server_says() -> None:
    for path, text in texts().items():
        assert path.read_text(encoding="utf-8") == text, "run `make docs`"


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28", "1999-01-01"])
def test_a_handshake_is_answered_as_the_library_does(version: str) -> None:
    params = {**HANDSHAKE, "protocolVersion": version, "capabilities": {"roots": {"listChanged": True}}}
    early = Early(Offer(), "0")
    found = results(early, line(1, "initialize", params), line(2, "tools/list"))
    assert found == ask(("initialize", params), ("tools/list", {}))
    assert early.passed_over == [1]


def test_requests_without_a_handshake_are_answered_as_the_library_does() -> None:
    found = results(Early(Offer(), "0"), line("a", "server/discover", MODERN), line("b", "tools/list", MODERN))
    assert found == ask(("server/discover", MODERN), ("tools/list", MODERN))


def test_a_server_that_only_reads_offers_no_other_tools() -> None:
    _, listed = results(Early(Offer(is_read_only=True), "0"), line(1, "initialize", HANDSHAKE), line(2, "tools/list"))
    names = {tool["name"] for tool in listed["tools"]}
    assert "search" in names
    assert not names & {"add", "remove", "refresh"}


@pytest.mark.parametrize(
    "first",
    [
        line(1, "tools/list"),
        line(1, "initialize"),
        line(None, "initialize", HANDSHAKE),
        line(1, "initialize", {**HANDSHAKE, "clientInfo": {"name": "t"}}),
        line(1, "initialize", {**HANDSHAKE, "capabilities": {"roots": 5}}),
        line(1, "initialize", {**HANDSHAKE, "_meta": {}}),
        line(1, "server/discover", envelope("2030-01-01")),
        line(1, "server/discover"),
        b"[]",
        b"\xff",
        b"[" * 5000,
    ],
)
def test_what_is_not_of_the_plainest_form_is_left_to_the_library_and_so_is_all_after_it(first: bytes) -> None:
    early = Early(Offer(), "0")
    assert early.answer(first) == (b"", True)
    if b'"method"' in first and b"null" not in first:
        assert early.answer(line(2, "initialize", HANDSHAKE)) == (b"", True)
    assert early.passed_over in ([], [2])


def test_eras_do_not_mix() -> None:
    early = Early(Offer(), "0")
    early.answer(line(1, "initialize", HANDSHAKE))
    assert early.answer(line(2, "tools/list", MODERN)) == (b"", True)
    early = Early(Offer(), "0")
    early.answer(line(1, "server/discover", MODERN))
    assert early.answer(line(2, "initialize", HANDSHAKE)) == (b"", True)


def test_a_pipe_that_takes_little_and_does_not_wait_gets_the_whole() -> None:
    receiver, sender = os.pipe()
    os.set_blocking(sender, False)
    data = os.urandom(1_000_000)
    got = bytearray()

    def read() -> None:
        while piece := os.read(receiver, 5000):
            got.extend(piece)

    reader = threading.Thread(target=read)
    reader.start()
    write_whole(sender, data)
    os.close(sender)
    reader.join()
    os.close(receiver)
    assert bytes(got) == data


def test_requests_that_are_piped_in_are_answered_though_the_pipe_ends_at_once(shared_db: Path) -> None:
    command = [sys.executable, "-m", "cairn", "serve", "--stdio", "--db", str(shared_db), "--no-watch"]
    call = {"name": "search", "arguments": {"query": "boil"}}
    lines = [line(0, "initialize", HANDSHAKE), *(line(number, "tools/call", call) for number in (1, "two"))]
    done = subprocess.run(command, input=b"\n".join(lines), capture_output=True, check=True)
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert answers.keys() == {0, 1, "two"}
    assert all("result" in answer for answer in answers.values())


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
def test_a_server_that_is_stopped_and_continued_writes_whole_messages(shared_db: Path) -> None:
    command = [sys.executable, "-m", "cairn", "serve", "--stdio", "--structured", "--db", str(shared_db), "--no-watch"]
    calls = 60
    sent = [line(0, "initialize", {**HANDSHAKE, "clientInfo": CLIENT}), b'{"jsonrpc":"2.0","method":"notifications/initialized"}']
    sent += [line(number, "tools/list") for number in range(1, calls + 1)]
    is_over = threading.Event()

    def storm(process: subprocess.Popen[bytes]) -> None:
        while not is_over.wait(0.002):
            process.send_signal(signal.SIGSTOP)
            is_over.wait(0.002)
            process.send_signal(signal.SIGCONT)

    with (
        tempfile.TemporaryFile() as log,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            bufsize=0,
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(sent[0] + b"\n")
        received = b""
        while b"\n" not in received:
            received += process.stdout.read(4000) or b""
        stopper = threading.Thread(target=storm, args=(process,))
        stopper.start()
        for one in sent[1:]:
            process.stdin.write(one + b"\n")
        while received.count(b"\n") < calls + 1:
            received += process.stdout.read(4000)
        is_over.set()
        stopper.join()
        process.stdin.close()
        assert process.wait() == 0
    assert [json.loads(one)["id"] for one in received.splitlines()] == list(range(calls + 1))
