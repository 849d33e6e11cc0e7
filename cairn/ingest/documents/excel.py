"""Excel: a table for each sheet, with the numbers of its rows and the letters of its columns."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterator
from itertools import islice, repeat, zip_longest
from typing import Any

from cairn.ingest.documents.archive import check_archive
from cairn.ingest.documents.form import EXCEL
from cairn.ingest.documents.text import DocumentText, MarkdownWriter, Unreadable

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
        for sheet, written in list(zip(book.worksheets, formulas, strict=True))[:MAX_SHEETS]:
            _write_sheet(writer, sheet, written)
    except (InvalidFileException, zipfile.BadZipFile, LookupError, ValueError, TypeError, AttributeError, SyntaxError) as exc:
        raise Unreadable("corrupt", f"no workbook that can be read ({exc})") from exc
    if len(book.worksheets) > MAX_SHEETS:
        writer.warnings.append(f"only the first {MAX_SHEETS} of {len(book.worksheets)} sheets are indexed")
    if not writer.has_words:
        raise Unreadable("empty", "there is no value in it")
    return writer.finish(EXCEL)


def _lacks_values(data: bytes) -> bool:
    """Whether a formula has no stored value, as programs that do not compute leave it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/") and name.endswith(".xml")]
        return any(_NO_VALUE.search(archive.read(name)) for name in sheets)


def _write_sheet(writer: MarkdownWriter, sheet: Any, written: Any | None) -> None:
    """Write a sheet; `written` is the same with formulas instead of their values, where those are needed."""
    from openpyxl.utils import get_column_letter

    if (sheet.max_column or 0) > MAX_COLUMNS:
        writer.warnings.append(f"only the first {MAX_COLUMNS} columns of the sheet {sheet.title} are indexed")
    # The table's head has the columns of the widest row, which may be the last.
    rows = list(islice(_read_rows(sheet, written), MAX_ROWS + 1))
    if not rows:
        return
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


def _read_rows(sheet: Any, written: Any | None) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row that has something in it."""
    formulas = repeat(()) if written is None else _iter_rows(written)
    for number, (row, behind) in enumerate(zip(_iter_rows(sheet), formulas, strict=False), 1):
        cells = [_as_text(cell) or _formula(other) for cell, other in zip_longest(row, behind[: len(row)])]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield number, cells


def _iter_rows(sheet: Any) -> Iterator[tuple[Any, ...]]:
    # What the sheet says of its own size need not be true.
    sheet.reset_dimensions()
    rows: Iterator[tuple[Any, ...]] = sheet.iter_rows(max_col=MAX_COLUMNS)
    return rows


def _formula(cell: Any | None) -> str:
    """What a cell has as its formula; empty if it has none."""
    if cell is None or cell.data_type != "f":
        return ""
    return str(getattr(cell.value, "text", cell.value) or "")


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
