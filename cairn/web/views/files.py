"""The files of a source as a tree, a file with its outline, and what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cairn.app import Cairn
from cairn.model import Skip, SourceFile, printable
from cairn.retrieve.reading import Defined, Reading
from cairn.retrieve.view import quote_path, unquote_path
from cairn.web.asked import Asked
from cairn.web.urls import at, file_at, folders_above
from cairn.web.views.definition import Text, text_of

if TYPE_CHECKING:
    from markupsafe import Markup

_MOST_LINES = 500  # of a file at a time: a guess
_MOST_DOCUMENT = 400_000  # characters of a document that is shown as one
_MOST_ROWS = 2000  # of a folder, and of what was skipped
_OUTLINED = 400
_DOCUMENTS = frozenset({"markdown", "docx", "pptx", "xlsx", "pdf", "html", "epub", "odt", "rtf", "ipynb"})


@dataclass(frozen=True, slots=True)
class FolderRow:
    """A folder, with what is below it, or a file."""

    name: str
    url: str
    is_folder: bool
    files: int
    bytes: int
    entities: int
    lang: str
    warnings: list[str]


@dataclass(frozen=True, slots=True)
class FolderView:
    """A folder of a source. `skips` counts what was left out of the source, by reason."""

    sources: list[str]
    source: str
    location: str
    inside: str
    above: list[tuple[str, str]]
    rows: list[FolderRow]
    left_out: int
    skips: list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class FileView:
    """A file: its text, or the document that it is, with what is defined in it."""

    label: str
    path: str
    above: list[tuple[str, str]]
    handle: str
    text: Text
    document: Markup | None
    is_document: bool
    outline: list[Defined]
    outline_left: int
    line_count: int
    first: int
    lang: str
    warnings: list[str]
    is_test: bool
    earlier: str
    later: str


@dataclass(frozen=True, slots=True)
class SkippedView:
    """What was left out of a source, of one reason or of all."""

    sources: list[str]
    source: str
    reason: str
    counts: list[tuple[str, int]]
    rows: list[Skip]
    left_out: int


def folder_view(cairn: Cairn, asked: Asked) -> FolderView:
    """A folder of a source, by default the root of the first one.

    Raises:
        NotFoundError: there is no such source.
    """
    locations = cairn.retrieve.locations()
    labels = sorted(locations)
    source = asked.text("source", 200) or (labels[0] if labels else "")
    inside = asked.handle("in").strip("/")
    if not source:
        return FolderView([], "", "", "", [], [], 0, [])
    listing = cairn.retrieve.files(source)
    rows = _rows(source, listing.files, f"{inside}/" if inside else "")
    skips = Counter(skip.reason for skip in listing.skipped).most_common()
    above = folders_above("/files", source, inside)
    return FolderView(labels, source, locations.get(source, ""), inside, above, rows[:_MOST_ROWS], len(rows[_MOST_ROWS:]), skips)


def _rows(source: str, files: Sequence[SourceFile], prefix: str) -> list[FolderRow]:
    """What lies directly in a folder: folders first, each by name."""
    folders: dict[str, list[SourceFile]] = {}
    here: list[FolderRow] = []
    for file in files:
        if not file.file.startswith(prefix):
            continue
        name, slash, _ = file.file[len(prefix) :].partition("/")
        if slash:
            folders.setdefault(name, []).append(file)
        else:
            url = file_at(source, file.file)
            here.append(FolderRow(printable(name), url, False, 1, file.bytes, file.entities, file.lang or "", file.warnings))
    below = [
        FolderRow(
            printable(name) + "/",
            at("/files", source=source, in_=prefix + name),
            True,
            len(found),
            sum(file.bytes for file in found),
            sum(file.entities for file in found),
            "",
            [],
        )
        for name, found in sorted(folders.items())
    ]
    return [*below, *here]


def file_view(cairn: Cairn, asked: Asked) -> FileView:
    """A file of `label:path`, by default as the document that it is.

    Raises:
        NotFoundError: there is no such file.
    """
    name = asked.needed("name")
    first = asked.number("from", 1, 1, 10**8)
    target = name if first == 1 else f"{name}:L{first}-L{first + _MOST_LINES - 1}"
    reading = cairn.retrieve.read(target, most_lines=_MOST_LINES)
    excerpt = reading.excerpt
    is_document = excerpt.lang in _DOCUMENTS
    document = _document(cairn, reading, name) if is_document and not asked.is_on("text") and first == 1 else None
    last = excerpt.start_line + len(excerpt.text.split("\n")) - 2
    quoted = f"{excerpt.source}:{quote_path(excerpt.file)}"
    text = at("/file", name=quoted, text=asked.is_on("text") and is_document)
    join = "&" if "?" in text else "?"
    return FileView(
        excerpt.source,
        printable(excerpt.file),
        folders_above("/files", excerpt.source, excerpt.file),
        quoted,
        text_of(reading),
        document,
        is_document,
        reading.definitions[:_OUTLINED],
        len(reading.definitions[_OUTLINED:]),
        reading.line_count,
        excerpt.start_line,
        excerpt.lang or "",
        reading.warnings,
        reading.is_test,
        f"{text}{join}from={max(first - _MOST_LINES, 1)}" if first > 1 else "",
        f"{text}{join}from={last + 1}" if last < reading.line_count else "",
    )


def _document(cairn: Cairn, reading: Reading, name: str) -> Markup | None:
    """The file as a document; None where it is too long for one."""
    from cairn.web.text.document import Place, rendered  # its parser would be a fifth of what the first view loads

    whole = cairn.retrieve.show(name).text
    place = Place(reading.excerpt.source, unquote_path(reading.excerpt.file))
    return rendered(whole, place) if len(whole) <= _MOST_DOCUMENT else None


def skipped_view(cairn: Cairn, asked: Asked) -> SkippedView:
    """What was left out of a source, with the reasons.

    Raises:
        NotFoundError: there is no such source.
    """
    labels = sorted(cairn.retrieve.locations())
    source = asked.text("source", 200) or (labels[0] if labels else "")
    reason = asked.text("reason", 40)
    skips = cairn.retrieve.files(source).skipped if source else []
    counts = Counter(skip.reason for skip in skips).most_common()
    rows = [skip for skip in skips if reason in ("", skip.reason)]
    return SkippedView(labels, source, reason, counts, rows[:_MOST_ROWS], len(rows[_MOST_ROWS:]))
