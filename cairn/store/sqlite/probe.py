"""What the SQLite of this installation can do."""

from __future__ import annotations

import apsw

from cairn.store.sqlite.nearest import load_vec


def sqlite_version() -> str:
    """The version of the library."""
    return apsw.sqlite_lib_version()


def has_full_text() -> bool:
    """Whether FTS5 is there, by using it."""
    try:
        connection = apsw.Connection(":memory:")
        connection.execute("CREATE VIRTUAL TABLE probe USING fts5(words)").fetchall()
        connection.execute("INSERT INTO probe VALUES ('one two')").fetchall()
        return bool(connection.execute("SELECT count(*) FROM probe WHERE probe MATCH 'two'").fetchall()[0][0])
    except apsw.Error:
        return False


def vector_version() -> tuple[str, str]:
    """The version of sqlite-vec, and why it does not load; one of them is empty."""
    try:
        connection = apsw.Connection(":memory:")
        load_vec(connection)
        return str(connection.execute("SELECT vec_version()").fetchall()[0][0]), ""
    except (ImportError, OSError, AttributeError, apsw.Error) as exc:
        return "", " ".join(str(exc).split())
