"""What the command line writes: one JSON document, or text for a person."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from typing import TextIO

from cairn.model import as_document, printable

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}
# A colour sequence, which is kept, or a character that could steer a terminal.
_CONTROLS = re.compile(r"(\x1b\[[0-9;]*m)|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def open_missing_streams() -> None:
    """Give a process that was started without standard streams (`>&-`) ones that lead nowhere.

    Otherwise the next file to be opened, the index for one, would take the number of standard output or error.
    """
    if None not in (sys.stdin, sys.stdout, sys.stderr):
        return
    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor <= 2:
        os.set_inheritable(descriptor, True)
        descriptor = os.open(os.devnull, os.O_RDWR)
    os.close(descriptor)
    # They live as long as the process.
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - stays open to the end
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - stays open to the end
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - stays open to the end


def accept_any_character() -> None:
    """Let standard output and error take every character, whatever the terminal's encoding is."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def write_whole_texts() -> None:
    """Give standard output and error a buffer where PYTHONUNBUFFERED took it away; each line is still written at once.

    Without one, what a pipe does not take at once is lost: that is so when the process is stopped and continued meanwhile.
    """
    sys.stdout, sys.stderr = _buffered(sys.stdout), _buffered(sys.stderr)


def _buffered(stream: TextIO) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper) or not isinstance(stream.buffer, io.RawIOBase):
        return stream
    encoding, errors = stream.encoding, stream.errors
    return io.TextIOWrapper(io.BufferedWriter(stream.detach()), encoding, errors, line_buffering=True)


def write(text: str) -> None:
    """Write lines to standard output; on a terminal, control characters of indexed text are made visible."""
    if sys.stdout.isatty():
        text = visible(text)
    sys.stdout.write(text if text.endswith("\n") or not text else text + "\n")


def write_bytes(data: bytes) -> None:
    """Write what is no text to standard output."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def write_document(answer: object) -> None:
    """Write one JSON document. Characters that the stream could not carry are escaped as JSON does."""
    sys.stdout.write(to_json(answer) + "\n")


def to_json(answer: object) -> str:
    """One line of JSON that can be written to standard output as it is."""
    document = as_document(answer)
    text = json.dumps(document, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(document)
    return text


def note(text: str) -> None:
    """Write a line to standard error."""
    print(visible(text) if sys.stderr.isatty() else text, file=sys.stderr, flush=True)


def visible(text: str) -> str:
    """Replace what could steer a terminal (escape sequences, carriage returns, direction marks), except for colours."""
    return _CONTROLS.sub(lambda found: found[1] or "\ufffd", text)


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
