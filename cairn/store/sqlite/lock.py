"""One writer a database: a lock on a file beside it, which the system takes away when its process dies."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from cairn.errors import EnvironmentFault
from cairn.store.writing import WAIT_LIMIT_S

_POLL_S = 0.05


@contextlib.contextmanager
def write_lock(database: Path, on_wait: Callable[[], None], wait_limit_s: float = WAIT_LIMIT_S) -> Iterator[bool]:
    """Hold the right to write to a database; yields whether there was another writer to wait for.

    A writer of this process is waited for without a limit. `on_wait` is called again and again while another writer, of this
    process or of any other, has it; what it raises ends the waiting.

    Raises:
        EnvironmentFault: the other writer did not end within `wait_limit_s` seconds, or the disk failed.
    """
    path = Path(f"{database}-lock")
    descriptor = _open(path)
    try:
        end = time.monotonic() + wait_limit_s
        has_waited = False
        while not _try_lock(descriptor):
            has_waited = True
            on_wait()
            if path in _held:
                # In one process runs stand in a line, however long that is.
                end = time.monotonic() + wait_limit_s
            if time.monotonic() > end:
                raise EnvironmentFault(
                    f"{database} is still being written by another command after {wait_limit_s:g} s; try again when that is done"
                )
            _pause.wait(_POLL_S)
        _held.add(path)
        try:
            yield has_waited
        finally:
            _held.discard(path)
    finally:
        # Closing gives the lock back. The file stays: to delete it would let two writers lock two files of one name.
        os.close(descriptor)


def is_write_locked(database: Path) -> bool:
    """Tell whether some process writes now; a database that never had a writer is not locked."""
    path = Path(f"{database}-lock")
    if not path.exists():
        return False
    descriptor = _open(path)
    try:
        return not _try_lock(descriptor)
    finally:
        os.close(descriptor)


_pause = threading.Event()
_held: set[Path] = set()  # lock files that this process has locked


def _open(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as exc:
        raise EnvironmentFault(
            f"{path} cannot be written ({exc.strerror}); give a path that can be written with --db or CAIRN_DB"
        ) from exc


if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            # Not lockf: that lock is the process's, so that two threads would both have it.
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
