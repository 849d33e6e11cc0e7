"""Which of the definitions in a span a question is about."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from cairn.chunk.words import expand_text, last_name
from cairn.model import EntityKind
from cairn.retrieve.handles.spelling import closest_names
from cairn.retrieve.search.hits import Span, enclosing, holds
from cairn.retrieve.search.question import Question, part_concepts, read_question
from cairn.retrieve.view import View
from cairn.store.stored import StoredEntity

# A definition that has so large a share of the question's words that its chunk has is what the hit is about (a guess).
_MOST = 0.6
_VALUES = frozenset({EntityKind.CONSTANT, EntityKind.FIELD})
_NO_DOERS = frozenset({EntityKind.CONSTANT, EntityKind.FIELD, EntityKind.MODULE, EntityKind.SECTION, EntityKind.NAMESPACE})
_WORD = re.compile(r"\w+")


def point_out(view: View, spans: Sequence[Span], question: Question) -> None:
    """Where a chunk holds several definitions, choose the one that has most of the question's words as the span's entity."""
    of_chunk = {span.chunk_id: span for span in spans if span.chunk_id is not None}
    inside: dict[int, list[StoredEntity]] = defaultdict(list)
    chunks = view.reader.chunks(of_chunk)
    for chunk_id, entity in view.reader.definitions_in_chunks(of_chunk):
        inside[chunk_id].append(entity)
    stems = stems_of(question)
    for chunk_id, entities in inside.items():
        span = of_chunk[chunk_id]
        view.keep(entities)
        if span.entity_id not in {entity.id for entity in entities}:
            chunk = chunks[chunk_id]
            chosen = _best(view.lines(span.file_id), entities, stems, (chunk.start_line, chunk.end_line))
            span.entity_id = chosen.id if chosen else span.entity_id
    _look_past_values(view, spans, question, stems)
    _settle(view, spans)


def _look_past_values(view: View, spans: Sequence[Span], question: Question, stems: set[str]) -> None:
    """Where a span is about a constant and has a function or type with as many of the words, that is what it is about.

    A question of one word may mean the constant.
    """
    if question.is_symbol:
        return
    view.load(span.entity_id for span in spans if span.entity_id is not None)
    chosen = [(span, view.entity(span.entity_id)) for span in spans if span.entity_id is not None]
    values = [(span, entity) for span, entity in chosen if entity is not None and entity.kind in _VALUES]
    beside = view.reader.entities_of_files({span.file_id for span, _ in values})
    for span, value in values:
        lines = view.lines(span.file_id)
        count = _count(lines, value, stems)
        others = [
            (_count(lines, entity, stems), -entity.start_line, entity)
            for entity in beside.get(span.file_id, ())
            if entity.kind not in _NO_DOERS and span.start_line <= entity.name_line <= span.end_line
        ]
        best = max(others, key=lambda item: item[:2], default=None)
        if best is not None and best[0] >= max(count, 1):
            view.keep([best[2]])
            span.entity_id = best[2].id


def _settle(view: View, spans: Sequence[Span]) -> None:
    """Where a span neither has the line that defines its entity nor lies inside of it, take the first definition in the span.

    Else the innermost one around it.
    """
    view.load(span.entity_id for span in spans if span.entity_id is not None)
    astray = [span for span in spans if span.entity_id is None or not _is_told(view.entity(span.entity_id), span)]
    beside = view.reader.entities_of_files({span.file_id for span in astray})
    for span in astray:
        inside = [e for e in beside.get(span.file_id, ()) if e.name_line >= 1 and span.start_line <= e.name_line <= span.end_line]
        first = next((entity for entity in inside if entity.kind not in _VALUES), inside[0] if inside else None)
        span.entity_id = None if first is None else first.id
        view.keep([] if first is None else [first])
    enclosing(view, astray)


def _is_told(entity: StoredEntity | None, span: Span) -> bool:
    return entity is not None and (holds(entity, span) or span.start_line <= entity.name_line <= span.end_line)


def _count(lines: Sequence[str], entity: StoredEntity, stems: set[str]) -> int:
    return len(_words("".join(lines[entity.start_line - 1 : entity.end_line])) & stems)


def _best(
    lines: Sequence[str], entities: Iterable[StoredEntity], stems: set[str], around: tuple[int, int]
) -> StoredEntity | None:
    """The definition with the most of the words; what only the lines around it have (a licence, say) counts against it."""
    found: list[tuple[bool, int, int, StoredEntity]] = []
    everything = _words("".join(lines[around[0] - 1 : around[1]])) & stems
    for entity in entities:
        words = _words("".join(lines[entity.start_line - 1 : entity.end_line])) & stems
        everything |= words
        # A constant beside a function is part of what the function does; by its name it is found anyway.
        found.append((entity.kind not in _VALUES, len(words), -entity.start_line, entity))
    for best in sorted(found, key=lambda item: item[:3], reverse=True):
        if best[1] and best[1] >= _MOST * len(everything):
            return best[3]
    return None


def stems_of(question: Question) -> set[str]:
    """The stems by which words of a question are found in names."""
    return {concept.phrases[-1].text for concept in question.concepts} | {concept.word for concept in question.concepts}


def near_by_name(view: View, text: str, ids: Iterable[int]) -> list[int]:
    """Of what is found for a name, leave out what has it in its lines only.

    What stays is spelled nearly like it, or has a part of it in its own name, where it is, or what is said of it.
    """
    question = read_question(text)
    found = list(ids)
    if not question.is_symbol:
        return found
    view.load(found)
    alike = set(closest_names(view.reader, last_name(question.names[0] if question.names else text)))
    parts = {phrase.text for concept in part_concepts(question) for phrase in concept.phrases} | stems_of(question)
    kept = []
    for entity_id in found:
        entity = view.entity(entity_id)
        if entity is None:
            continue
        said = f"{view.handle(entity)} {entity.signature} {entity.doc}"
        if entity.name in alike or not _words(said).isdisjoint(parts):
            kept.append(entity_id)
    return kept


def _words(text: str) -> set[str]:
    return {*_WORD.findall(text.lower()), *expand_text(text).split()}
