"""What a user may not read does not exist for them: in no tool, resource, completion, prompt, count, metric, error or card."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio.from_thread
import pytest
from mcp.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, PromptReference, ResourceTemplateReference

from cairn.app import Cairn, create_cairn
from cairn.config import Config
from cairn.rights import User
from cairn.serve.caller import called_by
from cairn.serve.schema import PlainTool
from cairn.serve.server import build_server
from cairn.serve.tools import make_tools
from cairn.serve.work import Work
from tests.index.conftest import write_files

_SEEN = {
    "pyproject.toml": '[project]\nname = "kettle"\n',
    "kettle/__init__.py": "",
    "kettle/water.py": (
        "import json\nfrom lent import lent_thing\n\n\n"
        "class Kettle:\n    def __init__(self):\n        self.warm = heat(1)\n\n"
        "    def boil(self, degrees):\n        return heat(degrees)\n\n\n"
        "def heat(degrees):\n    return json.dumps(degrees + 1)\n\n\ndef cooler(degrees):\n    return lent_thing(Kettle())\n"
    ),
    "README.md": "---\ntags: [hot]\n---\n# Kettle\n\nIt boils water in `Kettle.boil`.\n",
}
# Each fact of the hidden source has a word of its own, which stands nowhere else.
_LABEL, _FILE, _NAME, _EXTERNAL, _TAG, _HEADING, _TEXT, _CARD = CANARIES = (
    "zorblax", "quuxville", "frobnitz", "snarfpkg", "wibbletag", "glimmerdoc", "mumblefish", "plinthnote",
)  # fmt: skip
_HIDDEN = {
    "pyproject.toml": '[project]\nname = "lent"\n',
    "lent.py": "def lent_thing(degrees):\n    return degrees\n",
    f"{_FILE}/door.py": (
        f"import {_EXTERNAL}\nfrom kettle.water import Kettle, heat\n\n\nclass {_NAME}(Kettle):\n    def boil(self, degrees):\n"
        f"        return heat({_EXTERNAL}.opened(degrees))  # {_TEXT}\n\n\ndef boiled_by_{_NAME}():\n    return heat(7)\n"
    ),
    "notes.md": f"---\ntags: [{_TAG}]\n---\n# About {_HEADING}\n\nThe {_TEXT} boils water under the mat, says `Kettle.boil`.\n",
}
ALL, SOME, NONE = User("ops", writes=("*",)), User("ana", reads=("kettle",)), User("guest", reads=("nothing-*",))
_HANDLE = f"{_LABEL}:{_FILE}/door.py#boiled_by_{_NAME}"
# What is asked for by the name of an argument, else by its type: what is seen, what is hidden, and what is nearly that.
_WORDS = [
    "Kettle.boil", "water", "kettle:kettle/water.py:9", "lent_thing", "door.py", _LABEL, f"boiled_by_{_NAME}", _HANDLE,
    f"{_LABEL}:{_FILE}/door.py:5", f"external:python/{_EXTERNAL}", _TAG, _NAME[:5], f"card:{_CARD}", "card:x",
    f"the {_TEXT} of {_HEADING} that boils water", "1",
]  # fmt: skip
_GIVEN: dict[str, list[Any]] = {
    "mode": ["words", "literal", "regex"],
    "lang": ["", "python"],
    "direction": ["both", "in"],
    "cursor": ["", "x"],
    "what": ["sources", "files", "skipped"],
    "wait": [True],
}
_LIMITS = {tool.name: tool for tool in make_tools(is_read_only=False) if isinstance(tool, PlainTool)}


@dataclass(frozen=True)
class Talk:
    """A client in another thread."""

    run: Callable[..., Any]
    client: Client

    def call(self, tool: str, arguments: dict[str, Any]) -> str:
        answer: CallToolResult = self.run(self.client.call_tool, tool, {**arguments, "structured": True})
        return json.dumps([answer.structured_content, *(block.model_dump() for block in answer.content)], ensure_ascii=False)

    def asked(self, call: Callable[..., Coroutine[Any, Any, Any]], *arguments: Any) -> str:
        """What is answered to a request that is no tool's, an error too."""
        try:
            return str(self.run(call, *arguments).model_dump_json())
        except MCPError as error:
            return str(error)


