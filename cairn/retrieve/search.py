"""From a question to ranked spans of lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cairn.retrieve.copies import Copy, Origin, collapse
from cairn.retrieve.definitions import Named, find_definitions
from cairn.retrieve.hits import Span
from cairn.retrieve.pointing import point_out
from cairn.retrieve.question import Concept, Question, part_concepts, read_question
from cairn.retrieve.rank import (
    WEIGHTS,
    Candidate,
    NameScorer,
    Weights,
    WordScorer,
    by_rows,
    rarities,
    role_factor,
    rows_of,
)
from cairn.retrieve.view import View
from cairn.store.reading import Phrase, Scope, WordMatch

if TYPE_CHECKING:
    from cairn.retrieve.fuse import Hybrid
    from cairn.retrieve.vectors import Evidence, VectorArm

# Chunks that are looked at closely, the best by BM25: with 120 of them nl2code is .005 worse, with 200 nothing is better. What
# is asked for by its name is found by that: fewer will do.
POOL, POOL_OF_SYMBOL = 160, 80
# Ranking a chunk costs a part of a microsecond for each of the question's spellings: the rarer words lead to so many chunks at
# most, and to no more than this many times a spelling in a chunk.
MOST_ROWS, MOST_PLACES = 3000, 16_000
_DOERS = frozenset({"function", "method"})
# A share of the pool that answers any question well.
_ENOUGH = 0.25
# So much of what its file's role takes from a chunk is given back at most.
_LIFT = 0.95
# So many ranked chunks are joined into k spans: a span is seldom made of more.
_READ_FOR_EACH, _READ = 8, 40


class Ranking(NamedTuple):
    """Spans, best first, names that the question may have meant, and what the vectors said, where they were asked."""

    spans: list[Span]
    did_you_mean: list[str]
    evidence: Evidence | None = None


def find(
    view: View,
    text: str,
    k: int,
    scope: Scope,
    near: str | None,
    weights: Weights = WEIGHTS,
    arm: VectorArm | None = None,
) -> Ranking:
    """Rank what the index has for a question; the same every time. `arm` gives the question's vector, in tiers 1 and 2."""
    question = read_question(text)
    if not question.words:
        return Ranking([], [])
    hybrid = None if arm is None else _begin_hybrid(view, arm, question, scope)
    named = find_definitions(view.reader, question, scope)
    candidates = _candidates(view, question, scope, named, weights)
    if hybrid is not None:
        candidates = hybrid.add_near(candidates)
    _weigh(view, candidates, question, near, weights)
    ranked, copies = collapse(view, sorted(candidates, key=lambda c: (-c.score, c.chunk.file_id, c.chunk.ordinal)))
    if hybrid is not None:
        ranked = hybrid.fuse(ranked)
    _look_outside(view, ranked[: 2 * k])
    spans = merge(ranked[: _READ_FOR_EACH * k + _READ], k, weights, copies)
    point_out(view, spans, question)
    return Ranking(spans, named.did_you_mean, None if hybrid is None else hybrid.evidence)


def _begin_hybrid(view: View, arm: VectorArm, question: Question, scope: Scope) -> Hybrid:
    from cairn.retrieve.fuse import Hybrid  # tier 0 does without

    return Hybrid(view.reader, arm, question, scope)


