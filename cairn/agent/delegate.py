"""The tool `delegate`: a question for a second agent, one level deep, of which only the answer comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from cairn.agent.agent import Agent, last_of
from cairn.agent.events import Answer, Event, Failed
from cairn.agent.tools import Access, Arguments, Tool, ToolContext

NAME = "delegate"
_DESCRIPTION = "Give a question that stands by itself to another agent, which looks and tells only its answer."
_PARAMETERS = {
    "type": "object",
    "properties": {"question": {"type": "string", "description": "whole: the other agent knows nothing of this conversation"}},
    "required": ["question"],
}


def delegate_tool(make: Callable[[], Agent]) -> Tool:
    """Make the tool; `make` gives the second agent, of whose tools only those that read are left to it."""

    def run(given: Arguments, context: ToolContext) -> str:
        agent = reading(make())
        agent = replace(agent, context=replace(agent.context, is_unwanted=context.is_unwanted))
        try:
            answer = last_of(_counted(agent.ask(given["question"], parent=context.run), context))
        finally:
            agent.close()
        return "\n".join([answer.answer, *(f"unproven: {fault}" for fault in answer.faults)])

    return Tool(NAME, _DESCRIPTION, _PARAMETERS, run)


def _counted(events: Iterator[Event], context: ToolContext) -> Iterator[Event]:
    """The events of a run; what it took is told when it ends, with an answer or without one."""
    for event in events:
        if isinstance(event, Answer | Failed):
            context.spend(event.usage)
        yield event


def reading(agent: Agent, also: Sequence[str] = ()) -> Agent:
    """The agent with the tools that only read, and those of these names; never with one that hands a question on."""
    tools = [tool for tool in agent.tools if tool.name in also or (tool.access is Access.READ and tool.name != NAME)]
    return replace(agent, tools=tools)
