from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import httpx2
import pytest
import uvicorn
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from cairn.app import create_cairn
from cairn.serve.http import StoppingServer
from cairn.serve.work import Work

if TYPE_CHECKING:
    from tests.serve.conftest import Address, Serve

TOKEN = "a-token-for-tests"
TOOLS = {
    "search",
    "list",
    "add",
    "graph",
    "ask",
    "path",
    "show",
    "refresh",
    "link",
    "unlink",
    "links",
    "impact",
    "pack",
    "map",
    "tags",
    "remove",
    "gc",
    "reindex",
    "job",
    "jobs",
    "recall",
    "remember",
}
Talk = Callable[[Client], Coroutine[Any, Any, None]]


def serve_command(db: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "cairn", "serve", "--db", str(db), "--no-watch", *options]


class Silent:
    """A client that asked for no progress."""

    async def report_progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        return


def talk(target: Any, conversation: Talk, **options: Any) -> None:
    """Hold a conversation with a server through the SDK's own client."""

    async def run() -> None:
        async with Client(target, **options) as client:
            await conversation(client)

    anyio.run(run)


def stdio(db: Path, *options: str) -> StdioServerParameters:
    command, *arguments = serve_command(db, "--stdio", *options)
    return StdioServerParameters(command=command, args=arguments, env=dict(os.environ))


async def ask_everything(client: Client) -> None:
    """Call every reading tool once."""
    assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
    calls: dict[str, dict[str, Any]] = {
        "search": {"query": "boil"},
        "ask": {"query": "how is water boiled"},
        "graph": {"query": "Kettle.boil"},
        "path": {"src": "make_tea", "dst": "warm"},
        "show": {"handle": "Kettle.boil"},
        "impact": {"handle": "Kettle.boil"},
        "pack": {"handle": "kettle:kettle/heat.py:9:5"},
        "map": {},
        "list": {},
    }
    for name, arguments in calls.items():
        answer = await client.call_tool(name, arguments)
        assert not answer.is_error, answer
        assert answer.structured_content is None
        assert "kettle" in answer.content[0].text  # type: ignore[union-attr]  # all tools answer with text


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_every_tool_answers_over_http(open_server: Address, mode: str) -> None:
    talk(open_server.url, ask_everything, mode=mode)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_every_tool_answers_over_stdio(shared_db: Path, mode: str) -> None:
    talk(stdio(shared_db), ask_everything, mode=mode)


def test_a_client_with_the_token_is_served(guarded_server: Address) -> None:
    async def run(url: str) -> None:
        http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"})
        async with http, Client(streamable_http_client(url, http_client=http)) as client:
            await ask_everything(client)

    anyio.run(run, guarded_server.url)


def test_a_source_can_be_added_refreshed_and_removed_over_mcp(kettle: Path, tmp_path: Path) -> None:
    async def conversation(client: Client) -> None:
        added = await client.call_tool("add", {"location": str(kettle), "label": "tea", "wait": True})
        assert added.structured_content is not None
        assert (added.structured_content["source"], added.structured_content["report"]["added"]) == ("tea", 4)
        (kettle / "more.py").write_text("def more():\n    pass\n", encoding="utf-8")
        refreshed = await client.call_tool("refresh", {"source": "tea", "wait": True})
        assert refreshed.structured_content is not None
        assert refreshed.structured_content["report"]["added"] == 1
        removed = await client.call_tool("remove", {"source": "tea"})
        assert removed.structured_content is not None
        assert removed.structured_content["removed"]["label"] == "tea"
        assert not (await client.call_tool("gc", {})).is_error

    talk(stdio(tmp_path / "new.db", "--structured"), conversation)


def test_sources_are_watched_unless_that_is_left_out(db: Path, kettle: Path) -> None:
    async def conversation(client: Client) -> None:
        (kettle / "late.py").write_text("def steep_oolong():\n    return 3\n", encoding="utf-8")
        with anyio.fail_after(60):
            while (await client.call_tool("graph", {"query": "kettle:late.py#steep_oolong"})).is_error:
                await anyio.sleep(0.05)  # there is no event to wait for: a client is told nothing

    arguments = ["-m", "cairn", "serve", "--stdio", "--db", str(db)]
    talk(StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ)), conversation)


def test_reads_do_not_wait_for_a_refresh(serve: Serve, db: Path) -> None:
    async def conversation(client: Client) -> None:
        answers: list[bool] = []

        async def search() -> None:
            answers.append((await client.call_tool("search", {"query": "boil"})).is_error)

        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "refresh", {"source": "kettle"})
            for _ in range(20):
                group.start_soon(search)
        assert answers == [False] * 20

    with serve(db) as address:
        talk(address.url, conversation)


