from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from cairn import create_cairn
from cairn.errors import EnvironmentFault
from cairn.index.crew import SPARES
from cairn.index.read import pool
from cairn.index.read.messages import Batch, Work
from cairn.index.read.pool import WorkerPool
from cairn.index.run.update import make_batches
from cairn.retrieve.filters import Filters
from cairn.store.rows import FileRow, SkipRow


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


def test_language_with_little_text_is_read_by_one_worker() -> None:
    sizes = {f"m{number}.py": 40_000 for number in range(40)} | {f"c{number}.rb": 500 for number in range(60)} | {"notes.xyz": 9}
    works = [Work(path, None, False, size, 0, 0) for path, size in sizes.items()]
    batches = [[work.path for work in batch] for batch in make_batches(works)]
    assert sorted(path for batch in batches for path in batch) == sorted(sizes)
    assert [len(batch) for batch in batches if any(path.endswith(".rb") for path in batch)] == [60]
    assert sum(any(path.endswith(".py") for path in batch) for batch in batches) == 6


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
    SPARES.close()
    monkeypatch.setattr(sys, "executable", str(tree / "no-python"))
    workers = WorkerPool([Batch(str(tree), 1000, _works(tree))], 1)
    try:
        with pytest.raises(EnvironmentFault, match="worker process"):
            list(workers.outcomes())
    finally:
        workers.close()


def _interpreter_that_is_killed(folder: Path, times: int) -> str:
    """An interpreter that the system ends with signal 9 as it starts, so many times; then it runs."""
    program = folder / "python"
    program.write_text(f"""#!/bin/sh
if [ "$(ls "{folder}" | grep -c killed)" -lt {times} ]; then : > "{folder}/killed$$"; kill -9 $$; fi
exec "{sys.executable}" "$@"
""")
    program.chmod(0o755)
    return str(program)


@pytest.mark.skipif(sys.platform == "win32", reason="a script of a shell")
@pytest.mark.parametrize("times", [2, 9])
def test_worker_that_is_killed_as_it_starts_is_replaced_and_then_said_to_be_killed(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    (tree / "a.py").write_text("x = 1\n")
    folder = tmp_path / "bin"
    folder.mkdir()
    SPARES.close()
    monkeypatch.setattr(sys, "executable", _interpreter_that_is_killed(folder, times))
    workers = WorkerPool([Batch(str(tree), 1000, _works(tree))], 1)
    try:
        if times < 3:
            assert [outcome.path for found in workers.outcomes() for outcome in found if isinstance(outcome, FileRow)] == ["a.py"]
        else:
            with pytest.raises(EnvironmentFault, match=r"3 worker processes were ended by signal 9 \(SIGKILL\).*memory"):
                list(workers.outcomes())
    finally:
        workers.close()


@pytest.mark.slow
def test_file_whose_definitions_take_too_long_is_indexed_as_text(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "FILE_LIMIT_S", 0.5)
    (tree / "slow.py").write_text("needle = [" + "f(1)," * 60_000 + "]\n")
    (tree / "z.py").write_text("x = 1\n")
    with create_cairn(tmp_path / "x.db") as cairn:
        report = cairn.ingest.add(tree)
        hits = cairn.retrieve.search("needle", Filters(lang="python")).hits
        listing = cairn.retrieve.files(report.source)
        again = cairn.ingest.refresh(report.source)
    warning = "reading its definitions took longer than 0.5 s, so only its text is indexed"
    assert report.warnings == [f"slow.py: {warning}"]
    assert (listing.files[0].warnings, listing.skipped) == ([warning], [])
    assert hits[0].file == "slow.py"
    assert again.unchanged == 2


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_file_that_ends_its_reader_costs_a_small_source_that_file_alone(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in for a parser that crashes: a module that a new worker finds before the real one."""
    package = tmp_path / "crashing"
    package.mkdir()
    (package / "sitecustomize.py").write_text(_CRASHING)
    (tree / "deadly.py").write_text("x = 'deadly'\n")
    (tree / "good.py").write_text("def good():\n    pass\n")
    SPARES.close()
    monkeypatch.setenv("PYTHONPATH", str(package))
    with create_cairn(tmp_path / "x.db") as cairn:
        report = cairn.ingest.add(tree)
        listing = cairn.retrieve.files("tree")
    SPARES.close()
    assert [file.file for file in listing.files] == ["good.py"]
    assert [(skip.file, skip.reason, skip.detail) for skip in listing.skipped] == [
        ("deadly.py", "worker_crashed", "the process that read it died")
    ]
    assert report.warnings == ["deadly.py was left out: the process that read it died"]


_CRASHING = """
import os, signal
from importlib.abc import MetaPathFinder

class Finder(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "cairn.index.read.worker":
            import cairn.index.read.parse as parse
            read = parse.parse_file
            def parse_file(path, found, *rest):
                if b"deadly" in found.data:
                    os.kill(os.getpid(), signal.SIGKILL)
                return read(path, found, *rest)
            parse.parse_file = parse_file

import sys
sys.meta_path.insert(0, Finder())
"""


def test_a_worker_is_kept_for_the_next_run_and_replaced_when_it_has_died(tree: Path, tmp_path: Path) -> None:
    (tree / "a.py").write_text("x = 1\n")
    with create_cairn(tmp_path / "x.db") as cairn:
        cairn.ingest.add(tree)
        first = SPARES.take()
        assert first is not None
        SPARES.give(first)
        (tree / "b.py").write_text("y = 1\n")
        cairn.ingest.refresh("tree")
        assert SPARES.take() is first
        SPARES.give(first)
        first.kill()
        first._process.wait()
        (tree / "c.py").write_text("z = 1\n")
        assert cairn.ingest.refresh("tree").warnings == []
        assert [file.file for file in cairn.retrieve.files("tree").files] == ["a.py", "b.py", "c.py"]
