from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cairn import create_cairn
from cairn.errors import EnvironmentFault
from cairn.index import pool, run
from cairn.index.messages import Batch, Work
from cairn.index.pool import WorkerPool
from cairn.store.base import FileRow, SkipRow


def _works(folder: Path) -> tuple[Work, ...]:
    return tuple(Work(file.name, None, False, file.stat().st_size, 0, 0) for file in sorted(folder.iterdir()))


def test_every_file_comes_back_once(tree: Path) -> None:
    for number in range(30):
        (tree / f"m{number}.py").write_text(f"x = {number}\n")
    works = _works(tree)
    batches = [Batch(str(tree), 1000, works[at : at + 4]) for at in range(0, 30, 4)]
    workers = WorkerPool(batches, 2)
    try:
        outcomes = [outcome for found in workers.outcomes() for outcome in found]
    finally:
        workers.close()
    assert sorted(outcome.path for outcome in outcomes if isinstance(outcome, FileRow)) == sorted(work.path for work in works)


@pytest.mark.slow
def test_file_that_takes_too_long_is_left_out_and_the_others_are_not(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "FILE_LIMIT_S", 0.5)
    (tree / "a.py").write_text("x = 1\n")
    (tree / "slow.py").write_text("".join(f"def name{n}(a, b):\n    return name{n - 1}(a)\n" for n in range(150_000)))
    (tree / "z.py").write_text("x = 1\n")
    workers = WorkerPool([Batch(str(tree), 10**9, _works(tree))], 1)
    try:
        outcomes = {outcome[0]: outcome for found in workers.outcomes() for outcome in found}
    finally:
        workers.close()
    slow = outcomes.pop("slow.py")
    assert isinstance(slow, SkipRow)
    assert (slow.reason, slow.detail) == ("worker_crashed", "took longer than 0.5 s")
    assert sorted(outcomes) == ["a.py", "z.py"]
    assert all(isinstance(outcome, FileRow) for outcome in outcomes.values())


def test_worker_that_cannot_start_is_an_environment_fault(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "a.py").write_text("x = 1\n")
    monkeypatch.setattr(sys, "executable", str(tree / "no-python"))
    workers = WorkerPool([Batch(str(tree), 1000, _works(tree))], 1)
    try:
        with pytest.raises(EnvironmentFault, match="worker process"):
            list(workers.outcomes())
    finally:
        workers.close()


@pytest.mark.slow
def test_file_whose_definitions_take_too_long_is_indexed_as_text(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "FILE_LIMIT_S", 0.5)
    monkeypatch.setattr(run, "_FEW_FILES", 0)
    (tree / "slow.py").write_text("needle = [" + "f(1)," * 60_000 + "]\n")
    (tree / "z.py").write_text("x = 1\n")
    with create_cairn(tmp_path / "x.db") as cairn:
        report = cairn.ingest.add(tree)
        hits = cairn.retrieve.search("needle", lang="python").hits
        listing = cairn.retrieve.files(report.source)
        again = cairn.ingest.refresh(report.source)
    warning = "reading its definitions took longer than 0.5 s, so only its text is indexed"
    assert report.warnings == [f"slow.py: {warning}"]
    assert (listing.files[0].warnings, listing.skipped) == ([warning], [])
    assert hits[0].file == "slow.py"
    assert again.unchanged == 2
