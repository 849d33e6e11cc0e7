"""Colours, columns and tables of a terminal."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Sequence

from cairn.model import printable

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}


def paint(text: str, *styles: str) -> str:
    """Text in colour, if standard output is a terminal that wants it (https://no-color.org)."""
    if not text or not has_colour():
        return text
    return f"\x1b[{';'.join(_STYLES[style] for style in styles)}m{text}\x1b[0m"


def has_colour() -> bool:
    """Whether standard output is a terminal, and neither NO_COLOR nor TERM=dumb forbids colour."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def columns() -> int:
    """The width of the terminal; 100 where there is none."""
    return shutil.get_terminal_size((100, 24)).columns


def width_of(text: str) -> int:
    """How many cells of a terminal a text takes: East Asian wide characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def shorten(text: str, limit: int) -> str:
    """A line, cut to `limit` characters."""
    return text if len(text) <= limit else text[: max(limit - 1, 0)] + "\u2026"


def table(head: Sequence[str], rows: Sequence[Sequence[object]], numbers: Sequence[int] = ()) -> list[str]:
    """Lines with aligned columns; the columns in `numbers` stand to the right. A cell is one line."""
    cells = [[printable(str(cell)) for cell in row] for row in (head, *rows)]
    widths = [max(width_of(row[place]) for row in cells) for place in range(len(head))]
    lines = []
    for index, row in enumerate(cells):
        padded = [_pad(cell, widths[place], place in numbers) for place, cell in enumerate(row)]
        line = "  ".join(padded).rstrip()
        lines.append(paint(line, "dim") if index == 0 else line)
    return lines


def _pad(cell: str, width: int, is_number: bool) -> str:
    space = " " * (width - width_of(cell))
    return space + cell if is_number else cell + space


def count(number: int, noun: str) -> str:
    """`1 file`, `1,204 files`."""
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + "es" if noun.endswith("ch") else noun + "s"
    return f"{number:,} {noun if number == 1 else plural}"
