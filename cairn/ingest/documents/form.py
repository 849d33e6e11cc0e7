"""What the formats of documents are called. Imports nothing: readers of the index ask here, too."""

from __future__ import annotations

# The names that a document's format goes by as the language of its file; `page` is HTML that is to be read, not code.
PDF, WORD, EXCEL, POWERPOINT, EPUB, PAGE, NOTEBOOK = "pdf", "word", "excel", "powerpoint", "epub", "page", "notebook"
WEB = "web"  # how a page of the web is read; what comes of it is a `page`
DOCUMENT_LANGUAGES = frozenset([PDF, WORD, EXCEL, POWERPOINT, EPUB, PAGE])
# What the readers import when there is something to read.
LIBRARIES = ("lxml.etree", "lxml.html", "trafilatura", "openpyxl", "pypdf", "cryptography")


def document_form(path: str, language: str | None) -> str:
    """Return the language of a document whose text is not its bytes, of a file as it is stored; "" for any other."""
    return language or "" if language in DOCUMENT_LANGUAGES or path.lower().endswith(".ipynb") else ""
