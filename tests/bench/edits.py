"""What an edit costs, and whether the index is then that of a new one: `edits.py DIR [--copies N] [--each] [--only WORD]`.

The source is copied, so many times if that is asked for, and indexed; then it is edited in one way after the other, each followed
by a refresh. CPU is that of all processes of the command together. Which files are edited is told by the index: those that most
others use. At the end, or after each edit, the export is compared with that of a new index.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.bench.indexing import ENVIRONMENT, run

CAIRN = (sys.executable, "-m", "cairn")
_BRANCH_FILES = 200

# By ending: a comment, a statement, a function of a popular name, a type.
_ADDED = {
    ".py": ("# edited", "x = 1", "def get(): pass", "class Extra: pass"),
    ".ts": ("// edited", "const x = 1", "function get() {}", "class Extra {}"),
    ".rs": ("// edited", "static X: i32 = 1;", "fn get() {}", "struct Extra;"),
    ".go": ("// edited", "var x = 1", "func get() {}", "type Extra struct{}"),
    ".java": ("// edited", "interface Other {}", "enum get {}", "class Extra { void get() {} }"),
    ".c": ("/* edited */", "static int x = 1;", "int get(void) { return 1; }", "struct extra { int x; };"),
    ".h": ("/* edited */", "extern int x;", "int get(void);", "struct extra { int x; };"),
    ".cc": ("// edited", "static int x = 1;", "int get() { return 1; }", "struct Extra { int x; };"),
}
# The head of a function up to its first parameter, and of a class with its bases.
_FUNCTION = {
    ".py": r"(def NAME\()(self, )?", ".ts": r"(\bNAME\()()", ".rs": r"(fn NAME\()(&self, )?", ".go": r"( NAME\()()",
    ".java": r"(\w NAME\()()", ".c": r"(\bNAME\()()", ".cc": r"(\bNAME\()()",
}  # fmt: skip
_PARAMETER = {".py": "extra=None, ", ".ts": "extra?: number, ", ".rs": "extra: i32, ", ".go": "extra int, "}
_BASES = {
    ".py": r"(class NAME)\([^)]*\)()",
    ".ts": r"(class NAME\b[^{]*?) extends [^{]*(\{)",
    ".java": r"(class NAME\b[^{]*?) extends \w[\w<>, ]*?( implements|\{)",
}
_MANIFESTS = {
    "tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@extra/*": ["src/*"]}}}\n',
    "package.json": '{"name": "extra"}\n',
    "Cargo.toml": '[package]\nname = "extra"\n',
    "go.mod": "module example.org/extra\n",
}
_MANIFESTS_OF = {".ts": ("tsconfig.json", "package.json"), ".rs": ("Cargo.toml",), ".go": ("go.mod",)}

Edit = Callable[[], None]


class Target(NamedTuple):
    """A definition, and how many others use it."""

    path: str
    name: str
    uses: int


class Popular:
    """What an index says is used most."""

    def __init__(self, database: Path, label: str) -> None:
        lines = export(database, label).splitlines()
        rows = [json.loads(line) for line in lines]
        kinds = {row["handle"]: row["kind"] for row in rows if row["type"] == "entity"}
        uses = Counter(row["dst"] for row in rows if row["type"] == "edge" and row["dst"].startswith(f"{label}:"))
        self._targets: dict[tuple[str, str], Target] = {}
        self.files: Counter[str] = Counter()
        for handle, count in uses.most_common():
            path, _, name = handle.partition(":")[2].partition("#")
            if "%" not in path:
                self.files[path] += count
                last = name.partition("(")[0].partition("~")[0].rpartition(".")[2]
                self._targets.setdefault((Path(path).suffix, kinds.get(handle, "")), Target(path, last, count))

    def file(self, ending: str) -> str | None:
        """The file of an ending that is used most."""
        return next((path for path, _ in self.files.most_common() if path.endswith(ending)), None)

    def definition(self, ending: str, *kinds: str) -> Target | None:
        """The definition of some kinds that is used most."""
        found = [self._targets[ending, kind] for kind in kinds if (ending, kind) in self._targets]
        return max(found, key=lambda one: one.uses, default=None)


def export(database: Path, label: str) -> str:
    """What an index has of a source."""
    command = [*CAIRN, "export", "--source", label, "--db", str(database)]
    return subprocess.check_output(command, env=ENVIRONMENT, text=True)


def append(path: Path, text: str) -> Edit:
    """Put lines at the end of a file, which may be new."""

    def edit() -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as stream:
            stream.write(f"\n{text}\n")

    return edit


def replace(path: Path, pattern: str, by: str) -> Edit | None:
    """Change what a pattern finds first; None if it finds nothing."""
    text = path.read_text("utf-8", "surrogateescape")
    if not re.search(pattern, text):
        return None

    def edit() -> None:
        now = path.read_text("utf-8", "surrogateescape")
        path.write_text(re.sub(pattern, by, now, count=1), "utf-8", "surrogateescape")

    return edit


def edits(tree: Path, popular: Popular) -> Iterator[tuple[str, Edit | None]]:
    """The edits that suit a source, each told in words; None for one that found nothing to change."""
    paths = sorted((path for path in tree.rglob("*") if path.is_file()), key=str)
    counts = Counter(path.suffix for path in paths)
    for ending in [one for one, _ in counts.most_common() if one in _ADDED][:3]:
        chosen = popular.file(ending)
        if chosen is None:
            continue
        where = tree / chosen
        for text in _ADDED[ending]:
            yield f"{text!r} appended to {chosen}", append(where, text)
        yield from _of_definitions(tree, popular, ending)
        yield f"a line on top of {chosen}", replace(where, r"\A", "\n")
        yield f"a new file{ending} with one line", append(where.with_name(f"fresh_extra{ending}"), _ADDED[ending][1])
        for name in _MANIFESTS_OF.get(ending, ()):
            yield from _of_manifest(tree, paths, name)
    package = next((path for path, _ in popular.files.most_common() if path.endswith("__init__.py")), None)
    other = popular.file(".py")
    if package is not None and other is not None:
        yield f"a re-export in {package}", append(tree / package, f"from {other.removesuffix('.py').replace('/', '.')} import *")
    code = [path for path in paths if path.suffix in _ADDED]
    yield "a file of code deleted", code[len(code) // 2].unlink
    some = code[:: max(1, len(code) // _BRANCH_FILES)][:_BRANCH_FILES]
    yield f"another branch: {len(some)} files", lambda: _switch(some)


def _of_definitions(tree: Path, popular: Popular, ending: str) -> Iterator[tuple[str, Edit | None]]:
    method, kind = popular.definition(ending, "method", "function"), popular.definition(ending, "class", "struct", "interface")
    if method is not None and ending in _FUNCTION:
        head = _FUNCTION[ending].replace("NAME", re.escape(method.name))
        if ending in _PARAMETER:
            by = rf"\g<1>\g<2>{_PARAMETER[ending]}"
            yield f"a parameter for {method.name}, used {method.uses} times", replace(tree / method.path, head, by)
        renamed = re.escape(f"{method.name}_renamed")
        pattern = head.replace(re.escape(method.name), rf"){re.escape(method.name)}(", 1)
        yield f"{method.name}, used {method.uses} times, renamed", replace(tree / method.path, pattern, rf"\g<1>{renamed}\g<2>")
    if kind is None:
        return
    if ending in _BASES:
        pattern = _BASES[ending].replace("NAME", re.escape(kind.name))
        yield f"the bases of {kind.name}, used {kind.uses} times, dropped", replace(tree / kind.path, pattern, r"\1 \2")
    if ending == ".rs":
        text = f"trait Extra {{ fn extra(&self) {{}} }}\nimpl Extra for {kind.name} {{}}"
        yield f"a trait implemented for {kind.name}, used {kind.uses} times", append(tree / kind.path, text)
    if ending == ".java":
        name = method.name if method is not None else "get"
        pattern = rf"(class {re.escape(kind.name)}\b[^{{]*\{{)"
        yield (
            f"an overload in {kind.name}, used {kind.uses} times",
            replace(tree / kind.path, pattern, rf"\1 void {name}(Extra one, Extra other) {{}}"),
        )


def _of_manifest(tree: Path, paths: list[Path], name: str) -> Iterator[tuple[str, Edit | None]]:
    known = [path for path in paths if path.name == name]
    if not known:
        yield f"a {name} where there was none", append(tree / name, _MANIFESTS[name])
        return
    chosen = max(known, key=lambda path: (-len(path.parts), path.stat().st_size))
    text = chosen.read_text("utf-8")
    pattern, by = (
        (r"\A\{", '{"extra": 1,') if name.endswith(".json") else (r"\Z", "\n# edited\n" if name == "Cargo.toml" else "\n")
    )
    yield f"{chosen.relative_to(tree)} changed in what names nothing", replace(chosen, pattern, by)
    if '"name"' in text or "name =" in text:
        yield f"{chosen.relative_to(tree)} has another name", replace(chosen, r'("?name"?\s*[:=]\s*")', r"\1extra-")


def _switch(paths: list[Path]) -> None:
    for path in paths:
        if path.exists():
            append(path, _ADDED[path.suffix][2])()


def main(source: Path, copies: int, *, is_each: bool, only: str) -> int:
    """Measure in a temporary folder, of which nothing stays; returns how many comparisons failed."""
    failed = 0
    with tempfile.TemporaryDirectory(prefix="cairn-edits-") as folder:
        database, tree = Path(folder, "index.db"), Path(folder, "source")
        for number in range(copies):
            shutil.copytree(source, tree / f"copy{number}" if copies > 1 else tree, symlinks=True)
        for path in tree.rglob("*"):  # what was written just before it is indexed is looked at twice
            os.utime(path, (1_700_000_000, 1_700_000_000), follow_symlinks=False)
        add = run(*CAIRN, "add", str(tree), "--db", str(database), "-q", "--force")
        print(f"{'a new index':70} {add.cpu:6.2f} s CPU {add.wall:6.2f} s wall {add.memory:5.0f} MB", flush=True)
        refresh = (*CAIRN, "refresh", "source", "--db", str(database), "-q", "--allow-delete")
        run(*refresh)
        same = run(*refresh)
        print(f"{'nothing changed':70} {same.cpu:6.2f} s CPU {same.wall:6.2f} s wall {same.memory:5.0f} MB", flush=True)
        for what, edit in edits(tree, Popular(database, "source")):
            if edit is None or only not in what:
                continue
            edit()
            cost = run(*refresh)
            verdict = f"  {_verdict(tree, database, Path(folder))}" if is_each else ""
            failed += "DIFFERS" in verdict
            print(f"{what[:70]:70} {cost.cpu:6.2f} s CPU {cost.wall:6.2f} s wall {cost.memory:5.0f} MB{verdict}", flush=True)
        if not is_each:
            verdict = _verdict(tree, database, Path(folder))
            failed += "DIFFERS" in verdict
            print(f"after all edits: {verdict}")
    return failed


def _verdict(tree: Path, database: Path, folder: Path) -> str:
    fresh = folder / "fresh.db"
    run(*CAIRN, "add", str(tree), "--db", str(fresh), "-q", "--force")
    is_same = export(database, "source") == export(fresh, "source")
    for path in folder.glob("fresh*"):
        path.unlink()
    return "the export is that of a new index" if is_same else "the export DIFFERS from that of a new index"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    sys.exit(main(given.source, given.copies, is_each=given.each, only=given.only))
