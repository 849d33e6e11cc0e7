"""Word: headings, paragraphs, lists and tables in reading order, then notes, comments, headers and footers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cairn.ingest.documents.element import Element
from cairn.ingest.documents.form import WORD
from cairn.ingest.documents.package import Package, attribute, below, child, local_name
from cairn.ingest.documents.text import DocumentText, MarkdownWriter, Unreadable, one_line

# The names that Word itself gives to its styles are English in every language's file.
_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_NOTES = (("footnotes", "footnote", "Footnotes"), ("endnotes", "endnote", "Endnotes"), ("comments", "comment", "Comments"))
_MARGINS = (("header", "Headers"), ("footer", "Footers"))
# What was deleted or moved away with tracking on, the older form of a shape, and formats.
_UNREAD = frozenset(["del", "moveFrom", "Fallback", "pPr", "rPr", "instrText", "delText"])
_BREAKS = {"tab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": " "}
_WORD = re.compile(r"[^\W\d_]{2,}")
_MAX_STYLES = 20  # that rest on one another


class _Style(NamedTuple):
    """`level` is that of a heading, 0 for none; `depth` that of a list, -1 for none."""

    level: int = 0
    depth: int = -1


def read_word(data: bytes, _: str) -> DocumentText:
    """Read a document of Word 2007 or later; macros in it are not looked at."""
    package = Package(data)
    name = package.main()
    root = package.read(name)
    body = child(root, "body")
    if body is None:
        raise Unreadable("corrupt", "the document in it has no body")
    writer = MarkdownWriter()
    reader = _Reader(writer, _read_styles(package, name))
    reader.write(body)
    for part, item, title in _NOTES:
        for notes in package.related(name, part):
            reader.write_notes(notes, item, title)
    for part, title in _MARGINS:
        reader.write_margins(package.related(name, part), title)
    document = writer.finish(WORD)
    if not document.text:
        raise Unreadable("no_text" if package.has_pictures() else "empty", "there is no text in it")
    return document


def _read_styles(package: Package, name: str) -> dict[str, _Style]:
    elements = {attribute(style, "styleId"): style for root in package.related(name, "styles") for style in below(root, "style")}
    return {key: _resolve_style(key, elements) for key in elements}


def _resolve_style(key: str, elements: dict[str, Element]) -> _Style:
    level, depth = 0, -1
    for _ in range(_MAX_STYLES):
        style = elements.get(key)
        if style is None:
            break
        name = _value(child(style, "name"))
        found = _HEADING.fullmatch(name)
        own = _read_format(child(style, "pPr"))
        level = level or (int(found[1]) if found else 1 if name.lower() == "title" else own.level)
        depth = own.depth if depth < 0 else depth
        if depth < 0 and name.lower().startswith(("list bullet", "list number")):
            depth = 0
        key = _value(child(style, "basedOn"))
    return _Style(level, depth)


def _read_format(properties: Element | None) -> _Style:
    """Read what a paragraph or a style says of itself."""
    outline = _value(child(properties, "outlineLvl"))
    numbering = child(properties, "numPr")
    level = int(outline) + 1 if outline.isdigit() and int(outline) < 9 else 0
    if numbering is None or _value(child(numbering, "numId")) == "0":
        return _Style(level)
    depth = _value(child(numbering, "ilvl"))
    return _Style(level, int(depth) if depth.isdigit() else 0)


def _value(element: Element | None) -> str:
    return "" if element is None else attribute(element, "val")


class _Reader:
    def __init__(self, writer: MarkdownWriter, styles: dict[str, _Style]) -> None:
        self._writer = writer
        self._styles = styles

    def write(self, body: Element) -> None:
        """Write the blocks of a body, a text box or a note."""
        for block in _blocks(body):
            if local_name(block) == "tbl":
                self._write_table(block)
            else:
                self._write_paragraph(block)

    def write_notes(self, root: Element, item: str, title: str) -> None:
        """Write footnotes, endnotes or comments as a section."""
        notes = [note for note in below(root, item) if attribute(note, "type") in ("", "normal")]
        texts = [(attribute(note, "id"), _text_of(note)) for note in notes]
        if any(text for _, text in texts):
            self._writer.heading(1, title)
            for number, text in texts:
                self._writer.item(f"[{number}] {text}" if text else "")

    def write_margins(self, roots: Iterable[Element], title: str) -> None:
        """Write what stands above or below the pages as a section, once each: first, odd and even pages often say the same."""
        texts = dict.fromkeys(text for root in roots for block in _blocks(root) if (text := _text_of([block])))
        if any(_WORD.search(text) for text in texts):
            self._writer.heading(1, title)
            for text in texts:
                self._writer.item(text)

    def _write_paragraph(self, paragraph: Element) -> None:
        properties = child(paragraph, "pPr")
        style = self._styles.get(_value(child(properties, "pStyle")), _Style())
        own = _read_format(properties)
        text = "".join(_pieces(paragraph))
        level, depth = own.level or style.level, own.depth if own.depth >= 0 else style.depth
        if level and one_line(text):
            self._writer.heading(level, text)
        elif depth >= 0:
            self._writer.item(text, depth)
        else:
            self._writer.prose(text)
        for box in _boxes(paragraph):
            self.write(box)

    def _write_table(self, table: Element) -> None:
        self._writer.end_block()
        for row in _children(table, "tr"):
            self._writer.row(_text_of(cell) for cell in _children(row, "tc"))


def _blocks(body: Iterable[Element]) -> Iterator[Element]:
    """Yield paragraphs and tables, also those in content controls and tracked insertions."""
    for element in body:
        name = local_name(element)
        if name in ("p", "tbl"):
            yield element
        elif name and name not in _UNREAD:
            yield from _blocks(element)


def _children(element: Element, name: str) -> Iterator[Element]:
    """Yield rows of a table or cells of a row, also those that something is put around."""
    for one in element:
        if local_name(one) == name:
            yield one
        elif local_name(one) in ("sdt", "sdtContent", "ins", "customXml", "smartTag"):
            yield from _children(one, name)


def _text_of(element: Iterable[Element]) -> str:
    """Return the text of a cell, a note or some blocks, with that of text boxes in them, in one line."""
    parts = []
    for block in _blocks(element):
        if local_name(block) == "tbl":
            parts += [_text_of(cell) for row in _children(block, "tr") for cell in _children(row, "tc")]
        else:
            parts += ["".join(_pieces(block)), *map(_text_of, _boxes(block))]
    return one_line(" ".join(parts))


def _pieces(element: Element) -> Iterator[str]:
    """Yield what is written in a paragraph, but for text boxes."""
    for one in element:
        name = local_name(one)
        if name == "t":
            yield one.text or ""
        elif name in _BREAKS:
            yield _BREAKS[name]
        elif name in ("footnoteReference", "endnoteReference"):
            yield f"[{attribute(one, 'id')}]"
        elif name and name not in _UNREAD and name != "txbxContent":
            yield from _pieces(one)


def _boxes(element: Element) -> Iterator[Element]:
    """Yield the text boxes that are tied to a paragraph."""
    for one in element:
        if local_name(one) == "txbxContent":
            yield one
        elif local_name(one) not in ("", *_UNREAD):
            yield from _boxes(one)
