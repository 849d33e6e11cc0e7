"""Lines of a text, and as many of them as a budget holds."""

from __future__ import annotations

import re

from cairn.chunk.tokens import count_tokens
from cairn.model import Unseen

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_WORD = re.compile(r"[^\W\d]\w*")
_WRITTEN = re.compile(r"\w_\w|[^\W_][A-Z]")  # an identifier, and no word of a sentence
# What ends a line for Python, but not for an editor.
_OTHER_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


def split_lines(text: str) -> list[str]:
    r"""Cut a text as editors count lines: at \n, \r\n and \r, which stay at the ends."""
    # Looking for each by itself is ten times as fast as one regular expression.
    if any(end in text for end in _OTHER_ENDS):
        return _LINE.findall(text)
    return text.splitlines(keepends=True)


def fit_lines(lines: list[str], budget_tokens: int | None) -> tuple[list[str], bool]:
    """Return as many of the first lines as the budget holds, and whether some are missing.

    Where it does not hold even the first one, the beginning of that.
    """
    if budget_tokens is None:
        return lines, False
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens("".join(lines[:middle])) <= budget_tokens:
            low = middle
        else:
            high = middle - 1
    if low or not lines or not (beginning := _beginning(lines[0], budget_tokens)):
        return lines[:low], low < len(lines)
    return [beginning], True


def _beginning(line: str, budget_tokens: int) -> str:
    low, high = 0, len(line) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count_tokens(line[:middle]) <= budget_tokens else (low, middle - 1)
    return line[:low]


def identifiers(query: str) -> re.Pattern[str] | None:
    """Make a pattern that finds the identifiers of a query as they are spelled; None if it has none. A word by itself is one."""
    words = _WORD.findall(query)
    names = set(words) if len(words) == 1 else {word for word in words if _WRITTEN.search(word)}
    if not names:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names)))})(?!\w)")


def standing_text(unseen: Unseen) -> str:
    """`2 lines have it (shop:a.py:3, shop:b.py:9), which a literal search lists`; nothing where there are none."""
    if not unseen.mention_lines:
        return ""
    number = "1 line has it" if unseen.mention_lines == 1 else f"{unseen.mention_lines:,} lines have it"
    return f"{number} ({', '.join(unseen.mentions)}), which `search` lists with `literal`"
