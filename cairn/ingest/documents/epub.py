"""EPUB: the chapters of a book, in reading order."""

from __future__ import annotations

import io
import posixpath
import zipfile
from urllib.parse import unquote

from cairn.ingest.decode import decode
from cairn.ingest.documents.archive import check_archive
from cairn.ingest.documents.element import Element
from cairn.ingest.documents.form import EPUB
from cairn.ingest.documents.package import below, parse_xml
from cairn.ingest.documents.page import parse_html, write_page
from cairn.ingest.documents.text import DocumentText, MarkdownWriter, Unreadable

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
# Fonts are customarily scrambled by these, and the text is not.
_FONT_SCRAMBLING = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")


def read_epub(data: bytes, _: str) -> DocumentText:
    """Read a book that no rights management has encrypted."""
    check_archive(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = set(archive.namelist())
        if _ENCRYPTION in names and _is_encrypted(archive.read(_ENCRYPTION)):
            raise Unreadable("encrypted", "its text is protected by a rights management")
        place = _package_of(archive, names)
        package = parse_xml(archive.read(place))
        writer = MarkdownWriter()
        writer.heading(1, next((title.text or "" for title in below(package, "title")), ""))
        for name in _chapters(package, posixpath.dirname(place)):
            if name in names:
                write_page(writer, parse_html(decode(archive.read(name), name).text), level=1)
    if not writer.has_words:
        raise Unreadable("no_text", "its chapters have no text")
    return writer.finish(EPUB)


def _package_of(archive: zipfile.ZipFile, names: set[str]) -> str:
    if _CONTAINER in names:
        for root in below(parse_xml(archive.read(_CONTAINER)), "rootfile"):
            if root.get("full-path") in names:
                return str(root.get("full-path"))
    raise Unreadable("corrupt", "it does not say where its chapters are")


def _chapters(package: Element, folder: str) -> list[str]:
    files = {item.get("id"): unquote(item.get("href", "")) for item in below(package, "item")}
    order = [files.get(entry.get("idref"), "") for entry in below(package, "itemref")]
    return [posixpath.normpath(posixpath.join(folder, name)) for name in order if name]


def _is_encrypted(data: bytes) -> bool:
    methods = [method.get("Algorithm", "") for method in below(parse_xml(data), "EncryptionMethod")]
    return any(method not in _FONT_SCRAMBLING for method in methods)
