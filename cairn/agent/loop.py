"""The loop: model, tools, model, until there is an answer. Each transition makes a new state, which is saved before the next."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace

from cairn.agent.checkpoints import Checkpoints, Keeper
from cairn.agent.compaction import CompactionFault, Compactor, compacted
from cairn.agent.events import Again, Answer, CallBegan, CallEnded, Compacted, Event, Failed, Suspended, Warned, Words
from cairn.agent.evidence import Verdict
from cairn.agent.guards import LoopGuard, UrlGuard
from cairn.agent.messages import Call, Message, Role, Usage, note, tokens_of, tokens_of_all
from cairn.agent.model import BrokenReply, Model, Remedy, Reply, remedy_of, told_apart
from cairn.agent.prices import Price, cost_of
from cairn.agent.request import Prefix, build, room_for_tail
from cairn.agent.state import Decision, State, Status
from cairn.agent.tools import Access, Outcome, Tool, ToolContext, named, perform
from cairn.agent.typed import read_document
from cairn.errors import CairnError, Cancelled
from cairn.infer.answer import Json
from cairn.infer.stream import POLL_S

_MOST_PARALLEL = 8  # read calls: a guess, a database connection each
_MOST_AGAIN = 2  # times that a broken reply is asked for once more
_MOST_REPAIRS = 1
_SHORTER = 0.6  # of the window, where the endpoint says that a request was too long: a guess
_FINAL_NOTE = "Answer now, in words, with what you have; no tool can be called any more. Say what you could not find out."


@dataclass(frozen=True, slots=True)
class Limits:
    """`steps`: requests that may bring calls; after them an answer is forced. `window_tokens`: what the model takes in all."""

    steps: int = 12
    window_tokens: int = 32_000


@dataclass(frozen=True, slots=True)
class Parts:
    """What a run is driven with. `clean` takes secrets out of what tools tell; `check` looks at the evidence of an answer."""

    models: Sequence[Model]
    tools: Sequence[Tool]
    prefix: Prefix
    context: ToolContext
    compactor: Compactor
    checkpoints: Checkpoints
    check: Callable[[str], Verdict]
    limits: Limits = field(default_factory=Limits)
    loop_guard: LoopGuard = field(default_factory=LoopGuard)
    clean: Callable[[str], str] = lambda text: text
    urls: UrlGuard | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)


Step = Generator[Event, None, State]


def drive(state: State, parts: Parts, keeper: Keeper) -> Iterator[Event]:
    """Go on with a run until it is done, suspended or failed.

    Raises:
        Cancelled: it is unwanted; what was saved last can be resumed.
    """
    try:
        while True:
            if open_calls(state):
                state = yield from _act(state, parts, keeper)
                yield from _save(state, keeper)
                if state.status is Status.SUSPENDED:
                    yield Suspended(state.run, tuple(_undecided(state, parts)))
                    return
            elif state.messages[-1].role is Role.ASSISTANT:
                state, answer = _finish(state, parts)
                yield from _save(state, keeper)
                if answer is not None:
                    if keeper.is_current and not state.parent:
                        parts.checkpoints.remember(state)
                    yield answer
                    return
            else:
                state = yield from _ask(state, parts)
                yield from _save(state, keeper)
    except Cancelled:
        raise
    except CairnError as error:
        yield from _save(replace(state, status=Status.FAILED, error=str(error)), keeper)
        yield Failed(state.run, error, state.usage)


def decide(state: State, parts: Parts, decision: Decision) -> State:
    """The state after a person has decided on the calls that wait."""
    decided = {**(state.decided or {}), **{_key(state, call): decision for call in _undecided(state, parts)}}
    return replace(state, decided=decided, status=Status.RUNNING)


def _save(state: State, keeper: Keeper) -> Iterator[Event]:
    was_current = keeper.is_current
    warning = keeper.save(state)
    if warning and was_current:
        yield Warned(warning)


# Asking the model


def _ask(state: State, parts: Parts) -> Step:
    """Ask the model that is the turn's, and those after it where it fails."""
    window = parts.limits.window_tokens
    is_looping = parts.loop_guard.must_stop(state.seen)
    if not state.is_final and (state.step >= parts.limits.steps or is_looping):
        why = "it repeats a call" if is_looping else f"{parts.limits.steps} steps are used up"
        yield Warned(f"the model has to answer now, since {why}")
        state = replace(state, is_final=True, messages=(*state.messages, note(_FINAL_NOTE)))
    tries = 0
    while True:
        state = yield from _fitted(state, parts, window)
        try:
            reply = yield from _reply(state, parts)
            return _with_reply(state, parts, reply)
        except CairnError as fault:
            remedy = remedy_of(fault)
            tries += 1
            if remedy is Remedy.AGAIN and tries <= _MOST_AGAIN:
                yield Again(str(fault))
            elif remedy is Remedy.SHORTEN and window == parts.limits.window_tokens:
                window -= int((1 - _SHORTER) * window)
                yield Again(f"{fault}; the conversation is shortened")
            elif remedy in (Remedy.NEXT, Remedy.AGAIN, Remedy.SHORTEN) and state.model + 1 < len(parts.models):
                state = replace(state, model=state.model + 1)
                tries = 0
                yield Again(f"{fault}; going on with the model {parts.models[state.model].name!r}")
            else:
                raise


