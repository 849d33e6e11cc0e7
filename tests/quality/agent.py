"""What an agent learns in few calls and few tokens: 36 questions over MCP, on public packages that are fetched by name.

    python -m tests.quality.agent WORK

WORK keeps the packages and their indexes between runs. Right: all facts are in the answers, and nothing wrong is told as sure.
Wrong: something wrong is, or none of the facts is there. Exit status 1 below the marks.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cairn.chunk.tokens import count_tokens
from tests.quality.agent_questions import PACKAGES, QUESTIONS, Package, Question

LEAST_RIGHT, MOST_WRONG, MOST_CALLS, MOST_TOKENS = 34, 0, 1.2, 350
_HANDLE = re.compile(r"[\w.$-]+:[^\s;]+")
_UNSURE = re.compile(r"\(0\.[0-4]\d* ")
_APT_FOLDER = Path("/etc/apt")
_APT = "-o Dir::Etc::sourcelist={0}/sources -o Dir::Etc::sourceparts=- -o Dir::State::lists={0}/lists"


class Row(NamedTuple):
    """A handle that an answer names, the numbers that it says of it, and whether it says so as sure."""

    handle: str
    lines: set[str]
    is_sure: bool


def rows_of(text: str) -> Iterator[Row]:
    """The handles of an answer; `; #name` stands in the file of the handle before it."""
    is_sure = True
    for line in text.split("\n"):
        if not line.startswith("- "):
            is_sure = not line.startswith("may also be ")
        file = ""
        for part in line.removeprefix("- ").split("; "):
            found = _HANDLE.search(part)
            handle = file + part.split(" ")[0] if part.startswith("#") else found[0] if found else ""
            if handle:
                file = handle.partition("#")[0]
                detail = part.partition("#")[2] if "#" in part else part
                numbers = set(re.findall(r"(?<=[:,])\d+", detail.partition(" ")[2] or detail))
                yield Row(handle, numbers, is_sure and not _UNSURE.search(part))


def holds(rows: Iterable[Row], text: str, fact: str, *, sure_only: bool = False) -> bool:
    """Whether an answer tells a fact."""
    return any(_tells(rows, text, one, sure_only) for one in fact.split("|"))


def _tells(rows: Iterable[Row], text: str, fact: str, sure_only: bool) -> bool:
    if fact.startswith("text:"):
        return fact.removeprefix("text:") in text
    name, _, line = fact.rpartition(":") if re.search(r":\d+$", fact) else (fact, "", "")
    pattern = re.compile(rf"(?:^|[:/#.]){re.escape(name.lstrip(':')).replace(re.escape('*'), '[^ ]*')}$")
    return any(pattern.search(row.handle) and (not line or line in row.lines) and (row.is_sure or not sure_only) for row in rows)


class Outcome(NamedTuple):
    """How one question went."""

    question: Question
    grade: str  # right, partly, wrong
    calls: int
    tokens: int
    missing: list[str]


def grade(question: Question, texts: list[str]) -> Outcome:
    """Judge the answers to the calls of a question."""
    rows = [row for text in texts for row in rows_of(text)]
    whole = "\n".join(texts)
    missing = [fact for fact in question.facts if not holds(rows, whole, fact)]
    wrong = [fact for fact in question.wrong if holds(rows, whole, fact, sure_only=True)]
    word = "wrong" if wrong or len(missing) == len(question.facts) else "partly" if missing else "right"
    return Outcome(
        question, word, len(texts), sum(map(count_tokens, texts)), [*missing, *(f"told as sure: {fact}" for fact in wrong)]
    )


def ask(db: Path, folder: Path, questions: list[Question]) -> list[Outcome]:
    """Put questions to a server over stdio, one call after another."""
    command = [sys.executable, "-m", "cairn", "serve", "--stdio", "--read-only", "--db", str(db)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder
    ) as server:
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "quality", "version": "1"}}
        _request(server, 1, "initialize", hello)
        _write(server, {"jsonrpc": "2.0", "method": "notifications/initialized"})
        found = []
        for question in questions:
            texts = []
            for tool, arguments in question.calls:
                answer = _request(server, 2, "tools/call", {"name": tool, "arguments": arguments})
                texts.append("\n".join(part["text"] for part in answer["content"]))
            found.append(grade(question, texts))
        server.communicate()
    return found


def _write(server: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    assert server.stdin is not None
    server.stdin.write(json.dumps(message).encode() + b"\n")
    server.stdin.flush()


def _request(server: subprocess.Popen[bytes], number: int, method: str, params: dict[str, Any]) -> Any:
    _write(server, {"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    assert server.stdout is not None
    for line in server.stdout:
        message = json.loads(line)
        if message.get("id") == number:
            return message["result"]
    raise SystemExit(f"the server ended before it answered {method}")


def fetch(package: Package, work: Path) -> Path:
    """Return the folder to index, of a package that is fetched once with the registry's own client."""
    target = work / package.name
    if not target.exists():
        with tempfile.TemporaryDirectory() as scratch:
            content = _download(package, Path(scratch)) / package.folder
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(content, target, symlinks=True)
        if package.edit:
            _edit(target, package.edit)
    return target


