"""The tags in the front matter of a document.

Front matter is a block between `---` (YAML) or `+++` (TOML) at the head of a file, as static site generators and note
takers write it. Only `tags` and `keywords` are read, in the forms that are customary: a list in brackets, a list of
lines with hyphens, words with commas or spaces between. No YAML reader is needed for that, and none is fooled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cairn.model import tag_of

_FENCES = {"---": ("---", "..."), "+++": ("+++",)}
_KEY = re.compile(r"(tags?|keywords)[ \t]*[:=][ \t]*(.*)$", re.IGNORECASE)
_ITEM = re.compile(r"[ \t]*-[ \t]+(.+)$")
_COMMENT = re.compile(r"(?:^|[ \t])#[ \t].*$")
# A longer block, tag or list is no front matter that somebody wrote (guesses).
_MOST_LINES, _MOST_CHARACTERS, _MOST_TAGS = 200, 60, 50


def read_tags(lines: Sequence[str]) -> list[str]:
    """Return the tags of a document in their one spelling, each once, in order; `lines` come without their ends."""
    block = _front_matter(lines)
    found: list[str] = []
    for place, line in enumerate(block):
        key = _KEY.match(line)
        if key:
            found += _split(key[1], _value(block, place, key[2]))
    tags = (tag_of(word.strip().strip("\"'")) for word in found)
    return list(dict.fromkeys(tag for tag in tags if tag and len(tag) <= _MOST_CHARACTERS))[:_MOST_TAGS]


def _front_matter(lines: Sequence[str]) -> Sequence[str]:
    ends = _FENCES.get(lines[0].removeprefix("\ufeff").rstrip()) if lines else None
    if ends is None:
        return ()
    for place, line in enumerate(lines[1:_MOST_LINES], 1):
        if line.rstrip() in ends:
            return lines[1:place]
    return ()


def _value(block: Sequence[str], place: int, first: str) -> str | list[str]:
    """The text behind a key, over several lines if it is in brackets; or the items of the list below it."""
    first = _COMMENT.sub("", first).strip()
    if first.startswith("["):
        text = "\n".join([first, *block[place + 1 :]])
        return text[1:].partition("]")[0].replace("\n", " ").split(",")
    return first or list(_items(block[place + 1 :]))


def _items(lines: Iterable[str]) -> Iterable[str]:
    for line in lines:
        item = _ITEM.match(line)
        if item:
            yield _COMMENT.sub("", item[1])
        elif line.strip():
            return


def _split(key: str, value: str | list[str]) -> list[str]:
    """`a, b` and, of tags without a comma, `a b`; keywords may have spaces inside."""
    if isinstance(value, list):
        return value
    if "," in value or key.lower() == "keywords" or value[:1] in "\"'":
        return value.split(",")
    return value.split()
