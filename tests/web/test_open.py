"""`cairn open`, and what a server says of its page."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest

from cairn.app import create_cairn
from cairn.cli.main import run
from tests.pages import Server
from tests.serve.conftest import Address, start
from tests.web.conftest import words


@pytest.fixture(scope="module")
def served(shelf: Path) -> Iterator[Address]:
    with start(shelf / "cairn.db") as address:
        yield address


def port_of(address: Address) -> str:
    return address.root.rpartition(":")[2]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser was asked to open."""
    found: list[str] = []

    def note(url: str) -> bool:
        found.append(url)
        return True

    monkeypatch.setattr("webbrowser.open", note)
    return found


def test_the_page_of_a_running_server_is_opened(served: Address, shelf: Path, opened: list[str]) -> None:
    assert run(["open", "--port", port_of(served), "--db", str(shelf / "cairn.db"), "-q"]) == 0
    assert opened == [f"{served.root}/"]
    assert httpx.get(opened[0], headers={"accept": "text/html"}).status_code == 200


def test_a_definition_is_opened_by_its_handle(served: Address, shelf: Path, opened: list[str]) -> None:
    assert run(["open", "shop:shop/tax.py#Rate.apply", "--port", port_of(served), "--db", str(shelf / "cairn.db"), "-q"]) == 0
    assert opened == [f"{served.root}/definition?handle=shop:shop/tax.py%23Rate.apply"]


def test_the_address_alone_is_told_as_a_document(
    served: Address, shelf: Path, opened: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    command = ["open", "--port", port_of(served), "--db", str(shelf / "cairn.db"), "--no-browser", "--json"]
    assert run(command) == 0
    assert json.loads(capfd.readouterr().out) == {"page": f"{served.root}/"}
    assert opened == []


def test_the_server_of_another_index_is_not_opened(
    served: Address, tmp_path: Path, opened: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["open", "--port", port_of(served), "--db", str(tmp_path / "other.db")]) == 3
    assert "serves another index" in capfd.readouterr().err
    assert opened == []


def test_what_is_no_page_of_cairn_is_not_opened(
    server: Server, shelf: Path, opened: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    port = server.url.rpartition(":")[2].strip("/")
    assert run(["open", "--port", port, "--db", str(shelf / "cairn.db")]) == 3
    assert "has no page of Cairn" in capfd.readouterr().err
    assert opened == []


def test_where_no_server_is_one_is_started(shelf: Path) -> None:
    command = [sys.executable, "-m", "cairn", "open", "--db", str(shelf / "cairn.db"), "--port", free_port(), "--no-browser"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            said = next(line for line in process.stderr if line.startswith("the page: "))
            page = said.removeprefix("the page: ").strip()
            assert httpx.get(page, headers={"accept": "text/html"}, timeout=60).status_code == 200
        finally:
            process.terminate()
            drain = threading.Thread(target=process.stderr.read)
            drain.start()
            process.wait(60)
            drain.join()


def free_port() -> str:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return str(found.getsockname()[1])


def test_a_server_without_a_page_has_none(shelf: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with start(shelf / "cairn.db", "--no-page") as address:
        assert httpx.get(f"{address.root}/").status_code == 404
        assert httpx.get(f"{address.root}/healthz").text == "ok\n"
        assert run(["open", "--port", port_of(address), "--db", str(shelf / "cairn.db"), "--no-browser"]) == 3
    assert "has no page" in capfd.readouterr().err


def test_the_list_of_jobs_is_sent_when_it_changes(served: Address, shelf: Path) -> None:
    found: list[str] = []
    with httpx.stream("GET", f"{served.root}/work/events", timeout=60) as answer, create_cairn(shelf / "cairn.db") as cairn:
        assert answer.headers["content-type"].startswith("text/event-stream")
        for line in answer.iter_lines():
            if line.startswith("data:"):
                found.append(words(json.loads(line[5:])))
                if "refresh store done" in found[-1]:
                    break
                if len(found) == 1:
                    cairn.ingest.refresh("store")
    assert "refresh store" not in found[0]


def test_what_the_page_needs_is_not_loaded_before_somebody_looks(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "def look(): print({'jinja2', 'pygments', 'markdown_it', 'cairn.web'} & set(sys.modules), file=sys.stderr)\n"
        "import cairn; look()\n"
        "from cairn.cli.main import run; run(['list', '--db', 'none.db']); look()\n"
        "import cairn.cli.commands.serve, cairn.serve.http, cairn.serve.stdio; look()\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert [line for line in ran.stderr.splitlines() if line.startswith(("set", "{"))] == ["set()"] * 3
