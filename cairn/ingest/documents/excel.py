"""Excel: a table for each sheet, with the numbers of its rows and the letters of its columns."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from itertools import islice, repeat, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from cairn.ingest.documents.archive import check_archive
from cairn.ingest.documents.form import EXCEL
from cairn.ingest.documents.text import DocumentText, MarkdownWriter, Unreadable

if TYPE_CHECKING:
    from cairn.ingest.documents.cells import SheetRows

MAX_ROWS = 20_000  # of one sheet that have something in them
MAX_COLUMNS = 200
MAX_SHEETS = 200
_NO_VALUE = re.compile(rb"(?:</f>|<f\b[^>]*/>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")


def read_excel(data: bytes, _: str) -> DocumentText:
    """Read the stored values of a workbook: what a formula last gave, else the formula itself; nothing is computed."""
    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    check_archive(data)
    writer = MarkdownWriter()
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        formulas = [None] * len(book.worksheets)
        if _lacks_values(data):
            formulas = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False).worksheets
        pairs = list(zip(book.worksheets, formulas, strict=True))[:MAX_SHEETS]
        lost = [_write_sheet(writer, sheet, written) for sheet, written in pairs]
    except (InvalidFileException, zipfile.BadZipFile, LookupError, ValueError, TypeError, AttributeError, SyntaxError) as exc:
        raise Unreadable("corrupt", f"no workbook that can be read ({exc})") from exc
    if len(book.worksheets) > MAX_SHEETS:
        writer.warnings.append(f"only the first {MAX_SHEETS} of {len(book.worksheets)} sheets are indexed")
    if not writer.has_words:
        raise _nothing(lost)
    return writer.finish(EXCEL)


def _nothing(lost: Sequence[_Lost]) -> Unreadable:
    """Why a workbook has no value."""
    if any(sheet.is_wider for sheet in lost):
        return Unreadable("too_large", f"its values are beyond the first {MAX_COLUMNS} columns, and no others are read")
    if any(sheet.faults for sheet in lost):
        return Unreadable("corrupt", "none of its cells can be read")
    return Unreadable("empty", "there is no value in it")


def _lacks_values(data: bytes) -> bool:
    """Whether a formula has no stored value, as programs that do not compute leave it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/") and name.endswith(".xml")]
        return any(_NO_VALUE.search(archive.read(name)) for name in sheets)


class _Lost(NamedTuple):
    """What of a sheet is not read: cells that cannot be, and whether there are values beyond the last column."""

    faults: int
    is_wider: bool


def _write_sheet(writer: MarkdownWriter, sheet: Any, written: Any | None) -> _Lost:
    """Write a sheet; `written` is the same with formulas instead of their values, where those are needed."""
    from cairn.ingest.documents.cells import SheetRows

    source = SheetRows(sheet, MAX_COLUMNS)
    # The table's head has the columns of the widest row, which may be the last.
    rows = list(islice(_read_rows(source, None if written is None else SheetRows(written, MAX_COLUMNS)), MAX_ROWS + 1))
    if source.is_wider:
        writer.warnings.append(f"only the first {MAX_COLUMNS} columns of the sheet {sheet.title} are indexed")
    if source.faults:
        writer.warnings.append(f"{source.faults:,} cells of the sheet {sheet.title} cannot be read and are left out")
    if rows:
        _write_rows(writer, sheet, rows)
    return _Lost(source.faults, source.is_wider)


def _write_rows(writer: MarkdownWriter, sheet: Any, rows: Sequence[tuple[int, list[str]]]) -> None:
    from openpyxl.utils import get_column_letter

    writer.heading(1, sheet.title)
    if sheet.sheet_state != "visible":
        writer.note("(a hidden sheet)")
    writer.end_block()
    width = max(len(cells) for _, cells in rows)
    writer.row(["row", *(get_column_letter(number) for number in range(1, width + 1))])
    for number, cells in rows[:MAX_ROWS]:
        if writer.is_full:
            return
        writer.row([str(number), *cells])
    if len(rows) > MAX_ROWS:
        writer.warnings.append(f"only the first {MAX_ROWS:,} rows of the sheet {sheet.title} are indexed")


def _read_rows(source: SheetRows, written: SheetRows | None) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row that has something in it."""
    formulas = repeat((0, ())) if written is None else written
    for (number, row), (_, behind) in zip(source, formulas, strict=False):
        cells = [_as_text(cell) or _formula(other) for cell, other in zip_longest(row, behind[: len(row)])]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield number, cells


def _formula(cell: Any | None) -> str:
    """What a cell has as its formula; empty if it has none."""
    if cell is None or cell.data_type != "f":
        return ""
    return str(getattr(cell.value, "text", cell.value) or "")


def _format(cell: Any) -> str:
    try:
        return cell.number_format or ""
    except LookupError:  # a style that the workbook does not have
        return ""


def _as_text(cell: Any) -> str:
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float | int):
        return f"{value * 100.0:.15g}%" if "%" in _format(cell) else f"{value:.15g}"
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    return value.isoformat(" ") if isinstance(value, dt.datetime) else str(value)
