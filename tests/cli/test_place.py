from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from tests.cli.conftest import Command


def test_show_takes_a_path_on_disk(cairn: Command, shared_db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shared_db.parent / "shop" / "shop")
    assert cairn("show", "cart.py:11-12", "--db", shared_db).out.startswith("def checkout(")
    assert cairn("show", shared_db.parent / "shop" / "shop" / "cart.py:L12", "--db", shared_db).out.strip().startswith("return")


def test_a_path_on_disk_outside_of_all_sources_says_so(cairn: Command, shared_db: Path, tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("x = 1\n", encoding="utf-8")
    outcome = cairn("show", tmp_path / "other.py", "--db", shared_db)
    assert outcome.status == 1
    assert "is part of no source; add its folder" in outcome.err


def test_the_source_of_the_current_folder_comes_first(cairn: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "cairn.db"
    for label in ("one", "two"):
        (tmp_path / label).mkdir()
        (tmp_path / label / "a.py").write_text("def same_name():\n    return 1\n", encoding="utf-8")
        cairn("add", tmp_path / label, "--db", db)
    for label in ("one", "two"):
        monkeypatch.chdir(tmp_path / label)
        assert cairn("search", "same_name", "--json", "--db", db).document["hits"][0]["source"] == label


def test_a_file_that_is_a_source_can_be_shown_by_its_path(cairn: Command, tmp_path: Path) -> None:
    db, file = tmp_path / "cairn.db", tmp_path / "notes.md"
    file.write_text("# Notes\n\nHello.\n", encoding="utf-8")
    assert cairn("add", file, "--db", db).status == 0
    assert cairn("show", file, "--db", db).out == "# Notes\n\nHello.\n"


def test_a_changed_file_is_said_to_be_stale(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db = tmp_path / "cairn.db"
    cairn("add", shop, "--label", "shop", "--db", db)
    (shop / "shop" / "cart.py").write_text("x = 1\n", encoding="utf-8")
    outcome = cairn("show", "checkout", "--db", db)
    assert outcome.out.startswith("def checkout(")
    assert "`cairn refresh shop`" in outcome.err
