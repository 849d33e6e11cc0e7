"""Svelte: scripts, blocks in braces, directives."""

from __future__ import annotations

import re

from cairn.languages.markup.code import Inside, Local, names_in
from cairn.languages.markup.pages import Attribute, Element, Span, Style, end_of_braces, take_apart
from cairn.languages.markup.scripts import add_scripts, language_of
from cairn.semantics.kinds import CLASS

STYLE = Style(b"{")
_EACH = re.compile(rb"#each\s+(.+?)(?:\s+as\s+(.+?))?\s*\Z", re.DOTALL)
_KEY = re.compile(rb"\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*\Z")
_AWAIT = re.compile(rb"#await\s+(.+?)(?:\s+(?:then|catch)\b(.*))?\s*\Z", re.DOTALL)
_SNIPPET = re.compile(rb"#snippet\s+([A-Za-z_$][\w$]*)\s*(?:<[^>]*>)?\((.*)\)\s*\Z", re.DOTALL)
_HEAD = re.compile(rb"(?:#if|#key|:else\s+if|@html|@render|@attach|@debug|@const|@const\s)\s*")
_BOUND = re.compile(rb":(?:then|catch)\b(.*)\Z", re.DOTALL)
_ACTIONS = frozenset({"use", "transition", "in", "out", "animate"})


def read(text: bytes) -> tuple[str, Inside]:
    """The language of a component's scripts, and the code in it."""
    page, inside = take_apart(text, STYLE), Inside(has_stores=True)
    add_scripts(inside, page, text)
    for element in page.elements:
        _use(inside, element)
        for attribute in element.attributes:
            _read_attribute(inside, element, attribute, text)
    _read_blocks(inside, page.interpolations, text)
    return language_of(page, text), inside


def _use(inside: Inside, element: Element) -> None:
    if element.name[:1].isupper() or "." in element.name:
        inside.components.append((element.name, element.start + 1, "calls"))


def _read_attribute(inside: Inside, element: Element, attribute: Attribute, text: bytes) -> None:
    kind, _, rest = attribute.name.partition(":")
    rest = rest.partition("|")[0]
    if kind in _ACTIONS and rest:  # `use:tooltip` calls it with the element
        inside.components.append((rest, attribute.start + len(kind) + 1, "calls"))
    if kind == "let" and rest:
        names = names_in(text, *attribute.value) if attribute.value else [(rest, attribute.start + 4)]
        inside.locals.append(Local(element.start, element.end, names))
    elif attribute.value is None:
        if kind in ("bind", CLASS) and rest.isidentifier():  # `bind:value` is short for `bind:value={value}`
            inside.components.append((rest, attribute.start + len(kind) + 1, "depends_on"))
    elif attribute.quote in ("{", "."):
        inside.add_braced(text, without_dots(text, attribute.value))
    else:
        add_quoted(inside, text, attribute.value)


def without_dots(text: bytes, span: Span) -> Span:
    """`{...rest}` as the expression that it spreads."""
    start, end = span
    code = text[start:end]
    stripped = code.lstrip()
    return (start + len(code) - len(stripped) + 3, end) if stripped.startswith(b"...") else span


def add_quoted(inside: Inside, text: bytes, span: Span) -> None:
    """Add the code in braces of a quoted value."""
    here, end = span
    while (here := text.find(b"{", here, end)) >= 0:
        close = end_of_braces(text, here + 1)
        if close < 0 or close > end:
            return
        inside.add_braced(text, (here + 1, close))
        here = close + 1


def _read_blocks(inside: Inside, spans: list[Span], text: bytes) -> None:
    """Read what stands in braces in the text; names that a block binds hold to its end."""
    open_: list[list[Local]] = []
    for span in spans:
        code = text[slice(*span)].lstrip()
        start = span[1] - len(code)
        if code.startswith(b"#"):
            open_.append([])
        elif code.startswith(b"/") and not code.startswith((b"//", b"/*")):
            for local in open_.pop() if open_ else ():
                local.end = span[1]
            continue
        bound = _read_block(inside, text, start, span[1])
        if bound is not None:
            inside.locals.append(bound)
            bound.end = len(text)
            if open_:
                open_[-1].append(bound)


def _read_block(inside: Inside, text: bytes, start: int, end: int) -> Local | None:
    """Add the code of one pair of braces; what it binds for the block that it begins."""
    if (each := _EACH.match(text, start, end)) is not None:
        return _read_each(inside, text, each)
    if (waited := _AWAIT.match(text, start, end)) is not None:
        inside.add_code(text, waited.span(1))
        return Local(start, end, names_in(text, *waited.span(2))) if waited[2] else None
    if (bound := _BOUND.match(text, start, end)) is not None:
        return Local(start, end, names_in(text, *bound.span(1)))
    if (snippet := _SNIPPET.match(text, start, end)) is not None:
        return Local(start, end, names_in(text, *snippet.span(2)))
    head = _HEAD.match(text, start, end)
    if head is not None and text.startswith(b"@const", start):  # a declaration, not an expression
        inside.statements.append((head.end(), end))
    elif head is not None:
        inside.add_code(text, (head.end(), end))
    elif text[start : start + 1] not in (b":", b"#", b"@"):
        inside.add_braced(text, (start, end))
    return None


def _read_each(inside: Inside, text: bytes, each: re.Match[bytes]) -> Local | None:
    over = each.span(1)
    inside.add_code(text, over)
    if each[2] is None:
        return None
    start, end = each.span(2)
    key = _KEY.search(text, start, end)
    if key is not None:
        inside.add_code(text, key.span(1))
        end = key.start()
    names = names_in(text, start, end)
    is_whole = bool(names) and text[start : start + 1] not in (b"{", b"[")
    return Local(start, end, names, over if is_whole else None)
