"""One state of the index with names in place of row numbers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from urllib.parse import quote, unquote

from cairn.errors import no_source
from cairn.model import UNPRINTABLE, Edge, Entity
from cairn.retrieve.lines import split_lines
from cairn.store.reading import StoreReader
from cairn.store.stored import SourceListing, StoredEdge, StoredEntity, StoredFile

EXTERNAL = "external"
# Kinds of sources whose files lie on this disk.
_ON_DISK = frozenset({"code", "docs", "file"})
_RAW = re.compile(f"[{UNPRINTABLE}]")
_QUOTED = re.compile(r"%(?:[01][0-9A-F]|7F|C2%[89][0-9A-F]|D8%9C|E2%8[01]%[89A][0-9A-F])")  # the characters of `_RAW`, as UTF-8


class View:
    """Reads entities and files, keeps those it has read, and turns them into what answers show."""

    def __init__(self, reader: StoreReader) -> None:
        self.reader = reader
        self._entities: dict[int, StoredEntity] = {}
        self._files: dict[int, StoredFile] = {}
        self._lines: dict[int, list[str]] = {}

    @cached_property
    def sources(self) -> dict[int, SourceListing]:
        """All sources by id, in the order of their labels."""
        return {source.id: source for source in self.reader.sources()}

    @cached_property
    def labels(self) -> dict[str, SourceListing]:
        """All sources by label."""
        return {source.label: source for source in self.sources.values()}

    def source(self, label: str) -> SourceListing:
        """Return the source of that label, or at that place on the disk.

        Raises:
            NotFoundError: there is none; the message names those that there are.
        """
        found = self.labels.get(label) or self._source_at(label)
        if found is None:
            raise no_source(label, self.labels)
        return found

    def _source_at(self, place: str) -> SourceListing | None:
        """The source whose folder, file or address that is."""
        plain = place.replace("\\", "/").rstrip("/")
        return next((source for source in self.sources.values() if source.location.replace("\\", "/").rstrip("/") == plain), None)

    def load(self, ids: Iterable[int]) -> None:
        """Read these entities at once, so that asking for one of them later reads nothing."""
        # Not `set(ids) - keys`, which walks all keys.
        missing = {entity_id for entity_id in ids if entity_id not in self._entities}
        if missing:
            self._entities.update(self.reader.entities(missing))

    def keep(self, entities: Iterable[StoredEntity]) -> None:
        """Remember entities that were read by other means."""
        self._entities.update((entity.id, entity) for entity in entities)

    def entity(self, entity_id: int) -> StoredEntity | None:
        """Return an entity, None if a reference to it outlived it."""
        self.load([entity_id])
        return self._entities.get(entity_id)

    def load_files(self, ids: Iterable[int]) -> dict[int, StoredFile]:
        """Read these files at once; returns all that were read."""
        missing = {file_id for file_id in ids if file_id not in self._files}
        if missing:
            self._files.update(self.reader.files(missing))
        return self._files

    def file(self, file_id: int) -> StoredFile:
        """Return a file of this state of the index."""
        self.load_files([file_id])
        return self._files[file_id]

    def lines(self, file_id: int) -> list[str]:
        """Return the lines of a file's text, with their ends."""
        found = self._lines.get(file_id)
        if found is None:
            found = self._lines[file_id] = split_lines(self.reader.text(file_id))
        return found

    def label(self, file: StoredFile) -> str:
        """Return the label of the source that a file is part of."""
        return self.sources[file.source_id].label

    def handle(self, entity: StoredEntity) -> str:
        """Return the stable name of an entity."""
        if entity.source_id is None or entity.path is None:
            return f"{EXTERNAL}:{entity.anchor}"
        stem = f"{self.sources[entity.source_id].label}:{quote_path(entity.path)}"
        return f"{stem}#{entity.anchor}" if entity.anchor else stem

    def as_entity(self, entity: StoredEntity) -> Entity:
        """Turn a stored entity into one that answers show."""
        return Entity(
            handle=self.handle(entity),
            kind=entity.kind,
            name=entity.name,
            qualname=entity.qualname,
            file=entity.path,
            start_line=entity.start_line,
            end_line=entity.end_line,
            signature=entity.signature,
            exported=entity.exported,
            name_line=entity.name_line,
            doc=entity.doc,
            source=None if entity.source_id is None else self.sources[entity.source_id].label,
        )

    def as_edges(self, edges: Iterable[StoredEdge]) -> list[Edge]:
        """Turn stored edges into those that answers show, in the order given."""
        given = list(edges)
        self.load(end for edge in given for end in (edge.src, edge.dst))
        return [found for edge in given if (found := self._as_edge(edge)) is not None]

    def _as_edge(self, edge: StoredEdge) -> Edge | None:
        src, dst = self._entities.get(edge.src), self._entities.get(edge.dst)
        if src is None or dst is None:
            return None
        return Edge(
            kind=edge.kind,
            src=self.handle(src),
            dst=self.handle(dst),
            src_file=src.path,
            src_line=src.name_line,
            dst_file=dst.path,
            dst_line=dst.name_line,
            site_lines=edge.sites,
            confidence=edge.confidence,
            via=edge.via,
        )

    def is_stale(self, file: StoredFile) -> bool:
        """Whether the file on disk is no longer what was indexed; False when that cannot be told."""
        source = self.sources[file.source_id]
        return is_changed(source, file.path, file.size, file.mtime_ns)

    def stale_files(self, ids: Iterable[int | None]) -> list[str]:
        """Return those of these files that have changed on disk since they were indexed, as `label:path` in handles."""
        wanted = {file_id for file_id in ids if file_id is not None}
        files = self.load_files(wanted)
        changed = (files[file_id] for file_id in wanted if self.is_stale(files[file_id]))
        return sorted(f"{self.label(file)}:{quote_path(file.path)}" for file in changed)

    def stale_around(self, entities: Iterable[int]) -> list[str]:
        """Return the files of these entities that `stale_files` would."""
        found = (self.entity(entity_id) for entity_id in entities)
        return self.stale_files(entity.file_id for entity in found if entity is not None)


def is_changed(source: SourceListing, path: str, size: int, mtime_ns: int) -> bool:
    """Whether a file's size or time on disk differ from those given; False when the disk does not answer.

    A file that is gone while its folder can be read has changed.
    """
    if source.kind not in _ON_DISK:
        return False
    # Plain strings: `list` asks this of every file, and `Path` costs more than the disk does.
    try:
        stat = os.stat(f"{source.location}{os.sep}{path}")  # noqa: PTH116  # see above
    except (FileNotFoundError, NotADirectoryError):
        root = Path(source.location)
        if not root.is_file():
            return root.exists()
        stat = root.stat()
    except (OSError, ValueError):
        return False
    return stat.st_size != size or stat.st_mtime_ns != mtime_ns


def quote_path(path: str) -> str:
    """Percent-encode what has a meaning in a handle, and what no line of text should hold (`printable`)."""
    quoted = path.replace("%", "%25").replace("#", "%23")
    return quoted if quoted.isprintable() else _RAW.sub(lambda found: quote(found[0]), quoted)


def unquote_path(path: str) -> str:
    """Undo `quote_path`."""
    return _QUOTED.sub(lambda found: unquote(found[0]), path).replace("%23", "#").replace("%25", "%")
