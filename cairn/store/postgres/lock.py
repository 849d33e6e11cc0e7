"""The right to write a source: advisory locks of a session, which the server takes back when that ends, in whatever way."""

from __future__ import annotations

import contextlib
import hashlib
import threading
import time
from collections.abc import Callable, Collection, Iterator

from cairn.errors import EnvironmentFault
from cairn.store.postgres.connection import Connection, rows_of

# "Carn" in ASCII: the first half of each lock's key. The second half of 0 is that of the whole index.
SPACE = 0x4361726E
_WHOLE = 0
_POLL_S = 0.05
_pause = threading.Event()


def key_of(name: str) -> int:
    """The second half of the key of a label or a location: 32 bits; two names of one key only wait for each other."""
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=4).digest(), "big", signed=True) or 1


@contextlib.contextmanager
def held(
    connection: Connection, wanted: Collection[str] | None, on_wait: Callable[[], None], wait_limit_s: float, shown: str
) -> Iterator[bool]:
    """Hold the locks of sources with these labels or locations, and of those linked with them; see `WriterStore.lock`."""
    end = time.monotonic() + wait_limit_s
    has_waited = False
    names = None if wanted is None else set(wanted)
    while True:
        if _try(connection, names):
            # What is linked is told by the index, which only stands still once it is locked.
            more = None if names is None else names | _concerned(connection, names)
            if more == names:
                break
            names = more
            _release(connection)
            continue
        _release(connection)
        has_waited = True
        on_wait()
        if time.monotonic() > end:
            raise EnvironmentFault(
                f"{shown} is still being written by another command after {wait_limit_s:g} s; try again when that is done"
            )
        _pause.wait(_POLL_S)
    try:
        yield has_waited
    finally:
        if not connection.closed:
            _release(connection)


def is_held(connection: Connection, label: str) -> bool:
    """Tell whether some session has the lock of a label, or of the whole index."""
    return bool(rows_of(connection, _IS_HELD, SPACE, [_unsigned(_WHOLE), _unsigned(key_of(label))], _unsigned(_WHOLE))[0][0])


def _try(connection: Connection, names: Collection[str] | None) -> bool:
    if names is None:
        return bool(rows_of(connection, "SELECT pg_try_advisory_lock(%s, %s)", SPACE, _WHOLE)[0][0])
    if not rows_of(connection, "SELECT pg_try_advisory_lock_shared(%s, %s)", SPACE, _WHOLE)[0][0]:
        return False
    keys = sorted({key_of(name) for name in names})
    return all(rows_of(connection, "SELECT pg_try_advisory_lock(%s, %s)", SPACE, key)[0][0] for key in keys)


def _release(connection: Connection) -> None:
    rows_of(connection, "SELECT pg_advisory_unlock_all()")


def _concerned(connection: Connection, names: Collection[str]) -> set[str]:
    """The labels and locations of the sources with these, and of all that links connect with them."""
    if not names or not rows_of(connection, "SELECT to_regclass('cairn.link') IS NOT NULL")[0][0]:
        return set()
    return {name for row in rows_of(connection, _CONNECTED, list(names), list(names)) for name in row}


def _unsigned(key: int) -> int:
    return key & 0xFFFFFFFF


# An exclusive lock of the whole, or any lock of the label.
_IS_HELD = """
    SELECT EXISTS (
        SELECT 1
        FROM pg_locks
        WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND classid = %s::oid AND objid = ANY(%s::oid[]) AND granted
            AND (objid <> %s::oid OR mode = 'ExclusiveLock'))
"""
_CONNECTED = """
    WITH RECURSIVE concerned (id) AS (
        SELECT id
        FROM cairn.source
        WHERE label = ANY(%s::text[]) OR location = ANY(%s::text[])
        UNION
        SELECT CASE WHEN link.src = concerned.id THEN link.dst ELSE link.src END
        FROM concerned
        JOIN cairn.link ON link.src = concerned.id OR link.dst = concerned.id
    )
    SELECT label, location
    FROM cairn.source
    WHERE id IN (SELECT id FROM concerned)
"""
