"""What is wrong with a library: of single cards, and of cards beside each other."""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cairn.cards.card import PROPOSED, RETIRED, STATUSES, BrokenCardError, decode, read_card
from cairn.cards.graph import CHANGED, GONE, MOVED, UNKNOWN
from cairn.cards.guard import faults_of_card
from cairn.cards.library import APPROVED, CARD
from cairn.cards.words import index_words
from cairn.errors import CairnError
from cairn.store.sqlite.cards import CardRow, TargetRow

if TYPE_CHECKING:
    from cairn.cards.facade import Cards

_CROWDED = 40  # approved cards of one scope: a guess, more than a person keeps in mind
_ALIKE = 0.8  # share of words that two cards have together: a guess, near duplicates of the tests have .85 and more
# Share of stems, for two cards about one handle: a guess between those that one person wrote twice (.83) and the sixty of
# the tests, of which no two have more than .19.
_ALIKE_ABOUT_ONE = 0.6
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_MOST_COMPARED = 400  # cards with a word in common that are compared: those of rare words are
_MOST_KEPT = 2 * _MOST_COMPARED  # texts of which is kept what they say, as each is compared with many
_SHINGLE = 3
# (one way, the other): a card that says the one and a card that says the other, about the same handle, cannot both be right.
_OPPOSITES = (
    (r"\balways\b", r"\bnever\b"),
    (r"\bmust\b(?! not)", r"\b(?:must not|must never|mustn't)\b"),
    (r"\b(?:do|should)\b(?! not)(?=[^.\n]{0,60}\b(?:call|use|set|pass)\b)", r"\b(?:do not|don't|should not|shouldn't)\b"),
    (r"\bis thread[- ]safe\b", r"\b(?:is not|isn't|not) thread[- ]safe\b"),
    (r"\bsafe to\b", r"\b(?:not safe|unsafe) to\b"),
    (r"\b(?:is|are) required\b", r"\b(?:is|are) (?:optional|not required)\b"),
    (r"\bbefore\b", r"\bafter\b"),
    (r"\benabled? by default\b", r"\b(?:disabled|off) by default\b"),
    (r"\b(?:returns?|is) None\b", r"\bnever (?:returns?|is) None\b"),
    (r"必须|一定要|总是", r"不要|禁止|绝不|切勿"),
)


@dataclass(frozen=True, slots=True)
class Lint:
    """A fault. `kind` is a word: `broken`, `field`, `unsafe`, `name`, `stale`, `gone`, `moved`, `unknown`, `unverified`,
    `expired`, `status`, `crowded`, `duplicate`, `contradiction`, `touched`.
    `is_error`: the card is not recalled, or wrong by now.
    """

    kind: str
    card: str
    path: str
    message: str
    is_error: bool


def lint(cards: Cards) -> list[Lint]:
    """Return all faults of the libraries, by path."""
    rows = cards.listing()
    targets: dict[int, list[TargetRow]] = defaultdict(list)
    for row in cards.rows.targets_of([row.id for row in rows]) if rows else []:
        targets[row.card].append(row)
    texts = {row.id: _text(cards, row) for row in rows if not row.fault}
    found = [fault for row in rows for fault in _alone(cards, row, targets[row.id], texts.get(row.id, ""))]
    counted = [row for row in rows if row.kind == CARD and not row.fault and row.status == APPROVED]
    found += _same_names(cards, rows)
    found += _crowded(cards, counted)
    found += _duplicates(cards, counted, texts)
    found += _contradictions(cards, counted, targets, texts)
    return sorted(found, key=lambda fault: (fault.path, fault.kind, fault.message))


def lint_diff(cards: Cards, revision: str, folder: str) -> list[Lint]:
    """Return a fault for each approved card about what the working tree around a folder has changed since a revision.

    A card that was verified after the change, so that its fingerprint is that of the definition now, has been seen to.
    """
    touched = set(cards.graph.opened.touched(revision, folder))
    known = cards.graph.opened.definitions(sorted(touched))
    found = []
    for row, _ in cards.about(sorted(touched)):
        prints = cards.prints_of(row)
        for target in cards.rows.targets_of([row.id]):
            now = known.get(target.handle)
            if target.handle not in touched or (now is not None and prints.get(target.about) == f"{now.mark}.{now.shape}"):
                continue
            message = (
                f"{target.handle} differs from {revision}; see that the card still holds, then `cairn card verify {row.name}`"
            )
            found.append(Lint("touched", row.name, cards.path_of(row), message, True))
    return found


def _text(cards: Cards, row: CardRow) -> str:
    try:
        return decode(cards.desk.read(row))
    except (BrokenCardError, CairnError):
        return ""


