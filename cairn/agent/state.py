"""The state of a run: a value that a transition replaces, so that nobody changes what another holds, and that is kept as JSON."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from cairn.agent.messages import Message, Usage
from cairn.infer.answer import JsonView

if TYPE_CHECKING:
    from pydantic import TypeAdapter


class Status(StrEnum):
    """Where a run stands. Only one that is `done` cannot be gone on with."""

    RUNNING = "running"
    SUSPENDED = "suspended"
    DONE = "done"
    FAILED = "failed"


class Decision(StrEnum):
    """What a person says to a call that writes."""

    APPROVED = "approved"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Grounded:
    """What a question was grounded on; `tier` says which evidence found it."""

    handle: str
    score: float
    tier: int


@dataclass(frozen=True, slots=True)
class State:
    """All that a run has to know to go on.

    `grounding` is the part of the system prompt that this conversation was grounded on, the same in all its requests. `step`
    counts requests that brought calls. `seen` are digests of calls with their results, in order, for the loop guard; `decided`
    says by the key of a call what a person said; `model` is the place in the chain of models.
    """

    run: str
    conversation: str
    agent: str
    question: str
    title: str
    status: Status = Status.RUNNING
    messages: tuple[Message, ...] = ()
    grounding: str = ""
    grounded: tuple[Grounded, ...] = ()
    step: int = 0
    repairs: int = 0
    model: int = 0
    is_final: bool = False
    seen: tuple[str, ...] = ()
    decided: Mapping[str, Decision] | None = None
    usage: Usage = field(default_factory=Usage)
    schema: JsonView | None = None
    answer: str = ""
    error: str = ""
    parent: str = ""


def write_state(state: State) -> str:
    """A state as JSON."""
    return json.dumps(asdict(state), ensure_ascii=False, separators=(",", ":"))


def read_state(text: str) -> State:
    """A state from JSON.

    Raises:
        ValueError: it is none.
    """
    return _adapter().validate_json(text)


@functools.cache
def _adapter() -> TypeAdapter[State]:
    from pydantic import TypeAdapter

    return TypeAdapter(State)
