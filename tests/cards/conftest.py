"""One index of three packages for all tests of cards that look at code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click
import httpx
import pytest
import tomlkit

from cairn import Cairn, Config, create_cairn
from tests.cards.sixty import write_library

Opener = Callable[..., Cairn]


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of an index of click, httpx and tomlkit, to be read and not written."""
    database = tmp_path_factory.mktemp("cards") / "index.db"
    with create_cairn(database, config=Config()) as cairn:
        for package in (click, httpx, tomlkit):
            cairn.ingest.add(Path(str(package.__file__)).parent, label=package.__name__)
    return database


@pytest.fixture(scope="session")
def sixty(indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cairn]:
    """A Cairn over the sixty cards."""
    home = tmp_path_factory.mktemp("home")
    library = write_library(home / "cards")
    with create_cairn(indexed, config=Config(home=home, cards=(library,))) as cairn:
        yield cairn


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    """Makes Cairns with a home, a library and an index of their own; `principal` and others are settings."""
    made: list[Cairn] = []

    def open_one(**settings: object) -> Cairn:
        home = tmp_path / "home"
        config = Config(home=home, cards=(home / "cards",), db=tmp_path / "index.db", **settings)  # type: ignore[arg-type]
        made.append(create_cairn(config=config))
        return made[-1]

    yield open_one
    for cairn in made:
        cairn.close()
