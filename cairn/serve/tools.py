"""The tools that a model calls: the names, arguments and answers of the commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult  # noqa: TC002 - annotations are read when a tool is made
from pydantic import Field

from cairn.answers import told
from cairn.answers.fit import Paged
from cairn.answers.lists import ListAnswer, TagsAnswer
from cairn.answers.pages import Page
from cairn.cards.desk import Shown
from cairn.model import AskAnswer, Excerpt, GraphAnswer, ImpactAnswer, Map, Pack, PathAnswer, SearchAnswer
from cairn.report import WhyAnswer
from cairn.retrieve.filters import EVERYWHERE, Filters
from cairn.serve.arguments import (
    MOST_HANDLE,
    Budget,
    Cursor,
    EdgeWords,
    KnownEdgeWords,
    OneHandle,
    Query,
    SourceName,
    TagName,
    takes_filters,
)
from cairn.serve.asked import ASKED, measured
from cairn.serve.calls import Ask, read, read_page, result
from cairn.serve.cards import CARD_RECIPES
from cairn.serve.jobs import JOB_RECIPES
from cairn.serve.schema import Recipe, make_tool
from cairn.serve.upkeep import UPKEEP_RECIPES
from cairn.serve.work import Work

if TYPE_CHECKING:
    from mcp.server.mcpserver.tools import Tool


@takes_filters
async def search(
    ctx: Ask,
    query: Query,
    mode: Annotated[
        Literal["words", "literal", "regex"], Field(description="literal, regex: exact text, as of settings or messages")
    ] = "words",
    whole: Annotated[bool, Field(description="whole passages")] = False,
    k: Annotated[int, Field(ge=1, le=100)] = 10,
    filters: Filters = EVERYWHERE,
    budget: Budget = 4000,
    cursor: Cursor = "",
) -> CallToolResult:
    """Find definitions and text by name, identifier parts, words or exact text: handle and matching lines. Use graph for what
    it is connected with, ask for both.
    """

    def run(work: Work, page: Page) -> Paged[SearchAnswer]:
        return told.search(work.cairn, page, query, filters, mode=mode, whole=whole, k=k)

    return await read_page(ctx, ("search", query, mode, whole, k, filters), budget, cursor, run)


@takes_filters
async def ask(
    ctx: Ask,
    query: Query,
    k: Annotated[int, Field(ge=1, le=50)] = 5,
    filters: Filters = EVERYWHERE,
    budget: Budget = 2000,
    cursor: Cursor = "",
) -> CallToolResult:
    """Best first call for a question about the code: the hits of search, each with its enclosing entity's callers, callees and
    other edges with their lines.
    """

    def run(work: Work, page: Page) -> Paged[AskAnswer]:
        return told.ask(work.cairn, page, query, filters, k=k)

    return await read_page(ctx, ("ask", query, k, filters), budget, cursor, run)


async def graph(
    ctx: Ask,
    query: Annotated[str, Field(max_length=MOST_HANDLE, description="handle or its end (Class.method), name or words")],
    depth: Annotated[int, Field(ge=1, le=5)] = 1,
    edges: EdgeWords = [],  # noqa: B006  # pydantic copies it; a list keeps the schema simple
    direction: Literal["in", "out", "both"] = "both",
    source: SourceName = "",
    tag: TagName = "",
    unresolved: Annotated[bool, Field(description="also uses of unknown target")] = False,
    why: Annotated[str, Field(max_length=MOST_HANDLE, description="explain the edge to it")] = "",
    budget: Budget = 4000,
    cursor: Cursor = "",
) -> CallToolResult:
    """Who calls, imports, inherits from and depends on an entity (direction in), what it uses (out), with the lines of use (in
    the user's file). Numbers behind edges are confidence.
    """
    chosen: dict[str, Any] = {"depth": depth, "edges": edges, "direction": direction, "unresolved": unresolved}
    chosen |= {"source": source or None, "tag": tag or None}

    def run(work: Work, page: Page) -> Paged[GraphAnswer]:
        return told.graph(work.cairn, page, query, room=budget, **chosen)

    def explain(work: Work, page: Page) -> Paged[WhyAnswer]:
        return told.why(work.cairn, page, query, why, source=source or None)

    return await read_page(ctx, ("graph", query, why, chosen), budget, cursor, explain if why else run)


async def path(
    ctx: Ask,
    src: OneHandle,
    dst: Annotated[str, Field(max_length=MOST_HANDLE, description="likewise")],
    undirected: Annotated[bool, Field(description="also follow edges backwards")] = False,
    edges: KnownEdgeWords = [],  # noqa: B006  # see graph
    depth: Annotated[int, Field(ge=1, le=30)] = 12,
    budget: Budget = 2000,
    cursor: Cursor = "",
) -> CallToolResult:
    """How one entity leads to another: the shortest way along edges, each step with its lines. A class or a module stands for
    its members too.
    """

    def run(work: Work, page: Page) -> Paged[PathAnswer]:
        return told.path(work.cairn, page, src, dst, undirected=undirected, edges=edges, depth=depth)

    return await read_page(ctx, ("path", src, dst, undirected, edges, depth), budget, cursor, run)


async def impact(
    ctx: Ask,
    handle: Annotated[str, Field(max_length=MOST_HANDLE, description="handle, or a unique end of one")] = "",
    diff: Annotated[str, Field(max_length=300, description="instead: a git commit (HEAD) or range A..B")] = "",
    source: Annotated[str, Field(max_length=200, description="of the diff")] = "",
    depth: Annotated[int, Field(ge=1, le=30, description="layers at most")] = 10,
    budget: Budget = 4000,
    cursor: Cursor = "",
) -> CallToolResult:
    """What breaks if it changes: all that calls, inherits from or depends on it, and so on, in layers; tests and entry points
    are marked.
    """

    def run(work: Work, page: Page) -> Paged[ImpactAnswer]:
        return told.impact(work.cairn, page, handle, diff=diff or None, source=source or None, depth=depth)

    return await read_page(ctx, ("impact", handle, diff, source, depth), budget, cursor, run)


async def show(
    ctx: Ask,
    handle: Annotated[str, Field(max_length=MOST_HANDLE, description="a handle or its end, label:path, or label:path:L10-L30")],
    context: Annotated[int, Field(ge=0, le=200, description="lines around")] = 0,
    budget: Budget = 4000,
) -> CallToolResult:
    """The text of an entity, a file or some lines, as it was indexed; says when the file has changed since."""

    def run(work: Work) -> tuple[str, Excerpt | Shown]:
        text, shown = told.show(work.cairn, handle, context=context, room=ASKED.get().room(budget), measure=measured)
        return text, shown

    said, answer = await read(ctx, run)
    return result(said, answer)


async def pack(
    ctx: Ask,
    handle: Annotated[str, Field(max_length=MOST_HANDLE, description="a handle, or label:path:LINE[:COL] of a cursor")],
    budget: Budget = 4000,
) -> CallToolResult:
    """What writing code at a place needs: the definition there, signatures of what it calls, the types it touches with their
    fields, its callers' lines, its siblings and the imports.
    """

    def run(work: Work) -> tuple[str, Pack]:
        text, found = told.pack(work.cairn, handle, budget=budget, room=ASKED.get().room(budget), measure=measured)
        return text, found

    said, answer = await read(ctx, run)
    return result(said, answer)


async def map_(
    ctx: Ask,
    source: SourceName = "",
    focus: Annotated[
        str, Field(max_length=MOST_HANDLE, description="a handle, path or words: what it depends on comes first")
    ] = "",
    budget: Budget = 2000,
    cursor: Cursor = "",
) -> CallToolResult:
    """The definitions that most depends on, as an outline of signatures."""

    def run(work: Work, page: Page) -> Paged[Map]:
        return told.map_(work.cairn, page, source=source or None, focus=focus or None, budget=budget)

    return await read_page(ctx, ("map", source, focus), budget, cursor, run)


async def tags(ctx: Ask, source: SourceName = "", budget: Budget = 2000, cursor: Cursor = "") -> CallToolResult:
    """The tags in use, with counts; `tag` of search, ask and graph takes one."""

    def run(work: Work, page: Page) -> Paged[TagsAnswer]:
        return told.tags(work.cairn, page, source or None)

    return await read_page(ctx, ("tags", source), budget, cursor, run)


async def list_(
    ctx: Ask,
    source: Annotated[str, Field(max_length=200, description="a label, for files and skipped")] = "",
    what: Literal["sources", "files", "skipped"] = "sources",
    budget: Budget = 4000,
    cursor: Cursor = "",
) -> CallToolResult:
    """What is indexed: the sources with sizes and age, or the files of one, or what was skipped of it and why."""
    if what != "sources" and not source:
        raise ToolError(f"`what` {what!r} needs a `source`; `list` without arguments names them")

    def run(work: Work, page: Page) -> Paged[ListAnswer]:
        return told.list_(work.cairn, page, work.label(source) if source else "", what)

    return await read_page(ctx, ("list", source, what), budget, cursor, run)


RECIPES = (
    Recipe(ask, AskAnswer),
    Recipe(search, SearchAnswer),
    Recipe(graph, WhyAnswer),  # a graph, which has nothing of the rest where nothing is explained
    Recipe(path, PathAnswer),
    Recipe(impact, ImpactAnswer),
    Recipe(show, Excerpt),
    Recipe(pack, Pack),
    Recipe(map_, Map),
    Recipe(tags, TagsAnswer),
    Recipe(list_, ListAnswer),
    *CARD_RECIPES,
    *JOB_RECIPES,
    *UPKEEP_RECIPES,
)


def make_tools(*, is_read_only: bool, is_structured: bool = False) -> list[Tool]:
    """All tools, or those that only read. `is_structured`: all that they answer comes as a document, too."""
    chosen = [recipe for recipe in RECIPES if recipe.is_read_only or not is_read_only]
    return [make_tool(recipe, is_structured=is_structured) for recipe in chosen]
