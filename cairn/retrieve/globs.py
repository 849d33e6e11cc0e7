"""Patterns for paths, as `--path` takes them."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=256)
def path_pattern(glob: str) -> re.Pattern[str]:
    """Turn a glob into a pattern for whole paths.

    `*` and `?` stop at `/`, `**` does not, `[abc]` is one of these letters. A glob without `/` fits a file or a folder
    of that name anywhere; one that fits a folder fits all that is in it. Any text is a valid glob.
    """
    stripped = glob.strip().removeprefix("./").rstrip("/")
    anchored = "/" in stripped
    parts = re.findall(r"\*\*/|\*\*|\*|\?|\[!?\]?[^\]/]*\]|.", stripped.lstrip("/"), re.DOTALL)
    body = "".join(map(_translated, parts))
    return re.compile(("" if anchored else "(?:.*/)?") + body + "(?:/.*)?", re.DOTALL)


def _translated(part: str) -> str:
    if part == "**/":
        return "(?:.*/)?"
    if part == "**":
        return ".*"
    if part == "*":
        return "[^/]*"
    if part == "?":
        return "[^/]"
    if part.startswith("[") and part.endswith("]") and len(part) > 2:
        inside = part[1:-1]
        negated = inside.startswith("!")
        letters = re.sub(r"([\\\]\[^&~|])", r"\\\1", inside.removeprefix("!"))
        letters = re.sub(r"(.)-(.)|-", _range, letters)
        return f"[{'^' if negated else ''}{letters}]" if letters else re.escape(part)
    return re.escape(part)


def _range(found: re.Match[str]) -> str:
    """A range of letters; where it is none, or is of hyphens, these stand for themselves."""
    if found[1] is None:
        return r"\-"
    joint = "-" if found[1] <= found[2] else r"\-"
    return f"{_plain(found[1])}{joint}{_plain(found[2])}"


def _plain(letter: str) -> str:
    return r"\-" if letter == "-" else letter
