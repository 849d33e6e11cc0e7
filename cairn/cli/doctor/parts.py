"""Checks of what Cairn is made of: Python, SQLite, vectors, grammars, readers of documents."""

from __future__ import annotations

import platform
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence

from cairn.cli.doctor.check import Check, fail, ok, warn
from cairn.ingest.child import Child
from cairn.ingest.documents.form import LIBRARIES
from cairn.ingest.documents.text import REINSTALL
from cairn.languages.registry import languages
from cairn.store.sqlite.probe import has_full_text, sqlite_version, vector_version

_OLDEST = (3, 11)
CHILD_LIMIT_S = 30.0  # compiling the queries of all languages takes 4 s of a quiet core


def look_at_python() -> Sequence[Check]:
    """The interpreter's version."""
    shown = f"{platform.python_version()} at {sys.executable}"
    if sys.version_info < _OLDEST:
        return [fail("python", shown, "use Python 3.11 or newer")]
    return [ok("python", shown)]


def look_at_sqlite() -> Sequence[Check]:
    """SQLite and its full text index."""
    shown = f"{sqlite_version()}, with FTS5"
    return [ok("sqlite", shown) if has_full_text() else fail("sqlite", f"{sqlite_version()} without FTS5", REINSTALL)]


def look_at_vectors() -> Sequence[Check]:
    """The extension that compares vectors, which only tier 1 needs."""
    version, fault = vector_version()
    if fault:
        return [warn("sqlite-vec", f"does not load ({fault}), so that search goes without vectors", REINSTALL)]
    return [ok("sqlite-vec", version)]


def look_at_grammars() -> Sequence[Check]:
    """Each grammar, in another process: one that is broken may take its process along."""
    faults = _ask_child("cairn.cli.doctor.grammars", languages())
    return _judge("grammars", faults, f"{len(languages())} languages load, and their queries compile")


def look_at_readers() -> Sequence[Check]:
    """What reads documents, which is loaded only when there is one to read."""
    return _judge("readers", _ask_child("cairn.cli.doctor.readers", LIBRARIES), "the readers of documents load")


def _ask_child(module: str, names: Iterable[str]) -> dict[str, str | None]:
    """What a process of that module finds wrong with each of the names, in their order; None: it is gone."""
    child = Child(module)
    watchdog = threading.Timer(CHILD_LIMIT_S, child.kill)
    watchdog.start()
    try:
        return {name: fault for name in names if (fault := _answer(child)) != ""}
    finally:
        watchdog.cancel()
        child.close()


def _judge(check: str, faults: Mapping[str, str | None], praise: str) -> Sequence[Check]:
    checks = [fail(check, f"{name} does not load: {fault}", REINSTALL) for name, fault in faults.items() if fault]
    lost = [name for name, fault in faults.items() if fault is None]
    if lost:
        checks.append(fail(check, f"{lost[0]} ends the process that loads it, or takes too long", REINSTALL))
    return checks or [ok(check, praise)]


def _answer(child: Child) -> str | None:
    """What is wrong with the next one; empty: nothing, None: the process is gone."""
    message = child.receive()
    return None if message is None else message.decode("utf-8")
