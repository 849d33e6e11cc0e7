"""What all tests share: no setting of the person who runs them reaches one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import postgres
from tests.pages import Server


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.getbasetemp() / "home"
    home.mkdir(exist_ok=True)
    for name in list(os.environ):
        if name.startswith(("CAIRN_", "GIT_", "XDG_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("CAIRN_HOME", str(home / "cairn"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("COLUMNS", "100")  # what is taken where no terminal says; workers of pytest-xdist are told another width


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return an empty folder, with links resolved, to build a source in."""
    folder = tmp_path.resolve() / "tree"
    folder.mkdir()
    return folder


@pytest.fixture
def server() -> Iterator[Server]:
    """A web server on loopback that answers as the test says."""
    made = Server()
    yield made
    made.close()


@pytest.fixture
def postgres_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    with postgres.database(_server_folder(tmp_path_factory)) as url:
        yield url


@pytest.fixture(scope="module")
def shared_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """Gives the URL of an empty PostgreSQL database, which is there until the tests of a module have run."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(postgres.database(_server_folder(tmp_path_factory)))


def _server_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.getbasetemp()
    is_worker = "PYTEST_XDIST_WORKER" in os.environ  # whose folder lies in that of the run
    return (base.parent if is_worker else base) / "postgres"
