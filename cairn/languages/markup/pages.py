"""Markup taken apart: the elements, attributes and interpolations of a text, by their first and last bytes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_NAME = re.compile(rb"[A-Za-z][\w.:-]*")
_ATTRIBUTE = re.compile(rb"[^\s=>\"'{}/]+(?:/(?!>)[^\s=>\"'{}/]+)*|/(?!>)")
_ATTRIBUTE_WITH_BRACES = re.compile(rb"[^\s=>\"'/]+")  # `:[key]`, and `@click` of a template that has no braces of its own
_UNQUOTED = re.compile(rb"[^\s>\"'`]+")
_SPACE = re.compile(rb"\s*")
_EQUALS = re.compile(rb"\s*=\s*")
_QUOTES = b"\"'"
MAX_DEPTH = 400  # of braces in braces; deeper ones are no code that a person wrote (guess)

Span = tuple[int, int]


@dataclass(slots=True)
class Attribute:
    """An attribute; `value` is what stands inside of its quotes or braces, None if there is no value."""

    name: str
    start: int
    value: Span | None = None
    quote: str = ""  # the mark in front of the value: a quote, a brace, a backtick; "" for a bare one, "." for `{name}`


@dataclass(slots=True)
class Element:
    """An element from the `<` of its first tag to the end of its last; `content` is the text of one that holds no markup."""

    name: str
    start: int
    depth: int
    end: int = -1
    attributes: list[Attribute] = field(default_factory=list)
    content: Span | None = None

    def get(self, name: str, text: bytes) -> str | None:
        """The value of an attribute; "" if it has none, None if the attribute is missing."""
        for attribute in self.attributes:
            if attribute.name == name:
                return text[slice(*attribute.value)].decode("utf-8", "replace").strip() if attribute.value is not None else ""
        return None


@dataclass(frozen=True, slots=True)
class Style:
    """The ways in which languages of markup differ."""

    opening: bytes = b""  # of an interpolation in text: b"{{", b"{"; b"" if there are none
    is_raw: Callable[[Element, bytes], bool] = lambda element, text: False  # whether what an element holds is no markup


@dataclass(slots=True)
class Page:
    """A text taken apart; elements in the order of their first tags."""

    elements: list[Element] = field(default_factory=list)
    interpolations: list[Span] = field(default_factory=list)


def take_apart(text: bytes, style: Style, begin: int = 0) -> Page:
    """The elements and interpolations of a text from byte `begin` on. Nothing is an error: what is not closed ends at the end."""
    return _Reader(text, style).read(begin)


class _Reader:
    def __init__(self, text: bytes, style: Style) -> None:
        self._text, self._style = text, style
        self._page = Page()
        self._open: list[Element] = []
        self._has_braces = style.opening == b"{"
        self._next = re.compile(b"<" + (b"|" + re.escape(style.opening) if style.opening else b""))

    def read(self, begin: int) -> Page:
        text, here = self._text, begin
        while (found := self._next.search(text, here)) is not None:
            here = found.start()
            if found[0] != b"<":
                here = self._interpolation(here)
            elif text.startswith(b"<!--", here):
                end = text.find(b"-->", here)
                here = end + 3 if end >= 0 else len(text)
            elif text.startswith(b"</", here):
                here = self._close(here)
            elif (name := _NAME.match(text, here + 1)) is not None:
                here = self._begin(here, name.group().decode("ascii"), name.end())
            else:
                here += 1
        for element in self._open:
            element.end = len(text)
        return self._page

    def _interpolation(self, start: int) -> int:
        opening = self._style.opening
        inner = start + len(opening)
        end = end_of_braces(self._text, inner) if self._has_braces else self._text.find(b"}}", inner)
        if end < 0:
            return inner
        self._page.interpolations.append((inner, end))
        return end + len(opening)

    def _close(self, start: int) -> int:
        end = self._text.find(b">", start)
        end = end + 1 if end >= 0 else len(self._text)
        name = _NAME.match(self._text, start + 2)
        wanted = name.group().decode("ascii") if name is not None else ""
        if any(element.name == wanted for element in self._open):
            while self._open:
                element = self._open.pop()
                element.end = end
                if element.name == wanted:
                    break
        return end

    def _begin(self, start: int, name: str, here: int) -> int:
        element = Element(name, start, len(self._open))
        self._page.elements.append(element)
        here = self._attributes(element, here)
        is_closed = self._text.startswith(b"/>", here)
        here = min(here + (2 if is_closed else 1), len(self._text))
        if is_closed or name.lower() in _VOID:
            element.end = here
        elif name.lower() in ("script", "style") or self._style.is_raw(element, self._text):
            here = self._raw(element, here)
        else:
            self._open.append(element)
        return here

    def _raw(self, element: Element, begin: int) -> int:
        closing = re.compile(rb"</" + re.escape(element.name.encode("ascii")) + rb"\s*>", re.IGNORECASE)
        found = closing.search(self._text, begin)
        element.content = (begin, found.start() if found is not None else len(self._text))
        element.end = found.end() if found is not None else len(self._text)
        return element.end

    def _attributes(self, element: Element, here: int) -> int:
        """Read attributes up to the end of a tag, whose first byte is returned."""
        text = self._text
        pattern = _ATTRIBUTE if self._has_braces else _ATTRIBUTE_WITH_BRACES
        while here < len(text):
            here = _end_of(_SPACE, text, here)
            if text.startswith((b">", b"/>"), here):
                break
            if self._has_braces and text.startswith(b"{", here):
                end = end_of_braces(text, here + 1)
                if end < 0:
                    break
                element.attributes.append(Attribute("", here, (here + 1, end), "."))
                here = end + 1
                continue
            name = pattern.match(text, here)
            if name is None:
                here += 1
                continue
            attribute = Attribute(name.group().decode("utf-8", "replace"), here)
            element.attributes.append(attribute)
            equals = _EQUALS.match(text, name.end())
            here = self._value(attribute, equals.end()) if equals is not None else name.end()
        return here

    def _value(self, attribute: Attribute, here: int) -> int:
        text = self._text
        mark = text[here : here + 1]
        if mark and mark in _QUOTES:
            end = self._end_of_quoted(here + 1, mark)
        elif mark == b"`":
            end = text.find(mark, here + 1)
        elif mark == b"{" and self._has_braces:
            end = end_of_braces(text, here + 1)
        else:
            end = _end_of(_UNQUOTED, text, here)
            attribute.value = (here, end)
            return end
        end = end if end >= 0 else len(text)
        attribute.value, attribute.quote = (here + 1, end), mark.decode("ascii")
        return end + 1

    def _end_of_quoted(self, here: int, mark: bytes) -> int:
        """The end of a quoted value; quotes in braces are code where braces are."""
        text = self._text
        if not self._has_braces:
            return text.find(mark, here)
        while 0 <= here < len(text) and text[here : here + 1] != mark:
            end = end_of_braces(text, here + 1) if text[here : here + 1] == b"{" else here
            here = (end if end >= 0 else here) + 1
        return here if here < len(text) else -1


def _end_of(pattern: re.Pattern[bytes], text: bytes, here: int) -> int:
    found = pattern.match(text, here)
    return found.end() if found is not None else here


_CODE = re.compile(rb"[{}\"'`]|//|/\*")


def end_of_braces(text: bytes, here: int) -> int:
    """The byte of the brace that closes code which begins at `here`; -1 if none does.

    Strings and comments are passed over. A quote that its line does not close is an apostrophe in text.
    """
    open_: list[bool] = []  # for each brace whether it is one of a template string: `${`
    while (found := _CODE.search(text, here)) is not None and len(open_) < MAX_DEPTH:
        mark, here = found.group(), found.end()
        if mark == b"{":
            open_.append(False)
        elif mark == b"}" and not open_:
            return found.start()
        elif mark == b"`" or (mark == b"}" and open_.pop()):
            here, is_code = _in_template(text, here)
            if is_code:
                open_.append(True)
        elif mark in (b"//", b"/*"):
            here = _end_of_comment(text, found.start(), mark)
        elif mark != b"}":
            here = _end_of_string(text, here, mark)
    return -1


def _end_of_comment(text: bytes, start: int, mark: bytes) -> int:
    """Behind a comment; what follows `:` is an address rather than one."""
    if mark == b"//" and text[start - 1 : start] == b":":
        return start + 2
    end = text.find(b"\n" if mark == b"//" else b"*/", start)
    return end + 2 if end >= 0 and mark == b"/*" else end if end >= 0 else len(text)


def _in_template(text: bytes, here: int) -> tuple[int, bool]:
    """The place at which a template string goes on as code, or ends; and whether it is code that follows."""
    found = _TEMPLATE.search(text, here)
    if found is None:
        return len(text), False
    return found.end(), found.group() == b"${"


_TEMPLATE = re.compile(rb"(?<!\\)(?:`|\$\{)")
_STRING_ENDS = {b'"': re.compile(rb'(?:[^"\\\n]|\\.)*"'), b"'": re.compile(rb"(?:[^'\\\n]|\\.)*'")}


def _end_of_string(text: bytes, here: int, mark: bytes) -> int:
    return _end_of(_STRING_ENDS[mark], text, here)
