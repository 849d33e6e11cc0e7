"""A process that loads each grammar and compiles its query, and says what is wrong with it: nothing, or a sentence."""

from __future__ import annotations

import sys

from cairn.extract.extract import grammar_of
from cairn.ingest.child import send
from cairn.languages.registry import languages
from cairn.semantics.language import Language


def main() -> None:
    """Look at all languages, in the order of the registry."""
    for record in languages().values():
        send(sys.stdout.buffer, _fault_of(record).encode("utf-8"))


def _fault_of(record: Language) -> str:
    try:
        grammar_of(record)
    except Exception as error:  # noqa: BLE001  # whatever is wrong with one, the others are looked at
        return " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return ""