def _candidates(view: View, question: Question, scope: Scope, named: Named, weights: Weights) -> list[Candidate]:
    """The chunks with the question's words, and those that define what it names, each with the parts of its own score."""
    concepts = [*question.concepts, *part_concepts(question)]
    counts = view.reader.word_counts(sorted({w for c in concepts for p in c.phrases for w in p.text.split()}))
    spellings = sum(len(concept.phrases) for concept in concepts)
    leading, frequent = by_rows(concepts, counts, min(MOST_ROWS, MOST_PLACES // max(spellings, 1)))
    concepts = [*leading, *frequent]
    rarity = rarities(concepts, counts, view.reader.chunk_count())
    pool = POOL_OF_SYMBOL if question.is_symbol else POOL
    matches = _matches(view, leading, frequent, counts, scope, pool)
    average = max(sum(match.length for match in matches) / max(len(matches), 1), 1.0)
    scorer = WordScorer(concepts, rarity, average, weights)
    found: dict[int, Candidate] = {}
    for rank, match in enumerate(matches, 1):
        parts = scorer.score(match)
        quoted, covered = parts["phrase"] / weights.phrase, (parts["coverage"] / weights.coverage) ** 0.5
        found[match.chunk.id] = Candidate(match.chunk, rank, parts, quoted=quoted, covered=covered)
    names = NameScorer(concepts, rarity, weights)
    for name in view.reader.names_in_chunks(found):
        candidate = found[name.chunk_id]
        candidate.name(name.entity_id, weights.name * names.score(name.name))
    for definition, chunk in named.definitions:
        candidate = found.setdefault(chunk.id, Candidate(chunk))
        if definition.closeness > candidate.closeness:
            candidate.closeness = definition.closeness
            candidate.definition_id = definition.entity.id
            candidate.parts["definition"] = weights.definition * definition.closeness
            if definition.is_whole:
                candidate.parts["exact"] = weights.exact * definition.closeness**4
    return list(found.values())


def _matches(
    view: View, leading: Sequence[Concept], frequent: Sequence[Concept], counts: Mapping[str, int], scope: Scope, pool: int
) -> list[WordMatch]:
    """The best chunks by their words alone.

    A word that is everywhere leads to the chunks that have it as a name, if enough do: the others say as much of it as any.
    """
    phrases = _phrases([*leading, *frequent])
    if len(leading) == 1 and rows_of(leading[0], counts) > MOST_ROWS:
        names = [phrase._replace(columns=("name",)) for phrase in _phrases(leading)]
        matches = view.reader.match_words(phrases, pool, scope, names)
        if len(matches) > _ENOUGH * pool:
            return matches
    return view.reader.match_words(phrases, pool, scope, _phrases(leading) if frequent else ())


def _phrases(concepts: Iterable[Concept]) -> list[Phrase]:
    return [phrase for concept in concepts for phrase in concept.phrases]


def _weigh(view: View, candidates: Iterable[Candidate], question: Question, near: str | None, weights: Weights) -> None:
    """Add what a chunk's file and its neighbours say to what it says itself."""
    by_file: dict[int, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        by_file[candidate.chunk.file_id].append(candidate)
    files = view.load_files(by_file)
    preferred = view.source(near).id if near and near in view.labels else None
    origin = Origin(view)
    for file_id, group in by_file.items():
        file = files[file_id]
        role, place = role_factor(file, question, weights), origin.factor(file)
        for candidate in group:
            # What is asked for by its name, or quoted, is wanted wherever it stands; of two that are, the one in code.
            lift = _LIFT * max(candidate.closeness, candidate.quoted) ** 2
            # What is made from a source of the same name never is.
            candidate.role = (role + (1 - role) * lift) * place
            candidate.prior = role * place
            if preferred is not None:
                candidate.near = weights.near if file.source_id == preferred else 1.0
            candidate.score = candidate.own()
        _share(group, weights)


def _look_outside(view: View, candidates: Iterable[Candidate]) -> None:
    """What is defined inside of a function is part of what that does: a hit by such a name is about the function."""
    named = [candidate for candidate in candidates if candidate.named_id is not None]
    view.load(candidate.named_id for candidate in named if candidate.named_id is not None)
    inner = [(c, entity) for c in named if c.named_id is not None and (entity := view.entity(c.named_id)) is not None]
    view.load(entity.parent_id for _, entity in inner if entity.parent_id is not None)
    for candidate, entity in inner:
        holder = None if entity.parent_id is None else view.entity(entity.parent_id)
        if holder is not None and holder.kind in _DOERS:
            candidate.named_id = holder.id


def _share(group: list[Candidate], weights: Weights) -> None:
    scores = sorted((candidate.score for candidate in group), reverse=True)
    evidence = sum(score / (place + 1) for place, score in enumerate(scores[:6]))
    own = {candidate.chunk.ordinal: candidate.score for candidate in group}
    for candidate in group:
        ordinal = candidate.chunk.ordinal
        candidate.file = weights.file * evidence
        candidate.neighbours = weights.neighbour * (own.get(ordinal - 1, 0.0) + own.get(ordinal + 1, 0.0))
        candidate.score += candidate.file + candidate.neighbours


def merge(ranked: Iterable[Candidate], k: int, weights: Weights, copies: Mapping[int, Sequence[Copy]]) -> list[Span]:
    """Join neighbouring chunks of a file into one span while it stays short; name no line twice."""
    spans: list[Span] = []
    of_chunk: dict[tuple[int, int], Span] = {}
    for candidate in ranked:
        chunk = candidate.chunk
        joined = None
        for step in (-1, 1):
            span = of_chunk.get((chunk.file_id, chunk.ordinal + step))
            if span is not None and candidate.score >= weights.join * span.score:
                start, end = min(span.start_line, chunk.start_line), max(span.end_line, chunk.end_line)
                if end - start < weights.joined_lines:
                    span.start_line, span.end_line = start, end
                    span.copies += copies.get(chunk.id, ())
                    span.vec_rank = min(filter(None, (span.vec_rank, candidate.vec_rank)), default=None)
                    joined = span
                    break
        if joined is None:
            joined = Span(
                chunk.file_id,
                chunk.start_line,
                chunk.end_line,
                candidate.score,
                candidate.fts_rank,
                candidate.entity_id(),
                candidate.explained(),
                chunk.id,
                list(copies.get(chunk.id, ())),
                candidate.vec_rank,
            )
            spans.append(joined)
        of_chunk[chunk.file_id, chunk.ordinal] = joined
    return _disjoint(spans, k)


def _disjoint(spans: list[Span], k: int) -> list[Span]:
    """Take from each span the lines that a better one has, and drop it when nothing much is left."""
    taken: dict[int, list[tuple[int, int]]] = defaultdict(list)
    kept: list[Span] = []
    for span in spans:
        if len(kept) == k:
            break
        for start, end in taken[span.file_id]:
            if start <= span.start_line <= end:
                span.start_line = end + 1
            if span.start_line < start <= span.end_line:
                span.end_line = start - 1
        if span.start_line <= span.end_line:
            taken[span.file_id].append((span.start_line, span.end_line))
            kept.append(span)
    return kept
