"""What each tool that reads is answered with: the answer of the index, cut to a page, with the cards about it.

One place for whoever gives the tools to a model: the MCP server, and the agent of `cairn chat`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from cairn.answers import sheets
from cairn.answers.documents import fit_answer, pull_answer
from cairn.answers.fit import Paged, fit_text
from cairn.answers.lists import ListAnswer, TagsAnswer
from cairn.answers.matched import line_by_line, with_matched_lines
from cairn.answers.model.data import DATA_NOTICE, fence
from cairn.answers.model.exact import EXACT
from cairn.answers.model.hits import excerpt_text
from cairn.answers.model.pack import pack_answer
from cairn.answers.pages import Page
from cairn.answers.why import WHY
from cairn.app import Cairn
from cairn.cards.answer import RecallAnswer
from cairn.cards.desk import Shown
from cairn.cards.hook import card_line
from cairn.cards.noted import PREFIX, A, card_named, graph_with_cards, noted_line, with_cards
from cairn.cards.proposals import Proposal
from cairn.chunk.tokens import count_tokens
from cairn.complete.text import pack_text
from cairn.errors import UsageError
from cairn.model import AskAnswer, Excerpt, GraphAnswer, ImpactAnswer, Map, Pack, PathAnswer, SearchAnswer
from cairn.report import WhyAnswer
from cairn.retrieve.filters import Filters

_MOST_EDGES = 2000  # that the pages of one graph tell: a guess, some 60,000 tokens
_HEADS_SHARE = 0.5  # of a budget, for the matches of a graph without their edges: a guess

C = TypeVar("C", AskAnswer, ImpactAnswer)
Measure = Callable[[Callable[[A], str]], Callable[[A], str]]


def search(cairn: Cairn, page: Page, query: str, filters: Filters, *, mode: str, whole: bool, k: int) -> Paged[SearchAnswer]:
    """Hits; `mode` is `words`, `literal` or `regex`, and `whole` tells passages instead of matching lines."""

    def find(budget_tokens: int | None = None, start: int = 0) -> SearchAnswer:
        is_literal, is_regex = mode == "literal", mode == "regex"
        return cairn.retrieve.search(
            query, filters, k=k, budget_tokens=budget_tokens, literal=is_literal, regex=is_regex, offset=start
        )

    if mode != "words":
        return fit_answer(line_by_line(find()), EXACT, page)
    if whole:
        return pull_answer(lambda left: find(left, page.start), sheets.SEARCH, page)
    return fit_answer(with_matched_lines(find()), sheets.SEARCH, page)


def ask(cairn: Cairn, page: Page, query: str, filters: Filters, *, k: int) -> Paged[AskAnswer]:
    """Hits with their entities' edges."""

    def find(left: int) -> AskAnswer:
        return cairn.retrieve.ask(query, filters, k=k, budget_tokens=left, offset=page.start)

    return _first_with_cards(cairn, pull_answer(find, sheets.ASK, page), page)


def graph(
    cairn: Cairn,
    page: Page,
    query: str,
    *,
    depth: int,
    edges: Sequence[str],
    direction: str,
    source: str | None,
    tag: str | None,
    unresolved: bool,
    room: int,
) -> Paged[GraphAnswer]:
    """The neighbourhood of an entity; `room` is the budget that was asked for."""
    find = functools.partial(
        cairn.retrieve.graph, limit=_MOST_EDGES, depth=depth, edges=edges, direction=direction, source=source, tag=tag,
        unresolved=unresolved,
    )  # fmt: skip
    whole = graph_with_cards(cairn.cards, query, direction, edges, find)
    whole = sheets.with_fewer_matches(whole, int(room * _HEADS_SHARE), count_tokens)
    return fit_answer(whole, sheets.graph_sheet(whole, direction, edges), page)


def why(cairn: Cairn, page: Page, query: str, other: str, *, source: str | None) -> Paged[WhyAnswer]:
    """Why an edge is there."""
    return fit_answer(cairn.retrieve.why(query, other, source=source), WHY, page)


def path(
    cairn: Cairn, page: Page, src: str, dst: str, *, undirected: bool, edges: Sequence[str], depth: int
) -> Paged[PathAnswer]:
    """The shortest way from one entity to another."""
    whole = cairn.retrieve.path(src, dst, undirected=undirected, edges=edges, max_depth=depth)
    return fit_answer(whole, sheets.path_sheet(is_undirected=undirected), page)


def impact(cairn: Cairn, page: Page, handle: str, *, diff: str | None, source: str | None, depth: int) -> Paged[ImpactAnswer]:
    """What a change reaches."""
    whole = cairn.retrieve.impact([handle] if handle else (), diff=diff, source=source, depth=depth)
    return _first_with_cards(cairn, fit_answer(whole, sheets.impact_sheet(whole), page), page)


