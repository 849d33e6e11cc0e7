"""The official conformance suite and the official inspector against `cairn serve`; exit 1 if anything is not as expected.

Usage: python tests/conformance/run.py WORK

Node and the packages are installed in WORK, outside of the repository, by npm; nothing else is fetched.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# The stable suite stops at 2025-11-25; the next one knows 2026-07-28. The inspector needs a Node of 22.19 or newer.
PACKAGES = (
    "node@22",
    "suite@npm:@modelcontextprotocol/conformance@0.1.16",
    "suite-next@npm:@modelcontextprotocol/conformance@0.2.0-alpha.12",
    "@modelcontextprotocol/inspector@2.12.0",
)
SUITES = (("suite", "2025-11-25", ()), ("suite-next", "2026-07-28", ("--requirements", "2026-07-28")))
INSPECTOR = "@modelcontextprotocol/inspector/clients/launcher/build/index.js"


def install(work: Path) -> None:
    """Bring Node and the packages into the folder, unless they are there."""
    if (work / "node_modules" / "node" / "bin" / "node").exists() and (work / "node_modules" / "suite-next").exists():
        return
    if shutil.which("npm") is None:
        sys.exit("npm was not found; install Node.js, which brings it (any version: it fetches Node 22 for the suite)")
    work.mkdir(parents=True, exist_ok=True)
    (work / "package.json").write_text('{"private": true}\n')
    print(f"- installing {', '.join(PACKAGES)} in {work}")
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES], cwd=work, check=True)


@contextlib.contextmanager
def running(command: list[str], log: Path) -> Iterator[str]:
    """A server in a process of its own, its address told by its first line."""
    with (
        log.open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line:
                sys.exit(f"the server did not start; see {log}")
            yield json.loads(line)["url"]
        finally:
            process.terminate()


class Bench:
    """The tools in a folder, and an index to ask."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.database = work / "cairn.db"
        self.failures: list[str] = []
        self._node = str(work / "node_modules" / "node" / "bin" / "node")

    def node(self, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a script of an installed package."""
        command = [self._node, str(self.work / "node_modules" / script), *arguments]
        return subprocess.run(command, cwd=self.work, capture_output=True, text=True, check=False, timeout=600)

    def expect(self, name: str, done: subprocess.CompletedProcess[str]) -> None:
        """Tell how it went; of a failure, the end of what it said."""
        print(f"{'ok  ' if done.returncode == 0 else 'FAIL'} {name}")
        if done.returncode:
            self.failures.append(name)
            print("\n".join((done.stdout + done.stderr).splitlines()[-25:]))

    def conform(self, what: str, url: str) -> None:
        """Run both versions of the suite against a server."""
        for package, revision, options in SUITES:
            baseline = str(HERE / f"{what}-{revision}.yml")
            results = str(self.work / "results" / f"{what}-{revision}")
            arguments = ("server", "--url", url, *options, "--expected-failures", baseline, "-o", results)
            done = self.node(f"{package}/dist/index.js", *arguments)
            self.expect(f"{what} {revision}: {totals(done.stdout)}", done)

    def inspect(self, transport: str, *target: str) -> None:
        """List the tools, strictly, and call each of them, by the inspector's command line."""
        listed = self.node(INSPECTOR, "--cli", *target, "--strict", "--method", "tools/list")
        self.expect(f"inspector {transport} tools/list --strict", listed)
        if listed.returncode:
            return
        names = [tool["name"] for tool in json.loads(listed.stdout)["tools"]]
        self._call_all(transport, target, sorted(names, key=lambda name: name in LAST))

    def _call_all(self, transport: str, target: tuple[str, ...], names: list[str]) -> None:
        missing = [name for name in names if name not in ARGUMENTS]
        if missing:
            self.failures.append(f"inspector: no arguments for {missing}")
        for name in names:
            given = [word for pair in ARGUMENTS.get(name, ()) for word in ("--tool-arg", pair.format(root=ROOT))]
            called = self.node(INSPECTOR, "--cli", *target, "--method", "tools/call", "--tool-name", name, *given)
            is_error = called.returncode == 0 and json.loads(called.stdout).get("isError", False)
            done = subprocess.CompletedProcess(called.args, called.returncode or int(is_error), called.stdout, called.stderr)
            self.expect(f"inspector {transport} tools/call {name}", done)


# What each tool is called with, over an index of tests/serve as `demo` and tests/store as `other`.
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "ask": ("query=where is a budget kept",),
    "search": ("query=budget", "k=3"),
    "graph": ("query=call_tool",),
    "path": ("src=test_search_gives_handles_and_fenced_text", "dst=text_of"),
    "impact": ("handle=call_tool",),
    "show": ("handle=call_tool",),
    "pack": ("handle=call_tool",),
    "map": ("source=demo",),
    "tags": (),
    "list": (),
    "add": ("location={root}/tests/chunk", "label=third", "wait=true"),
    "refresh": ("source=demo", "wait=true"),
    "reindex": ("source=demo", "wait=true"),
    "jobs": (),
    "job": ("id=1",),
    "links": (),
    "link": ("src=demo", "dst=other"),
    "unlink": ("src=demo", "dst=other"),
    "remove": ("source=third",),
    "gc": (),
}
LAST = ("unlink", "remove", "gc")  # they undo what others did


def totals(output: str) -> str:
    """The suite's last line of sums."""
    return next((line for line in reversed(output.splitlines()) if line.startswith("Total:")), "no result")


def cairn(*words: str) -> list[str]:
    """A command line of this checkout's Cairn."""
    return [sys.executable, "-m", "cairn", *words]


def index(database: Path) -> None:
    """Index two folders of this checkout anew."""
    for name in (database.name, f"{database.name}-jobs", f"{database.name}-lock", f"{database.name}-wal", f"{database.name}-shm"):
        (database.parent / name).unlink(missing_ok=True)
    for label, folder in (("demo", "tests/serve"), ("other", "tests/store")):
        subprocess.run(cairn("add", folder, "--label", label, "--db", str(database), "--quiet"), cwd=ROOT, check=True)


def main(work: Path) -> int:
    """Run everything; returns the exit status."""
    os.environ["PYTHONPATH"] = str(ROOT)
    for name in [name for name in os.environ if name.startswith("CAIRN_")]:
        del os.environ[name]
    install(work)
    bench = Bench(work)
    index(bench.database)
    serve = cairn("serve", "--db", str(bench.database), "--port", "0", "--json")
    with running(serve, work / "serve.log") as url:
        bench.conform("product", url)
        bench.inspect("http", url, "--transport", "http")
    fixtures = [sys.executable, str(HERE / "fixtures.py"), str(bench.database)]
    with running(fixtures, work / "fixtures.log") as url:
        bench.conform("fixtures", url)
    index(bench.database)
    bench.inspect("stdio", "-e", f"PYTHONPATH={ROOT}", *cairn("serve", "--stdio", "--db", str(bench.database)))
    print(f"- {len(bench.failures)} not as expected" if bench.failures else "- all as expected")
    return 1 if bench.failures else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
