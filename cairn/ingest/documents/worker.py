"""The process that reads documents: whatever a document does to its reader, it does to this process alone."""

from __future__ import annotations

import logging
import marshal
import sys
from collections.abc import Callable
from importlib import import_module

from cairn.ingest.child import limit_cpu, limit_memory, receive, send
from cairn.ingest.documents import form
from cairn.ingest.documents.text import NO_READER, REINSTALL, DocumentText, Unreadable

# A document within the limits takes a tenth of that (measured: 160,000 cells of a sheet 67 MB, 300 pages of PDF 44 MB).
MEMORY_LIMIT_BYTES = 1024**3

_READERS = {
    form.EPUB: ("epub", "read_epub"),
    form.EXCEL: ("excel", "read_excel"),
    form.NOTEBOOK: ("notebook", "read_notebook"),
    form.PAGE: ("page", "read_page"),
    form.PDF: ("pdf", "read_pdf"),
    form.POWERPOINT: ("powerpoint", "read_powerpoint"),
    form.WEB: ("web", "read_web_page"),
    form.WORD: ("word", "read_word"),
}

_log = logging.getLogger(__name__)


def main() -> None:
    """Serve until standard input ends."""
    inward, outward = sys.stdin.buffer, sys.stdout.buffer
    # What a library prints must not end up among the messages.
    sys.stdout = sys.stderr
    limit_memory(MEMORY_LIMIT_BYTES)
    while (message := receive(inward)) is not None:
        kind, path, data, limit_s = marshal.loads(message)  # noqa: S302 - from the process that started this one
        limit_cpu(limit_s)
        send(outward, marshal.dumps(read(kind, path, data)))


def read(kind: str, path: str, data: bytes) -> tuple[bool, str, str, list[str]]:
    """Read one document: whether there is a text, and then a DocumentText's parts, else reason and detail."""
    try:
        found = _reader_of(kind)(data, path)
    except Unreadable as exc:
        return False, exc.reason, exc.detail, []
    except ImportError as exc:
        return False, NO_READER, f"its reader cannot be loaded ({' '.join(str(exc).split())}); {REINSTALL}", []
    except MemoryError:
        return False, "too_large", "to read it takes more memory than is allowed", []
    except Exception as exc:  # noqa: BLE001 - readers raise what they meet on what was made to break them
        _log.warning("%s could not be read: %s", path, type(exc).__name__, exc_info=_log.isEnabledFor(logging.DEBUG))
        return False, "corrupt", f"it cannot be read ({type(exc).__name__})", []
    return True, found.language, found.text, found.warnings


def _reader_of(kind: str) -> Callable[[bytes, str], DocumentText]:
    """Import the one reader that is needed. What it is given besides the bytes is a path, or the URL of a page."""
    module, name = _READERS[kind]
    reader: Callable[[bytes, str], DocumentText] = getattr(import_module(f"cairn.ingest.documents.{module}"), name)
    return reader
