"""PowerPoint: a section for each slide, with its tables and the speaker's notes."""

from __future__ import annotations

from collections.abc import Iterator

from cairn.ingest.documents.element import Element
from cairn.ingest.documents.form import POWERPOINT
from cairn.ingest.documents.package import Package, attribute, below, child, local_name
from cairn.ingest.documents.text import DocumentText, MarkdownWriter, Unreadable, one_line

_TITLES = ("title", "ctrTitle")
# Placeholders that say the same on every slide.
_FURNITURE = ("sldNum", "dt", "ftr", "hdr", "sldImg")


def read_powerpoint(data: bytes, _: str) -> DocumentText:
    """Read a presentation of PowerPoint 2007 or later, slide by slide in the order in which they are shown."""
    package = Package(data)
    main = package.main()
    root = package.read(main)
    if root is None:
        raise Unreadable("corrupt", "the presentation that it names is not in it")
    relations = package.relations(main)
    writer = MarkdownWriter()
    for number, entry in enumerate(below(root, "sldId"), 1):
        relation = relations.get(_relation_id(entry))
        slide = package.read(relation.target) if relation else None
        if relation and slide is not None:
            _write_slide(writer, package, relation.target, slide, number)
    if not writer.has_words:
        raise Unreadable("no_text" if package.has_pictures() else "empty", "there is no text in it")
    return writer.finish(POWERPOINT)


def _relation_id(entry: Element) -> str:
    """The id of a slide's relation, not the slide's own number: that attribute has no namespace."""
    return next((value for key, value in entry.items() if key.endswith("}id")), "")


def _write_slide(writer: MarkdownWriter, package: Package, name: str, slide: Element, number: int) -> None:
    shapes = [shape for shape in below(slide, "sp") if _placeholder(shape) not in _FURNITURE]
    title = next((one_line(" ".join(_paragraphs(shape))) for shape in shapes if _placeholder(shape) in _TITLES), "")
    writer.heading(2, f"Slide {number}: {title}" if title else f"Slide {number}")
    writer.has_words = writer.has_words or bool(title)
    if slide.get("show") == "0":
        writer.note("(a hidden slide)")
    _write_shapes(writer, slide)
    for diagram in package.related(name, "diagramData"):
        for text in _paragraphs(diagram):
            writer.item(text)
    for notes in package.related(name, "notesSlide"):
        spoken = [text for shape in below(notes, "sp") if _placeholder(shape) not in _FURNITURE for text in _paragraphs(shape)]
        if any(spoken):
            writer.heading(3, "Notes")
            for text in spoken:
                writer.prose(text)


def _write_shapes(writer: MarkdownWriter, element: Element) -> None:
    for shape in element:
        name = local_name(shape)
        if name == "sp":
            if _placeholder(shape) not in (*_TITLES, *_FURNITURE):
                _write_text(writer, shape)
        elif name == "tbl":
            writer.end_block()
            for row in below(shape, "tr"):
                writer.row(" ".join(_paragraphs(cell)) for cell in below(row, "tc"))
        elif name not in ("", "Fallback"):
            _write_shapes(writer, shape)


def _write_text(writer: MarkdownWriter, shape: Element) -> None:
    writer.end_block()
    for paragraph in below(shape, "p"):
        properties = child(paragraph, "pPr")
        level = attribute(properties, "lvl") if properties is not None else ""
        writer.item("".join(_runs(paragraph)), int(level) if level.isdigit() else 0)


def _placeholder(shape: Element) -> str:
    """The kind of place that a shape takes on its slide; "" for one of its own."""
    found = next(below(shape, "ph"), None)
    return "" if found is None else attribute(found, "type") or "body"


def _paragraphs(element: Element) -> Iterator[str]:
    for paragraph in below(element, "p"):
        yield "".join(_runs(paragraph))


def _runs(paragraph: Element) -> Iterator[str]:
    for one in paragraph.iter():
        if local_name(one) == "t":
            yield one.text or ""
        elif local_name(one) in ("br", "tab"):
            yield " "
