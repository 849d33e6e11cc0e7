"""Cards, their scores and proposals on a terminal."""

from __future__ import annotations

from cairn.answers.terminal.style import paint, shorten, table
from cairn.cards.calibrate import CalibrateAnswer, Score
from cairn.cards.noted import Answer, noted_line
from cairn.cards.proposals import Review

_FEW_PROMPTS = 40  # a guess: one prompt is 5 % of a half then


def cards_line(answer: Answer) -> str:
    """The cards about what an answer is about, on a line of its own; empty where there are none."""
    line = noted_line(answer)
    return f"\n{paint(line, 'dim')}" if line else ""


def calibrate_screen(answer: CalibrateAnswer) -> str:
    """The thresholds, the scores of both halves, the curve and the confusion."""
    head = ("half", "wanted", "silent", "R@1", "R@3", "I@1", "I@3", "false", "wrong")
    rows = [_row("chosen on", answer.chosen_on), _row("told on", answer.told_on)]
    asks = ", ".join(f"{name} {value:.2f}" for name, value in answer.thresholds.items())
    curve = [(f"{p['coverage']:.2f}", f"{p['injection_3']:.3f}", int(p["false"])) for p in answer.curve]
    lines = [f"thresholds: {asks}", "", *table(head, rows, numbers=range(1, 9)), ""]
    lines += table(("coverage", "I@3", "false"), curve, numbers=range(3))
    lines += ["", ", ".join(f"{name.replace('_', ', ')}: {count}" for name, count in answer.confusion.items())]
    if (number := sum(s.positives + s.negatives for s in (answer.chosen_on, answer.told_on))) < _FEW_PROMPTS:
        lines.append(f"{number} prompts are few, and these figures may be chance; {_FEW_PROMPTS} say more")
    lines += [f"  silent for: {shorten(prompt, 90)}" for prompt in answer.missed[:10]]
    lines += [f"  wrongly brought for: {shorten(prompt, 90)}" for prompt in answer.brought[:10]]
    return "\n".join(lines)


def score_screen(score: Score) -> str:
    """How the gates do, on a line."""
    head = ("", "wanted", "silent", "R@1", "R@3", "I@1", "I@3", "false", "wrong")
    return "\n".join(table(head, [_row("thresholds in use", score)], numbers=range(1, 9)))


def _row(name: str, score: Score) -> tuple[object, ...]:
    shares = (score.recall_1, score.recall_3, score.injection_1, score.injection_3)
    return (name, score.positives, score.negatives, *(f"{share:.3f}" for share in shares), score.false, score.wrong)


def review_screen(review: Review) -> str:
    """A proposal with its diff."""
    made = review.proposal
    who = f" by {made.principal}" if made.principal else ""
    lines = [paint(f"{made.id}  {made.kind} {made.card}{who}, {made.at}", "bold")]
    lines += [f"  reason: {made.reason}"] if made.reason else []
    lines += [f"  flag: {flag}" for flag in made.flags]
    lines += [f"  cannot be approved: {review.fault}"] if review.fault else []
    colours = {"+": "green", "-": "red"}
    lines += [paint(f"  {line}", *([colours[line[0]]] if line[:1] in colours else [])) for line in review.diff.splitlines()]
    return "\n".join(lines)
