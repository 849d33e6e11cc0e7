"""What the server tells of its own work: metrics, and a log that names nothing that was sent."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import anyio
import httpx2 as httpx
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from cairn.serve.meter import Meter, metrics_text

if TYPE_CHECKING:
    from pathlib import Path

    from tests.serve.conftest import Address, Serve

TOKEN = "a-token-for-tests"
PATIENCE_S = 60  # the five seconds of the client are too few where all cores are taken
SAMPLE = re.compile(r'\w+(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? \S+')


def numbers(text: str) -> dict[str, float]:
    """Each sample of a text in Prometheus' format."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(SAMPLE.fullmatch(line) for line in lines)
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def test_latencies_add_up_bucket_by_bucket() -> None:
    meter = Meter()
    for seconds, is_error in ((0.001, False), (0.3, False), (99.0, True)):
        meter.count_call("search", seconds, is_error=is_error)
    found = numbers(metrics_text(meter, 2, {"files": 3}, 4096, {"done": 2}, {"pool_size": 5}))
    assert found['cairn_tool_seconds_bucket{tool="search",le="0.005"}'] == 1
    assert found['cairn_tool_seconds_bucket{tool="search",le="0.5"}'] == 2
    assert found['cairn_tool_seconds_bucket{tool="search",le="60.0"}'] == 2
    assert found['cairn_tool_seconds_bucket{tool="search",le="+Inf"}'] == 3
    assert found['cairn_tool_seconds_sum{tool="search"}'] == 99.301
    assert found['cairn_tool_calls_total{tool="search",outcome="error"}'] == 1
    assert found['cairn_index_rows{what="files"}'] == 3
    assert found["cairn_index_bytes"] == 4096
    assert found['cairn_jobs{state="done"}'] == 2


def test_large_numbers_are_told_in_full() -> None:
    assert "cairn_index_bytes 123456789\n" in metrics_text(Meter(), 0, {}, 123_456_789, {}, {})


def test_metrics_count_requests_calls_rows_and_jobs(serve: Serve, shared_db: Path) -> None:
    async def ask(url: str) -> None:
        async with Client(url) as client:
            await client.call_tool("search", {"query": "boil"})
            await client.call_tool("show", {"handle": "nothing at all"})

    with serve(shared_db) as address:
        anyio.run(ask, address.url)
        httpx.get(f"{address.root}/elsewhere", timeout=PATIENCE_S)
        answer = httpx.get(f"{address.root}/metrics", timeout=PATIENCE_S)
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = numbers(answer.text)
    assert found['cairn_tool_calls_total{tool="search",outcome="ok"}'] == 1
    assert found['cairn_tool_calls_total{tool="show",outcome="error"}'] == 1
    assert found['cairn_tool_seconds_count{tool="search"}'] == 1
    assert found['cairn_http_requests_total{path="other",status="404"}'] == 1
    assert found['cairn_http_requests_total{path="/mcp",status="200"}'] >= 2
    assert found["cairn_http_requests_active"] == 1
    assert found['cairn_index_rows{what="sources"}'] == 1
    assert found['cairn_index_rows{what="files"}'] == 4
    assert found['cairn_jobs{state="done"}'] == 1
    assert found["cairn_index_bytes"] > 0


def test_metrics_need_the_token(guarded_server: Address) -> None:
    place = f"{guarded_server.root}/metrics"
    assert httpx.get(place, timeout=PATIENCE_S).status_code == 401
    assert httpx.get(place, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=PATIENCE_S).status_code == 200


def test_an_index_that_does_not_exist_has_metrics(serve: Serve, tmp_path: Path) -> None:
    with serve(tmp_path / "none.db") as address:
        assert "cairn_index_bytes 0\n" in httpx.get(f"{address.root}/metrics", timeout=PATIENCE_S).text


def test_the_log_has_ids_and_times_and_nothing_that_was_sent(shared_db: Path) -> None:
    secret = "a-word-that-nobody-may-see"
    options = ["--db", str(shared_db), "--port", "0", "--json", "-vv"]
    command = [sys.executable, "-m", "cairn", "serve", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=_environment(CAIRN_MCP_TOKEN=secret)
    ) as process:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]

        async def ask() -> None:
            http = httpx.AsyncClient(headers={"Authorization": f"Bearer {secret}"})
            async with http, Client(streamable_http_client(url, http_client=http)) as client:
                await client.call_tool("search", {"query": f"boil {secret}"})
                await client.call_tool("show", {"handle": f"{secret}#{secret}"})

        anyio.run(ask)
        wrong = httpx.post(f"{url}?key={secret}", headers={"Authorization": f"Bearer {secret}x"})
        process.terminate()
        log = process.communicate()[1]
    lines = re.findall(r"^INFO cairn\.serve\.access ([0-9a-f]{12}) (\S+) (\d+) [\d.]+ ms$", log, re.MULTILINE)
    assert (wrong.headers["x-request-id"], "/mcp", "401") in lines
    assert secret not in log
    assert "Boils water" not in log


def _environment(**settings: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_")} | settings
