"""Configurations of harnesses: written, shown and restored."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cairn.cli.harness import files
from cairn.cli.harness.change import document_of, entry_in
from cairn.cli.harness.connect import connect, disconnect, fragment
from cairn.cli.harness.entry import Server
from cairn.cli.harness.machine import Machine, Scope
from cairn.cli.harness.registry import HARNESSES, Harness
from cairn.errors import RefusedError, UsageError

URL = "http://127.0.0.1:8093/mcp"
TOKEN = "s3cret-t0ken"
OPEN = Server(URL)
REFERRED = Server(URL, has_token=True)
WRITTEN = Server(URL, has_token=True, token=TOKEN)
STARTED = Server(None, ("/opt/cairn", "serve", "--stdio", "--db", r"C:\Users\me\x.db"))
SERVERS = {"open": OPEN, "referred": REFERRED, "written": WRITTEN, "started": STARTED}

# A file as a user of each harness may have it. `%s` is where its servers stand.
JSON_WITH_COMMENTS = """\
// mine
{
    "theme": "dark", // at night
    /* servers */
    "%s": {
        "other": {"command": "npx", "args": ["-y", "other"]},
        // the last one
        "another": {
            "url": "https://example.org/mcp",
            "headers": {"X": "{ // } , ["},
        },
    },
    "inputs": [
        {"type": "promptString", "id": "other"}, // asked
    ],
    "telemetry": false,
}
"""
TOML_WITH_COMMENTS = """\
# mine
model = "m"   # the best

[mcp_servers.other]
command = "npx"
args = [
    "-y",  # yes
    "other",
]

[profiles.fast] # last
model = "f"
"""
HARNESS = pytest.mark.parametrize("harness", HARNESSES.values(), ids=HARNESSES)
SERVER = pytest.mark.parametrize("server", SERVERS.values(), ids=SERVERS)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine on which nothing is installed."""
    folder = tmp_path.resolve()
    (folder / "home").mkdir()
    (folder / "project").mkdir()
    return Machine("linux", folder / "home", folder / "project", {}, lambda _program: None)


def file_of(harness: Harness, machine: Machine, scope: Scope = Scope.USER) -> Path:
    path = harness.file(machine, scope)
    assert path is not None
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def commented(harness: Harness) -> str:
    return TOML_WITH_COMMENTS if harness.is_toml else JSON_WITH_COMMENTS % harness.container


def entry_of(harness: Harness, path: Path) -> dict[str, Any]:
    entry = entry_in(harness, path.read_text(encoding="utf-8-sig"))
    assert entry is not None
    return entry


def names_below(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if not path.is_dir())


@HARNESS
@SERVER
def test_a_file_that_is_not_there_is_made_and_is_gone_again(harness: Harness, server: Server, machine: Machine) -> None:
    done = connect(harness, machine, Scope.USER, server)
    path = Path(done.path)
    assert done.action == "written"
    assert done.backup is None
    assert entry_of(harness, path) == harness.write(server)
    assert path.read_text(encoding="utf-8") == fragment(harness, server)
    assert disconnect(harness, machine, Scope.USER).action == "deleted"
    assert names_below(machine.home) == []


@HARNESS
@pytest.mark.parametrize("server", [REFERRED, STARTED], ids=["referred", "started"])
@pytest.mark.parametrize("text", ["commented", "bare", "empty"])
@pytest.mark.parametrize(("ends", "mark"), [("\n", ""), ("\r\n", ""), ("\n", "\ufeff")], ids=["lf", "crlf", "bom"])
def test_a_file_with_other_things_keeps_them_and_is_restored(
    harness: Harness, server: Server, machine: Machine, text: str, ends: str, mark: str
) -> None:
    if harness.is_toml and mark:
        pytest.skip("TOML has no byte order mark")
    bare = "" if harness.is_toml else "{}"
    content = {"commented": commented(harness), "bare": bare, "empty": ""}[text]
    path = file_of(harness, machine)
    before = (mark + content).replace("\n", ends).encode()
    path.write_bytes(before)
    done = connect(harness, machine, Scope.USER, server)
    after = path.read_bytes()
    assert done.backup is not None
    assert Path(done.backup).read_bytes() == before
    assert entry_of(harness, path) == harness.write(server)
    if text == "commented":
        kept = [line for line in before.decode().splitlines() if line.strip(" ,]}")]
        assert [line for line in after.decode().splitlines() if line in kept] == kept
        assert after.count(b"\r\n") == (after.count(b"\n") if ends == "\r\n" else 0)
    assert disconnect(harness, machine, Scope.USER).action == "restored"
    assert path.read_bytes() == before
    assert names_below(machine.home) == [path.name]


