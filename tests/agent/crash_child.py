"""A process that can be killed: asks a question with a tool that writes into a ledger, or goes on with the run that there is.

python crash_child.py INDEX MODEL_URL LEDGER
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from cairn import Cairn, Config, create_cairn
from cairn.agent import Access, Agent, Answer, Decision, Event, Failed, Suspended, Tool, ToolContext, agent_of
from cairn.agent.spec import AgentSpec

QUESTION = "write it down, then tell where the view is"


def book(ledger: Path) -> Tool:
    """A tool that writes a line, on the disk when it returns, and says so; it cannot tell whether it has done so before."""

    def run(given: dict[str, str], context: ToolContext) -> str:
        with ledger.open("a", encoding="utf-8") as file:
            file.write(f"{given['line']}\n")
            file.flush()
            os.fsync(file.fileno())
        return f"wrote {given['line']}"

    schema = {"type": "object", "properties": {"line": {"type": "string"}}, "required": ["line"]}
    return Tool("book", "Writes a line into the ledger.", schema, run, Access.WRITE)


def call(name: str, **arguments: str) -> dict[str, object]:
    return {"name": name, "arguments": arguments}


REPLIES = [
    {"calls": [call("show", handle="site:app.py"), call("book", line="one")]},
    {"calls": [call("book", line="two"), call("book", line="three")]},
    {"calls": [call("show", handle="site:views.py")]},
    {"text": "It is written; the view is `site:views.py#front`."},
]
SCRIPT = {"turns": [{"question": "write it down", "replies": REPLIES}]}


def agent_for(cairn: Cairn, ledger: Path) -> Agent:
    return agent_of(cairn, spec=AgentSpec(tools=("show",), grounding="none"), tools=[book(ledger)])


def go_on(agent: Agent) -> Answer:
    """Bring the run that there is, or a new one, to its end; a person approves all."""
    rows = agent.checkpoints.runs()
    if rows and rows[0].number:
        decision = Decision.APPROVED if rows[0].state == "suspended" else None
        events: Iterator[Event] = agent.resume(rows[0].id, decision)
    else:
        events = agent.ask(QUESTION)
    while True:
        for event in events:
            if isinstance(event, Answer):
                return event
            if isinstance(event, Failed):
                raise event.error
            if isinstance(event, Suspended):
                events = agent.resume(event.run, Decision.APPROVED)
                break
        else:
            raise AssertionError("the events end without an end")


def main() -> None:
    index, url, ledger = sys.argv[1:]
    with create_cairn(index, config=Config(chat_url=url)) as cairn:
        agent = agent_for(cairn, Path(ledger))
        print("ready", flush=True)
        go_on(agent)
        print("done", flush=True)


if __name__ == "__main__":
    main()
