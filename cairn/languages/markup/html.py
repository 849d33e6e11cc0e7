"""HTML: scripts and handlers, also in templates of other languages."""

from __future__ import annotations

import re

from cairn.languages.markup.code import Inside
from cairn.languages.markup.pages import Style, take_apart
from cairn.languages.markup.scripts import add_scripts, language_of

STYLE = Style()
_HANDLER = re.compile(r"on[a-z]+\Z")
# What a template engine puts in: statements say nothing here, and a value is some value.
_TEMPLATE = re.compile(rb"\{%.*?%\}|\{# .*?#\}|<%.*?%>|<\?.*?\?>|\{\{[^{}]*\}\}", re.DOTALL)


def read(text: bytes) -> tuple[str, Inside]:
    """The language of a page's scripts, and the code in it."""
    page, inside = take_apart(text, STYLE), Inside(is_component=False)
    add_scripts(inside, page, text, relative=True)
    for element in page.elements:
        for attribute in element.attributes:
            if attribute.value is not None and _HANDLER.match(attribute.name.lower()):
                inside.add_code(text, attribute.value, runs=True)
    return language_of(page, text), inside


def without_templates(text: bytes) -> bytes:
    """The text with what a template engine puts in replaced: values by a number, statements by nothing."""
    return _TEMPLATE.sub(lambda m: _blank(m[0]), text)


def _blank(part: bytes) -> bytes:
    blank = re.sub(rb"[^\r\n]", b" ", part)
    return b"0" + blank[1:] if part.startswith((b"{{", b"<%=", b"<%-", b"<?=")) else blank
