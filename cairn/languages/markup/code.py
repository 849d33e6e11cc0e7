"""The code in a page of markup, and the text that the grammar of that code gets to see."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cairn.languages.markup.pages import Span

_PATH = re.compile(rb"\s*[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*\s*\Z")
_NOT_LINE_ENDS = re.compile(rb"[^\r\n]")
_WORDS = re.compile(rb"[A-Za-z_$][\w$]*")
_PATTERN_KEY = re.compile(rb"[A-Za-z_$][\w$]*\s*:\s*")  # `{ key: name }` binds the name
_DEFAULT = re.compile(rb"=[^,}\]]*")


@dataclass(slots=True)
class Local:
    """Names that a part of the page binds; the first is an element of what the code at `over` yields."""

    start: int
    end: int
    names: list[tuple[str, int]]
    over: Span | None = None


@dataclass(slots=True)
class Inside:
    """The parts of a page of markup that are code, and the names that it uses."""

    scripts: list[Span] = field(default_factory=list)
    values: list[Span] = field(default_factory=list)  # expressions
    statements: list[Span] = field(default_factory=list)
    locals: list[Local] = field(default_factory=list)
    components: list[tuple[str, int, str]] = field(default_factory=list)  # name, its first byte, kind of reference
    sources: list[tuple[str, int]] = field(default_factory=list)  # scripts that are named by their path
    template: Span | None = None  # where names are looked up among the members of the component, too
    is_component: bool = True  # else a page
    has_stores: bool = False  # `$name` reads what the store `name` holds

    def add_code(self, text: bytes, span: Span, *, runs: bool = False) -> None:
        """Add an expression, or with `runs` what may be several statements."""
        code = text[slice(*span)]
        if not code.strip():
            return
        if runs and not _PATH.match(code):
            self.statements.append(span)
        else:
            self.values.append(span)

    def add_braced(self, text: bytes, span: Span) -> None:
        """Add what stands in single braces: these may follow one another without anything between, as blocks do."""
        code = text[slice(*span)]
        if code.strip():
            (self.values if code.lstrip().startswith(b"{") else self.statements).append(span)


def names_in(text: bytes, start: int, end: int) -> list[tuple[str, int]]:
    """The names that a pattern binds, with their first bytes."""
    pattern = _DEFAULT.sub(lambda m: b" " * len(m[0]), _PATTERN_KEY.sub(lambda m: b" " * len(m[0]), text[start:end]))
    return [(found.group().decode("ascii"), start + found.start()) for found in _WORDS.finditer(pattern)]


def weave(text: bytes, inside: Inside) -> bytes:
    """The text with all that is no code blanked, of the same length and with the same lines.

    The marks around an expression become brackets, so that each stands for itself; a script ends in `;`, so that what follows
    is not taken for its continuation.
    """
    seen = bytearray(_NOT_LINE_ENDS.sub(b" ", text))
    for start, end in inside.scripts:
        seen[start:end] = text[start:end]
        _put(seen, end, b";")
    for start, end in inside.statements:
        seen[start:end] = text[start:end]
        _put(seen, start - 1, b"{")
        _put(seen, end, b"}")
    for start, end in inside.values:
        seen[start:end] = text[start:end]
        _put(seen, start - 1, b"(")
        _put(seen, end, b")")
        for beside in (start - 2, end + 1):
            if seen[beside : beside + 1] == b" ":
                _put(seen, beside, b";")
    return bytes(seen)


def _put(seen: bytearray, place: int, mark: bytes) -> None:
    if 0 <= place < len(seen) and seen[place] not in b"\r\n":
        seen[place : place + 1] = mark
