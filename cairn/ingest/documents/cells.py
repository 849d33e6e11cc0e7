"""The rows of a sheet that its file has, where openpyxl makes up those between, and ends with the first cell that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from openpyxl.worksheet._reader import WorkSheetParser

_FAULTS = (LookupError, ValueError, TypeError, ArithmeticError)


class SheetRows(WorkSheetParser):  # type: ignore[misc]  # openpyxl declares no types
    """Reads the rows of one sheet; afterwards `faults` counts the cells that cannot be read."""

    col_counter: int

    def __init__(self, sheet: Any, most_columns: int) -> None:
        book = sheet.parent
        super().__init__(
            sheet._get_source(),
            sheet._shared_strings,
            data_only=book.data_only,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        self.faults = 0
        self.is_wider = False  # there is a value beyond the columns that are read
        self._sheet = sheet
        self._most_columns = most_columns

    def __iter__(self) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """Yield the number and the cells of each row, in the order of the file."""
        with self.source:
            for number, cells in self.parse():
                self.is_wider |= any(cell["column"] > self._most_columns and cell["value"] is not None for cell in cells)
                yield number, self._sheet._get_row(cells, 1, self._most_columns)

    def parse_cell(self, element: object) -> dict[str, Any]:
        """Read a cell as openpyxl does; one that it cannot read has no value."""
        before = self.col_counter
        try:
            cell: dict[str, Any] = super().parse_cell(element)
            if isinstance(cell["value"], int):
                float(cell["value"])  # a number of more digits than a sheet can have
        except _FAULTS:
            self.faults += 1
            self.col_counter = max(self.col_counter, before + 1)
            return {"row": self.row_counter, "column": self.col_counter, "value": None, "data_type": "n", "style_id": 0}
        return cell
