"""Whatever arguments a schema allows, a tool answers: with what its output schema says, or with an error of one sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio.from_thread
import jsonschema  # comes with the SDK, without types
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from mcp.client import Client
from mcp_types import CallToolResult, TextContent, Tool

from cairn.app import create_cairn
from cairn.chunk.tokens import count_tokens
from cairn.config import Config
from cairn.serve.offer import Offer
from cairn.serve.schema import PlainTool
from cairn.serve.server import build_server
from cairn.serve.tools import make_tools
from cairn.serve.work import Work
from tests.serve.conftest import make_kettle

HANDLES = [
    "kettle",
    "kettle:kettle/heat.py#Kettle.boil",
    "Kettle",
    "warm",
    "kettle:README.md#kettle",
    "kettle:kettle/heat.py:9",
    "boil",
]
ODD = [
    "",
    " ",
    "\0",
    "\ud800",
    "\x7f",
    "é",
    "日本語",
    "../../etc/passwd",
    "/etc/passwd",
    "%00",
    "-",
    "--help",
    "'; DROP TABLE chunk; --",
]
ODD += [
    "NOT",
    '"',
    "a" * 300,
    "x:y:L0-L9",
    "kettle:kettle/heat.py:L99999999",
    "kettle:kettle/heat.py:L9-L1",
    "*",
    "**/[",
    "(?R)",
    "::",
    "~2",
]
# What is most often given, so that most calls reach the index.
USUAL = {
    "source": ["kettle", ""],
    "src": ["warm", "kettle"],
    "dst": ["make_tea", "Kettle"],
    "cursor": [""],
    "lang": ["", "python"],
    "kind": ["", "function"],
    "path_glob": ["", "*.py"],
    "tag": [""],
    "id": ["1", "2"],
    "diff": ["", "HEAD"],
    "focus": ["", "tea"],
}
# What the arguments of each tool may be, which is more than a model reads of it.
LIMITS = {tool.name: tool.limits for tool in make_tools(is_read_only=False) if isinstance(tool, PlainTool)}
# Answers that are not about what was asked: a crash, and what an exception says of itself.
CRASH = re.compile(r"Traceback|Error executing|\b[A-Z]\w+Error\b|<class|0x[0-9a-f]{8}|\.py\", line")


@dataclass(frozen=True, slots=True)
class Talk:
    """A client in another thread, that one call after another is asked of."""

    tools: dict[str, Tool]
    run: Callable[[Callable[[], Coroutine[Any, Any, CallToolResult]]], CallToolResult]
    client: Client
    refill: Callable[[], None]

    def call(self, name: str, arguments: dict[str, Any]) -> CallToolResult:
        answer = self.run(lambda: self.client.call_tool(name, arguments))
        if name == "remove" and not answer.is_error:
            self.refill()
        return answer


@contextmanager
def talking(folder: Path) -> Iterator[Talk]:
    with create_cairn(folder / "cairn.db") as cairn:
        cairn.ingest.add(make_kettle(folder / "kettle"))
    config = Config(allowed_roots=(folder / "kettle",))
    with create_cairn(folder / "cairn.db", config=config) as cairn, anyio.from_thread.start_blocking_portal() as portal:
        work = Work(cairn)

        def refill() -> None:
            if "kettle" not in cairn.retrieve.locations():
                cairn.ingest.add(folder / "kettle")

        with portal.wrap_async_context_manager(Client(build_server(work, "0", Offer(is_structured=True)))) as client:
            tools = {tool.name: tool for tool in portal.call(client.list_tools).tools}
            yield Talk(tools, portal.call, client, refill)
            work.stop()
            work.settle()


@pytest.fixture(scope="module")
def conversation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    with talking(tmp_path_factory.mktemp("fuzz").resolve()) as talk:
        yield talk


def value_of(name: str, schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of an argument: anything that the schema allows, and three times as often what is usual."""
    anything = strategy(schema)
    usual = USUAL.get(name, HANDLES if schema["type"] == "string" and "enum" not in schema else [])
    fitting = [value for value in usual if value in schema.get("enum", usual)]
    return st.integers(0, 3).flatmap(lambda n: st.sampled_from(fitting) if n else anything) if fitting else anything


