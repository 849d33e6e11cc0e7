"""The lines of one text with their places in its UTF-8 form, and what stands on them."""

from __future__ import annotations

import re
from itertools import accumulate

_COMMENT = re.compile(rb"\s*(?:#|//|/\*|\*|--|;|%|@|\"\"\"|'''|<!--|\{-|\(\*|\[[A-Z#])")
_CLOSING = re.compile(rb"[\s})\];,]*\Z|\s*end\s*\Z")


class Lines:
    """Line numbers are 1-based; a line ends with a line feed, which a carriage return may precede."""

    def __init__(self, text: str) -> None:
        self.data = text.encode("utf-8", "replace")
        parts = self.data.split(b"\n")
        if parts[-1] == b"":
            parts.pop()
        self._parts = parts
        self._before = [0, *accumulate(map(len, parts))]  # bytes in front of a line, without line feeds
        self.count = len(parts)

    def start_byte(self, line: int) -> int:
        """Return the place of a line's first byte."""
        return self._before[line - 1] + line - 1

    def end_byte(self, line: int) -> int:
        """Return the place behind a line's last byte, without its line end."""
        part = self._parts[line - 1]
        return self._before[line] + line - 1 - part.endswith(b"\r")

    def text(self, line: int) -> bytes:
        """Return a line without its line feed."""
        return self._parts[line - 1]

    def is_blank(self, line: int) -> bool:
        """Tell whether nothing or only white space stands on a line."""
        part = self._parts[line - 1]
        return not part or part.isspace()

    def is_comment(self, line: int) -> bool:
        """Tell whether a line looks like a comment, an attribute or a decorator, in whichever language."""
        return bool(_COMMENT.match(self._parts[line - 1]))

    def is_closing(self, line: int) -> bool:
        """Tell whether a line only closes what was opened above."""
        return not self.is_blank(line) and bool(_CLOSING.match(self._parts[line - 1]))

    def trim(self, start: int, end: int) -> tuple[int, int]:
        """Return the range without blank lines at its ends; start > end when all are blank."""
        while start <= end and self.is_blank(start):
            start += 1
        while end >= start and self.is_blank(end):
            end -= 1
        return start, end
