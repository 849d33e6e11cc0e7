"""An index in PostgreSQL after many edits, and after processes that were killed: what a new one in SQLite says."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from cairn import Cairn, Config, create_cairn
from tests.index.conftest import FILES, many_files, write_files
from tests.index.mutation import Mutation, sources_of

pytest.importorskip("psycopg")

_ROOT = Path(__file__).parent.parent.parent


def _exported(cairn: Cairn) -> list[str]:
    rows = [json.dumps(row, sort_keys=True, ensure_ascii=False) for row in cairn.retrieve.export()]
    for source in cairn.retrieve.sources():
        rows += [f"{source.label} {file}" for file in cairn.retrieve.files(source.label).files]
    return rows


def _write(folder: Path, tree: dict[str, str]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    write_files(folder, tree)


def _walk(language: str, seed: int, steps: int, url: str, folder: Path) -> None:
    random = Random(seed)
    tree = sources_of(language, random)
    mutation = Mutation(tree, random)
    _write(folder / "tree", tree)
    done: list[str] = []
    with create_cairn(url, config=Config()) as cairn:
        cairn.ingest.add(folder / "tree")
        for number in range(steps):
            if not tree:
                return
            done.append(mutation.step())
            if not tree:
                return
            _write(folder / "tree", tree)
            cairn.ingest.refresh("tree", allow_delete=True)
            with create_cairn(folder / f"{number}.db", config=Config()) as new:
                new.ingest.add(folder / "tree")
                assert _exported(cairn) == _exported(new), (language, seed, done)
        report = cairn.ingest.verify()
        assert report.ok, (report.faults, done)


def test_refresh_equals_rebuild_in_the_other_backend(postgres_database: str, tmp_path: Path) -> None:
    _walk("python", 7, 5, postgres_database, tmp_path.resolve())


def test_externals_that_only_a_deleted_file_used_are_gone(postgres_database: str, tree: Path) -> None:
    write_files(tree, {"a.py": "import json\n\njson.dumps(1)\n", "b.py": "def f(): ...\n", "c.py": "from b import f\n\nf()\n"})
    with create_cairn(postgres_database, config=Config()) as cairn:
        cairn.ingest.add(tree)
        (tree / "a.py").unlink()
        cairn.ingest.refresh("tree")
        assert not any(row.get("kind") == "external" for row in cairn.retrieve.export())


def test_word_that_is_longer_than_an_index_takes_ends_no_run(postgres_database: str, tree: Path) -> None:
    random = Random(1)
    word = "".join(random.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=9000))  # that packing makes no shorter
    write_files(tree, {"key.py": f"KEY = '{word}'\n", "fine.py": "def fine():\n    return 1\n"})
    with create_cairn(postgres_database, config=Config()) as cairn:
        assert cairn.ingest.add(tree).added == 2
        write_files(tree, {"key.py": "KEY = 1\n"})
        cairn.ingest.refresh("tree")
        assert cairn.ingest.verify().ok


@pytest.mark.slow
@pytest.mark.parametrize("language", ["c", "go", "java", "markup", "rust", "typescript"])
@pytest.mark.parametrize("seed", range(3))
def test_refresh_equals_rebuild_in_every_language(language: str, seed: int, postgres_database: str, tmp_path: Path) -> None:
    _walk(language, seed, 12, postgres_database, tmp_path.resolve())


def _add(url: str, folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "cairn", "add", str(folder), "--label", "s", "--db", url, "-q"]
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(_ROOT)}, stderr=subprocess.DEVNULL)


@pytest.mark.slow
def test_process_that_is_killed_at_any_moment_leaves_the_state_before_or_after(postgres_database: str, tmp_path: Path) -> None:
    folder = tmp_path.resolve() / "tree"
    random = Random(5)
    with create_cairn(postgres_database, config=Config()) as cairn:
        _write(folder, FILES | many_files(60))
        begun = time.monotonic()
        assert _add(postgres_database, folder).wait() == 0
        lasts_s = time.monotonic() - begun
        before = _exported(cairn)
        for number in range(20):
            write_files(folder, {f"pack/mod{n}.py": f"def round{number}_{n}():\n    return {n}\n" for n in range(60)})
            with _add(postgres_database, folder) as process:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(random.uniform(0.1, lasts_s))
                process.kill()
            assert cairn.ingest.verify().ok
            left = _exported(cairn)
            cairn.ingest.refresh("s")
            after = _exported(cairn)
            assert left in (before, after)
            before = after
        assert "stale" in {job.state for job in cairn.ingest.jobs()}
        assert cairn.ingest.verify().ok
