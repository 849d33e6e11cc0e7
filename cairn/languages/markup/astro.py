"""Astro: the code in front of a page, components, expressions in braces."""

from __future__ import annotations

import re

from cairn.languages.markup.code import Inside
from cairn.languages.markup.pages import Attribute, Style, take_apart
from cairn.languages.markup.scripts import add_scripts
from cairn.languages.markup.svelte import without_dots

STYLE = Style(b"{")
_FRONT = re.compile(rb"\s*---[ \t]*\r?\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
_HANDLER = re.compile(r"on[a-z]+\Z")


def read(text: bytes) -> tuple[str, Inside]:
    """The language of a component's scripts, and the code in it."""
    inside, begin = Inside(), 0
    front = _FRONT.match(text)
    if front is not None:
        inside.scripts.append(front.span(1))
        begin = front.end()
    page = take_apart(text, STYLE, begin)
    add_scripts(inside, page, text)
    for element in page.elements:
        if element.name[:1].isupper() or "." in element.name:
            inside.components.append((element.name, element.start + 1, "calls"))
        for attribute in element.attributes:
            _read_attribute(inside, attribute, text)
    for span in page.interpolations:
        inside.add_braced(text, span)
    return "tsx", inside


def _read_attribute(inside: Inside, attribute: Attribute, text: bytes) -> None:
    span = attribute.value
    if span is None:
        return
    if attribute.quote in ("{", "."):
        inside.add_braced(text, without_dots(text, span))
    elif attribute.quote == "`":
        inside.add_code(text, (span[0] - 1, span[1] + 1))
    elif _HANDLER.match(attribute.name):
        inside.add_code(text, span, runs=True)
