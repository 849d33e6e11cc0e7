"""The answer to a question as text for a model: hits, each with the edges of its entity."""

from __future__ import annotations

from cairn.answers.edges import groups, left_text, phrase
from cairn.answers.model.data import DATA_NOTICE
from cairn.answers.model.edges import edge_lines
from cairn.answers.model.hits import hit_lines, no_hits, remarks
from cairn.model import (
    AskAnswer,
    AskItem,
)


def ask_text(answer: AskAnswer) -> str:
    """Hits, each with its entity's signature and edges."""
    if not answer.answers:
        return no_hits((), answer.degraded)
    parts = [DATA_NOTICE]
    for item in answer.answers:
        parts += [hit_lines(item.hit), *_item_lines(item)]
    return "\n".join([*parts, *remarks(answer.truncated and not answer.omitted, answer.degraded)])


def _item_lines(item: AskItem) -> list[str]:
    if item.entity is None:
        return []
    kind = item.entity.kind
    totals = {heading: len(members) for heading, members in groups(item.entity.handle, item.edges, kind).items()}
    for row in item.left:
        heading = phrase(row.kind, row.incoming, kind)
        totals[heading] = totals.get(heading, 0) + row.count
    lines = edge_lines(item.entity.handle, item.edges, kind, totals, ())
    return [*lines, f"{left_text(item.left, kind)}: `graph` of this handle"] if item.left else lines
