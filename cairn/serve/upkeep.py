"""The tools that connect sources and take them away."""

from __future__ import annotations

from typing import Annotated

from mcp_types import CallToolResult  # noqa: TC002 - annotations are read when a tool is made
from pydantic import Field

from cairn.answers.documents import fit_answer
from cairn.answers.fit import Paged
from cairn.answers.lists import LinksAnswer, RemoveAnswer
from cairn.answers.model.lists import link_text
from cairn.answers.pages import Page
from cairn.answers.sheets import LINKS
from cairn.answers.words import counted
from cairn.model import Link
from cairn.report import GcReport
from cairn.serve.arguments import Budget, Cursor, Label
from cairn.serve.calls import Ask, read_page, result, write
from cairn.serve.schema import Recipe
from cairn.serve.work import Work


async def link(
    ctx: Ask,
    src: Annotated[str, Field(max_length=200, description="label of the source that uses")],
    dst: Annotated[str, Field(max_length=200, description="label of the source that is used")],
) -> CallToolResult:
    """Let what one source uses and does not define (a package, a crate) resolve into another source's definitions."""
    made = await write(ctx, lambda work, _progress, _cancelled: work.cairn.ingest.link(src, dst))
    return result(link_text(made), made)


async def unlink(ctx: Ask, src: Label, dst: Label) -> CallToolResult:
    """Undo link, with exactly the edges that it gave."""
    gone = await write(ctx, lambda work, _progress, _cancelled: work.cairn.ingest.unlink(src, dst))
    return result(f"No longer linked: {link_text(gone)}.", gone)


async def links(ctx: Ask, budget: Budget = 2000, cursor: Cursor = "") -> CallToolResult:
    """Which sources resolve into which others."""

    def run(work: Work, page: Page) -> Paged[LinksAnswer]:
        return fit_answer(LinksAnswer(work.cairn.retrieve.links()), LINKS, page)

    return await read_page(ctx, ("links",), budget, cursor, run)


async def remove(ctx: Ask, source: Label) -> CallToolResult:
    """Take a source out of the index. There is no undo; files on disk stay."""
    removed = await write(ctx, lambda work, _progress, _cancelled: work.cairn.ingest.remove(source))
    return result(f"{removed.label} is removed ({counted(removed.files, 'file')}).", RemoveAnswer(removed))


async def gc(ctx: Ask) -> CallToolResult:
    """Free the disk space of what was removed or replaced."""
    report = await write(ctx, lambda work, _progress, _cancelled: work.cairn.ingest.gc())
    return result(f"{report.bytes_before} bytes before, {report.bytes_after} now.", report)


UPKEEP_RECIPES = (
    Recipe(links, LinksAnswer),
    Recipe(link, Link, is_read_only=False),
    Recipe(unlink, Link, is_read_only=False, is_idempotent=False),
    Recipe(remove, RemoveAnswer, is_read_only=False, is_destructive=True, is_idempotent=False),
    Recipe(gc, GcReport, is_read_only=False),
)
