"""A model behind an OpenAI-compatible chat endpoint, asked for a reply with calls of tools; its words come as it says them."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeGuard

from cairn.agent.messages import Call, Message, Role, Usage
from cairn.agent.request import Body
from cairn.errors import CairnError
from cairn.infer.answer import Json, to_json
from cairn.infer.endpoint import Endpoint, EndpointFault

_MOST_CHARACTERS = 1_000_000  # of one reply: a guess; a server that does not keep to `max_tokens` is not listened to
_MOST_NAME = 200  # characters of an id, or of the name of a tool
_MOST_CALLS = 128  # of one reply: a guess, as many as OpenAI takes tools
_MOST_COUNTED = 10**12  # tokens or money that an endpoint may say
_BEGIN, _END = "<think>", "</think>"
_TIMEOUT_S = 300.0  # until the next event: a CPU reads a long request for minutes before its first word (guess)
_TOO_LONG = re.compile(
    r"context|maximum.{0,20}(?:length|tokens)|too (?:long|large|many tokens)|exceeds?.{0,40}(?:tokens|limit)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model says: the message, what it cost if the endpoint tells, and why it ended (`stop`, `tool_calls`, `length`)."""

    message: Message
    usage: Usage | None
    finish: str


class Model(Protocol):
    """What can be asked for a reply."""

    @property
    def name(self) -> str:
        """The name that a request has."""
        ...

    def reply(self, body: Body, is_unwanted: Callable[[], bool]) -> Generator[str, None, Reply]:
        """Yield the words of a reply as they come, and return it whole."""
        ...

    def close(self) -> None:
        """Close the connections."""
        ...


class Remedy(enum.Enum):
    """What helps against a fault: the same again, another model, a shorter request, or nothing."""

    AGAIN = "again"
    NEXT = "next"
    SHORTEN = "shorten"
    STOP = "stop"


def remedy_of(fault: CairnError) -> Remedy:
    """Classify a fault of an endpoint, which has tried again by itself where nothing had come yet."""
    if not isinstance(fault, EndpointFault):
        return Remedy.STOP
    if fault.status == 413 or (fault.status in (400, 422, 500) and _TOO_LONG.search(str(fault))):
        return Remedy.SHORTEN
    if fault.status in (400, 422):
        return Remedy.STOP
    return Remedy.AGAIN if fault.status is None and isinstance(fault, BrokenReply) else Remedy.NEXT


class BrokenReply(EndpointFault):
    """A reply that ended before it was whole, or that cannot be read; it may be whole the next time."""


class EndpointModel:
    """`Model` over HTTP. Safe to use from several threads."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    @property
    def name(self) -> str:
        """The model's name as it was set; "default" where none was."""
        return self._endpoint.address.model or "default"

    def reply(self, body: Body, is_unwanted: Callable[[], bool]) -> Generator[str, None, Reply]:
        """Yield the words of a reply as they come, and return it whole.

        Raises:
            OfflineError, EndpointFault: see `Endpoint.stream`.
            BrokenReply: the stream ended too early, or says nothing that can be read.
            Cancelled: it `is_unwanted`.
        """
        parts = _Parts()
        thoughts = Thoughts()
        events = self._endpoint.stream("chat/completions", body, is_unwanted=is_unwanted, timeout_s=_TIMEOUT_S)
        try:
            for event in events:
                try:
                    words = thoughts.without(parts.take(event))
                except RecursionError as exc:
                    raise self._broken("says what is nested too deep") from exc
                if words:
                    yield words
                if parts.length > _MOST_CHARACTERS:
                    raise self._broken(f"says more than {_MOST_CHARACTERS:,} characters")
                if len(parts.calls) > _MOST_CALLS:
                    raise self._broken(f"calls more than {_MOST_CALLS} tools at once")
        except EndpointFault as fault:
            if fault.is_passing and parts.has_begun:
                raise BrokenReply(str(fault), is_passing=True) from fault
            raise
        rest = thoughts.rest()
        if rest:
            yield rest
        if not parts.has_begun:
            raise self._broken("answers with nothing that is a reply")
        if not parts.finish:
            raise self._broken("broke off in the middle of its reply")
        return parts.reply(thoughts.said)

    def close(self) -> None:
        """Close the connections."""
        self._endpoint.close()

    def _broken(self, what: str) -> BrokenReply:
        return BrokenReply(f"{self._endpoint.address.shown} {what}; ask again, or look into its log", is_passing=True)


