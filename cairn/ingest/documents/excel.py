"""Excel: a table for each sheet, with the numbers of its rows and the letters of its columns."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections.abc import Iterator
from typing import Any

from cairn.ingest.documents.archive import check_archive
from cairn.ingest.documents.form import EXCEL
from cairn.ingest.documents.text import DocumentText, MarkdownWriter, Unreadable

MAX_ROWS = 20_000  # of one sheet that have something in them
MAX_COLUMNS = 200
MAX_SHEETS = 200


def read_excel(data: bytes, _: str) -> DocumentText:
    """Read the stored values of a workbook: what a formula last gave, never the formula, and nothing is computed."""
    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    check_archive(data)
    writer = MarkdownWriter()
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets[:MAX_SHEETS]:
            _write_sheet(writer, sheet)
    except (InvalidFileException, zipfile.BadZipFile, LookupError, ValueError, TypeError, AttributeError, SyntaxError) as exc:
        raise Unreadable("corrupt", f"no workbook that can be read ({exc})") from exc
    if len(book.worksheets) > MAX_SHEETS:
        writer.warnings.append(f"only the first {MAX_SHEETS} of {len(book.worksheets)} sheets are indexed")
    if not writer.has_words:
        raise Unreadable("empty", "there is no value in it")
    return writer.finish(EXCEL)


def _write_sheet(writer: MarkdownWriter, sheet: Any) -> None:
    from openpyxl.utils import get_column_letter

    if (sheet.max_column or 0) > MAX_COLUMNS:
        writer.warnings.append(f"only the first {MAX_COLUMNS} columns of the sheet {sheet.title} are indexed")
    # What the sheet says of its own size need not be true.
    sheet.reset_dimensions()
    rows = _read_rows(sheet)
    first = next(rows, None)
    if first is None:
        return
    writer.heading(1, sheet.title)
    if sheet.sheet_state != "visible":
        writer.note("(a hidden sheet)")
    writer.end_block()
    writer.row(["row", *(get_column_letter(number) for number in range(1, len(first[1]) + 1))])
    writer.row([str(first[0]), *first[1]])
    for count, (number, cells) in enumerate(rows, 2):
        if writer.is_full:
            return
        if count > MAX_ROWS:
            writer.warnings.append(f"only the first {MAX_ROWS:,} rows of the sheet {sheet.title} are indexed")
            return
        writer.row([str(number), *cells])


def _read_rows(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row that has a value."""
    for number, row in enumerate(sheet.iter_rows(max_col=MAX_COLUMNS), 1):
        cells = [_as_text(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield number, cells


def _as_text(cell: Any) -> str:
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float | int):
        return f"{value * 100:.15g}%" if "%" in (cell.number_format or "") else f"{value:.15g}"
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    return value.isoformat(" ") if isinstance(value, dt.datetime) else str(value)
