"""What indexing costs, beside the least that it could: `make bench SRC=DIR`.

The floor is one process that parses every file whose language has a grammar in the graph, and puts the text of every file
that was indexed into a contentless FTS5 table. Everything else is the command as a user runs it, in processes of its own:
CPU is that of all of them together, memory the largest sum of their proportional sizes at one time (Linux only).
With COPIES the source is indexed again so many times under other names, and the cost of a file is compared.
"""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Parser

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_")}


class Cost(NamedTuple):
    """CPU and wall time in seconds, memory in MB; no memory where the system does not tell."""

    cpu: float
    wall: float
    memory: float


def run(*command: str) -> Cost:
    """Run a command to its end, and measure it with all that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    peak = Peak(process.pid)
    peak.start()
    if process.wait():
        raise SystemExit(f"{' '.join(command)} ended with status {process.returncode}")
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    peak.join()
    return Cost(cpu, wall, peak.mb)


class Peak(threading.Thread):
    """Looks at the memory of a process and its children, ten times a second, until it ends."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid = pid
        self.mb = 0.0

    def run(self) -> None:
        while Path(f"/proc/{self._pid}/smaps_rollup").exists():
            now = sum(map(_proportional_kb, _family(self._pid))) / 1000
            if not now:
                return
            self.mb = max(self.mb, now)
            time.sleep(0.1)


def _family(pid: int) -> list[int]:
    found = [pid]
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += _family(int(child))
    return found


def _proportional_kb(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


def floor(database: str, source: str) -> None:
    """Parse and insert what was indexed; runs in a process of its own."""
    import apsw
    from tree_sitter_language_pack import get_parser

    from cairn import create_cairn
    from cairn.languages.registry import languages

    with create_cairn(database) as cairn:
        files = [(file.file, file.lang) for file in cairn.retrieve.files(cairn.retrieve.sources()[0].label).files]
    records = languages()
    parsers: dict[str, Parser] = {}
    connection = apsw.Connection("")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5 (body, content = '')")
    started = time.process_time()
    with connection:
        for path, lang in files:
            data = Path(source, path).read_bytes()
            record = records.get(lang or "")
            if record is not None and record.roles is not None:
                parser = parsers.get(record.grammar) or parsers.setdefault(record.grammar, get_parser(record.grammar))  # type: ignore[arg-type]  # one of ours
                parser.parse(data)
            connection.execute("INSERT INTO words (body) VALUES (?)", (data.decode("utf-8", "replace"),))
    print(time.process_time() - started)


def tell(what: str, cost: Cost, floor_s: float = 0.0, more: str = "") -> None:
    """Print one row."""
    ratios = f"  CPU x{cost.cpu / floor_s:.1f}, wall x{cost.wall / floor_s:.1f} of the floor" if floor_s else ""
    print(f"{what:32} {cost.cpu:7.2f} s CPU {cost.wall:7.2f} s wall {cost.memory:6.0f} MB{ratios}{more}", flush=True)


def main(source: Path, copies: int) -> None:
    """Measure in a temporary folder, of which nothing stays."""
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as folder:
        database, tree = str(Path(folder, "index.db")), Path(folder, "source")
        cairn = (sys.executable, "-m", "cairn")
        shutil.copytree(source, tree, symlinks=True)
        # What was written just before it is indexed is looked at twice: an older tree is the usual case.
        for path in tree.rglob("*"):
            os.utime(path, (1_700_000_000, 1_700_000_000), follow_symlinks=False)
        add = run(*cairn, "add", str(tree), "--db", database, "-q", "--force")
        floor_s = float(subprocess.check_output([sys.executable, __file__, "floor", database, str(tree)], text=True))
        print(f"{'floor':32} {floor_s:7.2f} s CPU")
        tell("add", add, floor_s, f"; database {Path(database).stat().st_size / 1e6:.0f} MB")
        tell("refresh, nothing changed", run(*cairn, "refresh", "source", "--db", database, "-q"))
        texts = sorted(tree.rglob("*.py"), key=lambda path: path.stat().st_size)
        if texts:
            edited = texts[len(texts) * 3 // 4]  # longer than most, so that there is something to parse
            with edited.open("a", encoding="utf-8") as stream:
                stream.write("\n# edited\n")
            tell("refresh, one file edited", run(*cairn, "refresh", "source", "--db", database, "-q"))
        tell("search, cold", run(*cairn, "search", "parse the header", "--db", database))
        for number in range(2, copies + 1):
            name = f"copy{number}"
            cost = run(*cairn, "add", str(tree), "--label", name, "--db", str(Path(folder, "copies.db")), "-q", "--force")
            tell(f"add, {name}", cost)


if __name__ == "__main__":
    if sys.argv[1:2] == ["floor"]:
        floor(*sys.argv[2:4])
    else:
        main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
