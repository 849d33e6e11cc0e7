"""The vector arm of recall: a card whose summary means what the prompt's passage says counts as one that covers it.

Only the gate of coverage knows of it, and only for cards that have some of the prompt's words and not enough: "when are
pictures deleted?" of a card that says "removed". A vector alone brings no card. It is off unless CAIRN_CARD_VECTORS is set.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from cairn.cards.recall import Weighing
from cairn.errors import CairnError
from cairn.infer.vectors import cosine, is_same_model
from cairn.store.sqlite.cards import CardRow, CardRows

_LEAST_SCORE = 0.2  # one rare word in a summary: a card with less is not asked for
_ENOUGH = 0.9  # the highest coverage that it tries as sure
_ANSWER_S = 1.5  # for one vector: a guess, thirty times what an endpoint on this machine takes
_ALL_S = 4.0  # for all of a prompt: a hook gives up after 8


class Embedder(Protocol):
    """Makes vectors of texts."""

    @property
    def name(self) -> str: ...
    def embed_query(self, text: str, timeout_s: float) -> tuple[bytes, bytes]:
        """Return the vectors of a text and of a fixed one, the probe.

        Raises:
            CairnError: it does not answer in time.
        """
        ...


class Meaning:
    """Compares passages with cards. Vectors of cards are kept in the index of cards, by what the card says."""

    def __init__(self, embedder: Callable[[], Embedder], clock: Callable[[], float] = time.monotonic) -> None:
        self._embedder = embedder
        self._clock = clock

    def look(self, rows: CardRows, weighing: Weighing) -> tuple[Weighing, str]:
        """Return the candidates, with the similarity of those that it could carry over a gate; and what went wrong, if anything.

        Vectors are asked for in the order of the candidates, of each passage and each card once.
        """
        wanted = [one for one in weighing.order if one.score >= _LEAST_SCORE and one.coverage < _ENOUGH]
        if not wanted:
            return weighing, ""
        end, found, fault = self._clock() + _ALL_S, dict[int, float](), ""
        passages: dict[str, bytes] = {}
        try:
            embedder = self._embedder()
            for one in wanted:
                if self._clock() > end:
                    fault = f"the embedder took longer than {_ALL_S:.0f} s; some cards were judged by their words alone"
                    break
                passage = " ".join((*one.matched, *one.missed))
                if passage not in passages:
                    passages[passage], probe = embedder.embed_query(passage, _ANSWER_S)
                    _require_same(rows, embedder.name, probe)
                found[one.row.id] = round(cosine(passages[passage], _vector(rows, embedder, one.row)), 4)
        except CairnError as exc:
            fault = f"cards were judged by their words alone: {exc}"
        order = [one._replace(similarity=found.get(one.row.id, 0.0)) for one in weighing.order]
        return weighing._replace(order=order), fault


def _require_same(rows: CardRows, model: str, probe: bytes) -> None:
    """Forget all vectors if they are of another model than this probe."""
    known = rows.vector(model, "probe")
    if known is None or not is_same_model(known, probe):
        with rows.writing():
            rows.keep_vector(model, "probe", probe, is_first=True)


def _vector(rows: CardRows, embedder: Embedder, row: CardRow) -> bytes:
    known = rows.vector(embedder.name, row.hash)
    if known is None:
        known, _ = embedder.embed_query(said_of(row), _ANSWER_S)
        with rows.writing():
            rows.keep_vector(embedder.name, row.hash, known)
    return known


def said_of(row: CardRow) -> str:
    """The text whose vector stands for a card: its summary, and its name in words."""
    return f"{row.summary} {row.name.replace('-', ' ')}"
