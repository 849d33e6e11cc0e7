"""The tools of an MCP server, as tools of an agent. What such a server tells is data from elsewhere."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cairn.agent.tools import Access, Arguments, Tool, ToolContext
from cairn.chunk.tokens import count_tokens
from cairn.egress import Egress
from cairn.errors import CairnError, EnvironmentFault
from cairn.infer.answer import Json

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal
    from mcp.client import Client
    from mcp_types import CallToolResult
    from mcp_types import Tool as Listed

_MOST_TOKENS = 6000  # of one answer: a guess
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
        OfflineError: it may not be reached.
        EnvironmentFault: it does not answer.
    """
    egress.check(url)
    from anyio.from_thread import start_blocking_portal
    from mcp.client import Client

    with contextlib.ExitStack() as stack:
        with _translated(url):
            portal = stack.enter_context(start_blocking_portal())
            client = stack.enter_context(portal.wrap_async_context_manager(Client(url)))
            listed = portal.call(client.list_tools).tools
        server = _Server(url, portal, client)
        tools: list[Tool] = []
        for tool in listed:
            tools.append(server.tool(tool, {*taken, *(other.name for other in tools)}))
        yield tools


@dataclass(frozen=True, slots=True)
class _Server:
    url: str
    portal: BlockingPortal
    client: Client

    def tool(self, listed: Listed, taken: Collection[str]) -> Tool:
        name = _NO_NAME.sub("_", listed.name)[:_LONGEST_NAME]
        while name in taken:
            name = f"other_{name}"[:_LONGEST_NAME]
        hints = listed.annotations
        is_reading = hints is not None and hints.read_only_hint is True
        return Tool(
            name,
            listed.description or "",
            {"type": "object", "properties": {}, "additionalProperties": True, **listed.input_schema},
            self._caller(listed.name),
            Access.READ if is_reading else Access.WRITE,
            is_foreign=True,
            is_repeatable=is_reading or (hints is not None and hints.idempotent_hint is True),
        )

    def _caller(self, name: str) -> Callable[[Arguments, ToolContext], str]:
        def run(given: Arguments, _context: ToolContext) -> str:
            with _translated(self.url):
                answer = self.portal.call(self.client.call_tool, name, given)
            text = _text(answer)
            if answer.is_error:
                raise RemoteFault(text or f"{name} of {self.url} failed without a word; look into its log")
            return text

        return run


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
    text = "\n".join(parts)
    while count_tokens(text) > _MOST_TOKENS:
        text = text[: len(text) * 4 // 5]
    return text
