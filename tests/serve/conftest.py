"""An index of a small source, and servers over it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from cairn.app import create_cairn

FILES = {
    "kettle/__init__.py": "",
    "kettle/heat.py": '''"""Heating."""


class Kettle:
    """Boils water."""

    def boil(self, litres: int) -> int:
        """Heat until it boils; ``` is no fence here."""
        return warm(litres)


def warm(litres: int) -> int:
    return litres * 4


def unused() -> None:
    return None
''',
    "kettle/tea.py": "from kettle.heat import Kettle\n\n\ndef make_tea():\n    return Kettle().boil(1)\n",
    "README.md": "# Kettle\n\nBoils water for tea.\n",
    "photo.bin": "\0\1\2\x7f\0" * 100,
}


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens."""

    url: str  # ends with /mcp

    @property
    def root(self) -> str:
        return self.url.removesuffix("/mcp")


Serve = Callable[..., AbstractContextManager[Address]]


def make_kettle(folder: Path) -> Path:
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def kettle(tree: Path) -> Path:
    """The sources, not indexed."""
    return make_kettle(tree)


@pytest.fixture(scope="session")
def shared_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index under the label `kettle`, for tests that only read."""
    folder = tmp_path_factory.mktemp("served").resolve()
    with create_cairn(folder / "cairn.db") as cairn:
        cairn.ingest.add(make_kettle(folder / "kettle"))
    return folder / "cairn.db"


@pytest.fixture
def db(kettle: Path, tmp_path: Path) -> Path:
    """An index under the label `kettle` that a test may change."""
    with create_cairn(tmp_path / "cairn.db") as cairn:
        cairn.ingest.add(kettle, label="kettle")
    return tmp_path / "cairn.db"


@contextmanager
def start(db: Path, *options: str, **settings: str) -> Iterator[Address]:
    """Run `cairn serve` on a free port of loopback, in a process of its own."""
    command = [sys.executable, "-m", "cairn", "serve", "--db", str(db), "--port", "0", "--json", "--no-watch", *options]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_")} | settings
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line:
                raise AssertionError(process.communicate()[1])
            yield Address(json.loads(line)["url"])
        finally:
            process.terminate()
            process.communicate()


@pytest.fixture
def serve() -> Serve:
    """Start a server over an index, with options and settings of the test's own."""
    return start


@pytest.fixture(scope="session")
def open_server(shared_db: Path) -> Iterator[Address]:
    """A server without a token over the shared index."""
    with start(shared_db) as address:
        yield address


@pytest.fixture(scope="session")
def guarded_server(shared_db: Path) -> Iterator[Address]:
    """A server over the shared index with the token `a-token-for-tests`, which also serves cairn.example.

    It believes the tests for whom they forward: wrong tokens of one address would be answered later and later.
    """
    settings = {"CAIRN_MCP_ALLOWED_HOSTS": "cairn.example", "CAIRN_MCP_TRUSTED_PROXIES": "127.0.0.1"}
    with start(shared_db, CAIRN_MCP_TOKEN="a-token-for-tests", **settings) as address:
        yield address
