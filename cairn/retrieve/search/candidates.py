"""The chunks that may answer a question: by its words, by what it names, and by lying beside the best of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cairn.model import EntityKind
from cairn.retrieve.search.definitions import Named
from cairn.retrieve.search.naming import NameScorer
from cairn.retrieve.search.question import LONG, Concept, Question, part_concepts
from cairn.retrieve.search.rank import Candidate, Weights, WordScorer, by_rows, rarities, rows_of
from cairn.retrieve.view import View
from cairn.store.stored import Phrase, Scope, WordMatch

# Chunks that are looked at closely, the best by BM25: with 120 of them nl2code is .005 worse, with 200 nothing is better. What
# is asked for by its name is found by that: fewer will do.
POOL, POOL_OF_SYMBOL = 160, 80
# Ranking a chunk costs a part of a microsecond for each of the question's spellings: the rarer words lead to so many chunks at
# most, and to no more than this many times a spelling in a chunk.
MOST_ROWS, MOST_PLACES = 3000, 16_000
# A share of the pool that answers any question well.
_ENOUGH = 0.25
# What stands beside so many of the best is looked at, too: a small function seldom has the words of what it is for.
_LED = 5
_DOERS = frozenset({EntityKind.FUNCTION, EntityKind.METHOD, EntityKind.MACRO})
_VALUES = frozenset({EntityKind.CONSTANT, EntityKind.FIELD})
# A function that goes on beyond its chunk is long enough.
_LONG_DOER = 100
# Of so many of the best what is said of them is read, and of each so much: the rest of a long text says how it is used.
_READ_DOCS, _DOC_CHARACTERS = 40, 600
# What a name that is said among other words of a question says of it is worth so much (see `Candidate.told`).
_TOLD = 0.5


class Gathered(NamedTuple):
    """Candidates, each with the parts of its own score, and what scores further names by the same question."""

    candidates: list[Candidate]
    names: NameScorer


def gather(view: View, question: Question, scope: Scope, named: Named, weights: Weights) -> Gathered:
    """Find the chunks with the question's words, and those that define what it names."""
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
    _add_definitions(found, named, question, names, weights)
    read_names(view, found.values(), question, names, weights)
    return Gathered(list(found.values()), names)


def _add_definitions(found: dict[int, Candidate], named: Named, question: Question, names: NameScorer, weights: Weights) -> None:
    is_among = len(question.concepts) >= LONG and not question.is_symbol
    for definition, chunk in named.definitions:
        candidate = found.setdefault(chunk.id, Candidate(chunk))
        if definition.closeness > candidate.closeness:
            candidate.closeness = definition.closeness
            candidate.definition_id = definition.entity.id
            if definition.is_whole:
                candidate.parts["exact"] = weights.exact * definition.closeness**4
            elif is_among:
                # One name in a sentence is less of what is asked for the more the sentence says besides, and the more common
                # its words are in the corpus.
                candidate.told = min(1.0, _TOLD * names.share(definition.entity.name))
            candidate.parts["definition"] = weights.definition * definition.closeness * candidate.told


def read_names(view: View, candidates: Iterable[Candidate], question: Question, names: NameScorer, weights: Weights) -> None:
    """Note what the names that are defined in each chunk, and what they lie in, say of the question."""
    found = {candidate.chunk.id: candidate for candidate in candidates}
    for name in view.reader.names_in_chunks(found):
        candidate = found[name.chunk_id]
        if name.kind in _DOERS:
            candidate.doer_lines = max(candidate.doer_lines, name.lines)
            candidate.doers.append(name.entity_id)
        candidate.name(name.entity_id, weights.name * names.score(name.name) * _kind_factor(name.kind, question, weights))
        # Many names have one container, which is read once.
        candidate.around = max(candidate.around, names.share(name.qualname.removesuffix(name.name), name.name))
    if question.is_symbol:
        return
    bare = [candidate for candidate in found.values() if not candidate.doer_lines and candidate.chunk.entity_id is not None]
    sketches = view.reader.sketches(candidate.chunk.entity_id for candidate in bare if candidate.chunk.entity_id is not None)
    for candidate in bare:
        sketch = sketches.get(candidate.chunk.entity_id or 0)
        if sketch is not None and sketch.kind in _DOERS:
            candidate.doer_lines = _LONG_DOER


def _kind_factor(kind: str, question: Question, weights: Weights) -> float:
    """Return less than 1 for values and types: questions are about what is done, and say the names of these along with it."""
    if question.is_symbol or kind in _DOERS or kind == EntityKind.SECTION:
        return 1.0
    return weights.value_name if kind in _VALUES else weights.type_name


def read_docs(view: View, gathered: Gathered, weights: Weights) -> None:
    """Note what the comments on the functions in the best candidates say of the question."""
    best = sorted(gathered.candidates, key=lambda c: (-c.score, c.chunk.file_id, c.chunk.ordinal))[:_READ_DOCS]
    view.load(entity_id for candidate in best for entity_id in candidate.doers)
    for candidate in best:
        entities = [entity for entity_id in candidate.doers if (entity := view.entity(entity_id)) is not None]
        said = max((gathered.names.share(entity.doc[:_DOC_CHARACTERS]) for entity in entities if entity.doc), default=0.0)
        candidate.parts["doc"] = weights.doc * said
        candidate.score = candidate.own()


def add_beside(view: View, gathered: Gathered, question: Question, scope: Scope, weights: Weights) -> list[Candidate]:
    """Return the chunks beside the best candidates that are none themselves, as candidates with nothing but their names."""
    if question.is_symbol or scope.entity_kind is not None or scope.tag is not None:
        return []
    best = sorted(gathered.candidates, key=lambda c: (-c.score, c.chunk.file_id, c.chunk.ordinal))[:_LED]
    known = {candidate.chunk.id for candidate in gathered.candidates}
    chunks = view.reader.chunks_beside(candidate.chunk.id for candidate in best)
    beside = [Candidate(chunk, is_beside=True) for chunk in chunks if chunk.id not in known]
    read_names(view, beside, question, gathered.names, weights)
    return beside


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
