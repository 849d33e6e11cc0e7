"""How a tool asks the index: on a worker thread, its faults as errors that a model can read."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent

from cairn.answers.documents import document_of
from cairn.answers.fit import Paged
from cairn.answers.model.data import name_tools
from cairn.answers.pages import Page, open_page
from cairn.errors import CairnError
from cairn.report import IngestReport, Job
from cairn.serve.asked import ASKED
from cairn.serve.audit import tell
from cairn.serve.work import IsCancelled, OnJob, OnProgress, Work

T = TypeVar("T")
Ask = Context[Work, Any]
Start = Callable[[Work, OnProgress, IsCancelled, OnJob], IngestReport]


async def read(ctx: Ask, call: Callable[[Work], T]) -> T:
    """Run a read."""
    work = ctx.request_context.lifespan_context
    try:
        return await work.read(lambda: call(work))
    except CairnError as error:
        raise ToolError(name_tools(str(error))) from error


def index_state(work: Work) -> object:
    """Return what the rows of most answers depend on: the state of the index."""
    return work.cairn.retrieve.state()


async def read_page(
    ctx: Ask,
    asked: tuple[object, ...],
    budget: int,
    cursor: str,
    call: Callable[[Work, Page], Paged[Any]],
    state: Callable[[Work], object] = index_state,
) -> CallToolResult:
    """Run a read whose answer comes in pages. `asked` are the tool's name and its other arguments."""
    told = ASKED.get()
    room = told.room(budget)
    paged = await read(ctx, lambda work: call(work, open_page(cursor, room, asked, state(work), told.is_structured)))
    return result(paged.text, paged.answer, {"cursor": paged.cursor})


async def write(ctx: Ask, call: Callable[[Work, OnProgress, IsCancelled], T]) -> T:
    """Run a write that is no job, and wait for it."""
    work = ctx.request_context.lifespan_context
    try:
        return await work.write(lambda on_progress, is_cancelled: call(work, on_progress, is_cancelled), ctx)
    except CairnError as error:
        raise ToolError(name_tools(str(error))) from error


async def begin(ctx: Ask, call: Start, is_waiting: bool) -> Job:
    """Start a job and tell of it: at once or, if the client waits, when it has ended."""
    work = ctx.request_context.lifespan_context
    try:
        job_id = await work.begin(functools.partial(call, work), ctx, is_waiting=is_waiting)
    except CairnError as error:
        raise ToolError(name_tools(str(error))) from error
    return await read(ctx, lambda work: work.cairn.ingest.job(job_id))


def result(text: str, answer: object, more: dict[str, object] | None = None) -> CallToolResult:
    """The text for a model, with what was made of the call's arguments; the same facts for a program, where it asked for them."""
    tell(answer)
    asked = ASKED.get()
    told = "\n".join([text, *asked.told_remarks()])
    document = document_of(answer, told, more) if asked.is_structured else None
    return CallToolResult(content=[TextContent(type="text", text=told)], structured_content=document)
