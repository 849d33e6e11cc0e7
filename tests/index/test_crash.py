"""What is left when a process dies."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.errors import Cancelled, RefusedError
from cairn.report import Progress
from cairn.store.sqlite.lock import is_write_locked, write_lock
from tests.index.conftest import FILES, exported, many_files, write_files

_ADD_AND_TELL = """
import sys
from cairn import Config, create_cairn

def tell(progress):
    print(progress.phase, progress.done, flush=True)
    if progress.phase == sys.argv[3]:
        sys.stdin.read()

# No guard for __main__: a worker must not run this again.
create_cairn(sys.argv[1], config=Config()).ingest.add(sys.argv[2], on_progress=tell)
print("ended", flush=True)
"""


def _start_adding(database: Path, folder: Path, stop_at: str) -> subprocess.Popen[str]:
    """Start a process that adds, and return when it has come to a phase, where it stays."""
    process = subprocess.Popen(
        [sys.executable, "-c", _ADD_AND_TELL, str(database), str(folder), stop_at],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)},
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.split()[0] == stop_at:
            return process
    raise AssertionError(f"ended before {stop_at}: {process.wait()}")


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


@pytest.mark.parametrize("phase", ["walk", "read", "resolve", "publish"])
def test_killed_run_leaves_the_old_state_and_the_next_one_says_so(phase: str, cairn: Cairn, source: Path, database: Path) -> None:
    cairn.ingest.add(source)
    before = exported(cairn)
    write_files(source, many_files(60))
    _end(_start_adding(database, source, phase))
    assert exported(cairn) == before
    report = cairn.ingest.refresh("tree")
    assert report.added == 60
    assert [warning for warning in report.warnings if "did not end" in warning] != []
    assert cairn.ingest.refresh("tree").warnings == []


def test_killed_first_run_leaves_an_index_that_can_be_added_to(cairn: Cairn, source: Path, database: Path) -> None:
    _end(_start_adding(database, source, "resolve"))
    assert cairn.retrieve.sources() == []
    assert [(job.kind, job.source, job.state) for job in cairn.start()] == [("add", "tree", "stale")]
    assert cairn.start() == []
    assert cairn.ingest.add(source).added == len(FILES)


def test_killed_run_can_be_started_again_once(cairn: Cairn, source: Path, database: Path) -> None:
    _end(_start_adding(database, source, "resolve"))
    (job,) = cairn.start()
    assert [(row.id, row.state) for row in cairn.ingest.jobs()] == [(job.id, "stale")]
    report = cairn.ingest.run_again(job.id)
    assert (report.source, report.added) == ("tree", len(FILES))
    with pytest.raises(RefusedError, match="2 times"):
        cairn.ingest.run_again(report.job)


def test_job_of_another_process_is_cancelled_by_its_id(cairn: Cairn, source: Path, database: Path) -> None:
    process = _start_adding(database, source, "read")
    (job,) = cairn.ingest.jobs()
    assert (job.state, job.source, job.alive_at is not None) == ("running", "tree", True)
    cairn.ingest.cancel(job.id)
    while cairn.ingest.job(job.id).alive_at == job.alive_at:
        os.sched_yield()  # until its next sign of life, with which it hears of it
    process.communicate()
    assert process.returncode != 0
    assert cairn.ingest.job(job.id).state == "cancelled"
    assert cairn.retrieve.sources() == []


def test_program_without_a_main_guard_does_not_start_itself_again(source: Path, database: Path) -> None:
    write_files(source, many_files(60))
    process = _start_adding(database, source, "publish")
    output, _ = process.communicate()
    assert output.split().count("ended") == 1
    assert process.returncode == 0


def test_second_writer_waits_says_so_and_can_be_cancelled(cairn: Cairn, source: Path, database: Path) -> None:
    process = _start_adding(database, source, "resolve")
    phases: list[str] = []

    def note(progress: Progress) -> None:
        phases.append(progress.phase)

    assert is_write_locked(database)
    assert cairn.start() == []
    with pytest.raises(Cancelled):
        cairn.ingest.add(source, on_progress=note, is_cancelled=lambda: "wait" in phases)
    output, _ = process.communicate()  # its standard input ends, so that it goes on
    assert "ended" in output
    assert not is_write_locked(database)
    assert cairn.ingest.add(source).unchanged == len(FILES)


def test_waiting_writer_gets_its_turn_when_the_other_ends(database: Path) -> None:
    database.parent.mkdir()
    with write_lock(database, lambda: None) as has_waited:
        assert not has_waited
        assert is_write_locked(database)
        with pytest.raises(Cancelled), write_lock(database, _cancel):
            pass
    with write_lock(database, lambda: None) as has_waited:
        assert not has_waited


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the workers are found in /proc")
def test_killed_worker_costs_nothing_but_its_time(cairn: Cairn, source: Path, rebuilt: Callable[[Path], str]) -> None:
    write_files(source, many_files(200))
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if progress.phase == "read" and progress.done and not killed:
            killed.extend(_workers())
            for worker in killed:
                os.kill(worker, signal.SIGKILL)

    report = cairn.ingest.add(source, on_progress=kill_one)
    assert killed
    assert (report.added, report.skipped) == (200 + len(FILES), 0)
    assert exported(cairn) == rebuilt(source)


def _cancel() -> None:
    raise Cancelled("no more")


def _workers() -> set[int]:
    """The processes that read files for this one, also for an earlier run; a thread that lists children may end meanwhile."""
    found: set[int] = set()
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):
            children = [int(child) for child in (task / "children").read_text().split()]
            found |= {child for child in children if "cairn.index.worker import" in Path(f"/proc/{child}/cmdline").read_text()}
    return found


def test_database_is_opened_again_when_its_file_was_replaced(source: Path, database: Path) -> None:
    with create_cairn(database, config=Config()) as reader, create_cairn(database, config=Config()) as writer:
        writer.ingest.add(source)
        assert len(reader.retrieve.sources()) == 1
        for file in database.parent.iterdir():
            file.unlink()
        writer.ingest.add(source, label="second")
        assert [listed.label for listed in reader.retrieve.sources()] == ["second"]
