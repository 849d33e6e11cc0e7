"""The files that the graph of a source is made from: its own, and those of the sources that it looks into."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cairn.index.fingerprint import are_facts_current
from cairn.languages.registry import family_of, languages
from cairn.resolve.manifests import is_manifest
from cairn.resolve.program import Library
from cairn.resolve.units import Unit
from cairn.semantics.facts import Facts, unpack_facts
from cairn.store.writing import StoreWriter

Place = tuple[int, str, str]  # file id, path, language


class SourceFiles(NamedTuple):
    """The files of a source that have facts, in the order in which they are resolved; `name` is that of its folder."""

    source_id: int
    name: str
    places: Sequence[Place]
    manifests: Mapping[str, str]

    def library(self, writer: StoreWriter) -> Library:
        """The source as one that is looked into, each file of which is read when it is asked for."""
        units = [Unit(path, language, partial(read_facts, writer, file_id)) for file_id, path, language in self.places]
        return Library(self.name, units, self.manifests)


def own_files(writer: StoreWriter, source_id: int) -> SourceFiles:
    """The files of a source itself."""
    return SourceFiles(source_id, "", writer.unit_places(source_id), _manifests(writer, source_id))


def library_files(writer: StoreWriter, source_id: int, spoken: Collection[str]) -> list[SourceFiles]:
    """The files of the sources that one looks into, in the families of the languages that it has.

    A source that another version of Cairn indexed is none: its facts cannot be read.
    """
    families = {family_of(language) for language in spoken if language in languages()}
    found: list[SourceFiles] = []
    for source in writer.linked_to(source_id):
        if are_facts_current(source.fingerprint):
            places = [
                place for place in writer.unit_places(source.id) if place[2] in languages() and family_of(place[2]) in families
            ]
            found.append(SourceFiles(source.id, Path(source.location).name, places, _manifests(writer, source.id)))
    return found


def read_facts(writer: StoreWriter, file_id: int) -> Facts:
    """The stored facts of a file."""
    return unpack_facts(writer.facts(file_id) or b"")


def _manifests(writer: StoreWriter, source_id: int) -> dict[str, str]:
    return writer.texts(source_id, [path for path in writer.paths(source_id) if is_manifest(path)])
