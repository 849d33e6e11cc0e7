"""A chat endpoint that is asked for a JSON document of a given form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from cairn.infer.endpoint import Endpoint, EndpointFault

# A reasoning model spends some on thinking; what is cut off is a fault that is repaired once.
_ANSWER_TOKENS = 4096
_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*\Z", re.DOTALL)
_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)


class ChatModel:
    """Asks a chat endpoint. Safe to use from several threads."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    @property
    def name(self) -> str:
        """The model's name as it was set; "default" where none was."""
        return self._endpoint.address.model or "default"

    def ask(
        self, instructions: str, text: str, form: str, schema: Mapping[str, Any], faults_of: Callable[[Any], list[str]]
    ) -> Any:
        """Return the document that the model answers with; `form` names its schema.

        What does not fit, by `faults_of`, is sent back once, with what is wrong with it.

        Raises:
            OfflineError, EndpointFault: the endpoint does not answer, or twice with what does not fit.
        """
        messages = [{"role": "system", "content": instructions}, {"role": "user", "content": text}]
        answer = self._send(messages, form, schema)
        document, faults = _judge(answer, faults_of)
        if not faults:
            return document
        told = "That answer does not fit the schema: " + "; ".join(faults) + ". Answer again, with the corrected JSON alone."
        again = self._send([*messages, {"role": "assistant", "content": answer}, {"role": "user", "content": told}], form, schema)
        document, faults = _judge(again, faults_of)
        if faults:
            raise EndpointFault(
                f"the model {self.name!r} answers with what does not fit the schema ({faults[0]})", is_of_content=True
            )
        return document

    def close(self) -> None:
        """Close the connections."""
        self._endpoint.close()

    def _send(self, messages: list[dict[str, str]], form: str, schema: Mapping[str, Any]) -> str:
        body = {
            "model": self.name,
            "messages": messages,
            "temperature": 0,
            "max_tokens": _ANSWER_TOKENS,
            "response_format": {"type": "json_schema", "json_schema": {"name": form, "strict": True, "schema": schema}},
        }
        answer = self._endpoint.post("chat/completions", body, attempts=3)
        try:
            content = answer["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as exc:
            raise EndpointFault(f"the model {self.name!r} answers with JSON that holds no message; check CAIRN_CHAT_URL") from exc
        return content if isinstance(content, str) else ""


def _judge(answer: str, faults_of: Callable[[Any], list[str]]) -> tuple[Any, list[str]]:
    """The document in an answer, and what is wrong with it."""
    text = _THOUGHTS.sub("", answer)
    fenced = _FENCE.match(text)
    try:
        document = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return None, ["it is no JSON"]
    return document, faults_of(document)