@HARNESS
def test_connecting_again_changes_nothing_and_another_server_replaces_the_first(harness: Harness, machine: Machine) -> None:
    path = file_of(harness, machine)
    before = commented(harness)
    path.write_text(before, encoding="utf-8")
    connect(harness, machine, Scope.USER, OPEN)
    written = path.read_bytes()
    assert connect(harness, machine, Scope.USER, OPEN).action == "unchanged"
    assert path.read_bytes() == written
    assert connect(harness, machine, Scope.USER, STARTED).action == "written"
    assert entry_of(harness, path) == harness.write(STARTED)
    assert disconnect(harness, machine, Scope.USER).action == "restored"
    assert path.read_text(encoding="utf-8") == before


@HARNESS
def test_what_a_user_changed_in_the_meantime_stays_when_the_server_is_removed(harness: Harness, machine: Machine) -> None:
    path = file_of(harness, machine)
    path.write_text(commented(harness), encoding="utf-8")
    connect(harness, machine, Scope.USER, REFERRED)
    path.write_text("# new\n" + path.read_text() if harness.is_toml else path.read_text() + "// new\n", encoding="utf-8")
    assert disconnect(harness, machine, Scope.USER).action == "removed"
    text = path.read_text(encoding="utf-8")
    assert "new\n" in text
    assert "cairn" not in text
    assert document_of(harness, text) == document_of(harness, commented(harness))
    assert disconnect(harness, machine, Scope.USER).action == "absent"


@HARNESS
def test_keys_that_a_user_added_to_the_entry_are_kept(harness: Harness, machine: Machine) -> None:
    path = file_of(harness, machine)
    line = '[mcp_servers.cairn]\nurl = "http://old"\ntimeout = 9 # long\n'
    record = json.dumps({harness.container: {"cairn": {"url": "http://old", "timeout": 9}}}, indent=2)
    path.write_text(line if harness.is_toml else record)
    connect(harness, machine, Scope.USER, STARTED)
    assert entry_of(harness, path) == {"timeout": 9, **harness.write(STARTED)}


@HARNESS
@pytest.mark.parametrize(
    "text",
    ['{"a": 1', '{"a" 1}', "{'a': 1}", "not = [", '{"%s": []}', '%s = "x"', '{"%s": {"cairn": 1}}', "[]", "\x00\x01", "{" * 400],
)
def test_a_broken_or_unknown_file_is_left_as_it_is(harness: Harness, machine: Machine, text: str) -> None:
    path = file_of(harness, machine)
    text = text.replace("%s", harness.container)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RefusedError, match="is left as it is"):
        connect(harness, machine, Scope.USER, OPEN)
    with pytest.raises(RefusedError, match="is left as it is"):
        disconnect(harness, machine, Scope.USER)
    assert path.read_text(encoding="utf-8") == text
    assert names_below(machine.home) == [path.name]


@HARNESS
def test_a_file_that_is_no_utf_8_is_left_as_it_is(harness: Harness, machine: Machine) -> None:
    path = file_of(harness, machine)
    path.write_bytes('{"a": "ü"}'.encode("utf-16"))
    with pytest.raises(RefusedError, match="no UTF-8"):
        connect(harness, machine, Scope.USER, OPEN)
    assert names_below(machine.home) == [path.name]


