"""How a function becomes a tool: its schema, its arguments as models write them, its errors as sentences."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, make_dataclass
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import FuncMetadata
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import Field, ValidationError

from cairn.answers.adapt import adapt, closest
from cairn.serve.asked import ASKED, Asked

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context


_ECHOED = 100  # characters of an argument that an error quotes
# Every tool takes it. It is told to programmers in docs/serving.md and hardly to models, who have no use for it.
STRUCTURED: dict[str, Any] = {"structured": {"type": "boolean", "description": "for programs"}}

Function = Callable[..., Awaitable[CallToolResult]]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a function is offered. Its docstring is what a model reads to choose it.

    `is_open_world`: it may fetch a web page.
    """

    function: Function
    answer: type
    is_read_only: bool = True
    is_destructive: bool = False
    is_idempotent: bool = True
    is_open_world: bool = False


class PlainTool(Tool):
    """A tool that takes what models send, and whose errors are single sentences, without the SDK's prefix and pydantic's report.

    `limits` is the whole schema of its arguments; a model reads the shorter `parameters`. `is_structured`: every answer comes as
    a document, too.
    """

    limits: dict[str, Any] = Field(exclude=True)
    is_structured: bool = Field(False, exclude=True)

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """Run it; every fault that the caller can mend is a ToolError with its sentence."""
        began = time.perf_counter()
        is_error = True
        work = context.request_context.lifespan_context
        try:
            with work.audit.call(self.name, arguments):
                answer = await self._run(arguments, context, convert_result)
            is_error = False
            return answer
        finally:
            work.meter.count_call(self.name, time.perf_counter() - began, is_error=is_error)

    async def _run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool) -> Any:
        taken, remarks = adapt({**self.limits["properties"], **STRUCTURED}, self.limits.get("required", ()), arguments)
        is_structured = taken.pop("structured", False)
        self._require_known(taken)
        token = ASKED.set(Asked(is_structured is True or self.is_structured, remarks))
        try:
            return await super().run(taken, context, convert_result)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(_sentence(self.name, error.__cause__)) from error.__cause__
            if isinstance(error.__cause__, ToolError):
                raise ToolError(_without_long(str(error.__cause__), arguments)) from error.__cause__.__cause__
            raise
        finally:
            ASKED.reset(token)

    def _require_known(self, arguments: Mapping[str, object]) -> None:
        """Refuse arguments that the tool does not have; the SDK would drop them without a word."""
        known = list(self.limits["properties"])
        unknown = [name for name in arguments if name not in known]
        if unknown:
            close = closest(unknown[0][:_ECHOED], known)
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
    """Say what is wrong with the arguments, without their values."""
    faults = [f"`{'.'.join(map(str, fault['loc']))}`: {fault['msg'][:1].lower()}{fault['msg'][1:]}" for fault in error.errors()]
    more = f"; and {len(faults) - 3} more" if len(faults) > 3 else ""
    return f"{tool} cannot take these arguments; {'; '.join(faults[:3])}{more}"


def make_tool(recipe: Recipe, *, is_structured: bool = False) -> Tool:
    """Make the tool: input schema from the signature and, where all answers are structured, output schema from their dataclass.

    The SDK makes no output schema of a frozen dataclass with slots by itself; pydantic does.
    """
    name = recipe.function.__name__.rstrip("_")
    annotations = ToolAnnotations(
        read_only_hint=recipe.is_read_only,
        destructive_hint=recipe.is_destructive,
        idempotent_hint=recipe.is_idempotent,
        open_world_hint=recipe.is_open_world,
    )
    description = " ".join((recipe.function.__doc__ or "").split())
    tool = Tool.from_function(
        recipe.function, name=name, description=description, annotations=annotations, structured_output=False
    )
    fields = {name: getattr(tool, name) for name in Tool.model_fields}
    limits = tool.parameters
    if is_structured:
        answer = _as_told(recipe.answer, has_cursor="cursor" in limits["properties"])
        fields["fn_metadata"] = FuncMetadata(arg_model=tool.fn_metadata.arg_model, output_model=answer)
    return PlainTool(**{**fields, "parameters": _slim(limits), "limits": limits, "is_structured": is_structured})


def _as_told(answer: type, *, has_cursor: bool) -> type:
    """The dataclass of an answer's document: with the notice, the remarks and, where the tool takes one, the cursor."""
    added: list[Any] = [("notice", str, field(default="")), ("remarks", list[str], field(default_factory=list))]
    cursor = [("cursor", str | None, field(default=None))] if has_cursor else []
    return make_dataclass(answer.__name__, [*added, *cursor], bases=(answer,), frozen=True, slots=True)


def _slim(schema: dict[str, Any]) -> dict[str, Any]:
    """Keep of a schema what a model needs, in words that every client passes on.

    Limits are left out, since what lies beyond them is adapted or refused with a sentence; so are titles, which say nothing, and
    defaults that mean nothing. Some clients refuse a whole list of tools for an empty word in an `enum`.
    """
    # Gemini refuses an object without properties: a tool that takes nothing shows what all of them take.
    properties = schema["properties"] or STRUCTURED
    shown: dict[str, Any] = {"type": "object", "properties": {name: _shown(part) for name, part in properties.items()}}
    if "budget" in shown["properties"]:
        shown["properties"]["budget"].pop("default", None)  # a budget is given where a longer or shorter answer is wanted
    return {**shown, "required": schema["required"]} if schema.get("required") else shown


def _shown(part: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: part[key] for key in ("type", "description", "items", "enum") if key in part}
    if "enum" in kept:
        kept["enum"] = [word for word in kept["enum"] if word]
    if part.get("default") and part["type"] != "boolean":
        kept["default"] = part["default"]
    return kept
