"""Sources that do not lie on the disk: a page of the web, and a text that was handed over."""

from __future__ import annotations

import codecs
import re
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from cairn.errors import EnvironmentFault, NotFoundError, UsageError
from cairn.index.fingerprint import is_outdated
from cairn.index.read.messages import Work
from cairn.index.run.plan import WalkResult
from cairn.index.run.request import RunRequest, SourceOptions
from cairn.ingest.decode import REFUSED
from cairn.ingest.documents.kind import is_html
from cairn.ingest.documents.text import NO_READER
from cairn.ingest.read import read_text
from cairn.ingest.walk import Candidate
from cairn.ingest.web.page import NO_VALIDATORS, Page, Validators
from cairn.ingest.web.target import read_url
from cairn.model import Skip, SourceKind
from cairn.store.rows import SkipRow, SourceRow
from cairn.store.writing import StoreState

if TYPE_CHECKING:
    from cairn.ingest.web.fetch import Fetcher

_HTML = ("text/html", "application/xhtml+xml")
_TEXTUAL = re.compile(r"text/.*|application/(?:.*[+.-])?(?:json|xml|yaml|toml|javascript|ecmascript|x-sh|sql)")
# What may be a document, which its bytes tell.
_OPAQUE = re.compile(
    r"|binary/octet-stream"
    r"|application/(?:pdf|octet-stream|epub\+zip|msword|zip|x-pdf|vnd\.(?:ms-|openxmlformats-).*)"
)
_ENDINGS = {
    "text/markdown": ".md",
    "text/x-markdown": ".md",
    "text/plain": ".txt",
    "text/csv": ".csv",
    "application/json": ".json",
}
_UNFIT = re.compile(r"[\x00-\x1f\x7f]|(?:^|/)\.{1,2}(?=/|$)")


class OffDiskDocument(NamedTuple):
    """The one document of a source that does not lie on the disk. `url` is where a page is from, empty for a text."""

    path: str
    data: bytes
    mtime_ns: int
    url: str = ""
    is_page: bool = False  # HTML
    validators: Validators = NO_VALIDATORS

    def as_walk(self) -> WalkResult:
        """Return the document as a walk of a folder would find it."""
        return WalkResult([Candidate(self.path, len(self.data), self.mtime_ns, 0)], [])

    def work(self, work: Work) -> Work:
        """Return the plan's work with the bytes in it, so that the worker opens no file."""
        return work._replace(data=self.data, size=len(self.data), mtime_ns=self.mtime_ns, url=self.url if self.is_page else "")

    def require_text(self, name: str, skips: Iterable[SkipRow]) -> None:
        """Raise NotFoundError if the document was left out, EnvironmentFault if its reader is; `name` is that of its place."""
        for skip in skips:
            if skip.reason == NO_READER:
                raise EnvironmentFault(skip.detail)
            raise NotFoundError(f"{name} has no text that can be indexed ({skip.reason}: {skip.detail}); check what it is")


class OffDiskReader:
    """Reads the document of a source that does not lie on the disk; `fetcher` makes the client that fetches pages."""

    def __init__(self, fetcher: Callable[[], Fetcher], limit_bytes: int) -> None:
        self._fetcher = fetcher
        self._limit_bytes = limit_bytes

    def read(self, state: StoreState | None, request: RunRequest) -> OffDiskDocument | None:
        """Return the document of the place that a request names; None if it is what is indexed already.

        Raises:
            NotFoundError, RefusedError, EnvironmentFault: there is none, or it may not be had.
        """
        assert request.place is not None
        row = state.source(request.label) if state is not None else None
        if request.place.kind == SourceKind.WEB:
            known = None if row is None or _is_anew(row, request) else SourceOptions.from_text(row.options).validators
            page = self._fetcher().fetch(request.place.address, self._limit_bytes, known)
            return None if page is None else _page_document(request.place.address, page)
        if request.text is not None:
            return OffDiskDocument(_text_path(request.label), _as_utf8(request.text), time.time_ns())
        if row is None or state is None:
            raise NotFoundError(f"the text of {request.label!r} is gone with the process that it was handed to; add it again")
        return _stored(state, row) if _is_anew(row, request) else None


def _is_anew(row: SourceRow | None, request: RunRequest) -> bool:
    """Tell whether a document has to be read even if the page has not changed."""
    return row is None or request.kind == "reindex" or is_outdated(row.fingerprint)


def _page_document(url: str, page: Page) -> OffDiskDocument:
    is_page = page.media_type in _HTML or (page.media_type == "" and is_html(page.data))
    is_text = is_page or _TEXTUAL.fullmatch(page.media_type) is not None
    if not is_text and not _OPAQUE.fullmatch(page.media_type):
        raise NotFoundError(f"{url} is of the type {page.media_type}, which has no text; add a page or a document")
    data = _recoded(page.data, page.charset) if is_text else page.data
    return OffDiskDocument(_page_path(url, page.media_type), data, time.time_ns(), page.url, is_page, page.validators)


def _recoded(data: bytes, charset: str) -> bytes:
    """Turn a text into UTF-8 with a mark, if the server said what it is in: that goes before what the text says of itself."""
    try:
        codec = codecs.lookup(charset) if charset else None
        if codec is None or codec.name.replace("-", "_") in REFUSED:
            return data
        return codecs.BOM_UTF8 + data.decode(codec.name, "replace").encode("utf-8", "replace")
    except (LookupError, ValueError):
        return data


def _page_path(url: str, media_type: str) -> str:
    """Make a path for a page: `https://docs.example/guide` of type text/html is `docs.example/guide`."""
    target = read_url(url)
    path = _UNFIT.sub("", unquote(urlsplit(url).path, errors="replace")).strip("/")
    name = path.rpartition("/")[2]
    if not path:
        path = "index.html" if media_type in _HTML else f"index{_ENDINGS.get(media_type, '')}"
    elif "." not in name:
        path += _ENDINGS.get(media_type, "")
    return f"{target.host}/{re.sub('/+', '/', path)}"


def _text_path(label: str) -> str:
    """A label with an ending says what the text is; else it is Markdown, which plain text nearly is."""
    return label if "." in label.strip(".") else f"{label}.md"


def _as_utf8(data: bytes) -> bytes:
    read = read_text(data, "")
    if isinstance(read, Skip):
        raise UsageError(f"what was handed over is no text ({read.reason}: {read.detail}); save it as a file and add that")
    if not read.text.strip():
        raise UsageError("what was handed over is empty; write a text to standard input")
    return read.text.encode("utf-8", "replace")


def _stored(state: StoreState, row: SourceRow) -> OffDiskDocument:
    """Take a handed-over text from the index: there is nowhere else to read it again from."""
    for path, text in state.texts(row.id, state.stamps(row.id)).items():
        return OffDiskDocument(path, text.encode("utf-8", "replace"), time.time_ns())
    raise NotFoundError(f"the text of {row.label!r} is lost; add it again")
