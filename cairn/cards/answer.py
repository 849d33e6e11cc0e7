"""What recall answers, and why."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Recalled:
    """A card that was let in. `word` is what must be known of it: stale, moved, unverified; empty for nothing.

    `kind` is `card` or `skill`; `gate` is what let it in.
    """

    name: str
    summary: str
    path: str
    status: str
    word: str
    kind: str
    gate: str
    score: float
    coverage: float
    margin: float


@dataclass(frozen=True, slots=True)
class RecallAnswer:
    """At most three cards, best first; `repeated` are names of such that this session has had, `notes` what went wrong."""

    cards: list[Recalled]
    repeated: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that has something of the prompt. `is_let_in`, and by which gate, or which one stopped it and how.

    `matched` are the words of the prompt that it has, `missed` those that it has not, in the passage that suits it best.
    `similarity` is that of the vectors, 0 where none were asked for.
    """

    name: str
    path: str
    is_let_in: bool
    gate: str
    reason: str
    score: float
    coverage: float
    margin: float
    matched: list[str]
    missed: list[str]
    named: list[str]
    similarity: float = 0.0


@dataclass(frozen=True, slots=True)
class ExplainAnswer:
    """Every candidate, best first, with the thresholds that it had to pass."""

    candidates: list[Candidate]
    thresholds: dict[str, float]
    words: list[str]
    passages: int
    omitted: int = 0
    notes: list[str] = field(default_factory=list)
