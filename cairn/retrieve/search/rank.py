"""How well a chunk answers a question: named parts, added and multiplied in one place."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cairn.retrieve.search.question import Concept, Question
from cairn.store.stored import StoredChunk, StoredFile, WordMatch

# Places of two of the five columns of the full-text index: name, path, body, parts, context.
BODY, PARTS = 2, 3


# What a file's role leaves of a score: as in the retrieval set's recipe, with prose less far down and change logs further.
_ROLES: Mapping[str, float] = {
    "code": 1.0,
    "test": 0.3,
    "example": 0.5,
    "docs": 0.4,
    "config": 0.3,
    "changelog": 0.25,
    "generated": 0.5,
}


class Weights(NamedTuple):
    """The weight of each part of a score. Ground: measured, docs/quality.md."""

    columns: tuple[float, float, float, float, float] = (5.0, 3.5, 1.0, 0.6, 1.0)
    saturation: float = 1.2
    length: float = 0.6
    phrase: float = 1.0
    coverage: float = 0.2
    file: float = 0.3
    neighbour: float = 0.15
    definition: float = 3.0
    exact: float = 6.0
    name: float = 4.0
    value_name: float = 0.5  # of a constant or field, of which most words are the name of one
    type_name: float = 0.85
    container: float = 0.25
    file_name: float = 0.75
    no_doer: float = 0.85
    small_doer: float = 1.0
    doc: float = 0.0
    cut: float = 0.7
    synonym: float = 0.5
    near: float = 1.5
    join: float = 0.0
    # By the place of a hit: of the first one more is worth reading, and of the last ones less.
    joined_lines: tuple[int, ...] = (70, 60, 45, 40)
    roles: Mapping[str, float] = _ROLES


WEIGHTS = Weights()
# A question that a person asks has few of the words that names are made of: what is said in comments and bodies counts for
# more, and what does something more than what passes it on. Chosen on 72 such questions about twelve packages.
ASKED = WEIGHTS._replace(name=2.75, phrase=0.5, no_doer=0.75, small_doer=0.8, file_name=1.0, doc=0.3, joined_lines=(40, 30))
# So many chunks of a file count for it, the n-th for one n-th.
EVIDENCE = 6
# A definition that is named at least so closely is what the hit is about; so is one whose name is worth so much (a guess).
_NAMED, _TELLING = 0.8, 0.8
# If its name is all that is asked for, nearly that name will do: a slip, seldom two.
_NEARLY_NAMED = 0.55


@dataclass(slots=True)
class Candidate:
    """A chunk on its way to becoming a hit. Its score is (the sum of `parts`) x `role` x `near` + `file` + `neighbours`."""

    chunk: StoredChunk
    fts_rank: int | None = None
    parts: dict[str, float] = field(default_factory=dict)
    role: float = 1.0
    prior: float = 1.0  # what the kind and the place of its file leave of a score, whatever it is asked for
    near: float | None = None
    file: float = 0.0
    neighbours: float = 0.0
    score: float = 0.0
    closeness: float = 0.0
    told: float = 1.0  # how much of the question the definition's name says, where it names the definition among other words
    quoted: float = 0.0
    is_beside: bool = False  # it stands beside one of the best, which led to it
    doer_lines: int = 0  # of the longest function that it defines, or is a part of
    doers: list[int] = field(default_factory=list)  # the functions that it defines
    around: float = 0.0  # the share of the question that is said by the name of what its definitions lie in
    covered: float = 0.0  # the share of the question's words, by rarity, that the chunk has
    definition_id: int | None = None
    named_id: int | None = None  # the definition whose name says most of the question
    vec_rank: int | None = None
    vector: float | None = None  # what the vectors' list adds to a fused score

    @property
    def is_worded(self) -> bool:
        """Whether the words of the question, or a name in it, led to the chunk, or to the one beside it."""
        return bool(self.parts) or self.is_beside

    def name(self, entity_id: int, worth: float) -> None:
        """Note what the name of a definition in the chunk is worth; the best one counts."""
        if worth > self.parts.get("name", 0.0):
            self.parts["name"] = worth
            self.named_id = entity_id

    def own(self) -> float:
        """Return the score of the chunk by itself, without its file and its neighbours."""
        return sum(self.parts.values()) * self.role * (1.0 if self.near is None else self.near)

    def explained(self) -> dict[str, float]:
        """All parts of the score by name."""
        near = {} if self.near is None else {"near": self.near}
        vector = {} if self.vector is None else {"vector": self.vector}
        return {**self.parts, "role": self.role, **near, "file": self.file, "neighbours": self.neighbours, **vector}

    def entity_id(self) -> int | None:
        """The definition that the question names, if this is one, else the innermost entity around the chunk."""
        if self.closeness >= (_NEARLY_NAMED if "exact" in self.parts else _NAMED):
            return self.definition_id
        return self.named_id if self.parts.get("name", 0.0) >= _TELLING else self.chunk.entity_id


def rarities(concepts: Sequence[Concept], counts: Mapping[str, int], chunk_count: int) -> list[float]:
    """How much a chunk tells by having each concept: BM25's inverse document frequency, by its most frequent spelling."""
    total = max(chunk_count, 1)
    found = []
    for concept in concepts:
        count = min(max(counts.get(term, 0) for term in concept.terms), total)
        found.append(math.log(1 + (total - count + 0.5) / (count + 0.5)))
    return found


