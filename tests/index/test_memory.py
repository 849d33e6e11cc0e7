"""What resolving keeps in memory: facts of some files and some answers at a time, which changes none of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn import create_cairn
from cairn.resolve import kept
from cairn.resolve.evaluator import memory

SOURCES = Path(__file__).parents[1] / "languages"


def exported(database: Path) -> list[str]:
    with create_cairn(database) as cairn:
        cairn.ingest.add(SOURCES, label="sources")
        return sorted(str(row) for row in cairn.retrieve.export("sources"))


def test_graph_is_the_same_where_few_files_and_answers_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = exported(tmp_path / "all" / "cairn.db")
    monkeypatch.setattr(kept, "MOST_ROWS", 2_000)
    monkeypatch.setattr(memory, "MOST_ANSWERS", 500)
    assert exported(tmp_path / "few" / "cairn.db") == expected
