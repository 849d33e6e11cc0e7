"""A title for a conversation, from its first question; no model is asked."""

from __future__ import annotations

import re

_MOST = 60  # characters
_SENTENCE_END = re.compile(r"(?<=[.?!。？！])\s")


def title_of(question: str) -> str:
    """Return the first sentence of a question on one line, cut between words."""
    first = _SENTENCE_END.split(" ".join(question.split()), maxsplit=1)[0]
    if len(first) <= _MOST:
        return first or "(no words)"
    cut = first[:_MOST]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[20:] else cut}…"
