"""The text form of a pack: code that can stand before a completion prompt, with comments of its language between the pieces."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.languages.registry import languages
from cairn.model import Pack, Snippet

ORDER = ("imports", "type", "callee", "sibling", "caller", "target")
# What heads the snippets of these is the thing itself; of the others, what contains them.
_BY_THEMSELVES = frozenset({"imports", "caller", "target"})
# With a smaller budget than the first the target is headed by its name alone, with one below the second by nothing: its own
# lines are worth more.
_LEAST_FOR_HANDLE, _LEAST_FOR_NAME = 150, 80


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
                groups.setdefault(_group(snippet, answer.budget), []).append(snippet)
        parts += [group_text(comment, role, group, members) for group, members in groups.items()]
    return "".join(parts)


def _group(snippet: Snippet, budget_tokens: int) -> str:
    if snippet.role == "target":
        return target_title(snippet.handle, budget_tokens)
    return snippet.handle if snippet.role in _BY_THEMSELVES or not snippet.under else snippet.under


def target_title(handle: str, budget_tokens: int) -> str:
    """What the heading of the target calls it; empty where there is no room for a heading."""
    if budget_tokens >= _LEAST_FOR_HANDLE:
        return handle
    return handle.partition("#")[2] or handle.rpartition("/")[2] if budget_tokens >= _LEAST_FOR_NAME else ""


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
