from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from cairn.cli.main import cli


@pytest.mark.parametrize(
    ("words", "incomplete", "expected"),
    [
        ([], "se", ["search", "serve"]),
        (["remove"], "", ["shop"]),
        (["refresh"], "", ["all", "shop"]),
        (["search", "x", "--source"], "sh", ["shop"]),
        (["graph"], "shop:shop/cart.py#ch", ["shop:shop/cart.py#checkout"]),
        (["graph", "x", "--edges"], "calls,inh", ["calls,inherits"]),
        (["search", "x"], "--lit", ["--literal"]),
    ],
)
def test_the_shell_completes_verbs_labels_handles_and_options(
    shared_db: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], incomplete: str, expected: list[str]
) -> None:
    monkeypatch.setenv("CAIRN_DB", str(shared_db))
    completions = ShellComplete(cli, {}, "cairn", "_CAIRN_COMPLETE").get_completions(words, incomplete)
    assert [item.value for item in completions] == expected


def test_completion_without_an_index_offers_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CAIRN_DB", str(tmp_path / "none.db"))
    assert ShellComplete(cli, {}, "cairn", "_CAIRN_COMPLETE").get_completions(["remove"], "") == []
