"""Patterns for paths, as `--path` takes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, Protocol

# A regular expression tries all ways in which its wildcards may share a path among them: as many as the path is long, to the
# power of their number. Above this number a path is gone through once, for all ways together, which takes ten times longer.
_MOST_TRIED = 2
_WILDCARDS = ("*", "**", "**/")


class PathPattern(Protocol):
    """A glob, ready to tell whether a path fits."""

    def fullmatch(self, path: str, /) -> object:
        """Return something true if the whole path fits."""
        ...


@lru_cache(maxsize=256)
def path_pattern(glob: str) -> PathPattern:
    """Turn a glob into a pattern for whole paths.

    `*` and `?` stop at `/`, `**` does not, `[abc]` is one of these letters. A glob without `/` fits a file or a folder
    of that name anywhere; one that fits a folder fits all that is in it. Any text is a valid glob.
    """
    stripped = glob.strip().removeprefix("./").rstrip("/")
    parts = re.findall(r"\*\*/|\*\*|\*|\?|\[!?\]?[^\]/]*\]|.", stripped.lstrip("/"), re.DOTALL)
    if "/" not in stripped:
        parts = ["**/", *parts]
    if sum(part in _WILDCARDS for part in parts) > _MOST_TRIED:
        return _Steps(parts)
    return re.compile("".join(map(_translated, parts)) + "(?:/.*)?", re.DOTALL)


class _Step(NamedTuple):
    letter: re.Pattern[str]
    is_repeated: bool = False  # any number of such letters, none included
    is_gate: bool = False  # takes no letter; the two steps behind it may be left out together


class _Steps:
    """A glob with many wildcards: what part of it a path has come through is followed for all ways at once."""

    def __init__(self, parts: Iterable[str]) -> None:
        self._steps: list[_Step] = []
        for part in parts:
            if part == "**/":
                self._steps += [_Step(_ANY, is_gate=True), _Step(_ANY, is_repeated=True), _Step(_SLASH)]
            elif part in _WILDCARDS:
                self._steps.append(_Step(_ANY if part == "**" else _WITHIN, is_repeated=True))
            else:
                self._steps.append(_Step(re.compile(_translated(part), re.DOTALL)))

    def fullmatch(self, path: str, /) -> bool:
        end = len(self._steps)
        places = self._with_skips({0})
        for letter in path:
            if end in places and letter == "/":
                return True
            places = self._with_skips({place + (not step.is_repeated) for place, step in self._fitting(places, letter)})
            if not places:
                return False
        return end in places

    def _fitting(self, places: set[int], letter: str) -> Iterable[tuple[int, _Step]]:
        for place in places:
            step = self._steps[place] if place < len(self._steps) else None
            if step is not None and not step.is_gate and step.letter.fullmatch(letter):
                yield place, step

    def _with_skips(self, places: set[int]) -> set[int]:
        """These places, and those behind steps that need no letter."""
        found, todo = set(places), list(places)
        while todo:
            place = todo.pop()
            for skip in self._skips(place):
                if skip not in found:
                    found.add(skip)
                    todo.append(skip)
        return found

    def _skips(self, place: int) -> tuple[int, ...]:
        if place == len(self._steps):
            return ()
        if self._steps[place].is_gate:
            return place + 1, place + 3
        return (place + 1,) if self._steps[place].is_repeated else ()


_ANY = re.compile(r".", re.DOTALL)
_WITHIN = re.compile(r"[^/]")
_SLASH = re.compile("/")


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
