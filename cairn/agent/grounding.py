"""What a question is grounded on before a model is asked: items with their provenance, admitted one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from cairn.agent.state import Grounded
from cairn.answers.model.data import DATA_NOTICE, fence
from cairn.app import Cairn
from cairn.chunk.flags import flags_of
from cairn.chunk.tokens import count_tokens


@dataclass(frozen=True, slots=True)
class Item:
    """A text with where it is from. `tier` is that of the evidence: 0 words alone, 1 with vectors."""

    text: str
    handle: str
    score: float
    tier: int


class ItemSource(Protocol):
    """What finds items for a question."""

    def items(self, question: str) -> Sequence[Item]:
        """Return them, best first."""
        ...


Admit = Callable[[Item], bool]
Render = Callable[[Item], str]


@dataclass(frozen=True, slots=True)
class Grounding:
    """The text that goes before a model, and the record of what is in it."""

    text: str = ""
    used: tuple[Grounded, ...] = ()


class SearchItems:
    """Items from the search of an index."""

    def __init__(self, cairn: Cairn, count: int = 5) -> None:
        self._cairn = cairn
        self._count = count

    def items(self, question: str) -> Sequence[Item]:
        """Return the first hits."""
        answer = self._cairn.retrieve.search(question, k=self._count)
        return [
            Item(hit.text, hit.handle or f"{hit.source}:{hit.file}:L{hit.start_line}-L{hit.end_line}", hit.score, answer.tier)
            for hit in answer.hits
        ]


def is_plain(item: Item) -> bool:
    """Admit what has no sign that it speaks to a model."""
    return not flags_of(item.text)


def render(item: Item) -> str:
    """`[handle] text`, the text as data."""
    return f"[{item.handle}]\n{fence(item.text)}"


def ground(
    question: str, source: ItemSource, budget_tokens: int, *, admit: Admit = is_plain, render: Render = render
) -> Grounding:
    """Ground a question on as many items as the budget holds."""
    parts: list[str] = []
    used: list[Grounded] = []
    left = budget_tokens - count_tokens(DATA_NOTICE)
    for item in source.items(question):
        if not admit(item):
            continue
        text = render(item)
        left -= count_tokens(text)
        if left < 0:
            break
        parts.append(text)
        used.append(Grounded(item.handle, item.score, item.tier))
    return Grounding("\n".join([DATA_NOTICE, *parts]), tuple(used)) if parts else Grounding()
