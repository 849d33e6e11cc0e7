"""Search: hits with their code, what narrows it, and what is offered while somebody types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cairn.answers.model.hits import search_text
from cairn.app import Cairn
from cairn.model import EntityKind, Hit, SearchAnswer, Tag
from cairn.retrieve.filters import Filters
from cairn.web.asked import Asked
from cairn.web.text.code import Line, coloured
from cairn.web.urls import definition_at, file_at, short_name

_MOST_HITS = 20
_MOST_LINES = 14  # of a hit: a guess, what tells whether it is the right one
_OFFERED = 8
_MOST_NAMED = 40  # names that begin like it, to choose the nearest of
_MOST_TAGS = 100
_MODES = ("words", "literal", "regex")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class HitView:
    """A hit. Its `lines` begin at `line`; `omitted` are left out around them.

    `parts` are those of its score, if they were asked for.
    """

    hit: Hit
    name: str
    url: str
    file_url: str
    line: int
    lines: list[Line]
    omitted: int
    marked: frozenset[int]
    parts: list[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a question may be narrowed by."""

    sources: list[str]
    languages: list[str]
    kinds: list[str]
    tags: list[Tag]


@dataclass(frozen=True, slots=True)
class SearchView:
    """A question with its hits; `answer` is None where nothing was asked yet."""

    query: str
    filters: Filters
    mode: str
    is_explained: bool
    hits: list[HitView]
    answer: SearchAnswer | None
    choice: Choice

    @property
    def is_full(self) -> bool:
        """Whether there are as many hits as are shown at most."""
        return len(self.hits) == _MOST_HITS


@dataclass(frozen=True, slots=True)
class Offered:
    """What is offered for what was typed so far."""

    name: str
    detail: str
    url: str


def search_view(cairn: Cairn, asked: Asked) -> SearchView:
    """The hits of a question.

    Raises:
        NotFoundError, UsageError: a filter that is not known, or no valid expression.
    """
    query = asked.text("q")
    filters = _filters(asked)
    mode = asked.text("mode") if asked.text("mode") in _MODES else _MODES[0]
    is_explained = asked.is_on("explain")
    answer = _ask(cairn, query, filters, mode, is_explained=is_explained) if query else None
    words = [word for word in _WORD.findall(query.lower()) if len(word) > 1]
    hits = [_hit(hit, words) for hit in answer.hits] if answer is not None else []
    return SearchView(query, filters, mode, is_explained, hits, answer, _choice(cairn, filters))


def search_as_text(cairn: Cairn, asked: Asked) -> str:
    """What an agent would be told."""
    return search_text(_ask(cairn, asked.needed("q"), _filters(asked), asked.text("mode"), is_explained=False))


def offered_view(cairn: Cairn, asked: Asked) -> list[Offered]:
    """What a question that is not yet whole may mean: definitions whose names begin like it, then hits."""
    query = asked.text("q")
    if not query:
        return []
    named = cairn.retrieve.handles(query, _MOST_NAMED) if len(query.split()) == 1 else []
    hits = cairn.retrieve.search(query, _filters(asked), k=_OFFERED).hits
    found = [hit.handle for hit in hits if hit.handle]
    handles = list(dict.fromkeys([*sorted(named, key=lambda handle: _distance(handle, query)), *found]))[:_OFFERED]
    return [Offered(short_name(handle), handle.partition("#")[0], definition_at(handle)) for handle in handles]


def _distance(handle: str, query: str) -> tuple[bool, bool, int]:
    """How far what was typed is from the name in a handle: the beginning of the whole name, or of its last part, comes first."""
    name, typed = short_name(handle).lower(), query.lower()
    return not name.startswith(typed), not name.rpartition(".")[2].startswith(typed), len(name)


def _filters(asked: Asked) -> Filters:
    source = asked.text("source", 200)
    return Filters(
        (source,) if source else (),
        asked.text("lang", 50),
        asked.text("path", 500),
        asked.text("kind", 50),
        asked.text("tag", 200),
    )


def _ask(cairn: Cairn, query: str, filters: Filters, mode: str, *, is_explained: bool) -> SearchAnswer:
    return cairn.retrieve.search(
        query, filters, k=_MOST_HITS, literal=mode == "literal", regex=mode == "regex", explain=is_explained
    )


def _hit(hit: Hit, words: Sequence[str]) -> HitView:
    lines = coloured(hit.text, hit.lang, hit.start_line)
    said = hit.text.replace("\r\n", "\n").split("\n")
    marked = frozenset(hit.start_line + place for place, line in enumerate(said) if any(word in line.lower() for word in words))
    url = definition_at(hit.handle) if hit.handle else file_at(hit.source, hit.file, hit.start_line)
    name = short_name(hit.handle) if hit.handle else hit.file.rpartition("/")[2]
    before = _before(hit, len(lines))
    shown = lines[before : before + _MOST_LINES]
    line = hit.start_line + before
    return HitView(
        hit,
        name,
        url,
        file_at(hit.source, hit.file, line),
        line,
        shown,
        len(lines) - len(shown),
        marked,
        sorted(hit.explain.items(), key=lambda part: -part[1]),
    )


def _before(hit: Hit, length: int) -> int:
    """How many lines to leave out before the name of the definition, so that it stands among those that are shown."""
    above = hit.name_lines[0] - hit.start_line if hit.name_lines else 0
    return above if _MOST_LINES // 2 <= above < length else 0


def _choice(cairn: Cairn, filters: Filters) -> Choice:
    labels = sorted(cairn.retrieve.locations())
    kinds = [kind.value for kind in EntityKind if kind not in (EntityKind.EXTERNAL, EntityKind.CARD)]
    return Choice(labels, cairn.retrieve.languages(filters.sources), kinds, cairn.retrieve.tags()[:_MOST_TAGS])
