"""The tools of an MCP server, as tools of an agent. What such a server tells is data from elsewhere."""

from __future__ import annotations

import contextlib
import logging
import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import wait
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cairn.agent.addresses import judge_server
from cairn.agent.tools import Access, Arguments, Tool, ToolContext
from cairn.chunk.flags import flags_of
from cairn.chunk.tokens import count_tokens
from cairn.egress import Egress
from cairn.errors import CairnError, Cancelled, EnvironmentFault
from cairn.infer.answer import Json
from cairn.infer.stream import POLL_S

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal
    from mcp.client import Client
    from mcp_types import CallToolResult
    from mcp_types import Tool as Listed

_log = logging.getLogger(__name__)

_MOST_TOKENS = 6000  # of one answer: a guess
_MOST_DESCRIPTION = 4000  # characters: a guess
_TIMEOUT_S = 300.0  # of one call: a guess
_MOST_TOOLS = 200  # of a server: a guess; each stands in every request
_MOST_PAGES = 100  # of its list: a guess
_LIST_LIMIT_S = 60.0  # for all of them: a guess
_NO_NAME = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME = 64  # what OpenAI takes


class RemoteFault(CairnError):
    """A tool of a server says that a call cannot be done."""

    code = "remote"


@contextlib.contextmanager
def remote_tools(url: str, egress: Egress, taken: Collection[str] = ()) -> Iterator[list[Tool]]:
    """Connect to a server for as long as the block lasts, and give its tools. A tool whose name is taken gets another.

    What the server marks as only reading is called freely; each other call needs a person's approval.

    Raises:
        OfflineError, RefusedError: it may not be reached.
        EnvironmentFault: it has no address, or does not answer.
    """
    egress.check(url)
    from anyio.from_thread import start_blocking_portal
    from mcp.client import Client
    from mcp.client.streamable_http import streamable_http_client

    from cairn.agent.judged import judged_client

    judge_server(urlsplit(url).hostname or "")  # what is raised inside of the client comes back in other words
    with contextlib.ExitStack() as stack:
        with _translated(url), contextlib.ExitStack() as opening:
            portal = opening.enter_context(start_blocking_portal())
            http = opening.enter_context(portal.wrap_async_context_manager(judged_client()))
            transport = streamable_http_client(url, http_client=http)
            client = opening.enter_context(portal.wrap_async_context_manager(Client(transport)))
            listed = portal.call(_listed, client)
            stack.push(opening.pop_all())
        yield _Server(url, portal, client).tools(listed, taken)


async def _listed(client: Client) -> list[Listed]:
    """All tools of a server, page by page."""
    import anyio

    found: list[Listed] = []
    cursor: str | None = None
    with anyio.fail_after(_LIST_LIMIT_S):
        for _ in range(_MOST_PAGES):
            page = await client.list_tools(cursor=cursor)
            found += page.tools
            cursor = page.next_cursor
            if not cursor or len(found) > _MOST_TOOLS:
                break
    if cursor or len(found) > _MOST_TOOLS:
        _log.warning("a server has more tools than are taken, which are %d", min(len(found), _MOST_TOOLS))
    return found[:_MOST_TOOLS]


@dataclass(frozen=True, slots=True)
class _Server:
    url: str
    portal: BlockingPortal
    client: Client

    def tools(self, listed: Iterable[Listed], taken: Collection[str]) -> list[Tool]:
        found: dict[str, Tool] = {}
        for one in listed:
            made = self._tool(one, {*taken, *found})
            found[made.name] = made
        return list(found.values())

    def _tool(self, listed: Listed, taken: Collection[str]) -> Tool:
        name = _free_name(_NO_NAME.sub("_", listed.name)[:_LONGEST_NAME] or "tool", taken)
        hints = listed.annotations
        is_reading = hints is not None and hints.read_only_hint is True
        return Tool(
            name,
            _description(listed.description or ""),
            {"type": "object", "properties": {}, "additionalProperties": True, **listed.input_schema},
            self._caller(listed.name),
            Access.READ if is_reading else Access.WRITE,
            is_foreign=True,
            is_repeatable=is_reading or (hints is not None and hints.idempotent_hint is True),
        )

    def _caller(self, name: str) -> Callable[[Arguments, ToolContext], str]:
        def run(given: Arguments, context: ToolContext) -> str:
            with _translated(self.url):
                answer = self._called(name, given, context.is_unwanted)
            text = _text(answer)
            if answer.is_error:
                raise RemoteFault(text or f"{name} of {self.url} failed without a word; look into its log")
            return text

        return run

    def _called(self, name: str, given: Arguments, is_unwanted: Callable[[], bool]) -> CallToolResult:
        """Wait for an answer as long as it is wanted, and not for ever."""
        answer = self.portal.start_task_soon(self.client.call_tool, name, given)
        end = time.monotonic() + _TIMEOUT_S
        try:
            while not answer.done():
                wait([answer], timeout=POLL_S)
                if is_unwanted():
                    raise Cancelled("the question was taken back; ask again")
                if time.monotonic() > end:
                    raise RemoteFault(f"{name} did not answer within {_TIMEOUT_S:g} s; do without it, or ask for less")
        finally:
            answer.cancel()
        result: CallToolResult = answer.result()
        return result


def _free_name(name: str, taken: Collection[str]) -> str:
    """A name that is not taken: with `other_` before it, and counted from the second on."""
    made = name
    number = 1
    while made in taken:
        before = f"other{number if number > 1 else ''}_"
        made = f"{before}{name}"[:_LONGEST_NAME]
        number += 1
    return made


def _description(text: str) -> str:
    """What a server says of a tool, which stands in every request: cut, and left out where it speaks to the model."""
    flags = flags_of(text)
    return f"(what its server says of it is left out; flags: {', '.join(flags)})" if flags else text[:_MOST_DESCRIPTION]


@contextlib.contextmanager
def _translated(url: str) -> Iterator[None]:
    """Turn whatever a client raises into an error of Cairn."""
    try:
        yield
    except CairnError:
        raise
    except Exception as exc:  # a task group raises groups of what httpx, anyio and the protocol raise
        cause: BaseException = exc
        while isinstance(cause, BaseExceptionGroup):
            cause = cause.exceptions[0]
        if isinstance(cause, CairnError):
            raise cause from exc
        detail = " ".join(str(cause).split())[:200] or type(cause).__name__
        raise EnvironmentFault(
            f"the MCP server {url} does not answer ({detail}); start it, or check the URL, which often ends with /mcp"
        ) from exc


def _text(answer: CallToolResult) -> str:
    """The texts of an answer, cut to what a model has room for."""
    parts: list[str] = []
    for block in answer.content:
        words: Json = getattr(block, "text", None)
        parts.append(words if isinstance(words, str) else f"({block.type}, which is left out)")
    text = "\n".join(parts)[: _MOST_TOKENS * 8]  # a hundred megabytes are not counted
    while count_tokens(text) > _MOST_TOKENS:
        text = text[: len(text) * 4 // 5]
    return text
