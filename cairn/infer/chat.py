"""A chat endpoint that is asked for a JSON document of a given form."""

from __future__ import annotations

from collections.abc import Callable

from cairn.infer.answer import Json, JsonView, parse_json
from cairn.infer.endpoint import Endpoint, EndpointFault

# A reasoning model spends some on thinking; what is cut off is a fault that is repaired once.
_ANSWER_TOKENS = 4096
# So many tokens have fewer characters, thoughts included; a server that does not keep to them is not listened to.
_MOST_CHARACTERS = 200_000
_FENCE = "```"


class ChatModel:
    """Asks a chat endpoint. Safe to use from several threads."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    @property
    def name(self) -> str:
        """The model's name as it was set; "default" where none was."""
        return self._endpoint.address.model or "default"

    def ask(self, instructions: str, text: str, form: str, schema: JsonView, faults_of: Callable[[Json], list[str]]) -> Json:
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
        again = self._send(
            [*messages, {"role": "assistant", "content": answer[:_MOST_CHARACTERS]}, {"role": "user", "content": told}],
            form,
            schema,
        )
        document, faults = _judge(again, faults_of)
        if faults:
            raise EndpointFault(
                f"the model {self.name!r} answers with what does not fit the schema ({faults[0]})", is_of_content=True
            )
        return document

    def close(self) -> None:
        """Close the connections."""
        self._endpoint.close()

    def _send(self, messages: list[dict[str, str]], form: str, schema: JsonView) -> str:
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


def _judge(answer: str, faults_of: Callable[[Json], list[str]]) -> tuple[Json, list[str]]:
    """The document in an answer, and what is wrong with it."""
    if len(answer) > _MOST_CHARACTERS:
        return None, [f"it is longer than {_MOST_CHARACTERS:,} characters"]
    try:
        document = parse_json(unfenced(_without_thoughts(answer)))
    except (ValueError, RecursionError):
        return None, ["it is no JSON"]
    return document, faults_of(document)


def _without_thoughts(answer: str) -> str:
    text = answer.strip()
    _, end, rest = text.partition("</think>") if text.startswith("<think>") else ("", "", "")
    return rest.strip() if end else text


def unfenced(text: str) -> str:
    """What stands in a fence, if the whole text is one."""
    language, newline, rest = text.removeprefix(_FENCE).partition("\n")
    is_fenced = text.startswith(_FENCE) and newline and rest.endswith(_FENCE) and language.strip() in ("", "json")
    return rest.removesuffix(_FENCE) if is_fenced else text
