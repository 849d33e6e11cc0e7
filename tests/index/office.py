"""Documents made by other programs than Cairn's readers, or by hand, as bytes."""

from __future__ import annotations

import datetime as dt
import io
import json
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

import docx
import pptx
import xlsxwriter
from pptx.util import Inches

PAPERS = Path(__file__).with_name("papers")  # made by fpdf2
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>'
    "</Relationships>"
)
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def archive(parts: Mapping[str, str | bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Pack parts; a `mimetype` that comes first is stored, as EPUB asks for."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as made:
        for name, data in parts.items():
            made.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_STORED if name == "mimetype" else packing)
    return stream.getvalue()


def word(title: str = "Wheel fitting") -> bytes:
    """A document of python-docx with headings, a list and a table."""
    made = docx.Document()
    made.add_heading(title, 1)
    made.add_paragraph("Read the sheet below before you start.")
    made.add_paragraph("# is no heading here")
    made.add_paragraph("wash the rim", style="List Bullet")
    table = made.add_table(2, 2)
    for place, text in enumerate(("Torque", "40 Nm", "Pressure", "2.4\nbar")):
        table.cell(place // 2, place % 2).text = text
    made.add_heading("After fifty kilometres", 2)
    made.add_paragraph("Check again.")
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def word_by_hand(body: str, **more: str) -> bytes:
    """A document with this XML as its body, and more parts by their names in `word`."""
    document = f'<w:document {_W} xmlns:wps="wps"><w:body>{body}</w:body></w:document>'
    parts = {"[Content_Types].xml": _TYPES, "_rels/.rels": RELATIONS, "word/document.xml": document}
    if more:
        relations = "".join(
            f'<Relationship Id="r{n}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/{name}" Target="{name}.xml"/>'
            for n, name in enumerate(more)
        )
        parts["word/_rels/document.xml.rels"] = f"<Relationships>{relations}</Relationships>"
        parts |= {f"word/{name}.xml": f"<w:{name} {_W}>{text}</w:{name}>" for name, text in more.items()}
    return archive(parts)


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def excel() -> bytes:
    """A workbook of XlsxWriter with a formula, a date, a share and a hidden sheet."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Parts")
        sheet.write_row(0, 0, ["Part", "Count"])
        sheet.write_row(1, 0, ["Bolt", 2])
        sheet.write_formula(3, 1, "=SUM(B2:B3)", None, 5)
        sheet.write(3, 0, "Grand sum")
        sheet.write_datetime(4, 0, dt.date(2024, 5, 1), book.add_format({"num_format": "dd/mm/yy"}))
        sheet.write(4, 1, 0.25, book.add_format({"num_format": "0%"}))
        hidden = book.add_worksheet("Vendors")
        hidden.write(0, 0, "Supplier zebracode")
        hidden.hide()
    return stream.getvalue()


def powerpoint() -> bytes:
    """A presentation of python-pptx with notes and a table."""
    made = pptx.Presentation()
    first = made.slides.add_slide(made.slide_layouts[1])
    first.shapes.title.text = "Opening night"
    first.placeholders[1].text = "curtains\nlights"
    first.notes_slide.notes_text_frame.text = "speak slowly about marmalade"
    second = made.slides.add_slide(made.slide_layouts[5])
    table = second.shapes.add_table(1, 2, Inches(1), Inches(1), Inches(4), Inches(1)).table
    table.cell(0, 0).text, table.cell(0, 1).text = "Seats", "412"
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def epub(**more: str) -> bytes:
    """A book of two chapters, by hand."""
    container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
    book = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        "<dc:title>The lighthouse</dc:title></metadata><manifest><item id='a' href='one.xhtml'/>"
        "<item id='b' href='two%20.xhtml'/></manifest><spine><itemref idref='b'/><itemref idref='a'/></spine></package>"
    )
    chapter = "<?xml version='1.0'?><!DOCTYPE html><html><head><title>x</title></head><body><h1>{}</h1><p>{}</p></body></html>"
    return archive(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "OPS/book.opf": book,
            "OPS/one.xhtml": chapter.format("Second", "The lamp went out at dusk."),
            "OPS/two .xhtml": chapter.format("First", "The keeper climbed the stairs."),
            **more,
        }
    )


def notebook() -> bytes:
    code = "%matplotlib inline\nimport shop\n\ndef discount(price):\n    return shop.round_up(price)"
    cells = [
        {"cell_type": "markdown", "source": ["# Prices\n", "How they are made."]},
        {"cell_type": "code", "source": code, "outputs": [{"text": "outputword"}]},
        {"cell_type": "markdown", "source": "## Results"},
    ]
    return json.dumps({"nbformat": 4, "metadata": {"language_info": {"name": "python"}}, "cells": cells}).encode()


def old_office(stream: str) -> bytes:
    """The beginning of a file of the format before 2007, with one stream of that name."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504 + stream.encode("utf-16-le") + b"\0" * 1000


def lying_archive() -> bytes:
    """A document whose directory says that a part is small, and whose part unpacks to 300 MB."""
    made = bytearray(word_by_hand(paragraph("x"), styles=" " * 300_000_000))
    for sign, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        at = made.find(sign)
        while at >= 0:
            if struct.unpack_from("<I", made, at + offset)[0] > 1_000_000:
                struct.pack_into("<I", made, at + offset, 1000)
            at = made.find(sign, at + 4)
    return bytes(made)
