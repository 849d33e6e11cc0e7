"""Cards over MCP: recalled, proposed, and named beside answers about code. No tool writes a card or decides on a proposal."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_types import CallToolResult  # noqa: TC002 - annotations are read when a tool is made
from pydantic import Field

from cairn.answers import told
from cairn.cards.answer import RecallAnswer
from cairn.cards.proposals import Proposal
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
    text, answer = await read(ctx, lambda work: told.recall(work.cairn, prompt, [at] if at else [], session))
    return result(text, answer)


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

    def run(work: Work) -> tuple[str, Proposal]:
        return told.remember(work.cairn, kind, card=card, summary=summary, text=text, about=about, quote=quote)

    said, made = await write(ctx, lambda work, _progress, _cancelled: run(work))
    return result(said, made)


CARD_RECIPES = (Recipe(recall, RecallAnswer), Recipe(remember, Proposal, is_read_only=False, is_idempotent=False))
