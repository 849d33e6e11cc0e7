"""From a question to ranked spans of lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cairn.model import EntityKind
from cairn.retrieve.search.candidates import Gathered, add_beside, gather, read_docs
from cairn.retrieve.search.copies import Copy, Origin, collapse
from cairn.retrieve.search.declared import HEADER, STUB, is_header, is_stub, sources_with_bodies
from cairn.retrieve.search.definitions import find_definitions
from cairn.retrieve.search.hits import Span
from cairn.retrieve.search.naming import file_stem
from cairn.retrieve.search.pointing import point_out
from cairn.retrieve.search.question import LONG, Question, read_question
from cairn.retrieve.search.rank import ASKED, EVIDENCE, WEIGHTS, Candidate, Weights, role_factor
from cairn.retrieve.view import View
from cairn.store.stored import Scope, StoredFile

if TYPE_CHECKING:
    from cairn.retrieve.search.vectors import Evidence, VectorArm

_DOERS = frozenset({EntityKind.FUNCTION, EntityKind.METHOD})
# So much of what its file's role takes from a chunk is given back at most.
_LIFT = 0.95
# A function of so few lines passes on what is asked, or keeps it, more often than it does it.
_SMALL = 4
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
    weights: Weights | None = None,
    arm: VectorArm | None = None,
) -> Ranking:
    """Rank what the index has for a question; the same every time. `arm` gives the question's vector, in tiers 1 and 2."""
    question = read_question(text)
    if not question.words:
        return Ranking([], [])
    weights = weights or (ASKED if question.is_asked else WEIGHTS)
    hybrid = None
    if arm is not None:
        from cairn.retrieve.search.fuse import Hybrid  # tier 0 does without

        hybrid = Hybrid(view.reader, arm, question, scope)
    named = find_definitions(view.reader, question, scope)
    gathered = gather(view, question, scope, named, weights)
    if hybrid is not None:
        gathered = gathered._replace(candidates=hybrid.add_near(gathered.candidates))
    candidates = _weigh(view, gathered, question, scope, near, weights)
    ranked, copies = collapse(view, sorted(candidates, key=lambda c: (-c.score, c.chunk.file_id, c.chunk.ordinal)))
    if hybrid is not None:
        ranked = hybrid.fuse(ranked)
    _look_outside(view, ranked[: 2 * k])
    spans = merge(ranked[: _READ_FOR_EACH * k + _READ], k, weights, copies)
    point_out(view, spans, question)
    return Ranking(spans, named.did_you_mean, None if hybrid is None else hybrid.evidence)


def _weigh(
    view: View, gathered: Gathered, question: Question, scope: Scope, near: str | None, weights: Weights
) -> list[Candidate]:
    """Add what a chunk's file and its neighbours say to what it says itself; also return what stands beside the best."""
    _judge_places(view, gathered.candidates, gathered, question, near, weights)
    if weights.doc:
        read_docs(view, gathered, weights)
    beside = add_beside(view, gathered, question, scope, weights)
    _judge_places(view, beside, gathered, question, near, weights)
    by_file: dict[int, list[Candidate]] = defaultdict(list)
    for candidate in (*gathered.candidates, *beside):
        by_file[candidate.chunk.file_id].append(candidate)
    for group in by_file.values():
        _share(group, weights)
    return [*gathered.candidates, *beside]


def _judge_places(
    view: View, candidates: Sequence[Candidate], gathered: Gathered, question: Question, near: str | None, weights: Weights
) -> None:
    """Score each candidate by itself: by its own parts, and by the kind, the name and the place of its file."""
    files = view.load_files(candidate.chunk.file_id for candidate in candidates)
    preferred = view.source(near).id if near and near in view.labels else None
    factors = _file_factors(view, [files[file_id] for file_id in {c.chunk.file_id for c in candidates}], question, weights)
    for candidate in candidates:
        file = files[candidate.chunk.file_id]
        role, place = factors[candidate.chunk.file_id]
        # What is asked for by its name, or quoted, is wanted wherever it stands; of two that are, the one in code.
        lift = _LIFT * max(candidate.closeness**2 * candidate.told, candidate.quoted**2)
        # What is made from a source of the same name, or declares what another file does, never is.
        candidate.role = (role + (1 - role) * lift) * place
        candidate.prior = role * place
        if preferred is not None:
            candidate.near = weights.near if file.source_id == preferred else 1.0
        if not question.is_symbol and candidate.is_worded:
            said = weights.container * candidate.around
            if len(question.concepts) > 1:
                said += weights.file_name * gathered.names.share(file_stem(file.path))
            candidate.parts["place"] = said
            if file.role == "code" and len(question.concepts) >= LONG:
                candidate.role *= _doer_factor(candidate, weights)
        candidate.score = candidate.own()


def _doer_factor(candidate: Candidate, weights: Weights) -> float:
    if not candidate.doer_lines:
        return weights.no_doer
    return weights.small_doer if candidate.doer_lines <= _SMALL else 1.0


def _file_factors(
    view: View, files: Sequence[StoredFile], question: Question, weights: Weights
) -> dict[int, tuple[float, float]]:
    """Return two factors a file: of its kind, for what is not asked for by name, and of its place, for all."""
    origin = Origin(view)
    has_bodies = sources_with_bodies(files)
    factors = {}
    for file in files:
        role, place = role_factor(file, question, weights), origin.factor(file)
        if is_stub(file):
            place *= STUB
        elif file.source_id in has_bodies and is_header(file):
            role *= HEADER
        factors[file.id] = role, place
    return factors


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
    scores = sorted((candidate.score for candidate in group if not candidate.is_beside), reverse=True)
    evidence = sum(score / (place + 1) for place, score in enumerate(scores[:EVIDENCE]))
    own = {candidate.chunk.ordinal: candidate.score for candidate in group}
    for candidate in group:
        ordinal = candidate.chunk.ordinal
        candidate.file = weights.file * evidence
        candidate.neighbours = weights.neighbour * (own.get(ordinal - 1, 0.0) + own.get(ordinal + 1, 0.0))
        candidate.score += candidate.file + candidate.neighbours


def merge(ranked: Iterable[Candidate], k: int, weights: Weights, copies: Mapping[int, Sequence[Copy]]) -> list[Span]:
    """Join neighbouring chunks of a file into one span while it stays short; name no line twice."""
    spans: list[Span] = []
    of_chunk: dict[tuple[int, int], int] = {}  # places in `spans`
    for candidate in ranked:
        chunk = candidate.chunk
        joined = None
        for step in (-1, 1):
            place = of_chunk.get((chunk.file_id, chunk.ordinal + step))
            if place is not None and candidate.score >= weights.join * spans[place].score:
                span = spans[place]
                start, end = min(span.start_line, chunk.start_line), max(span.end_line, chunk.end_line)
                if end - start < weights.joined_lines[min(place, len(weights.joined_lines) - 1)]:
                    span.start_line, span.end_line = start, end
                    span.copies += copies.get(chunk.id, ())
                    span.vec_rank = min(filter(None, (span.vec_rank, candidate.vec_rank)), default=None)
                    joined = place
                    break
        if joined is None:
            joined = len(spans)
            spans.append(_span_of(candidate, copies))
        of_chunk[chunk.file_id, chunk.ordinal] = joined
    return _disjoint(spans, k)


def _span_of(candidate: Candidate, copies: Mapping[int, Sequence[Copy]]) -> Span:
    chunk = candidate.chunk
    return Span(
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
