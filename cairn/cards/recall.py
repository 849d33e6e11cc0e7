"""Recall: which cards a prompt brings, and why not the others. The same prompt and library give the same answer every time."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import NamedTuple

from cairn.cards.answer import Candidate, ExplainAnswer
from cairn.cards.gates import SCORE_HALF, Thresholds
from cairn.cards.library import APPROVED
from cairn.cards.mentions import find_mentions
from cairn.cards.words import Unit, covers, lookup_words, passages
from cairn.store.sqlite.cards import CardRow, CardRows, Wanted

MOST_CARDS = 3
_EACH = 12  # candidates of a passage: a guess, four times what is let in
_MOST_UNITS = 24  # words of a passage that say something: two or three sentences
_MOST_PASSAGES = 48
_MOST_PROMPT = 60_000  # characters of a prompt that are looked at, half of them at each end
_K1, _B = 1.2, 0.75  # as FTS5 has them
_COLUMN_WEIGHTS = (2.0, 3.0, 1.0)  # name, summary, body
_LEAST_CARDS = 40  # a smaller library is weighed as one of this size: in five cards every word is frequent
_UNKNOWN_SHARE = 0.5  # of the weight of the rarest word, for one that no card has: it may be talk
_SHOWN = 20


class Asked(NamedTuple):
    """What is asked: the prompt, handles that are given beside it, and who asks.

    `generation`: only cards up to it; None: all. `had` are cards that the session has had.
    """

    prompt: str
    places: Sequence[str] = ()
    scope: str = ""
    principal: str = ""
    today: str = ""
    generation: int | None = None
    had: frozenset[str] = frozenset()


class Weighed(NamedTuple):
    """A card with its figures for the passage of a prompt that suits it best; `similarity` is 0 where no vectors were asked."""

    row: CardRow
    score: float
    coverage: float
    matched: tuple[str, ...]
    missed: tuple[str, ...]
    similarity: float = 0.0

    @property
    def strength(self) -> float:
        """What orders cards."""
        return self.score * self.coverage


class Verdict(NamedTuple):
    """A card and what became of it. `gate` is that which let it in or stopped it."""

    weighed: Weighed
    is_let_in: bool
    gate: str
    reason: str
    margin: float
    named: tuple[str, ...]


class Judged(NamedTuple):
    """All candidates, those let in first, then by strength."""

    verdicts: list[Verdict]
    words: list[str]
    passages: int


class Weighing(NamedTuple):
    """The candidates of a prompt, strongest first, before any gate.

    `named` has for a card what the prompt names of it, with whether it is about just that.
    """

    order: list[Weighed]
    named: dict[int, dict[str, bool]]
    words: list[str]
    passages: int


def weigh(rows: CardRows, asked: Asked) -> Weighing:
    """Weigh the cards for a prompt."""
    prompt = asked.prompt
    if len(prompt) > _MOST_PROMPT:
        prompt = f"{prompt[: _MOST_PROMPT // 2]}\n{prompt[-_MOST_PROMPT // 2 :]}"
    parts = passages(prompt, _MOST_UNITS, _MOST_PASSAGES)
    mentions = find_mentions(rows, prompt, asked.places)
    weighed = _weigh(rows, asked, parts, [mention.card for mention in mentions])
    named: dict[int, dict[str, bool]] = {}
    for mention in mentions:
        known = named.setdefault(mention.card, {})
        known[mention.typed] = known.get(mention.typed, False) or mention.is_direct
    return Weighing(
        _ordered(weighed.values()), named, list(dict.fromkeys(unit.typed for part in parts for unit in part)), len(parts)
    )


def _ordered(weighed: Iterable[Weighed]) -> list[Weighed]:
    return sorted(weighed, key=lambda one: (-one.strength, -one.score, one.row.name, one.row.path))


def decide(weighing: Weighing, asked: Asked, limits: Thresholds) -> Judged:
    """Send weighed cards through the gates. What means the same as the passage counts as what covers it."""
    carried = [
        one._replace(coverage=max(one.coverage, limits.sure)) if one.similarity >= limits.similar else one
        for one in weighing.order
    ]
    verdicts = _send_through(_ordered(carried), weighing.named, asked, limits)
    return Judged(verdicts, weighing.words, weighing.passages)


def _weigh(rows: CardRows, asked: Asked, parts: Sequence[Sequence[Unit]], more: Sequence[int]) -> dict[int, Weighed]:
    """The candidates of all passages, each with the figures of its best one."""
    words = lookup_words(unit for part in parts for unit in part)
    counts = rows.word_counts(words)
    number = max(rows.card_count(), _LEAST_CARDS)
    mean = float(rows.meta("mean_length") or 60)
    found: dict[int, set[int]] = {}
    known = rows.cards_by_id(list(dict.fromkeys(more)))
    for place, part in enumerate(parts):
        for card in _strongest(rows, asked, [word for word in lookup_words(part) if word in counts], known):
            found.setdefault(card, set()).add(place)
    best: dict[int, Weighed] = {}
    for card, row in known.items():
        table = _Table(row, mean)
        tries = [_figures(row, table, parts[place], counts, number) for place in sorted(found.get(card, ()))]
        best[card] = max(tries, key=lambda one: (one.strength, one.score), default=Weighed(row, 0.0, 0.0, (), ()))
    return best


def _strongest(rows: CardRows, asked: Asked, words: Sequence[str], known: dict[int, CardRow]) -> list[int]:
    """The cards that suit some words best; `known` gets their rows.

    Among them are as many as are looked at that could be let in: a shelf of retired cards, or of those of others, hides none.
    """

    def matched(wanted: Wanted | None) -> list[int]:
        cards = rows.match(words, _EACH, wanted)
        known.update(rows.cards_by_id([card for card in cards if card not in known]))
        return [card for card in cards if card in known]  # another process may have dropped one meanwhile

    first = matched(None)
    if len(first) < _EACH or not any(_stopped(known[card], asked) or not _is_for(known[card], asked) for card in first):
        return first
    return list(dict.fromkeys([*first, *matched(Wanted(asked.principal, asked.today, asked.scope, asked.generation))]))


def _is_for(row: CardRow, asked: Asked) -> bool:
    return not row.owner or row.owner == asked.principal


class _Table:
    """How often each word stands in a card, the columns weighing differently."""

    def __init__(self, row: CardRow, mean: float) -> None:
        columns = [column.split() for column in row.terms.split("\n")]
        self.frequency: defaultdict[str, float] = defaultdict(float)
        for weight, column in zip(_COLUMN_WEIGHTS, columns, strict=False):
            for word in column:
                self.frequency[word] += weight
        length = sum(map(len, columns))
        self.norm = _K1 * (1 - _B + _B * length / mean)


def _figures(row: CardRow, table: _Table, part: Sequence[Unit], counts: Mapping[str, int], number: int) -> Weighed:
    total = have = bm25 = 0.0
    matched, missed = [], []
    terms = table.frequency
    for unit in part:
        weight = _weight(unit, counts, number)
        total += weight
        if covers(unit, terms):
            have += weight
            often = max(min(terms.get(word, 0.0) for word in form.split()) for form in unit.forms)
            bm25 += weight * (_K1 + 1) * often / (often + table.norm)
            matched.append(unit.typed)
        else:
            missed.append(unit.typed)
    coverage = have / total if total else 0.0
    return Weighed(row, round(bm25 / (bm25 + SCORE_HALF), 4), round(coverage, 4), tuple(matched), tuple(missed))


def _weight(unit: Unit, counts: Mapping[str, int], number: int) -> float:
    """How rare a word is: BM25's inverse document frequency, which is never below zero here."""
    known = [min(counts.get(word, 0) for word in form.split()) for form in unit.forms]
    count = max(known)
    rarest = math.log(1 + (number + 0.5) / 0.5)
    return math.log(1 + (number - min(count, number) + 0.5) / (count + 0.5)) if count else rarest * _UNKNOWN_SHARE


