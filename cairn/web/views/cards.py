"""The library of cards: the stale ones first, each with what it is about, and what was proposed, with diffs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cairn.app import Cairn
from cairn.cards.card import digest
from cairn.cards.facade import Cards
from cairn.cards.proposals import Plan, Proposal, Review
from cairn.errors import RefusedError, UsageError
from cairn.store.sqlite.cards import CardRow
from cairn.web.asked import Asked
from cairn.web.text.code import Line, coloured

if TYPE_CHECKING:
    from markupsafe import Markup

_MOST_ROWS = 500
_MOST_CARD = 64_000  # characters of a card that is edited


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card in the list, with what must be known of it: `word` is empty for nothing."""

    row: CardRow
    word: str
    about: list[str]
    tone: str


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A proposal: what it would change; `seen` tells the card that this was made of, `text` what it would become.

    `may_decide`: the user may approve and reject it.
    `refused` says why that text, which somebody has written, could not come in.
    """

    proposal: Proposal
    may_decide: bool
    fault: str
    diff: list[Line]
    seen: str
    text: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class CardsView:
    """The library, and what waits for a decision."""

    libraries: list[str]
    lines: list[CardLine]
    left_out: int
    reviews: list[ReviewView]


@dataclass(frozen=True, slots=True)
class CardView:
    """A card, whole."""

    name: str
    path: str
    status: str
    word: str
    faults: list[str]
    body: Markup
    about: list[str]
    changes: list[list[Line]]


def cards_view(cairn: Cairn, _asked: Asked) -> CardsView:
    """All cards that may be seen, and the open proposals."""
    cards = cairn.cards
    rows = cards.listing() if cards.has_library() else []
    words = cards.words_of(rows)
    lines = sorted((_line(row, words[row.id]) for row in rows), key=lambda line: (_TONES.index(line.tone), line.row.name))
    reviews = [_review(cards, cards.proposals.review(proposal)) for proposal in cards.proposals.open()]
    return CardsView([str(folder) for folder in cards.folders], lines[:_MOST_ROWS], len(lines[_MOST_ROWS:]), reviews)


_TONES = ("stale", "moved", "faulty", "proposed", "unverified", "fine", "retired")


def refused_view(cairn: Cairn, number: str, text: str, reason: str) -> CardsView | None:
    """The cards with an edit that was refused as it was written; None where its proposal is no longer there to be edited."""
    view = cards_view(cairn, Asked({}))
    reviews = [replace(row, text=text, refused=reason) if row.proposal.id == number else row for row in view.reviews]
    is_there = any(row.refused and not row.fault for row in reviews)
    return replace(view, reviews=reviews) if is_there else None


def _line(row: CardRow, word: str) -> CardLine:
    status = row.status or "approved"
    tone = "faulty" if row.fault else status if status in _TONES else word.partition(":")[0] or "fine"
    return CardLine(row, row.fault or word, row.about.splitlines(), tone if tone in _TONES else "fine")


def _review(cards: Cards, review: Review) -> ReviewView:
    may_decide = cards.proposals.may_decide(review.proposal)
    if review.fault:
        return ReviewView(review.proposal, may_decide, review.fault, [], "", "")
    plan = cards.proposals.plan(review.proposal)
    return ReviewView(review.proposal, may_decide, "", coloured(review.diff, "diff", is_cut=False), seen_mark(plan), plan.after)


def seen_mark(plan: Plan) -> str:
    """Tells which text of a card was seen, and what it would become."""
    return digest((plan.data or b"") + b"\0" + plan.after.encode())


def card_view(cairn: Cairn, asked: Asked) -> CardView:
    """A card.

    Raises:
        NotFoundError: there is none of that name.
    """
    from cairn.web.text.document import Place, rendered  # as in the view of a file

    cards = cairn.cards
    name = asked.needed("name")
    shown = cards.desk.show(name)
    row = cards.find(name)
    changes = [] if row.fault else cards.desk.verify(name, is_written=False).diffs
    body = rendered(shown.text, Place("", ""))
    diffs = [coloured(diff, "diff", is_cut=False) for diff in changes]
    return CardView(shown.name, shown.path, shown.status, shown.word, shown.faults, body, row.about.splitlines(), diffs)


def decide(cards: Cards, number: str, decision: str, seen: str, text: str | None) -> str:
    """Approve a proposal, as it was seen or with another text, or reject it; returns what was done.

    Raises:
        NotFoundError: it is no longer open.
        RefusedError: the card has changed since it was seen, or the text may not come in.
        UsageError: the text is too long.
    """
    if text is not None and len(text) > _MOST_CARD:
        raise UsageError(f"the card has {len(text):,} characters and may have {_MOST_CARD:,}; shorten it, or make two of it")
    proposals = cards.proposals
    if decision == "reject":
        return f"{proposals.reject(number).card}: rejected"
    plan = proposals.plan(proposals.find(number))
    if seen_mark(plan) != seen:
        raise RefusedError("the card has changed since this was shown; look at it again")
    written = proposals.approve(number, text=None if text is None else text.replace("\r\n", "\n"), seen=plan)
    return f"{written.name}: {written.action}"
