"""Lines of an ignore file, matched as git matches them.

Git compares bytes, so `?` is one byte and a path is compared in its encoded form.
What a pattern means is defined by gitignore(5) and, where that is silent, by the
behaviour of git's wildmatch: a set that is not closed matches nothing, `[]a]` holds a
bracket, a range may be escaped, `**` crosses folders only beside a slash.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

_STAR: Final = b"*"
_DOUBLE: Final = b"**"
_DOUBLE_SLASH: Final = b"**/"
_WILDCARDS: Final = re.compile(rb"[*?\[\\]")
_PUNCTUATION: Final = frozenset(b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

# Classes of the C locale, but for `space`, in which git counts no vertical tab and no form feed.
_CLASSES: Final[dict[bytes, Callable[[int], bool]]] = {
    b"alnum": lambda c: chr(c).isalnum() and c < 128,
    b"alpha": lambda c: chr(c).isalpha() and c < 128,
    b"blank": lambda c: c in b" \t",
    b"cntrl": lambda c: c < 32 or c == 127,
    b"digit": lambda c: c in b"0123456789",
    b"graph": lambda c: 32 < c < 127,
    b"lower": lambda c: 97 <= c <= 122,
    b"print": lambda c: 32 <= c < 127,
    b"punct": lambda c: c in _PUNCTUATION,
    b"space": lambda c: c in b" \t\n\r",
    b"upper": lambda c: 65 <= c <= 90,
    b"xdigit": lambda c: c in b"0123456789abcdefABCDEF",
}


class _Unmatchable(Exception):
    """The pattern is malformed: git lets it match nothing."""


class _Bracket:
    """Reads one `[...]`; `end` is the place behind it."""

    def __init__(self, pattern: bytes, start: int, fold: bool) -> None:
        self._pattern = pattern
        self._at = start + 1
        self._fold = fold
        self._allowed: set[int] = set()
        negated = self._peek() in b"!^"
        self._at += negated
        self._read_members()
        self.end = self._at + 1
        members = {c for c in range(256) if (c in self._allowed) != negated}
        self.members = members - {ord("/")}

    def _peek(self, ahead: int = 0) -> bytes:
        return self._pattern[self._at + ahead : self._at + ahead + 1]

    def _take(self) -> int:
        """Return the byte at the current place, or the escaped one behind it."""
        if self._peek() == b"\\":
            self._at += 1
        if not self._peek():
            raise _Unmatchable
        return self._pattern[self._at]

    def _read_members(self) -> None:
        previous = 0
        first = True
        while first or self._peek() != b"]":
            first = False
            here = self._peek()
            if here == b"-" and previous and self._peek(1) not in (b"", b"]"):
                self._at += 1
                self._add_range(previous, self._take())
                previous = 0
            elif here == b"[" and self._peek(1) == b":":
                previous = self._read_class()
            else:
                previous = self._take()
                self._allowed.add(previous)
            self._at += 1

    def _add_range(self, low: int, high: int) -> None:
        self._allowed.update(range(low, high + 1))
        if self._fold:
            self._allowed.update(c for c in range(97, 123) if low <= c - 32 <= high)

    def _read_class(self) -> int:
        """Add `[:name:]`, or the bracket alone where no `:]` follows; return what a range may begin with."""
        close = self._pattern.find(b"]", self._at + 2)
        if close < 0:
            raise _Unmatchable
        if close < self._at + 3 or self._pattern[close - 1 : close] != b":":
            self._allowed.add(ord("["))
            return ord("[")
        test = _CLASSES.get(self._pattern[self._at + 2 : close - 1])
        if test is None:
            raise _Unmatchable
        self._allowed.update(c for c in range(256) if test(c) or (self._fold and test is _CLASSES[b"upper"] and 97 <= c <= 122))
        self._at = close
        return 0


def _write_set(members: set[int]) -> bytes:
    if not members:
        return rb"(?!)"
    return b"[" + b"".join(b"\\x%02x" % c for c in sorted(members)) + b"]"


def _read_tokens(pattern: bytes, is_path: bool, fold: bool) -> Iterator[bytes]:
    """Yield `*`, `**`, `**/` and regular expressions for all else, in order."""
    at = 0
    while at < len(pattern):
        here = pattern[at : at + 1]
        if here == b"*":
            end = at
            while pattern[end : end + 1] == b"*":
                end += 1
            yield (token := _read_stars(pattern, at, end) if is_path else _STAR)
            at = end + (token == _DOUBLE_SLASH)
        elif here == b"[":
            bracket = _Bracket(pattern, at, fold)
            yield _write_set(bracket.members)
            at = bracket.end
        elif here == b"?":
            yield rb"[^/]"
            at += 1
        else:
            at += here == b"\\"
            if at == len(pattern):
                raise _Unmatchable
            char = pattern[at : at + 1]
            yield re.escape(char.lower() if fold and here != b"\\" else char)
            at += 1


def _read_stars(pattern: bytes, start: int, end: int) -> bytes:
    """Tell what the stars at start..end stand for in a path."""
    behind = pattern[end : end + 2]
    begins = start == 0 or pattern[start - 1 : start] == b"/"
    if end - start < 2 or not begins or not (behind == b"" or behind[:1] == b"/" or behind == b"\\/"):
        return _STAR
    return _DOUBLE_SLASH if behind[:1] == b"/" else _DOUBLE


def _join_stars(tokens: list[bytes]) -> bytes:
    """Write tokens without `**`.

    Atomic groups keep many stars from costing exponential time: the first place at which the text between two
    stars fits is as good as any later one.
    """
    parts: list[bytes] = [b""]
    for token in tokens:
        if token == _STAR:
            parts.append(b"")
        else:
            parts[-1] += token
    if len(parts) == 1:
        return parts[0]
    inner = b"".join(b"(?>[^/]*?" + part + b")" for part in parts[1:-1])
    return parts[0] + inner + b"[^/]*" + parts[-1]


def translate(pattern: bytes, *, is_path: bool = True, fold: bool = False) -> bytes | None:
    """Turn a glob into a regular expression for `fullmatch`; None when it can match nothing.

    With `fold` the text is to be given in lower case.
    """
    try:
        tokens = list(_read_tokens(pattern, is_path, fold))
    except _Unmatchable:
        return None
    groups: list[tuple[bytes, list[bytes]]] = [(b"", [])]
    for token in tokens:
        if token in (_DOUBLE, _DOUBLE_SLASH):
            groups.append((rb"(?:.*?/)?" if token == _DOUBLE_SLASH else rb".*?", []))
        else:
            groups[-1][1].append(token)
    written = [lead + _join_stars(body) for lead, body in groups]
    middle = b"".join(b"(?>" + group + b")" for group in written[1:-1])
    return written[0] + middle + (written[-1] if len(written) > 1 else b"")


def _trim(line: bytes) -> bytes:
    """Cut trailing spaces, but for one that a backslash escapes."""
    bare = line.rstrip(b" ")
    if bare == line:
        return line
    backslashes = len(bare) - len(bare.rstrip(b"\\"))
    return line[: len(bare) + 1] if backslashes % 2 else bare


def read_lines(data: bytes) -> list[bytes]:
    """Split an ignore file into its patterns."""
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    last = lines.pop()
    lines = [line.removesuffix(b"\r") for line in lines]
    return [_trim(line) for line in [*lines, last] if line and not line.startswith(b"#")]


class IgnoreList:
    """The patterns of one ignore file; the last one that matches decides."""

    def __init__(self, lines: list[bytes], *, fold: bool = False) -> None:
        self._fold = fold
        self._verdicts: list[bool] = []
        # Names, paths and suffixes without a wildcard are looked up; the value holds places in `_verdicts`,
        # (of patterns for anything, of patterns for folders only).
        self._names: dict[bytes, list[int]] = {}
        self._paths: dict[bytes, list[int]] = {}
        self._suffixes: list[tuple[int, bool, bytes]] = []
        self._globs: list[tuple[int, bool, bool, re.Pattern[bytes]]] = []
        for line in lines:
            self._add(line)
        self._suffixes.reverse()
        self._globs.reverse()

    def __bool__(self) -> bool:
        return bool(self._verdicts)

    def _add(self, line: bytes) -> None:
        negated = line.startswith(b"!")
        body = line[1:] if negated else line
        only_folders = body.endswith(b"/")
        body = body.removesuffix(b"/")
        place = len(self._verdicts)
        self._verdicts.append(not negated)
        is_path = b"/" in body
        body = body.removeprefix(b"/") if is_path else body
        wildcard = _WILDCARDS.search(body)
        if wildcard is None:
            table = self._paths if is_path else self._names
            places = table.setdefault(self._lower(body), [-1, -1])
            places[only_folders] = place
        elif not is_path and body[:1] == b"*" and not _WILDCARDS.search(body, 1):
            self._suffixes.append((place, only_folders, self._lower(body[1:])))
        else:
            # Git compares the part before the first wildcard by itself, so `a**` there begins with `**`.
            literal = wildcard.start() if is_path else 0
            rest = translate(body[literal:], is_path=is_path, fold=self._fold)
            if rest is not None:
                expression = re.compile(re.escape(self._lower(body[:literal])) + rest, re.DOTALL)
                self._globs.append((place, only_folders, is_path, expression))

    def _lower(self, text: bytes) -> bytes:
        return text.lower() if self._fold else text

    def check(self, path: bytes, is_dir: bool) -> bool | None:
        """Tell whether `path` is ignored (True), re-included (False) or not named (None).

        It is relative to the folder of the ignore file.
        """
        if not self._verdicts:
            return None
        path = self._lower(path)
        name = path[path.rfind(b"/") + 1 :]
        best = -1
        for places in (self._names.get(name), self._paths.get(path)):
            if places is not None:
                best = max(best, places[0], places[1] if is_dir else -1)
        for place, only_folders, suffix in self._suffixes:
            if place < best:
                break
            if (is_dir or not only_folders) and name.endswith(suffix):
                best = place
                break
        for place, only_folders, is_path, expression in self._globs:
            if place < best:
                break
            if (is_dir or not only_folders) and expression.fullmatch(path if is_path else name):
                best = place
                break
        return self._verdicts[best] if best >= 0 else None
