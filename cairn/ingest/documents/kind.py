"""What a document is, told by its bytes. Imports no reader: every file that is indexed is asked about here."""

from __future__ import annotations

import re

from cairn.ingest.decode import find_mark
from cairn.ingest.documents.archive import list_members
from cairn.ingest.documents.form import EPUB, EXCEL, NOTEBOOK, PAGE, PDF, POWERPOINT, WORD
from cairn.ingest.documents.text import Unreadable

# Endings of documents that are no text: what has one of them and is no such document is damaged.
_SUFFIXES = frozenset("pdf docx docm dotx xlsx xlsm xltx pptx pptm ppsx epub doc xls ppt".split())
_TEXTUAL_SUFFIXES = frozenset("ipynb html htm xhtml".split())
_OLD_SUFFIXES = frozenset(["doc", "xls", "ppt"])
_POINTER = b"version https://git-lfs.github.com/spec/"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLD_STREAMS = ("WordDocument", "Workbook", "Book", "PowerPoint Document")
_FOLDERS = {"word/": WORD, "xl/": EXCEL, "ppt/": POWERPOINT}
# Every part of these takes what it has taken for good, or has an end: a hostile file must not be gone through twice.
_HTML = re.compile(
    rb"\s*+(?:<!--(?:(?!-->).)*+-->\s*+|<\?xml[^>]*+>\s*+)*+<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL
)
_TEMPLATE = re.compile(
    rb"\{\{|\{%|<%|<\?php|<\?=|\$\{|\b(?:ng|v|x|th|hx|data-bind)[-:][a-z]+=|\*ng[A-Z]|<script[^>]{1,200}type=.module"
    rb"|\son[a-z]{3,20}=[\"'][^\"'(]{0,200}+\(",  # a handler that calls something: the page is an application
    re.IGNORECASE,
)
_HEAD_BYTES = 4096
_PDF_HEAD_BYTES = 1024  # where readers look for the beginning: some programs write a header before it
# A page with less between its tags is an application or a frame for one; guess.
_LEAST_PAGE_WORDS = 20
_TAGS = re.compile(
    rb"<(script|style|svg|template)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)|<[^>]*+(?:>|\Z)", re.IGNORECASE | re.DOTALL
)


def may_be_document(head: bytes, path: str) -> bool:
    """Whether a file that begins so, and is no text, may be a document."""
    return head.startswith(b"%PDF-") or path.lower().rpartition(".")[2] in _SUFFIXES


def is_named_as_document(path: str) -> bool:
    """Whether a file has the ending of a document that a reader opens."""
    suffix = path.lower().rpartition(".")[2]
    return suffix in _SUFFIXES or suffix in _TEXTUAL_SUFFIXES


def judge_document(data: bytes, path: str) -> str | None:
    """Return what kind of document the bytes are, None if they are none: plain text, code, or something else.

    Raises:
        Unreadable: a document that cannot be read: encrypted, of an old format, empty, damaged or too large.
    """
    name = path.rpartition("/")[2].lower()
    suffix = name.rpartition(".")[2] if "." in name else ""
    if data.startswith(b"%PDF-") or (suffix == "pdf" and b"%PDF-" in data[:_PDF_HEAD_BYTES]):
        return PDF
    if data.startswith(b"PK\x03\x04"):
        return _judge_archive(data, suffix)
    if data.startswith(_OLE):
        _refuse_old(data, suffix)
        return None
    if suffix in _SUFFIXES:
        _refuse_misnamed(data, suffix)
        return None
    if suffix == "ipynb":
        return NOTEBOOK if data.lstrip()[:1] == b"{" and b'"nbformat"' in data else None
    return PAGE if suffix in ("html", "htm", "xhtml") and _is_page(data) else None


def _judge_archive(data: bytes, suffix: str) -> str | None:
    members = list_members(data)
    if members is None:
        if suffix in _SUFFIXES:
            raise Unreadable("corrupt", "the archive that it is cannot be opened")
        return None
    if "xl/workbook.bin" in members:
        raise Unreadable("old_format", "a binary workbook; save it as .xlsx")
    if members[:1] == ["mimetype"] and b"application/epub+zip" in data[:200]:
        return EPUB
    if "[Content_Types].xml" in members:
        return next((kind for folder, kind in _FOLDERS.items() if any(name.startswith(folder) for name in members)), None)
    if suffix in _SUFFIXES:
        raise Unreadable("corrupt", f"an archive that is no .{suffix} document")
    return None


def _refuse_old(data: bytes, suffix: str) -> None:
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise Unreadable("encrypted", "it is protected by a password; save it without one")
    if suffix in _SUFFIXES or any(stream.encode("utf-16-le") in data for stream in _OLD_STREAMS):
        raise Unreadable("old_format", "a format from before 2007; save it as .docx, .xlsx or .pptx")


def _refuse_misnamed(data: bytes, suffix: str) -> None:
    """A file that is named like a document and is none; before 2007 any text could be called .doc."""
    if not data.strip(b"\0 \t\r\n"):
        raise Unreadable("empty", "there is nothing in it")
    if data.startswith(_POINTER):
        raise Unreadable("corrupt", "a pointer of Git LFS is in its place; `git lfs pull` gets the document")
    if data.startswith(b"{\\rtf"):
        raise Unreadable("old_format", "rich text (RTF); save it as .docx")
    if suffix not in _OLD_SUFFIXES or (b"\0" in data[:_HEAD_BYTES] and not find_mark(data)):
        raise Unreadable("corrupt", f"it is named .{suffix}, and its bytes are no such document")


def is_html(data: bytes) -> bool:
    """Whether the bytes begin as a whole page does."""
    return bool(_HTML.match(data[:_HEAD_BYTES].removeprefix(b"\xef\xbb\xbf")))


def _is_page(data: bytes) -> bool:
    """Whether HTML is a page to be read: whole, no template, and with words in it."""
    if not is_html(data) or _TEMPLATE.search(data):
        return False
    start = max(data.lower().find(b"<body"), 0)
    return len(_TAGS.sub(b" ", data[start:]).split()) >= _LEAST_PAGE_WORDS
