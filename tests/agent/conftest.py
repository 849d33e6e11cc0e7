"""A small source, its index, and a way to chat about it with a model that says what a script says."""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.agent.scripted import ScriptedModel, scripted
from cairn.cli.main import run

FILES = {
    "app.py": '''"""The site."""

from views import front

ROUTES = {"/": front}


class Site:
    """Dispatches requests."""

    def dispatch(self, path: str) -> str:
        """Hand a request to its view."""
        view = ROUTES[path]
        return view(path)
''',
    "views.py": '''"""The views."""

API_KEY = "sk-proj-abcdefghijklmnopqrstuvwx12345"


def front(path: str) -> str:
    """The front page."""
    return render(path)


def render(text: str) -> str:
    return f"<p>{text}</p>"
''',
}
RIGHT = "A request reaches the view through `site:app.py#Site.dispatch`, which calls what `site:app.py:L5` has."


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source `site` and its index `cairn.db`; it is copied by who writes."""
    folder = tmp_path_factory.mktemp("chat").resolve()
    source = folder / "site"
    source.mkdir()
    for name, text in FILES.items():
        (source / name).write_text(text)
    with create_cairn(folder / "cairn.db", config=Config(home=folder / "home")) as cairn:
        cairn.ingest.add(source)
    return folder


@dataclass
class Outcome:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.out)
        return found


class Chat:
    """The command line beside a scripted model."""

    def __init__(self, db: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.db = db
        self.home = home
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        self._open = contextlib.ExitStack()
        self.model: ScriptedModel | None = None

    def says(self, *replies: dict[str, Any], question: str = r"[^.]\Z", **turn: Any) -> ScriptedModel:
        """Serve a model with one turn, for any question: what Cairn says in the user's place ends with a full stop."""
        return self.plays({"turns": [{"question": question, "replies": list(replies), **turn}]})

    def plays(self, script: dict[str, Any]) -> ScriptedModel:
        """Serve a model with a script, in place of the one before."""
        self._open.close()
        self.model = self._open.enter_context(scripted(script))
        self._monkeypatch.setenv("CAIRN_CHAT_URL", self.model.url)
        return self.model

    def __call__(self, *words: str) -> Outcome:
        """Run `cairn chat`."""
        return self.run("chat", *words)

    def run(self, *words: str) -> Outcome:
        """Run any verb."""
        self._capsys.readouterr()
        status = run([*words, "--db", str(self.db)])
        said = self._capsys.readouterr()
        return Outcome(status, said.out, said.err)

    def bodies(self) -> list[dict[str, Any]]:
        """The requests that the model got."""
        assert self.model is not None
        return [json.loads(data) for data in self.model.seen]

    def close(self) -> None:
        self._open.close()


@pytest.fixture
def chat(indexed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Chat]:
    """`cairn chat` on an index of its own."""
    shutil.copy(indexed / "cairn.db", tmp_path / "cairn.db")
    home = tmp_path / "home"
    monkeypatch.setenv("CAIRN_HOME", str(home))
    made = Chat(tmp_path / "cairn.db", home, monkeypatch, capsys)
    yield made
    made.close()


@pytest.fixture
def cairn(indexed: Path, tmp_path: Path) -> Iterator[Cairn]:
    """The index as a library, without an endpoint."""
    shutil.copy(indexed / "cairn.db", tmp_path / "library.db")
    with create_cairn(tmp_path / "library.db", config=Config(home=tmp_path / "home")) as made:
        yield made


@pytest.fixture
def asked(indexed: Path, tmp_path: Path) -> Iterator[Callable[..., Cairn]]:
    """Make the index as a library beside a scripted model: `asked(script, chat_steps=3)`."""
    shutil.copy(indexed / "cairn.db", tmp_path / "asked.db")
    with contextlib.ExitStack() as stack:

        def make(script: dict[str, Any], **settings: Any) -> Cairn:
            model = stack.enter_context(scripted(script))
            config = Config(home=tmp_path / "home", chat_url=model.url, **settings)
            return stack.enter_context(create_cairn(tmp_path / "asked.db", config=config))

        yield make


def lead(monkeypatch: pytest.MonkeyPatch, names: dict[str, list[list[str]]]) -> None:
    """Let names lead to addresses, at each look-up to the next list of theirs; other names lead nowhere."""
    real = socket.getaddrinfo

    def look_up(host: str, port: Any, *args: Any, **options: Any) -> Any:
        if host in names:
            found = names[host].pop(0) if len(names[host]) > 1 else names[host][0]
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]
        if host.endswith(".example"):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return real(host, port, *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)


def write_agent(home: Path, name: str, settings: str, soul: str = "") -> Path:
    """Write the folder of an agent."""
    folder = home / "agents" / name
    folder.mkdir(parents=True)
    (folder / "agent.toml").write_text(settings)
    if soul:
        (folder / "SOUL.md").write_text(soul)
    return folder
