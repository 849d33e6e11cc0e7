"""Cards beside answers about code: what is noted of the definitions in them.

A card stands in a graph as an entity `card:NAME` with an edge `references` to each definition that it is about.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cairn.model import AskAnswer, Edge, EdgeKind, Entity, EntityKind, Excerpt, GraphAnswer, ImpactAnswer, Pack
from cairn.store.sqlite.cards import CardRow

if TYPE_CHECKING:
    from cairn.cards.facade import Cards

PREFIX = "card:"
_MOST_LISTED = 5  # cards of one line: a guess

Answer = AskAnswer | GraphAnswer | ImpactAnswer | Pack | Excerpt


def handles_of(answer: Answer) -> list[str]:
    """The handles that an answer is about."""
    if isinstance(answer, AskAnswer):
        return [item.entity.handle for item in answer.answers if item.entity is not None]
    if isinstance(answer, GraphAnswer):
        return list(answer.matches) if not answer.nearest else []
    if isinstance(answer, ImpactAnswer):
        # Who changes a method changes its class and its file, too.
        return list(dict.fromkeys(outer for target in answer.targets for outer in containers(target)))
    found = answer.target if isinstance(answer, Pack) else answer.handle
    return [found] if found else []


def containers(handle: str) -> list[str]:
    """A handle, those of what contains it by its name, and that of its file."""
    path, _, anchor = handle.partition("#")
    parts = anchor.partition("(")[0].split(".") if anchor else []
    return [
        handle,
        *(f"{path}#{'.'.join(parts[:length])}" for length in range(len(parts) - 1, 0, -1)),
        *([path] if anchor else []),
    ]


def noted(cards: Cards, answer: Answer) -> list[tuple[CardRow, str]]:
    """The approved cards about what an answer is about, each with what must be known of it."""
    return cards.about(handles_of(answer))


def noted_line(found: Sequence[tuple[CardRow, str]], *, is_change: bool = False) -> str:
    """One line that names cards; empty where there are none. `is_change`: what they are about is about to change."""
    if not found:
        return ""
    words = [(row.name, word.partition(":")[0]) for row, word in found[:_MOST_LISTED]]
    names = [f"{name} ({word})" if word else name for name, word in words]
    more = f" and {len(found) - _MOST_LISTED} more" if len(found) > _MOST_LISTED else ""
    head = "cards that this makes stale" if is_change else "cards"
    return f"{head}: {', '.join(names)}{more}"


def with_references(cards: Cards, answer: GraphAnswer, direction: str, kinds: Sequence[str]) -> GraphAnswer:
    """The answer with the cards about its matches, as entities and edges."""
    if direction == "out" or (kinds and EdgeKind.REFERENCES not in kinds) or answer.nearest:
        return answer
    matches = {entity.handle: entity for entity in answer.entities if entity.handle in answer.matches}
    entities: dict[str, Entity] = {}
    edges = []
    for handle, target in matches.items():
        for row, word in cards.about([handle]):
            entities[row.name] = _entity(row, word, cards.path_of(row))
            edges.append(_edge(row, target, cards.path_of(row)))
    if not edges:
        return answer
    return dataclasses.replace(answer, entities=[*answer.entities, *entities.values()], edges=[*answer.edges, *edges])


def _entity(row: CardRow, word: str, path: str) -> Entity:
    return Entity(
        handle=PREFIX + row.name,
        kind=EntityKind.CARD,
        name=row.name,
        qualname=row.name,
        file=path,
        start_line=1,
        end_line=1,
        signature=row.summary,
        exported=True,
        name_line=1,
        doc=word,
    )


def _edge(row: CardRow, target: Entity, path: str) -> Edge:
    return Edge(
        kind=EdgeKind.REFERENCES,
        src=PREFIX + row.name,
        dst=target.handle,
        src_file=path,
        src_line=1,
        dst_file=target.file,
        dst_line=target.name_line,
        site_lines=[1],
        confidence=1.0,
        via="document-link",
    )