def _fitted(state: State, parts: Parts, window_tokens: int) -> Step:
    room = room_for_tail(parts.prefix, window_tokens)
    before = tokens_of_all(state.messages)
    if before <= room:
        return state
    if not room:
        raise CompactionFault(
            f"the tools, the words and the grounding of the agent ({parts.prefix.tokens:,} tokens) and the room for its answer "
            f"({parts.prefix.answer_tokens:,}) fill a window of {window_tokens:,}; raise CAIRN_CHAT_WINDOW, or the `window` of "
            "the agent, or give the agent fewer `tools`"
        )
    messages = tuple(compacted(parts.compactor, state.messages, room))
    yield Compacted(before, tokens_of_all(messages))
    return replace(state, messages=messages)


def _reply(state: State, parts: Parts) -> Generator[Event, None, Reply]:
    model = parts.models[min(state.model, len(parts.models) - 1)]
    body = build(parts.prefix, model.name, state.messages, is_final=state.is_final)
    words = model.reply(body, parts.context.is_unwanted)
    while True:
        try:
            text = next(words)
        except StopIteration as end:
            reply: Reply = end.value
            break
        yield Words(text)
    message = reply.message
    if state.is_final and message.calls:
        message = replace(message, calls=())
    if not message.text.strip() and not message.calls:
        said = "calls a tool instead of answering" if reply.message.calls else "answers with nothing"
        raise BrokenReply(f"the model {model.name!r} {said}; ask again, or set CAIRN_CHAT_MODEL to another", is_passing=True)
    if reply.finish == "length":
        yield Warned(f"the answer was cut at {parts.prefix.answer_tokens:,} tokens; raise `answer_tokens` of the agent")
    return replace(reply, message=message, usage=_usage(reply, state, parts, model.name))


def _usage(reply: Reply, state: State, parts: Parts, model: str) -> Usage:
    """What a reply cost: as the provider says, else as it is counted here; money by the provider, else by the prices."""
    counted = Usage(parts.prefix.tokens + tokens_of_all(state.messages), 0, tokens_of(reply.message), is_estimated=True)
    usage = reply.usage or counted
    return usage if usage.cost is not None else replace(usage, cost=cost_of(usage, parts.prices.get(model)))


def _with_reply(state: State, parts: Parts, reply: Reply) -> State:
    assert reply.usage is not None
    step = state.step + (1 if reply.message.calls else 0)
    taken = {call.id for message in state.messages for call in message.calls}
    # Some endpoints count the calls of each reply anew.
    message = replace(reply.message, calls=told_apart(reply.message.calls, taken))
    return replace(state, messages=(*state.messages, message), step=step, usage=state.usage.plus(reply.usage))


# Calling tools


def open_calls(state: State) -> list[Call]:
    """The calls of the last reply that have no result yet."""
    place = next((i for i in reversed(range(len(state.messages))) if state.messages[i].role is not Role.TOOL), 0)
    told = {message.call_id for message in state.messages[place + 1 :]}
    return [call for call in state.messages[place].calls if call.id not in told]


def _undecided(state: State, parts: Parts) -> list[Call]:
    decided = state.decided or {}
    return [call for call in open_calls(state) if _access(call, parts) is Access.WRITE and _key(state, call) not in decided]


def _access(call: Call, parts: Parts) -> Access:
    tool = named(parts.tools, call.name)
    return tool.access if tool is not None else Access.READ


def _act(state: State, parts: Parts, keeper: Keeper) -> Step:
    """Make the calls that may be made: those that read side by side, the others one after another."""
    calls = open_calls(state)
    waiting = {call.id for call in _undecided(state, parts)}
    reads = [call for call in calls if _access(call, parts) is Access.READ]
    outcomes: dict[str, Outcome] = {}
    yield from _read(state, parts, reads, outcomes)
    if outcomes:
        state = _with_results(state, parts, outcomes)
        yield from _save(state, keeper)
    for call in calls:
        if call in reads or call.id in waiting:
            continue
        yield CallBegan(call)
        outcome = _write(state, parts, keeper, call)
        yield CallEnded(call, outcome.text, outcome.is_error)
        state = _with_results(state, parts, {call.id: outcome})
        yield from _save(state, keeper)
    return replace(state, status=Status.SUSPENDED) if waiting else state


