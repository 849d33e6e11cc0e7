"""`cairn user`."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from cairn.users import Users
from tests.cli.conftest import Command


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAIRN_MCP_USERS", str(tmp_path / "users.toml"))
    return tmp_path / "users.toml"


def test_a_token_is_printed_once_and_the_file_has_its_hash_alone(cairn: Command, file: Path) -> None:
    token = cairn("user", "add", "ana", "--read", "bill-*", "--write", "docs").out.strip()
    user = Users(file).with_token(token.encode())
    assert user is not None
    assert (user.name, user.reads, user.writes) == ("ana", ("bill-*",), ("docs",))
    assert token not in file.read_text("utf-8")
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_comments_and_what_somebody_wrote_stay(cairn: Command, file: Path) -> None:
    file.write_text("# ours\n[users.ana]\nread = ['x'] # until May\n\n[users.bob] # him\nread = ['y']\n", encoding="utf-8")
    cairn("user", "add", "eve", "--read", "all", "--no-token")
    cairn("user", "revoke", "bob")
    assert file.read_text("utf-8") == "# ours\n[users.ana]\nread = ['x'] # until May\n\n[users.eve]\nread = [\"all\"]\n"


def test_users_are_listed(cairn: Command, file: Path) -> None:
    assert cairn("user", "list").out == "no users\n"
    cairn("user", "add", "ana", "--read", "all", "--root", str(file.parent), "--no-token")
    (row,) = cairn("user", "list", "--json").document["users"]
    assert row == {"user": "ana", "read": ["all"], "write": [], "roots": [str(file.parent)], "has_token": False}
    assert "ana   all" in cairn("user", "list").out


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["add", "ana"], 2, "a user without rights sees nothing"),
        (["add", "a b", "--read", "x"], 2, "cannot be a user's name"),
        (["add", "eve", "--read", "a b"], 2, "is no glob of labels"),
        (["add", "ana", "--read", "x"], 3, "has a user 'ana'"),
        (["revoke", "eve"], 1, "has no user 'eve'; there are: 'ana'"),
    ],
)
def test_what_cannot_be_done_is_said_and_leaves_the_file(
    cairn: Command, file: Path, arguments: list[str], status: int, message: str
) -> None:
    file.write_text("[users.ana]\nread = ['x']\n", encoding="utf-8")
    done = cairn("user", *arguments)
    assert (done.status, message in done.err) == (status, True)
    assert file.read_text("utf-8") == "[users.ana]\nread = ['x']\n"


def test_without_a_file_that_is_said(cairn: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CAIRN_MCP_USERS", raising=False)
    done = cairn("user", "list")
    assert done.status == 2
    assert "CAIRN_MCP_USERS" in done.err


def test_a_header_without_users_or_proxies_does_not_start_a_server(cairn: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_MCP_USER_HEADER", "X-Forwarded-User")
    done = cairn("serve", "--port", "0")
    assert done.status == 2
    assert "set CAIRN_MCP_USERS and CAIRN_MCP_TRUSTED_PROXIES, too" in done.err
