"""Numbered migrations: migrations/000N_<what>.sql brings the schema from version N-1 to N."""

from __future__ import annotations

import importlib.resources
import logging
from collections.abc import Sequence

import psycopg

from cairn.store.postgres.connection import SCHEMA_VERSION, Connection, Server, rows_of
from cairn.store.postgres.rows import WriterSession
from cairn.store.postgres.spellings import Spellings

_log = logging.getLogger(__name__)

_LOCK = "SELECT pg_advisory_xact_lock(hashtext('cairn migration'))"
# The role that restricted reads take.
READER = "cairn_reader"
_GRANTS = (
    f"GRANT USAGE ON SCHEMA cairn TO {READER}",
    f"GRANT SELECT ON ALL TABLES IN SCHEMA cairn TO {READER}",
    f"REVOKE SELECT ON job FROM {READER}",  # noqa: S608 - our own name
)
# The migration that makes the table of spellings, which SQL alone could not fill.
_SPELLED = 2
# Apart from the migrations: it is what tells which of them have run. `changes` counts published transactions.
_BEGIN = """
CREATE SCHEMA IF NOT EXISTS cairn;
CREATE TABLE IF NOT EXISTS cairn.format (number integer NOT NULL, changes bigint NOT NULL);
INSERT INTO cairn.format SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM cairn.format);
CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA cairn
"""


def packaged_migrations() -> list[tuple[int, str]]:
    """Return (number, SQL) of the migrations that come with the package, in order."""
    folder = importlib.resources.files("cairn.store.postgres") / "migrations"
    scripts = [(int(entry.name[:4]), entry) for entry in folder.iterdir() if entry.name.endswith(".sql")]
    return [(number, entry.read_text("utf-8")) for number, entry in sorted(scripts, key=lambda script: script[0])]


def migrate(connection: Connection, server: Server, migrations: Sequence[tuple[int, str]] | None = None) -> None:
    """Bring the schema to the newest version, all steps in one transaction; does nothing to one that is.

    Raises:
        DatabaseRefusedError: the schema is that of a newer Cairn.
    """
    if server.has_schema(connection):
        ((number,),) = rows_of(connection, "SELECT number FROM format")
        if number:
            if number == SCHEMA_VERSION and migrations is None:
                return
            if number > SCHEMA_VERSION:
                server.check_version(number)
    with connection.transaction():
        rows_of(connection, _LOCK)
        connection.execute(_BEGIN)
        ((number,),) = rows_of(connection, "SELECT number FROM format")
        for step, sql in packaged_migrations() if migrations is None else migrations:
            if step > number:
                connection.execute(sql)
                rows_of(connection, "UPDATE format SET number = %s", step)
                if step == _SPELLED:
                    Spellings(WriterSession(connection)).fill()
                _log.info("migrated %s to format %d", server.shown, step)
        _let_read(connection, server)


def _let_read(connection: Connection, server: Server) -> None:
    """Make the role whose reads row security restricts, where this user may: the others need none."""
    try:
        with connection.transaction():
            if not rows_of(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", READER):
                rows_of(connection, f"CREATE ROLE {READER} NOLOGIN")
            if rows_of(connection, "SHOW is_superuser")[0][0] != "on":
                rows_of(connection, f"GRANT {READER} TO current_user")
    except psycopg.Error as exc:
        # Two databases of one server may both make it at once: then it is there.
        if not rows_of(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", READER):
            _log.warning("%s has no role %s, which rights of users need: %s", server.shown, READER, exc)
            return
    for statement in _GRANTS:
        rows_of(connection, statement)
