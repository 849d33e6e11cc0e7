"""Exact text and regular expressions over the indexed texts, line by line."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cairn.errors import UsageError
from cairn.retrieve.lines import split_lines
from cairn.retrieve.search.copies import Origin
from cairn.retrieve.view import View
from cairn.store.stored import Phrase

# An expression may take exponential time, and Python cannot interrupt one in a thread: it runs in a process that can be ended.
REGEX_LIMIT_S = 5.0
_WORKER = Path(__file__).with_name("scan_worker.py")
_BATCH_CHARACTERS = 8_000_000
# A text without a word of the index, `=>` say, may lie in any file: all are read, 150 million characters in a second.
MOST_CHARACTERS = 600_000_000

_BETWEEN_SIGNS = re.compile(r"(?<=[\x01-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7f])[A-Za-z0-9_]+")


class LineSpan(NamedTuple):
    """Neighbouring lines of a file that all fit."""

    file_id: int
    start_line: int
    end_line: int


class Scanned(NamedTuple):
    """What was found; `is_partial`: not all files were read that could have more."""

    spans: list[LineSpan]
    is_partial: bool = False


def scan_literal(view: View, text: str, source_ids: Sequence[int], file_ids: Sequence[int] | None, limit: int) -> Scanned:
    """Find the lines that hold a text, by source and path, in what is made from sources last.

    One that goes over several lines is found where it starts. At most MOST_CHARACTERS are read.
    """
    chosen = _narrowed(view, text, file_ids)
    found: list[LineSpan] = []
    count = 0
    for file_id, whole in _texts(view, source_ids, chosen):
        if count > MOST_CHARACTERS:
            return Scanned(found, is_partial=True)
        count += len(whole)
        if text in whole:
            found.extend(_spans(file_id, _lines_with(whole, text)))
            if len(found) > limit:
                break
    return Scanned(found[: limit + 1])


def _texts(view: View, source_ids: Sequence[int], file_ids: Sequence[int] | None) -> Iterator[tuple[int, str]]:
    """The texts of files by source and path: those of sources, then those of what is made from them."""
    chosen = [file_id for file_id, _ in view.reader.file_paths(source_ids, None)] if file_ids is None else file_ids
    files, origin = view.load_files(chosen), Origin(view)
    made = {file_id for file_id in chosen if origin.is_made(files[file_id])}
    yield from view.reader.texts(source_ids, [file_id for file_id in chosen if file_id not in made])
    if made:
        yield from view.reader.texts(source_ids, sorted(made))


def _narrowed(view: View, text: str, file_ids: Sequence[int] | None) -> list[int] | None:
    """The files that can hold the text by the index's words, where that is sure; else those given.

    Words with signs on both sides are whole words of the index, one that starts after a sign is the start of such a word.
    A text of several lines may lie in two chunks and is not narrowed.
    """
    words = _BETWEEN_SIGNS.findall(text)
    if not words or not text.isascii() or "\n" in text or "\r" in text:
        return None if file_ids is None else list(file_ids)
    matching = view.reader.files_matching(Phrase(" ".join(words), ("body",), is_prefix=True))
    return matching if file_ids is None else sorted(set(matching) & set(file_ids))


def _lines_with(whole: str, text: str) -> Iterator[tuple[int, int]]:
    """(first, last) line of each place where the text stands."""
    ends = [0, *itertools.accumulate(map(len, split_lines(whole)))]
    more = len(split_lines(text)) - 1
    line = 0
    at = whole.find(text)
    while at >= 0:
        while line + 1 < len(ends) and ends[line + 1] <= at:
            line += 1
        yield line + 1, min(line + 1 + more, len(ends) - 1)
        at = whole.find(text, at + 1 if more else max(at + 1, ends[line + 1]))


def _spans(file_id: int, places: Iterable[tuple[int, int]]) -> Iterator[LineSpan]:
    """Join lines that touch."""
    first = last = -1
    for start, end in places:
        if start > last + 1:
            if first > 0:
                yield LineSpan(file_id, first, last)
            first = start
        last = max(last, end)
    if first > 0:
        yield LineSpan(file_id, first, last)


def scan_regex(view: View, expression: str, source_ids: Sequence[int], file_ids: Sequence[int] | None, limit: int) -> Scanned:
    """Find the lines in which a regular expression (Python's) matches, by source and path, in what is made last.

    Raises:
        UsageError: the expression is not valid, or takes longer than REGEX_LIMIT_S seconds.
    """
    check_expression(expression)
    deadline = time.monotonic() + REGEX_LIMIT_S
    found: list[LineSpan] = []
    for batch in _batches(_texts(view, source_ids, file_ids)):
        for file_id, lines in _matching_lines(expression, batch, limit, deadline):
            found.extend(_spans(file_id, ((line, line) for line in lines)))
        if len(found) > limit:
            break
    return Scanned(found[: limit + 1])


def check_expression(expression: str) -> None:
    """Compile an expression to see whether it is valid."""
    try:
        re.compile(expression)
    except (re.error, RecursionError, OverflowError) as exc:
        raise UsageError(f"{expression!r} is not a regular expression ({exc}); --literal takes any text as it is") from exc


def _batches(texts: Iterable[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    batch: list[tuple[int, str]] = []
    size = 0
    for file_id, text in texts:
        batch.append((file_id, text))
        size += len(text)
        if size >= _BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _matching_lines(expression: str, batch: list[tuple[int, str]], limit: int, deadline: float) -> list[tuple[int, list[int]]]:
    """Let a process of its own search a batch: file ids, and the numbers of the lines that match."""
    task = json.dumps([expression, limit, batch]).encode("ascii")
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(_WORKER)],
            input=task,
            capture_output=True,
            timeout=max(deadline - time.monotonic(), 0.01),
            check=True,
        )
    except subprocess.TimeoutExpired as exc:
        raise UsageError(f"{expression!r} took longer than {REGEX_LIMIT_S:g} s; write it without repeats inside repeats") from exc
    except subprocess.CalledProcessError as exc:
        raise UsageError(f"{expression!r} needs more than can be searched with; write it more simply") from exc
    answer: list[tuple[int, list[int]]] = json.loads(done.stdout)
    return answer
