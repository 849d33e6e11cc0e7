"""An agent over the tools of Cairn: what `cairn chat` is made of, in parts that are each usable alone.

    from cairn import create_cairn
    from cairn.agent import agent_of

    with create_cairn("cairn.db") as cairn:
        print(agent_of(cairn).answer("how does a request reach the view?").answer)

Nothing else of Cairn imports this package but `cairn chat` and `cairn eval --answers`, when they are used.
"""

from __future__ import annotations

from cairn.agent.agent import Agent, SuspendedError, last_of
from cairn.agent.checkpoints import Checkpoints
from cairn.agent.compaction import Compactor, Importance, SlidingWindow, Summary, Truncation, compacted
from cairn.agent.events import (
    Again,
    Answer,
    CallBegan,
    CallEnded,
    Compacted,
    Event,
    Failed,
    Grounds,
    Started,
    Suspended,
    Warned,
    Words,
)
from cairn.agent.evidence import Evidence, Verdict, check
from cairn.agent.grounding import Grounding, Item, ground
from cairn.agent.guards import LoopGuard, Redaction, UrlGuard
from cairn.agent.judge import judge
from cairn.agent.messages import Call, Message, Role, Usage
from cairn.agent.model import EndpointModel, Model
from cairn.agent.own import tools_of
from cairn.agent.prices import Price
from cairn.agent.remote import remote_tools
from cairn.agent.review import review
from cairn.agent.setup import agent_of
from cairn.agent.spec import AgentSpec, read_spec
from cairn.agent.state import Decision, State, Status
from cairn.agent.tools import Access, Tool, ToolContext
from cairn.agent.typed import read_beginning, read_document, schema_of, value_of

__all__ = [
    "Access",
    "Again",
    "Agent",
    "AgentSpec",
    "Answer",
    "Call",
    "CallBegan",
    "CallEnded",
    "Checkpoints",
    "Compacted",
    "Compactor",
    "Decision",
    "EndpointModel",
    "Event",
    "Evidence",
    "Failed",
    "Grounding",
    "Grounds",
    "Importance",
    "Item",
    "LoopGuard",
    "Message",
    "Model",
    "Price",
    "Redaction",
    "Role",
    "SlidingWindow",
    "Started",
    "State",
    "Status",
    "Summary",
    "Suspended",
    "SuspendedError",
    "Tool",
    "ToolContext",
    "Truncation",
    "UrlGuard",
    "Usage",
    "Verdict",
    "Warned",
    "Words",
    "agent_of",
    "check",
    "compacted",
    "ground",
    "judge",
    "last_of",
    "read_beginning",
    "read_document",
    "read_spec",
    "remote_tools",
    "review",
    "schema_of",
    "tools_of",
    "value_of",
]
