"""Numbers, sizes and times in words."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from markupsafe import Markup, escape

_SHORT = 24  # characters that every line has room for
_AFTER_SIGNS = re.compile(r"(?<=[/_.#:-])(?=[^/_.#:-])")
_UNITS = (("day", 86_400), ("hour", 3600), ("minute", 60))


def number(value: float) -> str:
    """`12,345`."""
    return f"{value:,.0f}"


def counted(value: int, noun: str, nouns: str = "") -> str:
    """`1 file`, `2 files`."""
    return f"{value:,} {noun if value == 1 else nouns or noun + 's'}"


def size(value: int) -> str:
    """`820 bytes`, `12 KB`, `3.4 MB`."""
    if value < 1000:
        return counted(value, "byte")
    return f"{value / 1000:.0f} KB" if value < 1_000_000 else f"{value / 1_000_000:.1f} MB"


def ticked(text: str) -> Markup:
    """A sentence in which what stands between backticks is code: `` `self`: a member ``."""
    parts = [Markup("<code>{}</code>").format(part) if place % 2 else escape(part) for place, part in enumerate(text.split("`"))]
    return Markup("").join(parts) if len(parts) % 2 else escape(text)


def breakable(name: str) -> Markup:
    """A name or a path that is broken after its signs where it is too long for a line: `com/example/` and not `com/examp`."""
    if len(name) <= _SHORT:
        return escape(name)
    return Markup("<wbr>").join(map(escape, _AFTER_SIGNS.split(name)))


def sentence(text: str) -> Markup:
    """A message as a sentence of the page: it begins with a capital, and what stands between backticks is code."""
    return ticked(text[:1].upper() + text[1:])


def since(moment: str | None, now: datetime | None = None) -> str:
    """`3 hours ago`, for a time in ISO 8601; `never` for none."""
    if not moment:
        return "never"
    seconds = ((now or datetime.now(UTC)) - datetime.fromisoformat(moment)).total_seconds()
    for noun, length in _UNITS:
        if seconds >= length:
            return f"{counted(int(seconds // length), noun)} ago"
    return "just now"