def _alone(cards: Cards, row: CardRow, targets: Sequence[TargetRow], text: str) -> Iterable[Lint]:
    path = cards.path_of(row)

    def fault(kind: str, message: str, *, is_error: bool = False) -> Lint:
        return Lint(kind, row.name, path, message, is_error)

    if row.fault:
        yield fault("broken", row.fault, is_error=True)
        return
    if row.kind == CARD:
        for message in read_card(text.encode(), row.name).faults if text else ():
            yield fault("field", message, is_error=row.status not in STATUSES)
    for message in faults_of_card(text):
        yield fault("unsafe", message, is_error=True)
    if row.status == PROPOSED:
        yield fault("status", f"it waits for a person: `cairn card verify {row.name} --approve` lets it be recalled")
    if row.kind == CARD and row.status == APPROVED:
        if row.expires and row.expires < cards.today:
            yield fault("expired", f"it expired on {row.expires}; retire it, or set a later date", is_error=True)
        if not row.verified_at:
            yield fault("unverified", f"nobody says when it was last true; `cairn card verify {row.name}`")
    for target in targets if row.status != RETIRED else ():
        yield from _of_target(row, target, fault)


def _of_target(row: CardRow, target: TargetRow, fault: object) -> Iterable[Lint]:
    assert callable(fault)
    verify = f"`cairn card verify {row.name}`"
    if target.state == CHANGED:
        yield fault(
            "stale", f"{target.about} has changed since {row.verified_at or 'it was seen'}; {verify} shows how", is_error=True
        )
    elif target.state == GONE:
        yield fault("gone", f"nothing is named {target.about} any more; change `about`, or retire the card", is_error=True)
    elif target.state == MOVED:
        yield fault("moved", f"{target.about} is now {target.handle}; {verify} writes that down", is_error=True)
    elif target.state == UNKNOWN:
        is_whole = ":" in target.about.partition("#")[0]
        what = "the index has no source of it; add it" if is_whole else "it names no one definition; write a whole handle"
        yield fault("unknown", f"{target.about} is not watched: {what}")


def _same_names(cards: Cards, rows: Sequence[CardRow]) -> Iterable[Lint]:
    first: dict[str, CardRow] = {}
    for row in rows:
        if row.name in first and not row.fault:
            message = f"{cards.path_of(first[row.name])} has the name {row.name!r}, too; `show` and `verify` find that one"
            yield Lint("name", row.name, cards.path_of(row), message, False)
        first.setdefault(row.name, row)


def _crowded(cards: Cards, rows: Sequence[CardRow]) -> Iterable[Lint]:
    scopes: dict[str, list[CardRow]] = defaultdict(list)
    for row in rows:
        for scope in row.scope.split("\n") if row.scope else []:
            scopes[scope].append(row)
    for scope, members in sorted(scopes.items()):
        if len(members) > _CROWDED:
            message = f"the scope {scope!r} has {len(members)} approved cards; split it, or retire what is no longer needed"
            yield Lint("crowded", members[0].name, cards.path_of(members[0]), message, False)


def _shingles(text: str) -> set[tuple[str, ...]]:
    """The runs of three words of a card, of a short one its words; `not` and `never` are words here."""
    words = re.findall(r"\w+", _prose(text).lower())
    width = _SHINGLE if len(words) >= 2 * _SHINGLE else 1
    return {tuple(words[i : i + width]) for i in range(max(len(words) - width + 1, 0))}


def near_duplicates(rows: Sequence[CardRow], texts: Mapping[int, str]) -> list[tuple[CardRow, CardRow, float]]:
    """Return the pairs of cards that say nearly the same, with how much: in the same runs of words, or, about one handle, in
    the same words. Cards that name different numbers, or say opposite things, do not.
    """
    shared: dict[tuple[int, int], float] = _alike_in_runs([_shingles(texts.get(row.id, "")) for row in rows])
    for a, b, share in _alike_about_one(rows, texts):
        shared.setdefault((a, b), share)
    found = []
    for (a, b), share in shared.items():
        one, other = texts.get(rows[a].id, ""), texts.get(rows[b].id, "")
        if _opposed(one, other) is None and _other_number(one, other) is None:
            found.append((rows[a], rows[b], round(share, 2)))
    return found


def _alike_in_runs(made: Sequence[set[tuple[str, ...]]]) -> dict[tuple[int, int], float]:
    """The pairs that have most runs in common.

    Only pairs that share one of the rarest runs of both are compared: two sets of which a share t is common have, in any one
    order, a common member among the first `n - ceil(t * n) + 1` of each (Chaudhuri, Ganti, Kaushik 2006, "prefix filter").
    """
    often = Counter(itertools.chain.from_iterable(made))
    by_run: dict[tuple[str, ...], list[int]] = defaultdict(list)
    shares = {}
    for place, runs in enumerate(made):
        rarest = sorted(runs, key=lambda run: (often[run], run))[: len(runs) - math.ceil(_ALIKE * len(runs)) + 1]
        near = set().union(*(by_run[run] for run in rarest if run in by_run))
        for other in sorted(near):
            common = len(made[other] & runs)
            share = common / (len(made[other]) + len(runs) - common)
            if share >= _ALIKE:
                shares[other, place] = share
        for run in rarest:
            if len(by_run[run]) < _MOST_COMPARED:
                by_run[run].append(place)
    return dict(sorted(shares.items()))


