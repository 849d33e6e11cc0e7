"""A process that is killed at any moment leaves the state before it or the one after it, and the next run completes."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from tests.index.conftest import FILES, many_files, write_files
from tests.index.state import state_of

_PROGRAM = """
import sys
from pathlib import Path
from cairn import Config, create_cairn

database, tree, what = sys.argv[1:]
ingest = create_cairn(database, config=Config()).ingest
print("ready", flush=True)
if what == "add":
    ingest.add(Path(tree).parent / "more")
elif what == "refresh":
    ingest.refresh("tree")
elif what == "reindex":
    ingest.reindex("tree")
elif what == "link":
    ingest.link("tree", "lib")
elif what == "remove":
    ingest.remove("lib")
elif what == "gc":
    ingest.gc()
"""
OPERATIONS = ("add", "refresh", "reindex", "link", "remove", "gc")


class Scene:
    """An index of two sources, folders that have changed since, and what each operation makes of it."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.tree = place / "tree"
        write_files(self.tree, FILES | many_files(50))
        write_files(place / "more", many_files(45))
        write_files(place / "lib", {"requests/__init__.py": "def get(url):\n    return url\n"})
        write_files(self.tree, {"web.py": "import requests\n\n\ndef fetch():\n    return requests.get('x')\n"})
        with self.open("old") as cairn:
            cairn.ingest.add(self.tree)
            cairn.ingest.add(place / "lib")
            self.old = state_of(cairn)
        write_files(self.tree, {f"pack/mod{n}.py": f"def other{n}():\n    return {n}\n" for n in range(42)})
        self.new: dict[str, list[str]] = {}
        self.seconds: dict[str, float] = {}
        for what in OPERATIONS:
            self.restore(what)
            begun = time.monotonic()
            with self.start(what) as process:
                assert process.wait() == 0
            self.seconds[what] = time.monotonic() - begun
            with self.open(what) as cairn:
                self.new[what] = state_of(cairn)

    def open(self, name: str) -> Cairn:
        return create_cairn(self.place / name / "cairn.db", config=Config())

    def restore(self, name: str) -> None:
        shutil.rmtree(self.place / name, ignore_errors=True)
        shutil.copytree(self.place / "old", self.place / name)

    def start(self, what: str) -> subprocess.Popen[bytes]:
        """Start an operation in a process of its own; returns when it is about to begin."""
        process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, str(self.place / what / "cairn.db"), str(self.tree), what],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)},
        )
        assert process.stdout is not None
        process.stdout.readline()
        return process

    def kill(self, what: str, after_s: float) -> None:
        """Kill an operation at a moment, and look at what is left."""
        self.restore(what)
        with self.start(what) as process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(after_s)
            process.kill()
        with self.open(what) as cairn:
            assert state_of(cairn) in (self.old, self.new[what]), (what, after_s)
            assert cairn.ingest.verify().faults == [], (what, after_s)
        is_done = state_of(cairn) == self.new[what]
        if not (what == "remove" and is_done):
            with self.start(what) as process:
                assert process.wait() == 0
        with self.open(what) as cairn:
            assert state_of(cairn) == self.new[what], (what, after_s)
            assert cairn.ingest.verify().faults == [], (what, after_s)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(tmp_path_factory.mktemp("killed").resolve())


@pytest.mark.parametrize(("what", "share"), [("add", 0.5), ("refresh", 0.8), ("reindex", 0.7), ("remove", 0.5), ("gc", 0.4)])
def test_killed_run_leaves_the_old_or_the_new_state(scene: Scene, what: str, share: float) -> None:
    scene.kill(what, share * scene.seconds[what])


@pytest.mark.slow
@pytest.mark.parametrize("what", OPERATIONS)
def test_killed_run_leaves_the_old_or_the_new_state_at_any_moment(scene: Scene, what: str) -> None:
    chance = random.Random(what)
    for _ in range(200 // len(OPERATIONS) + 1):
        scene.kill(what, chance.uniform(0.0, 1.1) * scene.seconds[what])
