"""What a conversation is made of: messages, calls of tools, and what they cost."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from cairn.chunk.tokens import count_tokens
from cairn.infer.answer import JsonObject

_FRAME_TOKENS = 4  # of a message or a call, around what it says: what OpenAI's cookbook counts


class Role(StrEnum):
    """Who says a message. What Cairn adds by itself, a summary for one, is said as the user with `is_note`."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool; `arguments` is the text that the model wrote, which should be a JSON object."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the tail: words, calls of an assistant, or the result of the call `call_id`."""

    role: Role
    text: str = ""
    calls: tuple[Call, ...] = ()
    call_id: str = ""
    is_note: bool = False


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and money. `cost` is in the currency of the prices, None where nobody says it; `is_estimated`: counted here."""

    prompt_tokens: int = 0
    cached_tokens: int = 0
    answer_tokens: int = 0
    cost: float | None = None
    is_estimated: bool = False

    def plus(self, other: Usage) -> Usage:
        """Both together; a cost that is known counts beside one that is not."""
        costs = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.cached_tokens + other.cached_tokens,
            self.answer_tokens + other.answer_tokens,
            sum(costs) if costs else None,
            self.is_estimated or other.is_estimated,
        )


def user(text: str) -> Message:
    """Something that the user says."""
    return Message(Role.USER, text)


def note(text: str) -> Message:
    """Something that Cairn says in the user's place."""
    return Message(Role.USER, text, is_note=True)


@functools.lru_cache(maxsize=4096)
def tokens_of(message: Message) -> int:
    """Estimate what a message costs, the arguments of its calls counted."""
    calls = sum(count_tokens(call.name) + count_tokens(call.arguments) + _FRAME_TOKENS for call in message.calls)
    return _FRAME_TOKENS + count_tokens(message.text) + calls


def tokens_of_all(messages: Iterable[Message]) -> int:
    """Estimate what messages cost together."""
    return sum(map(tokens_of, messages))


def as_wire(message: Message) -> JsonObject:
    """A message as the endpoint takes it. Source: OpenAI API reference, "Create chat completion"."""
    if message.role is Role.TOOL:
        return {"role": "tool", "tool_call_id": message.call_id, "content": message.text}
    wire: JsonObject = {"role": message.role.value, "content": message.text}
    if message.calls:
        wire["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.calls
        ]
    return wire
