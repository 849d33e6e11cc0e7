"""How the answer of each tool is cut into pages."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from cairn.answers.fit import Sheet, rows_of, slice_rows
from cairn.answers.model.ask import ask_text
from cairn.answers.model.graph import OVERRIDING, beyond_text, graph_text, heads_text, whole_of
from cairn.answers.model.hits import search_text
from cairn.answers.model.impact import impact_text
from cairn.answers.model.jobs import jobs_text
from cairn.answers.model.lists import files_text, links_text, map_answer, skipped_text, sources_text, tags_text
from cairn.answers.model.path import path_text
from cairn.model import AskAnswer, GraphAnswer, ImpactAnswer, ImpactNode, Map, PathAnswer, SearchAnswer

if TYPE_CHECKING:  # loads the protocol, which the command line does without
    from cairn.answers.lists import JobsAnswer, LinksAnswer, ListAnswer, TagsAnswer

MOST_TARGETS = 10  # of an impact, before what it reaches: a guess
_EDGE_ROWS = ("edges", "override_callers", "made_by", "overridden_by", "unresolved", "same_name")

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


SEARCH: Sheet[SearchAnswer] = Sheet("hit", lambda a: len(a.hits), _cut_hits("hits"), search_text, lambda a: a.omitted)
ASK: Sheet[AskAnswer] = Sheet("hit", lambda a: len(a.answers), _cut_hits("answers"), ask_text, lambda a: a.omitted)
# An outline is written as a whole: where it is too long it is asked for again, with less room.
MAP: Sheet[Map] = Sheet("definition", lambda a: len(a.entries), lambda a, _start, _end: a, map_answer, lambda a: a.omitted)
TAGS: Sheet[TagsAnswer] = Sheet("tag", *_plain(("tags",)), lambda a: tags_text(a.tags))
LINKS: Sheet[LinksAnswer] = Sheet("link", *_plain(("links",)), lambda a: links_text(a.links))
JOBS: Sheet[JobsAnswer] = Sheet("job", *_plain(("jobs",)), lambda a: jobs_text(a.jobs))


LISTS: dict[str, Sheet[ListAnswer]] = {
    "sources": Sheet("source", *_plain(("sources",)), lambda a: sources_text(a.sources)),
    "files": Sheet("file", *_plain(("files",)), lambda a: files_text(a.files)),
    "skipped": Sheet("path", *_plain(("skipped",)), lambda a: skipped_text(a.skipped)),
}


def path_sheet(*, is_undirected: bool) -> Sheet[PathAnswer]:
    """Cut a path into its steps."""
    return Sheet("step", *_plain(("steps",)), lambda answer: path_text(answer, is_undirected))


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
            stale=[file for file in answer.stale if file in _files_of(kept)],
            # Of a part nobody may conclude that there are no callers.
            truncated=answer.truncated or start > 0 or rest > 0,
        )

    known = whole_of(whole)

    def text(answer: GraphAnswer) -> str:
        return "\n".join([graph_text(answer, direction, kinds, known), *beyond_text(whole.omitted)])

    def first(answer: GraphAnswer) -> int:
        """All, but of very many overriding methods only the first."""
        rest = rows_of(answer, ("unresolved", "same_name")) if len(answer.overridden_by) <= OVERRIDING else 0
        return rows_of(answer, _EDGE_ROWS[:3]) + min(len(answer.overridden_by), OVERRIDING) + rest

    return Sheet("row", lambda answer: rows_of(answer, _EDGE_ROWS), cut, text, first=first)


def _files_of(answer: GraphAnswer) -> set[str]:
    """The files that a graph names, as `label:path`."""
    ends = [end for edge in [*answer.edges, *answer.override_callers, *answer.made_by] for end in (edge.src, edge.dst)]
    sites = [row.src for row in [*answer.unresolved, *answer.same_name]]
    return {handle.partition("#")[0] for handle in [*answer.matches, *answer.overridden_by, *ends, *sites]}


def with_fewer_matches(whole: GraphAnswer, most_tokens: int, count: Callable[[str], int]) -> GraphAnswer:
    """Leave out the last matches, with their edges, while their heads alone take more than this."""
    matches = whole.matches
    while len(matches) > 1 and count(heads_text(whole, matches)) > most_tokens:
        matches = matches[:-1]
    if matches is whole.matches:
        return whole
    shown, more = set(matches), len(whole.matches) - len(matches)
    dropped = set(whole.matches) - shown
    kept = [edge for edge in whole.edges if shown & {edge.src, edge.dst} or not dropped & {edge.src, edge.dst}]
    return dataclasses.replace(whole, matches=matches, edges=kept, truncated=True, more_matches=whole.more_matches + more)


_LEADING_TESTS = 30  # tests before what is no test: a guess, enough to run first


def _rows(answer: ImpactAnswer) -> list[ImpactNode]:
    """The nodes in the order in which they are told: the nearest tests, what is no test, then the other tests."""
    nodes = [node for layer in answer.layers for node in layer]
    tests = [node for node in nodes if node.test]
    return [*tests[:_LEADING_TESTS], *(node for node in nodes if not node.test), *tests[_LEADING_TESTS:]]


def _nodes(answer: ImpactAnswer) -> int:
    return sum(map(len, answer.layers)) + max(len(answer.targets) - MOST_TARGETS, 0)


def _cut_layers(answer: ImpactAnswer, start: int, end: int) -> ImpactAnswer:
    """The rows from `start` up to `end`: nodes, in layers that keep their numbers, then the targets beyond the first ones.

    The first targets head every page.
    """
    rows = _rows(answer)
    kept = {node.handle for node in rows[start:end]}
    layers = [[node for node in layer if node.handle in kept] for layer in answer.layers]
    while layers and not layers[-1]:
        layers.pop()
    shown = [node for layer in layers for node in layer]
    first_target, last_target = (max(place - len(rows), 0) + MOST_TARGETS for place in (start, end))
    targets = answer.targets[:MOST_TARGETS] + answer.targets[first_target:last_target]
    named = {handle.partition("#")[0] for handle in [*targets, *kept]}
    return dataclasses.replace(
        answer,
        targets=targets,
        layers=layers,
        entry_points=[node.handle for node in shown if node.entry],
        tests=[node.handle for node in shown if node.test],
        truncated=answer.truncated or len(shown) < len(rows),
        stale=[file for file in answer.stale if file in named],
    )


def impact_sheet(whole: ImpactAnswer) -> Sheet[ImpactAnswer]:
    """Cut an impact into what it reaches; more than are listed are only counted."""
    listed = sum(map(len, whole.layers))

    def text(answer: ImpactAnswer) -> str:
        beyond = whole.reached - listed
        more = (
            [f"Besides {beyond}{'+' if whole.is_capped else ''} more, not listed: ask with a smaller `depth`."] if beyond else []
        )
        return "\n".join([impact_text(answer, len(whole.targets)), *more])

    return Sheet("definition", _nodes, _cut_layers, text)
