"""`cairn doctor`: what it finds, and that it comes back."""

from __future__ import annotations

import contextlib
import http.server
import os
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cairn.cli.doctor.check import Check, Probe, State, run_probes
from cairn.cli.harness.registry import HARNESSES

if TYPE_CHECKING:
    from tests.cli.conftest import Command, Outcome


ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which nothing is installed."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.setenv("APPDATA", str(folder))
    monkeypatch.setenv("CAIRN_HOME", str(folder / "cairn"))
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    monkeypatch.chdir(folder)
    return folder


def checks_of(outcome: Outcome) -> list[tuple[str, str]]:
    """(state, detail and remedy) of each check."""
    found: list[dict[str, Any]] = outcome.document["checks"]
    assert all(bool(check["remedy"]) == (check["state"] != "ok") for check in found)
    assert outcome.status == (1 if any(check["state"] == "fail" for check in found) else 0)
    assert outcome.document["ok"] == (outcome.status == 0)
    return [(check["state"], f"{check['detail']}; {check['remedy']}") for check in found]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the current folder")
def test_a_folder_that_was_removed_is_no_fault(cairn: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = home / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert cairn("doctor", "settings", "harnesses", "home").status == 0


def test_all_parts_of_this_installation_work(cairn: Command, home: Path) -> None:
    outcome = cairn(
        "doctor", "--json", "python", "sqlite", "sqlite-vec", "settings", "home", "embeddings", "chat", "grammars", "readers"
    )
    assert [check["state"] for check in outcome.document["checks"]] == ["ok"] * 9, outcome.out
    assert outcome.status == 0
    assert list(home.iterdir()) == []


def test_every_check_is_a_line_and_the_last_counts_them(cairn: Command, home: Path) -> None:
    outcome = cairn("doctor", "settings", "index", "python")
    lines = outcome.out.splitlines()
    assert [line.split()[:2] for line in lines[:-1]] == [["ok", "python"], ["ok", "settings"], ["warn", "index"]]
    assert lines[-1] == "0 failed, 1 to look at, 2 in order"


def test_settings_that_are_wrong_or_unknown_are_named(cairn: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_MCP_PORT", "many")
    monkeypatch.setenv("CAIRN_LOG_LEVEL", "loud")
    monkeypatch.setenv("CAIRN_EMBED_ULR", "http://127.0.0.1:1")
    monkeypatch.setenv("CAIRN_INGEST_ROOT", "/src")
    found = checks_of(cairn("doctor", "settings", "--json"))
    assert [state for state, _ in found] == ["warn", "fail", "fail"]
    assert "CAIRN_EMBED_ULR is no setting and has no effect; did you mean CAIRN_EMBED_URL?" in found[0][1]
    assert "CAIRN_MCP_PORT is 'many'" in found[1][1]
    assert "CAIRN_LOG_LEVEL is 'loud'" in found[2][1]


def test_an_index_that_is_missing_foreign_or_of_another_version_is_told(cairn: Command, home: Path, shop: Path) -> None:
    assert checks_of(cairn("doctor", "index", "--json"))[0] == (
        "warn",
        f"there is none yet at {home / 'cairn' / 'cairn.db'}; `cairn add PATH` makes it",
    )
    foreign = home / "notes.db"
    foreign.write_text("these are notes, not a database\n" * 200)
    ((state, sentence),) = checks_of(cairn("doctor", "index", "--json", "--db", foreign))
    assert (state, "is not a Cairn index" in sentence) == ("fail", True)
    db = home / "x.db"
    cairn("add", shop, "--label", "shop", "--db", db)
    assert checks_of(cairn("doctor", "index", "--json", "--db", db))[0][0] == "ok"
    with contextlib.closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("UPDATE source SET fingerprint = '{}'")
    shop.rename(home / "elsewhere")
    found = checks_of(cairn("doctor", "index", "--json", "--db", db))
    assert found[1] == ("warn", "another version of Cairn indexed shop; `cairn refresh shop`")
    assert found[2][1].startswith("the folder or file of shop is gone")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_home_that_cannot_be_written_fails(cairn: Command, home: Path) -> None:
    home.chmod(0o500)
    ((state, sentence),) = checks_of(cairn("doctor", "home", "--json"))
    home.chmod(0o700)
    assert (state, "cannot be written" in sentence) == ("fail", True)


@contextlib.contextmanager
def serving(db: Path, token: str) -> Iterator[str]:
    """A server in another process; gives its port."""
    command = [sys.executable, "-m", "cairn", "serve", "--port", "0", "--json", "--db", str(db)]
    environ = {**os.environ, "CAIRN_MCP_TOKEN": token}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ, cwd=ROOT) as process:
        assert process.stdout is not None
        url = process.stdout.readline()
        try:
            yield url.partition("127.0.0.1:")[2].partition("/")[0]
        finally:
            process.terminate()


def test_the_server_is_known_and_the_token_tried(
    cairn: Command, home: Path, shared_db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(shared_db, "s3cret") as port:
        monkeypatch.setenv("CAIRN_MCP_PORT", port)
        monkeypatch.setenv("CAIRN_MCP_TOKEN", "s3cret")
        ((state, sentence),) = checks_of(cairn("doctor", "server", "--json", "--db", shared_db))
        assert (state, "is cairn" in sentence, "takes the token" in sentence) == ("ok", True, True)
        assert f"holds as much as {shared_db}" in sentence
        ((state, sentence),) = checks_of(cairn("doctor", "server", "--json"))
        assert (state, "has another index: 1 source and" in sentence) == ("warn", True)
        monkeypatch.setenv("CAIRN_MCP_TOKEN", "other")
        outcome = cairn("doctor", "server", "--json")
        ((state, sentence),) = checks_of(outcome)
        assert (state, "does not take the token" in sentence) == ("fail", True)
        assert "other" not in outcome.out.replace("another", "")


def test_nothing_or_another_program_on_the_port_is_told(cairn: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as other:
        monkeypatch.setenv("CAIRN_MCP_PORT", str(other.server_port))
        thread = threading.Thread(target=other.handle_request)
        thread.start()
        ((state, sentence),) = checks_of(cairn("doctor", "server", "--json"))
        thread.join()
        assert (state, "is another program (status 501)" in sentence) == ("fail", True)
    ((state, sentence),) = checks_of(cairn("doctor", "server", "--json"))
    assert (state, "nothing listens" in sentence) == ("warn", True)


@pytest.mark.parametrize("check", ["server", "embeddings"])
def test_what_takes_a_connection_and_says_nothing_does_not_hold_it_up(
    cairn: Command, home: Path, monkeypatch: pytest.MonkeyPatch, check: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        monkeypatch.setenv("CAIRN_MCP_PORT", str(port))
        monkeypatch.setenv("CAIRN_EMBED_URL", f"http://127.0.0.1:{port}/v1")
        ((state, sentence),) = checks_of(cairn("doctor", check, "--json"))
    assert state == "fail"
    assert str(port) in sentence


def test_endpoints_that_are_forbidden_or_incomplete_fail(cairn: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_OFFLINE", "1")
    monkeypatch.setenv("CAIRN_EMBED_URL", "https://models.example.org/v1")
    monkeypatch.setenv("CAIRN_EMBED_KEY", "s3cret")
    outcome = cairn("doctor", "embeddings", "--json")
    ((state, sentence),) = checks_of(outcome)
    assert (state, "CAIRN_OFFLINE is set" in sentence) == ("fail", True)
    assert "s3cret" not in outcome.out
    monkeypatch.delenv("CAIRN_EMBED_URL")
    monkeypatch.setenv("CAIRN_CHAT_URL", "http://127.0.0.1:1/v1")
    ((state, sentence),) = checks_of(cairn("doctor", "chat", "--json"))
    assert (state, "without CAIRN_EMBED_URL" in sentence) == ("fail", True)


def test_files_of_harnesses_are_looked_at(cairn: Command, home: Path) -> None:
    assert checks_of(cairn("doctor", "harnesses", "--json")) == [("ok", "none found; None")]
    cairn("connect", "codex")
    cairn("connect", "cursor", "--stdio")
    cairn("connect", "gemini", "--url", "http://localhost:9999/mcp")
    (home / ".codeium" / "windsurf").mkdir(parents=True)
    text = (home / ".cursor" / "mcp.json").read_text().replace(str(Path(sys.executable).parent).replace("\\", "\\\\"), "/gone")
    (home / ".cursor" / "mcp.json").write_text(text)
    broken = HARNESSES["claude-code"].title
    (home / ".claude.json").write_text("{")
    found = checks_of(cairn("doctor", "harnesses", "--json"))
    assert [state for state, _ in found] == ["fail", "ok", "fail", "warn", "ok"], found
    assert broken in found[0][1]
    assert "which is not there; `cairn connect cursor --stdio`" in found[2][1]
    assert "http://localhost:9999/mcp" in found[3][1]
    assert "here and not connected: windsurf" in found[4][1]


@pytest.mark.skipif(os.name == "nt", reason="programs have other names there")
def test_another_cairn_before_this_one_is_told(cairn: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = home / "bin" / "cairn"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(other.parent))
    ((state, sentence),) = checks_of(cairn("doctor", "path", "--json"))
    assert (state, sentence.startswith(f"`cairn` is {other}")) == ("warn", True)
    monkeypatch.setenv("PATH", str(home))
    assert checks_of(cairn("doctor", "path", "--json"))[0][1].startswith("no `cairn` is on the PATH")


def test_a_probe_that_never_comes_back_or_breaks_is_a_line_too() -> None:
    never = threading.Event()

    def wait() -> list[Check]:
        never.wait()
        return []

    probes = [Probe("slow", wait, 0.05), Probe("broken", lambda: [][0], 5.0)]
    found = run_probes(probes)
    never.set()
    assert [(check.check, check.state) for check in found] == [("slow", State.WARN), ("broken", State.FAIL)]
    assert "no answer within 0.05 s" in found[0].detail
    assert "IndexError" in found[1].detail
