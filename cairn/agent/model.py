"""A model behind an OpenAI-compatible chat endpoint, asked for a reply with calls of tools; its words come as it says them."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from cairn.agent.messages import Call, Message, Role, Usage
from cairn.agent.request import Body
from cairn.errors import CairnError
from cairn.infer.answer import Json, to_json
from cairn.infer.endpoint import Endpoint, EndpointFault

_MOST_CHARACTERS = 1_000_000  # of one reply: a guess; a server that does not keep to `max_tokens` is not listened to
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
                words = thoughts.without(parts.take(event))
                if words:
                    yield words
                if parts.length > _MOST_CHARACTERS:
                    raise self._broken(f"says more than {_MOST_CHARACTERS:,} characters")
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
        self.said = ""
        self._held = ""
        self._is_open: bool | None = None  # None: not known yet

    def without(self, words: str) -> str:
        """The words that can be shown by now."""
        if self._is_open is False:
            return self._say(words)
        self._held += words
        if self._is_open is None:
            begun = self._held.lstrip()
            if not begun or ("<think>".startswith(begun) and len(begun) < len("<think>")):
                return ""
            self._is_open = begun.startswith("<think>")
        if self._is_open:
            _, end, rest = self._held.partition("</think>")
            if not end:
                return ""
            self._held = rest.lstrip()
        self._is_open, words, self._held = False, self._held, ""
        return self._say(words)

    def rest(self) -> str:
        """What is held back at the end: all of a reply that never stopped to think is shown."""
        words, self._held = self._held, ""
        return self._say(words)

    def _say(self, words: str) -> str:
        self.said += words
        return words


@dataclass(slots=True)
class _Parts:
    """A reply as far as it has come."""

    calls: dict[int, list[str]] = field(default_factory=dict)  # id, name, arguments
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
        said = choice.get("delta") or choice.get("message") or {}
        for place, call in enumerate(_list(said.get("tool_calls"))):
            self._take_call(place, call)
        words = said.get("content")
        self.length += len(words) if isinstance(words, str) else 0
        return words if isinstance(words, str) else ""

    def _take_call(self, place: int, call: object) -> None:
        if not isinstance(call, dict):
            return
        index = call.get("index", place)
        if call.get("id") and "index" not in call and self.calls.get(place, ["", "", ""])[0] not in ("", call["id"]):
            index = len(self.calls)  # whole calls, one after another, that nobody counts
        known = self.calls.setdefault(index if isinstance(index, int) else place, ["", "", ""])
        function = call.get("function")
        given = function if isinstance(function, dict) else {}
        arguments = given.get("arguments")
        known[0] = str(call.get("id") or known[0])
        known[1] = str(given.get("name") or known[1])
        known[2] += arguments if isinstance(arguments, str) else to_json(arguments) if arguments is not None else ""
        self.length += len(arguments) if isinstance(arguments, str) else 0

    def reply(self, text: str) -> Reply:
        """The whole reply. Calls without an id get one."""
        calls = [
            Call(given or f"call_{place}", name, arguments or "{}")
            for place, (given, name, arguments) in sorted(self.calls.items())
            if name
        ]
        return Reply(Message(Role.ASSISTANT, text, _told_apart(calls)), self.usage, self.finish)


def _told_apart(calls: list[Call]) -> tuple[Call, ...]:
    """The calls with ids that no two of them share."""
    seen: set[str] = set()
    apart = []
    for place, call in enumerate(calls):
        apart.append(Call(f"{call.id}_{place}", call.name, call.arguments) if call.id in seen else call)
        seen.add(call.id)
    return tuple(apart)


def _list(value: object) -> Iterator[Json]:
    yield from value if isinstance(value, list) else ()


def _usage(found: object) -> Usage | None:
    """What an endpoint says of tokens; some say a `cost`, too."""
    if not isinstance(found, dict) or not isinstance(found.get("prompt_tokens"), int):
        return None
    details = found.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else 0
    cost = found.get("cost")
    return Usage(
        found["prompt_tokens"],
        cached if isinstance(cached, int) else 0,
        found["completion_tokens"] if isinstance(found.get("completion_tokens"), int) else 0,
        float(cost) if isinstance(cost, int | float) and not isinstance(cost, bool) else None,
    )
