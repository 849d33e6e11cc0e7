"""`cairn copy` between the backends: what costs an endpoint goes along, and a copy that was broken off goes on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.cli.main import run
from cairn.report import Progress
from tests.index.conftest import write_files
from tests.infer.server import Server, serving
from tests.infer.test_concepts import CONCEPT, answering
from tests.infer.test_concepts import FILES as POST

pytest.importorskip("psycopg")

FILES = {
    "post": POST,
    "shop": {
        "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["post"]\n',
        "buy.py": "from shop.mail import send_invoice\n\n\ndef buy():\n    return send_invoice(1)\n",
    },
    "till": {"till.py": "def count():\n    return 1\n"},
}


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        running.behave = answering({"concepts": [CONCEPT]})
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "sources"
    for label, files in FILES.items():
        write_files(root / label, files)
    return root


def opened(place: Path | str, server: Server) -> Cairn:
    endpoint = {"url": server.url, "model": "test-model", "key": "sk-secret"}
    return create_cairn(place, config=Config(), inference={"embed": endpoint, "chat": endpoint})


@pytest.fixture(params=["from a file", "from PostgreSQL"])
def places(request: pytest.FixtureRequest, tmp_path: Path, postgres_database: str) -> tuple[Path | str, Path | str]:
    """Where an index is, and where it is copied to."""
    file = tmp_path / "cairn.db"
    return (file, postgres_database) if request.param == "from a file" else (postgres_database, file)


@pytest.fixture
def index(places: tuple[Path | str, Path | str], server: Server, folder: Path) -> Iterator[Cairn]:
    with opened(places[0], server) as cairn:
        for label in FILES:
            cairn.ingest.add(folder / label)
        cairn.ingest.link("shop", "post")
        yield cairn


def exported(cairn: Cairn, label: str | None = None) -> list[str]:
    return [json.dumps(row, sort_keys=True) for row in cairn.retrieve.export(label)]


def vectors_of(cairn: Cairn) -> dict[str, int]:
    return {source.label: source.vectors for source in cairn.retrieve.sources()}


def test_vectors_concepts_and_links_go_along_and_no_endpoint_is_asked(
    index: Cairn, places: tuple[Path | str, Path | str], server: Server, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.seen.clear()
    assert run(["copy", "--db", str(places[0]), "--to", str(places[1])]) == 0
    assert "3 sources copied" in capsys.readouterr().out
    with opened(places[1], server) as copy:
        assert any('"concept"' in row for row in exported(copy))
        assert exported(copy) == exported(index)
        assert copy.retrieve.tags() == index.retrieve.tags()
        assert vectors_of(copy) == vectors_of(index)
        assert sum(vectors_of(copy).values()) > 0
        assert copy.ingest.verify().ok
        assert server.seen == []
        question = "how are bills sent"
        one, other = (cairn.retrieve.search(question).hits for cairn in (index, copy))
        assert [(hit.handle, hit.vec_rank) for hit in one] == [(hit.handle, hit.vec_rank) for hit in other]
        assert any(hit.vec_rank for hit in other)
        asked = len(server.seen)
        (folder / "post/shop/other.py").write_text("def thrice():\n    return 3\n")
        copy.ingest.refresh("post")
        # What was said of documents is known; only the file that was edited has a new text.
        assert {seen.path for seen in server.seen[asked:]} == {"/v1/embeddings"}


def test_copy_that_was_broken_off_goes_on_with_what_is_missing(
    index: Cairn, places: tuple[Path | str, Path | str], server: Server
) -> None:
    begun: list[Progress] = []

    def break_off(progress: Progress) -> None:
        begun.append(progress)
        if progress.phase == "resolve" and len([seen for seen in begun if seen.phase == "resolve"]) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index.copy(places[1], on_progress=break_off)
    with opened(places[1], server) as copy:
        assert [source.label for source in copy.retrieve.sources()] == ["post"]
    report = index.copy(places[1])
    assert (report.copied, report.kept, report.vectors_missing) == (["shop", "till"], ["post"], 0)
    with opened(places[1], server) as copy:
        assert exported(copy) == exported(index)
        assert vectors_of(copy) == vectors_of(index)


def test_source_is_copied_without_those_that_it_is_linked_with(
    index: Cairn, places: tuple[Path | str, Path | str], server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["copy", "shop", "till", "--db", str(places[0]), "--to", str(places[1])]) == 0
    assert "'shop' is linked with 'post', which is not there" in capsys.readouterr().out
    with opened(places[1], server) as copy:
        assert [source.label for source in copy.retrieve.sources()] == ["shop", "till"]
        assert exported(copy, "till") == exported(index, "till")
    assert run(["copy", "--db", str(places[0]), "--to", str(places[1]), "-q"]) == 0
    with opened(places[1], server) as copy:
        assert exported(copy) == exported(index)
        assert copy.ingest.verify().ok


def test_copy_that_differs_is_told(
    tmp_path: Path, postgres_database: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place, copy = postgres_database, tmp_path / "copy.db"
    with create_cairn(place, config=Config()) as cairn:
        cairn.ingest.add(folder / "post")
    assert run(["copy", "--db", place, "--to", str(copy), "-q"]) == 0
    with sqlite3.connect(copy) as database:
        database.execute("DELETE FROM edge WHERE rowid = (SELECT min(rowid) FROM edge)")
    assert run(["copy", "--db", place, "--to", str(copy), "-q"]) == 1
    assert "the copy of 'post' is not the same" in capsys.readouterr().err