async def jobs_of(client: Client) -> list[dict[str, Any]]:
    told = (await client.call_tool("jobs", {"structured": True})).structured_content
    assert told is not None
    return list(told["jobs"])


async def end_of(client: Client, job: str) -> str:
    """The state in which a job ends."""
    while True:
        (found,) = [row for row in await jobs_of(client) if row["id"] == job]
        if found["state"] not in ("queued", "running"):
            return str(found["state"])


def test_a_job_goes_on_when_its_client_goes_away(serve: Serve, db: Path) -> None:
    async def conversation(client: Client) -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "reindex", {"source": "kettle", "wait": True})
            while len(jobs := await jobs_of(client)) < 2:
                pass
            group.cancel_scope.cancel()
        assert await end_of(client, jobs[0]["id"]) == "done"

    with serve(db) as address:
        talk(address.url, conversation)


def test_a_job_that_is_cancelled_leaves_the_server_well(serve: Serve, db: Path) -> None:
    async def conversation(client: Client) -> None:
        await client.call_tool("reindex", {"source": "kettle"})
        job = (await jobs_of(client))[0]["id"]
        await client.call_tool("job", {"id": job, "cancel": True})
        assert await end_of(client, job) in ("cancelled", "done")  # it may have been quicker
        assert not (await client.call_tool("search", {"query": "boil"})).is_error

    with serve(db) as address:
        talk(address.url, conversation)


def test_a_host_that_is_allowed_is_served_beyond_loopback_with_the_token(serve: Serve, shared_db: Path) -> None:
    with serve(shared_db, "--host", "0.0.0.0", CAIRN_MCP_TOKEN=TOKEN, CAIRN_MCP_ALLOWED_HOSTS="cairn.example") as address:
        root = address.root.replace("0.0.0.0", "127.0.0.1")
        headers = {"Authorization": f"Bearer {TOKEN}", "Host": "cairn.example"}
        assert httpx2.get(f"{root}/metrics", headers=headers).status_code == 200
        assert httpx2.get(f"{root}/metrics", headers={**headers, "Host": "other.example"}).status_code == 421


def test_a_signal_stops_what_is_being_written(tmp_path: Path) -> None:
    work = Work(create_cairn(tmp_path / "cairn.db"))
    server = StoppingServer(uvicorn.Config("unused:app"), work)

    def write(_on_progress: Any, is_cancelled: Callable[[], bool]) -> tuple[bool, bool]:
        before = is_cancelled()
        server.handle_exit(signal.SIGTERM, None)
        return before, is_cancelled()

    async def run() -> tuple[bool, bool]:
        return await work.write(write, Silent())

    assert anyio.run(run) == (False, True)


def test_read_only_offers_no_tool_that_writes(shared_db: Path) -> None:
    async def conversation(client: Client) -> None:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert names == {
            "search",
            "list",
            "graph",
            "ask",
            "path",
            "show",
            "links",
            "impact",
            "pack",
            "map",
            "tags",
            "jobs",
            "recall",
        }
        assert (await client.call_tool("remove", {"source": "kettle"})).is_error

    talk(stdio(shared_db, "--read-only"), conversation)


@pytest.mark.parametrize("options", [["--stdio", "--bogus"], ["--stdio", "--json", "--port", "x"], ["--stdio", "--json"]])
def test_stdio_that_does_not_start_writes_nothing_to_standard_output(
    shared_db: Path, options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAIRN_MAX_INGEST_FILES", "none at all")
    done = subprocess.run(serve_command(shared_db, *options), input="", capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("cairn: ")


def test_stdio_writes_only_protocol_lines(shared_db: Path) -> None:
    request = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\nnot json at all\n'
    done = subprocess.run(serve_command(shared_db, "--stdio", "-vv"), input=request, capture_output=True, text=True, check=True)
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in done.stdout.splitlines())


def test_a_host_beyond_loopback_needs_a_token(shared_db: Path) -> None:
    done = subprocess.run(serve_command(shared_db, "--host", "0.0.0.0"), capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "CAIRN_MCP_TOKEN" in done.stderr


def test_a_port_in_use_is_one_sentence(open_server: Address, shared_db: Path) -> None:
    port = open_server.root.rpartition(":")[2]
    done = subprocess.run(serve_command(shared_db, "--port", port), capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert done.stderr.startswith(f"cairn: port {port} on 127.0.0.1 is in use")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="sends a POSIX signal")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_server_that_is_stopped_says_no_more_than_that(shared_db: Path, number: int) -> None:
    command = [*serve_command(shared_db), "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        assert httpx2.get(url.removesuffix("/mcp") + "/healthz").text == "ok\n"
        process.send_signal(number)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, "", "cairn: stopped\n")
