"""Thirty questions about three real packages: right answers stand on evidence that holds, and ten planted wrong ones do not."""

from __future__ import annotations

import contextlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.agent import Agent, AgentSpec, CallEnded, agent_of, last_of
from cairn.agent.scripted import scripted

pytestmark = pytest.mark.slow

ASKED = {
    "click": {
        "What runs the callback of a command?": "core.py#Command.invoke",
        "How does a context call another function?": "core.py#Context.invoke",
        "Where is a command made of a function?": "decorators.py#command",
        "How is a value checked against a list of choices?": "types.py#Choice.convert",
        "What prints to the terminal?": "utils.py#echo",
        "How is a secret asked for?": "termui.py#prompt",
        "Where are subcommands found?": "core.py#Group.get_command",
        "What shows a usage error?": "exceptions.py#UsageError.show",
        "How is a command run in a test?": "testing.py#CliRunner.invoke",
        "Where is the help text written?": "formatting.py#HelpFormatter.write_usage",
    },
    "httpx": {
        "How is a request sent by a client?": "_client.py#Client.send",
        "Where are redirects followed?": "_client.py#Client._send_handling_redirects",
        "What raises for a bad status?": "_models.py#Response.raise_for_status",
        "How is JSON read from a response?": "_models.py#Response.json",
        "Where are headers normalized?": "_models.py#Headers",
        "What is a URL made of?": "_urls.py#URL",
        "How is basic authentication done?": "_auth.py#BasicAuth.auth_flow",
        "Which transport calls a WSGI application?": "_transports/wsgi.py#WSGITransport.handle_request",
        "How are timeouts kept?": "_config.py#Timeout",
        "What encodes a form?": "_content.py#encode_urlencoded_data",
    },
    "starlette": {
        "How is a route matched?": "routing.py#Route.matches",
        "What dispatches to the routes?": "routing.py#Router.app",
        "How is a path compiled?": "routing.py#compile_path",
        "Where is the body of a request read?": "requests.py#Request.body",
        "What sends a response?": "responses.py#Response.__call__",
        "How are static files found?": "staticfiles.py#StaticFiles.lookup_path",
        "Where do exceptions become responses?": "middleware/exceptions.py#ExceptionMiddleware.__call__",
        "How are sessions kept?": "middleware/sessions.py#SessionMiddleware.__call__",
        "What runs tasks after a response?": "background.py#BackgroundTasks.__call__",
        "How does a websocket accept?": "websockets.py#WebSocket.accept",
    },
}
QUESTIONS = [(label, question, f"{label}:{handle}") for label, asked in ASKED.items() for question, handle in asked.items()]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The three packages, as they are installed here."""
    folder = tmp_path_factory.mktemp("packages")
    with create_cairn(folder / "cairn.db", config=Config(home=folder)) as cairn:
        for label in ASKED:
            spec = importlib.util.find_spec(label)
            assert spec is not None
            assert spec.origin is not None
            cairn.ingest.add(Path(spec.origin).parent.resolve(), label=label)
    return folder


@pytest.fixture(scope="module")
def cairn(index: Path) -> Iterator[Cairn]:
    with create_cairn(index / "cairn.db", config=Config(home=index)) as made:
        yield made


def course(cairn: Cairn, question: str, handle: str, answer: str = "") -> dict[str, Any]:
    """A turn in which the model asks, follows the graph, reads, and answers with a quotation."""
    lines = cairn.retrieve.show(handle).text.splitlines()
    head = next(place for place, line in enumerate(lines) if line.lstrip().startswith(("def ", "async def ", "class ")))
    quoted = "\n".join([*lines[head : head + 1], "    ...", lines[-1]])
    right = f"It is `{handle}`:\n\n`{handle}`\n```python\n{quoted}\n```\n"
    calls = [
        {"name": "ask", "arguments": {"query": question}},
        {"name": "search", "arguments": {"query": handle.rpartition("#")[2]}},
    ]
    return {
        "question": question.replace("?", r"\?"),
        "replies": [
            {"calls": calls},
            {
                "text": "Now its edges.",
                "calls": [{"name": "graph", "arguments": {"query": handle}}, {"name": "show", "arguments": {"handle": handle}}],
            },
            {"text": answer or right},
        ],
    }


@contextlib.contextmanager
def agent_with(index: Path, turns: list[dict[str, Any]]) -> Iterator[Agent]:
    with contextlib.ExitStack() as stack:
        model = stack.enter_context(scripted({"turns": turns}))
        cairn = stack.enter_context(create_cairn(index / "cairn.db", config=Config(home=index, chat_url=model.url)))
        yield stack.enter_context(contextlib.closing(agent_of(cairn, spec=AgentSpec())))


def test_right_answers_to_thirty_questions_stand_on_evidence_that_holds(index: Path, cairn: Cairn) -> None:
    assert len(QUESTIONS) == 30
    with agent_with(index, [course(cairn, question, handle) for _, question, handle in QUESTIONS]) as agent:
        for _, question, handle in QUESTIONS:
            events = list(agent.ask(question))
            answer = last_of(iter(events))
            assert answer.faults == (), question
            assert [evidence.handle for evidence in answer.evidence] == [handle]
            assert not [event for event in events if isinstance(event, CallEnded) and event.is_error], question
            assert answer.steps == 2


WRONG = [
    "It is `click:core.py#Command.invok`.",  # a letter is missing
    "It is `click:decorators.py#Command.invoke`.",  # another file
    "It is `clik:core.py#Command.invoke`.",  # another source
    "It is `httpx:core.py#Command.invoke`.",  # another package
    "It is `click:core.py:L10-L99999`.",  # lines that are not there
    "It is `click:core.py:L88888`.",
    "`click:core.py#Command.invoke`\n```python\ndef invoke(self, ctx, *args):\n```",  # another signature
    # lines that are there, the other way round
    "`click:core.py#Context.invoke`\n```\nreturn callback(*args, **kwargs)\nwith augment_usage_errors(self):\n```",
    "It is in `click:core.py:L1`: `import antigravity`",
    "Commands are invoked by the framework.",  # no evidence
]


@pytest.mark.parametrize("wrong", WRONG)
def test_planted_wrong_answers_are_caught(index: Path, cairn: Cairn, wrong: str) -> None:
    _, question, handle = QUESTIONS[0]
    with agent_with(index, [course(cairn, question, handle, wrong)]) as agent:
        assert agent.answer(question).faults, wrong
