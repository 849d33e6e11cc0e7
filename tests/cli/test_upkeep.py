"""Plans, jobs, building again, checks, copies and watching, from the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest

from tests.cli.conftest import Command

PLAN_KEYS = ["source", "added", "changed", "moved", "deleted", "unchanged", "skipped", "chunks_kept", "chunks_new"]


def test_plan_of_add_lists_what_would_be_indexed_and_makes_no_index(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.db"
    plan = cairn("add", shop, "--plan", "--db", db)
    assert plan.status == 0
    assert "add    shop/tax.py" in plan.out
    assert "skip   logo.bin (binary" in plan.out
    assert plan.out.endswith("nothing was written\n")
    document = cairn("add", shop, "--plan", "--json", "--db", db).document
    assert list(document)[: len(PLAN_KEYS)] == PLAN_KEYS
    assert not db.exists()


def test_plan_of_refresh_tells_of_moves_and_refusals(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.db"
    cairn("add", shop, "--label", "shop", "--db", db)
    (shop / "shop" / "cart.py").rename(shop / "basket.py")
    assert "move   shop/cart.py -> basket.py" in cairn("refresh", "shop", "--plan", "--db", db).out
    assert cairn("reindex", "all", "--plan", "--json", "--db", db).document["plans"][0]["moved"] == [
        ["shop/cart.py", "basket.py"]
    ]
    for file in list(shop.rglob("*.*")):
        file.unlink()
    assert "would be refused: 4 of 4 files" in cairn("refresh", "shop", "--plan", "--db", db).out


def test_reindex_builds_again_and_vectors_need_an_embedder(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.db"
    cairn("add", shop, "--label", "shop", "--db", db)
    assert "all of it was built anew" in cairn("reindex", "shop", "--db", db).out
    assert "the graph was built anew" in cairn("reindex", "shop", "--graph", "--db", db).out
    refused = cairn("reindex", "shop", "--vectors", "--db", db)
    assert (refused.status, refused.out) == (2, "")
    assert "no embedder is configured" in refused.err


def test_jobs_are_listed_and_one_is_told_of(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.db"
    assert cairn("jobs", "--db", db).status == 1
    cairn("add", shop, "--label", "shop", "--db", db)
    cairn("refresh", "nothing", "--db", db)
    states = [(job["kind"], job["source"], job["state"]) for job in cairn("jobs", "--json", "--db", db).document["jobs"]]
    assert states == [("refresh", "nothing", "failed"), ("add", "shop", "done")]
    assert "no source named 'nothing'" in cairn("jobs", "--db", db).out
    job = cairn("job", "1", "--json", "--db", db).document
    assert (job["id"], job["files_done"], job["files_total"], job["report"]["added"]) == ("1", 5, 5, 4)
    assert "job 1: add shop, done" in cairn("job", "1", "--db", db).out
    late = cairn("job", "1", "--cancel", "--db", db)
    assert (late.status, late.err.startswith("cairn: job 1 is done")) == (3, True)
    assert cairn("job", "99", "--db", db).status == 1


def test_verify_tells_what_is_wrong_and_repairs_it(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.db"
    cairn("add", shop, "--db", db)
    assert cairn("verify", "--db", db).status == 0
    connection = apsw.Connection(str(db))
    connection.execute("DELETE FROM chunk_words WHERE rowid = 1").fetchall()
    connection.close()
    broken = cairn("verify", "--db", db)
    assert (broken.status, "words: chunks without words" in broken.out, "--repair" in broken.out) == (1, True, True)
    assert cairn("verify", "--json", "--db", db).document["ok"] is False
    repaired = cairn("verify", "--repair", "--db", db)
    assert (repaired.status, "repaired: words" in repaired.out) == (0, True)
    assert cairn("verify", "--db", db).status == 0


def test_copy_is_written_once(cairn: Command, shared_db: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    assert cairn("export", "--db-copy", target, "--json", "--db", shared_db).document["path"] == str(target)
    assert cairn("export", "--db-copy", target, "--db", shared_db).status == 3
    assert cairn("export", "--db-copy", target, "--overwrite", "--db", shared_db).status == 0
    assert cairn("list", "--db", target).status == 0
    assert cairn("export", "--db-copy", tmp_path / "no" / "folder.db", "--db", shared_db).status == 4


def _start(*arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "cairn", *map(str, arguments)]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_")}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ, text=True)


def test_watching_tells_of_each_refresh_until_it_is_stopped(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.db"
    cairn("add", shop, "--label", "shop", "--db", db)
    with _start("refresh", "all", "--watch", "--json", "--db", db) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["kind"] == "watching"
        (shop / "more.py").write_text("def zebra():\n    pass\n")
        event = json.loads(process.stdout.readline())
        assert (event["kind"], event["source"], event["report"]["added"]) == ("refreshed", "shop", 1)
        assert cairn("rename", "shop", "store", "--db", db).status == 0
        found = {(event["kind"], event["source"]) for event in (json.loads(process.stdout.readline()) for _ in range(2))}
        assert found == {("gone", "shop"), ("watching", "store")}
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate()
    assert process.returncode == 130
    assert json.loads(rest) == {"error": {"code": "cancelled", "message": "interrupted; the index is as it was"}}
    assert list(event) == ["kind", "source", "detail", "report"]
    assert cairn("search", "zebra", "--db", db).status == 0
    assert cairn("refresh", "shop", "--watch", "--plan", "--db", db).status == 2
    assert cairn("refresh", "all", "--watch", "--db", tmp_path / "none.db").status == 1


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("share", [0.3, 0.7])
def test_signal_ends_a_run_within_a_second_and_leaves_the_index_as_it_was(
    cairn: Command, shop: Path, tmp_path: Path, number: signal.Signals, share: float
) -> None:
    for module in range(500):
        (shop / f"m{module}.py").write_text(
            f"from m{module // 2} import f\n\n\n" + "".join(f"def f{n}():\n    return f()\n\n\n" for n in range(40))
        )
    with _start("add", shop, "--db", tmp_path / "whole.db") as process:
        begun = time.monotonic()
        process.communicate()
        whole_s = time.monotonic() - begun
    db = tmp_path / "x.db"
    cairn("init", "--db", db)
    with _start("add", shop, "--db", db) as process:
        try:
            process.communicate(timeout=share * whole_s)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        begun = time.monotonic()
        _, error = process.communicate()
        took_s = time.monotonic() - begun
    if process.returncode == 0:
        pytest.skip("the run was quicker this time, and over before the signal")
    assert (process.returncode, error) == (130, "cairn: interrupted; the index is as it was\n")
    # On a machine that does nothing else it takes a third of a second; this only tells that it does not run on.
    assert took_s < max(3.0, 0.5 * whole_s)
    assert cairn("list", "--json", "--db", db).document["sources"] == []
    assert cairn("verify", "--db", db).status == 0
