"""Proposals that merge cards which say the same, and shorten those that are too long. Nothing is written by it.

First without loss: a sentence that stands twice goes once, and of two cards whose facts are the same one is retired. Only
what is still over the limit is given to a chat endpoint, if there is one, at most three cards a run; each answer is checked,
and one that fails, or that a person rejected, is not asked for again while the card is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cairn.cards.card import read_card, split_text, with_keys
from cairn.cards.guard import faults_of
from cairn.cards.library import APPROVED, CARD
from cairn.cards.lint import near_duplicates
from cairn.cards.proposals import Proposal, Proposals
from cairn.errors import CairnError, RefusedError
from cairn.store.sqlite.cards import CardRow

PROTECTED = "protected"  # the tag of cards whose facts must all survive, word for word
_MOST_ASKED = 3
_LEAST_SHARE = 0.95  # of the limit, that is left of a text: to go below removes what need not go
_FACT_END = re.compile(r"(?<=[.!?。！？])\s+|\n+")
_MARKS = re.compile(r"`[^`\n]+`|\b\d[\d.,:%]*\w*|\b\w+(?:[._#/]\w+)+")  # code, numbers and names, which a shorter text keeps

Shorten = Callable[[str, int], str]  # the text of a body in so many characters; raises CairnError


@dataclass(frozen=True, slots=True)
class Consolidation:
    """What would be proposed; `unreached` says of each card that stays too long why."""

    proposals: list[Proposal]
    unreached: list[str] = field(default_factory=list)


def consolidate(proposals: Proposals, limit: int, shorten: Shorten | None) -> Consolidation:
    """Find what could be merged or shortened; `limit` is what a body may have, in characters."""
    rows, texts = _chosen(proposals)
    decided = {(made.kind, made.card, made.base) for made, _ in proposals.decided()}
    made = {proposal.card: proposal for proposal in _merged(proposals, rows, texts)}
    unreached: list[str] = []
    asked = 0
    for row in rows:
        if row.name in made:
            continue
        body = split_text(texts[row.id])[1]
        plain = _without_repeats(body)
        if len(plain) < len(body):
            text = _with_body(texts[row.id], plain)
            made[row.name] = proposals.replacing(row.name, text, "without what stands in it twice")
        if len(plain) <= limit:
            continue
        is_known = ("replace", row.name, row.hash) in decided or proposals.cards.rows.meta(f"tried/{row.hash}")
        why = _unasked(shorten is not None, asked, bool(is_known))
        if why or shorten is None:
            unreached.append(f"{row.name}: {len(plain)} characters of {limit}, and {why}")
            continue
        asked += 1
        try:
            made[row.name] = _shortened(proposals, row, texts[row.id], plain, limit, shorten)
        except CairnError as exc:
            unreached.append(f"{row.name}: {exc}")
    waiting = {(one.kind, one.card) for one in proposals.open()}
    kept = [p for p in made.values() if (p.kind, p.card) not in waiting and (p.kind, p.card, p.base) not in decided]
    return Consolidation(kept, unreached)


def _chosen(proposals: Proposals) -> tuple[list[CardRow], dict[int, str]]:
    """The approved cards of the library that is written into, with their texts."""
    cards = proposals.cards
    rows = [row for row in cards.listing() if row.kind == CARD and row.status == APPROVED and not row.fault and row.library == 0]
    first = list({row.name: row for row in reversed(rows)}.values())
    texts = {row.id: proposals.desk.load(row.name)[2] for row in first}
    return [row for row in rows if row.id in texts], texts


def _unasked(has_model: bool, asked: int, is_known: bool) -> str:
    """Why the model is not asked; empty if it is."""
    if not has_model:
        return "no chat endpoint is set (CAIRN_CHAT_URL)"
    if is_known:
        return "an answer of the model about it was refused before"
    return f"{_MOST_ASKED} cards a run are given to the model" if asked >= _MOST_ASKED else ""


def _shortened(proposals: Proposals, row: CardRow, text: str, plain: str, limit: int, shorten: Shorten) -> Proposal:
    """Ask the model for a shorter body.

    Raises:
        CairnError: it does not answer, or its answer is refused.
    """
    shorter = shorten(plain, limit).strip()
    is_protected = PROTECTED in read_card(text.encode(), row.name).tags
    fault = _fault(plain, shorter, limit, is_protected=is_protected)
    if fault:
        rows = proposals.cards.rows
        with rows.writing():
            rows.set_meta(f"tried/{row.hash}", fault)
        raise RefusedError(f"the model's answer was refused, since {fault}")
    return proposals.replacing(row.name, _with_body(text, shorter), f"shortened to {len(shorter)} characters by a model")


def _merged(proposals: Proposals, rows: Sequence[CardRow], texts: dict[int, str]) -> list[Proposal]:
    """Of two near duplicates the one with fewer facts is retired, and what only it says comes into the other."""
    made: dict[str, Proposal] = {}
    for one, other, share in near_duplicates(rows, texts):
        if one.scope != other.scope or {one.name, other.name} & made.keys():
            continue
        facts = {row.id: _facts(texts[row.id]) for row in (one, other)}
        less, more = sorted((one, other), key=lambda row: (len(facts[row.id]), row.name))
        missing = [text for key, text in facts[less.id].items() if key not in facts[more.id]]
        about = tuple(dict.fromkeys([*more.about.splitlines(), *less.about.splitlines()]))
        if missing or about != tuple(more.about.splitlines()):
            body = "\n".join([split_text(texts[more.id])[1], *missing]).strip()
            text = _with_body(_with_about(texts[more.id], about), body)
            made[more.name] = proposals.replacing(more.name, text, f"with what {less.name!r} says besides ({share:.2f} alike)")
        made[less.name] = proposals.removing(less.name, f"{more.name!r} says all of it")
    return list(made.values())


def _with_about(text: str, about: tuple[str, ...]) -> str:
    return with_keys(text, {"about": about}) if about else text


def _with_body(text: str, body: str) -> str:
    old = split_text(text)[1]
    head = text[: len(text.rstrip("\n")) - len(old)] if old and text.rstrip("\n").endswith(old) else text + "\n"
    return f"{head}{body}\n"


def _facts(text: str) -> dict[str, str]:
    """The sentences and points of summary and body, by their words."""
    card = read_card(text.encode(), "card")
    return facts_of(f"{card.summary}\n{card.body}")


def facts_of(text: str) -> dict[str, str]:
    """The sentences and points of a text, by their words in lower case."""
    parts = [part.strip() for part in _FACT_END.split(text)]
    return {key: part for part in parts if (key := _key(part))}


def _key(fact: str) -> str:
    return " ".join(re.findall(r"\w+", fact.lower()))


def _without_repeats(body: str) -> str:
    """The text without lines and sentences that stand in it before, spaces at ends of lines, and empty lines in a row."""
    seen: set[str] = set()
    lines = []
    in_fence = False
    for line in body.splitlines():
        in_fence ^= line.lstrip().startswith("```")
        if in_fence:
            lines.append(line.rstrip())
            continue
        parts = re.split(r"(?<=[.!?])\s+", line.rstrip())
        kept = [part for part in parts if not (key := _key(part)) or len(key) < 12 or key not in seen]
        seen.update(key for part in parts if (key := _key(part)))
        if kept or not line.strip():
            lines.append(" ".join(kept))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _fault(before: str, after: str, limit: int, *, is_protected: bool) -> str:
    """Why a shorter text is refused; empty if it is not."""
    if len(after) > limit:
        return f"it has {len(after)} characters, {limit} were asked for"
    if len(after) < _LEAST_SHARE * limit:
        return f"it has {len(after)} characters: more was taken out than the limit of {limit} asks for"
    if is_protected and (lost := [text for key, text in facts_of(before).items() if key not in facts_of(after)]):
        return f"a fact of a protected card is lost: {lost[0][:80]!r}"
    new = [mark for mark in _MARKS.findall(after) if mark not in before]
    if new:
        return f"it names {new[0]!r}, which the card does not"
    faults = faults_of(after)
    return faults[0] if faults else ""
