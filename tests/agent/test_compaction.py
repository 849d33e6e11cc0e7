"""A long conversation is made to fit, whichever way: calls with their results, the question, and the prefix as it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cairn import Cairn
from cairn.agent import Call, Compactor, Importance, Message, Role, SlidingWindow, Summary, Truncation, agent_of, compacted
from cairn.agent.compaction import CompactionFault, fault_of
from cairn.agent.events import Answer, Compacted
from cairn.agent.messages import tokens_of_all, user
from cairn.agent.request import Prefix, build, room_for_tail
from cairn.agent.spec import AgentSpec
from cairn.agent.state import State
from cairn.errors import EnvironmentFault

WINDOW = 32_000
PREFIX = Prefix("You answer questions.", ({"type": "function", "function": {"name": "show"}},), answer_tokens=1000)


def transcript() -> list[Message]:
    """400 messages with 300,000 characters of arguments: 26 questions, each with five replies of calls, results and an answer."""
    tail: list[Message] = []
    for turn in range(26):
        tail.append(user(f"Question {turn}: what does part{turn} do?"))
        for step in range(5):
            calls = tuple(
                Call(f"call_{turn}_{step}_{n}", "show", json.dumps({"handle": f"site:part{turn}.py", "note": "see here " * 190}))
                for n in range(1 + step % 2)
            )
            tail.append(Message(Role.ASSISTANT, "", calls))
            tail += [
                Message(Role.TOOL, f"[site:part{turn}.py#f{step}] def f{step}(): ...\n" * 5, call_id=call.id) for call in calls
            ]
        tail += [Message(Role.ASSISTANT, f"Part {turn} is `site:part{turn}.py#f1`."), user("Go on.")]
    return [*tail, *(user(f"Note {number}.") for number in range(9)), user("And what is left?")]


def summarized(before: str, after: str) -> str:
    return f"Found: much. {len(before)} and {len(after)} characters."


def failing(_before: str, _after: str) -> str:
    raise EnvironmentFault("no model; start it")


COMPACTORS: dict[str, Compactor] = {
    "sliding": SlidingWindow(),
    "truncation": Truncation(),
    "importance": Importance(),
    "summary": Summary(summarized),
    "summary without a model": Summary(failing),
    "summary that is empty": Summary(lambda _before, _after: "  "),
}


def arguments_of(tail: Sequence[Message]) -> int:
    return sum(len(call.arguments) for message in tail for call in message.calls)


@pytest.mark.parametrize("name", COMPACTORS)
@pytest.mark.parametrize("window", [8_000, WINDOW])
def test_a_transcript_of_400_messages_fits_with_its_calls_and_results_together(name: str, window: int) -> None:
    tail = transcript()
    assert len(tail) == 400
    assert arguments_of(tail) >= 300_000
    room = room_for_tail(PREFIX, window)
    shorter = compacted(COMPACTORS[name], tail, room)
    assert fault_of(tail, shorter, room) == ""
    assert tokens_of_all(shorter) <= room
    assert shorter[-1] == tail[-1]
    for message in shorter:
        for call in message.calls:
            json.loads(call.arguments)
    whole, short = (json.dumps(build(PREFIX, "m", part)) for part in (tail, shorter))
    cut = whole.index('{"role": "user"')
    assert short[:cut] == whole[:cut]


@pytest.mark.parametrize("name", COMPACTORS)
def test_what_is_shortened_again_and_again_stays_whole(name: str) -> None:
    tail: list[Message] = []
    for message in [*transcript()[:150], user("And what is left?")]:
        tail.append(message)
        if message.role is not Role.ASSISTANT and tokens_of_all(tail) > 6000:
            is_open = len(tail) > 1 and message.role is Role.TOOL and message.call_id != _last_call(tail)
            if not is_open:
                tail = compacted(COMPACTORS[name], tail, 6000)
                assert tokens_of_all(tail) <= 6000
    assert tail[-1].text == "And what is left?"


def _last_call(tail: Sequence[Message]) -> str:
    return next(message.calls[-1].id for message in reversed(tail) if message.calls)


def test_what_the_user_said_stays_word_for_word_beneath_a_summary_and_the_next_one_goes_on_from_it() -> None:
    told: list[tuple[str, str]] = []

    def write(before: str, after: str) -> str:
        told.append((before, after))
        return f"Summary {len(told)}."

    compactor = Summary(write, spared=2, cool_down=4)
    first = compacted(compactor, transcript()[:195], 8000)
    assert "Summary 1." in first[0].text
    assert "Question 0: what does part0 do?" in first[0].text
    second = compacted(compactor, [*first, *transcript()[195:]], 8000)
    assert told[1][0] == "Summary 1."
    assert "Summary 2." in second[0].text
    assert sum("Summary" in message.text for message in second) == 1
    assert "Question 0: what does part0 do?" in second[0].text
    assert "Question 20: what does part20 do?" in second[0].text


def test_a_summary_is_not_written_anew_before_it_has_cooled_down() -> None:
    told: list[str] = []

    def write(before: str, _after: str) -> str:
        told.append(before)
        return "Said."

    compactor = Summary(write, spared=2, cool_down=50)
    first = compacted(compactor, transcript()[:195], 8000)
    compacted(compactor, [*first, *transcript()[195:210]], 4000)
    assert len(told) == 1


def test_importance_keeps_the_questions_and_what_was_spoken_of_before_what_failed() -> None:
    def looked(name: str, result: str) -> list[Message]:
        return [Message(Role.ASSISTANT, "", (Call(name, "show", "{}"),)), Message(Role.TOOL, result, call_id=name)]

    used = "site:a.py#used " + "word " * 300
    tail = [
        user("First question"),
        *looked("a", used),
        Message(Role.ASSISTANT, "It is site:a.py#used for sure."),
        *looked("b", "error: nothing " * 100),
        *looked("c", "site:b.py#other " + "word " * 300),
        user("Second question"),
    ]
    kept = [message.text for message in compacted(Importance(), tail, 480)]
    assert used in kept
    assert "First question" in kept
    assert not any(text.startswith("error:") for text in kept)


@pytest.mark.parametrize("compactor", [SlidingWindow(), Truncation(), Importance()])
def test_a_question_that_is_longer_than_the_window_is_refused_with_what_to_do(compactor: Compactor) -> None:
    with pytest.raises(CompactionFault, match="begin a new one, or raise CAIRN_CHAT_WINDOW"):
        compacted(compactor, [user("first"), user("word " * 5000)], 500)


class Emptying:
    def compact(self, tail: Sequence[Message], budget_tokens: int) -> list[Message]:
        return []


class Parting:
    def compact(self, tail: Sequence[Message], budget_tokens: int) -> list[Message]:
        return [message for message in tail if not message.calls][-3:]


@pytest.mark.parametrize("compactor", [Emptying(), Parting()])
def test_a_rewrite_that_is_empty_or_parts_a_result_from_its_call_is_refused(compactor: Compactor) -> None:
    with pytest.raises(CompactionFault, match="cannot be shortened"):
        compacted(compactor, transcript()[:15], 500)


@pytest.mark.parametrize("compaction", ["truncation", "sliding", "summary", "importance"])
def test_a_run_goes_on_in_a_window_that_its_conversation_outgrows(asked: Callable[..., Cairn], compaction: str) -> None:
    calls = [{"calls": [{"name": "show", "arguments": {"handle": f"site:app.py:L{n}-L14", "context": n}}]} for n in range(1, 12)]
    script: dict[str, Any] = {
        "turns": [
            {"question": "Summary so far", "replies": [{"text": "Wanted: the view."}]},
            {"question": "where", "replies": [*calls, {"text": "`site:app.py#Site`"}]},
        ]
    }
    with_window = asked(script, chat_window=4000)
    agent = agent_of(with_window, spec=AgentSpec(compaction=compaction, answer_tokens=1000, tools=("show",), grounding="none"))
    events = list(agent.ask("where is it?" + " I want to know it all." * 100))
    agent.close()
    assert any(isinstance(event, Compacted) for event in events)
    assert isinstance(events[-1], Answer)
    assert events[-1].faults == ()


def test_events_tell_of_a_conversation_that_was_shortened(asked: Callable[..., Cairn]) -> None:
    cairn = asked({"turns": [{"question": "where", "replies": [{"text": "`site:app.py#Site`"}]}]}, chat_window=4000)
    agent = agent_of(cairn, spec=AgentSpec(answer_tokens=1000, tools=("show",), grounding="none"))
    state = State("r", "r", "cairn", "where?", "t", messages=(*transcript()[:90], user("where?")))
    keeper = agent.checkpoints.begin(state)
    keeper.save(state)
    events = list(agent.resume("r"))
    agent.close()
    assert [type(event) for event in events if isinstance(event, Compacted | Answer)] == [Compacted, Answer]
