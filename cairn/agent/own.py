"""Cairn's own tools for an agent: the names, arguments and answers of the commands and of the MCP server."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TypeVar

from cairn.agent.tools import Access, Arguments, Tool, ToolContext
from cairn.answers import told
from cairn.answers.fit import Paged
from cairn.answers.model.jobs import report_text
from cairn.answers.offered import offered_tools
from cairn.answers.pages import Page, open_page
from cairn.app import Cairn
from cairn.infer.answer import Json, JsonObject
from cairn.retrieve.filters import Filters

T = TypeVar("T")
Told = Paged[Json]
Run = Callable[[Cairn, Arguments, ToolContext], str]

_BUDGETS = {"ask": 2000, "path": 2000, "map": 2000, "tags": 2000}
_BUDGET = 4000
_LEAST, _MOST = 100, 16_000  # tokens of one answer: a guess; a window holds some of them
_MOST_HITS = {"search": 100, "ask": 50}


def tools_of(cairn: Cairn, names: Iterable[str] | None = None) -> list[Tool]:
    """Return the tools of an index: those that read, and `remember`, which proposes; or those of these names.

    Those that write are `add` and `refresh`. Each call of one needs a person's approval.

    Raises:
        KeyError: no such tool.
    """
    described = {tool["name"]: tool for tool in offered_tools()}
    chosen = READING + PROPOSING if names is None else tuple(names)
    return [_made(cairn, described[name]) for name in chosen]


def _made(cairn: Cairn, described: JsonObject) -> Tool:
    name = described["name"]
    access = Access.READ if name in READING else Access.PROPOSE if name in PROPOSING else Access.WRITE
    return Tool(
        name,
        described["description"],
        _without(described["inputSchema"], "wait"),
        functools.partial(_run, cairn, _RUNS[name]),
        access,
        is_repeatable=bool(described["annotations"]["idempotentHint"]),
    )


def _without(schema: JsonObject, name: str) -> JsonObject:
    """A schema without an argument that only means something to a server."""
    return {**schema, "properties": {key: part for key, part in schema["properties"].items() if key != name}}


def _run(cairn: Cairn, run: Run, arguments: Arguments, context: ToolContext) -> str:
    with cairn.until(context.is_unwanted):
        return run(cairn, arguments, context)


def _paged(name: str, tell: Callable[[Cairn, Page, Arguments], Told]) -> Run:
    """A tool whose answer comes in pages."""

    def run(cairn: Cairn, given: Arguments, _context: ToolContext) -> str:
        asked = (name, sorted((key, str(value)) for key, value in given.items() if key not in ("budget", "cursor")))
        page = open_page(given.get("cursor", ""), _room(name, given), asked, cairn.retrieve.state())
        return tell(cairn, page, given).text

    return run


def _room(name: str, given: Arguments) -> int:
    return _bounded(given, "budget", _BUDGETS.get(name, _BUDGET), _LEAST, _MOST)


def _bounded(given: Arguments, name: str, usual: int, least: int, most: int) -> int:
    """A number that a model gives, moved to where the tool takes it."""
    return max(least, min(int(given.get(name, usual)), most))


def _filters(given: Arguments) -> Filters:
    words = {name: given.get(name, "") for name in ("lang", "path_glob", "kind", "tag")}
    return Filters((given["source"],) if given.get("source") else (), **words)


def _hits(name: str, given: Arguments, usual: int) -> int:
    return _bounded(given, "k", usual, 1, _MOST_HITS[name])


def _ask(cairn: Cairn, page: Page, given: Arguments) -> Told:
    return told.ask(cairn, page, given["query"], _filters(given), k=_hits("ask", given, 5))


def _search(cairn: Cairn, page: Page, given: Arguments) -> Told:
    mode, whole = given.get("mode", "words"), given.get("whole", False)
    return told.search(cairn, page, given["query"], _filters(given), mode=mode, whole=whole, k=_hits("search", given, 10))


def _path(cairn: Cairn, page: Page, given: Arguments) -> Told:
    undirected, edges = given.get("undirected", False), given.get("edges", [])
    return told.path(cairn, page, given["src"], given["dst"], undirected=undirected, edges=edges, depth=_depth(given, 12))


def _map(cairn: Cairn, page: Page, given: Arguments) -> Told:
    source, focus = given.get("source") or None, given.get("focus") or None
    return told.map_(cairn, page, source=source, focus=focus, budget=page.budget_tokens)


def _list(cairn: Cairn, page: Page, given: Arguments) -> Told:
    return told.list_(cairn, page, given.get("source", ""), given.get("what", "sources"))


def _graph(cairn: Cairn, page: Page, given: Arguments) -> Told:
    source = given.get("source") or None
    if given.get("why"):
        return told.why(cairn, page, given["query"], given["why"], source=source)
    return told.graph(
        cairn, page, given["query"], depth=_bounded(given, "depth", 1, 1, 5), edges=given.get("edges", []),
        direction=given.get("direction", "both"), source=source, tag=given.get("tag") or None,
        unresolved=given.get("unresolved", False), room=page.budget_tokens,
    )  # fmt: skip


def _impact(cairn: Cairn, page: Page, given: Arguments) -> Told:
    diff, source = given.get("diff") or None, given.get("source") or None
    return told.impact(cairn, page, given.get("handle", ""), diff=diff, source=source, depth=_depth(given, 10))


def _depth(given: Arguments, usual: int) -> int:
    return _bounded(given, "depth", usual, 1, 30)


def _as_text(text: Callable[[T], str]) -> Callable[[T], str]:
    return text


def _show(cairn: Cairn, given: Arguments, _context: ToolContext) -> str:
    context = _bounded(given, "context", 0, 0, 200)
    return told.show(cairn, given["handle"], context=context, room=_room("show", given), measure=_as_text)[0]


def _pack(cairn: Cairn, given: Arguments, _context: ToolContext) -> str:
    room = _room("pack", given)
    return told.pack(cairn, given["handle"], budget=room, room=room, measure=_as_text)[0]


def _recall(cairn: Cairn, given: Arguments, context: ToolContext) -> str:
    at = given.get("at", "")
    return told.recall(cairn, given["prompt"], [at] if at else [], context.conversation)[0]


def _remember(cairn: Cairn, given: Arguments, _context: ToolContext) -> str:
    words = {name: given.get(name, "") for name in ("card", "summary", "text", "quote")}
    return told.remember(cairn, given["kind"], about=given.get("about", []), **words)[0]


def _add(cairn: Cairn, given: Arguments, context: ToolContext) -> str:
    label, kind = given.get("label") or None, given.get("kind")
    return report_text(cairn.ingest.add(given["location"], label=label, kind=kind, is_cancelled=context.is_unwanted))


def _refresh(cairn: Cairn, given: Arguments, context: ToolContext) -> str:
    return report_text(cairn.ingest.refresh(given["source"], is_cancelled=context.is_unwanted))


_RUNS: dict[str, Run] = {
    "ask": _paged("ask", _ask),
    "search": _paged("search", _search),
    "graph": _paged("graph", _graph),
    "path": _paged("path", _path),
    "impact": _paged("impact", _impact),
    "show": _show,
    "pack": _pack,
    "map": _paged("map", _map),
    "tags": _paged("tags", lambda cairn, page, given: told.tags(cairn, page, given.get("source") or None)),
    "list": _paged("list", _list),
    "recall": _recall,
    "remember": _remember,
    "add": _add,
    "refresh": _refresh,
}
READING = ("ask", "search", "graph", "path", "impact", "show", "pack", "map", "tags", "list", "recall")
PROPOSING = ("remember",)
WRITING = ("add", "refresh")
