"""Many clients at once against `cairn serve`: no request may be lost, and the server's memory must stay flat.

Usage: python tests/bench/load.py [SECONDS] [CLIENTS]

Exit status 1 if a request got no proper answer, or memory grew by 5 % or more after the first fifth of the time.
"""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import httpx2 as httpx

ROOT = Path(__file__).resolve().parents[2]
MOST_GROWTH = 0.05
WRITE_EVERY_S = 3
WARM_UP = 0.2  # of the time: caches fill, threads start
HEADERS = {
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
    "MCP-Protocol-Version": "2025-06-18",
}
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ask", {"query": "how is a job started again"}),
    ("search", {"query": "token budget", "k": 5}),
    ("graph", {"query": "ReadingConnections"}),
    ("show", {"handle": "ReadingConnections.connection"}),
    ("search", {"query": "no such thing anywhere"}),
    ("path", {"src": "build_application", "dst": "Guard"}),
    ("map", {"budget": 1000}),
    ("pack", {"handle": "build_application", "budget": 1500}),
    ("impact", {"handle": "count_tokens", "budget": 1000}),
    ("list", {"source": "cairn", "what": "files"}),
    ("show", {"handle": "an.unknown#handle"}),
)


@dataclass(slots=True)
class Tally:
    """What became of the requests, and the server's memory over time."""

    answers: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    slowest_s: float = 0.0
    memory_kb: list[tuple[float, int]] = field(default_factory=list)


def resident_kb(pid: int) -> int:
    """The memory that a process holds (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


async def ask(client: httpx.AsyncClient, url: str, number: int, tool: str, arguments: dict[str, Any]) -> str:
    """One call; what came back: `ok`, or `error` for a tool error, which is an answer too."""
    message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    answer = await client.post(url, json=message, headers=HEADERS)
    if answer.status_code != 200:
        raise ValueError(f"status {answer.status_code}")
    events = [json.loads(line.removeprefix("data:")) for line in answer.text.splitlines() if line.startswith("data:")]
    (result,) = [event["result"] for event in events if event.get("id") == number]
    return "error" if result.get("isError") else "ok"


async def keep_asking(url: str, first: int, tally: Tally, until: float) -> None:
    """One client, on one connection, one call after another."""
    number = first
    async with httpx.AsyncClient(timeout=60) as client:
        while time.monotonic() < until:
            number += 1
            tool, arguments = CALLS[number % len(CALLS)]
            began = time.monotonic()
            try:
                tally.answers[f"{tool}: {await ask(client, url, number, tool, arguments)}"] += 1
            except (httpx.HTTPError, ValueError) as error:
                tally.lost.append(f"{tool}: {type(error).__name__} {error}")
            tally.slowest_s = max(tally.slowest_s, time.monotonic() - began)


async def keep_writing(url: str, folder: Path, tally: Tally, until: float) -> None:
    """One client more: changes a file, has the index brought up to date, and does so again some seconds later."""
    async with httpx.AsyncClient(timeout=60) as client:
        for number in itertools.count(1):
            if time.monotonic() >= until:
                return
            (folder / "changing.py").write_text(f"def changed_{number}():\n    return {number}\n")
            outcome = await ask(client, url, number, "refresh", {"source": "cairn", "wait": True})
            tally.answers[f"refresh: {outcome}"] += 1
            await anyio.sleep(WRITE_EVERY_S)


async def watch(pid: int, tally: Tally, until: float) -> None:
    """Look at the server's memory every second."""
    while time.monotonic() < until:
        tally.memory_kb.append((time.monotonic(), resident_kb(pid)))
        await anyio.sleep(1)


async def run(url: str, pid: int, folder: Path, seconds: float, clients: int) -> Tally:
    """Let them ask for so long."""
    tally = Tally()
    until = time.monotonic() + seconds
    async with anyio.create_task_group() as group:
        group.start_soon(watch, pid, tally, until)
        group.start_soon(keep_writing, url, folder, tally, until)
        for place in range(clients):
            group.start_soon(keep_asking, url, place * 7, tally, until)
    return tally


def report(tally: Tally, seconds: float, clients: int) -> int:
    """Tell what was seen; returns the exit status."""
    began = tally.memory_kb[0][0]
    warm = [kb for moment, kb in tally.memory_kb if moment - began >= seconds * WARM_UP]
    share = max(len(warm) // 5, 1)
    before, after = (sum(part) / share for part in (warm[:share], warm[-share:]))
    growth = after / before - 1
    count = sum(tally.answers.values())
    print(f"{clients} clients, {seconds:.0f} s: {count} answers ({count / seconds:.0f}/s), {len(tally.lost)} lost")
    tenths = [tally.memory_kb[len(tally.memory_kb) * tenth // 10][1] // 1024 for tenth in range(10)]
    print(f"slowest {tally.slowest_s:.2f} s; memory {growth:+.1%} since it was warm; in tenths of the time {tenths} MB")
    for outcome, number in sorted(tally.answers.items()):
        print(f"  {outcome} {number}")
    for fault in tally.lost[:10]:
        print(f"  lost: {fault}")
    return 1 if tally.lost or growth >= MOST_GROWTH else 0


def main(seconds: float = 600, clients: int = 32) -> int:
    """Serve an index of a copy of this checkout's package, and ask."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve() / "cairn"
        shutil.copytree(ROOT / "cairn", folder, ignore=shutil.ignore_patterns("__pycache__"))
        options = ["--db", str(folder.parent / "cairn.db")]
        cairn = [sys.executable, "-m", "cairn"]
        subprocess.run([*cairn, "add", str(folder), "--quiet", *options], cwd=ROOT, check=True)
        serve = [*cairn, "serve", "--port", "0", "--json", *options]
        with subprocess.Popen(serve, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                url = json.loads(process.stdout.readline())["url"]
                return report(anyio.run(run, url, process.pid, folder, seconds, clients), seconds, clients)
            finally:
                process.terminate()


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