class Thoughts:
    """Takes what stands in `<think>` at the beginning of a reply out of its words, as they come."""

    def __init__(self) -> None:
        self._said: list[str] = []
        self._held: list[str] = []  # pieces, as one text would be copied with each that comes
        self._is_open: bool | None = None  # None: not known yet

    def without(self, words: str) -> str:
        """The words that can be shown by now."""
        if self._is_open is False or not words:
            return self._say(words)
        self._held.append(words)
        if self._is_open is None:
            begun = "".join(self._held).lstrip()
            self._held = [begun] if begun else []
            if len(begun) < len(_BEGIN) and _BEGIN.startswith(begun):
                return ""
            self._is_open = begun.startswith(_BEGIN)
        if self._is_open:
            _, end, rest = "".join(self._held[-len(_END) :]).partition(_END)
            if not end:
                return ""
            self._held = [rest.lstrip()]
        self._is_open = False
        return self.rest()

    def rest(self) -> str:
        """What is held back at the end: all of a reply that never stopped to think is shown."""
        words, self._held = "".join(self._held), []
        return self._say(words)

    @property
    def said(self) -> str:
        """All words that could be shown by now."""
        return "".join(self._said)

    def _say(self, words: str) -> str:
        self._said.append(words)
        return words


@dataclass(slots=True)
class _Parts:
    """A reply as far as it has come."""

    calls: dict[int, _Begun] = field(default_factory=dict)
    usage: Usage | None = None
    finish: str = ""
    has_begun: bool = False
    length: int = 0

    def take(self, event: object) -> str:
        """Add an event; returns the words in it."""
        if not isinstance(event, dict):
            return ""
        self.usage = _usage(event.get("usage")) or self.usage
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict):
            return ""
        self.has_begun = True
        self.finish = str(choice.get("finish_reason") or self.finish)
        # What is no stream has a whole message.
        said = choice.get("delta") or choice.get("message")
        if not isinstance(said, dict):
            return ""
        for place, call in enumerate(_list(said.get("tool_calls"))):
            self._take_call(place, call)
        words = said.get("content")
        # What a model thinks beside its words is as long as it likes, too.
        self.length += sum(len(part) for part in said.values() if isinstance(part, str))
        return words if isinstance(words, str) else ""

    def _take_call(self, place: int, call: object) -> None:
        if not isinstance(call, dict):
            return
        index = call.get("index", place)
        if call.get("id") and "index" not in call and place in self.calls and self.calls[place].id not in ("", call["id"]):
            index = len(self.calls)  # whole calls, one after another, that nobody counts
        known = self.calls.setdefault(index if isinstance(index, int) else place, _Begun())
        function = call.get("function")
        given = function if isinstance(function, dict) else {}
        arguments = given.get("arguments")
        known.id = str(call.get("id") or known.id)[:_MOST_NAME]
        known.name = str(given.get("name") or known.name)[:_MOST_NAME]
        if arguments is not None:
            known.arguments.append(arguments if isinstance(arguments, str) else to_json(arguments))
            self.length += len(known.arguments[-1])

    def reply(self, text: str) -> Reply:
        """The whole reply. Calls without an id get one."""
        calls = [
            Call(call.id or f"call_{place}", call.name, "".join(call.arguments) or "{}")
            for place, call in sorted(self.calls.items())
            if call.name
        ]
        return Reply(Message(Role.ASSISTANT, text, told_apart(calls, ())), self.usage, self.finish)


@dataclass(slots=True)
class _Begun:
    """A call as far as it has come, its arguments in pieces."""

    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


def told_apart(calls: Iterable[Call], taken: Iterable[str]) -> tuple[Call, ...]:
    """The calls with ids that no two of them share, and that are not taken."""
    seen = set(taken)
    apart = []
    for call in calls:
        made = call.id
        number = 1
        while made in seen:
            number += 1
            made = f"{call.id}_{number}"
        seen.add(made)
        apart.append(replace(call, id=made))
    return tuple(apart)


def _list(value: object) -> Iterator[Json]:
    yield from value if isinstance(value, list) else ()


def _usage(found: object) -> Usage | None:
    """What an endpoint says of tokens; some say a `cost`, too."""
    if not isinstance(found, dict) or not _is_count(found.get("prompt_tokens")):
        return None
    details = found.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else 0
    answer, cost = found.get("completion_tokens"), found.get("cost")
    return Usage(
        found["prompt_tokens"],
        cached if _is_count(cached) else 0,
        answer if _is_count(answer) else 0,
        float(cost) if _is_count(cost) or (isinstance(cost, float) and 0 <= cost <= _MOST_COUNTED) else None,
    )


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_COUNTED
