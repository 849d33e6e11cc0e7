"""What a document points at: links to other files and to their sections, and names of code between backticks.

A citation is a Reference of the kind `references`. Its expression is ("cite", name) for a name of code with "." between its
parts, or ("link", path, fragment, fragment without a number) for a file. If the fragment may name
lines, the first, the last and the word of `lines_word` follow, by which it is noticed that definitions have moved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from cairn.extract.outline import Definition
from cairn.semantics.expressions import Cite, Expr, Link
from cairn.semantics.facts import EntityFact, Facts, Reference
from cairn.semantics.kinds import MODULE, REFERENCES

MOST_CITATIONS = 5_000  # of one document; more are an index of something (guess)
MOST_CHARACTERS = 200  # of a link or a name

# Begins with a backtick, which the engine can look for.
_SPAN = re.compile(r"(`{1,3})(?!`)([^`]+|.+?[^`])\1(?!`)")
_ROLE = re.compile(r":([a-z]+):$")
_MOST_ROLE = 20
_CODE_ROLES = frozenset("func class meth mod data attr exc obj const type".split())
_INLINE = re.compile(r"(?<!!)\[[^\]]*\]\(\s*<?([^()<>\s]+(?:\([^()\s]*\)[^()<>\s]*)?)>?(?:\s+[\"'(][^)]*)?\)")
_DEFINED = re.compile(r" {0,3}\[[^\]^]+\]:\s*<?([^<>\s]+)>?")
_RST_TARGET = re.compile(r"<([^<>]+)>$|^([^<>]+)$")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_CALL = re.compile(r"\(.*\)$", re.DOTALL)
_JOINTS = re.compile(r"::|->|#")
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*[?!]?")
# One word is only a name if it looks like no word of a language: `total_tax`, `dispatchRequest`, `Rate`.
_TELLING = re.compile(r"[a-z0-9]_[a-z0-9]|_[a-z]|[a-z0-9][A-Z]|[A-Z][a-z]{2}|[A-Z0-9]_[A-Z0-9]", re.ASCII)
_PATH = re.compile(r"(?:\.{0,2}/)?(?:[\w.@+-]+/)+[\w.@+-]*\.\w{1,10}")
_NUMBER = re.compile(r"-\d+$")
# Lines as forges and compilers name them: `#L2`, `#L2-L5`, `#L2C1-L5C3`, `:2`, `:2:7`, `:2-5`.
_LINES = re.compile(r"l(\d{1,7})(?:c\d+)?(?:-l?(\d{1,7})(?:c\d+)?)?")
_AFTER_PATH = re.compile(r"(?::|#L)(\d{1,7})(?:C\d+|:\d+)?(?:-L?(\d{1,7})(?:C\d+)?)?$")
_ANCHOR = re.compile(r"<a\s[^<>]*?\bhref\s*=\s*[\"']([^\"'<>]+)[\"']", re.IGNORECASE)
_MACRO = re.compile(r"(?<![\w:])(?:link|xref):([^\s\[\]]+)\[")  # AsciiDoc
_FILE = re.compile(r"\[\[(?:file:|(?=\.{0,2}/))([^\[\]]+?)(?:::(\d*)[^\[\]]*)?\](?:\[[^\[\]]*\])?\]")  # Org


class _Line(NamedTuple):
    number: int
    text: str


def document_facts(definitions: Sequence[Definition], size: int, lines: Iterable[tuple[int, str]]) -> Facts:
    """Return the facts of a document; `lines` are those outside of blocks of code, by number and without their ends."""
    sections = [_fact_of(definition) for definition in definitions]
    exprs: list[Expr] = []
    references: list[Reference] = []
    places = sorted((definition.start_line, ordinal) for ordinal, definition in enumerate(definitions) if ordinal)
    at = 0
    for number, text in lines:
        if "`" not in text and "]" not in text and "<" not in text:
            continue
        while at < len(places) and places[at][0] <= number:
            at += 1
        ordinal = places[at - 1][1] if at else 0
        for expr in _citations(text):
            if len(references) < MOST_CITATIONS:
                references.append(Reference(REFERENCES, len(exprs), 0, ordinal, name_of(expr), number, 0, ()))
                exprs.append(expr)
    return Facts(exprs, [("document", -1, 0, size + 1, 0)], sections, [], [], references, {})


def is_document(facts: Facts) -> bool:
    """Whether facts are those of a document."""
    return bool(facts.scopes) and facts.scopes[0][0] == "document"


def name_of(expr: Cite | Link) -> str:
    """The word by which a change of what an expression names is noticed: see `resolve/changes.py`."""
    if expr[0] == "cite":
        return expr[1].rpartition(".")[2]
    return expr[1].rpartition("/")[2].partition(".")[0]


def _fact_of(definition: Definition) -> EntityFact:
    """A section is known by the last part of its anchor, by which links name it."""
    name = definition.qualname.rpartition("/")[2] or definition.name
    scope = 0 if definition.kind == MODULE else -1
    place = (definition.parent, scope, scope, definition.start_byte, definition.name_line)
    return EntityFact(definition.kind, name, *place, (), (), -1, -1, -1, -1, (), ())


def _citations(text: str) -> Iterator[Cite | Link]:
    if "`" in text:
        for found in _SPAN.finditer(text):
            start, end = found.span()
            role = _ROLE.search(text, max(start - _MOST_ROLE, 0), start) if text[start - 1 : start] == ":" else None
            cited = _cited(found[2].strip(), role[1] if role else "", text.startswith("_", end))
            if cited is not None:
                yield cited
    if "](" in text or (text.lstrip().startswith("[") and "]:" in text):
        targets = [found[1] for found in _INLINE.finditer(text)]
        defined = _DEFINED.match(text)
        for target in [*targets, defined[1]] if defined else targets:
            link = _link(target)
            if link is not None:
                yield link
    for target in _rarer_targets(text):
        link = _link(target)
        if link is not None:
            yield link


def _rarer_targets(text: str) -> Iterator[str]:
    """Links of HTML, AsciiDoc and Org."""
    if "href" in text or "HREF" in text:
        yield from (found[1] for found in _ANCHOR.finditer(text))
    if "link:" in text or "xref:" in text:
        yield from (found[1] for found in _MACRO.finditer(text))
    if "[[" in text:
        yield from (f"{found[1]}#L{found[2]}" if found[2] else found[1] for found in _FILE.finditer(text))


@lru_cache(4096)  # a document says the same names again and again
def _cited(text: str, role: str, is_target: bool) -> Cite | Link | None:
    """Read what stands between backticks; `role` is that of reStructuredText, `is_target` says that it is a link of that."""
    if len(text) > MOST_CHARACTERS:
        return None
    if role == "doc" or is_target:
        target = _RST_TARGET.search(text)
        return _link(target[1] or target[2]) if target and (role or target[1]) else None
    if role in _CODE_ROLES:
        text = text.rpartition("<")[2].rstrip(">").lstrip("~!.")
    if "/" in text:
        lines = _AFTER_PATH.search(text)
        path = text[: lines.start()] if lines else text
        fragment = f"#L{lines[1]}-L{lines[2] or lines[1]}" if lines else ""
        return _link(path + fragment) if _PATH.fullmatch(path) else None
    is_called = text.endswith(")")
    name = text if text.isidentifier() else _JOINTS.sub(".", _CALL.sub("", text).removeprefix("@").removeprefix("&"))
    if not _NAME.fullmatch(name):
        return None
    return ("cite", name) if role in _CODE_ROLES or is_called or "." in name or _TELLING.search(name) else None


def _link(target: str) -> Link | None:
    """Read the target of a link; None if it leads out of the source, or into the same document."""
    if len(target) > MOST_CHARACTERS or _SCHEME.match(target) or target.startswith("//"):
        return None
    path, _, fragment = target.partition("#")
    path = unquote(path.partition("?")[0])
    fragment = unquote(fragment).lower()
    if not path:
        return None
    numberless, lines = _NUMBER.sub("", fragment), _LINES.fullmatch(fragment)
    if lines is None:
        return ("link", path, fragment, numberless)
    return ("link", path, fragment, numberless, int(lines[1]), int(lines[2] or lines[1]), lines_word(path))


def lines_word(path: str) -> str:
    """The word that stands for where the definitions of a file are."""
    return f"lines of {path.rpartition('/')[2]}"