def show(cairn: Cairn, handle: str, *, context: int, room: int, measure: Measure[Excerpt]) -> tuple[str, Excerpt | Shown]:
    """The text of an entity, a file, some lines or a card; `measure` makes of a text what the budget counts."""
    name = card_named(handle)
    if name is not None:
        card = cairn.cards.desk.show(name)
        return shown_text(card, room), card

    def cut(left: int) -> Excerpt:
        return cairn.retrieve.show(handle, context_lines=context, budget_tokens=left)

    excerpt = fit_text(cut, measure(excerpt_text), room)
    return named_cards(cairn, excerpt, excerpt_text(excerpt), room)


def shown_text(shown: Shown, budget: int) -> str:
    """A card's text, as data.

    Raises:
        UsageError: the budget does not hold it.
    """
    said = ", ".join(filter(None, (shown.status, shown.word)))
    head = f"{PREFIX}{shown.name} ({said})  {shown.path}"
    text = "\n".join([DATA_NOTICE, head, *(f"flag: {fault}" for fault in shown.faults), fence(shown.text, "markdown")])
    needed = count_tokens(text)
    if needed > budget:
        raise UsageError(f"a `budget` of {budget} tokens does not hold the card {shown.name!r}; raise it to {needed}")
    return text


def recall(cairn: Cairn, prompt: str, at: Sequence[str], session: str) -> tuple[str, RecallAnswer]:
    """Cards for a prompt, a line each."""
    answer = cairn.cards.recall(prompt, at=at, session=session)
    lines = [card_line(card) for card in answer.cards]
    return "\n".join([DATA_NOTICE, *lines]) if lines else "No card is about this.", answer


def remember(
    cairn: Cairn, kind: str, *, card: str, summary: str, text: str, about: Sequence[str], quote: str
) -> tuple[str, Proposal]:
    """Propose a card, or a change of one; `text` is the body, the replacement or the reason."""
    given = {"add": {"body": text}, "patch": {"replacement": text}, "remove": {"reason": text[:500]}}[kind]
    made = cairn.cards.proposals.propose(kind, card=card, summary=summary, about=about, quote=quote, **given)
    return f"Proposed as {made.id}; a person decides with `cairn review`.", made


def pack(cairn: Cairn, handle: str, *, budget: int, room: int, measure: Measure[Pack]) -> tuple[str, Pack]:
    """What writing code at a place needs."""

    def text(found: Pack) -> str:
        return pack_answer(found, pack_text(found))

    def gather(left: int) -> Pack:
        return replace(cairn.complete.pack(handle, budget_tokens=left), budget=budget)

    found = fit_text(gather, measure(text), room)
    return named_cards(cairn, found, text(found), room)


def map_(cairn: Cairn, page: Page, *, source: str | None, focus: str | None, budget: int) -> Paged[Map]:
    """The definitions that most depends on."""

    def outline(left: int) -> Map:
        found = cairn.retrieve.map(source, budget_tokens=left, focus=focus, offset=page.start)
        return replace(found, budget=budget)

    return pull_answer(outline, sheets.MAP, page)


def tags(cairn: Cairn, page: Page, source: str | None) -> Paged[TagsAnswer]:
    """The tags in use."""
    return fit_answer(TagsAnswer(cairn.retrieve.tags(source)), sheets.TAGS, page)


def list_(cairn: Cairn, page: Page, label: str, what: str) -> Paged[ListAnswer]:
    """The sources, all or the one of a label; or its files, or what was skipped of it."""
    if what == "sources":
        rows = ListAnswer(sources=[row for row in cairn.retrieve.sources() if label in ("", row.label)])
    else:
        listing = cairn.retrieve.files(label)
        rows = ListAnswer(files=listing.files) if what == "files" else ListAnswer(skipped=listing.skipped)
    return fit_answer(rows, sheets.LISTS[what], page)


def named_cards(cairn: Cairn, answer: A, text: str, budget: int) -> tuple[str, A]:
    """The text of an answer, and the answer, with the cards about what is in it, if there are any and the budget holds a line."""
    noted = with_cards(cairn.cards, answer)
    longer = f"{text}\n{noted_line(noted)} (`show card:NAME`)"
    return (longer, noted) if noted.cards and count_tokens(longer) <= budget else (text, answer)


def _first_with_cards(cairn: Cairn, paged: Paged[C], page: Page) -> Paged[C]:
    """The first page with the cards about what is on it."""
    if page.start:
        return paged
    text, answer = named_cards(cairn, paged.answer, paged.text, page.budget_tokens)
    return replace(paged, text=text, answer=answer)
