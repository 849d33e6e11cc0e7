"""What the command line writes: one JSON document, or text for a person."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from typing import TextIO

from cairn.model import as_document

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


def visible(text: str, *, keeps_colours: bool = True) -> str:
    """Replace what could steer a terminal (escape sequences, carriage returns, direction marks), except for colours.

    Not even those are kept of what is not painted here: a colour can hide the words behind it.
    """
    return _CONTROLS.sub(lambda found: (keeps_colours and found[1]) or "\ufffd", text)
