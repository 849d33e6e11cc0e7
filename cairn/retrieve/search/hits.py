"""Ranked spans of files as hits: text, handle, and no more than the budget."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cairn.chunk.flags import flags_of
from cairn.chunk.tokens import count_tokens
from cairn.model import EntityKind, Hit
from cairn.retrieve.lines import fit_lines, identifiers, split_lines
from cairn.retrieve.search.copies import Copy, locate
from cairn.retrieve.view import View
from cairn.store.stored import StoredEntity, TaggedSpan

# What a hit costs beside its text and its handle: marks, the score and the like (a guess from what the MCP answer prints).
_FRAME_TOKENS = 12
# Of a hit after the first less than this is not worth its place (a guess).
_LEAST_LINES = 5


@dataclass(slots=True)
class Span:
    """Lines of a file that answer a question, around the chunk `chunk_id` if they come from one.

    `entity_id` is the innermost entity around them, if that is known already.
    """

    file_id: int
    start_line: int
    end_line: int
    score: float
    fts_rank: int | None = None
    entity_id: int | None = None
    parts: dict[str, float] = field(default_factory=dict)
    chunk_id: int | None = None
    copies: list[Copy] = field(default_factory=list)
    vec_rank: int | None = None


class HitMaker:
    """Turns spans into hits; looks at each file on the disk once."""

    def __init__(self, view: View, spans: Sequence[Span], query: str = "") -> None:
        """Where a hit is cut, lines with an identifier of the query are kept."""
        self._view = view
        self._names = identifiers(query)
        self._stale: dict[int, bool] = {}
        view.load_files(span.file_id for span in spans)
        view.load(span.entity_id for span in spans if span.entity_id is not None)

    def hits(self, spans: Iterable[Span], budget_tokens: int | None, explain: bool = False) -> tuple[list[Hit], bool]:
        """Make hits in order until the budget is spent; also say whether some, or lines of the last, are missing."""
        hits: list[Hit] = []
        left = budget_tokens
        for span in spans:
            hit = self.hit(span, explain)
            if left is not None:
                cost = hit_cost(hit)
                if cost > left:
                    piece = self.shortened(span, left, explain)
                    is_useful = piece is not None and (not hits or piece.end_line - piece.start_line + 1 >= _LEAST_LINES)
                    return [*hits, piece] if piece is not None and is_useful else hits, True
                left -= cost
            hits.append(hit)
        return hits, False

    def hit(self, span: Span, explain: bool = False) -> Hit:
        """Turn a span into a hit."""
        file = self._view.file(span.file_id)
        lines = self._view.lines(span.file_id)
        if span.file_id not in self._stale:
            self._stale[span.file_id] = self._view.is_stale(file)
        entity = None if span.entity_id is None else self._view.entity(span.entity_id)
        text = "".join(lines[span.start_line - 1 : span.end_line])
        return Hit(
            source=self._view.label(file),
            file=file.path,
            lang=file.language,
            start_line=span.start_line,
            end_line=span.end_line,
            handle=None if entity is None else self._view.handle(entity),
            score=round(span.score, 4),
            fts_rank=span.fts_rank,
            vec_rank=span.vec_rank,
            text=text,
            stale=self._stale[span.file_id],
            flags=flags_of(text),
            explain={name: round(value, 4) for name, value in span.parts.items()} if explain else {},
            copies=locate(self._view, span.copies),
            name_lines=[] if entity is None or entity.name_line < 1 else [entity.name_line, entity.end_line],
        )

    def narrowed(self, span: Span, explain: bool = False) -> Hit:
        """Make a hit of the lines that are its entity's, if some are: those to begin with where not all have room."""
        entity = None if span.entity_id is None else self._view.entity(span.entity_id)
        if entity is not None and entity.kind != EntityKind.MODULE:
            first, last = max(span.start_line, entity.start_line), min(span.end_line, entity.end_line)
            if first <= last:
                span = dataclasses.replace(span, start_line=first, end_line=last)
        return self.hit(span, explain)

    def shortened(self, span: Span, budget_tokens: int, explain: bool = False) -> Hit | None:
        """Make a hit of as many lines as the budget holds: the first of its entity's, or from the first with an identifier on."""
        piece = shorten(self.narrowed(span, explain), budget_tokens)
        names = self._names
        if piece is None or names is None or names.search(piece.text):
            return piece
        lines = self._view.lines(span.file_id)[span.start_line - 1 : span.end_line]
        place = next((number for number, line in enumerate(lines, span.start_line) if names.search(line)), None)
        if place is None:
            return piece
        return shorten(self.hit(dataclasses.replace(span, start_line=place), explain), budget_tokens) or piece


def hit_cost(hit: Hit) -> int:
    """Tokens of a hit in an answer."""
    return count_tokens(hit.text) + count_tokens(hit.handle or f"{hit.source}:{hit.file}") + _FRAME_TOKENS


def shorten(hit: Hit, budget_tokens: int) -> Hit | None:
    """Return a hit with as many of its first lines as the budget holds, None when it holds none."""
    room = budget_tokens - (hit_cost(hit) - count_tokens(hit.text))
    kept, _ = fit_lines(split_lines(hit.text), room)
    if not kept:
        return None
    return dataclasses.replace(hit, end_line=hit.start_line + len(kept) - 1, text="".join(kept))


def is_tagged(tagged: Iterable[TaggedSpan], file_id: int, start_line: int, end_line: int) -> bool:
    """Whether some lines share one with an entity that has the tag."""
    return any(t.file_id == file_id and t.start_line <= end_line and t.end_line >= start_line for t in tagged)


def enclosing(view: View, spans: Sequence[Span]) -> None:
    """Set the innermost entity around each span that has none yet."""
    missing = [span for span in spans if span.entity_id is None]
    entities = view.reader.entities_of_files({span.file_id for span in missing})
    for span in missing:
        around = [e for e in entities.get(span.file_id, ()) if holds(e, span)]
        view.keep(around)
        # The last one that starts is the innermost: a container comes before its members.
        span.entity_id = around[-1].id if around else None


def holds(entity: StoredEntity, span: Span) -> bool:
    """Whether all lines of a span are an entity's."""
    is_module = entity.kind == EntityKind.MODULE
    return is_module or entity.start_line <= span.start_line <= span.end_line <= entity.end_line
