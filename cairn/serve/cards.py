"""Cards over MCP: recalled, proposed, and named beside answers about code. No tool writes a card or decides on a proposal."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult  # noqa: TC002 - annotations are read when a tool is made
from pydantic import Field

from cairn.answers.model.data import DATA_NOTICE, fence
from cairn.cards.answer import RecallAnswer
from cairn.cards.desk import Shown
from cairn.cards.hook import card_line
from cairn.cards.noted import PREFIX, card_named
from cairn.cards.proposals import Proposal
from cairn.chunk.tokens import count_tokens
from cairn.serve.calls import Ask, read, result, write
from cairn.serve.schema import Recipe
from cairn.serve.work import Work


async def recall(
    ctx: Ask,
    prompt: Annotated[str, Field(max_length=60_000)],
    at: Annotated[str, Field(max_length=999, description="FILE:LINE or handle")] = "",
    session: Annotated[str, Field(max_length=200)] = "",
) -> CallToolResult:
    """Notes that people keep about such a prompt; `show card:NAME` gives one whole."""

    def run(work: Work) -> RecallAnswer:
        return work.cairn.cards.recall(prompt, at=[at] if at else [], session=session)

    answer = await read(ctx, run)
    lines = [card_line(card) for card in answer.cards]
    return result("\n".join([DATA_NOTICE, *lines]) if lines else "No card is about this.", answer)


async def remember(
    ctx: Ask,
    kind: Literal["add", "patch", "remove"],
    card: Annotated[str, Field(max_length=80)] = "",
    summary: Annotated[str, Field(max_length=300)] = "",
    text: Annotated[str, Field(max_length=16_000, description="body, replacement or reason")] = "",
    about: Annotated[list[str], Field(max_length=50)] = [],  # noqa: B006  # see tools.graph
    quote: Annotated[str, Field(max_length=16_000, description="patched: stands there once")] = "",
) -> CallToolResult:
    """Propose a note (about: handles), or a change of one; a person decides."""
    given = {"add": {"body": text}, "patch": {"replacement": text}, "remove": {"reason": text[:500]}}[kind]

    def run(work: Work) -> Proposal:
        return work.cairn.cards.proposals.propose(kind, card=card, summary=summary, about=about, quote=quote, **given)

    made = await write(ctx, lambda work, _progress, _cancelled: run(work))
    return result(f"Proposed as {made.id}; a person decides with `cairn review`.", made)


def card_shown(work: Work, handle: str) -> Shown | None:
    """The card or skill that a handle `card:NAME` names; None for another handle.

    Raises:
        NotFoundError: there is no such card.
    """
    name = card_named(handle)
    return None if name is None else work.cairn.cards.desk.show(name)


def shown_text(shown: Shown, budget: int) -> str:
    """A card's text, as data.

    Raises:
        ToolError: the budget does not hold it.
    """
    said = ", ".join(filter(None, (shown.status, shown.word)))
    head = f"{PREFIX}{shown.name} ({said})  {shown.path}"
    text = "\n".join([DATA_NOTICE, head, *(f"flag: {fault}" for fault in shown.faults), fence(shown.text, "markdown")])
    needed = count_tokens(text)
    if needed > budget:
        raise ToolError(f"a `budget` of {budget} tokens does not hold the card {shown.name!r}; raise it to {needed}")
    return text


CARD_RECIPES = (Recipe(recall, RecallAnswer), Recipe(remember, Proposal, is_read_only=False, is_idempotent=False))
