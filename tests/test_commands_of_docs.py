"""Every command of Cairn in the documents is run, on sources like those that they speak of."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cairn import Config, create_cairn
from cairn.cli.main import VERBS, cli, run
from tests.world import SOURCES, make_sources

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))]
# README's session is about Cairn itself: so much of it as it names.
OWN = ("cairn/serve", "cairn/rights.py", "cairn/cli/commands/serve.py", "cairn/cli/serving.py", "tests/serve/test_guard.py")
OTHER_PROGRAMS = ("claude", "codex", "gemini", "python3", "docker", "make")
_LINE = re.compile(r"\$ (?P<before>.*?)(?:(?<=\s)|(?<=/)|(?<=\())cairn (?P<words>.*)")

# Why a command is not run here: it goes on until Ctrl-C, or fetches a page.
_GOES_ON = re.compile(r"serve\b|work\b|embed-serve\b|open\b|.* --watch\b")
_NEEDS_NETWORK = re.compile(r"add https?://")
# It is run in one document only: each time it loads all grammars.
_TAKES_SECONDS = re.compile(r"doctor(?: --json)?$")
# The statuses of those that may not end with 0: a job that is over, vectors without an embedder, cards and proposals that only
# their owner has, and what the machine is to tell.
_STATUSES = {r"doctor\b": (0, 1), r"job \d+ --cancel": (0, 3), r"reindex .* --vectors": (2,)}
# There is no chat endpoint, and no conversation yet.
# There is no such server.
_STATUSES |= {r"copy .*postgresql": (1, 4)}
_STATUSES |= {r"chat\b": (1, 2, 4), r"eval --answers": (2, 4)}
_STATUSES |= {r"card (?:edit|show|retire|verify|propose|lint|import|calibrate)\b": (0, 1, 4), r"review --": (3,)}


def commands_of(document: str) -> Iterator[tuple[str, str]]:
    """(what stands before, words) of each line that calls `cairn`; what follows in a pipe or a comment is left out."""
    for line in (ROOT / document).read_text(encoding="utf-8").splitlines():
        found = _LINE.match(line)
        if found and re.split(r"[ )]", found["words"])[0] in VERBS:
            words = re.sub(r"\s+(?:# |> |\| ).*|\)\"\s.*", "", found["words"])
            yield found["before"], words.strip()


def test_the_lines_of_the_documents_are_understood() -> None:
    found = {words for document in DOCUMENTS for _, words in commands_of(document)}
    assert {"add .", "completion bash", "add ~/src/billing", "export", "add - --label log.txt"} <= found
    for document in DOCUMENTS:
        lines = re.findall(r"^\$ .*\bcairn .*", (ROOT / document).read_text(encoding="utf-8"), re.MULTILINE)
        others = [line for line in lines if line.split()[1] in OTHER_PROGRAMS]
        assert len(lines) - len(others) == len(list(commands_of(document))), document


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with all sources, and their index beside it in `index`."""
    if shutil.which("git") is None:
        pytest.skip("there is no git here")
    folder = tmp_path_factory.mktemp("world").resolve()
    (folder / "index").mkdir()
    make_sources(folder / "home" / "src")
    with create_cairn(folder / "index" / "cairn.db", config=Config()) as cairn:
        for label in SOURCES:
            cairn.ingest.add(folder / "home" / "src" / label)
        for _ in range(12):  # so that there is a job 12
            cairn.ingest.refresh("handbook")
    cart = folder / "home" / "src" / "billing" / "src" / "cart.py"
    cart.write_text(cart.read_text().replace("Rate(20)", "Rate(19)"))  # so that the working tree differs
    return folder


@pytest.fixture(scope="session")
def done() -> set[str]:
    """The commands that have been run."""
    return set()


@pytest.fixture
def world(prepared: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of somebody who has added all sources, and stands in that of `billing`."""
    home = prepared / "home"
    for entry in home.iterdir():
        if entry.name != "src":
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    subprocess.run(["git", "-C", str(home / "src" / "billing"), "clean", "-fdq"], check=True)
    shutil.copytree(prepared / "index", home / "index")
    for variable in ("HOME", "USERPROFILE", "APPDATA"):
        monkeypatch.setenv(variable, str(home))
    monkeypatch.setenv("CAIRN_DB", str(home / "index" / "cairn.db"))
    monkeypatch.setenv("CAIRN_HOME", str(home / "data"))
    monkeypatch.setenv("CAIRN_MCP_USERS", str(home / "users.toml"))
    monkeypatch.chdir(home / "src" / "billing")
    return home


@pytest.mark.parametrize("document", [document for document in DOCUMENTS if any(commands_of(document))])
def test_commands_do_what_the_document_says(
    document: str, world: Path, done: set[str], monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    if document == "README.md":
        _stand_in_a_part_of_cairn(world / "cairn", monkeypatch)
    for before, words in commands_of(document):
        if _GOES_ON.match(words) or _NEEDS_NETWORK.match(words) or (_TAKES_SECONDS.match(words) and words in done):
            _parse(shlex.split(words))
            continue
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"one line\n" if before.endswith("| ") else b"")))
        arguments = [word.replace("~", str(world), 1) if word.startswith("~") else word for word in shlex.split(words)]
        arguments = [word.replace("/backups", str(world), 1) for word in arguments]
        done.add(words)
        _bring_back(world)
        expected = next((statuses for pattern, statuses in _STATUSES.items() if re.match(pattern, words)), (0,))
        status = run(arguments)
        assert status in expected, f"{words}\n{capsysbinary.readouterr().err.decode()}"


def test_what_readme_shows_of_the_graph_is_what_the_commands_print(
    world: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    _stand_in_a_part_of_cairn(world / "cairn", monkeypatch)
    assert run(["add", "."]) == 0
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\$ cairn ((?:graph|path) .*)\n((?:(?!\$|```).*\n)+)", readme, re.MULTILINE)
    assert len(shown) == 2
    for words, text in shown:
        capsysbinary.readouterr()
        assert run(shlex.split(words)) == 0
        assert _without_numbers(capsysbinary.readouterr().out.decode()) == _without_numbers(text)


def _without_numbers(text: str) -> str:
    """Lines move; names and edges are what is shown."""
    return re.sub(r"\d+", "N", text).strip()


def _parse(words: list[str]) -> None:
    command = cli.get_command(click.Context(cli), words[0])
    assert command is not None
    command.make_context(words[0], words[1:])


def _bring_back(world: Path) -> None:
    """Undo what an earlier command of the document took away, or gave another name."""
    with create_cairn() as cairn:
        there = cairn.retrieve.locations()
        for label in SOURCES:
            place = str(world / "src" / label)
            if label not in there:
                for other in [name for name, location in there.items() if location == place]:
                    cairn.ingest.remove(other)
                cairn.ingest.add(place, label=label)


def _stand_in_a_part_of_cairn(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in OWN:
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        source = ROOT / part
        shutil.copytree(source, folder / part) if source.is_dir() else shutil.copy(source, folder / part)
    monkeypatch.chdir(folder)
