"""The text of a document as Markdown, with limits, and why there is none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

# Reasons of `model.Skip` that say nothing lasting of a document: it is read again by the next refresh.
NO_READER, TOO_SLOW = "no_reader", "too_slow"
REINSTALL = "install Cairn again: `pip install --force-reinstall cairn-index`"

MAX_CHARACTERS = 4_000_000  # of one document: some 2,000 printed pages (guess)

# What begins a block of Markdown, and therefore not a line of somebody's prose.
_MARK = re.compile(r"(?= {0,3}(?:#{1,6}(?:\s|$)|`{3}|~{3}|={2,}\s*$|-{2,}\s*$|\+{3}\s*$|<h[1-6]\b))", re.IGNORECASE)
_SPACES = re.compile(r"[^\S\n]+")
# Signs that some formats have in their text and that no reader shows; a line break that is none.
_UNSEEN: dict[int, str | None] = {
    **dict.fromkeys([*range(9), *range(14, 32), 0xAD, 0xFEFF]),
    **dict.fromkeys([0x0B, 0x0C, 0x85, 0x2028, 0x2029], "\n"),
}


class DocumentText(NamedTuple):
    """What a reader made of a document.

    `language` is the format's name or, of a notebook, the language of its cells.
    """

    language: str
    text: str
    warnings: list[str]


class Unreadable(Exception):
    """A document that gives no text. `reason` is one of `model.Skip`."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class MarkdownWriter:
    """Puts a document's text together, block by block. Lines of prose are escaped where they would begin a block."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._left = MAX_CHARACTERS
        self._kind = ""
        self.warnings: list[str] = []
        self.has_words = False
        self.is_full = False

    def heading(self, level: int, title: str) -> None:
        """Begin a section; it alone makes no document that has text."""
        title = one_line(title)
        if title:
            self._block("heading", ["#" * min(max(level, 1), 6) + " " + title])

    def prose(self, text: str) -> None:
        """Add a paragraph; its lines stay lines."""
        lines = [_SPACES.sub(" ", line).rstrip() for line in clean(text).split("\n")]
        self._say("prose", [_escape(line) for line in lines if line.strip()])

    def item(self, text: str, depth: int = 0, mark: str = "-") -> None:
        """Add an item of a list."""
        text = one_line(text)
        if text:
            self._say("item", ["  " * min(depth, 8) + f"{mark} {text}"])

    def row(self, cells: Iterable[str]) -> None:
        """Add a row of a table; it stays one line."""
        row = [one_line(cell).replace("|", "\\|") for cell in cells]
        if any(row):
            self._say("row", [f"| {' | '.join(row)} |"])

    def code(self, text: str, language: str = "") -> None:
        """Add lines that stay as they are."""
        body = clean(text).strip("\n")
        if body.strip():
            fence = "```"
            while fence in body:
                fence += "`"
            self._say("code", [f"{fence}{language}", *(line.rstrip() for line in body.split("\n")), fence])

    def note(self, text: str) -> None:
        """Add a line about the document rather than of it, such as that a sheet is hidden."""
        self._block("note", [text])

    def end_block(self) -> None:
        """Let the next item or row begin another list or table."""
        self._kind = ""

    def finish(self, language: str) -> DocumentText:
        """Return what was put together."""
        if self.is_full:
            self.warnings.append(f"only the first {MAX_CHARACTERS:,} characters are indexed")
        text = "\n".join(self._lines).strip("\n")
        return DocumentText(language, text + "\n" if text else "", self.warnings)

    def _say(self, kind: str, lines: list[str]) -> None:
        self._block(kind, lines)
        self.has_words = self.has_words or bool(lines)

    def _block(self, kind: str, lines: list[str]) -> None:
        if not lines or self.is_full:
            return
        size = sum(map(len, lines)) + len(lines) + 1
        if size > self._left:
            self.is_full = True
            return
        self._left -= size
        if self._lines and not (kind == self._kind and kind in ("item", "row")):
            self._lines.append("")
        self._lines.extend(lines)
        self._kind = kind


def clean(text: str) -> str:
    r"""Leave out signs that nobody sees, and let every line end with \n."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_UNSEEN)


def one_line(text: str) -> str:
    """Join a text's lines."""
    return " ".join(clean(text).split())


def _escape(line: str) -> str:
    return "\\" + line.lstrip() if _MARK.match(line) else line
