"""The files of a source as the resolver reads them, each when it is first looked at."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from cairn.errors import UsageError
from cairn.extract.preludes import preludes_of
from cairn.languages.registry import family_of
from cairn.resolve.manifests import is_manifest
from cairn.resolve.program import Library, Program
from cairn.resolve.trace.words import Where
from cairn.resolve.units import Unit
from cairn.retrieve.view import View
from cairn.semantics.facts import Facts, unpack_facts


class StoredProgram:
    """A source and those that it is linked to, for one file of it to be resolved again.

    Units are numbered as a run does: the source's files by path, then those of each linked source.
    """

    def __init__(self, view: View, source_id: int) -> None:
        self._view, self._source_id = view, source_id
        places = view.reader.unit_places(source_id)
        self._places = list(places)
        self._spoken = {family_of(language) for _, _, language in places}
        self._libraries = [self._library(linked) for linked in view.reader.linked_to(source_id)]
        self._own = places
        self._numbers = {file_id: number for number, (file_id, _, _) in enumerate(self._places)}
        self._own_numbers = {file_id: number for number, (file_id, _, _) in enumerate(places)}
        self._line_ends: dict[int, bytes] = {}

    def program_for(self, number: int) -> Program:
        """The program, of which one file is to be resolved."""
        units = [self._unit(*place) for place in self._own]
        family = family_of(self._own[number][2])
        preludes = preludes_of({language for _, _, language in self._own if family_of(language) == family})
        manifests = _manifests(self._view, self._source_id)
        return Program(units, manifests, preludes, self._named, self._libraries, [number])

    def number_of(self, file_id: int) -> int | None:
        """The unit that a file is; None if it has no facts, or is of a source that is not looked into."""
        return self._numbers.get(file_id)

    def file_of(self, number: int) -> int | None:
        """The file that a unit is; None for what a language has built in."""
        return self._places[number][0] if number < len(self._places) else None

    @property
    def where(self) -> Where:
        """How units are told: by label and path, and by the line of a byte."""
        return Where(self._name, self._line)

    def _name(self, number: int) -> str:
        file_id = self.file_of(number)
        if file_id is None:
            return "built in"
        file = self._view.file(file_id)
        return f"{self._view.label(file)}:{file.path}"

    def _line(self, number: int, pos: int) -> int:
        file_id = self.file_of(number)
        if file_id is None:
            return 0
        text = self._line_ends.get(number)
        if text is None:
            text = self._line_ends[number] = self._view.reader.text(file_id).encode()
        return text.count(b"\n", 0, max(pos, 0)) + 1

    def _unit(self, file_id: int, path: str, language: str) -> Unit:
        return Unit(path, language, partial(_read_facts, self._view, file_id))

    def _named(self, name: str) -> Iterator[tuple[int, int, str]]:
        for file_id, ordinal, kind in self._view.reader.named(self._source_id, name):
            if file_id in self._own_numbers:
                yield self._own_numbers[file_id], ordinal, kind

    def _library(self, source_id: int) -> Library:
        units: list[Unit] = []
        for file_id, path, language in self._view.reader.unit_places(source_id):
            if family_of(language) in self._spoken:
                self._places.append((file_id, path, language))
                units.append(self._unit(file_id, path, language))
        return Library(Path(self._view.sources[source_id].location).name, units, _manifests(self._view, source_id))


def _read_facts(view: View, file_id: int) -> Facts:
    try:
        return unpack_facts(view.reader.facts(file_id) or b"")
    except (ValueError, TypeError, zlib.error) as exc:
        file = view.file(file_id)
        raise UsageError(
            f"what the index knows of {view.label(file)}:{file.path} cannot be read by this version of Cairn; "
            f"`cairn refresh {view.label(file)}` reads it anew"
        ) from exc


def _manifests(view: View, source_id: int) -> Mapping[str, str]:
    paths = {file_id: path for file_id, path in view.reader.file_paths([source_id], None) if is_manifest(path)}
    return {paths[file_id]: text for file_id, text in view.reader.texts([source_id], sorted(paths))} if paths else {}
