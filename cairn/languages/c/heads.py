"""The macros in the heads of classes and namespaces: `class EXPORT Lamp final : Base {`, `namespace lab VISIBLE {`.

Two words before a brace may also be a variable of a type: `struct Pair both{1, 2};`. What the braces hold tells them apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_KEYWORD = re.compile(rb"\b(class|struct|union|enum(?:\s+(?:class|struct)\b)?|namespace)(?=[\s\[])")
_DEFINED = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)", re.MULTILINE)
_NAME = re.compile(rb"\s*((?:::)?[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*)")
_SPACE = re.compile(rb"\s*")
_LOUD = re.compile(rb"_*[A-Z][A-Z0-9_]+\Z|__\w+\Z")
_SAYS_FINAL = re.compile(rb"[A-Z0-9_]*(?:FINAL|SEALED|ABSTRACT|OVERRIDE)[A-Z0-9_]*\Z")
_CALLED = re.compile(rb"\b[A-Z_][A-Z0-9_]+\s*\(")
_END_OF_HEAD = re.compile(rb"[;{]")
_BRACE = re.compile(rb"[{}]")
_CLOSING = {40: 41, 60: 62, 91: 93, 123: 125}  # by the bytes of ( < [ {
_CONTEXTUAL = (b"final", b"sealed", b"abstract")
MAX_GROUP_BYTES = 2_000  # of the arguments of one macro or name in a head (guess)
MAX_BODY_BYTES = 200_000  # of a body that is looked through for what tells it from an initializer (guess)
MAX_WORDS = 8  # of one head (guess)


class _Word(NamedTuple):
    """A word of a head, with what stands in parentheses or angle brackets behind it."""

    start: int
    end: int
    text: bytes
    has_arguments: bool


def macros_of_heads(bare: bytes, source: bytes, keywords: frozenset[bytes]) -> Iterator[tuple[int, int]]:
    """The spans of macros in heads. `bare` has blanks for comments and directives, `source` is the text itself."""
    defined: set[bytes] | None = None
    for match in _KEYWORD.finditer(bare):
        words, end = _words(bare, match.end(), keywords)
        if match[1] in (b"class", b"struct") and words and bare[end : end + 1] == b":":
            yield from _in_bases(bare, end)
        if len(words) < 2:
            continue
        if defined is None:
            defined = {found[1] for found in _DEFINED.finditer(source)}
        if match[1] == b"namespace":
            found = words[1:] if bare[end : end + 1] == b"{" else []
        else:
            found = _macros(bare, match[1], words, end, defined)
        yield from ((word.start, word.end) for word in found)


def _after_space(bare: bytes, position: int) -> int:
    space = _SPACE.match(bare, position)
    return space.end() if space is not None else position


def _words(bare: bytes, position: int, keywords: frozenset[bytes]) -> tuple[list[_Word], int]:
    """The words behind a keyword, and where what is no word begins; no words where they can be no head."""
    words: list[_Word] = []
    while len(words) <= MAX_WORDS:
        position = _after_space(bare, position)
        if bare.startswith(b"[[", position):
            position = _group_end(bare, position)
            if position < 0:
                break
            continue
        match = _NAME.match(bare, position)
        if match is None:
            return words, position
        end = _after_space(bare, match.end())
        has_arguments = bare[end : end + 1] == b"("
        position = _group_end(bare, end) if bare[end : end + 1] in (b"(", b"<") else match.end()
        if position < 0 or (match[1] in keywords and match[1] not in (b"final", b"alignas")):
            break
        if match[1] != b"alignas":
            words.append(_Word(match.start(1), position, match[1], has_arguments))
    return [], -1


def _group_end(bare: bytes, position: int) -> int:
    """The end of the group that opens at a position; -1 if there is none, or if it holds what no arguments hold."""
    opening = bare[position]
    closing, depth = _CLOSING[opening], 0
    for place in range(position, min(len(bare), position + MAX_GROUP_BYTES)):
        byte = bare[place]
        if byte == opening:
            depth += 1
        elif byte == closing:
            depth -= 1
            if not depth:
                return place + 1
        elif byte in b";{}":
            break
    return -1


def _macros(bare: bytes, keyword: bytes, words: list[_Word], end: int, defined: set[bytes]) -> list[_Word]:
    """The words of a head that are neither the class's name nor `final`; none where it is no head."""
    is_marked = words[-1].text in _CONTEXTUAL
    named = words[:-1] if is_marked else list(words)
    behind: list[_Word] = []
    while len(named) > 1 and (_SAYS_FINAL.match(named[-1].text) or (named[-1].text in defined and named[-2].text not in defined)):
        behind.append(named.pop())
    before, name = named[:-1], named[-1]
    known = [word.text in defined or _LOUD.match(word.text) is not None for word in before]
    if name.has_arguments or any(word.has_arguments and not is_known for word, is_known in zip(before, known, strict=True)):
        return []
    if not (is_marked or behind or _begins_class(bare, keyword, before, end, defined)):
        return []
    return before + behind if bare[end : end + 1] in (b"{", b":") else []


def _in_bases(bare: bytes, position: int) -> Iterator[tuple[int, int]]:
    """The macros of `: BASE(Probe), KIND(A, B) {`: of one with one argument the argument stays, of others their name."""
    brace = _END_OF_HEAD.search(bare, position)
    if brace is None or brace[0] != b"{" or bare.find(b"(", position, brace.start()) < 0:
        return
    for match in _CALLED.finditer(bare, position, brace.start()):
        end = _group_end(bare, match.end() - 1)
        if end < 0:
            continue
        if b"," in bare[match.end() : end]:
            yield match.end() - 1, end
        else:
            yield match.start(), match.end()
            yield end - 1, end


def _begins_class(bare: bytes, keyword: bytes, before: list[_Word], end: int, defined: set[bytes]) -> bool:
    """Whether what follows a head is the rest of a class: bases and a body, or the body."""
    is_macro = all(
        word.text in defined or (_LOUD.match(word.text) is not None and not _is_type(bare, word.text)) for word in before
    )
    if bare[end : end + 1] == b":":
        brace = _END_OF_HEAD.search(bare, end)
        return bare[end : end + 2] != b"::" and brace is not None and brace[0] == b"{"
    if bare[end : end + 1] != b"{":
        return bare[end : end + 1] == b";" and is_macro and all(word.text in defined for word in before)
    body = bare[end + 1 : _body_end(bare, end)]
    if keyword.startswith(b"enum"):
        return is_macro or b"," in body or b"=" in body
    return b";" in body or is_macro


def _is_type(bare: bytes, name: bytes) -> bool:
    """Whether the file defines or declares a type of a name."""
    return re.search(rb"\b(?:class|struct|union|enum)\s+" + re.escape(name) + rb"\s*(?:final\s*)?[{:;]", bare) is not None


def _body_end(bare: bytes, position: int) -> int:
    """The place at which the body that opens at a position closes."""
    depth = 0
    for match in _BRACE.finditer(bare, position, position + MAX_BODY_BYTES):
        depth += 1 if match[0] == b"{" else -1
        if not depth:
            return match.start()
    return min(len(bare), position + MAX_BODY_BYTES)
