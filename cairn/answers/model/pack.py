"""A pack as text for a model."""

from __future__ import annotations

from cairn.answers.model.data import DATA_NOTICE, fence, name_tools
from cairn.answers.words import counted
from cairn.model import (
    Pack,
)

_LEAST_NOTED = 200  # tokens of a pack that has room to say that its file has changed; the mark of its target always does


def changed_note(pack: Pack) -> str:
    """Says that the file of a pack's target has changed since it was indexed, and which definition was taken; else nothing."""
    target = next((snippet for snippet in pack.snippets if snippet.role == "target" and snippet.stale), None)
    if target is None:
        return ""
    file = pack.target.partition("#")[0]
    again = f"`cairn refresh {target.source}` reads it again"
    return f"{file} has changed since it was indexed; what is told is {pack.target} as it was; {again}"


def pack_answer(pack: Pack, text: str) -> str:
    """The text form of a pack, as data."""
    flags = sorted({flag for snippet in pack.snippets for flag in snippet.flags})
    lines = [DATA_NOTICE, *([f"[flag: {', '.join(flags)}]"] if flags else []), fence(text, pack.lang or "")]
    if pack.omitted:
        lines.append(f"{counted(pack.omitted, 'more snippet')}; raise `budget` for them.")
    if pack.budget >= _LEAST_NOTED and (note := changed_note(pack)):
        lines.append(f"{name_tools(note)}.")
    return "\n".join(lines)
