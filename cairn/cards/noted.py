"""Cards beside answers about code: what is noted of the definitions in them.

A card stands in a graph as an entity `card:NAME` with an edge `references` to each definition that it is about.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from cairn.cards.library import APPROVED
from cairn.model import AskAnswer, Edge, EdgeKind, Entity, EntityKind, Excerpt, GraphAnswer, ImpactAnswer, Pack, as_document
from cairn.store.sqlite.cards import CardRow

if TYPE_CHECKING:
    from cairn.cards.facade import Cards

PREFIX = "card:"
_MOST_LISTED = 5  # cards of one line: a guess

Answer = AskAnswer | GraphAnswer | ImpactAnswer | Pack | Excerpt
A = TypeVar("A", AskAnswer, GraphAnswer, ImpactAnswer, Pack, Excerpt)


def card_named(handle: str) -> str | None:
    """The name in `card:NAME`; None for another handle, such as `card:src/deck.py#Deck` of a source that is called so."""
    name = handle.removeprefix(PREFIX)
    return name if handle.startswith(PREFIX) and not {"/", "#"} & set(name) else None


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


def with_cards(cards: Cards, answer: A) -> A:
    """The answer with the names of the approved cards about it, each with what must be known of it."""
    found = {row.name: word for row, word in cards.about(handles_of(answer))}
    return dataclasses.replace(answer, cards=found) if found else answer


def noted_line(answer: Answer) -> str:
    """One line that names the cards about an answer, as in `cards: retries (stale), limits`; empty where there are none."""
    if not answer.cards:
        return ""
    names = [f"{name} ({word.partition(':')[0]})" if word else name for name, word in answer.cards.items()]
    more = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else ""
    head = "cards that this makes stale" if isinstance(answer, ImpactAnswer) else "cards"
    return f"{head}: {', '.join(names[:_MOST_LISTED])}{more}"


def graph_with_cards(
    cards: Cards, query: str, direction: str, kinds: Sequence[str], find: Callable[[str], GraphAnswer]
) -> GraphAnswer:
    """The neighbourhood of `card:NAME`, else what `find` answers with the cards about its matches, as entities and edges.

    Raises:
        NotFoundError: there is no such card.
    """
    is_wanted = not kinds or EdgeKind.REFERENCES in kinds
    name = card_named(query)
    if name is not None:
        return _graph_of_card(cards, name, find if direction != "in" and is_wanted else None)
    answer = with_cards(cards, find(query))
    if direction == "out" or not is_wanted or not answer.cards:
        return answer
    matches = [entity for entity in answer.entities if entity.handle in answer.matches]
    about = [(row, word, target) for target in matches for row, word in cards.about([target.handle])]
    entities = {row.name: _entity(row, word, cards.path_of(row)) for row, word, _ in about}
    edges = [_edge(row, cards.path_of(row), target.handle, target.file, target.name_line) for row, _, target in about]
    return dataclasses.replace(answer, entities=[*answer.entities, *entities.values()], edges=[*answer.edges, *edges])


def _graph_of_card(cards: Cards, name: str, find: Callable[[str], GraphAnswer] | None) -> GraphAnswer:
    """A card with what it is about; None for `find`: alone."""
    row = cards.find(name)
    word, path = cards.words_of([row])[row.id], cards.path_of(row)
    targets: dict[str, Entity] = {}
    for handle in cards.targets_of(row) if find is not None else []:
        assert find is not None
        answer = find(handle)
        if not answer.nearest:
            targets |= {entity.handle: entity for entity in answer.entities if entity.handle == handle}
    edges = [_edge(row, path, target.handle, target.file, target.name_line) for target in targets.values()]
    own = {row.name: word} if row.status == APPROVED else {}
    return GraphAnswer([PREFIX + row.name], [_entity(row, word, path), *targets.values()], edges, 0, False, cards=own)


def card_rows(cards: Cards, source: str | None) -> Iterator[dict[str, object]]:
    """Yield the cards about definitions of a source, or of all, as objects of the export: entities, then edges, in order."""
    described = cards.described()
    edges: list[Edge] = []
    for row, word, targets in described:
        path = cards.path_of(row)
        chosen = [target for target in targets if source is None or target.handle.partition(":")[0] == source]
        edges += [_edge(row, path, target.handle, target.file, target.name_line) for target in chosen]
        if chosen:
            yield _exported(_entity(row, word, path))
    for edge in sorted(edges, key=lambda edge: (edge.src, edge.dst)):
        yield _exported(edge)


def _exported(part: Entity | Edge) -> dict[str, object]:
    document: dict[str, object] = as_document(part)
    return {name: value for name, value in document.items() if name not in ("name_line", "doc", "source")}


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


def _edge(row: CardRow, path: str, handle: str, file: str | None, line: int) -> Edge:
    return Edge(
        kind=EdgeKind.REFERENCES,
        src=PREFIX + row.name,
        dst=handle,
        src_file=path,
        src_line=1,
        dst_file=file,
        dst_line=line,
        site_lines=[1],
        confidence=1.0,
        via="document-link",
    )
