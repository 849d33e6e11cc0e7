"""How well a chunk answers a question: named parts, added and multiplied in one place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from cairn.chunk.words import name_key, stem_of
from cairn.retrieve.question import STOP_WORDS, Concept, Question
from cairn.store.base import StoredChunk, StoredFile, WordMatch

NAME, PATH, BODY, PARTS, CONTEXT = range(5)


@dataclass(frozen=True, slots=True)
class Weights:
    """What each part of a score is worth. Ground: measured, docs/quality.md."""

    columns: tuple[float, float, float, float, float] = (5.0, 2.0, 1.0, 0.6, 1.0)
    saturation: float = 1.2
    length: float = 0.6
    phrase: float = 0.8
    coverage: float = 0.5
    file: float = 0.25
    neighbour: float = 0.15
    definition: float = 3.0
    name: float = 1.0
    near: float = 1.5
    join: float = 0.0
    joined_lines: int = 60
    roles: Mapping[str, float] = field(
        default_factory=lambda: {
            "code": 1.0,
            "test": 0.4,
            "example": 0.5,
            "docs": 0.4,
            "config": 0.3,
            "changelog": 0.25,
            "generated": 0.5,
        }
    )


WEIGHTS = Weights()
# A definition that is named at least so closely is what the hit is about.
_NAMED = 0.8


@dataclass(slots=True)
class Candidate:
    """A chunk on its way to becoming a hit. Its score is (the sum of `parts`) x (`factors`) + (the sum of `added`)."""

    chunk: StoredChunk
    fts_rank: int | None = None
    parts: dict[str, float] = field(default_factory=dict)
    factors: dict[str, float] = field(default_factory=dict)
    added: dict[str, float] = field(default_factory=dict)
    score: float = 0.0
    closeness: float = 0.0
    quoted: float = 0.0
    definition_id: int | None = None

    def own(self) -> float:
        """What the chunk is worth by itself."""
        return sum(self.parts.values()) * math.prod(self.factors.values())

    def explained(self) -> dict[str, float]:
        """All parts of the score by name."""
        return {**self.parts, **self.factors, **self.added}

    def entity_id(self) -> int | None:
        """The definition that the question names, if this is one, else the innermost entity around the chunk."""
        return self.definition_id if self.closeness >= _NAMED else self.chunk.entity_id


def rarities(concepts: Sequence[Concept], counts: Mapping[str, int], chunk_count: int) -> list[float]:
    """How much a chunk tells by having each concept: BM25's inverse document frequency, by its most frequent spelling."""
    total = max(chunk_count, 1)
    found = []
    for concept in concepts:
        known = [counts.get(term, 0) for term in concept.terms]
        count = min(max(known), total)
        found.append(math.log(1 + (total - count + 0.5) / (count + 0.5)))
    return found


def score_words(
    match: WordMatch,
    question: Question,
    concepts: Sequence[Concept],
    rarity: Sequence[float],
    average_length: float,
    weights: Weights,
) -> dict[str, float]:
    """Score the words of one chunk: 1 is about what a chunk gets that has every word once in its body."""
    total = sum(c.weight * r for c, r in zip(concepts, rarity, strict=True) if c.position >= 0) or 1.0
    longer = 1 - weights.length + weights.length * match.length / average_length
    words = covered = 0.0
    at = 0
    for concept, rare in zip(concepts, rarity, strict=True):
        frequency = 0.0
        for strength in concept.strengths:
            columns = match.offsets[at]
            at += 1
            for column, found in enumerate(columns):
                if found:
                    count = len(found) / longer if column in (BODY, PARTS) else min(len(found), 2) / 1.5
                    frequency += strength * weights.columns[column] * count
        if frequency:
            words += concept.weight * rare * frequency * (weights.saturation + 1) / (frequency + weights.saturation)
            if concept.position >= 0:
                covered += concept.weight * rare
    parts = {"words": words / total}
    parts["coverage"] = weights.coverage * (covered / total) ** 2
    parts["phrase"] = weights.phrase * _quoted(match, concepts, rarity)
    return parts


def word_worth(concepts: Sequence[Concept], rarity: Sequence[float]) -> dict[str, float]:
    """The share of a question that each of its words is, by stem."""
    total = sum(c.weight * r for c, r in zip(concepts, rarity, strict=True) if c.position >= 0) or 1.0
    worth: dict[str, float] = {}
    for concept, rare in zip(concepts, rarity, strict=True):
        stem = stem_of(concept.word)
        worth[stem] = max(worth.get(stem, 0.0), concept.weight * rare / total)
    return worth


@lru_cache(maxsize=65536)
def _name_stems(name: str) -> tuple[str, ...]:
    return tuple(stem_of(part) for part in name_key(name).split() if part not in STOP_WORDS)


def score_name(name: str, worth: Mapping[str, float]) -> float:
    """How much of a question a name says (0..1), less what the name says besides."""
    stems = _name_stems(name)
    if not stems:
        return 0.0
    said = [worth[stem] for stem in dict.fromkeys(stems) if stem in worth]
    return sum(said) * len(said) / len(stems)


def _quoted(match: WordMatch, concepts: Sequence[Concept], rarity: Sequence[float]) -> float:
    """The share (0..1, by rarity) of neighbouring words of the question that stand in the body at the same distance."""
    found = total = 0.0
    previous: tuple[int, set[int], float] | None = None
    at = 0
    for concept, rare in zip(concepts, rarity, strict=True):
        places = match.offsets[at][BODY]
        at += len(concept.phrases)
        if concept.position < 0:
            break
        if concept.is_run:
            total += rare
            found += rare * bool(match.offsets[at - len(concept.phrases) + 1][PARTS])
        if previous is not None:
            distance = concept.position - previous[0]
            if distance > 0:
                share = rare + previous[2]
                total += share
                if any(place - distance in previous[1] for place in places):
                    found += share
        previous = (concept.position, set(places), rare)
    return found / total if total else 0.0


def role_factor(file: StoredFile, question: Question, weights: Weights) -> float:
    """What the kind of file takes from a score; nothing when the question asks for that kind."""
    return 1.0 if file.role in question.roles else weights.roles.get(file.role, 1.0)
