"""How long a watched source takes from a saved file to the new answer: `watching.py DIR [EDITS]`.

The source is copied, indexed and watched by `cairn refresh --watch` in a process of its own. Each edit appends a function of a
new name to a file of Python, chosen at random; the answer is there when `show` finds it. Wall time, so that other work counts.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from cairn import Cairn, create_cairn
from cairn.errors import CairnError
from tests.bench.indexing import ENVIRONMENT

CAIRN = (sys.executable, "-m", "cairn")
_LIMIT_S = 120.0


def main(source: Path, edits: int) -> None:
    """Measure in a temporary folder, of which nothing stays."""
    with tempfile.TemporaryDirectory(prefix="cairn-watching-") as folder:
        database, tree = Path(folder, "index.db"), Path(folder, "source")
        shutil.copytree(source, tree, symlinks=True)
        subprocess.run([*CAIRN, "add", str(tree), "--db", str(database), "-q", "--force"], check=True, env=ENVIRONMENT)
        files = sorted(tree.rglob("*.py"), key=str)
        random = Random(1)  # any will do
        command = [*CAIRN, "refresh", "source", "--watch", "--json", "--db", str(database)]
        watcher = subprocess.Popen(command, stdout=subprocess.PIPE, env=ENVIRONMENT)
        assert watcher.stdout is not None
        try:
            while b'"watching"' not in watcher.stdout.readline():
                pass
            with create_cairn(str(database)) as cairn:
                _time_of(cairn, files[0], "bench_warm")
                times = sorted(_time_of(cairn, random.choice(files), f"bench_{number}") for number in range(edits))
        finally:
            watcher.terminate()
            watcher.wait()
        middle, last = times[len(times) // 2], times[min(int(len(times) * 0.95), len(times) - 1)]
        print(
            f"{edits} edits of {len(files)} files: median {middle:.2f} s, 95th percentile {last:.2f} s, longest {times[-1]:.2f} s"
        )


def _time_of(cairn: Cairn, path: Path, name: str) -> float:
    """The seconds from saving a file with a new function to the answer that has it."""
    with path.open("a", encoding="utf-8") as stream:
        stream.write(f"\n\ndef {name}(): pass\n")
    begun = time.perf_counter()
    while time.perf_counter() - begun < _LIMIT_S:
        try:
            cairn.retrieve.show(f"{path.name}#{name}")
            return time.perf_counter() - begun
        except CairnError:
            time.sleep(0.02)
    raise SystemExit(f"{path} was saved {_LIMIT_S:g} s ago, and {name} is not found")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100)
