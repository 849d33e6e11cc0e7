"""Indexed files and definitions as resources: `cairn://LABEL/path` and `cairn://LABEL/path#Entity`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from urllib.parse import quote, unquote

from mcp_types import Resource, ResourceTemplate

from cairn.answers.pages import open_page
from cairn.errors import NotFoundError, RefusedError
from cairn.retrieve.view import quote_path
from cairn.serve.audit import tell, tell_rows
from cairn.serve.calls import index_state
from cairn.serve.work import Work

SCHEME = "cairn://"
_PAGE_ROWS = 200  # a guess: about 12,000 tokens of names
_MOST_TOKENS = 100_000  # of one resource, as the largest budget of `show`

TEMPLATES = [
    ResourceTemplate(
        uri_template="cairn://{label}/{+path}",
        name="file",
        title="An indexed file",
        description="The text of a file, as it was indexed",
        mime_type="text/plain",
    ),
    ResourceTemplate(
        uri_template="cairn://{label}/{+path}#{entity}",
        name="entity",
        title="An indexed definition",
        description="The text of a definition: the handle label:path#entity as an address",
        mime_type="text/plain",
    ),
]


def list_resources(work: Work, cursor: str) -> tuple[list[Resource], str | None]:
    """A page of the indexed files, by label and path, and the cursor of the next one.

    Raises:
        UsageError: the cursor is none, or of an index that has changed.
    """
    try:
        page = open_page(cursor, 0, "resources", index_state(work))
    except (NotFoundError, RefusedError):  # no index yet, or nothing in it that may be told: nothing is listed
        return [], None
    end = page.start + _PAGE_ROWS
    rows = list(islice(_files(work), page.start, end + 1))
    tell_rows({label for label, _ in rows[:_PAGE_ROWS]}, len(rows[:_PAGE_ROWS]))
    return [_resource(*row) for row in rows[:_PAGE_ROWS]], page.cursor(end) if len(rows) > _PAGE_ROWS else None


def _files(work: Work) -> Iterator[tuple[str, str]]:
    """Label and path of every indexed file."""
    for label in work.cairn.retrieve.locations():
        for row in work.cairn.retrieve.files(label).files:
            yield label, row.file


def _resource(label: str, path: str) -> Resource:
    return Resource(uri=f"{SCHEME}{label}/{quote(path)}", name=f"{label}:{path}", mime_type="text/plain")


def read_resource(work: Work, uri: str) -> str:
    """The text that an address names; of a long one the beginning, with a last line that says so.

    Raises:
        NotFoundError, AmbiguousError, RefusedError: nothing that may be read has this address.
    """
    excerpt = work.cairn.retrieve.show(handle_of(uri), budget_tokens=_MOST_TOKENS)
    tell(excerpt)
    if not excerpt.omitted:
        return excerpt.text
    return f"{excerpt.text}[cut: {excerpt.omitted} more lines; the tool `show` gives them by line numbers]\n"


def handle_of(uri: str) -> str:
    """The handle that an address stands for.

    Raises:
        NotFoundError: it is no address of ours.
    """
    label, slash, rest = uri.removeprefix(SCHEME).partition("/")
    path, sharp, entity = rest.partition("#")
    if not uri.startswith(SCHEME) or not slash or not path:
        raise NotFoundError(f"{uri[:100]!r} names no resource; there are cairn://LABEL/path and cairn://LABEL/path#Entity")
    return f"{unquote(label)}:{quote_path(unquote(path))}{sharp}{unquote(entity)}"
