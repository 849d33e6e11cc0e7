"""Hits of exact text for a model, a line each."""

from __future__ import annotations

import dataclasses

from cairn.answers.fit import Sheet
from cairn.answers.model.data import DATA_NOTICE, fence, name_tools
from cairn.model import Hit, SearchAnswer, printable


def exact_text(answer: SearchAnswer) -> str:
    """`path:line handle | text` for each hit, as data."""
    remarks = [name_tools(answer.degraded)] if answer.degraded else []
    if not answer.hits:
        return "\n".join(["No hits: the text is nowhere as it is written.", *remarks])
    if answer.truncated and not answer.omitted:
        remarks = ["There are more: raise `k`, or ask in fewer places with `source`, `lang` or `path_glob`.", *remarks]
    return "\n".join([DATA_NOTICE, fence("\n".join(map(exact_line, answer.hits))), *remarks])


def exact_line(hit: Hit) -> str:
    """One hit in a line."""
    marks = (["stale"] if hit.stale else []) + [f"flag: {flag}" for flag in hit.flags]
    mark = f" [{'; '.join(marks)}]" if marks else ""
    file = printable(hit.file)
    return f"{file}:{hit.start_line} {hit.handle or f'{hit.source}:{file}'}{mark} | {hit.text.strip()}"


def _cut_exact(answer: SearchAnswer, start: int, end: int) -> SearchAnswer:
    omitted = len(answer.hits) - end
    return dataclasses.replace(answer, hits=answer.hits[start:end], omitted=omitted, truncated=answer.truncated or omitted > 0)


EXACT: Sheet[SearchAnswer] = Sheet("line", lambda answer: len(answer.hits), _cut_exact, exact_text)
