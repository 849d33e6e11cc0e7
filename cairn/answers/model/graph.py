"""A neighbourhood as text for a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cairn.answers.certainty import is_unsure, nearest_notice, no_callers, unsure_text
from cairn.answers.edges import doubt, groups, other_end, override_heads, phrase
from cairn.answers.model.edges import STALE, at_lines, by_file, edge_lines, may_lines, stale_note
from cairn.answers.words import counted, span
from cairn.model import (
    Edge,
    Entity,
    EntityKind,
    GraphAnswer,
)

OVERRIDING = 12  # overriding methods before a cursor is asked for: a guess, enough to see a pattern by


@dataclass(frozen=True, slots=True)
class Whole:
    """The whole of which a page is a part: how many edges each match has under each heading, and how much is listed in all."""

    edges: Counter[tuple[str, str]] = field(default_factory=Counter)
    same_name: int = 0
    overridden_by: int = 0


def whole_of(answer: GraphAnswer) -> Whole:
    """Count what the pages of this answer have to tell of the whole."""
    kinds = {entity.handle: entity.kind for entity in answer.entities}
    found: Counter[tuple[str, str]] = Counter()
    for handle in answer.matches:
        for heading, members in groups(handle, answer.edges, kinds.get(handle, "")).items():
            found[handle, heading] = len(members)
    return Whole(found, len(answer.same_name), len(answer.overridden_by))


def graph_text(answer: GraphAnswer, direction: str = "both", kinds: Sequence[str] = (), whole: Whole | None = None) -> str:
    """Each match with its signature and edges, then the edges further out, then what may be besides."""
    if not answer.matches:
        return "No entity matches."
    whole = whole or whole_of(answer)
    entities = {entity.handle: entity for entity in answer.entities}
    stale = set(answer.stale)
    parts = [notice.capitalize()] if (notice := nearest_notice(answer)) else []
    for handle in answer.matches:
        entity = entities.get(handle)
        totals = {heading: number for (of, heading), number in whole.edges.items() if of == handle}
        parts.append(_entity_head(handle, entity, stale))
        parts += edge_lines(handle, answer.edges, entity.kind if entity else "", totals, stale)
    parts += _further_lines(answer, stale)
    for head, calls in override_heads(answer, direction, kinds):
        parts.append(f"{head}{':' if calls else ''}")
        parts += by_file(((edge.src, at_lines(edge) + doubt(edge)) for edge in calls), stale)
    if answer.overridden_by:
        parts.append(f"overridden by ({whole.overridden_by}):")
        parts += by_file(((handle, "") for handle in answer.overridden_by), stale)
    parts += _unresolved_lines(answer, direction, kinds, whole, stale)
    parts += more_matches(answer)
    return "\n".join([*parts, *stale_note(answer.stale)])


def more_matches(answer: GraphAnswer) -> list[str]:
    """Says that more definitions have the name, and how to get at them."""
    also = [f"also of this name: {', '.join(answer.namesakes)}"] if answer.namesakes else []
    if not answer.more_matches:
        return also
    number = counted(answer.more_matches, "more definition")
    return [*also, f"{number} of this name: `search` for it with a larger `k` lists them; a longer handle or `source` picks one."]


def _further_lines(answer: GraphAnswer, stale: Iterable[str]) -> list[str]:
    """The edges that touch no match, under the end by which the way came to them."""
    matches = set(answer.matches)
    known = matches.union(end for edge in answer.edges if matches & {edge.src, edge.dst} for end in (edge.src, edge.dst))
    found: dict[str, list[Edge]] = {}
    for edge in answer.edges:
        if matches & {edge.src, edge.dst}:
            continue
        near = edge.src if edge.src in known else edge.dst
        known.update((edge.src, edge.dst))
        found.setdefault(f"{near} {phrase(edge.kind, near == edge.dst)}:", []).append(edge)
    lines = ["further:"] if found else []
    for heading, edges in found.items():
        near = heading.partition(" ")[0]
        lines.append(heading)
        lines += by_file(((other_end(edge, near), at_lines(edge) + doubt(edge)) for edge in edges), stale)
    return lines


def heads_text(answer: GraphAnswer, matches: Sequence[str]) -> str:
    """These matches with their signatures, without edges."""
    entities = {entity.handle: entity for entity in answer.entities}
    return "\n".join(_entity_head(handle, entities.get(handle), set()) for handle in matches)


def beyond_text(number: int) -> list[str]:
    """Says that there are more edges than any page tells."""
    if not number:
        return []
    return [f"Besides at least {counted(number, 'edge')}: ask for fewer `edges` kinds, one `direction` or a smaller `depth`."]


def _entity_head(handle: str, entity: Entity | None, stale: set[str]) -> str:
    mark = STALE if handle.partition("#")[0] in stale else ""
    if entity is None:
        return f"{handle}{mark}"
    head = f"{handle}  {entity.kind}"
    if entity.file is None:
        return head
    if entity.kind != EntityKind.MODULE:
        head += f" {span(entity.start_line, entity.end_line)}"
    head += mark
    return f"{head}\n  {' '.join(entity.signature.split())}" if entity.signature else head


def _unresolved_lines(answer: GraphAnswer, direction: str, kinds: Sequence[str], whole: Whole, stale: Iterable[str]) -> list[str]:
    sentence = no_callers(answer, direction, kinds)
    if not sentence and direction != "out" and is_unsure(answer):
        sentence = unsure_text(answer)
    inside = [(row.src, f" {row.kind} `{row.name}` :{row.line}") for row in answer.unresolved]
    lines = ["unresolved inside:", *by_file(inside, stale)] if inside else []
    return [
        *lines,
        *([sentence] if sentence else []),
        *may_lines(answer.same_name, answer.unresolved_same_name - whole.same_name, stale),
    ]
