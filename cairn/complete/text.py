"""The text form of a pack: code that can stand before a completion prompt, with comments of its language between the pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cairn.chunk.tokens import count_tokens
from cairn.languages.registry import languages
from cairn.model import Pack, Snippet

ORDER = ("imports", "type", "callee", "sibling", "caller", "target")
# What heads the snippets of these is the thing itself; of the others, what contains them.
_BY_THEMSELVES = frozenset({"imports", "caller", "target"})
# The target is headed by its handle if that leaves so many tokens, by its name alone if that leaves the second number, else by
# nothing: its own lines are worth more.
_LEAST_WITH_HANDLE, _LEAST_WITH_NAME = 150, 80
# More digits than a definition has lines.
MOST_LINES = 1_000_000


def comment_of(language: str | None) -> str:
    """What begins a comment in a language."""
    record = languages().get(language or "")
    return record.line_comment if record else "#"


def pack_text(answer: Pack) -> str:
    """The snippets as one text, the target last."""
    comment = comment_of(answer.lang)
    parts = []
    for role in ORDER:
        groups: dict[str, list[Snippet]] = {}
        for snippet in answer.snippets:
            if snippet.role == role:
                groups.setdefault(_group(comment, snippet, answer.budget), []).append(snippet)
        parts += [group_text(comment, role, group, members) for group, members in groups.items()]
    return "".join(parts)


def _group(comment: str, snippet: Snippet, budget_tokens: int) -> str:
    if snippet.role == "target":
        return heading_of_target(comment, snippet.handle, budget_tokens).title
    return snippet.handle if snippet.role in _BY_THEMSELVES or not snippet.under else snippet.under


class TargetHeading(NamedTuple):
    """What the heading of the target calls it, empty for none, and how many tokens its lines may take below it.

    With a larger budget there is never less room.
    """

    title: str
    tokens: int
    room: int


def heading_of_target(comment: str, handle: str, budget_tokens: int) -> TargetHeading:
    """Choose the heading of a target by what it leaves of the budget."""
    name = handle.partition("#")[2] or handle.rpartition("/")[2]
    most = budget_tokens
    for title, least in ((handle, _LEAST_WITH_HANDLE), (name, _LEAST_WITH_NAME)):
        tokens = count_tokens(heading_of(comment, "target", title, f"L{MOST_LINES}-L{MOST_LINES}") + " stale\n")
        if budget_tokens - tokens >= least:
            return TargetHeading(title, tokens, min(budget_tokens - tokens, most))
        most = least
    return TargetHeading("", 0, min(budget_tokens, most))


def group_text(comment: str, role: str, group: str, members: Sequence[Snippet]) -> str:
    """Snippets of one role that stand under one heading."""
    span = f"L{members[0].start_line}-L{members[-1].end_line}" if role in _BY_THEMSELVES else ""
    stale = " stale" if any(member.stale for member in members) else ""
    heading = f"{heading_of(comment, role, group, span)}{stale}\n" if group else ""
    return heading + "".join(f"{member.text}\n{_elision(comment, member)}" for member in members)


def heading_of(comment: str, role: str, group: str, lines: str) -> str:
    """The comment above the snippets of a role."""
    return f"{comment} {role}: {group} {lines}".rstrip()


def _elision(comment: str, snippet: Snippet) -> str:
    return elision(comment, snippet.text, snippet.elided) if snippet.elided else ""


def elision(comment: str, text: str, count: int) -> str:
    """A line that says how many are left out after a text, indented as its last line is."""
    last = text.rpartition("\n")[2]
    return f"{last[: len(last) - len(last.lstrip())]}{comment} ... {count} line{'s' if count != 1 else ''}\n"
