"""What no message may repeat."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from cairn.cli.main import run
from cairn.cli.verb import configure_logging
from cairn.errors import UsageError, without_logins


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://me:hunter2@h.example/x is gone", "https://***@h.example/x is gone"),
        ("'ssh://t0ken@h.example:22/x'", "'ssh://***@h.example:22/x'"),
        ("git+https://a:b%40c@h/x, http://d:e@i/", "git+https://***@h/x, http://***@i/"),
        ("https://h/x?a=1&access_token=hunter2&b=2#c", "https://h/x?a=1&access_token=***&b=2#c"),
        ("https://h/x?X-Amz-Signature=hunter2", "https://h/x?X-Amz-Signature=***"),
        ("https://h/x?page=2&monkey=3", "https://h/x?page=2&monkey=3"),
        ("https://h/@scope/x?to=me@i.example", "https://h/@scope/x?to=me@i.example"),
        ("me@h.example and a:b@c", "me@h.example and a:b@c"),
    ],
)
def test_a_url_is_shown_without_its_logins(text: str, shown: str) -> None:
    assert without_logins(text) == shown
    assert str(UsageError(text)) == shown


@pytest.mark.parametrize(
    "location",
    ["https://me:hunter2@h.example/", "ftp://me:hunter2@h.example/x", "https://me:hunter2@h/a b", "https://me:hunter2@h:x/"],
)
def test_no_error_repeats_a_password(location: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["add", location, "--db", str(tmp_path / "x.db"), "--json"]) in (2, 3)
    assert "hunter2" not in "".join(capsys.readouterr())


def test_no_log_repeats_a_password(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.root, "handlers", [])
    configure_logging(0)
    logging.getLogger("cairn").error("%s failed", "https://me:hunter2@h.example/")
    assert capsys.readouterr().err == "ERROR cairn https://***@h.example/ failed\n"
