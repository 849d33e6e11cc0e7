"""An index in PostgreSQL answers as one in SQLite does, and goes on where a file could not: lost connections, many writers."""

from __future__ import annotations

import contextlib
import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.cli.main import run
from cairn.errors import Cancelled, DatabaseRefusedError, EnvironmentFault, NotFoundError, RefusedError, UsageError
from cairn.model import as_document
from cairn.report import Progress
from cairn.store.place import DatabaseUrl
from cairn.store.reading import Bound, StoreReader
from cairn.store.stored import Phrase, Scope
from tests.world import SOURCES

psycopg = pytest.importorskip("psycopg")

from cairn.store.postgres.connection import Server  # noqa: E402
from cairn.store.postgres.database import PostgresWriterStore  # noqa: E402 - after it is known that there is psycopg

WORLD = ("billing", "shop", "requests", "handbook")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The sources of the documents, on the disk."""
    root = tmp_path.resolve() / "world"
    for name in WORLD:
        for path, text in SOURCES[name].items():
            place = root / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8")
    return root


@pytest.fixture
def both(postgres_database: str, tmp_path: Path, folder: Path) -> Iterator[tuple[Cairn, Cairn]]:
    """The same sources and links in SQLite and in PostgreSQL."""
    with create_cairn(tmp_path / "cairn.db", config=Config()) as one, create_cairn(postgres_database, config=Config()) as other:
        for cairn in (one, other):
            for name in WORLD:
                cairn.ingest.add(folder / name)
            cairn.ingest.link("shop", "requests")
        yield one, other


@pytest.fixture
def index(postgres_database: str, folder: Path) -> Iterator[Cairn]:
    """One source in PostgreSQL."""
    with create_cairn(postgres_database, config=Config()) as cairn:
        cairn.ingest.add(folder / "billing")
        yield cairn


def _exported(cairn: Cairn) -> str:
    return "\n".join(json.dumps(row, sort_keys=True) for row in cairn.retrieve.export())


QUESTIONS = ("retry limit", "Rate.apply", "how cookies are signed", "percent amount", "def", "chekcout", "STEP_3 retry", "税")


def _answers(cairn: Cairn) -> dict[str, Any]:
    """What an index says, without times and places on the disk."""
    retrieve = cairn.retrieve
    asked: dict[str, Callable[[], object]] = {
        **{f"search {question}": lambda question=question: retrieve.search(question, explain=True) for question in QUESTIONS},  # type: ignore[misc]
        "graph": lambda: retrieve.graph("billing:src/tax.py#Rate"),
        "linked": lambda: retrieve.graph("shop:fetch.py#fetch"),
        "path": lambda: retrieve.path("billing:app.py#main", "billing:src/tax.py#Rate.apply"),
        "impact": lambda: retrieve.impact("billing:src/tax.py#Rate.apply"),
        "map": lambda: retrieve.map(None),
        "ask": lambda: retrieve.ask("what is the tax rate"),
        "pack": lambda: cairn.complete.pack("billing:src/cart.py:5"),
        "tags": retrieve.tags,
        "links": retrieve.links,
        "handles": lambda: retrieve.handles("billing:src"),
        "files": lambda: retrieve.files("billing"),
        "literal": lambda: retrieve.search("RETRY_LIMIT", literal=True),
    }
    return {name: json.loads(json.dumps(as_document(call()))) for name, call in asked.items()}


def test_both_backends_give_the_same_answers(both: tuple[Cairn, Cairn]) -> None:
    one, other = both
    assert _exported(other) == _exported(one)
    told, expected = _answers(other), _answers(one)
    assert told == expected
    assert expected["search retry limit"]["hits"]
    assert other.ingest.verify().ok


def test_edits_lead_to_the_same_index_as_in_the_other_backend(both: tuple[Cairn, Cairn], folder: Path) -> None:
    def change(path: str, old: str, new: str) -> None:
        place = folder / path
        place.write_text(place.read_text("utf-8").replace(old, new), "utf-8")

    def compare() -> None:
        one, other = both
        assert [as_document(row)["edges"] for row in other.retrieve.sources()] == [
            as_document(row)["edges"] for row in one.retrieve.sources()
        ]
        assert _exported(other) == _exported(one)
        assert other.ingest.verify().ok

    change("billing/src/tax.py", "def apply(", "def added(")
    change("requests/requests/api.py", "def get(", "def fetch_it(")
    for cairn in both:
        cairn.ingest.refresh("billing")
        cairn.ingest.refresh("requests")
    compare()
    (folder / "billing" / "src" / "cart.py").rename(folder / "billing" / "src" / "basket.py")
    change("requests/requests/api.py", "def fetch_it(", "def get(")
    for cairn in both:
        cairn.ingest.refresh("billing")
        cairn.ingest.refresh("requests")
        cairn.ingest.rename("billing", "invoices")
    compare()
    for cairn in both:
        cairn.ingest.unlink("shop", "requests")
        cairn.ingest.remove("invoices")
        cairn.ingest.gc()
    compare()


def test_commands_work_on_the_url_of_a_database(postgres_database: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told(*words: str) -> Any:
        assert run([*words, "--db", postgres_database, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    assert told("add", str(folder / "billing"))["source"] == "billing"
    assert [row["label"] for row in told("list")["sources"]] == ["billing"]
    assert told("search", "retry limit")["hits"]
    assert told("jobs")["jobs"][0]["state"] == "done"
    assert told("verify")["ok"]


def test_index_that_is_not_there_or_cannot_be_reached_is_told(postgres_database: str, tmp_path: Path) -> None:
    with create_cairn(postgres_database, config=Config()) as cairn:
        with pytest.raises(NotFoundError, match=r"there is no index in postgresql://.*cairn add"):
            cairn.retrieve.sources()
        with pytest.raises(NotFoundError, match="cairn add"):
            cairn.ingest.refresh("x")
    with create_cairn(f"postgresql://me:secret@/none?host={tmp_path}", config=Config()) as cairn:
        with pytest.raises(EnvironmentFault, match="does not answer") as caught:
            cairn.retrieve.sources()
        assert "secret" not in str(caught.value)


def test_index_of_a_newer_version_is_refused_and_left_alone(index: Cairn, postgres_database: str, folder: Path) -> None:
    with psycopg.connect(postgres_database, autocommit=True) as connection:
        connection.execute("UPDATE cairn.format SET number = 999")
    with pytest.raises(DatabaseRefusedError, match="newer Cairn"):
        index.retrieve.sources()
    with pytest.raises(DatabaseRefusedError, match="newer Cairn"):
        index.ingest.add(folder / "shop")


def test_without_the_extra_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cairn.store.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg_pool", None)
    with (
        create_cairn("postgresql://nowhere/none", config=Config()) as cairn,
        pytest.raises(UsageError, match=r"cairn-index\[postgres\]"),
    ):
        cairn.retrieve.sources()


def test_url_is_shown_without_its_login() -> None:
    assert str(DatabaseUrl("postgresql://me:secret@db.example/cairn")) == "postgresql://***@db.example/cairn"
    assert "secret" not in repr(create_cairn("postgresql://me:secret@db.example/cairn", config=Config()).database)


def _end_connections(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )


def test_read_goes_on_when_its_connection_is_lost(index: Cairn, postgres_database: str) -> None:
    before = as_document(index.retrieve.search("retry limit"))
    _end_connections(postgres_database)
    assert as_document(index.retrieve.search("retry limit")) == before
    with index._backend.reading.reader() as reader:
        assert reader.sources()
        _end_connections(postgres_database)
        assert [source.label for source in reader.sources()] == ["billing"]


def test_read_whose_connection_is_lost_does_not_mix_two_states(index: Cairn, postgres_database: str, folder: Path) -> None:
    with index._backend.reading.reader() as reader:
        assert reader.sources()
        with create_cairn(postgres_database, config=Config()) as other:
            other.ingest.add(folder / "shop")
        _end_connections(postgres_database)
        with pytest.raises(EnvironmentFault, match="changed since; ask again"):
            reader.sources()
    assert len(index.retrieve.sources()) == 2


def test_run_whose_connection_is_lost_fails_and_leaves_the_index_as_it_was(
    index: Cairn, postgres_database: str, folder: Path
) -> None:
    before = _exported(index)

    def lose(progress: Progress) -> None:
        if progress.phase == "resolve":
            _end_connections(postgres_database)

    with pytest.raises(EnvironmentFault, match="does not answer"):
        index.ingest.add(folder / "shop", on_progress=lose)
    assert _exported(index) == before
    assert index.ingest.add(folder / "shop").added == 2
    assert index.ingest.verify().ok


def test_read_that_nobody_waits_for_is_stopped_by_the_server(index: Cairn) -> None:
    is_unwanted = threading.Event()
    timer = threading.Timer(0.2, is_unwanted.set)
    timer.start()
    with pytest.raises(Cancelled), index.until(is_unwanted.is_set), index._backend.reading.reader() as reader:
        reader._session.rows("SELECT pg_sleep(60)", None)  # type: ignore[attr-defined]  # a read that takes long, without an index of that size
    timer.join()
    assert index.retrieve.sources()


def _wait_in(store: PostgresWriterStore, wanted: list[str]) -> bool:
    """Whether a writer has to wait for these labels."""

    def give_up() -> None:
        raise Cancelled("busy")

    with contextlib.suppress(Cancelled), store.lock(wanted, give_up):
        return False
    return True


def test_sources_are_locked_one_by_one_and_with_those_they_are_linked_to(
    both: tuple[Cairn, Cairn], postgres_database: str
) -> None:
    first, second = PostgresWriterStore(Server(postgres_database)), PostgresWriterStore(Server(postgres_database))
    with first.lock(["shop"], lambda: None):
        assert {label: _wait_in(second, [label]) for label in WORLD} == {
            "billing": False,
            "shop": True,
            "requests": True,
            "handbook": False,
        }
        assert (second.is_locked("shop"), second.is_locked("billing")) == (True, False)
        assert _wait_in(second, [str(Path("/nowhere")), "shop"])
    assert not _wait_in(second, ["shop"])
    with first.lock(None, lambda: None):
        assert _wait_in(second, ["billing"])
        assert second.is_locked("billing")


def test_two_sources_are_written_at_the_same_time(postgres_database: str, folder: Path) -> None:
    with create_cairn(postgres_database, config=Config()) as cairn, create_cairn(postgres_database, config=Config()) as other:
        cairn.ingest.init()
        met: list[str] = []

        def meet(progress: object) -> None:
            if getattr(progress, "phase", "") == "resolve" and not met:
                met.append(other.ingest.add(folder / "shop").source)

        cairn.ingest.add(folder / "billing", on_progress=meet)
        assert met == ["shop"]
        assert [row.label for row in cairn.retrieve.sources()] == ["billing", "shop"]
        assert cairn.ingest.verify().ok


def test_copy_by_file_is_refused_with_the_way_that_there_is(index: Cairn, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="pg_dump"):
        index.ingest.back_up(tmp_path / "copy.db")


def test_row_security_hides_what_a_bound_reader_forgets(both: tuple[Cairn, Cairn]) -> None:
    _, cairn = both
    reading = cairn._backend.reading
    with reading.reader() as reader:
        ids = {source.label: source.id for source in reader.sources()}
        files = [file_id for file_id, _ in reader.file_paths([ids["billing"]], None)]
        entities = [entity.id for entity in reader.all_entities(ids["billing"])]
        chunks = [chunk.id for held in reader.chunks_of_files(files).values() for chunk in held]
    with reading.reader(Bound(lambda source: source.label == "handbook")) as bounded:
        # The reader below the one that answers: it asks the server for anything, whoever it belongs to.
        bare: StoreReader = bounded._reader  # type: ignore[attr-defined]
        assert [source.label for source in bare.sources()] == ["handbook"]
        assert (bare.links(), bare.stamps(ids["billing"]), bare.skips(ids["billing"])) == ([], [], [])
        assert (bare.files(files), bare.chunks(chunks), bare.entities(entities)) == ({}, {}, {})
        assert not any(bare.text(file_id) for file_id in files)
        assert list(bare.texts(list(ids.values()), None)) == [
            (bare.file_paths([ids["handbook"]], None)[0][0], SOURCES["handbook"]["restart.md"])
        ]
        assert not any((bare.edges(entities, "out", ()), bare.edges(entities, "in", ()), bare.dependences(None, (), 0.0)))
        assert bare.entities_named(["Rate", "apply", "get"]) == []
        assert {match.chunk.file_id for match in bare.match_words([Phrase("percent"), Phrase("retry")], 50, Scope())}.isdisjoint(
            files
        )
        assert bare.word_counts(["percent", "retry"]) == {"retry": 1}
        assert set(bare.files_matching(Phrase("rate"))).isdisjoint(files)
        assert not any(set(bare.names_near(name, 1)) for name in ("rate", "apply", "checkout"))
        assert bare.names_like("Rat", 5) == []
        assert {entity.source_id for entity in bare.all_entities(None)} <= {ids["handbook"], None}
        assert list(bare.all_edges(ids["billing"])) == []
        with reading.reader() as nested:
            assert [source.label for source in nested.sources()] == ["handbook"]
    with reading.reader() as reader:
        assert len(reader.sources()) == len(WORLD)


def test_row_security_shows_nothing_to_whoever_forgot_to_say_who_asks(index: Cairn, postgres_database: str) -> None:
    with psycopg.connect(postgres_database) as connection:
        connection.execute("SET ROLE cairn_reader")
        tables = "source file content chunk entity external edge unresolved skip word link reads".split()
        counts = {table: connection.execute(f"SELECT count(*) FROM cairn.{table}").fetchone() for table in tables}
        assert set(counts.values()) == {(0,)}
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT * FROM cairn.job")
    assert index.retrieve.sources()


def test_index_is_copied_to_the_other_backend_and_back(both: tuple[Cairn, Cairn], tmp_path: Path, postgres_database: str) -> None:
    _, index = both
    before = _exported(index)
    report = index.copy(tmp_path / "copy.db")
    assert (report.copied, report.kept, report.jobs) == (sorted(WORLD), [], 4)
    with create_cairn(tmp_path / "copy.db", config=Config()) as copy:
        assert _exported(copy) == before
        assert copy.ingest.verify().ok
        assert [as_document(row) for row in copy.retrieve.sources()] == [as_document(row) for row in index.retrieve.sources()]
        assert copy.retrieve.links() == index.retrieve.links()
        index.ingest.remove("requests")
        index.ingest.refresh("billing")
        back = copy.copy(postgres_database)
    assert (back.copied, back.kept) == (["billing", "requests"], ["handbook", "shop"])
    assert _exported(index) == before
    assert index.ingest.verify().ok


def test_copy_is_told_and_compared_by_the_command(index: Cairn, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = index.database.url  # type: ignore[union-attr]  # it is one
    assert run(["copy", "billing", "--db", url, "--to", str(tmp_path / "copy.db")]) == 0
    assert "1 source" in capsys.readouterr().out
    assert run(["copy", "--db", url, "--to", url]) == 2
    assert "is the index itself" in capsys.readouterr().err


def test_figures_tell_of_the_pool_the_queue_and_writers(index: Cairn, postgres_database: str) -> None:
    store = PostgresWriterStore(Server(postgres_database))
    index._queue.offer("refresh", "billing", "2026-01-01", "{}")
    assert index.retrieve.sources()  # the pool is made by the first read
    with store.lock(["billing", "/place"], lambda: None):
        figures = index.figures()
    assert {name: figures[name] for name in ("jobs_offered", "jobs_taken", "writers", "pool_max")} == {
        "jobs_offered": 1,
        "jobs_taken": 0,
        "writers": 1,
        "pool_max": 16,
    }
    assert index.figures()["writers"] == 0


def test_replica_answers_reads_and_a_password_comes_from_a_file(index: Cairn, postgres_database: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("word\n")
    config = Config(db_read=DatabaseUrl(f"postgresql://nobody@/none?host={tmp_path}"), db_password_file=secret)
    with create_cairn(postgres_database, config=config) as cairn:
        assert cairn.ingest.verify().ok  # asks the first server
        with pytest.raises(EnvironmentFault, match=r"none.* does not answer"):
            cairn.retrieve.sources()
        secret.unlink()
        with pytest.raises(EnvironmentFault, match="CAIRN_DB_PASSWORD_FILE"):
            cairn.ingest.verify()
