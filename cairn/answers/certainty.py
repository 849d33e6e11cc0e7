"""How sure an answer is that there is nothing more: "no callers found" stands only beside what stayed unresolved."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.answers.edges import VALUES
from cairn.answers.words import counted
from cairn.model import (
    EntityKind,
    GraphAnswer,
    ImpactAnswer,
    PathAnswer,
)
from cairn.retrieve.lines import standing_text

_CALLABLE = frozenset({EntityKind.FUNCTION, EntityKind.METHOD, EntityKind.CLASS, EntityKind.STRUCT, EntityKind.MACRO})
_TYPES = frozenset({EntityKind.INTERFACE, EntityKind.TRAIT, EntityKind.TYPE, EntityKind.ENUM})


def nothing_found(answer: GraphAnswer, direction: str, kinds: Sequence[str]) -> str:
    """`no callers found`, where that can be said of the one match: nothing of a cut answer."""
    if direction == "out" or len(answer.matches) != 1 or answer.truncated:
        return ""
    match = answer.matches[0]
    kind = next((entity.kind for entity in answer.entities if entity.handle == match), "")
    uses = {edge.kind for edge in answer.edges if edge.dst == match}
    direct = "direct " if answer.overrides or answer.stands_for or answer.made_by else ""
    if kind in _CALLABLE and "calls" not in uses and (not kinds or "calls" in kinds):
        return f"no {direct}callers found"
    if kind in VALUES and not uses and (not kinds or "depends_on" in kinds):
        return "no uses found"
    return "no uses found" if kind in _TYPES and not uses and not kinds else ""


def no_callers(answer: GraphAnswer, direction: str, kinds: Sequence[str]) -> str:
    """`no callers found; ...` together with what stayed unresolved or unread, where it can be said; else nothing."""
    found = nothing_found(answer, direction, kinds)
    return f"{found}; {unsure_text(answer)}" if found else ""


def unsure_text(answer: GraphAnswer | ImpactAnswer | PathAnswer) -> str:
    """`2 references of the same name could not be resolved, and 1 file that mentions it could not be read for calls (a.vue:3)`.

    Then the lines in which the name stands besides. Each part only where there is something of it.
    """
    text = f"{counted(answer.unresolved_same_name, 'reference')} of the same name could not be resolved"
    unseen = answer.unseen
    if unseen.unread_files:
        mention = "mentions" if unseen.unread_files == 1 else "mention"
        places = _places(unseen.unread, unseen.unread_files)
        text += f", and {counted(unseen.unread_files, 'file')} that {mention} it could not be read for calls ({places})"
    if unseen.mention_lines:
        places = _places(unseen.mentions, unseen.mention_lines)
        text += (
            f"; the name also stands in {counted(unseen.mention_lines, 'line')} of text, comments or unrecognised code ({places})"
        )
    return text


def is_unsure(answer: GraphAnswer) -> bool:
    """Whether `unsure_text` says more than 0 of what was found."""
    return not answer.nearest and bool(answer.unresolved_same_name or answer.unseen.unread_files or answer.unseen.mention_lines)


def _places(places: Sequence[str], number: int) -> str:
    """`shop:a.py:3,7, shop:b.py:9`: places of one file follow one another."""
    files: dict[str, list[str]] = {}
    for place in places:
        file, _, line = place.rpartition(":")
        files.setdefault(file, []).append(line)
    more = f", and {number - len(places)} more: `search` for it" if number > len(places) else ""
    return ", ".join(f"{file}:{','.join(lines)}" for file, lines in files.items()) + more


def nearest_notice(answer: GraphAnswer) -> str:
    """Says that the matches are not what was asked for, if that is so."""
    if not answer.nearest:
        return ""
    lines = standing_text(answer.unseen)
    return f"nothing has exactly this name{f', but {lines}' if lines else ''}; the nearest by words are:"


def impact_summary(answer: ImpactAnswer) -> str:
    """How much is reached; that nothing is, only together with what stayed unresolved."""
    if not answer.reached:
        return f"nothing found that reaches it; {unsure_text(answer)}"
    plus = "+" if answer.is_capped else ""
    tests, entries = counted(answer.test_count, "test"), counted(answer.entry_count, "entry point")
    tests, entries = tests.replace(" ", f"{plus} ", 1), entries.replace(" ", f"{plus} ", 1)
    return f"reached by {answer.reached}{plus}: {tests}, {entries}{' (*)' if answer.entry_count else ''}; {unsure_text(answer)}"