def _stopped(row: CardRow, asked: Asked) -> tuple[str, str] | None:
    """The gate that stops a card whatever the prompt says."""
    if row.fault:
        return "broken", row.fault
    if row.kind == "card" and row.status != APPROVED:
        return "status", f"its status is {row.status}"
    if row.expires and row.expires < asked.today:
        return "expired", f"it expired on {row.expires}"
    scopes = row.scope.split("\n") if row.scope else []
    if asked.scope and scopes and asked.scope not in scopes:
        return "scope", f"it is for {', '.join(scopes)}"
    if asked.generation is not None and row.since > asked.generation:
        return "session", "it came in, or changed, after the session began"
    if row.name in asked.had:
        return "once", "the session has had it"
    return None


def _send_through(
    order: Sequence[Weighed], named: Mapping[int, Mapping[str, bool]], asked: Asked, limits: Thresholds
) -> list[Verdict]:
    seen = [one for one in order if _is_for(one.row, asked)]
    # What a session has had still competes: else its second-best card would come at the next such prompt.
    running = [one for one in seen if (stop := _stopped(one.row, asked)) is None or stop[0] == "once"]
    places = {one.row.id: place for place, one in enumerate(running)}
    strengths = [one.strength for one in running]
    verdicts: list[Verdict] = []
    for one in seen:
        stop = _stopped(one.row, asked)
        typed = named.get(one.row.id, {})
        names = tuple(sorted(typed, key=lambda name: (not typed[name], name)))
        margin = 0.0
        place = places.get(one.row.id)
        if place is not None:
            after = strengths[place + 1] if place + 1 < len(strengths) else 0.0
            margin = round((one.strength - after) / one.strength, 4) if one.strength else 0.0
        if stop is not None:
            would = stop[0] != "once" or names or _gate(one, running[0], margin, limits)[0]
            gate, reason = stop if would else _gate(one, running[0], margin, limits)[1:]
            verdicts.append(Verdict(one, False, gate, reason, margin, names))
        elif names:
            is_direct = any(typed.values())
            reason = f"it is about {'' if is_direct else 'a caller or callee of '}{names[0]}"
            verdicts.append(Verdict(one, True, "named" if is_direct else "neighbour", reason, margin, names))
        else:
            is_in, gate, reason = _gate(one, running[0], margin, limits)
            told = f"{reason}; by its meaning {one.similarity:.2f}" if one.similarity >= limits.similar else reason
            verdicts.append(Verdict(one, is_in, gate, told, margin, names))
    ranks = {"named": 0, "words": 1, "neighbour": 2}
    verdicts.sort(key=lambda v: (not v.is_let_in, ranks.get(v.gate, 3) if v.is_let_in else 3, -v.weighed.strength))
    kept = sum(verdict.is_let_in for verdict in verdicts)
    return [
        v
        if not v.is_let_in or place < MOST_CARDS
        else v._replace(is_let_in=False, gate="three", reason=f"{kept} cards would come, three may")
        for place, v in enumerate(verdicts)
    ]


