"""One text to its chunks: along definitions where they are known, along headings in prose, else in windows."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cairn.chunk.code import lay_code
from cairn.chunk.lines import Lines
from cairn.chunk.nesting import Nesting, Outlined
from cairn.chunk.prose import lay_prose

WINDOW_LINES = 60  # issue 2: windows of 60 lines that share 10
OVERLAP_LINES = 10
# A span is cut when it has more. 60 lines of code are about 2,400 bytes; guess: three times that is data or one long line.
MAX_BYTES = 8_000
MARK_BYTES = 32  # that the hash of a place within a line is made of (guess)
PROSE_MAX_BYTES = 12_000  # 4,000 characters of any script


class Span(NamedTuple):
    """A chunk. Bytes are those of the text in UTF-8; they tell parts of one very long line apart."""

    start_line: int
    end_line: int
    start_byte: int
    end_byte: int  # without the last line's end
    entity: int  # ordinal of the innermost definition around it, 0 for the module
    names: list[str]  # qualified names of the definitions whose name stands in it


def split(text: str, definitions: Sequence[Outlined], breaks: Sequence[int], is_prose: bool) -> list[Span]:
    """Cut a text so that every line that is not blank is in exactly one chunk, but for the windows, which overlap.

    `breaks` are lines, in order, at which a statement begins. Takes linear time, also for one line of many megabytes.
    """
    lines = Lines(text)
    nesting = Nesting(definitions)
    if is_prose:
        spans = ((start, end, None) for start, end in lay_prose(text, lines, definitions, nesting))
        return list(_finish(spans, lines, nesting, PROSE_MAX_BYTES))
    if len(definitions) > 1 or breaks:
        return list(_finish(lay_code(lines, definitions, nesting, breaks), lines, nesting, MAX_BYTES))
    return list(_finish(_lay_windows(lines.count), lines, nesting, MAX_BYTES))


def _lay_windows(count: int) -> Iterator[tuple[int, int, int | None]]:
    start = 1
    while start <= count:
        end = min(start + WINDOW_LINES - 1, count)
        yield start, end, 0
        if end == count:
            return
        start = end + 1 - OVERLAP_LINES


def _finish(ranges: Iterator[tuple[int, int, int | None]], lines: Lines, nesting: Nesting, max_bytes: int) -> Iterator[Span]:
    """Turn ranges of lines into spans that are not too large; an entity of None is to be found."""
    for start, end, entity in ranges:
        for first, last in _limit(lines, *lines.trim(start, end), max_bytes):
            start_byte, end_byte = lines.start_byte(first), lines.end_byte(last)
            if end_byte - start_byte > max_bytes:
                yield from _cut_line(lines, nesting, first, max_bytes)
                continue
            owner = nesting.find_enclosing(start_byte, end_byte) if entity is None else entity
            yield Span(first, last, start_byte, end_byte, owner, nesting.list_names(first, last))


def _limit(lines: Lines, start: int, end: int, max_bytes: int) -> Iterator[tuple[int, int]]:
    """Cut a range between lines wherever more than `max_bytes` come together; a longer line stays alone."""
    first = start
    is_small = start <= end and lines.end_byte(end) - lines.start_byte(start) <= max_bytes
    for line in range(start, start if is_small else end + 1):
        if line > first and lines.end_byte(line) - lines.start_byte(first) > max_bytes:
            yield lines.trim(first, line - 1)
            first = line
    first, end = lines.trim(first, end)
    if first <= end:
        yield first, end


def _cut_line(lines: Lines, nesting: Nesting, line: int, max_bytes: int) -> Iterator[Span]:
    """Cut one long line behind white space or punctuation, where there is any, and never within a character."""
    start, stop = lines.start_byte(line), lines.end_byte(line)
    while start < stop:
        end = _find_cut(lines.data, start, min(start + max_bytes, stop), stop)
        if lines.data[start:end].strip():
            yield Span(line, line, start, end, nesting.find_enclosing(start, end), nesting.list_names_in_bytes(start, end))
        start = end


def _find_cut(data: bytes, start: int, end: int, stop: int) -> int:
    if end == stop:
        return end
    # As in prose.py the text itself says where: what lies behind an edit is soon cut as it was.
    first = start + (end - start) // 2
    for mark in (b" ", b";", b","):
        places = [first + found.end() for found in re.finditer(re.escape(mark), data[first:end])]
        if places:
            return min(places, key=lambda place: zlib.crc32(data[place : place + MARK_BYTES]))
    while end > start + 1 and data[end] & 0xC0 == 0x80:
        end -= 1
    return end
