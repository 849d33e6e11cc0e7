from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from cairn.errors import DatabaseRefusedError
from cairn.store.sqlite import connection as settings
from cairn.store.sqlite.connection import open_writer
from cairn.store.sqlite.migrate import add_indexes, migrate, packaged_migrations

_NEXT = (settings.SCHEMA_VERSION + 1, "CREATE TABLE later (x); INSERT INTO later VALUES (7);")


def _version(connection: apsw.Connection) -> int:
    return int(connection.pragma("user_version"))


def test_migrations_are_numbered_without_a_gap_and_end_with_the_version_that_is_known() -> None:
    assert [number for number, _ in packaged_migrations()] == list(range(1, settings.SCHEMA_VERSION + 1))


def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "cairn.db"
    connection = open_writer(path)
    for _ in range(2):
        migrate(connection, path)
        assert _version(connection) == settings.SCHEMA_VERSION
    connection.close()
    assert [entry.name for entry in tmp_path.iterdir() if "backup" in entry.name] == []


def test_older_index_is_copied_and_then_migrated(tmp_path: Path) -> None:
    path = tmp_path / "cairn.db"
    connection = open_writer(path)
    migrate(connection, path)
    connection.execute("INSERT INTO meta VALUES ('kept', 'yes')")
    migrate(connection, path, [*packaged_migrations(), _NEXT])
    assert _version(connection) == _NEXT[0]
    assert connection.execute("SELECT x, value FROM later, meta").fetchall() == [(7, "yes")]
    connection.close()
    backup = apsw.Connection(str(tmp_path / f"cairn.db-backup-{settings.SCHEMA_VERSION}"))
    assert _version(backup) == settings.SCHEMA_VERSION
    assert backup.execute("SELECT value FROM meta").fetchall() == [("yes",)]
    backup.close()


def test_migration_that_fails_leaves_the_older_index(tmp_path: Path) -> None:
    path = tmp_path / "cairn.db"
    connection = open_writer(path)
    migrate(connection, path)
    with pytest.raises(DatabaseRefusedError):
        migrate(connection, path, [(_NEXT[0], "CREATE TABLE later (x); INSERT INTO nowhere VALUES (1);")])
    assert _version(connection) == settings.SCHEMA_VERSION
    assert connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'later'").fetchall() == [(0,)]
    connection.close()


def test_index_of_an_earlier_build_gets_the_indexes_that_it_lacks(tmp_path: Path) -> None:
    path = tmp_path / "cairn.db"
    connection = open_writer(path)
    migrate(connection, path)
    for _ in range(2):
        add_indexes(connection, path)
        found = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'entity_by_line'").fetchall()
        assert found == [(1,)]
    connection.close()
