"""Merges the ranking by words and the one by vectors: by places, never by scores, which cannot be compared.

Source: Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods"
(SIGIR 2009), with a weight for the second list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cairn.retrieve.search.question import Question
from cairn.retrieve.search.rank import Candidate
from cairn.retrieve.search.vectors import Asked, Evidence, VectorArm, find_near
from cairn.store.embedding import Part
from cairn.store.reading import StoreReader
from cairn.store.stored import Scope

# Of each list so many take part.
TOP, TOP_ENTITIES = 50, 10
_K = 60
# A question of fewer telling words is one for names, which vectors only blur where there are such.
_FEWEST_WORDS = 2
# A definition that is named at least so closely among so many of the best chunks is what is asked for.
_NAMED, _FIRST = 0.8, 5


class VectorWeights(NamedTuple):
    """What a place in the vectors' list is worth beside one in that of the words. Ground: measured, docs/quality.md.

    `words` is for a question none of whose words the best chunk has; it falls to 0 for one that has them all. `rest` is for
    what only vectors find for one word that names nothing: behind the first fifty or so that have the word.
    """

    words: float = 0.2
    rest: float = 0.4


VECTOR_WEIGHTS = VectorWeights()


def may_be_name(question: Question) -> bool:
    """Whether a question looks like a name: words are asked first, and vectors only if nothing is called so."""
    return question.is_symbol or len(question.concepts) < _FEWEST_WORDS


def _is_spelled_as_name(question: Question) -> bool:
    """Whether a question is no word of a language: vectors know nothing of what is misspelled."""
    return any(concept.is_identifier for concept in question.concepts) or not all(word.typed.isalpha() for word in question.words)


def _settled_weight(worded: Sequence[Candidate], weight: float) -> float:
    """Weigh the vectors by how well the words do: nothing is left for them where something of the asked name was found."""
    if any(candidate.closeness >= _NAMED for candidate in worded[:_FIRST]):
        return 0.0
    return weight * (1 - worded[0].covered) if worded else weight


class Hybrid:
    """One search by words and vectors: asks for the question's vector at once, and needs it when the words are done.

    One that may be a name is asked for when the words have found nothing of that name.
    """

    def __init__(self, reader: StoreReader, arm: VectorArm, question: Question, scope: Scope) -> None:
        self._reader = reader
        self._scope = scope
        self._question = question
        self._arm = arm
        self._is_name = may_be_name(question)
        self._asked = None if self._is_name else arm.ask(question.text)
        self.evidence: Evidence | None = None

    def add_near(self, candidates: list[Candidate]) -> list[Candidate]:
        """Give candidates their places in the vectors' list, and add the chunks that only that has."""
        if self._is_name and not self._is_named_by(candidates):
            self._asked = self._arm.ask(self._question.text)
        if self._asked is None:
            return candidates
        self.evidence = find_near(self._reader, self._asked(), Part.CHUNK, TOP, self._scope)
        near = self.evidence.near
        known = {candidate.chunk.id: candidate for candidate in candidates}
        chunks = self._reader.chunks(found.id for found in near if found.id not in known)
        for rank, found in enumerate(near, 1):
            candidate = known.get(found.id)
            if candidate is None and found.id in chunks:
                candidate = known[found.id] = Candidate(chunks[found.id])
            if candidate is not None:
                candidate.vec_rank = rank
        return list(known.values())

    def fuse(self, ranked: list[Candidate]) -> list[Candidate]:
        """Order candidates, given best first by words, by both lists."""
        if self.evidence is None or not self.evidence.near:
            return ranked
        return append_near(ranked) if self._is_name else fuse_candidates(ranked)

    def _is_named_by(self, candidates: Sequence[Candidate]) -> bool:
        return _is_spelled_as_name(self._question) or any(candidate.closeness >= _NAMED for candidate in candidates)


def append_near(ranked: list[Candidate], weight: float = VECTOR_WEIGHTS.rest) -> list[Candidate]:
    """Keep the order of what the words found, and put what only vectors found in behind."""
    place = 0
    for candidate in ranked:
        if candidate.is_worded:
            place += 1
            candidate.score = 1 / (_K + place)
        elif candidate.vec_rank is not None:
            candidate.score = candidate.vector = weight * candidate.prior / (_K + candidate.vec_rank)
    return _by_score(ranked)


def fuse_candidates(ranked: list[Candidate], weight: float = VECTOR_WEIGHTS.words) -> list[Candidate]:
    """Order candidates, given best first by words, by both lists; their scores become those of the fusion.

    In the vectors' list files have places, by their nearest chunk: which file is meant is what vectors tell, and which of its
    chunks the words tell better. A file's role takes from a place what it takes from a score.
    """
    worded = [candidate for candidate in ranked if candidate.is_worded]
    weight = _settled_weight(worded, weight)
    if not weight:
        return ranked
    near = sorted((c for c in ranked if c.vec_rank is not None), key=lambda c: ((c.vec_rank or 0) + _K) / max(c.prior, 0.01))
    file_places = {file_id: place for place, file_id in enumerate(dict.fromkeys(c.chunk.file_id for c in near), 1)}
    places = {candidate.chunk.id: place for place, candidate in enumerate(worded, 1)}
    for candidate in ranked:
        place = places.get(candidate.chunk.id)
        candidate.score = 1 / (_K + place) if place else 0.0
        second = file_places.get(candidate.chunk.file_id) if place else candidate.vec_rank
        if second is not None:
            candidate.vector = weight * candidate.prior / (_K + second)
            candidate.score += candidate.vector
    return _by_score(ranked)


def _by_score(candidates: list[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda c: (-c.score, c.chunk.file_id, c.chunk.ordinal))


def add_entities(reader: StoreReader, worded: Sequence[int], asked: Asked, scope: Scope) -> list[int]:
    """Merge entities that words led to, best first, with those that are nearest by vector; all by id."""
    near = find_near(reader, asked, Part.ENTITY, TOP_ENTITIES, scope).near
    scores: dict[int, float] = {}
    for ids in (worded, [found.id for found in near]):
        for place, entity_id in enumerate(ids, 1):
            scores[entity_id] = scores.get(entity_id, 0.0) + 1 / (_K + place)
    return sorted(scores, key=lambda entity_id: -scores[entity_id])
