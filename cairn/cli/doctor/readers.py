"""A process that loads what documents are read with, and says of each what is wrong with it: nothing, or a sentence."""

from __future__ import annotations

import sys
from importlib import import_module

from cairn.ingest.child import send
from cairn.ingest.documents.form import LIBRARIES


def main() -> None:
    """Look at all libraries, in the order of their list."""
    outward = sys.stdout.buffer
    sys.stdout = sys.stderr
    for name in LIBRARIES:
        send(outward, _fault_of(name).encode("utf-8"))


def _fault_of(name: str) -> str:
    try:
        import_module(name)
    except Exception as error:  # noqa: BLE001  # whatever is wrong with one, the others are looked at
        return " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return ""
