"""Numbered migrations: migrations/000N_<what>.sql brings a database from version N-1 to N."""

from __future__ import annotations

import importlib.resources
import logging
from collections.abc import Sequence
from pathlib import Path

import apsw

from cairn.errors import EnvironmentFault
from cairn.store.sqlite.connection import APPLICATION_ID, check_identity, translated

_log = logging.getLogger(__name__)

# An index of this format that was written before there were these answers the same without them, only later.
_ADD_INDEXES = """
CREATE INDEX IF NOT EXISTS entity_by_line ON entity (file_id, name_line, name) WHERE file_id IS NOT NULL
"""


def packaged_migrations() -> list[tuple[int, str]]:
    """Return (number, SQL) of the migrations that come with the package, in order."""
    folder = importlib.resources.files("cairn.store.sqlite") / "migrations"
    scripts = [(int(entry.name[:4]), entry) for entry in folder.iterdir() if entry.name.endswith(".sql")]
    return [(number, entry.read_text("utf-8")) for number, entry in sorted(scripts, key=lambda script: script[0])]


def migrate(connection: apsw.Connection, path: Path, migrations: Sequence[tuple[int, str]] | None = None) -> None:
    """Bring a database to the newest version; does nothing to one that is.

    A database that holds anything is first copied to `<path>-backup-<version>`. Each migration is one transaction.

    Raises:
        DatabaseRefusedError: see `check_identity`.
        EnvironmentFault: the disk, or its permissions; the database is as it was.
    """
    with translated(path):
        version = check_identity(connection, path)
        steps = packaged_migrations() if migrations is None else migrations
        missing_steps = [(number, sql) for number, sql in steps if number > version]
        if missing_steps and version:
            _back_up(connection, path, version)
        for number, sql in missing_steps:
            _apply(connection, number, sql)
            _log.info("migrated %s to format %d", path, number)


def add_indexes(connection: apsw.Connection, path: Path) -> None:
    """Make those indexes of a database of the newest version that it lacks."""
    with translated(path):
        connection.execute(_ADD_INDEXES).fetchall()


def _apply(connection: apsw.Connection, number: int, sql: str) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for _ in connection.execute(sql):
            pass
        # A pragma takes no bound value; both numbers are our own.
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}").fetchall()
        connection.execute(f"PRAGMA user_version = {number}").fetchall()
        connection.execute("COMMIT")
    except BaseException:
        if not connection.get_autocommit():
            connection.execute("ROLLBACK")
        raise


def _back_up(connection: apsw.Connection, path: Path, version: int) -> None:
    target = Path(f"{path}-backup-{version}")
    part = Path(f"{target}.part")
    try:
        part.unlink(missing_ok=True)
        with translated(target):
            copy = apsw.Connection(str(part))
            with copy.backup("main", connection, "main") as backup:
                backup.step()
            copy.close()
        part.replace(target)
    except OSError as exc:
        raise EnvironmentFault(
            f"the backup {target} cannot be written ({exc.strerror}); free space or permissions, nothing was changed"
        ) from exc
    _log.warning("kept a copy of the old index at %s", target)