def by_rows(concepts: Sequence[Concept], counts: Mapping[str, int], most_rows: int) -> tuple[list[Concept], list[Concept]]:
    """Part concepts into those that bring chunks in, the rarest, and those so frequent that they only count beside others."""
    rows = {concept: rows_of(concept, counts) for concept in concepts}
    ordered = sorted(concepts, key=lambda concept: (rows[concept], concept.position, concept.word))
    spent = 0
    for place, concept in enumerate(ordered):
        spent += rows[concept]
        if place and spent > most_rows:
            return ordered[:place], ordered[place:]
    return ordered, []


def rows_of(concept: Concept, counts: Mapping[str, int]) -> int:
    """At most so many chunks have a concept: one with a phrase has all words of it."""
    return sum(min((counts.get(word, 0) for word in phrase.text.split()), default=0) for phrase in concept.phrases)


class WordScorer:
    """Scores the words of chunks. `concepts` are in the order in which their phrases were asked for."""

    def __init__(self, concepts: Sequence[Concept], rarity: Sequence[float], average_length: float, weights: Weights) -> None:
        self._weights = weights
        self._average_length = average_length
        total = sum(c.weight * r for c, r in zip(concepts, rarity, strict=True) if c.position >= 0) or 1.0
        # (first phrase, strengths, share of the question, whether the question has it as a word)
        self._shares: list[tuple[int, tuple[float, ...], float, bool]] = []
        at = 0
        starts: dict[int, tuple[Concept, int, float]] = {}
        for concept, rare in zip(concepts, rarity, strict=True):
            self._shares.append((at, concept.strengths, concept.weight * rare / total, concept.position >= 0))
            if concept.position >= 0:
                starts[concept.position] = (concept, at, rare)
            at += len(concept.phrases)
        ordered = [starts[position] for position in sorted(starts)]
        # (phrase, phrase after it, words between their starts, weight)
        self._pairs = [
            (first, second, b.position - a.position, rare + other)
            for (a, first, rare), (b, second, other) in itertools.pairwise(ordered)
        ]
        self._runs = [(first + 1, rare) for concept, first, rare in ordered if concept.is_run]

    def score(self, match: WordMatch) -> dict[str, float]:
        """Score one chunk: 1 is about what a chunk gets that has every word once in its body."""
        weights = self._weights
        name_w, path_w, body_w, parts_w, context_w = weights.columns
        longer = 1 - weights.length + weights.length * match.length / self._average_length
        words = covered = 0.0
        evidence = match.places
        for at, strengths, share, is_word in self._shares:
            frequency = 0.0
            for strength in strengths:
                name, path, body, parts, context = evidence[at]
                at += 1
                if body or parts:
                    frequency += strength * (body_w * len(body) + parts_w * len(parts)) / longer
                if name or path or context:
                    once = name_w * min(len(name), 2) + path_w * min(len(path), 2) + context_w * min(len(context), 2)
                    frequency += strength * once / 1.5
            if frequency:
                words += share * frequency * (weights.saturation + 1) / (frequency + weights.saturation)
                if is_word:
                    covered += share
        return {"words": words, "coverage": weights.coverage * covered**2, "phrase": weights.phrase * self._quoted(evidence)}

    def _quoted(self, evidence: list[list[list[int]]]) -> float:
        """The share (0..1, by rarity) of neighbouring words of the question that stand in the body at the same distance."""
        found = total = 0.0
        for phrase, rare in self._runs:
            total += rare
            found += rare * bool(evidence[phrase][PARTS])
        for first, second, distance, share in self._pairs:
            total += share
            places = evidence[first][BODY]
            if places and (others := evidence[second][BODY]) and not {place + distance for place in places}.isdisjoint(others):
                found += share
        return found / total if total else 0.0


def role_factor(file: StoredFile, question: Question, weights: Weights) -> float:
    """Return the factor of the kind of file, 1 where the question asks for that kind: `test of the rate`."""
    return 1.0 if file.role in question.roles else weights.roles.get(file.role, 1.0)
