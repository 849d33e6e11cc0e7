"""How the answer of each tool is cut into pages."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from cairn.model import AskAnswer, GraphAnswer, ImpactAnswer, ImpactNode, Map, PathAnswer, SearchAnswer
from cairn.serve import render
from cairn.serve.fit import Sheet, rows_of, slice_rows

if TYPE_CHECKING:  # loads the protocol, which the command line does without
    from cairn.serve.schema import JobsAnswer, LinksAnswer, ListAnswer, TagsAnswer

_EDGE_ROWS = ("edges", "override_callers", "overridden_by", "unresolved", "same_name")

Hits = TypeVar("Hits", SearchAnswer, AskAnswer)
Rows = TypeVar("Rows")


def _cut_hits(field: str) -> Callable[[Hits, int, int], Hits]:
    def cut(answer: Hits, start: int, end: int) -> Hits:
        omitted = answer.omitted + rows_of(answer, (field,)) - end
        kept = slice_rows(answer, (field,), start, end)
        return dataclasses.replace(kept, omitted=omitted, truncated=answer.truncated or omitted > 0)

    return cut


def _plain(fields: tuple[str, ...]) -> tuple[Callable[[Rows], int], Callable[[Rows, int, int], Rows]]:
    return lambda answer: rows_of(answer, fields), lambda answer, start, end: slice_rows(answer, fields, start, end)


SEARCH: Sheet[SearchAnswer] = Sheet("hit", lambda a: len(a.hits), _cut_hits("hits"), render.search_text, lambda a: a.omitted)
ASK: Sheet[AskAnswer] = Sheet("hit", lambda a: len(a.answers), _cut_hits("answers"), render.ask_text, lambda a: a.omitted)
# An outline is written as a whole: where it is too long it is asked for again, with less room.
MAP: Sheet[Map] = Sheet("definition", lambda a: len(a.entries), lambda a, _start, _end: a, render.map_answer, lambda a: a.omitted)
TAGS: Sheet[TagsAnswer] = Sheet("tag", *_plain(("tags",)), lambda a: render.tags_text(a.tags))
LINKS: Sheet[LinksAnswer] = Sheet("link", *_plain(("links",)), lambda a: render.links_text(a.links))
JOBS: Sheet[JobsAnswer] = Sheet("job", *_plain(("jobs",)), lambda a: render.jobs_text(a.jobs))


LISTS: dict[str, Sheet[ListAnswer]] = {
    "sources": Sheet("source", *_plain(("sources",)), lambda a: render.sources_text(a.sources)),
    "files": Sheet("file", *_plain(("files",)), lambda a: render.files_text(a.files)),
    "skipped": Sheet("path", *_plain(("skipped",)), lambda a: render.skipped_text(a.skipped)),
}


def path_sheet(*, is_undirected: bool) -> Sheet[PathAnswer]:
    """Cut a path into its steps."""
    return Sheet("step", *_plain(("steps",)), lambda answer: render.path_text(answer, is_undirected))


def graph_sheet(whole: GraphAnswer, direction: str, kinds: Sequence[str]) -> Sheet[GraphAnswer]:
    """Cut a graph into edges, calls of what is overridden, overriding methods and unresolved references.

    The matches head every page; an entity is on the page that names it.
    """

    def cut(answer: GraphAnswer, start: int, end: int) -> GraphAnswer:
        rest = rows_of(answer, _EDGE_ROWS) - end
        kept = slice_rows(answer, _EDGE_ROWS, start, end)
        named = {*answer.matches, *(place for edge in kept.edges for place in (edge.src, edge.dst))}
        return dataclasses.replace(
            kept,
            entities=[entity for entity in answer.entities if entity.handle in named],
            omitted=answer.omitted + rest,
            # Of a part nobody may conclude that there are no callers.
            truncated=answer.truncated or start > 0 or rest > 0,
        )

    def text(answer: GraphAnswer) -> str:
        return "\n".join([render.graph_text(answer, direction, kinds), *render.beyond_text(whole.omitted)])

    return Sheet("row", lambda answer: rows_of(answer, _EDGE_ROWS), cut, text)


def with_fewer_matches(whole: GraphAnswer, most_tokens: int, count: Callable[[str], int]) -> GraphAnswer:
    """Leave out the last matches while their heads alone take more than this."""
    matches = whole.matches
    while len(matches) > 1 and count(render.heads_text(whole, matches)) > most_tokens:
        matches = matches[:-1]
    return whole if matches is whole.matches else dataclasses.replace(whole, matches=matches, truncated=True)


def _nodes(answer: ImpactAnswer) -> int:
    return sum(map(len, answer.layers))


def _cut_layers(answer: ImpactAnswer, start: int, end: int) -> ImpactAnswer:
    """The nodes from `start` up to `end`; layers before them stay, empty, so that the others keep their numbers."""
    layers: list[list[ImpactNode]] = []
    passed = 0
    for layer in answer.layers:
        if passed < end:
            layers.append(layer[max(start - passed, 0) : end - passed])
        passed += len(layer)
    shown = [node for layer in layers for node in layer]
    return dataclasses.replace(
        answer,
        layers=layers,
        entry_points=[node.handle for node in shown if node.entry],
        tests=[node.handle for node in shown if node.test],
        truncated=answer.truncated or len(shown) < passed,
    )


IMPACT: Sheet[ImpactAnswer] = Sheet("definition", _nodes, _cut_layers, render.impact_text)
