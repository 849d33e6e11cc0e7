"""What happens in a run, as it happens."""

from __future__ import annotations

from dataclasses import dataclass

from cairn.agent.evidence import Evidence
from cairn.agent.messages import Call, Usage
from cairn.agent.state import Grounded, Status
from cairn.errors import CairnError
from cairn.infer.answer import Json


@dataclass(frozen=True, slots=True)
class Started:
    """A run has begun, or goes on; by its id it can be resumed."""

    run: str
    conversation: str
    title: str


@dataclass(frozen=True, slots=True)
class Grounds:
    """What the question was grounded on."""

    used: tuple[Grounded, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """Some words of the model, as they come."""

    text: str


@dataclass(frozen=True, slots=True)
class Again:
    """The words since the last call do not count: the model is asked again, and why."""

    sentence: str


@dataclass(frozen=True, slots=True)
class CallBegan:
    """A tool is called."""

    call: Call


@dataclass(frozen=True, slots=True)
class CallEnded:
    """A call has come back, with what the model gets."""

    call: Call
    text: str
    is_error: bool


@dataclass(frozen=True, slots=True)
class Compacted:
    """The conversation was shortened, in tokens."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Warned:
    """Something that whoever asks should know; the run goes on."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Suspended:
    """The run waits for a person, who approves or rejects these calls."""

    run: str
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of a run: the words, `output` by the schema that was asked for, and what the words stand on.

    `faults` say which handles, lines and quotations do not hold; none: the evidence check has passed.
    """

    run: str
    conversation: str
    title: str
    status: Status
    answer: str
    output: Json
    evidence: tuple[Evidence, ...]
    faults: tuple[str, ...]
    grounded: tuple[Grounded, ...]
    usage: Usage
    steps: int


@dataclass(frozen=True, slots=True)
class Failed:
    """The run has ended with a fault, after it took so much; it can be resumed."""

    run: str
    error: CairnError
    usage: Usage


Event = Started | Grounds | Words | Again | CallBegan | CallEnded | Compacted | Warned | Suspended | Answer | Failed
