"""One file's bytes to its rows: text, definitions, facts, chunks and their words."""

from __future__ import annotations

import dataclasses
import logging
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from cairn.chunk.split import Span, split
from cairn.chunk.words import chunk_fields, surroundings
from cairn.extract.citations import is_document
from cairn.extract.extract import extract
from cairn.extract.notebook import with_sections
from cairn.extract.outline import Definition, Extraction
from cairn.extract.prose import outline_prose
from cairn.index.read.disk import OUTLINED, FileBytes, hash_bytes
from cairn.index.read.messages import TEXT_ONLY
from cairn.ingest.documents.form import DOCUMENT_LANGUAGES, PAGE, WEB
from cairn.ingest.documents.read import PROCESS, read_document
from cairn.ingest.documents.text import Unreadable
from cairn.ingest.read import read_text
from cairn.ingest.role import file_role
from cairn.ingest.secret import find_secret
from cairn.languages.registry import language_for, languages
from cairn.model import Skip
from cairn.resolve.mentions import mentions
from cairn.semantics.facts import pack_facts
from cairn.semantics.language import Language
from cairn.store.rows import ChunkRow, FileRow

_log = logging.getLogger(__name__)

_HEAD_CHARACTERS = 2000
_PROSE = frozenset("tex textile pod rdoc".split())
_NOT_PROSE = frozenset(["cmakelists.txt"])
_DEFLATE_LEVEL = 2


def parse_file(path: str, found: FileBytes, digest: bytes, is_named: bool = False, fault: str = "") -> FileRow | Skip:
    """Make all rows of one file; a binary or minified one is a Skip. `fault`: see `parse_text`."""
    document = read_document(found.data, path)
    if isinstance(document, Skip):
        return document
    if document is not None:
        if not is_named and (what := find_secret(document.text.encode("utf-8", "replace"), f"{path}.txt")):
            return Skip(path, "secret", f"there is {what} in it")
        return parse_text(path, document.text, found, digest, document.warnings, fault, document.language)
    read = read_text(found.data, path, is_named=is_named)
    if isinstance(read, Skip):
        return read
    return parse_text(path, read.text, found, digest, read.warnings, fault)


def parse_page(path: str, url: str, found: FileBytes, digest: bytes, fault: str = "") -> FileRow | Skip:
    """Make all rows of a page of the web, which is HTML; one without a text is a Skip."""
    try:
        document = PROCESS.read(WEB, url, found.data)
    except Unreadable as exc:
        return Skip(path, exc.reason, exc.detail)
    return parse_text(path, document.text, found, digest, document.warnings, fault, PAGE)


def parse_text(
    path: str, text: str, found: FileBytes, digest: bytes, warnings: Sequence[str], fault: str = "", form: str = ""
) -> FileRow:
    """Make all rows of one file from its text; `warnings` are those of reading it.

    With `fault`, what reading its definitions led to before, or a warning of that, it gets none. `form` is the language that
    a document has whose text is not its bytes: see `DocumentText`.
    """
    if fault:
        warnings = [*warnings, f"reading its definitions {fault}, {TEXT_ONLY}"]
    source = text.encode("utf-8", "replace")
    is_plain = any(warning.endswith(TEXT_ONLY) for warning in warnings)
    outlined = _outline(path, text, source, form, is_plain)
    extraction = outlined.extraction
    spans = split(text, extraction.definitions, extraction.breaks, outlined.is_prose)
    has_facts = outlined.language is not None and not is_plain
    return FileRow(
        path,
        outlined.language,
        found.size,
        found.mtime_ns,
        found.inode,
        digest,
        text.count("\n") + (bool(text) and not text.endswith("\n")),
        file_role(path, text[:_HEAD_CHARACTERS], is_document=form in DOCUMENT_LANGUAGES),
        list(dict.fromkeys([*warnings, *extraction.warnings])),
        zlib.compress(source, _DEFLATE_LEVEL),
        pack_facts(extraction.facts) if has_facts else None,
        (mentions(extraction.facts) if is_document(extraction.facts) else b"") if has_facts else None,
        # Plain text: a message between processes holds no members of enums.
        [(str(definition.kind), *definition[1:]) for definition in extraction.definitions],
        _chunk_rows(path, source, extraction, spans),
        [(ordinal, tag) for ordinal in range(len(extraction.definitions)) for tag in extraction.tags],
    )


class _Outlined(NamedTuple):
    """The language of a text, and what the text holds."""

    language: str | None
    extraction: Extraction
    is_prose: bool


def _outline(path: str, text: str, source: bytes, form: str, is_plain: bool) -> _Outlined:
    """Find the definitions of a text, or its headings; `is_plain`: neither."""
    *_, name = path.lower().split("/")
    suffix = name.rpartition(".")[2]
    if form in DOCUMENT_LANGUAGES:
        return _Outlined(form, outline_prose(path, text, is_markdown=True), is_prose=True)
    language = languages().get(form) if form else language_for(path, text)
    prose = OUTLINED.get(suffix) if name not in _NOT_PROSE else None
    if prose and not is_plain:
        return _Outlined(prose, outline_prose(path, text), is_prose=True)
    extraction = _extract(None if is_plain else language, path, source)
    if form:
        extraction = with_sections(extraction, text, source)
    is_prose = prose is not None or (language is None and suffix in _PROSE)
    return _Outlined(prose or (language.name if language else form or None), extraction, is_prose)


def _extract(language: Language | None, path: str, source: bytes) -> Extraction:
    try:
        return extract(language, path, source)
    except Exception as exc:  # noqa: BLE001 - one file that nobody thought of must not end the run: its text is still searched
        _log.warning("no definitions read from a file: %s", type(exc).__name__, exc_info=_log.isEnabledFor(logging.DEBUG))
        warning = f"its definitions could not be read ({type(exc).__name__}); only the text is indexed"
        return dataclasses.replace(extract(None, path, source), warnings=[warning])


def _chunk_rows(path: str, source: bytes, extraction: Extraction, spans: Sequence[Span]) -> list[ChunkRow]:
    places: dict[tuple[int | str, ...], str] = {}
    rows: list[ChunkRow] = []
    for start_line, end_line, start, end, holder, names in spans:
        containers = tuple([name.rpartition(".")[0] for name in names])
        context = places.get((holder, *containers))
        if context is None:
            qualnames, docs = _trail(extraction.definitions, holder)
            context = places[(holder, *containers)] = surroundings([*qualnames, *containers], docs)
        body = source[start:end]
        words = chunk_fields(body.decode("utf-8", "replace"), path, names, context)
        rows.append((start_line, end_line, start, end, holder, hash_bytes(body), *words))
    return rows


def _trail(definitions: Sequence[Definition], ordinal: int) -> tuple[list[str], list[str]]:
    """Return qualified names and documentation of a definition and of those around it, but not of the module."""
    qualnames, docs = [], []
    while ordinal > 0:
        qualnames.append(definitions[ordinal].qualname)
        docs.append(definitions[ordinal].doc)
        ordinal = definitions[ordinal].parent
    return qualnames, docs