def strategy(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of a schema; words that mean something in the index among them."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "string":
        most = schema.get("maxLength", 999)  # the items of a list have none
        fitting = [word for word in (*HANDLES, *ODD) if len(word) <= most]
        return st.sampled_from(fitting) | st.text(st.characters(codec=None), max_size=min(most, 60))
    if schema["type"] == "integer":
        return st.integers(schema["minimum"], schema["maximum"]) | st.sampled_from([schema["minimum"], schema["maximum"]])
    if schema["type"] == "array":
        return st.lists(strategy(schema["items"]), max_size=schema["maxItems"])
    assert schema["type"] == "boolean"
    return st.booleans()


# What is wrong with the arguments themselves: no schema allows it.
WRONG: st.SearchStrategy[Any] = (
    st.none() | st.floats() | st.text(max_size=5) | st.lists(st.integers(), max_size=3) | st.just({"a": {}})
)


def arguments_of(tool: Tool) -> st.SearchStrategy[dict[str, Any]]:
    properties = LIMITS[tool.name]["properties"]
    required = {name: value_of(name, properties[name]) for name in LIMITS[tool.name].get("required", ())}
    optional = {name: value_of(name, schema) for name, schema in properties.items() if name not in required}
    return st.fixed_dictionaries(required, optional=optional)


def wrong_arguments_of(tool: Tool) -> st.SearchStrategy[dict[str, Any]]:
    names = [*LIMITS[tool.name]["properties"], "unknown", "force", ""]
    return st.builds(
        lambda right, wrong: {**right, **wrong}, arguments_of(tool), st.dictionaries(st.sampled_from(names), WRONG, max_size=3)
    )


def check(tool: Tool, arguments: dict[str, Any], answer: CallToolResult) -> None:
    (block,) = answer.content
    assert isinstance(block, TextContent)
    if answer.is_error:
        assert answer.structured_content is None
        assert not CRASH.search(block.text), block.text
        assert 0 < len(block.text) < 2000
        assert "\n" not in block.text.strip()
        return
    json.dumps(answer.structured_content, allow_nan=False)
    jsonschema.validate(answer.structured_content, tool.output_schema)
    budget = arguments.get("budget", LIMITS[tool.name]["properties"].get("budget", {}).get("default"))
    if budget not in (None, ""):
        most = max(int(budget), LIMITS[tool.name]["properties"]["budget"]["minimum"])
        assert count_tokens(block.text) <= most
        assert count_tokens(json.dumps(answer.structured_content, ensure_ascii=False)) <= most


def fuzz(talk: Talk, choose: Callable[[Tool], st.SearchStrategy[dict[str, Any]]], calls: int) -> None:
    cases = st.one_of([choose(tool).map(lambda arguments, tool=tool: (tool, arguments)) for tool in talk.tools.values()])  # type: ignore[misc]

    @settings(
        max_examples=calls,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def run(case: tuple[Tool, dict[str, Any]]) -> None:
        tool, arguments = case
        check(tool, arguments, talk.call(tool.name, arguments))

    run()


def test_arguments_that_the_schemas_allow_are_answered(conversation: Talk) -> None:
    fuzz(conversation, arguments_of, 200)


def test_arguments_that_no_schema_allows_are_errors_of_a_sentence(conversation: Talk) -> None:
    fuzz(conversation, wrong_arguments_of, 100)


@pytest.mark.slow
def test_five_thousand_calls_are_answered(tmp_path: Path) -> None:
    with talking(tmp_path) as talk:
        fuzz(talk, arguments_of, 3500)
        fuzz(talk, wrong_arguments_of, 1500)


def test_the_server_is_well_after_all_that(conversation: Talk) -> None:
    assert not conversation.call("list", {}).is_error
