"""The MCP server of an index: its tools, resources, prompts and completions, whatever carries them."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    Completion,
    CompletionArgument,
    CompletionContext,
    ListResourcesResult,
    PaginatedRequestParams,
    PromptReference,
    ResourceTemplate,
    ResourceTemplateReference,
)

from cairn.answers.adapt import unknown_tool
from cairn.answers.offered import INSTRUCTIONS
from cairn.errors import CairnError, NotFoundError
from cairn.serve import resources
from cairn.serve.audit import tell_rows
from cairn.serve.complete import complete
from cairn.serve.offer import Offer
from cairn.serve.prompts import add_prompts
from cairn.serve.tools import make_tools
from cairn.serve.work import Work

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

T = TypeVar("T")

_MOST_QUOTED = 200  # characters of what a client sent

# They log whole messages, and so the text of sources.
_TALKATIVE = ("mcp", "sse_starlette", "httpcore2", "httpx2")


class IndexServer(MCPServer[Work]):
    """An MCP server whose resources are the files and definitions of an index, besides those that are registered."""

    def __init__(self, work: Work, version: str, offer: Offer) -> None:
        self._work = work
        super().__init__(
            "cairn",
            title="Cairn",
            version=version,
            instructions=INSTRUCTIONS,
            tools=make_tools(is_read_only=offer.is_read_only, is_structured=offer.is_structured),
            lifespan=self._lifespan,
            log_level="WARNING",
            subscriptions=False,  # what is offered never changes
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, _server: MCPServer[Work]) -> AsyncIterator[Work]:
        yield self._work

    # The SDK lists resources by a method that knows no cursor; its handler does.
    async def _handle_list_resources(
        self, ctx: ServerRequestContext[Work, Any], params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        cursor = (params.cursor if params is not None else None) or ""
        try:
            with self._work.audit.call("resources/list", {}):
                rows, rest = await self._work.read(lambda: resources.list_resources(self._work, cursor))
        except CairnError as error:
            raise MCPError(code=INVALID_PARAMS, message=str(error)) from error
        registered = [] if cursor else await self.list_resources()
        return ListResourcesResult(resources=[*registered, *rows], next_cursor=rest)

    async def list_resource_templates(self) -> list[ResourceTemplate]:
        """The templates of an index's addresses, and those that are registered."""
        return [*resources.TEMPLATES, *await super().list_resource_templates()]

    async def read_resource(self, uri: Any, context: Any = None) -> Any:
        """Read a file or a definition, or what is registered."""
        address = str(uri)
        if not address.startswith(resources.SCHEME):
            return await super().read_resource(uri, context)
        with self._work.audit.call("resources/read", {"handle": address}):
            text = await self._read(lambda: resources.read_resource(self._work, address))
        contents: Iterable[ReadResourceContents] = [ReadResourceContents(content=text, mime_type="text/plain")]
        return contents

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool, also by a name that a client has put its own before; another name is an error with the nearest one."""
        offered = [tool.name for tool in self._tool_manager.list_tools()]
        if name not in offered:
            last = re.split(r"[^A-Za-z]+", name)[-1].lower()
            if last not in offered:
                raise ToolError(unknown_tool(name, offered))
            name = last
        return await super().call_tool(name, arguments, context)

    async def get_prompt(self, name: str, arguments: dict[str, Any] | None = None, context: Any = None) -> Any:
        """Write a prompt."""
        try:
            return await super().get_prompt(name, arguments, context)
        except ValueError as error:  # what the SDK raises for the caller's mistakes
            offered = ", ".join(prompt.name for prompt in await self.list_prompts())
            message = f"{str(error)[:_MOST_QUOTED]}; `prompts/list` tells what each of them takes: {offered}"
            raise MCPError(code=INVALID_PARAMS, message=message) from error

    async def _read(self, call: Callable[[], T]) -> T:
        try:
            return await self._work.read(call)
        except NotFoundError as error:
            raise ResourceNotFoundError(str(error)) from error
        except CairnError as error:
            raise ResourceError(str(error)) from error


def build_server(work: Work, version: str, offer: Offer = Offer()) -> IndexServer:  # noqa: B008 - it is frozen
    """The server with what it offers."""
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    server = IndexServer(work, version, offer)
    add_prompts(server)

    @server.completion()  # type: ignore[untyped-decorator, no-untyped-call]  # the SDK's
    async def completed(
        _reference: PromptReference | ResourceTemplateReference, argument: CompletionArgument, context: CompletionContext | None
    ) -> Completion:
        known = (context.arguments if context is not None else None) or {}
        with work.audit.call("completion", {"query": argument.value}):
            values = await work.read(lambda: complete(work, argument.name, argument.value, known))
            tell_rows((), len(values))
        return Completion(values=values, total=len(values), has_more=False)

    return server