def _download(package: Package, scratch: Path) -> Path:
    """Fetch and unpack; returns the folder with what was in the archive."""
    content = scratch / "content"
    if package.registry == "deb":
        _run(f"apt-get download -q {package.wanted}", scratch)
        _run("dpkg -x *.deb content", scratch)
        return content
    if package.registry == "deb-source":
        return _download_source(package.wanted, scratch)
    binary = ":none:" if package.registry == "pip" else ":all:"
    pip = f"{sys.executable} -m pip download -q --no-deps --no-binary {binary} -d ."
    _run(f"npm pack -s {package.wanted}" if package.registry == "npm" else f"{pip} {package.wanted}", scratch)
    (archive,) = (path for path in scratch.iterdir() if path.is_file())
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(content)
    else:
        with tarfile.open(archive) as packed:
            packed.extractall(content, filter="data")
    return content


def _download_source(wanted: str, scratch: Path) -> Path:
    """A source package of the archives that this system's apt already uses; their lists of sources are read anew for it."""
    (scratch / "lists" / "partial").mkdir(parents=True)
    lines = []
    for name in (_APT_FOLDER / "sources.list", *_APT_FOLDER.glob("sources.list.d/*.list")):
        if name.is_file():
            lines += [f"deb-src{line[3:]}" for line in name.read_text().splitlines() if line.startswith("deb ")]
    for name in _APT_FOLDER.glob("sources.list.d/*.sources"):
        for paragraph in name.read_text().split("\n\n"):
            given = dict(line.split(":", 1) for line in paragraph.splitlines() if ":" in line and line[0] not in " #")
            if "URIs" in given:
                parts = (given["URIs"].split()[0], given["Suites"].split()[0], given.get("Components", "main").strip())
                lines.append(f"deb-src {' '.join(parts)}")
    (scratch / "sources").write_text("\n".join(lines) + "\n")
    apt = f"apt-get {_APT.format(scratch)}"
    _run(f"{apt} update && {apt} source --download-only {wanted} && mkdir content && tar xf *.orig.tar.* -C content", scratch)
    return scratch / "content"


def _run(command: str, folder: Path) -> None:
    subprocess.run(command, shell=True, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def _edit(folder: Path, edit: tuple[str, str, str]) -> None:
    """Make a checkout with one commit, and an edit since."""
    name, old, new = edit
    who = "-c user.name=quality -c user.email=quality@example.invalid"
    _run(f"git init -q && git add -A && git {who} commit -q -m first", folder)
    path = folder / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def ask_all(work: Path) -> list[Outcome]:
    """Fetch, index and ask everything."""
    found = []
    for package in PACKAGES:
        questions = [question for question in QUESTIONS if question.package == package.name]
        folder = fetch(package, work / "packages")
        db = work / f"{package.name}.db"
        add = [sys.executable, "-m", "cairn", "add", str(folder), "--label", package.name, "--db", str(db)]
        subprocess.run(add, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found += ask(db, folder, questions)
    return found


def report(outcomes: list[Outcome]) -> bool:
    """Print a line a question and the sums; returns whether they meet the marks."""
    for outcome in outcomes:
        question = outcome.question
        print(f"{outcome.grade:7} {outcome.calls} {outcome.tokens:5}  {question.package}: {question.text}")
        for fact in outcome.missing[:6]:
            print(f"{'':16}missing: {fact}")
    count = len(outcomes)
    right, partly, wrong = (sum(outcome.grade == word for outcome in outcomes) for word in ("right", "partly", "wrong"))
    calls, tokens = (sum(getattr(outcome, name) for outcome in outcomes) / count for name in ("calls", "tokens"))
    print(f"{count} questions: {right} right, {partly} partly, {wrong} wrong; {calls:.2f} calls and {tokens:.0f} tokens each")
    return right >= LEAST_RIGHT and wrong <= MOST_WRONG and calls <= MOST_CALLS and tokens <= MOST_TOKENS


if __name__ == "__main__":
    sys.exit(0 if report(ask_all(Path(sys.argv[1]).resolve())) else 1)
