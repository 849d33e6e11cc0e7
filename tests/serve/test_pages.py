"""Long answers come in pages that together are the whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client import Client
from mcp_types import CallToolResult

from cairn.app import create_cairn
from cairn.chunk.tokens import count_tokens
from cairn.config import Config
from cairn.serve.offer import Offer
from cairn.serve.server import build_server
from cairn.serve.work import Work
from tests.serve.test_tools import call_tool, text_of

GUESTS = 20


def layers(answer: dict[str, Any]) -> list[Any]:
    return [node["handle"] for layer in answer["layers"] for node in layer]


# What each tool is asked, and the rows of its answer.
ASKED: dict[str, tuple[dict[str, Any], Callable[[dict[str, Any]], list[Any]]]] = {
    "search": ({"query": "serve tea to a guest", "k": 30}, lambda answer: [hit["file"] for hit in answer["hits"]]),
    "ask": ({"query": "serve tea to a guest", "k": 30}, lambda answer: [item["hit"]["file"] for item in answer["answers"]]),
    "graph": ({"query": "house:pot.py#pour"}, lambda answer: [edge["src"] for edge in answer["edges"]]),
    "impact": ({"handle": "house:pot.py#pour"}, layers),
    "map": ({"source": "house"}, lambda answer: [entry["handle"] for entry in answer["entries"]]),
    "list": ({"source": "house", "what": "files"}, lambda answer: [row["file"] for row in answer["files"]]),
    "tags": ({}, lambda answer: [row["tag"] for row in answer["tags"]]),
    "path": (
        {"src": "house:guest00.py#serve00", "dst": "house:pot.py#last"},
        lambda answer: [row["dst"] for row in answer["steps"]],
    ),
    "jobs": ({}, lambda answer: [row["id"] for row in answer["jobs"]]),
}
LEAST = {"list": 300, "tags": 200, "jobs": 600}


def write_house(folder: Path) -> None:
    chain = "".join(f"def step{n}():\n    return step{n + 1}()\n\n\n" for n in range(8))
    (folder / "pot.py").write_text(
        f"def pour():\n    return step0()\n\n\n{chain}def step8():\n    return last()\n\n\ndef last():\n    return 1\n"
    )
    for number in range(GUESTS):
        name = f"{number:02}"
        (folder / f"guest{name}.py").write_text(
            f"from pot import pour\n\n\ndef serve{name}():\n    '''Serve tea to guest {name}.'''\n"
            f"    return pour(), help{name}()\n\n\ndef help{name}():\n    return {number}\n"
        )
        (folder / f"note{name}.md").write_text(f"---\ntags: [colour-{name}, shape-{name}]\n---\n# Note {name}\n\nText.\n")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house").resolve()
    (folder / "house").mkdir()
    write_house(folder / "house")
    with create_cairn(folder / "cairn.db") as cairn:
        cairn.ingest.add(folder / "house")
        for _ in range(10):
            cairn.ingest.refresh("house")
    return folder / "cairn.db"


def pages(db: Path, tool: str, budget: int) -> list[CallToolResult]:
    """All pages of an answer, each by the cursor of the one before."""
    found: list[CallToolResult] = []

    async def run() -> None:
        cursor: Any = ""
        with create_cairn(db, config=Config()) as cairn:
            async with Client(build_server(Work(cairn), "0", Offer(is_structured=True))) as client:
                while cursor is not None:
                    answer = await client.call_tool(tool, {**ASKED[tool][0], "budget": budget, "cursor": cursor})
                    assert not answer.is_error, answer.content
                    assert answer.structured_content is not None
                    found.append(answer)
                    cursor = answer.structured_content["cursor"]

    anyio.run(run)
    return found


@pytest.mark.parametrize("tool", ASKED)
def test_pages_together_are_the_whole_and_each_keeps_to_its_budget(house: Path, tool: str) -> None:
    rows = ASKED[tool][1]
    (whole,) = pages(house, tool, 100_000)
    budget = LEAST.get(tool, 800)
    parts = pages(house, tool, budget)
    assert whole.structured_content is not None
    assert len(parts) > 1
    assert [row for part in parts for row in rows(part.structured_content or {})] == rows(whole.structured_content)
    for part in parts:
        assert count_tokens(text_of(part)) <= budget
        assert count_tokens(json.dumps(part.structured_content, ensure_ascii=False)) <= budget


def test_a_cut_answer_counts_what_is_left_and_ends_with_the_cursor(house: Path) -> None:
    first = pages(house, "list", 300)[0]
    assert first.structured_content is not None
    left = 2 * GUESTS + 1 - len(first.structured_content["files"])
    cursor = first.structured_content["cursor"]
    assert text_of(first).endswith(f"\n{left} more files: repeat the call with cursor {cursor}, or a higher budget.")


def test_no_page_but_the_only_one_says_that_nothing_calls(house: Path) -> None:
    for part in pages(house, "graph", 800):
        assert "no callers found" not in text_of(part)


def test_a_cursor_of_another_call_is_refused(house: Path) -> None:
    cursor = pages(house, "list", 300)[0].structured_content["cursor"]
    other = call_tool(house, "list", {"source": "house", "what": "skipped", "cursor": cursor})
    assert other.is_error
    assert text_of(other) == "this cursor belongs to a call with other arguments; repeat those, or ask without `cursor`"
    assert call_tool(house, "tags", {"cursor": cursor}).is_error


@pytest.mark.parametrize("cursor", ["x", "AAAA", "é", "====", "A" * 16])
def test_what_is_no_cursor_is_refused(house: Path, cursor: str) -> None:
    answer = call_tool(house, "tags", {"cursor": cursor})
    assert answer.is_error
    assert "ask without `cursor`" in text_of(answer)


def test_a_cursor_is_refused_when_the_index_has_changed(tree: Path, tmp_path: Path) -> None:
    write_house(tree)
    db = tmp_path / "cairn.db"
    with create_cairn(db) as cairn:
        cairn.ingest.add(tree, label="house")
        asked = {"source": "house", "what": "files", "budget": 200}
        cursor = (call_tool(db, "list", asked).structured_content or {})["cursor"]
        assert not call_tool(db, "list", {**asked, "cursor": cursor}).is_error
        (tree / "new.py").write_text("def new():\n    return 1\n")
        cairn.ingest.refresh("house")
    late = call_tool(db, "list", {**asked, "cursor": cursor})
    assert late.is_error
    assert text_of(late) == "what this cursor counted has changed since; ask again without `cursor`"


def test_a_budget_without_room_for_one_row_says_how_much_is_needed(tree: Path, tmp_path: Path) -> None:
    (tree / f"{'a1_' * 60}.py").write_text("def f():\n    return 1\n")
    with create_cairn(tmp_path / "cairn.db") as cairn:
        cairn.ingest.add(tree, label="deep")
    for tool, arguments in (
        ("search", {"query": "f"}),
        ("ask", {"query": "f"}),
        ("graph", {"query": "f"}),
        ("show", {"handle": "f"}),
    ):
        answer = call_tool(tmp_path / "cairn.db", tool, {**arguments, "budget": 100})
        assert answer.is_error
        assert "a `budget` of 100 tokens" in text_of(answer)


def test_a_line_that_is_longer_than_the_budget_is_shown_from_its_beginning(tree: Path, tmp_path: Path) -> None:
    (tree / "data.txt").write_text("word " * 5000)
    with create_cairn(tmp_path / "cairn.db") as cairn:
        cairn.ingest.add(tree, label="deep")
    answer = call_tool(tmp_path / "cairn.db", "show", {"handle": "deep:data.txt", "budget": 250})
    assert answer.structured_content is not None
    assert answer.structured_content["text"].startswith("word word word")
    assert text_of(answer).endswith("The line is cut to the budget.")
    assert count_tokens(text_of(answer)) <= 250
    for whole, beginning in ((False, "1: word word word"), (True, "word word word")):
        hit = call_tool(tmp_path / "cairn.db", "search", {"query": "word", "budget": 450, "whole": whole}).structured_content
        assert hit is not None
        assert hit["hits"][0]["text"].startswith(beginning)
