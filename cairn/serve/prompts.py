"""The prompts that the server offers: what to call, in which order, and what to answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from cairn.serve.work import Work

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

_NAME = Field(description="a handle like label:path/file.py#Class.method, or a unique end of one", max_length=999)


def explain(handle: Annotated[str, _NAME]) -> str:
    """Explain a definition: what it does, who uses it and what it rests on."""
    return (
        f"Explain `{handle}` to somebody who will change it.\n"
        f"1. Call `show` with handle `{handle}`, then `graph` with query `{handle}` for who uses it and what it uses.\n"
        "2. Call `show` for the one or two callees or base types without which it cannot be understood.\n"
        "3. Answer with: its purpose in a sentence; how it works, step by step; who calls it and what they rely on; what is "
        "surprising. Name lines as path:line. Say what the index could not resolve instead of guessing."
    )


def impact_review(
    handle: Annotated[str, Field(description="what changes; leave it out to review a diff", max_length=999)] = "",
    diff: Annotated[str, Field(description="a git commit or range, as HEAD or main..HEAD", max_length=300)] = "HEAD",
    source: Annotated[str, Field(description="the label whose checkout the diff is about", max_length=200)] = "",
) -> str:
    """Review what a change can break, and which tests show it."""
    asked = f"handle `{handle}`" if handle else f"diff `{diff}`" + (f" and source `{source}`" if source else "")
    return (
        f"Review a change before it is merged.\n1. Call `impact` with {asked}.\n"
        "2. For each entity of the first layer call `pack` or `show`, and decide whether what it relies on still holds.\n"
        "3. Follow later layers only where an earlier one is affected.\n"
        "4. Answer with a table: affected entity, the line of its use, what could break, the test that would show it; then the "
        "entry points that users would notice, and the affected code that no test reaches."
    )


def onboard(
    source: Annotated[str, Field(description="the label of a source; all of them if left out", max_length=200)] = "",
) -> str:
    """Get to know a source: what it is for, how it is built, where to begin."""
    of_source = f" with source `{source}`" if source else ""
    return (
        "Make me at home in this code.\n"
        f"1. Call `list` for what is indexed, and `map`{of_source} for the definitions that most depends on.\n"
        f"2. Call `ask`{of_source} with the words of its README: what it is for, how it starts, how it is tested.\n"
        "3. Call `graph` for the two or three definitions at the top of the map.\n"
        "4. Answer with: the purpose in two sentences; the main parts and how data flows through them, with handles; how to run "
        "and test it; five places to read first, in order, each with a reason."
    )


def add_prompts(server: MCPServer[Work]) -> None:
    """Offer them."""
    server.prompt(name="explain", title="Explain a definition")(explain)
    server.prompt(name="impact-review", title="Review the impact of a change")(impact_review)
    server.prompt(name="onboard", title="Get to know a source")(onboard)
