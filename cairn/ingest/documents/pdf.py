"""PDF: a section for each page."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from cairn.ingest.documents.form import PDF
from cairn.ingest.documents.text import DocumentText, MarkdownWriter, Unreadable

MAX_PAGES = 2_000
# A page with fewer signs than that is a picture of a page; measured on scanned and printed ones.
_LEAST_SIGNS = 20
# What programs give as the title of a document that has none.
_NO_TITLE = re.compile(r"\s*\(?(?:untitled|anonymous|unspecified|no title)\)?\s*", re.IGNORECASE)
_INLINE_IMAGE = re.compile(rb"\bBI\s.*?\sID\s", re.DOTALL)
_HYPHEN = re.compile(r"(?<=[^\W\d_])-\n(?=[a-zà-ÿ])")


class _Fault(NamedTuple):
    """Why a page cannot be read, as `Unreadable` says of a document."""

    reason: str
    detail: str


def read_pdf(data: bytes, path: str) -> DocumentText:
    """Read the text layer of a PDF."""
    import pypdf
    from pypdf.errors import LimitReachedError, PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise Unreadable("encrypted", "it is protected by a password; save it without one")
        count = len(reader.pages)
        title = str((reader.metadata.title if reader.metadata else None) or "")
        pages = [_read_page(reader, number) for number in range(min(count, MAX_PAGES))]
        texts = [page if isinstance(page, str) else "" for page in pages]
        faults = [page for page in pages if not isinstance(page, str)]
        if faults and _have_no_text(texts):
            raise _why(faults, len(pages))
        has_images = any(map(_has_images, reader.pages[:MAX_PAGES])) if _have_no_text(texts) else False
    except LimitReachedError as exc:
        raise Unreadable("too_large", f"it goes beyond a limit of its reader ({exc})") from exc
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, AssertionError, OSError) as exc:
        raise Unreadable("corrupt", f"no PDF that can be read ({exc})") from exc
    name = path.rpartition("/")[2].rpartition(".")[0] if _NO_TITLE.fullmatch(title) else title
    return _write(texts, count, name, has_images, len(faults))


def _has_images(page: Any) -> bool:
    """Whether a page shows something that may be a picture."""
    resources = page.get("/Resources")
    if resources is not None and resources.get_object().get("/XObject"):
        return True
    contents = page.get_contents()
    return contents is not None and _INLINE_IMAGE.search(contents.get_data()) is not None


def _read_page(reader: Any, number: int) -> str | _Fault:
    """Return the text of a page, or what is wrong with it."""
    try:
        return str(reader.pages[number].extract_text())
    except MemoryError:
        raise
    except Exception as exc:  # noqa: BLE001 - one page that the library cannot read is one page; it raises whatever it meets
        return _judge(exc)


def _why(faults: Sequence[_Fault], count: int) -> Unreadable:
    """Why a document of that many pages has no text: some cannot be read, and the others have none."""
    which = "none of its pages can be read" if len(faults) == count else f"{len(faults):,} of its {count:,} pages cannot be read"
    fault = next((one for one in faults if one.reason == "too_large"), faults[0])
    return Unreadable(fault.reason, f"{which} ({fault.detail})")


def _judge(exc: Exception) -> _Fault:
    from pypdf.errors import LimitReachedError

    if isinstance(exc, LimitReachedError):
        return _Fault("too_large", f"beyond a limit of its reader: {exc}")
    return _Fault("corrupt", "nested too deeply" if isinstance(exc, RecursionError) else type(exc).__name__)


def _is_blank(text: str) -> bool:
    return len("".join(text.split())) < _LEAST_SIGNS


def _have_no_text(texts: list[str]) -> bool:
    return sum(map(len, texts)) < _LEAST_SIGNS * len(texts) and all(map(_is_blank, texts))


def _write(texts: list[str], count: int, title: str, has_images: bool, faults: int) -> DocumentText:
    blank = [number for number, text in enumerate(texts, 1) if _is_blank(text)]
    if not texts:
        raise Unreadable("empty", "it has no pages")
    if _have_no_text(texts):
        if not has_images:
            raise Unreadable("empty", "its pages are blank")
        raise Unreadable("no_text", "its pages are pictures; run a text recognition over it")
    writer = MarkdownWriter()
    writer.heading(1, title)
    for number, text in enumerate(texts, 1):
        writer.heading(2, f"Page {number}")
        writer.prose(_HYPHEN.sub("", text))
    if blank:
        writer.warnings.append(f"{len(blank)} of {len(texts)} pages have no text, or next to none")
    if faults:
        writer.warnings.append(f"{faults:,} of {len(texts):,} pages cannot be read")
    if count > len(texts):
        writer.warnings.append(f"only the first {len(texts):,} of {count:,} pages are indexed")
    return writer.finish(PDF)
