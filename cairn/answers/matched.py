"""Keeps of the hits of a search the lines that match: a few of each for words, each of them as one hit for exact text."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from cairn.chunk.words import expand_text
from cairn.model import Hit, SearchAnswer
from cairn.retrieve.search.question import read_question

MOST_LINES = 5  # of a hit: a guess, enough to recognise a definition
_MOST_CHARACTERS = 240  # of a line: a guess; minified text has lines of any length
_WORD = re.compile(r"\w+")
_LEAST_LETTERS = 2


def with_matched_lines(answer: SearchAnswer) -> SearchAnswer:
    """The answer with the lines of each hit that have the most of the query's words, numbered, instead of the whole text."""
    telling = {concept.word for concept in read_question(answer.query).concepts}
    words = [word for word in _WORD.findall(answer.query) if word.lower() in telling] or [answer.query]
    return dataclasses.replace(answer, hits=[_matched(hit, words) for hit in answer.hits])


def _matched(hit: Hit, words: Sequence[str]) -> Hit:
    lines = hit.text.removesuffix("\n").split("\n")
    held = _stems(hit.text)
    stems = {stem for word in words for stem in _wanted(word, held)}
    named = hit.name_lines[0] - hit.start_line if hit.name_lines else -1
    shown = sorted(_best(lines, stems, named))
    text = "\n".join(f"{hit.start_line + place}: {_cut(lines[place])}" for place in shown)
    return dataclasses.replace(hit, text=text)


def _wanted(word: str, held: set[str]) -> set[str]:
    """Return the stems to look for: where an identifier stands whole, its parts elsewhere say nothing."""
    whole = _stem(word.lower())
    return {whole} if whole in held else _stems(word)


def _best(lines: Sequence[str], stems: set[str], named: int) -> set[int]:
    """The places of the line that defines what is named, if it is there, and of the lines with the most and rarest words."""
    found = [_stems(line) & stems for line in lines]
    usual = Counter(stem for words in found for stem in words)
    worth = {place: sum(1 / usual[stem] for stem in words) for place, words in enumerate(found) if words}
    best = [named] if 0 <= named < len(lines) else []
    best += [place for place in sorted(worth, key=lambda place: (-worth[place], place)) if place != named]
    if not worth:
        best += [place for place in range(max(named, 0), len(lines)) if lines[place].strip() and place != named][:2]
    return set(best[:MOST_LINES]) or {0}


def _stems(text: str) -> set[str]:
    """Words and parts of identifiers, without the s of a plural."""
    words = {*_WORD.findall(text.lower()), *expand_text(text).split()}
    return {_stem(word) for word in words if len(word) >= _LEAST_LETTERS}


def _stem(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 else word


def _cut(line: str) -> str:
    return line if len(line) <= _MOST_CHARACTERS else f"{line[:_MOST_CHARACTERS]}\u2026"


def line_by_line(answer: SearchAnswer) -> SearchAnswer:
    """The answer to a search for exact text with one hit a line."""
    return dataclasses.replace(answer, hits=[line for hit in answer.hits for line in _lines_of(hit)])


def _lines_of(hit: Hit) -> Iterator[Hit]:
    for number, line in enumerate(hit.text.removesuffix("\n").split("\n"), hit.start_line):
        yield dataclasses.replace(hit, start_line=number, end_line=number, text=_cut(line.rstrip("\r")))
