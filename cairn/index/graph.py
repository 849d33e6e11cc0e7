"""The graph of a source from the facts of its files."""

from __future__ import annotations

import contextlib
import fnmatch
import gc
import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from cairn.extract.extract import prelude_facts
from cairn.facts import Facts, unpack_facts
from cairn.index.link import is_current
from cairn.languages.registry import languages
from cairn.resolve.program import Library, Unit
from cairn.resolve.resolve import MANIFEST_NAMES, resolve
from cairn.store.base import SourceRow, StoreWriter

_MANIFEST = re.compile("|".join(fnmatch.translate(pattern) for pattern in MANIFEST_NAMES))


def rebuild_graph(writer: StoreWriter, source_id: int) -> None:
    """Resolve all references of a source anew; only rows that differ from what is there are written."""
    with _collector_off():
        file_ids: list[int] = []
        units: list[Unit] = []
        for file_id, path, language, facts in writer.units(source_id):
            file_ids.append(file_id)
            units.append(Unit(path, language, unpack_facts(facts)))
        libraries = [
            _library(writer, source, {unit.language for unit in units}, file_ids) for source in _readable(writer, source_id)
        ]
        preludes = _preludes({unit.language for unit in units})
        found = resolve(units, _manifests(writer, source_id), preludes, libraries=libraries)
        writer.replace_graph(source_id, file_ids, found.edges, found.unresolved, found.dropped)


def _readable(writer: StoreWriter, source_id: int) -> list[SourceRow]:
    return [source for source in writer.linked_to(source_id) if is_current(source)]


def _library(writer: StoreWriter, source: SourceRow, spoken: set[str], file_ids: list[int]) -> Library:
    """A source that is looked into: its files in the languages of the one that looks. Their ids are added to `file_ids`."""
    records = languages()
    families = {records[name].family or name for name in spoken if name in records}
    units: list[Unit] = []
    for file_id, path, language, facts in writer.units(source.id):
        if language in records and (records[language].family or language) in families:
            file_ids.append(file_id)
            units.append(Unit(path, language, partial(unpack_facts, facts)))
    return Library(Path(source.location).name, units, _manifests(writer, source.id))


def _manifests(writer: StoreWriter, source_id: int) -> dict[str, str]:
    return writer.texts(source_id, [path for path in writer.stamps(source_id) if _is_manifest(path)])


def _is_manifest(path: str) -> bool:
    return _MANIFEST.match(path.rpartition("/")[2]) is not None


def _preludes(names: Iterable[str]) -> dict[str, Facts]:
    found = {name: prelude_facts(name) for name in sorted(names)}
    return {name: facts for name, facts in found.items() if facts is not None}


@contextlib.contextmanager
def _collector_off() -> Iterator[None]:
    """Resolving makes millions of objects that all stay alive: to search them for garbage doubles its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
