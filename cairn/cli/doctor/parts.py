"""Checks of what Cairn is made of: Python, SQLite, vectors, grammars."""

from __future__ import annotations

import platform
import sys
import threading
from collections.abc import Sequence

from cairn.cli.doctor.check import Check, fail, ok, warn
from cairn.ingest.child import Child
from cairn.languages.registry import languages
from cairn.store.sqlite.probe import has_full_text, sqlite_version, vector_version

_OLDEST = (3, 11)
_REINSTALL = "install Cairn again: `pip install --force-reinstall cairn-index`"
GRAMMARS_LIMIT_S = 30.0  # compiling the queries of all languages takes 4 s of a quiet core


def look_at_python() -> Sequence[Check]:
    """The interpreter's version."""
    shown = f"{platform.python_version()} at {sys.executable}"
    if sys.version_info < _OLDEST:
        return [fail("python", shown, "use Python 3.11 or newer")]
    return [ok("python", shown)]


def look_at_sqlite() -> Sequence[Check]:
    """SQLite and its full text index."""
    shown = f"{sqlite_version()}, with FTS5"
    return [ok("sqlite", shown) if has_full_text() else fail("sqlite", f"{sqlite_version()} without FTS5", _REINSTALL)]


def look_at_vectors() -> Sequence[Check]:
    """The extension that compares vectors, which only tier 1 needs."""
    version, fault = vector_version()
    if fault:
        return [warn("sqlite-vec", f"does not load ({fault}), so that search goes without vectors", _REINSTALL)]
    return [ok("sqlite-vec", version)]


def look_at_grammars() -> Sequence[Check]:
    """Each grammar, in another process: one that is broken may take its process along."""
    child = Child("cairn.cli.doctor.grammars")
    watchdog = threading.Timer(GRAMMARS_LIMIT_S, child.kill)
    watchdog.start()
    try:
        faults = {name: fault for name in languages() if (fault := _answer(child)) != ""}
    finally:
        watchdog.cancel()
        child.close()
    checks = [fail("grammars", f"{name} does not load: {fault}", _REINSTALL) for name, fault in faults.items() if fault]
    lost = [name for name, fault in faults.items() if fault is None]
    if lost:
        checks.append(fail("grammars", f"{lost[0]} ends the process that loads it, or takes too long", _REINSTALL))
    return checks or [ok("grammars", f"{len(languages())} languages load, and their queries compile")]


def _answer(child: Child) -> str | None:
    """What is wrong with the next language; empty: nothing, None: the process is gone."""
    message = child.receive()
    return None if message is None else message.decode("utf-8")