@HARNESS
def test_the_token_is_named_where_the_harness_can_read_it_elsewhere(harness: Harness) -> None:
    if harness.has_http and harness.has_reference:
        text = fragment(harness, REFERRED)
        assert "CAIRN_MCP_TOKEN" in text or "${input:cairn-token}" in text
        assert TOKEN not in text
    assert "Authorization" not in fragment(harness, OPEN)


@pytest.mark.skipif(os.name == "nt", reason="has other permissions")
@HARNESS
def test_a_file_that_holds_the_token_is_for_its_owner_alone(harness: Harness, machine: Machine) -> None:
    path = file_of(harness, machine)
    path.write_text(commented(harness))
    path.chmod(0o644)
    connect(harness, machine, Scope.USER, OPEN)
    assert path.stat().st_mode & 0o777 == 0o644
    connect(harness, machine, Scope.USER, WRITTEN)
    assert path.stat().st_mode & 0o777 == 0o600
    disconnect(harness, machine, Scope.USER)
    assert path.stat().st_mode & 0o777 == 0o644


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@HARNESS
def test_a_link_stays_a_link(harness: Harness, machine: Machine) -> None:
    path = file_of(harness, machine)
    target = machine.home / "dotfiles" / "settings"
    target.parent.mkdir()
    target.write_text(commented(harness))
    path.symlink_to(target)
    connect(harness, machine, Scope.USER, OPEN)
    assert path.is_symlink()
    assert entry_of(harness, target) == harness.write(OPEN)
    disconnect(harness, machine, Scope.USER)
    assert path.is_symlink()
    assert target.read_text() == commented(harness)


def test_a_token_is_not_written_into_a_project(machine: Machine) -> None:
    with pytest.raises(RefusedError, match="belongs to a project"):
        connect(HARNESSES["zed"], machine, Scope.PROJECT, WRITTEN)
    assert machine.project is not None
    assert names_below(machine.project) == []


@HARNESS
def test_a_project_has_a_file_of_its_own_or_that_is_said(harness: Harness, machine: Machine) -> None:
    if harness.project_file is None:
        with pytest.raises(UsageError, match="no configuration of a project"):
            connect(harness, machine, Scope.PROJECT, OPEN)
        return
    done = connect(harness, machine, Scope.PROJECT, OPEN)
    assert machine.project is not None
    assert Path(done.path) == machine.project / harness.project_file
    assert names_below(machine.home) == []


def test_each_platform_has_its_own_places(machine: Machine) -> None:
    roaming = machine.home / "Roaming"
    windows = replace(machine, platform="win32", environ={"APPDATA": str(roaming)})
    mac = replace(machine, platform="darwin")
    support = machine.home / "Library" / "Application Support"

    def places(where: Machine, *names: str) -> list[Path | None]:
        return [HARNESSES[name].file(where, Scope.USER) for name in names]

    names = ("vscode", "zed", "claude-desktop", "opencode")
    settings, desktop = Path("Code/User/mcp.json"), Path("Claude/claude_desktop_config.json")
    config = machine.home / ".config"
    opencode = config / "opencode/opencode.json"
    assert places(machine, *names) == [config / settings, config / "zed/settings.json", config / desktop, opencode]
    assert places(mac, *names) == [support / settings, config / "zed/settings.json", support / desktop, opencode]
    assert places(windows, *names) == [roaming / settings, roaming / "Zed/settings.json", roaming / desktop, opencode]


def test_folders_that_variables_name_are_used(machine: Machine, tmp_path: Path) -> None:
    moved = replace(machine, environ={"CODEX_HOME": str(tmp_path / "c"), "XDG_CONFIG_HOME": str(tmp_path / "x")})
    assert HARNESSES["codex"].file(moved, Scope.USER) == tmp_path / "c" / "config.toml"
    assert HARNESSES["zed"].file(moved, Scope.USER) == tmp_path / "x" / "zed" / "settings.json"


