"""What the server offers besides tools: resources, prompts, completions, and that a call can be given up."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import PromptReference, ResourceTemplateReference, TextContent, TextResourceContents

from cairn.app import create_cairn
from cairn.config import Config
from cairn.errors import Cancelled
from cairn.serve.server import build_server
from cairn.serve.work import Work
from tests.serve.test_tools import call_tool, text_of

Conversation = Callable[[Client], Coroutine[Any, Any, None]]


def talk(db: Path, conversation: Conversation, config: Config | None = None) -> None:
    async def run() -> None:
        with create_cairn(db, config=config or Config()) as cairn:
            async with Client(build_server(Work(cairn), "0")) as client:
                await conversation(client)

    anyio.run(run)


async def read(client: Client, uri: str) -> str:
    (contents,) = (await client.read_resource(uri)).contents
    assert isinstance(contents, TextResourceContents)
    return contents.text


def test_every_indexed_file_is_a_resource(shared_db: Path) -> None:
    async def conversation(client: Client) -> None:
        listed = await client.list_resources()
        assert [str(row.uri) for row in listed.resources] == [
            "cairn://kettle/README.md",
            "cairn://kettle/kettle/__init__.py",
            "cairn://kettle/kettle/heat.py",
            "cairn://kettle/kettle/tea.py",
        ]
        assert listed.next_cursor is None
        for row in listed.resources:
            await client.read_resource(str(row.uri))

    talk(shared_db, conversation)


def test_resources_are_listed_in_pages(shared_db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.serve.resources._PAGE_ROWS", 3)

    async def conversation(client: Client) -> None:
        first = await client.list_resources()
        assert first.next_cursor is not None
        second = await client.list_resources(cursor=first.next_cursor)
        assert [len(first.resources), len(second.resources), second.next_cursor] == [3, 1, None]
        with pytest.raises(MCPError, match="no cursor"):
            await client.list_resources(cursor="nonsense")

    talk(shared_db, conversation)


def test_an_index_that_does_not_exist_lists_no_resources(tmp_path: Path) -> None:
    async def conversation(client: Client) -> None:
        assert (await client.list_resources()).resources == []
        assert [row.uri_template for row in (await client.list_resource_templates()).resource_templates] == [
            "cairn://{label}/{+path}",
            "cairn://{label}/{+path}#{entity}",
        ]

    talk(tmp_path / "none.db", conversation)
    assert not (tmp_path / "none.db").exists()


def test_a_resource_is_a_file_or_a_definition(shared_db: Path) -> None:
    async def conversation(client: Client) -> None:
        assert (await read(client, "cairn://kettle/README.md")).startswith("# Kettle")
        assert (await read(client, "cairn://kettle/kettle/heat.py#Kettle.boil")).startswith("    def boil(self")

    talk(shared_db, conversation)


def test_addresses_are_encoded(tree: Path, tmp_path: Path) -> None:
    (tree / "a b#c%20.py").write_text("def f():\n    return 1\n")
    with create_cairn(tmp_path / "cairn.db") as cairn:
        cairn.ingest.add(tree, label="odd")

    async def conversation(client: Client) -> None:
        (row,) = (await client.list_resources()).resources
        assert str(row.uri) == "cairn://odd/a%20b%23c%2520.py"
        assert await read(client, f"{row.uri}#f") == "def f():\n    return 1\n"

    talk(tmp_path / "cairn.db", conversation)


@pytest.mark.parametrize(
    "uri",
    [
        "cairn://kettle/nothing.py",
        "cairn://kettle/kettle/heat.py#Kettle.boyl",
        "cairn://other/README.md",
        "cairn://kettle/",
        "cairn://kettle",
        "cairn:///etc/passwd",
        "cairn://kettle/../../etc/passwd",
        "cairn://kettle/%2e%2e/%2e%2e/etc/passwd",
        "cairn://kettle//etc/passwd",
        "file:///etc/passwd",
        "cairn://kettle/%00",
    ],
)
def test_what_is_not_indexed_is_no_resource(shared_db: Path, uri: str) -> None:
    async def conversation(client: Client) -> None:
        with pytest.raises(MCPError) as caught:
            await client.read_resource(uri)
        assert "root:" not in str(caught.value)

    talk(shared_db, conversation)


def test_sources_outside_of_the_allowed_roots_are_not_shown(shared_db: Path, tmp_path: Path) -> None:
    config = Config(allowed_roots=(tmp_path,))
    for tool, arguments in (("show", {"handle": "Kettle.boil"}), ("pack", {"handle": "Kettle.boil"})):
        answer = call_tool(shared_db, tool, arguments, config)
        assert answer.is_error
        assert "outside the allowed roots" in text_of(answer)

    async def conversation(client: Client) -> None:
        with pytest.raises(MCPError, match="outside the allowed roots"):
            await client.read_resource("cairn://kettle/README.md")

    talk(shared_db, conversation, config)


@pytest.mark.skipif(os.name == "nt", reason="makes a link")
def test_a_path_outside_of_the_allowed_roots_tells_nothing_of_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "way_out").symlink_to(tmp_path)
    config = Config(allowed_roots=(tmp_path / "inside",))
    for place in (tmp_path, tmp_path / "nothing", tmp_path / "inside" / ".." / "nothing", tmp_path / "inside" / "way_out"):
        answer = call_tool(tmp_path / "cairn.db", "add", {"location": str(place)}, config)
        assert answer.is_error
        assert "outside the allowed roots" in text_of(answer), place


def test_prompts_name_real_tools_and_take_their_arguments(shared_db: Path) -> None:
    async def conversation(client: Client) -> None:
        prompts = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
        assert prompts.keys() == {"explain", "impact-review", "onboard"}
        assert all(prompt.description for prompt in prompts.values())
        for name, arguments, expected in (
            ("explain", {"handle": "Kettle.boil"}, "`show` with handle `Kettle.boil`"),
            ("impact-review", {"handle": "Kettle.boil"}, "`impact` with handle `Kettle.boil`"),
            ("impact-review", {"diff": "main..HEAD", "source": "kettle"}, "diff `main..HEAD` and source `kettle`"),
            ("onboard", {"source": "kettle"}, "`map` with source `kettle`"),
        ):
            (message,) = (await client.get_prompt(name, arguments)).messages
            assert isinstance(message.content, TextContent)
            assert expected in message.content.text

    talk(shared_db, conversation)


def test_a_prompt_that_cannot_be_written_is_an_error_with_a_remedy(shared_db: Path) -> None:
    async def conversation(client: Client) -> None:
        for name, arguments in (("explian", {}), ("explain", {}), ("explain", {"handle": "x" * 2000})):
            with pytest.raises(MCPError, match="explain, impact-review, onboard"):
                await client.get_prompt(name, arguments)

    talk(shared_db, conversation)


@pytest.mark.parametrize(
    ("argument", "typed", "known", "expected"),
    [
        ("source", "ke", {}, ["kettle"]),
        ("source", "x", {}, []),
        ("handle", "kettle:kettle/heat.py#Ke", {}, ["kettle:kettle/heat.py#Kettle", "kettle:kettle/heat.py#Kettle.boil"]),
        ("handle", "war", {}, ["kettle:kettle/heat.py#warm"]),
        ("label", "", {}, ["kettle"]),
        ("path", "kettle/h", {"label": "kettle"}, ["kettle/heat.py"]),
        ("entity", "w", {"label": "kettle", "path": "kettle/heat.py"}, ["warm"]),
        ("path", "kettle/h", {"label": "nothing"}, []),
        ("diff", "ma", {}, []),
    ],
)
def test_labels_handles_and_paths_are_completed(
    shared_db: Path, argument: str, typed: str, known: dict[str, str], expected: list[str]
) -> None:
    async def conversation(client: Client) -> None:
        for reference in (PromptReference(name="explain"), ResourceTemplateReference(uri="cairn://{label}/{+path}")):
            found = await client.complete(reference, {"name": argument, "value": typed}, context_arguments=known)
            assert found.completion.values == expected

    talk(shared_db, conversation)


def test_a_read_whose_client_goes_away_stops(shared_db: Path) -> None:
    begun, ended = threading.Event(), threading.Event()
    faults: list[BaseException] = []

    async def go_away() -> None:
        with create_cairn(shared_db, config=Config()) as cairn:

            def read_for_ever() -> None:
                try:
                    while True:
                        cairn.retrieve.search("boil")
                        begun.set()
                except Cancelled as error:
                    faults.append(error)
                finally:
                    ended.set()

            async with anyio.create_task_group() as group:
                group.start_soon(Work(cairn).read, read_for_ever)
                await anyio.to_thread.run_sync(begun.wait)
                group.cancel_scope.cancel()
            await anyio.to_thread.run_sync(ended.wait)

    anyio.run(go_away)
    assert faults


def test_a_read_that_takes_too_long_is_an_error(shared_db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.serve.work.READ_LIMIT_S", 0)
    answer = call_tool(shared_db, "search", {"query": "boil"})
    assert answer.is_error
    assert "took longer than 0 s" in text_of(answer)
