"""Workers of a shared index: runs that servers put into its queue are carried out by others, whatever becomes of one of them."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.errors import Cancelled, NotFoundError, UsageError
from cairn.index.work import Worker
from cairn.store.jobs import JobQueue
from tests.index.conftest import write_files

psycopg = pytest.importorskip("psycopg")

FILES = {"a.py": "from b import g\n\n\ndef f():\n    return g()\n", "b.py": "def g():\n    return 1\n"}
Work = Callable[..., contextlib.AbstractContextManager[Worker]]


@pytest.fixture
def server(postgres_database: str) -> Iterator[Cairn]:
    """A server's side of an index, which leaves runs to workers."""
    with create_cairn(postgres_database, config=Config(queue=True)) as cairn:
        yield cairn


@pytest.fixture
def said() -> list[str]:
    """What workers tell."""
    return []


@pytest.fixture
def work(postgres_database: str, said: list[str]) -> Work:
    """Run a worker as long as a block lasts."""

    @contextlib.contextmanager
    def run(*roots: Path, threads: int = 1) -> Iterator[Worker]:
        stop, abandon = threading.Event(), threading.Event()
        with create_cairn(postgres_database, config=Config()) as cairn:
            worker = cairn.worker(roots, said.append)
            thread = threading.Thread(target=worker.run, args=(threads, stop, abandon))
            thread.start()
            try:
                yield worker
            finally:
                abandon.set()
                stop.set()
                thread.join()

    return run


def _queue(cairn: Cairn) -> JobQueue:
    return cairn._queue


def test_runs_of_a_server_are_carried_out_by_a_worker(server: Cairn, work: Work, tree: Path, said: list[str]) -> None:
    write_files(tree, FILES)
    phases: set[str] = set()
    with work():
        report = server.ingest.add(tree, label="s", on_progress=lambda progress: phases.add(progress.phase))
        assert (report.source, report.added) == ("s", 2)
        write_files(tree, {"b.py": "def h():\n    return 1\n"})
        assert server.ingest.refresh("s").changed == 1
        assert server.ingest.reindex("s", graph=True).notes
    assert [job.state for job in server.ingest.jobs()] == ["done"] * 3
    assert "wait" in phases
    assert len([line for line in said if "done in" in line]) == 3
    with pytest.raises(NotFoundError, match="no source named"):
        server.ingest.refresh("none")
    with pytest.raises(UsageError, match="no absolute path"):
        server.ingest.add("relative")


def test_run_that_fails_is_told_to_whoever_asked_for_it(server: Cairn, work: Work, tree: Path) -> None:
    with work(tree.parent), pytest.raises(Exception, match="holds no file that can be indexed"):
        server.ingest.add(tree)


def test_worker_without_the_folder_leaves_a_run_to_one_that_has_it(server: Cairn, work: Work, tree: Path, tmp_path: Path) -> None:
    write_files(tree, FILES)
    reports = []
    asking = threading.Thread(target=lambda: reports.append(server.ingest.add(tree, label="s")))
    with work(tmp_path / "elsewhere"):
        asking.start()
        while not (waiting := [job.error for job in server.ingest.jobs() if job.error]):
            threading.Event().wait(0.05)
        assert "lies outside the roots of worker" in waiting[0]
        assert [job.state for job in server.ingest.jobs()] == ["queued"]
        with work(tree.parent):
            asking.join()
    assert reports[0].added == 2
    assert [(job.state, job.error) for job in server.ingest.jobs()] == [("done", None)]


def test_run_of_a_dead_worker_is_taken_by_another(server: Cairn, work: Work, tree: Path, postgres_database: str) -> None:
    write_files(tree, FILES)
    reports = []
    asking = threading.Thread(target=lambda: reports.append(server.ingest.add(tree, label="s")))
    asking.start()
    queue = _queue(server)
    while (taken := queue.take("dead", ())) is None:
        threading.Event().wait(0.05)
    queue.update(taken._replace(state="running"), "2026-01-01T00:00:00+00:00")
    assert queue.offer_lost() == []
    with psycopg.connect(postgres_database, autocommit=True) as connection:
        connection.execute("UPDATE cairn.job SET beat_at = now() - interval '1 minute'")
    with work():
        asking.join()
    assert reports[0].added == 2


def test_two_workers_take_different_runs_and_never_the_same_source(server: Cairn) -> None:
    queue = _queue(server)
    ids = [queue.offer("refresh", source, "2026-01-01", "{}") for source in ("one", "one", "two")]
    taken = [queue.take(f"worker {number}", ()) for number in range(3)]
    assert [job.id if job else None for job in taken] == [ids[0], ids[2], None]
    queue.give_back(ids[0], "not here")
    assert queue.take("worker 3", {ids[0]}) is not None  # the other one of the same source
    assert [job.error for job in queue.jobs() if job.id == ids[0]] == ["not here"]


def test_run_that_waits_is_cancelled_before_a_worker_takes_it(server: Cairn, work: Work, tree: Path) -> None:
    write_files(tree, FILES)
    queue = _queue(server)
    order = {"location": str(tree), "options": None, "delete": False, "attempt": 1}
    job_id = queue.offer("add", "s", "2026-01-01", json.dumps(order))
    server.ingest.cancel(job_id)
    with pytest.raises(Cancelled):
        server.ingest.add(tree, label="t", is_cancelled=lambda: True)
    with work():
        pass
    assert [job.state for job in server.ingest.jobs()] == ["cancelled", "cancelled"]


def test_file_of_one_machine_has_no_queue(tmp_path: Path) -> None:
    with create_cairn(tmp_path / "cairn.db", config=Config(queue=True)) as cairn, pytest.raises(UsageError, match="has no queue"):
        cairn.ingest.refresh("s")
    with create_cairn(tmp_path / "cairn.db", config=Config()) as cairn, pytest.raises(UsageError, match="has no queue"):
        cairn.worker((), print)


@pytest.mark.skipif(os.name == "nt", reason="a signal there ends a process at once")
def test_command_ends_gracefully(postgres_database: str, tree: Path, server: Cairn) -> None:
    write_files(tree, FILES)
    command = [sys.executable, "-m", "cairn", "work", "--db", postgres_database, "--roots", str(tree.parent)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert server.ingest.add(tree, label="s").added == 2
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "add s" in told
    assert "done in" in told
