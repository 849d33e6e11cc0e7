"""The words that a document mentions, by which it is found when what they name changes."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping

from cairn.semantics.facts import Facts


def mentions(facts: Facts) -> bytes:
    """The checksums of all words that a file's facts mention: 32-bit numbers, ascending."""
    found: set[str] = set()
    for shape in facts.exprs:
        for item in shape[1:]:
            if isinstance(item, str):
                found.add(item)
            elif isinstance(item, list | tuple) and item and not isinstance(item[0], int):
                found.update(_words_in(item))
    for imported in facts.imports:
        found.update(_import_words(imported.module, imported.name, imported.alias))
    found.update(reference.name for reference in facts.references)
    found.update(_words_in(facts.extra))
    return array("I", sorted(checksum(word) for word in found)).tobytes()


def checksum(word: str) -> int:
    """What stands for a word among the mentions of a file; two words that share one cost time, not truth."""
    return zlib.crc32(word.encode("utf-8", "surrogatepass"))


def is_mentioned(wanted: frozenset[int] | set[int], blob: bytes) -> bool:
    """Whether one of the checksums is among a file's mentions."""
    found = array("I")
    found.frombytes(blob)
    return not wanted.isdisjoint(found)


def path_words(path: str) -> set[str]:
    """The words by which other files name a file: its folders and its stem."""
    parts = path.split("/")
    return {*parts, parts[-1].partition(".")[0]} - {"", "."}


def _import_words(module: str, name: str, alias: str) -> set[str]:
    parts = module.replace("\\", "/").replace("::", "/").replace(".", "/").split("/")
    return {*parts, *module.split("/"), name, alias} - {""}


def _words_in(value: object) -> Iterator[str]:
    """All strings in a nest of tuples, lists and mappings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _words_in(key)
            yield from _words_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            if isinstance(item, str):
                yield item
            elif isinstance(item, Iterable):
                yield from _words_in(item)
