"""The graph of a source in the SCIP format, which other code navigation tools read.

Source of the field numbers, roles, kinds and the grammar of symbols: scip.proto of the SCIP project.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import cairn
from cairn.model import EdgeKind, EntityKind
from cairn.retrieve.export.protobuf import bytes_field, number_field, numbers_field, text_field
from cairn.retrieve.view import View
from cairn.store.stored import SourceListing, StoredEdge, StoredEntity, StoredFile

_UTF8, _UTF32_OFFSETS = 1, 3
_DEFINITION, _IMPORT, _GENERATED, _TEST = 1, 2, 16, 32
_KINDS = {
    "class": 7, "constant": 8, "enum": 11, "field": 15, "module": 16, "function": 17, "interface": 21, "macro": 25, "method": 26,
    "namespace": 30, "struct": 49, "trait": 53, "type": 54,
}  # fmt: skip
_TYPES = frozenset(
    {EntityKind.CLASS, EntityKind.STRUCT, EntityKind.ENUM, EntityKind.INTERFACE, EntityKind.TRAIT, EntityKind.TYPE}
)
_CALLED = frozenset({EntityKind.FUNCTION, EntityKind.METHOD})
_SIMPLE = re.compile(r"[\w+$-]+", re.ASCII)

Occurrence = tuple[int, int, int, str, int]  # line, first and last character, all 0-based; symbol; roles


class _Names:
    """The symbol of each entity: unique, and readable by itself."""

    def __init__(self, view: View, entities: Sequence[StoredEntity]) -> None:
        self._view = view
        self._known: dict[int, str] = {}
        self._place: dict[int, int] = {}  # among those of one name and container
        counts: dict[tuple[int | None, int | None, str], int] = defaultdict(int)
        for entity in sorted(entities, key=lambda entity: entity.id):
            key = (entity.file_id, entity.parent_id, entity.name)
            self._place[entity.id] = counts[key]
            counts[key] += 1

    def symbol(self, entity: StoredEntity) -> str:
        """The symbol of a definition of any source, or of an external."""
        known = self._known.get(entity.id)
        if known is None:
            known = self._known[entity.id] = self._external(entity.anchor) if entity.path is None else self._defined(entity)
        return known

    @staticmethod
    def _external(anchor: str) -> str:
        language, _, rest = anchor.partition("/")
        package, _, qualname = rest.partition("#")
        parts = [part for part in re.split(r"\.|::", qualname) if part]
        descriptors = _name(package or language) + "/" + "".join(_name(part) + "." for part in parts)
        return f"cairn {_field(language)} {_field(package)} . {descriptors}"

    def _defined(self, entity: StoredEntity) -> str:
        parent = self._view.entity(entity.parent_id) if entity.parent_id is not None else None
        if parent is None:
            label = self._view.sources[entity.source_id].label if entity.source_id is not None else ""
            return f"cairn . {_field(label)} . " + "".join(_name(part) + "/" for part in (entity.path or "").split("/"))
        return self.symbol(parent) + self._descriptor(entity)

    def _descriptor(self, entity: StoredEntity) -> str:
        place = self._place.get(entity.id, 0)
        if entity.kind in _CALLED:
            return f"{_name(entity.name)}({f'+{place}' if place else ''})."
        name = _name(f"{entity.name}~{place + 1}" if place else entity.name)
        if entity.kind in _TYPES:
            return name + "#"
        return name + {"macro": "!", "namespace": "/", "section": ":", "concept": ":"}.get(entity.kind, ".")


def _name(text: str) -> str:
    return text if _SIMPLE.fullmatch(text) else "`" + text.replace("`", "``") + "`"


def _field(text: str) -> str:
    return text.replace(" ", "  ") or "."


def scip_index(view: View, source: SourceListing) -> Iterator[bytes]:
    """Yield an `Index` message in parts: its metadata, a document a file, and the externals; always the same."""
    entities = list(view.reader.all_entities(source.id))
    edges = list(view.reader.all_edges(source.id))
    view.keep(entities)
    view.load(edge.dst for edge in edges)
    names = _Names(view, entities)
    yield bytes_field(1, _metadata(source))
    by_file: dict[int, list[StoredEntity]] = defaultdict(list)
    for entity in entities:
        if entity.file_id is not None:
            by_file[entity.file_id].append(entity)
    uses: dict[int, list[StoredEdge]] = defaultdict(list)
    for edge in edges:
        src = view.entity(edge.src)
        if src is not None and src.file_id is not None:
            uses[src.file_id].append(edge)
    files = view.load_files(by_file)
    for file_id in sorted(by_file, key=lambda file_id: files[file_id].path):
        yield bytes_field(2, _document(view, names, files[file_id], by_file[file_id], uses[file_id]))
    for entity in sorted((entity for entity in entities if entity.file_id is None), key=lambda entity: entity.anchor):
        yield bytes_field(3, text_field(1, names.symbol(entity)) + text_field(6, entity.name))


def _metadata(source: SourceListing) -> bytes:
    place = Path(source.location)
    root = (place.parent if place.is_file() else place).as_uri() if place.is_absolute() else ""
    tool = text_field(1, "cairn") + text_field(2, cairn.__version__)
    return bytes_field(2, tool) + text_field(3, root) + number_field(4, _UTF8)


def _document(view: View, names: _Names, file: StoredFile, entities: Sequence[StoredEntity], uses: Sequence[StoredEdge]) -> bytes:
    # One file at a time: the lines of all files together would not fit into memory.
    lines = [line.rstrip("\r\n") for line in view.reader.text(file.id).split("\n")]
    roles = {"test": _TEST, "generated": _GENERATED}.get(file.role, 0)
    found = {(*_definition(lines, entity), names.symbol(entity), _DEFINITION | roles) for entity in entities}
    bases: dict[int, set[str]] = defaultdict(set)
    for edge in uses:
        dst = view.entity(edge.dst)
        if dst is not None:
            found.update(_references(lines, edge, dst, names.symbol(dst), roles))
            if edge.kind == EdgeKind.INHERITS:
                bases[edge.src].add(names.symbol(dst))
    parts = [text_field(1, file.path)]
    for line, start, end, symbol, roles in sorted(found):
        parts.append(bytes_field(2, numbers_field(1, (line, start, end)) + text_field(2, symbol) + number_field(3, roles)))
    symbols = sorted((names.symbol(entity), entity) for entity in entities)
    parts += [bytes_field(3, _information(view, names, symbol, entity, bases[entity.id])) for symbol, entity in symbols]
    return b"".join([*parts, text_field(4, file.language or ""), number_field(6, _UTF32_OFFSETS)])


def _definition(lines: Sequence[str], entity: StoredEntity) -> tuple[int, int, int]:
    """Where a definition's name stands; a module has none, and stands at the beginning."""
    if not 0 < entity.name_line <= len(lines):
        return 0, 0, 0
    return _spot(lines, entity.name_line, entity.name)


