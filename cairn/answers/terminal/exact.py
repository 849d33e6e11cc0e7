"""Hits of exact text on a terminal: a line each."""

from __future__ import annotations

from cairn.answers.matched import line_by_line
from cairn.answers.terminal.style import columns, paint, shorten
from cairn.chunk.tokens import count_tokens
from cairn.model import Hit, SearchAnswer, printable

_LEAST_COLUMNS = 40  # for the text, whatever stands before it


def exact_screen(answer: SearchAnswer, budget_tokens: int | None) -> str:
    """`label:path:line handle | text` for each line that matches, as many as the budget holds, and what is left out."""
    hits = line_by_line(answer).hits
    told: list[str] = []
    left = budget_tokens
    for hit in hits:
        cost = count_tokens(f"{hit.source}:{hit.file}:{hit.start_line} {hit.handle} | {hit.text}\n")
        if left is not None and cost > left and told:
            break
        left = left if left is None else left - cost
        told.append(_line(hit))
    lines = told or ["no hits"]
    if len(told) < len(hits):
        lines.append(
            paint(f"cut to the budget, {len(hits) - len(told)} more lines left out; a larger --budget shows them", "dim")
        )
    elif answer.truncated:
        lines.append(paint("there are more; a larger -k shows them", "dim"))
    if answer.degraded:
        lines.append(paint(answer.degraded, "yellow"))
    return "\n".join(lines)


def _line(hit: Hit) -> str:
    where = printable(f"{hit.source}:{hit.file}:{hit.start_line}")
    name = hit.handle.partition("#")[2] if hit.handle else ""
    marks = (["stale"] if hit.stale else []) + hit.flags
    head = paint(where, "cyan") + (f" {paint(f'#{name}', 'bold')}" if name else "")
    head += paint(f"  {', '.join(marks)}", "yellow") if marks else ""
    room = max(columns() - len(where) - len(name) - 6, _LEAST_COLUMNS)
    return f"{head} | {shorten(hit.text.strip().expandtabs(4), room)}"
