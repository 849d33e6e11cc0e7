"""Hits and excerpts as text for a model: the handle first, then the place, then the text in a fence."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.answers.model.data import DATA_NOTICE, fence, name_tools
from cairn.answers.words import counted, span
from cairn.model import (
    Excerpt,
    Hit,
    SearchAnswer,
    printable,
)


def search_text(answer: SearchAnswer) -> str:
    """Hits: where, handle, text."""
    if not answer.hits:
        return no_hits(answer.did_you_mean, answer.degraded)
    parts = [DATA_NOTICE]
    parts.extend(hit_lines(hit) for hit in answer.hits)
    return "\n".join([*parts, *remarks(answer.truncated and not answer.omitted, answer.degraded)])


def no_hits(did_you_mean: Sequence[str], degraded: str | None) -> str:
    """Says that nothing was found, and what may have been meant."""
    meant = f" Did you mean {', '.join(did_you_mean)}?" if did_you_mean else ""
    return "\n".join([f"No hits.{meant}", *remarks(False, degraded)])


def _hit_head(hit: Hit) -> str:
    where = f"{hit.source}:{printable(hit.file)}:{span(hit.start_line, hit.end_line)}"
    marks = (["stale"] if hit.stale else []) + [f"flag: {flag}" for flag in hit.flags]
    if hit.copies:
        marks.append(f"+{len(hit.copies)} identical")
    name = f"{hit.handle}  " if hit.handle and "#" in hit.handle else ""
    return f"{name}{where}" + (f"  [{'; '.join(marks)}]" if marks else "")


def hit_lines(hit: Hit) -> str:
    """A hit: where, handle, text."""
    return f"{_hit_head(hit)}\n{fence(hit.text, hit.lang or '')}"


def remarks(is_shortened: bool, degraded: str | None) -> list[str]:
    """Say below hits that their texts are shortened, and which evidence is missing."""
    short = "Shortened to the budget: `show` and `graph` of a handle tell all of it."
    return ([short] if is_shortened else []) + ([name_tools(degraded)] if degraded else [])


def excerpt_text(excerpt: Excerpt) -> str:
    """The text of `show`."""
    where = f"{excerpt.source}:{printable(excerpt.file)}:{span(excerpt.start_line, excerpt.end_line)}"
    head = f"{excerpt.handle}  {where}" if excerpt.handle and "#" in excerpt.handle else where
    stale = "  [stale: the file on disk has changed since it was indexed]" if excerpt.stale else ""
    return "\n".join([DATA_NOTICE, head + stale, fence(excerpt.text, excerpt.lang or ""), *_excerpt_remarks(excerpt)])


def _excerpt_remarks(excerpt: Excerpt) -> list[str]:
    if not excerpt.truncated:
        return []
    if not excerpt.omitted:
        return ["The line is cut to the budget."]
    last = excerpt.end_line + excerpt.omitted
    rest = f"{excerpt.source}:{printable(excerpt.file)}:L{excerpt.end_line + 1}-L{last}"
    more = counted(excerpt.omitted, "more line")
    return [f"{more}: show {rest}, or raise `budget`."]
