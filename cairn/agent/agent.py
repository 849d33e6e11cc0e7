"""An agent: asks a model with tools until there is an answer, and keeps the way there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cairn.agent.checkpoints import Checkpoints
from cairn.agent.compaction import Compactor, Truncation
from cairn.agent.events import Answer, Event, Failed, Grounds, Started, Suspended, Warned
from cairn.agent.evidence import Verdict
from cairn.agent.grounding import Grounding
from cairn.agent.guards import LoopGuard, UrlGuard
from cairn.agent.loop import Limits, Parts, decide, drive
from cairn.agent.messages import Message, Role, user
from cairn.agent.model import Model
from cairn.agent.prices import Price
from cairn.agent.request import Prefix
from cairn.agent.state import Decision, State, Status
from cairn.agent.title import title_of
from cairn.agent.tools import Tool, ToolContext, as_wire, offered
from cairn.agent.typed import Form, schema_of
from cairn.chunk.words import well_formed
from cairn.errors import CairnError, RefusedError, UsageError
from cairn.infer.answer import JsonView

_MOST_QUESTION = 200_000  # characters


class SuspendedError(RefusedError):
    """A run waits for a person to decide on its calls; `run` is its id."""

    def __init__(self, suspended: Suspended) -> None:
        names = ", ".join(f"{call.name} {call.arguments}" for call in suspended.calls)
        super().__init__(
            f"the run {suspended.run} waits for a decision on {names}; `cairn chat --resume {suspended.run}` takes "
            "--approve or --reject"
        )
        self.run = suspended.run


def unchecked(_answer: str) -> Verdict:
    """Look at nothing."""
    return Verdict()


def _no_grounding(_question: str) -> Grounding:
    return Grounding()


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent, put together from parts that each can be another one. Nothing is asked before it is.

    `models` is a chain: the next one is asked when one fails. `ground` finds what a question is grounded on: once in a
    conversation or, with `is_regrounded`, for each question. `check` looks at the evidence of an answer.
    """

    models: Sequence[Model]
    checkpoints: Checkpoints
    tools: Sequence[Tool] = ()
    system: str = ""
    name: str = "cairn"
    context: ToolContext = field(default_factory=ToolContext)
    compactor: Compactor = field(default_factory=Truncation)
    ground: Callable[[str], Grounding] = _no_grounding
    is_regrounded: bool = False
    check: Callable[[str], Verdict] = unchecked
    limits: Limits = field(default_factory=Limits)
    loop_guard: LoopGuard = field(default_factory=LoopGuard)
    clean: Callable[[str], str] = str
    urls: UrlGuard | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)
    temperature: float | None = None
    answer_tokens: int = 4096
    close_also: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        if not self.models:
            raise UsageError("an agent needs a model; set CAIRN_CHAT_URL to a chat endpoint")

    def ask(self, question: str, *, after: str = "", schema: Form | None = None, parent: str = "") -> Iterator[Event]:
        """Ask a question; what happens comes as it happens, and ends with `Answer`, `Suspended` or `Failed`.

        `after` is the run whose conversation this goes on with, `schema` the form of the answer (what
        `schema_of` takes), and `parent` the run that hands the question on.

        Raises:
            UsageError: the question is empty or too long, or the form is none.
            NotFoundError: there is no run `after`.
            Cancelled: the run is unwanted, by the context; it can be resumed.
        """
        if not question.strip() or len(question) > _MOST_QUESTION:
            fault = "is empty" if not question.strip() else f"has more than {_MOST_QUESTION:,} characters"
            raise UsageError(f"the question {fault}; ask in words")
        form = schema_of(schema) if schema is not None else None
        state = self._first_state(well_formed(question), after, form, parent)
        keeper = self.checkpoints.begin(state)
        warning = keeper.save(state)
        yield Started(state.run, state.conversation, state.title)
        if warning:
            yield Warned(warning)
        if state.grounded:
            yield Grounds(state.grounded)
        yield from drive(state, self._parts(state), keeper)

    def resume(self, run: str, decision: Decision | None = None) -> Iterator[Event]:
        """Go on with a run that broke off, failed, or waits for a decision.

        Raises:
            NotFoundError: there is no such run.
            UsageError: it is done, it waits for a decision and none is given, or one is given and nothing waits.
        """
        state, keeper = self.checkpoints.load(run)
        if state.status is Status.DONE:
            raise UsageError(f"the run {state.run} is done; `cairn chat --after {state.run} QUESTION` goes on from it")
        parts = self._parts(state)
        if state.status is Status.SUSPENDED and decision is None:
            raise UsageError(f"the run {state.run} waits for a decision; give --approve or --reject")
        if decision is not None and state.status is not Status.SUSPENDED:
            raise UsageError(f"the run {state.run} waits for no decision; resume it without one")
        state = decide(state, parts, decision) if decision is not None else _again(state)
        keeper.save(state)
        yield Started(state.run, state.conversation, state.title)
        yield from drive(state, parts, keeper)

    def answer(self, question: str, *, after: str = "", schema: Form | None = None, parent: str = "") -> Answer:
        """Ask a question and wait for its answer.

        Raises:
            SuspendedError: a person has to decide first.
            CairnError: the run failed; see `ask`.
        """
        return last_of(self.ask(question, after=after, schema=schema, parent=parent))

    def close(self) -> None:
        """Close the connections of the models, and of what the tools need."""
        for model in self.models:
            model.close()
        self.close_also()

    def _first_state(self, question: str, after: str, schema: JsonView | None, parent: str) -> State:
        before = self._before(after) if after else None
        run = self.checkpoints.new_id()
        said = user(question)
        found = Grounding()
        if before is None or self.is_regrounded:
            found = self.ground(question)
            found = replace(found, text=self.clean(found.text))
        if before is not None and found.text:
            # The prefix stays as it is; what was found for this question goes with it.
            said = Message(Role.USER, f"{found.text}\n\n{question}")
        return State(
            run=run,
            conversation=before.conversation if before is not None else run,
            agent=self.name,
            question=question,
            title=before.title if before is not None else title_of(question),
            messages=(*(before.messages if before is not None else ()), said),
            grounding=before.grounding if before is not None else found.text,
            grounded=found.used,
            schema=schema,
            parent=parent,
        )

    def _before(self, run: str) -> State:
        state, _ = self.checkpoints.load(run)
        if state.status is not Status.DONE:
            raise UsageError(f"the run {state.run} is not done; `cairn chat --resume {state.run}` goes on with it")
        return state

    def _parts(self, state: State) -> Parts:
        context = replace(self.context, run=state.run, conversation=state.conversation)
        tools = offered(self.tools, context)
        system = "\n\n".join(part.strip() for part in (self.system, state.grounding, _form_words(state.schema)) if part.strip())
        prefix = Prefix(system, tuple(map(as_wire, tools)), state.schema, self.temperature, self.answer_tokens)
        return Parts(
            self.models, tools, prefix, context, self.compactor, self.checkpoints, self.check, self.limits, self.loop_guard,
            self.clean, self.urls, self.prices,
        )  # fmt: skip


def last_of(events: Iterator[Event]) -> Answer:
    """The answer at the end of a run's events.

    Raises:
        SuspendedError: a person has to decide first.
        CairnError: the run failed.
    """
    for event in events:
        if isinstance(event, Answer):
            return event
        if isinstance(event, Suspended):
            raise SuspendedError(event)
        if isinstance(event, Failed):
            raise event.error
    raise CairnError("the run ended without an answer; `cairn chat --list` tells where it stands")


def _again(state: State) -> State:
    """A state to go on from: what failed is tried once more, by the first model of the chain; the steps stay used."""
    messages = state.messages
    if state.status is Status.FAILED and messages and messages[-1].role is Role.ASSISTANT and not messages[-1].calls:
        messages = messages[:-1]
    is_new = state.status is Status.FAILED
    return replace(
        state,
        status=Status.RUNNING,
        messages=messages,
        error="",
        repairs=0 if is_new else state.repairs,
        is_final=state.is_final and not is_new,
        model=0 if is_new else state.model,
    )


def _form_words(schema: JsonView | None) -> str:
    return (
        ""
        if schema is None
        else "Your last word, when you have found out all, is one JSON document of the schema that is asked for."
    )
