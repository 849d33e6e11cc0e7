"""The languages there are, and the one that a file is written in."""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache

import cairn.languages
from cairn.semantics.language import Language

_INTERPRETER = re.compile(r"^#!\s*(?:\S*/env\s+(?:-\S+\s+)*)?(?:\S*/)?([A-Za-z]+)")


@cache
def languages() -> dict[str, Language]:
    """Every record by its name, in the order of the folders' names."""
    found: dict[str, Language] = {}
    for module in pkgutil.iter_modules(cairn.languages.__path__):
        if module.ispkg:
            for record in importlib.import_module(f"cairn.languages.{module.name}").LANGUAGES:
                found[record.name] = record
    return found


@cache
def _by_extension() -> dict[str, list[Language]]:
    table: dict[str, list[Language]] = {}
    for record in languages().values():
        for extension in record.extensions:
            table.setdefault(extension, []).append(record)
    return table


@cache
def _by_filename() -> dict[str, Language]:
    return {name: record for record in languages().values() for name in record.filenames}


@cache
def _by_interpreter() -> dict[str, Language]:
    return {name: record for record in languages().values() for name in record.interpreters}


def family_of(name: str | None) -> str:
    """Return what the languages share that may name each other's definitions; "" for none."""
    record = languages().get(name or "")
    return (record.family or record.name) if record else name or ""


def runtime_of(name: str | None) -> str:
    """Return what the languages share that may call each other's definitions, whether or not these can be told; "" for none."""
    record = languages().get(name or "")
    return (record.runtime if record else "") or family_of(name)


def language_for(path: str, head: str) -> Language | None:
    """Tell the language by name, ending, or the `#!` line in `head`; None if none is known."""
    name = path.rpartition("/")[2]
    if name in _by_filename():
        return _by_filename()[name]
    parts = name.lower().split(".")
    for start in range(1, len(parts)):
        records = _by_extension().get("." + ".".join(parts[start:]))
        if records:
            return next((r for r in records if r.detect and r.detect(head)), records[-1])
    if head.startswith("#!") and (match := _INTERPRETER.match(head)):
        return _by_interpreter().get(match[1])
    return None
