"""What the conformance suite's scenarios ask of a server besides Cairn's own tools, on the application that Cairn builds.

Usage: python tests/conformance/fixtures.py DATABASE
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

import anyio
import uvicorn
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp.shared.exceptions import MCPError
from mcp_types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    AudioContent,
    CallToolResult,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
)

from cairn.app import create_cairn
from cairn.serve.bind import Listen, bind
from cairn.serve.http import build_application
from cairn.serve.intake import HeadDeadline
from cairn.serve.server import IndexServer, build_server
from cairn.serve.work import Work

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
WAV = b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x40\x1f\0\0\1\0\x08\0data\0\0\0\0"


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def image() -> ImageContent:
    return ImageContent(type="image", data=encoded(PNG), mime_type="image/png")


def embedded(uri: str, text: str, mime_type: str = "text/plain") -> EmbeddedResource:
    return EmbeddedResource(type="resource", resource=TextResourceContents(uri=uri, mime_type=mime_type, text=text))


def answer(*content: Any) -> CallToolResult:
    return CallToolResult(content=list(content))


def add_tools(server: IndexServer) -> None:
    @server.tool()
    async def test_simple_text() -> CallToolResult:
        """Answer with text."""
        return answer(TextContent(type="text", text="This is a simple text response for testing."))

    @server.tool()
    async def test_image_content() -> CallToolResult:
        """Answer with an image."""
        return answer(image())

    @server.tool()
    async def test_audio_content() -> CallToolResult:
        """Answer with sound."""
        return answer(AudioContent(type="audio", data=encoded(WAV), mime_type="audio/wav"))

    @server.tool()
    async def test_embedded_resource() -> CallToolResult:
        """Answer with a resource."""
        return answer(embedded("test://embedded-resource", "This is an embedded resource content."))

    @server.tool()
    async def test_multiple_content_types() -> CallToolResult:
        """Answer with several kinds of content."""
        mixed = embedded("test://mixed-content-resource", '{"test":"data","value":123}', "application/json")
        return answer(TextContent(type="text", text="Multiple content types test:"), image(), mixed)

    @server.tool()
    async def test_error_handling() -> CallToolResult:
        """Fail."""
        raise ToolError("This tool intentionally returns an error for testing")

    @server.tool()
    async def test_tool_with_progress(ctx: Context[Work, Any]) -> CallToolResult:
        """Tell of progress."""
        for progress in (0, 50, 100):
            await ctx.report_progress(progress, 100)
            await anyio.sleep(0.05)
        return answer(TextContent(type="text", text="done"))

    @server.tool()
    async def test_missing_capability() -> CallToolResult:
        """Need a capability that the client has not declared."""
        needed: dict[str, Any] = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(MISSING_REQUIRED_CLIENT_CAPABILITY, "this tool needs a client that samples", needed)


def add_resources(server: IndexServer) -> None:
    @server.resource("test://static-text", mime_type="text/plain")
    def static_text() -> str:
        """Text."""
        return "This is the content of the static text resource."

    @server.resource("test://static-binary", mime_type="image/png")
    def static_binary() -> bytes:
        """An image."""
        return PNG

    @server.resource("test://template/{id}/data", mime_type="application/json")
    def template(id: str) -> str:  # noqa: A002 - the suite's name
        """A template."""
        return f'{{"id":"{id}","templateTest":true,"data":"Data for ID: {id}"}}'


def add_prompts(server: IndexServer) -> None:
    @server.prompt()
    def test_simple_prompt() -> str:
        """A prompt."""
        return "This is a simple prompt for testing."

    @server.prompt()
    def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
        """A prompt with two arguments."""
        return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"

    @server.prompt()
    def test_prompt_with_embedded_resource(resourceUri: str) -> list[UserMessage]:  # noqa: N803 - the suite's name
        """A prompt with a resource."""
        held = embedded(resourceUri, "Embedded resource content for testing.")
        return [UserMessage(held), UserMessage("Please process the embedded resource above.")]

    @server.prompt()
    def test_prompt_with_image() -> list[UserMessage]:
        """A prompt with an image."""
        return [UserMessage(image()), UserMessage("Please analyze the image above.")]


def main(database: Path) -> None:
    """Serve Cairn's own tools and the fixtures on a free port, which the first line on standard output tells."""
    with create_cairn(database) as cairn, bind("127.0.0.1", 0) as bound:
        work = Work(cairn)
        server = build_server(work, "0")
        add_tools(server)
        add_resources(server)
        add_prompts(server)
        application = build_application(server, work, Listen("127.0.0.1", 0))
        print(json.dumps({"url": f"http://127.0.0.1:{bound.getsockname()[1]}/mcp"}), flush=True)
        uvicorn.Server(uvicorn.Config(application, http=HeadDeadline, log_config=None, ws="none")).run(sockets=[bound])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
