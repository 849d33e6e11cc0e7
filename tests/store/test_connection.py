from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from cairn.errors import DatabaseRefusedError, EnvironmentFault, NotFoundError
from cairn.store.sqlite.connection import (
    APPLICATION_ID,
    PAGE_SIZE,
    SCHEMA_VERSION,
    ReadingConnections,
    open_reader,
    open_writer,
)
from cairn.store.sqlite.migrate import migrate


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "a folder with ? and %" / "cairn.db"
    connection = open_writer(path)
    migrate(connection, path)
    connection.close()
    return path


def _run(path: Path, *statements: str) -> None:
    connection = apsw.Connection(str(path))
    for statement in statements:
        connection.execute(statement).fetchall()
    connection.close()


def test_new_index_has_its_own_number_and_page_size(database: Path) -> None:
    connection = apsw.Connection(str(database))
    found = [connection.pragma(name) for name in ("application_id", "user_version", "page_size", "journal_mode")]
    connection.close()
    assert found == [APPLICATION_ID, SCHEMA_VERSION, PAGE_SIZE, "wal"]


def test_reader_cannot_write(database: Path) -> None:
    connection = open_reader(database)
    with pytest.raises(apsw.ReadOnlyError):
        connection.execute("DELETE FROM source")
    connection.close()


def test_reading_what_is_not_there_or_empty_is_not_found_and_creates_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for name in ("none.db", "empty.db", "none/none.db"):
        with pytest.raises(NotFoundError, match="cairn add"):
            open_reader(tmp_path / name)
    assert [entry.name for entry in tmp_path.iterdir()] == ["empty.db"]


def test_reading_an_index_without_a_schema_is_not_found(tmp_path: Path) -> None:
    _run(tmp_path / "cut.db", "PRAGMA journal_mode = WAL", "PRAGMA page_size = 4096", "VACUUM")
    with pytest.raises(NotFoundError):
        open_reader(tmp_path / "cut.db")


@pytest.mark.parametrize("opens", [open_reader, open_writer], ids=["reader", "writer"])
class TestRefusal:
    def test_file_of_another_kind(self, opens: type, tmp_path: Path) -> None:
        path = tmp_path / "notes.txt"
        path.write_text("not a database, but long enough to be one\n" * 100)
        with pytest.raises(DatabaseRefusedError, match="not a Cairn index; name another file"):
            opens(path)
        assert path.read_text().startswith("not a database")

    def test_database_of_another_program(self, opens: type, tmp_path: Path) -> None:
        path = tmp_path / "other.db"
        _run(path, "CREATE TABLE theirs (x)")
        before = path.read_bytes()
        with pytest.raises(DatabaseRefusedError, match="another program"):
            opens(path)
        assert path.read_bytes() == before
        assert [entry.name for entry in tmp_path.iterdir()] == ["other.db"]

    def test_number_of_another_program_on_an_empty_database(self, opens: type, tmp_path: Path) -> None:
        path = tmp_path / "other.db"
        _run(path, "PRAGMA application_id = 77", "VACUUM")
        with pytest.raises(DatabaseRefusedError, match="another program"):
            opens(path)

    def test_newer_version(self, opens: type, database: Path) -> None:
        _run(database, "PRAGMA user_version = 99")
        with pytest.raises(DatabaseRefusedError, match=r"newer Cairn \(format 99, not 2\); update Cairn"):
            opens(database)

    def test_folder(self, opens: type, tmp_path: Path) -> None:
        with pytest.raises((DatabaseRefusedError, EnvironmentFault), match=str(tmp_path)):
            opens(tmp_path)


def test_damaged_index_is_refused_with_what_to_do(database: Path) -> None:
    data = bytearray(database.read_bytes())
    for start in range(PAGE_SIZE, len(data), PAGE_SIZE):
        data[start : start + 100] = b"\xa5" * 100
    database.write_bytes(data)
    connections = ReadingConnections(database)
    with pytest.raises(DatabaseRefusedError, match="damaged"), connections.snapshot() as connection:
        connection.execute("SELECT * FROM source").fetchall()
    connections.close()


def test_folder_that_is_a_file_is_an_environment_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EnvironmentFault, match="cannot be made"):
        open_writer(tmp_path / "file" / "cairn.db")


def test_snapshot_shows_one_state_while_another_is_published(database: Path) -> None:
    connections = ReadingConnections(database)
    count = "SELECT count(*) FROM meta"
    with connections.snapshot() as outer:
        assert outer.execute(count).fetchall() == [(0,)]
        _run(database, "INSERT INTO meta VALUES ('a', 'b')")
        with connections.snapshot() as inner:
            assert inner is outer
            assert inner.execute(count).fetchall() == [(0,)]
    with connections.snapshot() as later:
        assert later.execute(count).fetchall() == [(1,)]
    connections.close()


_FILL = """
import resource, sys
from pathlib import Path
from cairn.errors import EnvironmentFault
from cairn.store.sqlite.database import SqliteWriterStore

resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))
with SqliteWriterStore(Path(sys.argv[1])).writer() as writer:
    try:
        with writer.transaction():
            for number in range(3_000):
                writer.add_source(f"s{number}", "code", "/" + "x" * 4_000, "{}")
    except EnvironmentFault as fault:
        print(fault)
    with writer.transaction():
        writer.add_source("after", "code", "/", "{}")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the limit on a file's size is POSIX's")
def test_disk_that_takes_no_more_is_a_sentence_and_keeps_the_old_state(database: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)}
    ran = subprocess.run(
        [sys.executable, "-c", _FILL, str(database)], env=environment, capture_output=True, text=True, check=True
    )
    assert str(database) in ran.stdout
    assert "run the command again" in ran.stdout
    connection = open_reader(database)
    assert connection.execute("SELECT label FROM source").fetchall() == [("after",)]
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