def _spot(lines: Sequence[str], line: int, name: str) -> tuple[int, int, int]:
    """The first place of a name in a line, the whole line if it is written otherwise there."""
    text = lines[line - 1]
    # Not a regular expression: one would be compiled for each name.
    start = text.find(name) if name else -1
    while start >= 0:
        end = start + len(name)
        if not _is_word(text[max(start - 1, 0) : start]) and not _is_word(text[end : end + 1]):
            return line - 1, start, end
        start = text.find(name, start + 1)
    return line - 1, len(text) - len(text.lstrip()), len(text.rstrip())


def _is_word(letter: str) -> bool:
    return letter == "_" or letter.isalnum()


def _references(lines: Sequence[str], edge: StoredEdge, dst: StoredEntity, symbol: str, roles: int) -> Iterator[Occurrence]:
    role = roles | (_IMPORT if edge.kind == EdgeKind.IMPORTS else 0)
    for line in edge.sites:
        if 0 < line <= len(lines):
            yield (*_spot(lines, line, dst.name), symbol, role)


def _information(view: View, names: _Names, symbol: str, entity: StoredEntity, bases: set[str]) -> bytes:
    parent = view.entity(entity.parent_id) if entity.parent_id is not None else None
    relationships = (bytes_field(4, text_field(1, base) + number_field(3, 1)) for base in sorted(bases))
    return b"".join(
        [
            text_field(1, symbol),
            text_field(3, entity.signature),
            text_field(3, entity.doc),
            *relationships,
            number_field(5, _KINDS.get(entity.kind, 0)),
            text_field(6, entity.name),
            text_field(8, names.symbol(parent) if parent is not None else ""),
        ]
    )
