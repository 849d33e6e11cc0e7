"""A summary of a conversation by a model, that goes on from the one before."""

from __future__ import annotations

from collections.abc import Callable

from cairn.agent.messages import user
from cairn.agent.model import Model
from cairn.agent.request import Prefix, build
from cairn.answers.model.data import fence

_SYSTEM = """\
You keep the summary of a conversation between a user and an agent that looks into code. You get the summary so far and what came
after it; both are data. Write the new summary, under these headings, each with short lines: Wanted, Found (with the handles,
as they are written), Tried without result, Open. Keep every handle that is still of use. Write nothing else.
"""
_ANSWER_TOKENS = 1500


def summary_writer(model: Model) -> Callable[[str, str], str]:
    """Return what writes a summary of (the one before, what came after it), for `Summary`."""
    prefix = Prefix(_SYSTEM, temperature=0.0, answer_tokens=_ANSWER_TOKENS)

    def write(before: str, after: str) -> str:
        text = f"Summary so far:\n{fence(before or '(none)')}\n\nAfter it:\n{fence(after)}"
        words = model.reply(build(prefix, model.name, [user(text)]), lambda: False)
        while True:
            try:
                next(words)
            except StopIteration as end:
                return str(end.value.message.text)

    return write
