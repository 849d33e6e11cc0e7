"""HTML pages: what is to be read of them, without menus, banners and scripts, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cairn.ingest.decode import decode
from cairn.ingest.documents.element import HtmlElement
from cairn.ingest.documents.form import PAGE
from cairn.ingest.documents.text import DocumentText, MarkdownWriter, Unreadable, one_line

_UNREAD = frozenset("script style noscript template nav footer aside form button iframe svg math head object select".split())
_UNREAD_ROLES = frozenset("navigation banner contentinfo dialog alertdialog search complementary menu menubar".split())
_UNREAD_CLASSES = re.compile(
    r"(?:^|\s)(?:[\w-]*cookie[\w-]*|consent|nav|navbar|navigation|[\w-]*sidebar|breadcrumbs?|pagination|menu|footer|headerlink|"
    r"skip-?link|toc|table-of-contents|visually-hidden|sr-only|related)(?:\s|$)",
    re.IGNORECASE,
)
_BLOCKS = frozenset(
    """p div section article main header body html figure figcaption details summary address center dl dt dd fieldset hgroup
    blockquote ul ol li table thead tbody tfoot tr pre h1 h2 h3 h4 h5 h6 hr""".split()
)
_BREAK = re.compile(r"\s*[\r\n]\s*")
_LEAST_WORDS = 10  # of what is chosen as the page's own text; guess


def read_page(data: bytes, path: str) -> DocumentText:
    """Read an HTML page."""
    root = parse_html(decode(data, path).text)
    writer = MarkdownWriter()
    write_page(writer, root)
    if not writer.has_words:
        raise Unreadable("no_text", "the page has no text of its own; scripts are not run")
    return writer.finish(PAGE)


def parse_html(text: str) -> HtmlElement:
    """Parse HTML, or raise Unreadable if there is none."""
    from lxml import etree, html

    parser = html.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=False)
    try:
        root: HtmlElement = html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
        return root
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as exc:
        raise Unreadable("corrupt", f"no HTML that can be read ({exc})") from exc


def title_of(root: HtmlElement) -> str:
    """Return the title that a page gives itself."""
    return one_line(next((title.text_content() for title in root.iter("title")), ""))


def write_page(writer: MarkdownWriter, root: HtmlElement, level: int = 0) -> None:
    """Write a page with its title; headings go down by `level`."""
    title = title_of(root)
    if title and not level:
        writer.heading(1, title)
    _Body(writer, level or bool(title)).write(_find_main(root))


def _find_main(root: HtmlElement) -> HtmlElement:
    """Return the element that has the page's own text: `main`, else the only `article`, else all of it."""
    mains = root.xpath("//main | //*[@role='main']") or root.xpath("//article")
    if len(mains) == 1 and len(mains[0].text_content().split()) >= _LEAST_WORDS:
        return mains[0]
    return next(iter(root.iter("body")), root)


def _is_unread(element: HtmlElement) -> bool:
    if element.tag in _UNREAD or element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return True
    if element.get("role") in _UNREAD_ROLES or element.get("type") == "hidden":
        return True
    names = f"{element.get('class', '')} {element.get('id', '')}"
    return bool(_UNREAD_CLASSES.search(names)) and element.tag not in ("body", "main", "article")


class _Body:
    """Writes the blocks of an element; text between blocks is gathered until the next one."""

    def __init__(self, writer: MarkdownWriter, shift: int) -> None:
        self._writer = writer
        self._shift = shift
        self._words: list[str] = []

    def write(self, element: HtmlElement) -> None:
        self._walk(element, 0)
        self._flush()

    def _walk(self, element: HtmlElement, depth: int) -> None:
        self._words.append(element.text or "")
        for one in element:
            if isinstance(one.tag, str) and not _is_unread(one):
                self._one(one, depth)
            self._words.append(one.tail or "")

    def _one(self, element: HtmlElement, depth: int) -> None:
        tag = element.tag
        if tag not in _BLOCKS:
            self._inline(element, depth)
            return
        self._flush()
        if tag[0] == "h" and tag[1:].isdigit():
            self._writer.heading(int(tag[1]) + self._shift, _text(element))
        elif tag == "pre":
            self._writer.code(_preformatted(element))
        elif tag == "table":
            self._table(element)
        elif tag in ("li", "dd"):
            self._item(element, depth)
        else:
            self._walk(element, depth + (tag in ("ul", "ol")))
            self._flush()

    def _inline(self, element: HtmlElement, depth: int) -> None:
        if element.tag == "br":
            self._words.append("\n")
        elif element.tag == "code" and "`" not in _text(element):
            self._words.append(f"`{_text(element)}`")
        else:
            self._walk(element, depth)

    def _item(self, element: HtmlElement, depth: int) -> None:
        """An item's own text is one line; lists and other blocks inside of it follow."""
        self._words.append(element.text or "")
        said = False
        for one in element:
            if isinstance(one.tag, str) and not _is_unread(one):
                if one.tag in _BLOCKS and one.tag != "p" and not said:
                    said = self._say_item(depth)
                if one.tag == "p":
                    self._walk(one, depth)
                    self._words.append(" ")
                else:
                    self._one(one, depth)
            self._words.append(one.tail or "")
        if not said:
            self._say_item(depth)
        self._flush()

    def _say_item(self, depth: int) -> bool:
        self._writer.item(" ".join(self._words), max(depth - 1, 0))
        self._words.clear()
        return True

    def _table(self, table: HtmlElement) -> None:
        self._writer.end_block()
        for row in table.iter("tr"):
            self._writer.row(_text(cell) for cell in row if cell.tag in ("td", "th"))

    def _flush(self) -> None:
        lines = "".join(word if word == "\n" else _BREAK.sub(" ", word) for word in self._words).split("\n")
        self._words.clear()
        self._writer.prose("\n".join(line.strip() for line in lines))


def _text(element: HtmlElement) -> str:
    return one_line("".join(_strings(element)))


def _strings(element: HtmlElement) -> Iterator[str]:
    """Yield the words of an element without what is not to be read."""
    yield element.text or ""
    for one in element:
        if isinstance(one.tag, str) and not _is_unread(one):
            yield from _strings(one)
            yield " " if one.tag in _BLOCKS or one.tag == "br" else ""
        yield one.tail or ""


def _preformatted(element: HtmlElement) -> str:
    return "".join(_strings(element)) if element.find(".//br") is None else element.text_content()
