"""The gates of recall: three numbers that a card must reach, and which a person can read in `cairn explain`.

* score: BM25 of the card for the best passage of the prompt, brought between 0 and 1 by `b / (b + SCORE_HALF)`;
* coverage: how much of that passage's words the card has, rare words counting for more;
* margin: how far the best card is before the second. Where it is thin, several cards have the same few words, and only one that
  covers the passage well is let in.

The thresholds were chosen on one half of tests/cards/prompts.py and told on the other: docs/cards.md has the figures, and
`cairn card calibrate` chooses others from prompts of your own.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from cairn.errors import RefusedError

_MOST_BYTES = 10_000  # of a file of thresholds
SCORE_HALF = 12.0  # the BM25 of two rare words in a summary, for a score of one half


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What a card must reach.

    `sure` is the coverage from which on the margin does not count and `floor` is score enough: a short question has few words.
    `near` is how strong, as a share of the first, a second or third card must be; `similar` the cosine from which on a card
    that vectors were asked for counts as one with `sure` coverage, for which `carried` is score enough.
    """

    score: float = 0.50
    floor: float = 0.35
    coverage: float = 0.30
    margin: float = 0.10
    sure: float = 0.70
    near: float = 0.70
    similar: float = 0.65
    carried: float = 0.25


def read_thresholds(path: Path) -> Thresholds:
    """Return the thresholds that `calibrate` wrote, those of the release where it wrote none.

    Raises:
        RefusedError: the file is there and broken.
    """
    try:
        text = path.read_bytes()[:_MOST_BYTES]
    except OSError:
        return Thresholds()
    names = {field.name for field in fields(Thresholds)}
    try:
        given = json.loads(text)
        values = {name: float(value) for name, value in given.items() if name in names}
        if not all(0 <= value <= 1 for value in values.values()):
            raise ValueError
    except (ValueError, AttributeError, TypeError, RecursionError) as exc:
        raise RefusedError(f"{path} holds no thresholds; run `cairn card calibrate FILE --write`, or delete it") from exc
    return Thresholds(**values)


def threshold_text(thresholds: Thresholds) -> str:
    """What a file of thresholds holds."""
    return json.dumps(asdict(thresholds), indent=1) + "\n"