def test_the_file_with_comments_is_taken_where_opencode_has_that(machine: Machine) -> None:
    harness = HARNESSES["opencode"]
    twin = file_of(harness, machine).with_suffix(".jsonc")
    twin.write_text("{\n  // mine\n}\n")
    assert connect(harness, machine, Scope.USER, OPEN).path == str(twin)
    assert not twin.with_suffix(".json").exists()


def test_paths_of_windows_and_odd_characters_come_back_as_they_were(machine: Machine) -> None:
    odd = Server(None, (r"C:\Program Files\cairn\cairn.exe", "serve", "--db", 'C:\\größe "x"\\a\tb.db'))
    for harness in HARNESSES.values():
        path = Path(connect(harness, machine, Scope.USER, odd).path)
        assert entry_of(harness, path) == harness.write(odd)
        json.loads(path.read_text("utf-8")) if not harness.is_toml else tomllib.loads(path.read_text("utf-8"))


def test_the_question_for_the_token_is_asked_once_and_taken_away_with_the_server(machine: Machine) -> None:
    harness = HARNESSES["vscode"]
    path = file_of(harness, machine)
    path.write_text(commented(harness))
    connect(harness, machine, Scope.USER, REFERRED)
    connect(harness, machine, Scope.USER, OPEN)
    connect(harness, machine, Scope.USER, REFERRED)
    document: Any = document_of(harness, path.read_text())
    assert [item["id"] for item in document["inputs"]] == ["other", "cairn-token"]
    path.write_text(path.read_text() + "// new\n")
    disconnect(harness, machine, Scope.USER)
    document = document_of(harness, path.read_text())
    assert [item["id"] for item in document["inputs"]] == ["other"]


@pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_told(machine: Machine) -> None:
    path = file_of(HARNESSES["cursor"], machine)
    path.parent.chmod(0o500)
    with pytest.raises(Exception, match="cannot be written"):
        connect(HARNESSES["cursor"], machine, Scope.USER, OPEN)
    path.parent.chmod(0o700)


@pytest.mark.parametrize(
    "text",
    [
        'model = "x"\n[mcp_servers.a]\ncommand="b"\n\n[profiles.z]\nmodel="q"\n',
        'mcp_servers = { a = { url = "x" } }\n',
        '[mcp_servers]\n# hi\n[mcp_servers.a]\nurl="q"\n',
        "[a]\nb=1",
        'mcp_servers.a.url = "x"\n[other]\nk=1\n',
        '[mcp_servers.a]\nurl="1"\n[other]\nk=1\n[mcp_servers.b]\nurl="2"\n',
        '[[hooks.X]]\na=1\n[[hooks.X.hooks]]\nt="c"\n',
        "[mcp_servers.\"with space\"]\nurl = '''a\nb'''\n",
    ],
)
def test_every_way_of_writing_toml_is_edited_or_refused(machine: Machine, text: str) -> None:
    harness = HARNESSES["codex"]
    path = file_of(harness, machine)
    path.write_text(text, encoding="utf-8")
    connect(harness, machine, Scope.USER, REFERRED)
    document: Any = tomllib.loads(path.read_text(encoding="utf-8"))
    assert document["mcp_servers"].pop("cairn") == harness.write(REFERRED)
    before: Any = tomllib.loads(text)
    assert document == {"mcp_servers": {}, **before}
    path.write_text(path.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    disconnect(harness, machine, Scope.USER)
    assert tomllib.loads(path.read_text(encoding="utf-8")) == before


def test_a_file_that_its_harness_writes_in_this_moment_is_left_as_it_is(machine: Machine) -> None:
    path = file_of(HARNESSES["claude-code"], machine)
    path.write_text("{}")
    seen = files.read(path)
    path.write_text('{"a": 1}')
    with pytest.raises(RefusedError, match="has changed in this moment"):
        files.replace(seen, '{"b": 2}', is_private=False)
    assert path.read_text() == '{"a": 1}'
