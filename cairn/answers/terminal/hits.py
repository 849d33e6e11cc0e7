"""Hits on a terminal: where, the handle, and the lines that fit the question best."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from cairn.answers.sheets import SEARCH
from cairn.answers.terminal import fit
from cairn.answers.terminal.style import columns, count, paint, shorten
from cairn.model import (
    Hit,
    SearchAnswer,
    printable,
)
from cairn.retrieve.lines import identifiers

HIT_LINES = 5  # a guess: enough to recognise a definition, few enough for ten hits on a screen
WHOLE = 1_000_000  # lines: all that a hit has
_COMMON = frozenset("a an and are do does for how in is it of on or that the this to what when where which who why with".split())


def search_screen(answer: SearchAnswer, budget_tokens: int | None = None, most_lines: int = HIT_LINES) -> str:
    """As many hits as the budget holds, each with the lines that fit the query best; of the first at least one line."""
    if budget_tokens is None or not answer.hits:
        return _hits_text(answer, most_lines)
    first = SEARCH.cut(answer, 0, 1)
    return fit.most_rows(answer, SEARCH, lambda cut: _hits_text(cut, most_lines), budget_tokens, 1) or fit.most_lines(
        lambda most: _hits_text(first, most), HIT_LINES, budget_tokens
    )


def _hits_text(answer: SearchAnswer, most_lines: int) -> str:
    meant = f"did you mean {', '.join(answer.did_you_mean)}?" if answer.did_you_mean else ""
    lines = [paint(f"nothing has this name; {meant}", "yellow"), ""] if meant and answer.hits else []
    for number, hit in enumerate(answer.hits, 1):
        lines += [*hit_lines(hit, number, answer.query, most_lines), ""]
    if not answer.hits:
        lines.append("; ".join(filter(None, ("no hits", meant))))
    if answer.truncated:
        lines.append(paint(cut_note(answer.omitted), "dim"))
    if answer.degraded:
        lines.append(paint(answer.degraded, "yellow"))
    return "\n".join(lines)


def cut_note(omitted: int) -> str:
    """Say what is missing of a cut list of hits, and how to get it."""
    if omitted:
        return f"cut to the budget, {count(omitted, 'more hit')} left out; a larger --budget shows them"
    return "cut; a larger --budget or -k shows more"


def hit_lines(hit: Hit, number: int, query: str, most_lines: int = HIT_LINES) -> list[str]:
    """The lines of one hit."""
    marks = (["stale"] if hit.stale else []) + hit.flags
    if hit.copies:
        marks = [*marks, f"+{len(hit.copies)} identical"]
    where = printable(f"{hit.source}:{hit.file}:{hit.start_line}-{hit.end_line}")
    lines = [paint(f"{number:>2} ", "dim") + paint(where, "cyan") + (paint("  " + ", ".join(marks), "yellow") if marks else "")]
    if hit.handle and "#" in hit.handle:
        lines.append("   " + paint(hit.handle, "bold"))
    lines += [f"   {line}" for line in excerpt_lines(hit, query, most_lines)]
    if hit.explain:
        lines.append("   " + paint("  ".join(f"{name} {value:.4g}" for name, value in hit.explain.items()), "dim"))
    return lines


def excerpt_lines(hit: Hit, query: str, most_lines: int = HIT_LINES) -> list[str]:
    """The line that defines what the handle names, then some from the one of it on that has the most of the query, numbered.

    Lines that have an identifier of the query go before others. Where the handle is that of something around all lines, it begins
    with the first of these.
    """
    words = _words(query)
    texts = hit.text.removesuffix("\n").split("\n")
    first, last = _named_part(hit, len(texts))
    best = first
    if words:
        found = [{word.casefold() for word in words.findall(text)} for text in texts]
        if not any(found[first:last]):  # a decorator or a comment stands above what it is about
            best, last = 0, len(texts)
        best += _best_line(found[best:last])
    window = range(best, min(best + most_lines, len(texts) if best >= first else first))
    shown = sorted(list(dict.fromkeys([first, *_exact(texts, query), *window]))[:most_lines])
    if most_lines >= WHOLE:
        shown = list(range(len(texts)))
    gutter = len(str(hit.start_line + len(texts)))
    lines = []
    for place in shown:
        text = shorten(texts[place].expandtabs(4), columns() - gutter - 6)
        if text.strip() or most_lines >= WHOLE:
            lines.append(paint(f"{hit.start_line + place:>{gutter}}  ", "dim") + _mark(text, words))
    return lines


def _exact(texts: Sequence[str], query: str) -> list[int]:
    """The lines that have an identifier of the query as it is spelled there."""
    names = identifiers(query)
    return [place for place, text in enumerate(texts) if names.search(text)] if names else []


def _named_part(hit: Hit, count: int) -> tuple[int, int]:
    """Where in the lines of a hit what its handle names begins and ends (half-open); all of them if it begins above."""
    if not hit.name_lines or not hit.start_line <= hit.name_lines[0] < hit.start_line + count:
        return 0, count
    first, last = hit.name_lines
    return first - hit.start_line, min(last + 1 - hit.start_line, count)


def _best_line(found: Sequence[set[str]]) -> int:
    """The line whose words are the most and the rarest in the text; the first of several."""
    lines = Counter(word for words in found for word in words)
    worth = [sum(1 / lines[word] for word in words) for words in found]
    return worth.index(max(worth))


def _words(query: str) -> re.Pattern[str] | None:
    """Make a pattern that finds the words of a query where a word or a part of an identifier begins; None if it has none."""
    words = {word[:-1] if word.endswith("s") and len(word) > 3 else word for word in re.findall(r"\w+", query.casefold())}
    kept = sorted((word for word in words if len(word) > 1 and word not in _COMMON), key=lambda word: (-len(word), word))
    return re.compile(r"(?<![^\W_])(?:" + "|".join(map(re.escape, kept)) + ")", re.IGNORECASE) if kept else None


def _mark(text: str, words: re.Pattern[str] | None) -> str:
    return words.sub(lambda found: paint(found[0], "bold"), text) if words else text
