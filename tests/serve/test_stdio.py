"""On standard output stands protocol and nothing else, whatever happens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from cairn.app import create_cairn
from tests.serve.conftest import make_kettle

HELLO = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}},
}
HOSTILE = [
    "not json at all",
    "{}",
    "[]",
    "null",
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":2,"method":"no/such"}',
    '{"jsonrpc":"2.0","id":3,"method":"tools/call"}',
    '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"no_such_tool"}}',
    '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"search","arguments":{"query":5}}}',
    '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"search","arguments":"x"}}',
    '{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":{"name":"no_such_prompt"}}',
    '{"jsonrpc":"2.0","id":8,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}',
    '{"jsonrpc":"2.0","id":9,"method":"completion/complete","params":{}}',
    "[" * 5000,
    '"' + "x" * 100_000,
    "\x00\x01\x02",
    "\ufeff{}",
    "é" * 100,
]


# Writes to standard output from every worker thread that the server starts.
LOUD = """
import os, threading, warnings
start = threading.Thread.start
def start_loudly(thread):
    if type(thread).__name__ == "WorkerThread":
        print("printed", flush=True)
        os.write(1, b"written\\n")
        warnings.warn("warned")
    start(thread)
threading.Thread.start = start_loudly
"""


def request(number: int, tool: str, **arguments: object) -> str:
    return json.dumps(
        {
            "jsonrpc": "2.0",
            "id": number,
            "method": "tools/call",
            "params": {"name": tool, "arguments": arguments, "_meta": {"progressToken": number}},
        }
    )


def serve(db: Path, lines: list[str], awaited: set[object], *options: str, begin: str = "", **settings: str) -> str:
    """Send lines to a server and close its input once these ids are answered; returns its log. All it writes must be protocol."""
    command = [sys.executable, *options, "-m", "cairn", "serve", "--stdio", "--db", str(db), "-vv", "--no-watch"]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_")}
    environ |= {"PYTHONPATH": os.pathsep.join(sys.path), **settings}
    sent = [begin + json.dumps(HELLO), '{"jsonrpc":"2.0","method":"notifications/initialized"}', *lines]
    missing = set(awaited)
    with (
        tempfile.TemporaryFile() as log,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=environ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{line}\n" for line in sent).encode())
        process.stdin.flush()
        for line in process.stdout:
            answer = json.loads(line)
            assert answer["jsonrpc"] == "2.0"
            missing.discard(answer.get("id"))
            if not missing:
                process.stdin.close()
        assert process.wait() == 0
        log.seek(0)
        assert not missing, log.read().decode()
        log.seek(0)
        return log.read().decode()


def test_hostile_lines_are_answered_by_protocol_or_not_at_all(shared_db: Path) -> None:
    serve(shared_db, [*HOSTILE, request(99, "search", query="boil")], {0, 2, 3, 4, 5, 6, 7, 8, 9, 99})


def test_an_ingest_with_warnings_and_worker_processes_writes_protocol_only(tree: Path, tmp_path: Path) -> None:
    make_kettle(tree)
    (tree / "broken.py").write_bytes(b"def f(:\n" * 50 + b"\xff\xfe")
    for number in range(200):  # enough for worker processes
        (tree / f"m{number}.py").write_text(f"def f{number}():\n    return {number}\n")
    serve(tmp_path / "new.db", [request(1, "add", location=str(tree), label="tea", wait=True)], {0, 1})
    with create_cairn(tmp_path / "new.db") as cairn:
        (job,) = cairn.ingest.jobs()
    assert (job.state, job.report and job.report.added) == ("done", 205)
    assert job.warnings


def test_what_python_prints_and_warns_of_goes_elsewhere(shared_db: Path, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(LOUD)
    path = os.pathsep.join([str(tmp_path), *sys.path])
    log = serve(shared_db, [request(1, "search", query="boil")], {0, 1}, "-W", "always", PYTHONPATH=path)
    assert {"printed", "written"} <= set(log.split())
    assert "warned" in log


@pytest.mark.parametrize("database", ["none.db", "garbage.db"])
def test_an_index_that_cannot_be_read_is_told_of_by_protocol(tmp_path: Path, database: str) -> None:
    (tmp_path / "garbage.db").write_bytes(b"no database" * 100)
    serve(tmp_path / database, [request(1, "search", query="boil")], {0, 1})


def test_requests_that_are_no_messages_are_answered_by_their_ids(shared_db: Path) -> None:
    half = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"\\ud800"}}}'
    batch = '[{"jsonrpc":"2.0","id":2,"method":"tools/list"},{"jsonrpc":"2.0","id":"c","method":"ping"}]'
    others = [
        '{"jsonrpc":"2.0","id":4,"method":5}',
        '{"id":5,"method":"ping"}',
        '{"jsonrpc":"2.0","id":6,"method":"x","params":[1]}',
    ]
    serve(shared_db, [half, batch, *others, "no JSON"], {0, 1, 2, "c", 4, 5, 6, None})


def test_a_mark_of_byte_order_before_the_first_line_is_passed_over(shared_db: Path) -> None:
    serve(shared_db, [request(1, "search", query="boil")], {0, 1}, begin="\ufeff")


LIMIT = 1_048_576


def refusals(database: Path, *sent: str) -> dict[object, tuple[int, str]]:
    """What each line is refused with, by the id of the answer."""
    done = subprocess.run(
        [sys.executable, "-m", "cairn", "--db", str(database), "serve", "--stdio", "--no-watch"],
        input="\n".join(sent) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return {one["id"]: (one["error"]["code"], one["error"]["message"]) for one in answers if "error" in one}


def test_what_is_no_proper_request_is_answered_with_what_is_wrong_with_it(tmp_path: Path) -> None:
    calls = ['{"name":5}', '{"name":"search","arguments":[1]}']
    said = refusals(
        tmp_path / "x.db",
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list"}}',
        json.dumps(HELLO),
        *(f'{{"jsonrpc":"2.0","id":{n},"method":"tools/call","params":{params}}}' for n, params in enumerate(calls, 2)),
        json.dumps({"jsonrpc": "2.0", "id": "big", "method": "ping", "params": {"x": "y" * LIMIT}}),
        json.dumps({"method": "ping", "params": {"id": 9, "x": "y" * 3 * LIMIT}, "jsonrpc": "2.0", "id": 4}),
        '{"jsonrpc":"2.0","id":5,"method":"tools/call"}',
    )
    assert {number: code for number, (code, _) in said.items()} == {1: -32602, 2: -32602, 3: -32602, 5: -32602} | {
        "big": -32600,
        4: -32600,
    }
    words = {1: "initialize", 2: "`name`", 3: "`arguments`", "big": "longer than", 4: "longer than", 5: "`name`"}
    assert [number for number, word in words.items() if word not in said[number][1]] == []


@pytest.mark.parametrize("number", ["null", "[1]", "1e400", "1.5", "true", "{}"])
def test_an_id_that_is_none_is_answered(tmp_path: Path, number: str) -> None:
    assert refusals(tmp_path / "x.db", json.dumps(HELLO), f'{{"jsonrpc":"2.0","id":{number},"method":"ping"}}')[None][0] == -32600