def _alike_about_one(rows: Sequence[CardRow], texts: Mapping[int, str]) -> Iterable[tuple[int, int, float]]:
    """The pairs about one handle whose words are mostly the same, by their stems."""
    by_handle: dict[str, list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        for handle in dict.fromkeys(row.about.splitlines()):
            by_handle[handle].append(place)
    for places in by_handle.values():
        words = {place: set(index_words(_prose(texts.get(rows[place].id, "")))) for place in places[:_MOST_COMPARED]}
        for a, b in itertools.combinations(words, 2):
            share = len(words[a] & words[b]) / max(len(words[a] | words[b]), 1)
            if share >= _ALIKE_ABOUT_ONE:
                yield a, b, share


def _other_number(one: str, other: str) -> tuple[str, str] | None:
    """A number of the one and one of the other, where each has some that the other has not."""
    a, b = _numbers(one), _numbers(other)
    only, also = [n for n in a if n not in b], [n for n in b if n not in a]
    return (only[0], also[0]) if only and also else None


@functools.lru_cache(maxsize=_MOST_KEPT)
def _numbers(text: str) -> dict[str, None]:
    return dict.fromkeys(_NUMBER.findall(_prose(text)))


def _duplicates(cards: Cards, rows: Sequence[CardRow], texts: Mapping[int, str]) -> Iterable[Lint]:
    for one, other, share in near_duplicates(rows, texts):
        message = f"it says nearly what {one.name!r} says ({share:.2f}); `cairn card consolidate` proposes a merge"
        yield Lint("duplicate", other.name, cards.path_of(other), message, False)


def _contradictions(
    cards: Cards, rows: Sequence[CardRow], targets: dict[int, list[TargetRow]], texts: dict[int, str]
) -> Iterable[Lint]:
    by_handle: dict[str, list[CardRow]] = defaultdict(list)
    for row in rows:
        for handle in dict.fromkeys([*row.about.splitlines(), *(target.handle for target in targets[row.id])]):
            by_handle[handle].append(row)
    seen: set[tuple[int, int]] = set()
    for handle, members in sorted(by_handle.items()):
        compared = members[:_MOST_COMPARED]
        if len(members) > len(compared):
            message = f"{len(members)} cards are about {handle}, of which the first {_MOST_COMPARED} were compared; retire some"
            yield Lint("crowded", members[0].name, cards.path_of(members[0]), message, False)
        alike = {(a, b) for a, b, _ in _alike_about_one(compared, texts)}
        for (i, one), (j, other) in itertools.combinations(enumerate(compared), 2):
            if (one.id, other.id) in seen:
                continue
            seen.add((one.id, other.id))
            words = _opposed(texts.get(one.id, ""), texts.get(other.id, ""))
            if words is None and (i, j) in alike:
                words = _other_number(texts.get(one.id, ""), texts.get(other.id, ""))
            if words:
                message = f"it says {words[1]!r} where {one.name!r} says {words[0]!r}, both about {handle}"
                yield Lint("contradiction", other.name, cards.path_of(other), message, True)


def _opposed(one: str, other: str) -> tuple[str, str] | None:
    """What the one says and the other says the opposite of, of which each says one way only."""
    for mine, theirs in zip(_ways(one), _ways(other), strict=True):
        if mine is not None and theirs is not None and mine[0] != theirs[0]:
            return mine[1], theirs[1]
    return None


@functools.lru_cache(maxsize=_MOST_KEPT)
def _ways(text: str) -> tuple[tuple[bool, str] | None, ...]:
    """For each pair of opposites which way a card says, with its words; None where it says neither, or both."""
    prose = _prose(text)
    found: list[tuple[bool, str] | None] = []
    for left, right in _OPPOSITES:
        one, other = re.search(left, prose, re.IGNORECASE), re.search(right, prose, re.IGNORECASE)
        if one is not None and other is None:
            found.append((True, one[0]))
        elif other is not None and one is None:
            found.append((False, other[0]))
        else:
            found.append(None)
    return tuple(found)


@functools.lru_cache(maxsize=_MOST_KEPT)
def _prose(text: str) -> str:
    """Summary and body, without the rest of the front matter."""
    try:
        card = read_card(text.encode(), "card")
    except BrokenCardError:
        return ""
    return f"{card.summary}\n{card.body}"