def _gate(one: Weighed, first: Weighed, margin: float, limits: Thresholds) -> tuple[bool, str, str]:
    """Whether the words of a prompt let a card in, by which gate or not, and why."""
    is_first = one.row.id == first.row.id
    least = limits.floor if one.coverage >= limits.sure else limits.score
    least = min(least, limits.carried) if one.similarity >= limits.similar else least
    if one.score < least:
        return False, "score", f"score {one.score:.2f} is below {least:.2f}"
    if one.coverage < limits.coverage:
        return False, "coverage", f"coverage {one.coverage:.2f} is below {limits.coverage:.2f}"
    if not is_first:
        share = one.strength / first.strength
        if share < limits.near or one.coverage < limits.sure:
            return False, "margin", f"the first card is stronger: {share:.2f} of it, and coverage {one.coverage:.2f}"
        return True, "words", f"nearly as strong as the first ({share:.2f})"
    if margin < limits.margin and one.coverage < limits.sure:
        return False, "margin", f"only {margin:.2f} before the second, and coverage {one.coverage:.2f} is below {limits.sure:.2f}"
    return True, "words", f"score {one.score:.2f}, coverage {one.coverage:.2f}, margin {margin:.2f}"


def as_explanation(judged: Judged, limits: Thresholds, path_of: Callable[[CardRow], str], note: str = "") -> ExplainAnswer:
    """Every candidate with its figures, at most twenty."""
    shown = [
        Candidate(
            verdict.weighed.row.name,
            path_of(verdict.weighed.row),
            verdict.is_let_in,
            verdict.gate,
            verdict.reason,
            verdict.weighed.score,
            verdict.weighed.coverage,
            verdict.margin,
            list(verdict.weighed.matched),
            list(verdict.weighed.missed),
            list(verdict.named),
            verdict.weighed.similarity,
        )
        for verdict in judged.verdicts[:_SHOWN]
    ]
    return ExplainAnswer(
        shown, asdict(limits), judged.words, judged.passages, max(len(judged.verdicts) - _SHOWN, 0), [note] if note else []
    )
