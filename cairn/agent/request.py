"""The one place where a request is built: a prefix that stays the same, byte for byte, and a tail that grows.

A provider reads again from its cache what begins like a request before. So all that can change stands at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cairn.agent.messages import Message, as_wire
from cairn.chunk.tokens import count_tokens
from cairn.infer.answer import JsonObject, JsonView, to_json

Body = JsonObject


@dataclass(frozen=True, slots=True)
class Prefix:
    """What a whole conversation is asked with. `tools` are as the endpoint takes them; `form` is the schema of the answer."""

    system: str
    tools: tuple[JsonView, ...] = ()
    form: JsonView | None = None
    temperature: float | None = None
    answer_tokens: int = 4096

    @property
    def tokens(self) -> int:
        """Estimate what it costs."""
        return count_tokens(self.system) + count_tokens(to_json([*self.tools, self.form or {}]))


def build(prefix: Prefix, model: str, tail: Sequence[Message], *, is_final: bool = False) -> Body:
    """Build a request. `is_final`: the model must answer in words, and may call no tool."""
    body: Body = {"model": model, "stream": True, "stream_options": {"include_usage": True}, "max_tokens": prefix.answer_tokens}
    if prefix.temperature is not None:
        body["temperature"] = prefix.temperature
    if prefix.tools:
        body["tools"] = list(prefix.tools)
    if prefix.form is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": is_closed(prefix.form), "schema": prefix.form},
        }
    body["messages"] = [{"role": "system", "content": prefix.system}, *map(as_wire, tail)]
    if is_final and prefix.tools:
        body["tool_choice"] = "none"
    return body


def room_for_tail(prefix: Prefix, window_tokens: int) -> int:
    """How many tokens of a model's window the tail may have."""
    return max(window_tokens - prefix.tokens - prefix.answer_tokens, 0)


def is_closed(schema: object) -> bool:
    """Whether each object of a schema names all its properties as required and takes no others: else `strict` is refused."""
    if isinstance(schema, Mapping):
        if schema.get("type") == "object":
            properties = schema.get("properties", {})
            if schema.get("additionalProperties") is not False or set(schema.get("required", ())) != set(properties):
                return False
        return all(map(is_closed, schema.values()))
    return not isinstance(schema, list) or all(map(is_closed, schema))
