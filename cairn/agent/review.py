"""After a turn, on request: what was learned in it, as proposals of cards. The conversation itself is not touched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cairn.agent.agent import Agent, unchecked
from cairn.agent.delegate import reading
from cairn.agent.events import Event

_QUESTION = """\
Look back at this conversation. If something was learned that will be needed again, that is not plain from the code itself, and
that the evidence shows, propose it with `remember`: kind `add`, a summary of one sentence, a short text, and in `about` the
handles that it is about. Propose three cards at most, and none if nothing is worth it. Then say in one sentence what it was.
"""


def review(agent: Agent, run: str) -> Iterator[Event]:
    """Fork a run that is done, and let its agent propose cards; a person decides with `cairn review`."""
    fork = replace(reading(agent, also=("remember",)), check=unchecked)
    return fork.ask(_QUESTION, after=run, parent=run)
