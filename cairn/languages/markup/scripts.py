"""Scripts in pages: which elements hold one, and in which language."""

from __future__ import annotations

from cairn.languages.markup.code import Inside
from cairn.languages.markup.pages import Element, Page

_TYPES = frozenset({"", "module", "text/babel", "text/jsx", "text/typescript", "ts", "tsx"})


def add_scripts(inside: Inside, page: Page, text: bytes, *, relative: bool = False) -> None:
    """Note the scripts of a page; with `relative` a bare path is one from the page's own folder."""
    for element in page.elements:
        if element.name.lower() != "script" or not _is_script(element, text):
            continue
        named = element.get("src", text)
        if named:
            _add_source(inside, element, named, relative)
        elif element.content is not None:
            inside.scripts.append(element.content)


def language_of(page: Page, text: bytes) -> str:
    """The language of the scripts of a page: typescript, tsx or javascript, which has the markup of JSX, too."""
    kinds = set()
    for element in page.elements:
        if element.name.lower() == "script":
            kinds |= {element.get("lang", text) or "", (element.get("type", text) or "").rpartition("/")[2]}
    if "tsx" in kinds:
        return "tsx"
    return "typescript" if kinds & {"ts", "typescript"} else "javascript"


def _is_script(element: Element, text: bytes) -> bool:
    kind = (element.get("type", text) or "").lower()
    return kind in _TYPES or "javascript" in kind or "ecmascript" in kind


def _add_source(inside: Inside, element: Element, named: str, relative: bool) -> None:
    if "://" in named or named.startswith("//") or any(mark in named for mark in "{}<>$ "):
        return
    if relative and not named.startswith((".", "/")):
        named = "./" + named
    where = next(attribute.start for attribute in element.attributes if attribute.name == "src")
    inside.sources.append((named, where))
