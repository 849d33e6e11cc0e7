"""`cairn connect` on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cairn.cli.harness.registry import HARNESSES

if TYPE_CHECKING:
    from tests.cli.conftest import Command


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, in which nothing is installed; the folder of the project is beside it."""
    for name in ("home", "project", "bin"):
        (tmp_path / name).mkdir()
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    for variable in (
        "XDG_CONFIG_HOME",
        "APPDATA",
        "CODEX_HOME",
        "CLAUDE_CONFIG_DIR",
        "CAIRN_DB",
        "CAIRN_HOME",
        "CAIRN_MCP_TOKEN",
    ):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path / "home"


def test_without_a_harness_all_are_listed(cairn: Command, home: Path) -> None:
    (home / ".cursor").mkdir()
    rows = cairn("connect", "--json").document["harnesses"]
    assert [row["harness"] for row in rows] == list(HARNESSES)
    assert {row["harness"]: row["found"] for row in rows if row["found"]} == {"cursor": True}
    cairn("connect", "cursor", "--scope", "project")
    found = [row for row in cairn("connect", "--json").document["harnesses"] if row["connected"]]
    assert [(row["harness"], row["scope"], row["connected"]) for row in found] == [
        ("cursor", "project", "http://127.0.0.1:8093/mcp")
    ]
    assert "http://127.0.0.1:8093/mcp" in cairn("connect").out


def test_a_harness_is_connected_and_disconnected(cairn: Command, home: Path) -> None:
    done = cairn("connect", "cursor", "--json")
    assert done.document == {
        "harness": "cursor",
        "scope": "user",
        "path": str(home / ".cursor" / "mcp.json"),
        "action": "written",
        "backup": None,
    }
    assert "`cairn serve` must be running at http://127.0.0.1:8093/mcp" in cairn("connect", "cursor").out
    assert "was not connected" in cairn("connect", "zed", "--remove").out
    assert "the file held nothing else and is gone" in cairn("connect", "cursor", "--remove").out
    assert not (home / ".cursor" / "mcp.json").exists()


def test_print_writes_the_configuration_and_nothing_to_the_disk(cairn: Command, home: Path) -> None:
    shown = cairn("connect", "gemini", "--print")
    assert json.loads(shown.out) == {"mcpServers": {"cairn": {"type": "http", "url": "http://127.0.0.1:8093/mcp"}}}
    assert shown.err == f"this belongs in {home / '.gemini' / 'settings.json'}\n"
    assert cairn("connect", "gemini", "--print", "--json").document["config"] == shown.out
    assert list(home.iterdir()) == []


def test_settings_give_the_url_and_the_token_is_named(cairn: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_MCP_TOKEN", "s3cret")
    monkeypatch.setenv("CAIRN_MCP_HOST", "0.0.0.0")
    monkeypatch.setenv("CAIRN_MCP_PORT", "9000")
    shown = cairn("connect", "codex", "--print").out
    assert 'url = "http://127.0.0.1:9000/mcp"' in shown
    assert 'bearer_token_env_var = "CAIRN_MCP_TOKEN"' in shown
    assert "s3cret" in cairn("connect", "codex", "--print", "--write-token").out
    assert "https://cairn.example.org/mcp" in cairn("connect", "codex", "--print", "--url", "https://cairn.example.org/mcp").out
    done = cairn("connect", "codex")
    assert "CAIRN_MCP_TOKEN must be set where Codex CLI starts" in done.out
    assert "s3cret" not in (home / ".codex" / "config.toml").read_text()


def test_stdio_names_the_program_and_an_index_that_is_not_the_default(cairn: Command, home: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.db"
    shown = json.loads(cairn("connect", "cursor", "--stdio", "--print", "--db", db).out)["mcpServers"]["cairn"]
    assert Path(shown["command"]).is_absolute()
    assert shown["args"][-4:] == ["serve", "--stdio", "--db", str(db.resolve())]
    shared = json.loads(cairn("connect", "cursor", "--stdio", "--print", "--scope", "project").out)["mcpServers"]["cairn"]
    assert shared == {"command": "cairn", "args": ["serve", "--stdio"]}
    elsewhere = json.loads(cairn("connect", "cursor", "--stdio", "--print", "--scope", "project", "--db", db).out)
    assert elsewhere["mcpServers"]["cairn"]["args"][-2:] == ["--db", str(db.resolve())]
    desktop = json.loads(cairn("connect", "claude-desktop", "--print").out)["mcpServers"]["cairn"]
    assert desktop["args"][-2:] == ["serve", "--stdio"]
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["emacs"], 2, "'emacs' is not one of 'claude-code'"),
        (["claude-desktop", "--http"], 2, "reads no URL from its file; use --stdio"),
        (["windsurf", "--scope", "project"], 2, "no configuration of a project"),
        (["cursor", "--stdio", "--url", "http://x/mcp"], 2, "leave out one of them"),
        (["cursor", "--url", "ftp://x"], 2, "begins with http:// or https://"),
        (["cursor", "--write-token"], 1, "there is no token to write"),
        (["--remove"], 2, "name a HARNESS"),
    ],
)
def test_what_cannot_be_is_an_error(cairn: Command, home: Path, words: list[str], status: int, sentence: str) -> None:
    outcome = cairn("connect", *words)
    assert outcome.status == status
    assert sentence in outcome.err
    assert list(home.iterdir()) == []


def test_a_broken_file_is_refused_and_listed_as_broken(cairn: Command, home: Path) -> None:
    path = home / ".cursor" / "mcp.json"
    path.parent.mkdir()
    path.write_text('{\n  "mcpServers": {\n', encoding="utf-8")
    outcome = cairn("connect", "cursor", "--json")
    assert (outcome.status, outcome.document["error"]["code"]) == (3, "refused")
    assert "line 3" in outcome.err
    assert path.read_text(encoding="utf-8") == '{\n  "mcpServers": {\n'
    assert "broken" in cairn("connect").out


def test_folders_that_connect_made_go_again_when_they_are_empty(cairn: Command, home: Path, tmp_path: Path) -> None:
    cairn("connect", "cursor")
    cairn("connect", "zed", "--http")
    (home / ".config" / "other").mkdir()
    cairn("connect", "cursor", "--remove")
    cairn("connect", "zed", "--remove")
    assert [path.relative_to(home).as_posix() for path in home.rglob("*")] == [".config", ".config/other"]


def test_a_folder_that_was_there_stays_when_a_harness_is_disconnected(cairn: Command, home: Path) -> None:
    (home / ".cursor").mkdir()
    cairn("connect", "cursor")
    cairn("connect", "cursor", "--remove")
    assert list(home.iterdir()) == [home / ".cursor"]
    assert list((home / ".cursor").iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the current folder")
def test_in_a_folder_that_was_removed_only_a_project_cannot_be_connected(cairn: Command, home: Path) -> None:
    (home.parent / "project").rmdir()
    assert cairn("connect", "--json").status == 0
    assert cairn("connect", "cursor").status == 0
    failed = cairn("connect", "cursor", "--scope", "project")
    assert failed.status != 0
    assert "the current folder was removed" in failed.err
