"""Which of the definitions in a span a question is about."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from cairn.chunk.words import expand_text
from cairn.retrieve.hits import Span
from cairn.retrieve.question import Question
from cairn.retrieve.view import View
from cairn.store.reading import StoredEntity

# A definition that has so large a share of the question's words that its chunk has is what the hit is about (a guess).
_MOST = 0.6
_WORD = re.compile(r"\w+")


def point_out(view: View, spans: Sequence[Span], question: Question) -> None:
    """Where a chunk holds several definitions, choose the one that has most of the question's words as the span's entity."""
    of_chunk = {span.chunk_id: span for span in spans if span.chunk_id is not None}
    inside: dict[int, list[StoredEntity]] = defaultdict(list)
    chunks = view.reader.chunks(of_chunk)
    for entity in view.reader.definitions_in_chunks(of_chunk):
        for chunk in chunks.values():
            if chunk.file_id == entity.file_id and chunk.start_line <= entity.name_line <= chunk.end_line:
                inside[chunk.id].append(entity)
    stems = {concept.phrases[-1].text for concept in question.concepts} | {concept.word for concept in question.concepts}
    for chunk_id, entities in inside.items():
        span = of_chunk[chunk_id]
        view.keep(entities)
        if span.entity_id not in {entity.id for entity in entities}:
            chunk = chunks[chunk_id]
            chosen = _best(view.lines(span.file_id), entities, stems, (chunk.start_line, chunk.end_line))
            span.entity_id = chosen.id if chosen else span.entity_id


def _best(
    lines: Sequence[str], entities: Iterable[StoredEntity], stems: set[str], around: tuple[int, int]
) -> StoredEntity | None:
    """The definition with the most of the words; what only the lines around it have (a licence, say) counts against it."""
    found: list[tuple[int, int, StoredEntity]] = []
    everything = _words("".join(lines[around[0] - 1 : around[1]])) & stems
    for entity in entities:
        words = _words("".join(lines[entity.start_line - 1 : entity.end_line])) & stems
        everything |= words
        found.append((len(words), -entity.start_line, entity))
    best = max(found, key=lambda item: item[:2])
    return best[2] if best[0] and best[0] >= _MOST * len(everything) else None


def _words(text: str) -> set[str]:
    return {*_WORD.findall(text.lower()), *expand_text(text).split()}