@contextmanager
def talking(cairn: Cairn, user: User) -> Iterator[Talk]:
    work = Work(cairn, has_users=True)
    with contextlib.ExitStack() as stack:
        stack.enter_context(called_by(user))
        portal = stack.enter_context(anyio.from_thread.start_blocking_portal())
        yield Talk(portal.call, stack.enter_context(portal.wrap_async_context_manager(Client(build_server(work, "0")))))
        work.stop()
        work.settle()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Indexes: `x.db` of both sources, `y.db` that never had the hidden one, `z.db` linked both ways; and a library of cards."""
    folder = tmp_path_factory.mktemp("users").resolve()
    write_files(folder / "kettle", _SEEN)
    write_files(folder / _LABEL, _HIDDEN)
    with create_cairn(folder / "y.db", config=Config(home=folder)) as cairn:
        cairn.ingest.add(folder / "kettle")
    with create_cairn(folder / "x.db", config=Config(home=folder)) as cairn:
        cairn.ingest.add(folder / "kettle")
        cairn.ingest.add(folder / _LABEL)
        assert cairn.ingest.link(_LABEL, "kettle").edges
        cairn.ingest.back_up(folder / "z.db")
    with create_cairn(folder / "z.db", config=Config(home=folder)) as cairn:
        assert cairn.ingest.link("kettle", _LABEL).edges
        cairn.cards.desk.add(f"The {_TEXT} is kept warm", name=_CARD, about=[_HANDLE])
        cairn.cards.desk.add("Boil no tea", name="tea", about=["kettle:kettle/water.py#Kettle.boil"])
    return folder


@pytest.fixture(scope="module", params=["a file", "PostgreSQL"])
def cairn(request: pytest.FixtureRequest, folder: Path, shared_postgres: Callable[[], str]) -> Iterator[Cairn]:
    with create_cairn(folder / "z.db", config=Config(home=folder)) as cairn:
        if request.param == "a file":
            yield cairn
            return
        place = shared_postgres()
        cairn.copy(place)
    with create_cairn(place, config=Config(home=folder)) as cairn:
        cairn.cards.sync()
        yield cairn


def values_of(name: str, schema: dict[str, Any], words: list[str]) -> list[Any]:
    if name in _GIVEN:
        return _GIVEN[name]
    if "enum" in schema:
        return list(schema["enum"])
    if schema["type"] == "string":
        return words
    if schema["type"] == "array":
        return [[value] for value in values_of("", schema["items"], words)]
    return [False, True] if schema["type"] == "boolean" else [schema.get("maximum", 5)]


def calls_of(tool: PlainTool, words: list[str]) -> Iterator[dict[str, Any]]:
    """Arguments for a tool: what it requires, each of its texts in each of the words, and all its other values once."""
    properties, required = tool.limits["properties"], tool.limits.get("required", ())
    values = {name: values_of(name, schema, words) for name, schema in properties.items()}
    yield {name: values[name][0] for name in required}
    for name, given in values.items():
        others = [other for other in required if other != name]
        for number, value in enumerate(given[1:] if given is not words or not others else given[1::2]):
            yield {**{other: values[other][number % len(values[other])] for other in others}, name: value}


def texts_in(arguments: Any) -> list[str]:
    if isinstance(arguments, dict | list):
        return [text for value in (arguments.values() if isinstance(arguments, dict) else arguments) for text in texts_in(value)]
    return [arguments] if isinstance(arguments, str) else []


def leaked(told: str, arguments: Any) -> list[str]:
    """The canaries in what was told that were not in what was asked."""
    asked = " ".join(texts_in(arguments))
    return [word for word in CANARIES if word in told and word not in asked]


@pytest.mark.parametrize("user", [SOME, NONE], ids=lambda user: user.name)
def test_no_tool_tells_anything_of_a_source_that_may_not_be_read(cairn: Cairn, user: User) -> None:
    with talking(cairn, user) as talk:
        assert set(_LIMITS) == {tool.name for tool in talk.run(talk.client.list_tools).tools}
        leaks = [
            (name, arguments, found)
            for name, tool in _LIMITS.items()
            for arguments in calls_of(tool, _WORDS)
            if (found := leaked(talk.call(name, arguments), arguments))
        ]
    assert not leaks


def test_an_owner_is_told_of_every_one_of_them(cairn: Cairn) -> None:
    """Else the tests above look for what nobody would be told."""
    with talking(cairn, ALL) as talk:
        told = "".join(talk.call(name, arguments) for name, arguments in reads() if not leaked(str(arguments), ""))
        told += talk.call("show", {"handle": f"{_LABEL}:notes.md"}) + talk.call("recall", {"prompt": "door.py"})
    assert [word for word in CANARIES if word not in told] == []


@pytest.mark.parametrize("user", [SOME, NONE], ids=lambda user: user.name)
def test_no_resource_prompt_or_completion_tells_anything_of_it(cairn: Cairn, user: User) -> None:
    with talking(cairn, user) as talk:
        listed = talk.run(talk.client.list_resources)
        assert len(listed.resources) == (len(_SEEN) if user is SOME else 0)
        told: list[tuple[Any, str]] = [((), str(listed))]
        for word in _WORDS:
            uris = (f"cairn://{word}", f"cairn://{_LABEL}/{word}", f"cairn://kettle/{word}", f"cairn://{word}/notes.md")
            told += [(uri, talk.asked(talk.client.read_resource, uri)) for uri in uris]
        for prompt in talk.run(talk.client.list_prompts).prompts:
            for argument in prompt.arguments or ():
                reference = PromptReference(name=prompt.name)
                told += completions(talk, reference, argument.name, {})
                told += [(word, talk.asked(talk.client.get_prompt, prompt.name, {argument.name: word})) for word in _WORDS]
        for template in talk.run(talk.client.list_resource_templates).resource_templates:
            address = ResourceTemplateReference(uri=template.uri_template)
            for name in re.findall(r"\{\+?(\w+)\}", template.uri_template):
                for known in ({}, {"label": _LABEL, "path": f"{_FILE}/door.py"}, {"label": _LABEL, "path": "notes.md"}):
                    told += completions(talk, address, name, known)
    assert [(asked, found) for asked, text in told if (found := leaked(text, [asked]))] == []


def completions(
    talk: Talk, reference: PromptReference | ResourceTemplateReference, argument: str, known: dict[str, str]
) -> list[tuple[Any, str]]:
    def complete(value: str) -> Coroutine[Any, Any, Any]:
        return talk.client.complete(reference, {"name": argument, "value": value}, context_arguments=known)

    return [([value, *known.values()], talk.asked(complete, value)) for value in ("", "k", _LABEL[:3], *_WORDS)]


def test_answers_are_those_of_an_index_that_never_had_the_hidden_source(folder: Path) -> None:
    with create_cairn(folder / "y.db", config=Config(home=folder)) as other, talking(other, SOME) as talk:
        expected = {(name, json.dumps(given)): timeless(talk.call(name, given)) for name, given in reads()}
    with create_cairn(folder / "x.db", config=Config(home=folder)) as both, talking(both, SOME) as talk:
        found = {(name, json.dumps(given)): timeless(talk.call(name, given)) for name, given in reads()}
    assert {call: (expected[call], told) for call, told in found.items() if told != expected[call]} == {}


def reads() -> Iterator[tuple[str, dict[str, Any]]]:
    for name in sorted({tool.name for tool in make_tools(is_read_only=True)}):
        for arguments in calls_of(_LIMITS[name], _WORDS):
            yield name, arguments


def timeless(told: str) -> str:
    return re.sub(r"\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00:00)?|[\d.]+ (s|ms|seconds?)\b|\"seconds\": [\d.]+", "TIME", told)