def _read(state: State, parts: Parts, calls: Sequence[Call], outcomes: dict[str, Outcome]) -> Iterator[Event]:
    if not calls:
        return
    pool = ThreadPoolExecutor(min(len(calls), _MOST_PARALLEL), thread_name_prefix="cairn-tool")
    try:
        running: dict[Future[Outcome], Call] = {}
        for call in calls:
            yield CallBegan(call)
            running[pool.submit(_perform, state, parts, call)] = call
        while running:
            done, _ = wait(running, timeout=POLL_S, return_when=FIRST_COMPLETED)
            if parts.context.is_unwanted():
                raise Cancelled("the question was taken back; ask again")
            for future in done:
                call = running.pop(future)
                outcomes[call.id] = future.result()
                yield CallEnded(call, outcomes[call.id].text, outcomes[call.id].is_error)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _perform(state: State, parts: Parts, call: Call) -> Outcome:
    spent: list[Usage] = []
    key = _key(state, call)
    context = replace(parts.context, run=state.run, conversation=state.conversation, key=key, spend=spent.append)
    outcome = perform(parts.tools, call, context, parts.clean, parts.urls)
    return replace(outcome, usage=functools.reduce(Usage.plus, spent, outcome.usage))


def _write(state: State, parts: Parts, keeper: Keeper, call: Call) -> Outcome:
    """Make a call that proposes or writes, once: what was begun before a crash is not done again unless the tool can bear it."""
    if (state.decided or {}).get(_key(state, call)) is Decision.REJECTED:
        return Outcome("error: a person has rejected this call; do without it", is_error=True)
    if not keeper.is_current:
        return Outcome("error: this conversation is not kept, and without that nothing is written; say so", is_error=True)
    key = _key(state, call)
    before = keeper.claim(state, key, call)
    tool = named(parts.tools, call.name)
    if before is not None and before.result is not None:
        return Outcome(before.result, before.result.startswith("error:"))
    if before is not None and not (tool is not None and tool.is_repeatable):
        return Outcome(
            "error: this call was begun before the run broke off, and nobody knows how it ended; it is not made again. "
            "Look at what it has done, or ask the person.",
            is_error=True,
        )
    outcome = _perform(state, parts, call)
    keeper.settle(state, key, outcome.text)
    return outcome


def _key(state: State, call: Call) -> str:
    """The name of a call within its run: the same after a resume, as its reply was saved before it was made."""
    digest = hashlib.blake2s(f"{call.name}\0{call.arguments}".encode("utf-8", "replace"), digest_size=6).hexdigest()
    return f"{state.step}.{call.id}.{digest}"


def _with_results(state: State, parts: Parts, outcomes: Mapping[str, Outcome]) -> State:
    """The state with the results of some calls, in the order of the calls."""
    place = next(i for i in reversed(range(len(state.messages))) if state.messages[i].role is not Role.TOOL)
    told = {message.call_id: message for message in state.messages[place + 1 :]}
    seen = list(state.seen)
    usage = functools.reduce(Usage.plus, (outcome.usage for outcome in outcomes.values()), state.usage)
    for call in state.messages[place].calls:
        outcome = outcomes.get(call.id)
        if outcome is not None:
            seen.append(parts.loop_guard.digest(call, outcome.text))
            word = parts.loop_guard.word(seen, seen[-1])
            told[call.id] = Message(Role.TOOL, f"{outcome.text}\n\n{word}" if word else outcome.text, call_id=call.id)
    results = [told[call.id] for call in state.messages[place].calls if call.id in told]
    return replace(state, messages=(*state.messages[: place + 1], *results), seen=tuple(seen), usage=usage)


# Ending


def _finish(state: State, parts: Parts) -> tuple[State, Answer | None]:
    """The state that is done, with its answer; or one in which the model is told what is wrong with what it said."""
    text = state.messages[-1].text.strip()
    output: Json = None
    if state.schema is not None:
        output, faults = read_document(text, state.schema)
        if faults and state.repairs < _MOST_REPAIRS:
            told = f"That answer does not fit the schema: {'; '.join(faults)}. Answer again, with the corrected JSON alone."
            return replace(state, messages=(*state.messages, note(told)), repairs=state.repairs + 1), None
        if faults:
            name = parts.models[min(state.model, len(parts.models) - 1)].name
            raise UnfitAnswer(
                f"the model {name!r} answers twice with what does not fit the schema ({faults[0]}); ask in other words"
            )
    verdict = parts.check(text)
    state = replace(state, status=Status.DONE, answer=text, error="")
    answer = Answer(
        state.run, state.conversation, state.title, state.status, text, output, verdict.evidence, verdict.faults,
        state.grounded, state.usage, state.step,
    )  # fmt: skip
    return state, answer


class UnfitAnswer(CairnError):
    """A model does not keep to the schema that it was given."""
