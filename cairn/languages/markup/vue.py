"""Vue: blocks, directives, and the names that a template binds."""

from __future__ import annotations

import re

from cairn.languages.markup.code import Inside, Local, names_in
from cairn.languages.markup.pages import Attribute, Element, Page, Style, take_apart
from cairn.languages.markup.scripts import add_scripts, language_of

_FOR = re.compile(rb"\s*(\(.*?\)|.*?)\s+(?:in|of)\s+(.*)\Z", re.DOTALL)
_QUIET = frozenset({"v-else", "v-pre", "v-cloak", "v-once"})
_BUILT_IN = frozenset("bind cloak else else-if for html if memo model on once pre show slot text".split())
_OWN_TAGS = frozenset("component keep-alive slot suspense teleport template transition transition-group".split())


def _is_raw(element: Element, text: bytes) -> bool:
    """Blocks other than a template in Vue's own language hold no markup."""
    if element.depth:
        return False
    return element.name != "template" or element.get("lang", text) not in (None, "html")


STYLE = Style(b"{{", _is_raw)


def read(text: bytes) -> tuple[str, Inside]:
    """The language of a component's scripts, and the code in it."""
    page, inside = take_apart(text, STYLE), Inside()
    add_scripts(inside, page, text)
    template = next((e for e in page.elements if not e.depth and e.name == "template" and e.content is None), None)
    if template is not None:
        inside.template = (template.start, template.end)
        _read_template(inside, page, template, text)
    return language_of(page, text), inside


def _read_template(inside: Inside, page: Page, template: Element, text: bytes) -> None:
    for element in page.elements:
        if template.start < element.start < template.end:
            _use(inside, element)
            for attribute in element.attributes:
                _read_attribute(inside, element, attribute, text)
    for span in page.interpolations:
        if template.start < span[0] < template.end:
            inside.add_code(text, span)


def _use(inside: Inside, element: Element) -> None:
    """An element that is no element of HTML is a component: `my-panel` and `MyPanel` are the same."""
    name = element.name
    if name.lower() in _OWN_TAGS:
        return
    if "." in name:
        inside.components.append((name, element.start + 1, "calls"))
    elif "-" in name or name[:1].isupper():
        inside.components.append((camel(name), element.start + 1, "calls"))
    else:  # it is one if the script knows a component of that name
        inside.components.append((name[:1].upper() + name[1:], element.start + 1, "?"))


def camel(name: str) -> str:
    """`my-panel` as `MyPanel`."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("-"))


def _read_attribute(inside: Inside, element: Element, attribute: Attribute, text: bytes) -> None:
    name, span = attribute.name, attribute.value
    directive = name[2:].partition(":")[0].partition(".")[0] if name.startswith("v-") else ""
    if directive and directive not in _BUILT_IN:
        inside.components.append(("v" + camel(directive), attribute.start + 2, "depends_on"))
    if span is None:
        _read_short(inside, attribute)
    elif name == "v-for":
        _read_loop(inside, element, span, text)
    elif directive == "slot" or name.startswith("#") or name in ("slot-scope", "scope"):
        inside.locals.append(Local(element.start, element.end, names_in(text, *span)))
    elif directive == "on" or name.startswith("@"):
        inside.add_code(text, span, runs=True)
    elif (directive or name.startswith(":")) and name not in _QUIET:
        inside.add_code(text, span)


def _read_short(inside: Inside, attribute: Attribute) -> None:
    """`:name` is short for `:name="name"`."""
    if attribute.name.startswith(":") and attribute.name[1:].isidentifier():
        inside.values.append((attribute.start + 1, attribute.start + len(attribute.name)))


def _read_loop(inside: Inside, element: Element, span: tuple[int, int], text: bytes) -> None:
    found = _FOR.match(text, *span)
    if found is None:
        return
    over = found.span(2)
    inside.add_code(text, over)
    names = names_in(text, *found.span(1))
    is_whole = bool(names) and found[1].lstrip(b"( ")[:1] not in (b"{", b"[")
    inside.locals.append(Local(element.start, element.end, names, over if is_whole else None))
