"""Thresholds from prompts of one's own, and how well the gates do on them.

A line of the file is `{"prompt": ..., "cards": [NAME, ...]}`, with an empty list where nothing may be brought. The thresholds are
chosen on every other line of each kind and told on the rest, so that the figures are not those of the choice itself.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING

from cairn.cards.gates import Thresholds
from cairn.cards.recall import Asked, Judged, Weighing, decide
from cairn.errors import UsageError

if TYPE_CHECKING:
    from cairn.cards.facade import Cards

_SCORES = (0.4, 0.45, 0.5, 0.55)
_FLOORS = (0.3, 0.35, 0.4)
_COVERAGES = (0.2, 0.25, 0.3, 0.35, 0.4)
_MARGINS = (0.0, 0.1, 0.2, 0.3)
_SURES = (0.5, 0.6, 0.7, 0.8, 0.9)
_CURVE = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
_FALSE_COST = 4  # of a false injection, in right ones that are missed: a wrong card costs trust, a missing one a look


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt and the names of the cards that it should bring; none: silence."""

    prompt: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """How the gates do on some prompts.

    `recall_1` and `recall_3` are of the order of candidates, gates aside, over the prompts that want a card; `injection_1`: the
    first card brought is wanted, `injection_3`: one of those brought is, as shares of these prompts; `false` counts
    the prompts that want silence and brought a card, `wrong` those that want a card and brought only others.
    """

    positives: int
    negatives: int
    recall_1: float
    recall_3: float
    injection_1: float
    injection_3: float
    false: int
    wrong: int


@dataclass(frozen=True, slots=True)
class CalibrateAnswer:
    """The thresholds chosen on one half, with the score of both halves, and the curve along coverage on the first.

    `confusion` counts the prompts of the second half: wanted or not, and brought or silent.
    """

    thresholds: dict[str, float]
    chosen_on: Score
    told_on: Score
    curve: list[dict[str, float]]
    confusion: dict[str, int]
    missed: list[str] = field(default_factory=list)
    brought: list[str] = field(default_factory=list)


def read_prompts(text: str) -> list[Prompt]:
    """Read a file of prompts.

    Raises:
        UsageError: a line that is none; it is named.
    """
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            given = json.loads(line)
            cards = given.get("cards") or []
            names = (cards,) if isinstance(cards, str) else tuple(map(str, cards))
            found.append(Prompt(str(given["prompt"]), names))
        except (ValueError, KeyError, AttributeError, TypeError) as exc:
            raise UsageError(f'line {number} is no prompt; write {{"prompt": "...", "cards": ["name"]}}') from exc
    if not found:
        raise UsageError("the file has no prompts; a line is one")
    return found


def require_known(cards: Cards, prompts: Sequence[Prompt]) -> None:
    """Raise NotFoundError if a prompt wants a card that there is not: it would count as missed with any thresholds."""
    known = {row.name for row in cards.listing()}
    for name in dict.fromkeys(name for prompt in prompts for name in prompt.cards):
        if name not in known:
            cards.find(name)


def halves(prompts: Sequence[Prompt]) -> tuple[list[Prompt], list[Prompt]]:
    """Every other prompt that wants a card, and every other that wants none; and the rest."""
    kinds = [[p for p in prompts if p.cards], [p for p in prompts if not p.cards]]
    return [p for kind in kinds for p in kind[::2]], [p for kind in kinds for p in kind[1::2]]


Weighted = tuple[Prompt, Asked, Weighing]


def score(rows: Sequence[Weighted], limits: Thresholds) -> tuple[Score, list[str], list[str]]:
    """Return the score, the prompts that should have brought a card and did not, and those that brought a wrong one."""
    return _score([(prompt, decide(weighing, asked, limits)) for prompt, asked, weighing in rows])


def weigh_all(cards: Cards, prompts: Sequence[Prompt]) -> list[Weighted]:
    """Weigh the cards for each prompt, once for all thresholds that are tried."""
    return [(prompt, *cards.weigh(prompt.prompt)) for prompt in prompts]


def _score(rows: Sequence[tuple[Prompt, Judged]]) -> tuple[Score, list[str], list[str]]:
    missed, brought = [], []
    at_1 = at_3 = in_1 = in_3 = false = wrong = 0
    positives = [row for row in rows if row[0].cards]
    for prompt, judged in rows:
        names = [verdict.weighed.row.name for verdict in judged.verdicts if verdict.is_let_in]
        if not prompt.cards:
            false += bool(names)
            brought += [prompt.prompt] if names else []
            continue
        order = sorted(judged.verdicts, key=lambda v: (not (v.is_let_in and v.gate == "named"), -v.weighed.strength))
        ranked = [verdict.weighed.row.name for verdict in order]
        at_1 += bool(set(ranked[:1]) & set(prompt.cards))
        at_3 += bool(set(ranked[:3]) & set(prompt.cards))
        in_1 += bool(set(names[:1]) & set(prompt.cards))
        in_3 += bool(set(names) & set(prompt.cards))
        wrong += bool(names) and not set(names) & set(prompt.cards)
        if not set(names) & set(prompt.cards):
            missed.append(prompt.prompt)
    number = max(len(positives), 1)
    a, b, c, d = (round(count / number, 4) for count in (at_1, at_3, in_1, in_3))
    return Score(len(positives), len(rows) - len(positives), a, b, c, d, false, wrong), missed, brought


def evaluate(cards: Cards, prompts: Sequence[Prompt]) -> Score:
    """Return how the gates do with the thresholds in use.

    Raises:
        NotFoundError: a prompt wants a card that there is not.
    """
    cards.sync()
    require_known(cards, prompts)
    return score(weigh_all(cards, prompts), cards.limits)[0]


def calibrate(cards: Cards, prompts: Sequence[Prompt]) -> CalibrateAnswer:
    """Choose thresholds on one half of the prompts and tell how they do on the other.

    Raises:
        NotFoundError: a prompt wants a card that there is not.
    """
    cards.sync()
    require_known(cards, prompts)
    first, second = (weigh_all(cards, half) for half in halves(prompts))
    chosen = _choose(first)
    on_first, _, _ = score(first, chosen)
    on_second, missed, brought = score(second, chosen)
    curve = []
    for coverage in _CURVE:
        found, _, _ = score(first, replace(chosen, coverage=coverage, sure=max(chosen.sure, coverage)))
        curve.append({"coverage": coverage, "injection_3": found.injection_3, "false": found.false})
    hits = round(on_second.injection_3 * on_second.positives)
    confusion = {
        "wanted_brought": hits,
        "wanted_silent": on_second.positives - hits,
        "unwanted_brought": on_second.false,
        "unwanted_silent": on_second.negatives - on_second.false,
    }
    thresholds = asdict(chosen)
    return CalibrateAnswer(thresholds, on_first, on_second, curve, confusion, missed, brought)


def _choose(rows: Sequence[Weighted]) -> Thresholds:
    """The thresholds with the most right injections, a false one costing four; of several the middle of the strictest."""
    tried: list[tuple[float, Thresholds]] = []
    for values in itertools.product(_SCORES, _FLOORS, _COVERAGES, _MARGINS, _SURES):
        limits = Thresholds(*values)
        found, _, _ = score(rows, limits)
        value = found.injection_3 * found.positives - _FALSE_COST * found.false - found.wrong
        tried.append((value, limits))
    best = max(value for value, _ in tried)
    equal = [limits for value, limits in tried if value == best]
    # Thresholds at the edge of what is best on this half are beyond it on another.
    return equal[len(equal) // 2]
