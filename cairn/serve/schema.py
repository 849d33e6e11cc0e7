"""What the tools answer where no answer type of `model` says it, and how a function becomes a tool."""

from __future__ import annotations

import difflib
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, make_dataclass
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import FuncMetadata
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import ValidationError

from cairn.model import Link, Skip, Source, SourceFile, Tag
from cairn.report import Job

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """The answer to `list`: one of the three lists is filled."""

    sources: list[Source] = field(default_factory=list)
    files: list[SourceFile] = field(default_factory=list)
    skipped: list[Skip] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TagsAnswer:
    """The answer to `tags`."""

    tags: list[Tag]


@dataclass(frozen=True, slots=True)
class RemoveAnswer:
    """The answer to `remove`: the source as it was."""

    removed: Source


@dataclass(frozen=True, slots=True)
class LinksAnswer:
    """The answer to `links`."""

    links: list[Link]


@dataclass(frozen=True, slots=True)
class JobsAnswer:
    """The answer to `jobs`, the newest first."""

    jobs: list[Job]


_ECHOED = 100  # characters of an argument that an error quotes

Function = Callable[..., Awaitable[CallToolResult]]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a function is offered. Its docstring is what a model reads to choose it.

    The answer of a tool that takes a `cursor` has one too, null where nothing is left. `is_open_world`: it may fetch a web page.
    """

    function: Function
    answer: type
    is_read_only: bool = True
    is_destructive: bool = False
    is_idempotent: bool = True
    is_open_world: bool = False


class PlainTool(Tool):
    """A tool whose errors are single sentences, without the SDK's prefix and pydantic's report."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """Run it; every fault that the caller can mend is a ToolError with its sentence."""
        began = time.perf_counter()
        is_error = True
        try:
            answer = await self._run(arguments, context, convert_result)
            is_error = False
            return answer
        finally:
            meter = context.request_context.lifespan_context.meter
            meter.count_call(self.name, time.perf_counter() - began, is_error=is_error)

    async def _run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool) -> Any:
        self._require_known(arguments)
        try:
            return await super().run(arguments, context, convert_result)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(_sentence(self.name, error.__cause__)) from error.__cause__
            if isinstance(error.__cause__, ToolError):
                raise ToolError(_without_long(str(error.__cause__), arguments)) from error.__cause__.__cause__
            raise

    def _require_known(self, arguments: Mapping[str, object]) -> None:
        """Refuse arguments that the tool does not have; the SDK would drop them without a word."""
        known = list(self.parameters["properties"])
        unknown = [name for name in arguments if name not in known]
        if unknown:
            close = difflib.get_close_matches(unknown[0][:_ECHOED], known, 2, cutoff=0.5)
            meant = f"; did you mean {' or '.join(map(repr, close))}?" if close else ";"
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            raise ToolError(f"{self.name} has no argument {unknown[0][:_ECHOED]!r}{meant} {takes}")


def _without_long(message: str, arguments: Mapping[str, object]) -> str:
    """The message with only the beginning of each long argument that it quotes."""
    for value in arguments.values():
        if isinstance(value, str) and len(value) > _ECHOED:
            for written in (value, repr(value)[1:-1]):
                message = message.replace(written, f"{written[:_ECHOED]}\u2026")
    return message


def _sentence(tool: str, error: ValidationError) -> str:
    """What is wrong with the arguments, without their values."""
    faults = [f"`{'.'.join(map(str, fault['loc']))}`: {fault['msg'][:1].lower()}{fault['msg'][1:]}" for fault in error.errors()]
    more = f"; and {len(faults) - 3} more" if len(faults) > 3 else ""
    return f"{tool} cannot take these arguments; {'; '.join(faults[:3])}{more}"


def make_tool(recipe: Recipe) -> Tool:
    """Make the tool: input schema from the signature, output schema from the answer's dataclass.

    The SDK makes no output schema of a frozen dataclass with slots by itself; pydantic does.
    """
    name = recipe.function.__name__.rstrip("_")
    annotations = ToolAnnotations(
        title=name.capitalize(),
        read_only_hint=recipe.is_read_only,
        destructive_hint=recipe.is_destructive,
        idempotent_hint=recipe.is_idempotent,
        open_world_hint=recipe.is_open_world,
    )
    description = " ".join((recipe.function.__doc__ or "").split())
    tool = PlainTool.from_function(
        recipe.function, name=name, description=description, annotations=annotations, structured_output=False
    )
    answer = _with_cursor(recipe.answer) if "cursor" in tool.parameters["properties"] else recipe.answer
    metadata = FuncMetadata(arg_model=tool.fn_metadata.arg_model, output_model=answer)
    return tool.model_copy(update={"fn_metadata": metadata, "parameters": _slim(tool.parameters)})


def _with_cursor(answer: type) -> type:
    field_of = ("cursor", str | None, field(default=None))
    return make_dataclass(answer.__name__, [field_of], bases=(answer,), frozen=True, slots=True)


def _slim(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema without the titles that pydantic derives from the names: they cost tokens and say nothing."""
    properties = {
        name: {key: value for key, value in part.items() if key != "title"} for name, part in schema["properties"].items()
    }
    return {key: value for key, value in {**schema, "properties": properties}.items() if key != "title"}
