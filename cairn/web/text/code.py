"""Code with colours, in which the names that the index knows are links."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import Markup, escape
from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from pygments.lexer import Lexer

# What Pygments calls a language of ours, where it is another name.
_LEXERS = {
    "solidity": "solidity", "restructuredtext": "rst", "vue": "html", "svelte": "html", "astro": "html", "tsx": "tsx",
    "csharp": "csharp", "text": "text", "markdown": "markdown", "asciidoc": "text",
}  # fmt: skip
_MOST_COLOURED = 400_000  # characters: some two seconds; what is longer is shown without colours
_MOST_WIDE = 2_000  # characters of a line that are sent: a guess, more than anyone reads to the right
_CLASSES: Sequence[tuple[_TokenType, str]] = (
    (Token.Comment, "c"),
    (Token.Literal.String.Doc, "c"),
    (Token.Literal.String, "s"),
    (Token.Literal.Number, "m"),
    (Token.Keyword, "k"),
    (Token.Operator.Word, "k"),
    (Token.Name.Function, "n"),
    (Token.Name.Class, "n"),
    (Token.Name.Decorator, "d"),
    (Token.Name.Builtin, "b"),
    (Token.Name.Tag, "k"),
    (Token.Name.Attribute, "b"),
    (Token.Generic.Inserted, "gi"),
    (Token.Generic.Deleted, "gd"),
    (Token.Generic.Heading, "n"),
    (Token.Generic.Subheading, "gh"),
)
_WORD = re.compile(r"[^\W\d][\w$]*")
# Controls are shown, and never sent: a browser would drop them, or turn the direction of the line.
_SHOWN = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n"} | {0x7F: 0x2421}
_TURNING = re.compile("[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class Link:
    """Where a name leads."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of code; `more` are links whose names it does not have as they are."""

    number: int
    code: Markup
    more: list[tuple[str, Link]] = field(default_factory=list)


Links = Mapping[int, Sequence[tuple[frozenset[str], str, Link]]]  # by line: spellings, the name, where it leads


def coloured(text: str, lang: str | None, first: int = 1, links: Links | None = None, *, is_cut: bool = True) -> list[Line]:
    """The lines of a text, numbered from `first`; the last one need not end. Very long ones are cut, and say so, if `is_cut`."""
    rows = text.replace("\r\n", "\n").translate(_SHOWN).removesuffix("\n").split("\n")
    kept = [row[:_MOST_WIDE] for row in rows] if is_cut else rows
    lines: list[list[tuple[_TokenType, str]]] = [[]]
    for kind, value in _tokens("\n".join(kept) + "\n", lang):
        head, *rest = value.split("\n")
        lines[-1].append((kind, head))
        lines.extend([(kind, part)] for part in rest)
    said = [_cut(len(row) - len(part)) for row, part in zip(rows, kept, strict=True)]
    # A lexer may leave out an empty end.
    found = zip(itertools.count(first), lines, said, strict=False)
    return [_line(number, tokens, (links or {}).get(number, ()), cut) for number, tokens, cut in found]


def _cut(count: int) -> Markup:
    return Markup('<span class="cut"> … {:,} more characters</span>').format(count) if count else Markup("")


def _tokens(text: str, lang: str | None) -> Iterable[tuple[_TokenType, str]]:
    lexer = _lexer(lang) if len(text) <= _MOST_COLOURED else None
    return [(Token.Text, text)] if lexer is None else lexer.get_tokens(text)


def _lexer(lang: str | None) -> Lexer | None:
    if not lang:
        return None
    try:
        return get_lexer_by_name(_LEXERS.get(lang, lang), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _line(
    number: int, tokens: Sequence[tuple[_TokenType, str]], links: Sequence[tuple[frozenset[str], str, Link]], cut: Markup
) -> Line:
    targets: dict[str, tuple[str, Link]] = {}
    for spellings, name, link in links:
        for spelling in spellings:
            targets.setdefault(spelling, (name, link))
    met: set[str] = set()
    parts = [_token(kind, value, targets, met) for kind, value in tokens]
    more = [(name, link) for _, name, link in links if link.url not in met]
    return Line(number, Markup("").join([*parts, cut]), more)


def _token(kind: _TokenType, value: str, targets: Mapping[str, tuple[str, Link]], met: set[str]) -> Markup:
    if not value:
        return Markup("")
    style = next((name for token, name in _CLASSES if kind in token), "")
    is_said = kind in Token.Comment or kind in Token.Literal.String
    body = _shown(value) if is_said or not targets else _linked(value, targets, met)
    return Markup('<span class="{}">{}</span>').format(style, body) if style else body


def _linked(value: str, targets: Mapping[str, tuple[str, Link]], met: set[str]) -> Markup:
    parts: list[Markup] = []
    end = 0
    for word in _WORD.finditer(value):
        found = targets.get(word[0])
        if found is None:
            continue
        link = found[1]
        met.add(link.url)
        parts.append(_shown(value[end : word.start()]))
        parts.append(Markup('<a href="{}" title="{}">{}</a>').format(link.url, link.title, word[0]))
        end = word.end()
    return Markup("").join([*parts, _shown(value[end:])])


def _shown(value: str) -> Markup:
    """A piece of text; characters that cannot be seen and turn or hide others are told by their numbers."""
    if value.isascii() or not _TURNING.search(value):
        return escape(value)
    pieces = _TURNING.split(value)
    marks = [Markup('<span class="turning">U+{:04X}</span>').format(ord(found)) for found in _TURNING.findall(value)]
    return Markup("").join(part for pair in zip(map(escape, pieces), [*marks, Markup("")], strict=True) for part in pair)
