"""Cutting lines out of a text: statements, heads of definitions, the neighbourhood of a cursor, fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_OPENING = re.compile(r"[(\[{]")
_CLOSING = re.compile(r"[)\]}]")
_LITERAL = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`[^`]*`")
_HEAD_END = re.compile(r"(?::|\{|;|=>|=)\s*(?:(?:#|//).*)?$")
_MOST_HEAD_LINES = 12
_MOST_IMPORT_LINES = 60
_MOST_STATEMENT_LINES, _MOST_STATEMENT_CHARACTERS = 12, 160
_ASSIGNMENT = re.compile(r"\s*(?<![=!<>:+*/-])=(?![=>])")
# A field that is made in a method, and one that is declared in the body.
_ASSIGNED = re.compile(r"\s*(?:self|this)\.(\w+)\s*(?::[^=]+)?=(?!=)")
_DECLARED = re.compile(r"(\w+)\s*(?::(?!:)|=(?!=))")


def _depth(line: str) -> int:
    plain = _LITERAL.sub("", line)
    return len(_OPENING.findall(plain)) - len(_CLOSING.findall(plain))


def statement_end(lines: Sequence[str], first: int, most: int) -> int:
    """The line (from 1) in which the brackets that line `first` opens are closed; `first` if that is more than `most` lines."""
    depth = 0
    for number in range(first, min(first + most, len(lines) + 1)):
        depth += _depth(lines[number - 1])
        if depth <= 0:
            return number
    return first


def statement(lines: Sequence[str], first: int) -> str:
    """The statement that begins in line `first`, as one line; a long one, or one without an end near by, without its value."""
    end = statement_end(lines, first, _MOST_STATEMENT_LINES)
    text = " ".join(" ".join(lines[first - 1 : end]).split()).rstrip(";,")
    if _depth(text) <= 0 and len(text) <= _MOST_STATEMENT_CHARACTERS:
        return text
    return _ASSIGNMENT.split(text, 1)[0][:_MOST_STATEMENT_CHARACTERS]


def head_end(lines: Sequence[str], name_line: int, last: int) -> int:
    """The last line of the head of a definition, whose name stands in `name_line`."""
    for number in range(name_line, min(name_line + _MOST_HEAD_LINES, last, len(lines)) + 1):
        if _HEAD_END.search(lines[number - 1].rstrip()):
            return number
    return min(name_line, last)


def window(first: int, last: int, cursor: int, count: int) -> tuple[int, int] | None:
    """The `count` lines around a cursor within first..last, two above for each below; None for no lines.

    A larger window holds each smaller one.
    """
    if first > last or count < 1:
        return None
    cursor = max(first, min(cursor, last))
    others = count - 1
    above = min(cursor - first, others - others // 3)
    below = min(last - cursor, others - above)
    return cursor - min(cursor - first, others - below), cursor + below


def import_ranges(lines: Sequence[str], sites: Iterable[int]) -> list[tuple[int, int]]:
    """The ranges of lines of import statements, by the lines in which names are imported; near ones are joined.

    Imports inside of definitions are left out.
    """
    ranges: list[tuple[int, int]] = []
    for site in sorted(set(sites)):
        start = _statement_start(lines, site) if 1 <= site <= len(lines) else None
        if start is None:
            continue
        end = statement_end(lines, start, _MOST_IMPORT_LINES)
        if ranges and start - ranges[-1][1] <= 2:
            ranges[-1] = (ranges[-1][0], max(end, ranges[-1][1]))
        else:
            ranges.append((start, end))
    return ranges


def _statement_start(lines: Sequence[str], site: int) -> int | None:
    """The line in which the import begins of which `site` is one line; None for one inside of a definition."""
    start, indent = site, _indent(lines[site - 1])
    for number in range(site - 1, max(site - _MOST_IMPORT_LINES, 0), -1):
        if not indent:
            return start
        line = lines[number - 1].rstrip()
        if not line or _indent(line) >= indent:
            continue
        # `import (`, `use a::{`: a head with a closed bracket is that of a function.
        if not line.endswith(("(", "{")) or ")" in line:
            return None
        start, indent = number, _indent(line)
    return start if not indent else None


def field_lines(lines: Sequence[str], first: int, last: int, most: int) -> list[str]:
    """Fields of a class by its text, where the language declares none: what its body and its methods assign, each once."""
    indent = next((_indent(line) for line in lines[first:last] if line.strip()), 0)
    found: dict[str, str] = {}
    for number, line in enumerate(lines[first:last], first + 1):
        name = _ASSIGNED.match(line)
        if name is None and _indent(line) == indent:
            name = _DECLARED.match(line.strip())
        if name is not None:
            found.setdefault(name[1], statement(lines, number))
        if len(found) == most:
            break
    return list(found.values())


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
